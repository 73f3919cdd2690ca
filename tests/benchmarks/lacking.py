"""How looks in fonts that the bank lacks are read: a table, and each silent misread.

    python -m tests.benchmarks.lacking                     corpus and sample screens
    python -m tests.benchmarks.lacking --lack 0 20 --only wordfeud --limit 8

No theme takes part. The fonts most like a look's own letters are taken out of the bank, as many as
`--lack` says; what is left stands for a look in a font unlike all that are shipped.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from vision.themes import NO_THEME, font_likeness
from vision.tiles import GlyphBank, generic_bank

from .calibration import choose_shots, looks, read_source, teach
from .pictures import Source
from .verdict import Verdict

LACKING = (0, 8, 20, 40, 60)
"""Fonts taken out of the bank."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", choices=("samples", "corpus", "all"), default="all")
    parser.add_argument("--only", default="", help="looks whose name holds this")
    parser.add_argument("--lack", type=int, nargs="+", default=LACKING, metavar="N")
    parser.add_argument("--limit", type=int, default=14, help="screens read of a look; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bank = generic_bank()
    print("| look | fonts taken out | likest font left | exact | tiles right | silent | refused |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    silent = 0
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CONFIG_HOME"] = home
        for look, sources in sorted(looks(given.sources).items()):
            if given.only not in look or (alike := _likeness(look, sources, given.seed)) is None:
                continue
            count = min(given.limit or len(sources), len(sources))
            chosen = random.Random(given.seed).sample(sources, count)  # noqa: S311 (no secret)
            nearest = np.argsort(-alike).tolist()
            for lack in given.lack:
                left = sorted(nearest[lack:])
                verdicts = _read_all(chosen, bank.of_fonts(left))
                silent += sum(verdict.silent for verdict in verdicts)
                print(_row(look, lack, float(alike[left].max()), verdicts), flush=True)
    return 1 if silent else 0


def _likeness(look: str, sources: Sequence[Source], seed: int) -> NDArray[np.float32] | None:
    """How much each font of the bank is like the letters of a look; None where they are too few."""
    chosen = choose_shots(sources, 1, seed)
    if not chosen:
        return None
    _, own = teach(look, chosen)
    return font_likeness(own, 0, generic_bank())


def _read_all(sources: Sequence[Source], bank: GlyphBank) -> list[Verdict]:
    verdicts = []
    with patch("vision.themes.store.join_glyphs", return_value=bank):
        for source in sources:
            verdict = read_source(source, NO_THEME)
            verdicts.append(verdict)
            if verdict.silent:
                print(f"silent: {source.name} {verdict.what}", file=sys.stderr)
    return verdicts


def _row(look: str, lack: int, likest: float, verdicts: Sequence[Verdict]) -> str:
    tiles, right = (
        sum(getattr(each, name) for each in verdicts) for name in ("tiles", "tiles_right")
    )
    exact, silent, refused = (
        sum(getattr(each, name) for each in verdicts) for name in ("exact", "silent", "refused")
    )
    return (
        f"| {look} | {lack} | {likest:.2f} | {exact}/{len(verdicts)} | {right}/{tiles} "
        f"| {silent} | {refused} |"
    )


if __name__ == "__main__":
    sys.exit(main())
