"""What calibration is worth: a theme learnt from one or two screens of a look reads all others.

    python -m tests.benchmarks.calibration                    corpus and sample screens
    python -m tests.benchmarks.calibration --only wordfeud --shots 1 --draws 3

The look's shipped theme takes no part, and screens learnt from are not read. The ways of reading:

    generic    without any theme
    learnt     with the theme
    alone      with the theme's own letters; only those not seen come from one shipped font
    strange    without any theme, by the one shipped font that is least like the look's
    strange +  the same with the theme

The last two stand for a look in a font unlike all that are shipped.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np

from calibration import Report, Truth, correct, keep, learn, load_shot
from sample_screens.truth import load_truths
from vision.errors import VisionError
from vision.imaging import load_screen
from vision.reader import read
from vision.themes import (
    NO_THEME,
    complete_bank,
    font_likeness,
    named_theme,
    nearest_theme,
    shipped_themes,
)
from vision.tiles import GlyphBank, generic_bank

from .pictures import Source, find_sources
from .verdict import Verdict, judge, judge_refusal

NAME = "learnt"
WAYS = ("generic", "learnt", "alone", "strange", "strange +")


@dataclass(frozen=True)
class Row:
    """One line of the table: the screens read one way."""

    screens: int
    exact: int
    silent: int
    tiles: int
    right: int
    confidence: float

    def text(self) -> str:
        wrong = self.tiles - self.right
        return f"{self.exact}/{self.screens} {wrong:4} {self.silent:3} {self.confidence:5.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", choices=("samples", "corpus", "all"), default="all")
    parser.add_argument("--only", default="", help="looks whose name holds this")
    parser.add_argument("--shots", type=int, default=0, help="screens learnt from; 1 and 2 if 0")
    parser.add_argument("--draws", type=int, default=1, help="different choices of them")
    parser.add_argument("--limit", type=int, default=0, help="screens read of a look; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="name what is read wrongly")
    given = parser.parse_args()
    print("exact of screens read, tiles wrong, silent misreads, mean of the least confidence")
    print(f"{'look':20}{'shots':>6}{'letters':>8}{'l.o.o.':>8}" + "".join(f"{w:>25}" for w in WAYS))
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CONFIG_HOME"] = home
        for look, sources in sorted(looks(given.sources).items()):
            if given.only in look:
                for count in (given.shots,) if given.shots else (1, 2):
                    for draw in range(given.draws):
                        measure(
                            look,
                            sources,
                            count,
                            given.limit,
                            given.seed + draw,
                            verbose=given.verbose,
                        )
    return 0


def looks(which: str) -> dict[str, list[Source]]:
    """The pictures with a board by look, those looks of which there are two or more."""
    sample_looks = {f"sample_screens/{truth.name}": truth.look for truth in load_truths()}
    found: dict[str, list[Source]] = defaultdict(list)
    for source in find_sources(which):
        if source.expected.refused:
            continue
        if source.name in sample_looks:
            found[f"sample {sample_looks[source.name]}"].append(source)
        else:
            found[f"corpus {_shipped_look(source)}"].append(source)
    return {look: sources for look, sources in found.items() if len(sources) > 1}


def measure(
    look: str, sources: Sequence[Source], count: int, limit: int, seed: int, *, verbose: bool
) -> None:
    """Learn from so many screens, read the others, print the line."""
    chosen = choose_shots(sources, count, seed)
    if len(chosen) < count or len(sources) == count:
        return
    rest = [source for source in sources if source not in chosen]
    if limit:
        rest = random.Random(seed).sample(rest, min(limit, len(rest)))  # noqa: S311 (no secret)
    report, own = teach(look, chosen)
    generic = generic_bank()
    strange = generic.of_fonts([int(font_likeness(own, 0, generic).argmin())])
    rows = [_read_all(rest, NO_THEME, verbose=verbose), _read_all(rest, NAME, verbose=verbose)]
    with patch("vision.themes.store.join_glyphs", return_value=complete_bank(own, generic)):
        rows.append(_read_all(rest, NAME, verbose=verbose))
    with patch("vision.themes.store.join_glyphs", return_value=strange):
        rows.append(_read_all(rest, NO_THEME, verbose=verbose))
    with patch("vision.themes.store.join_glyphs", return_value=_joined(own, strange)):
        rows.append(_read_all(rest, NAME, verbose=verbose))
    loo = f"{report.right}/{len(report.trials)}"
    print(
        f"{look:20}{count:6}{len(report.masks.letters):8}{loo:>8}"
        + "".join(f"{row.text():>25}" for row in rows),
        flush=True,
    )


def _joined(own: GlyphBank, generic: GlyphBank) -> GlyphBank:
    """A theme's letters and one shipped font."""
    whole = complete_bank(own, generic)
    return GlyphBank(
        generic.characters,
        (*whole.fonts, *generic.fonts),
        *(
            np.concatenate([getattr(whole, each), getattr(generic, each)])
            for each in ("vectors", "aspects", "heights", "tops")
        ),
    )


