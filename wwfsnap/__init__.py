"""The front doors: everything that talks to a person, over the floors that read and solve.

As a library: ``load_screen``, ``read``, ``solve`` and ``draw``, loaded when they are first named.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.imaging import load_screen
    from wwfsnap.library import draw, read, solve

__version__ = "0.1.0"
__all__ = ["__version__", "draw", "load_screen", "read", "solve"]


def __getattr__(name: str) -> object:
    """Load a function of the library when it is first named."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from vision.imaging import load_screen
    from wwfsnap import library

    found = {each: getattr(library, each) for each in ("draw", "read", "solve")}
    globals().update(found, load_screen=load_screen)
    return globals()[name]
