"""What calibration is worth: each screen of a look read with themes learnt from others of it.

    python -m tests.benchmarks.calibration                    corpus and sample screens
    python -m tests.benchmarks.calibration --only wordfeud --shots 1
    python -m tests.benchmarks.calibration --sources wild --looks 6 --from 700 --fonts DIR
    python -m tests.benchmarks.calibration --sources shaded

The look's shipped theme takes no part, and a screen that is read never teaches. Verdicts are strict
(see verdict.py). The ways of reading:

    generic    without any theme
    learnt     with the theme

and with --strange, to stand for a look in a font unlike all that are shipped:

    alone      with the theme's own letters; only those not seen come from one shipped font
    strange    without any theme, by the one shipped font that is least like the look's
    strange +  the same with the theme
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from unittest.mock import patch

import numpy as np

from calibration import Report, Truth, correct, keep, learn, load_shot
from sample_screens.render import render
from sample_screens.truth import load_truths
from solver.words import default_lexicon
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

from .dressing import with_shade
from .invented import fonts_below
from .inventing import invent, invent_scene
from .pictures import Source, choose, expected_of, find_sources
from .verdict import Verdict, judge_reading
from .wild import TOLD, invent_wild
from .wild_screen import paint_wild

NAME = "learnt"
WAYS = ("generic", "learnt", "alone", "strange", "strange +")
SCREENS = 5
"""Painted of each invented look."""


@dataclass(frozen=True)
class Taught:
    """A theme kept as `NAME`: what it was learnt from, what was learnt, its letters."""

    chosen: list[Source]
    report: Report
    own: GlyphBank


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = ("samples", "corpus", "all", "fresh", "invented", "wild", "shaded")
    parser.add_argument("--sources", choices=kinds, default="all")
    parser.add_argument("--only", default="", help="looks whose name holds this")
    parser.add_argument("--shots", default="1,2,3", help="how many screens are learnt from")
    parser.add_argument("--limit", type=int, default=0, help="screens read of a look; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--looks", type=int, default=6, help="how many looks are invented")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--fonts", type=Path, metavar="DIR", help="fonts of invented looks")
    parser.add_argument("--strange", action="store_true", help="as if in a strange font, too")
    parser.add_argument("--verbose", action="store_true", help="name what is read wrongly")
    given = parser.parse_args()
    ways = WAYS if given.strange else WAYS[:2]
    print("| look | learnt from | letters | leave one out | " + " | ".join(ways) + " |")
    print("|---|---:|---:|---:|" + "---:|" * len(ways))
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CONFIG_HOME"] = home
        found: Iterable[tuple[str, list[Source]]]
        if given.sources in {"invented", "wild", "shaded"}:
            seeds = range(given.first, given.first + given.looks)
            paint = partial(painted_look, kind=given.sources, fonts=given.fonts)
            found = ((f"{given.sources} {seed}", paint(seed, Path(home))) for seed in seeds)
        else:
            found = sorted(looks(given.sources).items())
        for look, sources in found:
            if given.only in look:
                measure(look, sources, given, ways)
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
        elif which == "fresh":
            found[f"fresh {source.name.split('/')[1]}"].append(source)
        else:
            found[f"corpus {_shipped_look(source)}"].append(source)
    return {look: sources for look, sources in found.items() if len(sources) > 1}


def painted_look(seed: int, folder: Path, *, kind: str, fonts: Path | None) -> list[Source]:
    """Screens of one invented look on one device, painted into a folder; no board is like another.

    Args:
        seed: What the dice start from.
        folder: Where the pictures go.
        kind: ``invented``, ``wild``, or ``shaded``: invented, with tiles laid but not played on
            each screen, in a shade that differs from that of all others.
        fonts: A folder of fonts to choose from.
    """
    files, lexicon = fonts_below(fonts), default_lexicon("en")
    if kind == "wild":
        first, look, traits = invent_wild(seed, lexicon, files)
    else:
        (first, look), traits = invent(seed, lexicon, files), None
    if kind == "shaded":
        look = with_shade(look)
    found = []
    for number in count():
        dice = random.Random(f"{seed} {number}")  # noqa: S311 (a made-up picture is no secret)
        name = f"{first.name}-{number}"
        scene = invent_scene(name, dice, look, lexicon, until=(6, 22))
        if traits and scene.premiums and traits.labels not in TOLD:
            continue  # nobody could tell what they multiply
        if kind == "shaded" and not scene.tentative:
            continue
        scene = replace(scene, device=first.device)
        if traits:
            picture, expected = paint_wild(scene, look, traits)
        else:
            picture, truth = render(scene, look)
            expected = expected_of(truth)
        path = folder / f"{name}.png"
        picture.save(path)
        found.append(Source(name, path, look.name, expected, None, None))
        if len(found) == SCREENS:
            break
    return found


def measure(
    look: str, sources: Sequence[Source], given: argparse.Namespace, ways: Sequence[str]
) -> None:
    """Read each screen with a theme of so many others, and print the lines of a look."""
    read_out = choose(sources, given.limit, given.seed)
    plain = {source.name: read_source(source, NO_THEME) for source in read_out}
    for number in map(int, given.shots.split(",")):
        teachers = {
            source.name: choose_shots([s for s in sources if s is not source], number, given.seed)
            for source in read_out
        }
        taught, rows = None, defaultdict[str, list[Verdict]](list)
        for source in sorted(read_out, key=lambda s: [t.name for t in teachers[s.name]]):
            chosen = teachers[source.name]
            if len(chosen) < number:
                continue
            if taught is None or taught.chosen != chosen:
                taught = Taught(chosen, *teach(look, chosen))
            for way in ways:
                verdict = plain[source.name] if way == WAYS[0] else _read_way(source, taught, way)
                rows[way].append(verdict)
                if verdict.what and given.verbose:
                    names = " ".join(each.name for each in chosen)
                    print(f"    {source.name} {way} by {names}: {verdict.what}", file=sys.stderr)
        if taught is not None:
            report = taught.report
            cells = (
                *(look, number, len(report.masks.letters)),
                f"{report.right}/{len(report.trials)}",
                *(_row(rows[way]) for way in ways),
            )
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


def _row(verdicts: Sequence[Verdict]) -> str:
    """Exact of all; wrong in silence; needless doubts."""
    exact, silent = (sum(getattr(v, each) for v in verdicts) for each in ("exact", "silent"))
    needless = sum(v.needless for v in verdicts)
    return f"{exact}/{len(verdicts)}, {silent}, {needless}"


def _read_way(source: Source, taught: Taught, way: str) -> Verdict:
    """A screen read one way with, or beside, the theme that is kept."""
    if way == "learnt":
        return read_source(source, NAME)
    generic = generic_bank()
    strange = generic.of_fonts([int(font_likeness(taught.own, 0, generic).argmin())])
    bank = {
        "alone": complete_bank(taught.own, generic),
        "strange": strange,
        "strange +": _joined(taught.own, strange),
    }[way]
    with patch("vision.themes.store.join_glyphs", return_value=bank):
        return read_source(source, NO_THEME if way == "strange" else NAME)


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

    The first has a rack and 15 different letters or more.
    """
    played = sorted(
        sources,
        key=lambda source: random.Random(f"{seed} {source.name}").random(),  # noqa: S311 (no secret)
    )
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
    return Truth(
        expected.board,
        expected.rack,
        expected.laid,
        game=expected.game,
        premiums=expected.premiums,
    )


def read_source(source: Source, theme: str) -> Verdict:
    """How a picture is read with a theme."""
    return judge_reading(lambda: read(load_screen(source.path), theme=theme), source.expected)


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
