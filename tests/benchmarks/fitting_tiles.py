"""Screens in; what the reader finds in them, kept in files, and the numbers to fit to, out."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import re
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from solver.words import Lexicon
from vision import reader
from vision.board import runs_of
from vision.corrections import Corrections
from vision.errors import VisionError
from vision.imaging import Doubles, Place
from vision.inference import Findings, assemble
from vision.inference.assemble import tentative_tiles
from vision.inference.confidence import Weighed
from vision.inference.evidence import BARE, FEATURES, ZERO, Seen, weigh
from vision.inference.moves import SIGNS, TOLD, plays_as_told
from vision.inference.pending import FEATURES as DRAWN
from vision.inference.pending import rate_plays, with_ground
from vision.reading import Reading
from vision.tiles import TileObservations

from .ablation_screens import Shot, make
from .pictures import Expected
from .switching import replaced

UNTOLD = 5
"""Of every so many tiles one of which the network tells nothing while letters are fitted, as where
something lies on them: so glyphs alone have weights, too."""


class Kept(NamedTuple):
    """What a file holds.

    Attributes:
        shot: The screen.
        expected: What a perfect reader reads; None where the picture cannot be damaged so.
        findings: What the reader found, without the word list; None where it refused.
        why: Its refusal.
        mark: Of the reader that found it.
    """

    shot: Shot
    expected: Expected | None
    findings: Findings | None
    why: str
    mark: str


class Tiles(NamedTuple):
    """The tiles of one picture whose letters are known.

    Attributes:
        shot: The screen.
        themed: Whether its theme tells how blanks look.
        style: How blanks look, BARE or ZERO.
        features: ``(K, C, 3, F)`` what speaks for each of the C likeliest letters.
        letter: ``(K,)`` the right one among those, -1 where it is none of them.
        blank: ``(K,)`` whether the tile is one.
        on_rack: ``(K,)`` whether it lies on the rack, where no blank has a letter.
    """

    shot: Shot
    themed: bool
    style: int
    features: NDArray[np.float32]
    letter: NDArray[np.int64]
    blank: NDArray[np.bool_]
    on_rack: NDArray[np.bool_]


class Plays(NamedTuple):
    """The sets of tiles of one picture that may be laid but not played.

    Attributes:
        shot: The screen.
        features: ``(P + 1, F)`` what speaks for each of the P sets; the last row, 0, is for none.
        right: Which it is.
    """

    shot: Shot
    features: NDArray[np.float32]
    right: int

    @property
    def laid(self) -> bool:
        """Whether any are."""
        return self.right < len(self.features) - 1

    @property
    def forced(self) -> bool:
        """Whether the rack tells that some are: it must be full, and is not."""
        full, unseen, empty = (
            bool(self.features[:, DRAWN.index(name)].any())
            for name in ("rack must be full", "no rack in sight", "empty rack")
        )
        return full and (empty or not unseen)


class Judged(NamedTuple):
    """The tiles of a board as they were read.

    Attributes:
        shot: The screen.
        weighed: K tiles.
        letter: ``(K,)`` whether the letter is right.
        side: ``(K,)`` whether it is rightly told a blank, or none.
    """

    shot: Shot
    weighed: list[Weighed]
    letter: NDArray[np.bool_]
    side: NDArray[np.bool_]


def mark_of(files: Sequence[Path]) -> str:
    """A mark of what files hold."""
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:12]


@cache
def finder_mark() -> str:
    """A mark of the reader's code and data but for the inference, which takes the findings."""
    root = Path(reader.__file__).parent
    files = sorted(each for each in root.rglob("*") if each.suffix in {".py", ".npz", ".json"})
    return mark_of([each for each in files if root / "inference" not in each.parents])


def file_of(folder: Path, shot: Shot) -> Path:
    """Where the findings of a screen are kept."""
    return folder / f"{re.sub(r'[^A-Za-z0-9._]+', '-', str(shot))}.z"


def keep(folder: Path, shot: Shot) -> str:
    """Make a screen, read it and keep the findings; a line about it."""
    try:
        kept = _found(shot)
    except Exception as fault:  # noqa: BLE001 (a crash is told, and the run goes on)
        return f"{shot}: CRASH {fault!r}"
    file = file_of(folder, shot)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_bytes(zlib.compress(pickle.dumps(kept, protocol=5), 1))
    draft.replace(file)
    return f"{shot}: {kept.why or 'found'}"


