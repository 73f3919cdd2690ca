"""The numbers of the inference for path games fitted to painted grids, and whether they hold.

python -m tests.benchmarks.fitting_grids run --out DIR [--fonts DIR] paint, read, keep
python -m tests.benchmarks.fitting_grids fit DIR [--rest] [--write]  fit to that
python -m tests.benchmarks.fitting_grids report DIR                  how the stored ones do there

Every second grid has other fonts, every fifth is odd, on every third the word is told that a
finger traces, and on two of four some tiles have two letters. The features were chosen on seeds
from 21000, those from 22000 are for reports. A run goes on where the last one ended.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from vision.errors import VisionError
from vision.imaging import Doubles, Screen
from vision.inference import Choice, GridFindings, decide_grid, grids
from vision.inference.confidence import fitted
from vision.paths import read_grid
from wwfsnap.many.parallel import in_order

from .fitting import STORE, Told, by_confidence, by_threshold, calibration_error
from .fitting_solve import Choices, conditional_logit, logistic, probability, rounded
from .fitting_tiles import mark_of
from .grid_painting import paint_grid
from .invented import fonts_below
from .switching import replaced


class Grid(NamedTuple):
    """A grid as it was seen, and what its tiles say.

    Attributes:
        seed: What it was painted with.
        found: What was seen; None where it was refused or has another size.
        texts: The texts of its K tiles.
    """

    seed: int
    found: GridFindings | None
    texts: list[str]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="paint and read grids, keep what is seen")
    run.add_argument("--out", type=Path, required=True, metavar="DIR")
    run.add_argument("--from", type=int, default=20_000, dest="first", metavar="SEED")
    run.add_argument("--count", type=int, default=600)
    run.add_argument("--fonts", type=Path, metavar="DIR", help="fonts for every second seed")
    run.add_argument("--processes", type=int, help="one a core if not given")
    fit = commands.add_parser("fit", help="fit the numbers to what was seen")
    fit.add_argument("--rest", action="store_true", help="keep what tells single letters")
    fit.add_argument("--write", action="store_true", help=f"store them in {STORE.name}")
    report = commands.add_parser("report", help="calibration of the stored numbers")
    for command in (fit, report):
        command.add_argument("folder", type=Path, metavar="DIR", help="what `run` wrote")
    given = parser.parse_args(arguments)
    if given.command == "run":
        given.out.mkdir(parents=True, exist_ok=True)
        seeds = range(given.first, given.first + given.count)
        left = [seed for seed in seeds if not (given.out / f"{seed}.z").exists()]
        work = partial(keep, given.out, fonts_below(None), fonts_below(given.fonts))
        for line in in_order(work, left, "{}: lost".format, given.processes):
            print(line, file=sys.stderr)
        return 0
    every = [load(each) for each in sorted(given.folder.glob("*.z"))]
    seen = [each for each in every if each.found is not None]
    if not seen:
        parser.error(f"{given.folder}: no grids; make some with `run --out {given.folder}`")
    print(f"{len(seen)} of {len(every)} grids were found")
    numbers = fitted()["grids"]
    if given.command == "fit":
        numbers = fit_rest(seen, numbers if given.rest else fit_letters(seen))
        if given.write:
            text = json.dumps({**fitted(), "grids": numbers}, indent=1) + "\n"
            STORE.write_text(text, encoding="utf-8")
    told = told_of(seen, numbers)
    print("\n".join([*by_confidence(told), "", *by_threshold(told)]))
    print(f"\nExpected calibration error: {calibration_error(told):.5f}")
    return 0


def keep(folder: Path, usual: Sequence[Path], other: Sequence[Path], seed: int) -> str:
    """Paint a grid, read it and keep what is seen; a line about it."""
    fonts = other if seed % 2 else usual
    painted = paint_grid(seed, fonts, odd=not seed % 5, told=not seed % 3, paired=seed % 4 < 2)
    texts = [text for row in painted.grid.texts for text in row]
    heard: list[GridFindings] = []

    def listen(found: GridFindings) -> list[Choice]:
        heard.append(found)
        return decide_grid(found)

    pixels = np.ascontiguousarray(np.asarray(painted.picture.convert("RGB"))[:, :, ::-1])
    with replaced("paths.reader.decide_grid", listen):
        try:
            read_grid(Screen(pixels, f"grid-{seed}"))
        except VisionError as fault:
            heard, why = [], str(fault)
        else:
            why = "found"
    found = heard[-1] if heard and len(heard[-1].prints.hidden) == len(texts) else None
    data = zlib.compress(pickle.dumps((seed, found, texts), protocol=5), 1)
    (folder / f"{seed}.z").write_bytes(data)
    return f"{seed}: {why}"


def load(file: Path) -> Grid:
    """A grid that was kept."""
    return Grid(*pickle.loads(zlib.decompress(file.read_bytes())))  # noqa: S301 (`keep` wrote it)


def fit_letters(seen: Sequence[Grid]) -> dict[str, Any]:
    """What tells single letters, as it is stored."""
    groups = [each for each in map(choices_of, seen) if len(each.right)]
    weights, loss = conditional_logit(groups)
    count = sum(len(each.right) for each in groups)
    named = dict(zip(grids.FEATURES, rounded(weights), strict=True))
    return {"weights": named, "fit": {"letters": _fit(seen, count, loss)}}


def fit_rest(seen: Sequence[Grid], letters: Mapping[str, Any]) -> dict[str, Any]:
    """What tells small second letters, and the calibration, beside what tells letters."""
    seconds, small = smallness(seen)
    fitted_pairs, off = logistic(seconds, small)
    pairs = rounded(fitted_pairs)
    weights = np.array([letters["weights"][name] for name in grids.FEATURES])
    known, right = judged(seen, weights, np.array(pairs))
    calibration, loss = logistic(known, right)
    fit = {
        "letters": letters["fit"]["letters"],
        "pairs": _fit(seen, len(small), off),
        "calibration": _fit(seen, len(right), loss),
        "code": mark_of([Path(grids.__file__)]),
    }
    print("\n".join(f"{name}: {about}" for name, about in fit.items()))
    return {
        "weights": letters["weights"],
        "pairs": pairs,
        "calibration": rounded(calibration),
        "fit": fit,
    }


def _fit(seen: Sequence[Grid], count: int, loss: float) -> dict[str, Any]:
    """To what some numbers were fitted, and how well."""
    return {"seeds": [seen[0].seed, seen[-1].seed], "count": count, "loss": round(loss, 1)}


def choices_of(grid: Grid) -> Choices:
    """The letters of a grid whose right one is a candidate."""
    assert grid.found is not None
    rated = grids.rate(grid.found)
    rows, right = [], []
    for k, (places, text) in enumerate(zip(rated.places, grid.texts, strict=True)):
        several = grid.found.prints.several.get(k)
        letters = [each for each in text if each.isalpha()]
        if len(letters) != len(places) or (several and several.spell(letters) != text):
            continue
        capitals = places[:1] if text in grid.found.pairs else places
        for row, letter in zip(capitals, letters, strict=False):
            names = [rated.evidence.letters[n] for n in rated.evidence.order[row]]
            if letter in names:
                rows.append(row)
                right.append(names.index(letter))
    features = rated.features[rows].astype(np.float32)
    return Choices(features, np.ones(features.shape[:2], bool), np.array(right, np.int64))


def smallness(seen: Sequence[Grid]) -> tuple[Doubles, np.ndarray[Any, Any]]:
    """``(K, 2)`` what tells small letters from capitals, and whether each is one.

    Of tiles that begin like a pair, but for a Q: behind it is a U anyway. What two capitals spell
    tells nothing where it is the same.
    """
    seconds, small = [], []
    for found, texts in _found(seen):
        names = found.prints.faces.letters.letters
        for k, several in found.prints.several.items():
            for pair in found.pairs if several.small else ():
                spelled = names[several.scores[1].argmax()]
                if pair[0] == texts[k][0] != "Q" and spelled != pair[1]:
                    seconds.append((1.0, several.smaller(pair)))
                    small.append(texts[k] == pair)
    return np.array(seconds), np.array(small)


def judged(
    seen: Sequence[Grid], weights: Doubles, pairs: Doubles
) -> tuple[Doubles, np.ndarray[Any, Any]]:
    """``(K, T)`` what the probability of each tile is told by, and whether it is right."""
    terms: list[Doubles] = []
    right: list[bool] = []
    for found, texts in _found(seen):
        rated = grids.rate(found)
        shares = grids.share(found, rated, weights, pairs)
        terms.append(grids.terms(found, shares))
        right += [next(iter(own)) == text for own, text in zip(shares, texts, strict=True)]
    return np.concatenate(terms), np.array(right)


def _found(seen: Sequence[Grid]) -> Iterator[tuple[GridFindings, list[str]]]:
    return ((each.found, each.texts) for each in seen if each.found is not None)


def told_of(seen: Sequence[Grid], numbers: Mapping[str, Any]) -> Told:
    """The tiles of the grids with their probabilities."""
    weights = np.array([numbers["weights"][name] for name in grids.FEATURES])
    terms, right = judged(seen, weights, np.array(numbers["pairs"]))
    pictures = np.repeat(np.arange(len(seen)), [len(each.texts) for each in seen])
    return Told(probability(terms, np.array(numbers["calibration"])), right, pictures)


if __name__ == "__main__":
    sys.exit(main())
