"""The command line once more, as ``python -m wwfsnap``, where no scripts are on the path."""

from __future__ import annotations

from wwfsnap.cli import main

if __name__ == "__main__":
    main()