def _found(shot: Shot) -> Kept:
    made = make(shot)
    if made is None:
        return Kept(shot, None, None, "cannot be damaged so", finder_mark())
    found: list[Findings] = []
    why = ""

    def listen(each: Findings, player: Corrections) -> Reading:
        found.append(each)
        return assemble(each, player)

    with replaced("inference.assemble.assemble", listen):
        try:
            reader.read(made.screen)
        except VisionError as fault:
            why = f"{fault.kind}: {fault}"
    findings = found[0]._replace(lexicon=None, ocr=None) if found else None  # of it as it lies
    return Kept(shot, made.expected, findings, why, finder_mark())


def load(file: Path) -> Kept:
    """The findings of a screen with the word list that the reader would take."""
    kept: Kept = pickle.loads(zlib.decompress(file.read_bytes()))  # noqa: S301 (an own file)
    if kept.findings is None:
        return kept
    words = reader.usual_words(kept.findings.tile_set.language)
    return kept._replace(findings=kept.findings._replace(lexicon=words))


def _truth(kept: Kept) -> tuple[Findings, Expected] | None:
    """Findings and truth where both are there and of one size."""
    found, expected = kept.findings, kept.expected
    if found is None or expected is None:
        return None
    sizes = {len(expected.board), *map(len, expected.board)}
    return (found, expected) if sizes == {found.located.grid.size} else None


def tiles_of(file: Path) -> Tiles | None:
    """The tiles of a picture that tell letters from each other; None where there are none."""
    kept = load(file)
    known = _truth(kept)
    if known is None:
        return None
    found, expected = _partly_untold(known[0]), known[1]
    board = "".join(expected.board)
    places = [k for k in np.flatnonzero(found.board.is_tile).tolist() if _at(found, k, board)]
    if not places:
        return None
    truths = [_at(found, k, board) for k in places]
    seen = [Seen(found.board, places, found.located.grid.cell)]
    held, lettered = found.held, _lettered(found, expected)
    if held is not None and lettered:
        seen.append(Seen(held.faces, lettered, held.boxes[0].height))
        truths += [(expected.rack or "")[k] for k in lettered]
    weighed = weigh(seen, found.tile_set)
    count = min(each.order.shape[1] for each in weighed)
    names = [
        [each.letters[n] for n in row[:count]] for each in weighed for row in each.order.tolist()
    ]
    pairs = list(zip(truths, names, strict=True))
    theme = found.kind.theme
    blank = np.array([each.islower() for each in truths])
    style = theme.blank == "zero" if theme else _zeros(found, places, blank)
    return Tiles(
        kept.shot,
        theme is not None,
        ZERO if style else BARE,
        np.concatenate([each.features[:, :count].astype(np.float32) for each in weighed]),
        np.array([row.index(t.upper()) if t.upper() in row else -1 for t, row in pairs]),
        blank,
        np.arange(len(truths)) >= len(places),
    )


def _partly_untold(found: Findings) -> Findings:
    """The findings, the network telling nothing of some tiles."""

    def some(faces: TileObservations) -> TileObservations:
        told = faces.told.copy()
        told[::UNTOLD] = 0.0
        return replace(faces, told=told)

    held = found.held and found.held._replace(faces=some(found.held.faces))
    return found._replace(board=some(found.board), held=held)


def plays_of(file: Path) -> Plays | None:
    """The sets of tiles of a picture that may be laid; None where none may, or the right is none.

    Tiles that touch no word are laid in any case, and in none of the sets.
    """
    kept = load(file)
    known = _truth(kept)
    if known is None:
        return None
    found, expected = known
    found = found._replace(lexicon=_lacking(kept.shot, found, expected))
    heard: list[tuple[Sequence[frozenset[Place]], Doubles]] = []
    signs: dict[int, Doubles] = {}

    def listen(plays: Sequence[frozenset[Place]], *given: Any) -> Doubles:  # noqa: ANN401
        heard.append((plays, rate_plays(plays, *given)))
        return heard[-1][1]

    def listen_on(*given: Any, **more: Any) -> Doubles:  # noqa: ANN401
        # Where the usual corners tell nothing the others are asked, and the last answer counts.
        signs[len(heard)] = told = plays_as_told(*given, **more)
        return told

    nothing = {"sure": 1.0, "pending": defaultdict[str, float](float)}
    with (
        replaced("inference.pending.fitted", lambda: nothing),
        replaced("inference.pending.rate_plays", listen),
        replaced("inference.assemble.plays_as_told", listen_on),
    ):
        loose = tentative_tiles(found)[1].squares
    laid = {
        (row, column)
        for row, column in np.argwhere(found.tiles).tolist()
        if expected.board[row][column] == "."
    }
    # On half of the screens with tiles laid on most the colours alone are to tell.
    untold = kept.shot.kind == "laid" and int(kept.shot.name) % 4 < 2
    for number, (plays, drawn) in enumerate(heard, 1):
        told = signs[number].copy() if number in signs else np.zeros((len(plays), len(SIGNS)))
        told[:, : len(TOLD)] *= not untold
        features = np.concatenate([drawn, with_ground(told, drawn)], axis=1)
        sets = [*plays, frozenset[Place]()]
        if frozenset(laid - loose) in sets:
            none = np.zeros((1, features.shape[1]))
            every = np.concatenate([features, none]).astype(np.float32)
            return Plays(kept.shot, every, sets.index(frozenset(laid - loose)))
    return None


