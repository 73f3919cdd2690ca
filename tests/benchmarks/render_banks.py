"""Open fonts in; the banks of glyphs and of text characters out; run when the fonts change.

    python -m tests.benchmarks.render_banks glyphs FONTS vision/themes/generic/glyphs.npz
    python -m tests.benchmarks.render_banks small FONTS vision/themes/generic/small.npz
    python -m tests.benchmarks.render_banks text FONTS vision/themes/generic/text.npz

wwfsnap has to be installed for it (``pip install -e .``). FONTS is a folder of unpacked font
packages, searched for the file names of ``vision/themes/generic/fonts.toml``, which has origin and
licence of each. The fonts themselves are not shipped, only masks of their letters, and measures of
those. The same fonts give the same bytes.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.imaging import Bytes
from vision.text import MASK as TEXT_MASK
from vision.text import STEPS, unit_vectors
from vision.tiles import MASK
from vision.tiles.glyphs import BANK

GLYPHS = (
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜÇĄĆĘŁŃÓŚŹŻ",
    *("CH", "LL", "RR"),  # tiles of Spanish
    *"0123456789",
)
SMALL = tuple("ehnru")
"""The second letters of tiles as ``Qu``, ``Th``, ``He``, ``Er``, ``In`` and ``An``."""

SIZE, TEXT_SIZE = 160, 120
"""Pixels of an em while rendering."""

TEXT_FONTS = (
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

TEXT_CHARACTERS = tuple(
    "0123456789"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÆØÑÜÉ"
    "abcdefghijklmnopqrstuvwxyzåäöæøñüßéèêëàâçîïôùûœóúí"
    ".,:;!?'\"()+-/&@_%#>"
)
PAIRS = ("tt", "ft", "ff", "fo", "rt", "ti", "rs", "fi")
"""Letter pairs of known phrases that touch where the text is small."""

AXES = 72
"""Principal directions of masks that are kept; the others hold hardly any difference."""


def render_fonts(
    folder: Path, names: Sequence[str], characters: Sequence[str], size: int, mask: int
) -> dict[str, NDArray[Any]]:
    """Render the characters in all fonts.

    ``masks``: ``(F, N, mask, mask)`` uint8, each one's ink stretched to a square; float32 of
    ``(F, N)``: ``aspects``, width over height; ``heights`` and ``tops``, height, and upper edge
    below that of a capital, in heights of a capital.

    Args:
        folder: Searched for ``NAME.ttf`` at any depth.
        names: Names of the fonts.
        characters: One or more letters each.
        size: Pixels of an em while rendering.
        mask: Side of a mask in pixels.

    Raises:
        SystemExit: A font is missing.
    """
    files = {path.stem: path for path in sorted(folder.rglob("*.ttf"))}
    missing = [name for name in names if name not in files]
    if missing:
        raise SystemExit(f"not below {folder}: {', '.join(missing)}")
    masks, aspects, heights, tops = [], [], [], []
    for name in names:
        font = ImageFont.truetype(str(files[name]), size)
        _, capital = _render(font, "H", size)
        inks, rises = zip(*(_render(font, each, size) for each in characters), strict=True)
        masks.append([cv2.resize(ink, (mask, mask), interpolation=cv2.INTER_AREA) for ink in inks])
        aspects.append([ink.shape[1] / ink.shape[0] for ink in inks])
        heights.append([ink.shape[0] / capital for ink in inks])
        tops.append([(capital - rise) / capital for rise in rises])
    measures = {"aspects": aspects, "heights": heights, "tops": tops}
    return {"masks": np.array(masks, np.uint8)} | {
        name: np.array(each, np.float32) for name, each in measures.items()
    }


def _render(font: ImageFont.FreeTypeFont, character: str, size: int) -> tuple[Bytes, int]:
    """The character's ink, ``(h, w)`` uint8 cut to its box, and its rise above the base line."""
    page = Image.new("L", (3 * size, 3 * size))
    ImageDraw.Draw(page).text(
        (3 * size // 2, 2 * size), character, font=font, fill=255, anchor="ms"
    )
    ink = np.asarray(page)
    rows, columns = np.where(ink > 127)
    cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cut, 2 * size - int(rows.min())


def glyph_bank(
    folder: Path, names: Sequence[str], characters: Sequence[str]
) -> dict[str, NDArray[np.generic]]:
    """Masks, proportions, characters and fonts, as ``vision.tiles.glyphs.read_bank`` takes them."""
    outlines = render_fonts(folder, names, characters, SIZE, MASK)
    return {**outlines, "characters": np.array(characters), "fonts": np.array(names)}


def text_bank(folder: Path, names: Sequence[str]) -> dict[str, NDArray[np.generic]]:
    """Masks, proportions, characters, fonts, as ``vision.text.bank.read_text_bank`` takes them."""
    characters = TEXT_CHARACTERS + PAIRS
    outlines = render_fonts(folder, names, characters, TEXT_SIZE, TEXT_MASK)
    inks = outlines.pop("masks").reshape(-1, TEXT_MASK, TEXT_MASK).astype(np.float32) / np.float32(
        255
    )
    shapes = unit_vectors(inks)
    basis = np.linalg.eigh(shapes.T.astype(np.float64) @ shapes)[1][:, -AXES:]
    return {
        "basis": basis.astype(np.float16),
        "shapes": np.rint(shapes @ basis * STEPS).astype(np.int8),
        **outlines,
        "characters": np.array(characters),
        "fonts": np.array(names),
    }


def main() -> None:
    """Render and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bank", choices=("glyphs", "small", "text"), help="which one")
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("out", type=Path, help="the .npz file to write")
    given = parser.parse_args()
    if given.bank == "text":
        bank = text_bank(given.fonts, TEXT_FONTS)
    else:
        listed = tomllib.loads((BANK.parent / "fonts.toml").read_text())
        names = [name for each in listed["packages"] for name in each["files"]]
        bank = glyph_bank(given.fonts, names, SMALL if given.bank == "small" else GLYPHS)
    np.savez(given.out, allow_pickle=False, **bank)
    print(f"{given.out}: {len(bank['fonts'])} fonts, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
