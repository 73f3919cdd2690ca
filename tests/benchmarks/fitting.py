"""The numbers of the inference fitted to screens with known truth, and whether they hold elsewhere.

python -m tests.benchmarks.fitting run --out DIR                    make, read, keep what is found
python -m tests.benchmarks.fitting fit DIR [--write]                fit both steps to that
python -m tests.benchmarks.fitting run --out OTHER --first 500000   screens nothing is fitted to
python -m tests.benchmarks.fitting report OTHER [--plot FILE.png]   how the stored ones do there

A run goes on where the last one ended: a file that stands is not made again. `fit` starts from what
was found, so it takes minutes; after a change to the stages before the inference, screens have to
be read again, into another folder. `--write` stores the numbers where the reader takes them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Doubles
from vision.inference import confidence, evidence, joint, measures, pending
from vision.inference.confidence import fitted
from vision.inference.evidence import FEATURES
from wwfsnap.many.parallel import in_order

from .ablation_screens import Shot, painted_shots
from .fitting_solve import (
    GIVEN,
    SETS,
    Letters,
    chances,
    choices,
    fit_calibration,
    fit_covered,
    fit_letters,
    fit_pending,
    rounded,
)
from .fitting_tiles import (
    Judged,
    Tiles,
    file_of,
    finder_mark,
    judged,
    keep,
    load,
    mark_of,
    plays_of,
    tiles_of,
)
from .switching import replaced

STORE = Path(evidence.__file__).with_name("likelihood.json")

LONGEST = 600.0
"""Seconds for one screen."""

EDGES = (0.0, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0)
"""Of the bins of confidence."""

THRESHOLDS = (0.98, 0.99, 0.995, 0.998, 0.999, 0.9995)
"""Probabilities from which a tile might be taken for sure; `sure` in the stored numbers is one."""


GROUPS = {
    "glyph": measures.GLYPH,
    "fellows": measures.FELLOWS,
    "network": measures.NETWORK,
    "corner": ("share of the bag", "blank", *measures.PRINTED, *measures.BARE_PRINT),
}
"""Weights that can be fitted alone."""

STEPS = "pending", "calibration", "covered"
"""What else can."""

SELDOM_PAINTED = {"no rack in sight"}
"""Weights of sets of pending tiles that are kept as they are stored, as few painted screens are cut
to the board; this one is of the fit before, to 803 pictures of seeds from 960000."""


class Told(NamedTuple):
    """Tiles with what was told of them.

    Attributes:
        confidence: ``(K,)`` the probability that the tile is right.
        right: ``(K,)`` whether it is.
        picture: ``(K,)`` number of its picture.
    """

    confidence: Doubles
    right: NDArray[np.bool_]
    picture: NDArray[np.int64]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="make and read screens, keep what is found")
    run.add_argument("--out", type=Path, required=True, metavar="DIR")
    run.add_argument("--seeds", type=int, default=740, help="invented, unlabelled and wild")
    run.add_argument("--laid", type=int, default=0, help="tiles laid on most")
    run.add_argument("--ended", type=int, default=0, help="the bag is empty, or nearly so")
    run.add_argument("--covered", type=int, default=0, help="something lies on two tiles")
    run.add_argument("--damaged", type=int, default=4, help="sample screens a kind of damage")
    run.add_argument("--fonts", type=Path, metavar="DIR", help="fonts for every second seed")
    run.add_argument("--first", type=int, default=400_000, help="seed of the first screen")
    fit = commands.add_parser("fit", help="fit the numbers to what was found")
    fit.add_argument("--write", action="store_true", help=f"store them in {STORE.name}")
    fit.add_argument(
        "--signs",
        nargs="+",
        choices=SETS,
        metavar="NAME",
        help="of what speaks for pending tiles, the weights that are fitted (default: all)",
    )
    fit.add_argument(
        "--only",
        nargs="+",
        choices=(*GROUPS, *STEPS),
        help="the weights of these measures, or these steps; all else stays as stored",
    )
    report = commands.add_parser("report", help="calibration of the stored numbers")
    report.add_argument("--plot", type=Path, metavar="FILE", help="draw it, as PNG")
    for command in (fit, report):
        command.add_argument("folder", type=Path, metavar="DIR", help="what `run` wrote")
    for command in (run, fit, report):
        command.add_argument("--processes", type=int, help="one a core if not given")
    given = parser.parse_args(arguments)
    if given.command == "run":
        more = {"laid": given.laid, "covered": given.covered, "ended": given.ended}
        shots = painted_shots(given.seeds, given.damaged, given.fonts, given.first, more)
        run_shots(given.out, shots, given.processes)
        return 0
    files = sorted(given.folder.glob("*.z"))
    if not files:
        parser.error(f"{given.folder}: no findings; make some with `run --out {given.folder}`")
    if load(files[0]).mark != finder_mark():
        print("These findings are of another reader than this.", file=sys.stderr)
    if given.command == "fit":
        numbers = fit_files(files, given.processes, given.only, given.signs)
        if given.write:
            STORE.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        return 0
    pictures = judge_files(files, fitted(), given.processes)
    told = told_of(pictures, fitted())
    print("\n".join([*seen(pictures), "", *by_confidence(told), "", *by_threshold(told)]))
    print(f"\nExpected calibration error: {calibration_error(told):.5f}")
    if given.plot is not None:
        from .fitting_plot import plot

        plot(told.confidence, told.right, given.plot)
    return 0


def run_shots(folder: Path, shots: Sequence[Shot], processes: int | None) -> None:
    """Make and read the screens that the folder lacks."""
    folder.mkdir(parents=True, exist_ok=True)
    left = [shot for shot in shots if not file_of(folder, shot).exists()]
    print(f"{len(left)} of {len(shots)} screens to read", file=sys.stderr)
    lines = in_order(partial(keep, folder), left, _lost, processes, LONGEST)
    for number, line in enumerate(lines, 1):
        print(f"{number} of {len(left)}: {line}", file=sys.stderr)


def _lost(shot: Shot) -> str:
    return f"{shot}: lost"


def _none(_file: Path) -> None:
    """What comes of a file that took too long."""


def fit_files(
    files: Sequence[Path],
    processes: int | None,
    only: Sequence[str] | None = None,
    signs: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Fit all steps to some findings, tell of it, and give all numbers as they are stored.

    Args:
        files: The findings.
        processes: One a core if None.
        only: Some of ``GROUPS`` and ``STEPS``: the numbers that are fitted; None = all of them.
        signs: Those of what speaks for pending tiles whose weights are fitted; None = all of them.
    """
    every = in_order(tiles_of, files, _none, processes, LONGEST)
    pictures = [each for each in every if each is not None]
    if not pictures:
        raise SystemExit("on none of these screens a board was found")
    print("\n".join(seen(pictures)), flush=True)
    parts = set(only or (*GROUPS, *STEPS))
    numbers: dict[str, Any] = dict(fitted())
    record: dict[str, Any] = {
        "screens": len(pictures), "seeds": _seeds([each.shot for each in pictures])
    }  # fmt: skip
    if parts & set(GROUPS):
        numbers["weights"], record["letters"] = _letters(pictures, parts)
    if "pending" in parts:
        rated = [each for each in in_order(plays_of, files, _none, processes, LONGEST) if each]
        kept = SELDOM_PAINTED if signs is None else set(SETS) - set(signs)
        given = {name: numbers["pending"][name] for name in kept}
        laid, loss = fit_pending(rated, given)
        print(f"Pending tiles: loss {loss:.1f} of {len(rated)} pictures", flush=True)
        numbers["pending"] = dict(zip(SETS, rounded(laid), strict=True))
        record["pending"] = {"pictures": len(rated), "loss": round(loss, 1)}
    boards = judge_files(files, numbers, processes) if parts & {"calibration", "covered"} else []
    if "covered" in parts and any(tile.covered for each in boards for tile in each.weighed):
        own, count, loss = fit_covered(boards)
        numbers["calibration"] = {**numbers["calibration"], "covered": rounded(own)}
        print(f"Covered letters: loss {loss:.1f} of {count} tiles", flush=True)
        record["covered"] = {"tiles": count, "loss": round(loss, 1)}
    if "calibration" in parts:
        weights, loss = fit_calibration(boards)
        fresh = {name: rounded(own) for name, own in weights.items()}
        numbers["calibration"] = {**numbers["calibration"], **fresh}
        told = told_of(boards, numbers)
        print(f"\nCalibration: loss {loss:.1f} of {len(told.right)} tiles\n")
        print("\n".join([*by_confidence(told), "", *by_threshold(told)]))
        record["calibration"] = {"tiles": len(told.right), "loss": round(loss, 1)}
    record["code"] = {
        "finding": load(files[0]).mark,
        "letters": mark_of([Path(str(each.__file__)) for each in (measures, evidence)]),
        "calibration": mark_of([Path(str(each.__file__)) for each in (joint, confidence)]),
        "pending": mark_of([Path(str(pending.__file__))]),
    }
    if only is not None:
        title = ": ".join([" and ".join(sorted(parts)), *sorted(signs or ())])
        record = {**fitted()["fit"], title: record}
    return {**numbers, "fit": record}


