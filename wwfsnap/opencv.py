"""Loads OpenCV before the other packages do, and reports in words what is missing."""

from __future__ import annotations

import importlib

from wwfsnap.errors import OpenCVMissing

# Parts of the loader's message when a system library is missing that only GUI windows need.
DISPLAY_LIBRARIES = ("libGL", "libgthread", "libglib", "libSM", "libXext", "libXrender", "libxcb")


def require_opencv() -> None:
    """Load OpenCV, so that a missing library is reported in words before any picture is touched.

    Raises:
        OpenCVMissing: It is not installed, or a library it needs is not there.
    """
    try:
        importlib.import_module("cv2")
    except ModuleNotFoundError as fault:
        if fault.name != "cv2":
            raise
        raise OpenCVMissing("OpenCV is not installed") from None
    except ImportError as fault:
        reason = str(fault).splitlines()[0]
        hint = "reinstall it: pip install --force-reinstall opencv-python"
        if any(library in reason for library in DISPLAY_LIBRARIES):
            hint = (
                "opencv-python-headless replaces it and needs no display library: "
                "pip uninstall opencv-python && pip install opencv-python-headless"
            )
        raise OpenCVMissing(f"OpenCV cannot be loaded: {reason}", hint) from None
