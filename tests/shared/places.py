"""Where the project's own files lie, and the real screenshots beside it."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_screens"
FONTS = SAMPLES / "fonts"
SHARED = ROOT.parent / "shared"