def _letters(
    pictures: Sequence[Tiles], parts: Collection[str]
) -> tuple[dict[str, float], dict[str, Any]]:
    """The weights, those of some groups fitted anew, and the record of that."""
    stored, letters = fitted()["weights"], None
    free = {name for group in GROUPS if group in parts for name in GROUPS[group]}
    given = {**{name: stored[name] for name in FEATURES if name not in free}, **GIVEN}
    for letters in fit_letters(pictures, given):
        print(
            f"Letters: loss {letters.loss:.1f} of {letters.tiles} tiles, "
            f"{len(letters.dropped)} pictures left out",
            flush=True,
        )
    assert letters is not None
    for title, told in _told_alone(letters):
        print("\n".join(["", f"By what they show, tiles of {title}:", "", *by_confidence(told)]))
    return dict(zip(FEATURES, rounded(letters.weights), strict=True)), {
        "tiles": letters.tiles,
        "loss": round(letters.loss, 1),
        "pictures left out": len(letters.dropped),
    }


def judge_files(
    files: Sequence[Path], numbers: Mapping[str, Any], processes: int | None
) -> list[Judged]:
    """The boards as they are read with fitted numbers, those that were found."""
    every = in_order(partial(judged, numbers), files, _none, processes, LONGEST)
    return [each for each in every if each is not None]