def _at(found: Findings, k: int, board: str) -> str:
    """The letter on a cell of the board that may hold one, empty where none is played there."""
    return board[int(found.printed[k])].replace(".", "")


def _lettered(found: Findings, expected: Expected) -> list[int]:
    """The tiles on the rack with a letter; none where the rack is not seen as it is."""
    held, rack = found.held, expected.rack
    if held is None or rack is None or [each == "?" for each in rack] != held.bare.tolist():
        return []
    return np.flatnonzero(held.faces.is_tile & ~held.bare).tolist()


def _zeros(found: Findings, places: list[int], blank: NDArray[np.bool_]) -> bool:
    """Whether on most of the blanks on the board something is printed where values are.

    Where there is none, nothing tells; the fit tells the style anew after its first round.
    """
    corners = [
        found.board.numeral(k) for k, own in zip(places, blank.tolist(), strict=False) if own
    ]
    return 2 * sum(not corner.missing for corner in corners) > len(corners)


LACKED = {0.01: 0.8, 0.05: 0.15, 0.15: 0.05}
"""Shares of a board's words that a list lacks, with the share of games where it does: painted games
hold listed words alone, and a calibration that knew no others would doubt every real board with a
word of its own. Of labelled screens whose game's list is known 1.2 % of words are unlisted; other
lists, as of Woogles or of Dutch Wordfeud, lack 5 to 40 %."""


def _lacking(shot: Shot, found: Findings, expected: Expected) -> Lexicon | None:
    """The word list without some of the words on the board."""
    lexicon, dice = found.lexicon, random.Random(str(shot))  # noqa: S311 (no secret)
    if lexicon is None:
        return None
    (share,) = dice.choices(list(LACKED), list(LACKED.values()))
    letters = {
        (row, column): tile.upper()
        for row, line in enumerate(expected.board)
        for column, tile in enumerate(line)
        if tile != "."
    }
    words = {"".join([letters[place] for place in run]) for run in runs_of(letters)}
    lacked = {word for word in sorted(words) if dice.random() < share}
    return cast("Lexicon", _Lacking(lexicon, lacked))


class _Lacking:
    """A word list without some words."""

    def __init__(self, lexicon: Lexicon, lacked: set[str]) -> None:
        self._lexicon, self._lacked = lexicon, lacked

    def __contains__(self, word: object) -> bool:
        return word not in self._lacked and word in self._lexicon


def judged(numbers: Mapping[str, Any], file: Path) -> Judged | None:
    """The tiles of a board as they are read with fitted numbers; None where none is known."""
    kept = load(file)
    known = _truth(kept)
    if known is None:
        return None
    found, expected = known
    found = found._replace(lexicon=_lacking(kept.shot, found, expected))
    heard: list[Weighed] = []

    def listen(tile: Weighed, *, named: bool) -> float:
        assert not named, "no engine is asked"
        heard.append(tile)
        return tile.chance - tile.flipped

    weights = np.array([numbers["weights"][name] for name in FEATURES])
    with (
        replaced("inference.confidence.fitted", lambda: numbers),
        replaced("inference.evidence.weights", lambda: weights),
        replaced("inference.decide.calibrated", listen),
    ):
        reading = assemble(found)
    tiles = [tile for line in reading.cells for tile in line if tile is not None]
    board = "".join(expected.board)
    truths = [board[k] for k in np.flatnonzero(found.tiles).tolist()]
    held = found.held  # told after those of the board; of all decisions the last one counts
    every = len(tiles) + (int((held.faces.is_tile & ~held.bare).sum()) if held else 0)
    rows = [
        (weighed, tile.tile == truth.upper(), tile.text.islower() == truth.islower())
        for weighed, tile, truth in zip(heard[-every:][: len(tiles)], tiles, truths, strict=True)
        if truth != "."
    ]
    if not rows:
        return None
    weighed, letter, side = zip(*rows, strict=True)
    return Judged(kept.shot, list(weighed), np.array(letter), np.array(side))
