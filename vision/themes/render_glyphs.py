"""Render the generic glyph bank from open fonts; run it when the list of fonts changes.

    python vision/themes/render_glyphs.py FONTS vision/themes/generic/glyphs.npz

wwfsnap has to be installed for it (``pip install -e .``).
FONTS is a folder of unpacked font packages, searched for the file names of ``generic/fonts.toml``.
The fonts themselves are not shipped, only masks of their letters; origin and licence of each are
in that file. The same fonts give the same bytes.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.themes.outlines import render_fonts

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜ"
DIGITS = "0123456789"
SIZE = 160
MASK = 24


def render_bank(folder: Path, names: list[str]) -> dict[str, NDArray[np.generic]]:
    """Masks, proportions, characters and fonts, as ``vision.tiles.glyphs.read_bank`` takes them."""
    characters = list(LETTERS + DIGITS)
    outlines = render_fonts(folder, names, characters, SIZE, MASK)
    return {
        **outlines._asdict(),
        "characters": np.array(characters),
        "fonts": np.array(names),
    }


def main() -> None:
    """Read the list of fonts, render, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("out", type=Path, help="the .npz file to write")
    given = parser.parse_args()
    listed = tomllib.loads((Path(__file__).parent / "generic" / "fonts.toml").read_text())
    names = [name for package in listed["packages"] for name in package["files"]]
    np.savez(given.out, allow_pickle=False, **render_bank(given.fonts, names))
    print(f"{given.out}: {len(names)} fonts, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