def _seeds(shots: Sequence[Shot]) -> dict[str, list[int]]:
    """The first and the last seed of each kind of screen, and how many samples are damaged."""
    found: dict[str, list[int]] = {}
    for kind in sorted({each.kind for each in shots} - {"samples"}):
        numbers = [int(each.name) for each in shots if each.kind == kind]
        found[kind] = [min(numbers), max(numbers)]
    return found


def _told_alone(letters: Letters) -> Iterator[tuple[str, Told]]:
    """Tiles as their looks alone tell them: of all pictures, and of those fitted to."""
    dropped = np.array(sorted(letters.dropped))
    groups = [choices(each) for each in letters.pictures]
    told = [chances(each, letters.weights) for each in groups]
    every = Told(
        np.concatenate([each.max(axis=1) for each in told]),
        np.concatenate([t.argmax(axis=1) == g.right for t, g in zip(told, groups, strict=True)]),
        np.repeat(np.arange(len(groups)), [len(each.right) for each in groups]),
    )
    yield "all pictures", every
    if len(dropped):
        fitted_to = ~np.isin(every.picture, dropped)
        confidence, right, picture = every
        own = Told(confidence[fitted_to], right[fitted_to], picture[fitted_to])
        yield "those not left out", own


def told_of(pictures: Sequence[Judged], numbers: Mapping[str, Any]) -> Told:
    """The tiles of all pictures with their probabilities by these numbers."""
    with replaced("inference.confidence.fitted", lambda: numbers):
        told = [
            confidence.calibrated(tile, named=False) for each in pictures for tile in each.weighed
        ]
    return Told(
        np.array(told),
        np.concatenate([each.letter & each.side for each in pictures]),
        np.repeat(np.arange(len(pictures)), [len(each.weighed) for each in pictures]),
    )


def seen(pictures: Sequence[Tiles] | Sequence[Judged]) -> Iterator[str]:
    """How many screens there are of each group."""
    groups = [each.shot.group for each in pictures]
    counts = ", ".join(f"{groups.count(each)} {each}" for each in sorted(set(groups)))
    yield f"{len(pictures)} screens with a board that was found: {counts}"
    unlike = sum(int((each.letter < 0).sum()) for each in pictures if isinstance(each, Tiles))
    if unlike:
        yield f"{unlike} tiles are unlike their letter: it is not among the likeliest"


def _bins(told: Told) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """The tiles of each bin, the last one with its upper edge."""
    place = np.clip(np.searchsorted(EDGES, told.confidence, side="right") - 1, 0, len(EDGES) - 2)
    for n, (low, high) in enumerate(pairwise(EDGES)):
        yield f"{low:g} to {high:g}", place == n


def by_confidence(told: Told) -> Iterator[str]:
    """The table of calibration."""
    yield "| confidence | tiles | right | wrong | expected | in pictures |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name, own in [*_bins(told), ("all", np.ones_like(told.right))]:
        count, wrong = int(own.sum()), own & ~told.right
        share = f"{100 * (1 - wrong.sum() / count):.2f} %" if count else ""
        expected = (1 - told.confidence[own]).sum()
        spread = len(np.unique(told.picture[wrong]))
        yield f"| {name} | {count} | {share} | {wrong.sum()} | {expected:.1f} | {spread} |"


def calibration_error(told: Told) -> float:
    """How far the share that is right is from the mean confidence, over the bins by their tiles."""
    off = [abs(float((told.confidence[own] - told.right[own]).sum())) for _, own in _bins(told)]
    return sum(off) / max(1, len(told.right))


def by_threshold(told: Told) -> Iterator[str]:
    """What a probability from which tiles are sure would cost."""
    spoilt = np.unique(told.picture[~told.right])
    good = ~np.isin(told.picture, spoilt)
    pictures = len(np.unique(told.picture))
    yield f"Of {pictures} boards {pictures - len(spoilt)} are read right."
    yield ""
    yield "| sure from | boards with a wrong tile not doubted | needless doubts on right boards |"
    yield "|---:|---:|---:|"
    for sure in THRESHOLDS:
        silent = len(np.unique(told.picture[~told.right & (told.confidence >= sure)]))
        yield f"| {sure} | {silent} | {int((good & (told.confidence < sure)).sum())} |"


if __name__ == "__main__":
    sys.exit(main())
