"""Render the bank of text characters from open fonts; run it when the list of fonts changes.

    python vision/themes/render_text.py FONTS vision/themes/generic/text.npz

wwfsnap has to be installed for it (``pip install -e .``). FONTS is a folder of unpacked font
packages; those of ``generic/fonts.toml`` suffice, where origin and licence of each stand. Only
measures of the characters' masks ship. The same fonts give the same bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.textbank import MASK, STEPS, unit_vectors

FONTS = (
    *("Arimo_400Regular", "Arimo_700Bold"),
    *("Roboto_400Regular", "Roboto_500Medium", "Roboto_700Bold"),
    *("Inter_400Regular", "Inter_500Medium", "Inter_700Bold"),
    *("NunitoSans_400Regular", "NunitoSans_700Bold", "Nunito_700Bold"),
    *("LibreFranklin_400Regular", "LibreFranklin_700Bold"),
    *("OpenSans_400Regular", "OpenSans_700Bold"),
    *("Lato_400Regular", "Lato_700Bold", "Mulish_800ExtraBold", "Cabin_400Regular"),
    *("RobotoCondensed_700Bold", "TitilliumWeb_700Bold", "VarelaRound_400Regular"),
    *("RobotoSlab_700Bold", "Poppins_500Medium", "PTSans_400Regular", "PTSans_700Bold"),
    *("Rubik_500Medium", "Quicksand_600SemiBold"),
)

CHARACTERS = tuple(
    "0123456789"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜÉ"
    "abcdefghijklmnopqrstuvwxyzåäöæøñüßéèêëàâçîïôùûœóúí"
    ".,:;!?'\"()+-/&@_%#>"
)
PAIRS = ("tt", "ft", "ff", "fo", "rt", "ti", "rs", "fi")
"""Letters of known phrases that run into one another where the text is small."""

SIZE = 120
AXES = 72
"""Directions in which masks differ that are kept; the others hold next to nothing."""


def render_character(font: ImageFont.FreeTypeFont, character: str) -> tuple[NDArray[np.uint8], int]:
    """The character's ink, ``(h, w)`` uint8 cut to its box, and its rise above the base line."""
    page = Image.new("L", (3 * SIZE, 3 * SIZE))
    ImageDraw.Draw(page).text(
        (3 * SIZE // 2, 2 * SIZE), character, font=font, fill=255, anchor="ms"
    )
    ink = np.asarray(page)
    rows, columns = np.where(ink > 127)
    cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cut, 2 * SIZE - int(rows.min())


def render_bank(folder: Path) -> dict[str, NDArray[np.generic]]:
    """Masks, proportions, characters, fonts, as ``vision.textbank.read_text_bank`` takes them."""
    files = {path.stem: path for path in sorted(folder.rglob("*.ttf"))}
    missing = [name for name in FONTS if name not in files]
    if missing:
        raise SystemExit(f"not below {folder}: {', '.join(missing)}")
    masks, aspects, heights, tops = [], [], [], []
    for name in FONTS:
        font = ImageFont.truetype(str(files[name]), SIZE)
        _, capital = render_character(font, "H")
        inks, rises = zip(
            *(render_character(font, each) for each in CHARACTERS + PAIRS), strict=True
        )
        masks.append([cv2.resize(ink, (MASK, MASK), interpolation=cv2.INTER_AREA) for ink in inks])
        aspects.append([ink.shape[1] / ink.shape[0] for ink in inks])
        heights.append([ink.shape[0] / capital for ink in inks])
        tops.append([(capital - rise) / capital for rise in rises])
    shapes = unit_vectors((np.array(masks, np.float32) / np.float32(255)).reshape(-1, MASK, MASK))
    basis = np.linalg.eigh(shapes.T.astype(np.float64) @ shapes)[1][:, -AXES:]
    return {
        "basis": basis.astype(np.float16),
        "shapes": np.rint(shapes @ basis * STEPS).astype(np.int8),
        "aspects": np.array(aspects, dtype=np.float32),
        "heights": np.array(heights, dtype=np.float32),
        "tops": np.array(tops, dtype=np.float32),
        "characters": np.array(CHARACTERS + PAIRS),
        "fonts": np.array(FONTS),
    }


def main() -> None:
    """Render and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("out", type=Path, help="the .npz file to write")
    given = parser.parse_args()
    np.savez_compressed(given.out, allow_pickle=False, **render_bank(given.fonts))
    print(f"{given.out}: {len(FONTS)} fonts, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
