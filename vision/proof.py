"""Proof: evidence that the glyphs did not give, against misreads.

Every run of tiles is a word, no letter is there more often than the bag holds it, all tiles hang
together and cover the start. What contradicts this is mended with the cheapest change of
uncertain tiles, or becomes a doubt; uncertain tiles that it bears out become certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from solver.board import Square
from solver.lexicon import Lexicon
from solver.ruleset import TileSet
from vision.counts import lend_blanks, prove_counts
from vision.decide import Choice
from vision.last_word import hold_to_word, missed
from vision.reading import Doubt
from vision.runs import Place, choice_text, runs_of, word_of

UNCERTAIN = 0.8
"""Confidence below which a tile of a run that is no word is a doubt."""

BORNE_OUT = 0.75
"""Confidence of a tile that only one word explains."""

DOUBTED = 0.45
"""Confidence of a tile that the proof makes a doubt."""

FAR = 0.15
"""Likeness behind the first letter up to which another comes into question."""

NEAR = 0.08
"""Change of likeness up to which a word may overrule the glyphs without a doubt."""

MOST_CHANGES = 2
"""Tiles of one run that may be changed together."""


@dataclass(frozen=True, slots=True)
class Proven:
    """The tiles after the proof.

    Attributes:
        tiles: The letter of each square with a tile.
        doubts: What could not be brought into agreement.
        unlisted: Words on the board, of sure tiles, that the list does not know.
    """

    tiles: dict[Place, Choice]
    doubts: tuple[Doubt, ...]
    unlisted: tuple[str, ...]


def prove(
    tiles: Mapping[Place, Choice],
    laid: Mapping[Place, Choice],
    rack: Iterable[Choice],
    size: int,
    start: Square,
    bag: TileSet,
    lexicon: Lexicon | None,
    told: str | None = None,
) -> Proven:
    """Hold the tiles read against what the game allows.

    Args:
        tiles: The letters of the squares with played tiles.
        laid: Those of tiles not yet played, which need not make words.
        rack: The letters on the rack.
        size: Squares a side.
        start: The square that the first move covers.
        bag: The language's tiles.
        lexicon: The language's words, None where there is no list.
        told: The last move's word as the banner tells it, None where it does not.
    """
    proven = dict(tiles)
    doubts: list[Doubt] = []
    if told is not None:
        proven |= hold_to_word(proven, told, size)
        doubts += missed(proven, told, size)
    unlisted: tuple[str, ...] = ()
    if lexicon is not None:
        _prove_words(proven, size, lexicon)
        unlisted = tuple(_unlisted(proven, size, lexicon))
    lend_blanks(proven, laid, rack := tuple(rack), bag)
    doubts += prove_counts({**proven, **laid}, rack, bag)
    doubts += _prove_shape({**proven, **laid}, start)
    return Proven(proven, tuple(doubts), unlisted)


def _prove_words(tiles: dict[Place, Choice], size: int, lexicon: Lexicon) -> None:
    """Mend runs that are no words; bear out uncertain tiles of those that are."""
    runs = runs_of(tiles, size)
    through: dict[Place, list[list[Place]]] = {}
    for run in runs:
        for place in run:
            through.setdefault(place, []).append(run)
    for run in runs:
        if word_of(tiles, run) not in lexicon:
            _mend(tiles, run, through, lexicon)
    for run in runs:
        word = word_of(tiles, run)
        if word not in lexicon:
            _question(tiles, run, f"{word} is not in the word list")
    for place, choice in list(tiles.items()):
        if choice.confidence < BORNE_OUT and _only_word(tiles, place, through, lexicon):
            tiles[place] = replace(choice, confidence=BORNE_OUT, source="proof", why="")


def _question(tiles: dict[Place, Choice], run: list[Place], why: str) -> None:
    """Make doubts of the tiles of a run that are not quite sure."""
    for place in run:
        choice = tiles[place]
        if DOUBTED < choice.confidence < UNCERTAIN:
            tiles[place] = replace(choice, confidence=DOUBTED, why=why)


def _mend(
    tiles: dict[Place, Choice],
    run: list[Place],
    through: Mapping[Place, list[list[Place]]],
    lexicon: Lexicon,
) -> None:
    """Change uncertain tiles of a run so that it and those across it are words, if possible."""
    open_places = [place for place in run if _options(tiles[place])]
    best: tuple[float, dict[Place, str]] | None = None
    for chosen in _combinations(open_places):
        for letters in product(*(_options(tiles[place]) for place in chosen)):
            cost = sum(behind for _, behind in letters)
            if best is not None and cost >= best[0]:
                continue
            changes = {place: letter for place, (letter, _) in zip(chosen, letters, strict=True)}
            trial = {**tiles, **{p: replace(tiles[p], letter=c) for p, c in changes.items()}}
            if all(word_of(trial, each) in lexicon for place in chosen for each in through[place]):
                best = cost, changes
    if best is None:
        _suspect(tiles, run, through, lexicon)
        return
    cost, changes = best
    for place, letter in changes.items():
        old = tiles[place]
        sure = cost <= NEAR and not old.hidden
        tiles[place] = replace(
            old,
            letter=letter,
            runner_up=old.letter,
            source="proof",
            confidence=BORNE_OUT if sure else DOUBTED,
            why="" if sure else f"looks like {old.letter}, but only {letter} makes words",
        )


def _suspect(
    tiles: dict[Place, Choice],
    run: list[Place],
    through: Mapping[Place, list[list[Place]]],
    lexicon: Lexicon,
) -> None:
    """Doubt a sure letter of a run that is no word where one much like it would make words."""
    for place in run:
        choice = tiles[place]
        for letter in choice.alike if choice.confidence == 1.0 else ():
            trial = {**tiles, place: replace(choice, letter=letter)}
            if all(word_of(trial, each) in lexicon for each in through[place]):
                why = f"{word_of(tiles, run)} is not in the word list, with {letter} it were"
                tiles[place] = replace(choice, confidence=DOUBTED, runner_up=letter, why=why)
                return


def _options(choice: Choice) -> list[tuple[str, float]]:
    """Other letters an uncertain tile may be, with their cost."""
    if choice.confidence >= 1.0:
        return []
    return [(letter, behind) for letter, behind in choice.rivals if behind <= FAR]


def _combinations(places: list[Place]) -> Iterator[tuple[Place, ...]]:
    """Single places, then pairs of them."""
    yield from ((place,) for place in places)
    if MOST_CHANGES > 1:
        yield from ((one, other) for k, one in enumerate(places) for other in places[k + 1 :])


def _only_word(
    tiles: Mapping[Place, Choice],
    place: Place,
    through: Mapping[Place, list[list[Place]]],
    lexicon: Lexicon,
) -> bool:
    """Whether the tile's letter makes words both ways, and none of its rivals does."""
    choice = tiles[place]
    runs = through.get(place, [])
    if not runs or not choice.why.startswith("looks like"):
        return False
    if not all(word_of(tiles, run) in lexicon for run in runs):
        return False
    for letter, _ in _options(choice):
        trial = {**tiles, place: replace(choice, letter=letter)}
        if all(word_of(trial, run) in lexicon for run in runs):
            return False
    return True


