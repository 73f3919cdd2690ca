"""Render the generic glyph bank from open fonts; run it when the list of fonts changes.

    python vision/themes/render_glyphs.py FONTS vision/themes/generic/glyphs.npz

FONTS is a folder of unpacked font packages, searched for the file names of ``generic/fonts.toml``.
The fonts themselves are not shipped, only masks of their letters; origin and licence of each stand
in that file. The same fonts give the same bytes again.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜ"
DIGITS = "0123456789"
SIZE = 160
MASK = 24


def render_glyph(font: ImageFont.FreeTypeFont, character: str) -> tuple[NDArray[np.uint8], int]:
    """The character's ink, ``(h, w)`` uint8 cut to its box, and its rise above the base line."""
    page = Image.new("L", (3 * SIZE, 3 * SIZE))
    ImageDraw.Draw(page).text(
        (3 * SIZE // 2, 2 * SIZE), character, font=font, fill=255, anchor="ms"
    )
    ink = np.asarray(page)
    rows, columns = np.where(ink > 127)
    cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cut, 2 * SIZE - int(rows.min())


def render_bank(folder: Path, names: list[str]) -> dict[str, NDArray[np.generic]]:
    """Masks, proportions, characters and fonts, as ``vision.glyphs.read_bank`` takes them."""
    files = {path.stem: path for path in sorted(folder.rglob("*.ttf"))}
    missing = [name for name in names if name not in files]
    if missing:
        raise SystemExit(f"not below {folder}: {', '.join(missing)}")
    masks, aspects, heights, tops = [], [], [], []
    for name in names:
        font = ImageFont.truetype(str(files[name]), SIZE)
        _, capital = render_glyph(font, "H")
        inks, rises = zip(
            *(render_glyph(font, character) for character in LETTERS + DIGITS), strict=True
        )
        masks.append([cv2.resize(ink, (MASK, MASK), interpolation=cv2.INTER_AREA) for ink in inks])
        aspects.append([ink.shape[1] / ink.shape[0] for ink in inks])
        heights.append([ink.shape[0] / capital for ink in inks])
        tops.append([(capital - rise) / capital for rise in rises])
    return {
        "masks": np.array(masks, dtype=np.uint8),
        "aspects": np.array(aspects, dtype=np.float32),
        "heights": np.array(heights, dtype=np.float32),
        "tops": np.array(tops, dtype=np.float32),
        "characters": np.array(list(LETTERS + DIGITS)),
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
    np.savez_compressed(given.out, allow_pickle=False, **render_bank(given.fonts, names))
    print(f"{given.out}: {len(names)} fonts, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