def teach(look: str, chosen: Sequence[Source]) -> tuple[Report, GlyphBank]:
    """Learn a look from some screens; what was learnt, and the letters of the theme kept."""
    learnt = learn([correct(load_shot(s.path), truth_of(s)) for s in chosen], NAME, look)
    keep(learnt, [s.path for s in chosen], replace_theme=True, keep_pictures=False)
    own = named_theme(NAME).glyphs
    assert own is not None
    return learnt.report, own


def choose_shots(sources: Sequence[Source], count: int, seed: int) -> list[Source]:
    """Screens to learn from: the first at random, those after it for the letters that lack.

    None with tiles laid but not played, the first with a rack and 15 different letters or more.
    """
    played = [source for source in sources if not source.expected.laid]
    random.Random(seed).shuffle(played)  # noqa: S311 (no secret)
    first = next((s for s in played if s.expected.rack and len(_letters(s)) >= 15), None)
    if first is None:
        return []
    chosen, seen = [first], _letters(first)
    played.remove(first)
    while played and len(chosen) < count:
        best = max(played, key=lambda source: len(_letters(source) - seen))
        played.remove(best)
        chosen.append(best)
        seen |= _letters(best)
    return chosen


def _letters(source: Source) -> set[str]:
    text = "".join(source.expected.board) + (source.expected.rack or "")
    return set(text.upper()) - {".", "?"}


def truth_of(source: Source) -> Truth:
    expected = source.expected
    return Truth(expected.board, expected.rack, game=expected.game)


def _read_all(sources: Sequence[Source], theme: str, *, verbose: bool) -> Row:
    verdicts: list[Verdict] = []
    confidences = []
    for source in sources:
        try:
            reading = read(load_screen(source.path), theme=theme)
        except VisionError as error:
            verdicts.append(judge_refusal(str(error), source.expected))
            continue
        verdicts.append(judge(reading, source.expected))
        if verdicts[-1].what and verbose:
            print(f"    {source.name} {theme}: {verdicts[-1].what}", file=sys.stderr)
        confidences.append(reading.confidence)
    return Row(
        len(verdicts),
        sum(verdict.exact for verdict in verdicts),
        sum(verdict.silent for verdict in verdicts),
        sum(verdict.tiles for verdict in verdicts),
        sum(verdict.tiles_right for verdict in verdicts),
        sum(confidences) / max(1, len(confidences)),
    )


def _shipped_look(source: Source) -> str:
    """The shipped theme that is nearest to a picture's colours."""
    try:
        shot = load_shot(source.path)
    except VisionError:
        return "unread"
    colours = learn([shot], NAME, NAME).theme.colours
    game = [theme for theme in shipped_themes() if theme.game == shot.reading.game]
    theme = nearest_theme(colours, game)
    return theme.name if theme else f"{shot.reading.game} other"


if __name__ == "__main__":
    sys.exit(main())
