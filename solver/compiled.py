"""The compiled kernel of a package, where `setup.py` could build one.

WWFSNAP_PURE=1 in the environment asks for the plain Python version; both give the same answers.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType


def compiled_kernel(package: str) -> ModuleType | None:
    """The compiled kernel of a package; None where it was not built."""
    try:
        return import_module(f"{package}._kernel_c")
    except ImportError:
        return None


def kernel_in_use(package: str) -> ModuleType | None:
    """The compiled kernel; None also where WWFSNAP_PURE asks for the plain version."""
    if os.environ.get("WWFSNAP_PURE", "0") not in {"", "0"}:
        return None
    return compiled_kernel(package)
