"""The command line as ``python -m wwfsnap``, for where the script is not on the path."""

from __future__ import annotations

from wwfsnap.cli import main

if __name__ == "__main__":
    main()
