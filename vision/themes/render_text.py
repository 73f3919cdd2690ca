"""Render the bank of text characters from open fonts; run it when the list of fonts changes.

    python vision/themes/render_text.py FONTS vision/themes/generic/text.npz

wwfsnap has to be installed for it (``pip install -e .``). FONTS is a folder of unpacked font
packages; those of ``generic/fonts.toml``, which has origin and licence of each, suffice. Only
measures of the characters' masks are shipped. The same fonts give the same bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.text import MASK, STEPS, unit_vectors
from vision.themes.outlines import render_fonts

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
"""Letter pairs of known phrases that touch where the text is small."""

SIZE = 120
AXES = 72
"""Principal directions of masks that are kept; the others hold hardly any difference."""


def render_bank(folder: Path) -> dict[str, NDArray[np.generic]]:
    """Masks, proportions, characters, fonts, as ``vision.text.bank.read_text_bank`` takes them."""
    masks, aspects, heights, tops = render_fonts(folder, FONTS, CHARACTERS + PAIRS, SIZE, MASK)
    shapes = unit_vectors((masks.astype(np.float32) / np.float32(255)).reshape(-1, MASK, MASK))
    basis = np.linalg.eigh(shapes.T.astype(np.float64) @ shapes)[1][:, -AXES:]
    return {
        "basis": basis.astype(np.float16),
        "shapes": np.rint(shapes @ basis * STEPS).astype(np.int8),
        "aspects": aspects,
        "heights": heights,
        "tops": tops,
        "characters": np.array(CHARACTERS + PAIRS),
        "fonts": np.array(FONTS),
    }


def main() -> None:
    """Render and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("out", type=Path, help="the .npz file to write")
    given = parser.parse_args()
    np.savez(given.out, allow_pickle=False, **render_bank(given.fonts))
    print(f"{given.out}: {len(FONTS)} fonts, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