def _unlisted(tiles: Mapping[Place, Choice], size: int, lexicon: Lexicon) -> Iterator[str]:
    """Words of sure tiles that the list lacks: the game accepted them."""
    for run in runs_of(tiles, size):
        if all(tiles[place].confidence >= UNCERTAIN for place in run):
            word = word_of(tiles, run)
            if word not in lexicon:
                yield word


def _prove_shape(tiles: Mapping[Place, Choice], start: Square) -> Iterator[Doubt]:
    """All tiles hang together and one of them covers the start square."""
    if not tiles:
        return
    if (start.row, start.column) not in tiles:
        yield Doubt(start.name, ".", None, "the first move must have covered this square")
    groups = sorted(_groups(tiles), key=len)
    for group in groups[:-1]:
        for place in sorted(group):
            yield Doubt(
                Square(*place).name,
                choice_text(tiles[place]),
                None,
                "this tile touches no other word",
            )


def _groups(tiles: Mapping[Place, Choice]) -> list[set[Place]]:
    """Tiles that hang together."""
    rest, groups = set(tiles), []
    while rest:
        todo, group = [rest.pop()], set()
        while todo:
            row, column = todo.pop()
            group.add((row, column))
            for place in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if place in rest:
                    rest.remove(place)
                    todo.append(place)
        groups.append(group)
    return groups
