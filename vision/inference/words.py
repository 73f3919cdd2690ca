"""Runs of tiles in; the same out, those that are no words corrected or in doubt.

The cheapest change is taken: it costs the likeness that the other letter lacks. Uncertain tiles
that a word confirms become certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from solver.words import Lexicon
from vision.doubts import Reason, Why, because
from vision.imaging import Place
from vision.inference.choice import CONFIRMED, DOUBTED, Choice
from vision.inference.runs import word_of

UNCERTAIN = 0.8
"""Confidence below which a tile of a run that is no word is a doubt."""

FAR = 0.15
"""Likeness behind the first letter up to which another is a candidate."""

FARTHER = 0.25
"""The same for a doubt about a letter that is not quite sure: a Q that lost its tail is 0.18 behind
an O, a serif I 0.16 behind a T in fonts that lack it."""

NEAR = 0.08
"""Change of likeness up to which a word may overrule the glyphs without a doubt."""

MOST_CHANGES = 2
"""Tiles of one run that may be changed together."""


def prove_words(tiles: dict[Place, Choice], runs: Sequence[list[Place]], lexicon: Lexicon) -> None:
    """Correct runs that are no words; confirm uncertain tiles of those that are."""
    through: dict[Place, list[list[Place]]] = {}
    for run in runs:
        for place in run:
            through.setdefault(place, []).append(run)
    for run in runs:
        if word_of(tiles, run) not in lexicon:
            _correct(tiles, run, through, lexicon)
    for run in runs:
        word = word_of(tiles, run)
        if word not in lexicon:
            _doubt_unsure(tiles, run, because(Why.NO_WORD, word=word))
    for place, choice in list(tiles.items()):
        if choice.confidence < CONFIRMED and _only_word(tiles, place, through, lexicon):
            tiles[place] = choice.confirmed()


def _doubt_unsure(tiles: dict[Place, Choice], run: list[Place], why: Reason) -> None:
    """Make doubts of the tiles of a run that are not quite sure."""
    for place in run:
        choice = tiles[place]
        if DOUBTED < choice.confidence < UNCERTAIN:
            tiles[place] = choice.doubted(why)


def _correct(
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
        _doubt_sure_letter(tiles, run, through, lexicon)
        return
    cost, changes = best
    for place, letter in changes.items():
        old = tiles[place]
        # A blank is known by its missing numeral: words say nothing about it.
        blank = old.blank or old.may_be_blank
        sure = cost <= NEAR and not old.hidden and not blank
        why = because(Why.ONLY_WORD, letter=old.letter, other=letter)
        changed = old.read_as(letter)
        tiles[place] = changed.confirmed() if sure else changed.doubted(why)


def _doubt_sure_letter(
    tiles: dict[Place, Choice],
    run: list[Place],
    through: Mapping[Place, list[list[Place]]],
    lexicon: Lexicon,
) -> None:
    """Doubt a sure letter of a run that is no word where one much like it would make words.

    A less similar one is enough where the letter is not quite sure.
    """
    for place in run:
        choice = tiles[place]
        for letter in _others(choice):
            trial = {**tiles, place: replace(choice, letter=letter)}
            if all(word_of(trial, each) in lexicon for each in through[place]):
                why = because(Why.NEAR_WORD, word=word_of(tiles, run), other=letter)
                tiles[place] = choice.doubted(why, letter)
                return


def _others(choice: Choice) -> tuple[str, ...]:
    """Letters that a tile of a run that is no word might be, though it seems sure."""
    if choice.confidence < UNCERTAIN:
        return ()
    if choice.confidence == 1.0:
        return choice.alike
    return (*choice.alike, *(letter for letter, behind in choice.rivals if behind <= FARTHER))


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
    if not runs or choice.blank or not choice.of_shape:
        return False
    if not all(word_of(tiles, run) in lexicon for run in runs):
        return False
    rivals = {letter for letter, _ in _options(choice)}
    for letter in rivals:
        trial = {**tiles, place: replace(choice, letter=letter)}
        if all(word_of(trial, run) in lexicon for run in runs):
            return False
    return True


def unlisted_words(
    tiles: Mapping[Place, Choice], runs: Sequence[list[Place]], lexicon: Lexicon
) -> Iterator[str]:
    """Words of sure tiles that the list lacks: the game accepted them."""
    for run in runs:
        word = word_of(tiles, run)
        if word not in lexicon and all(tiles[place].confidence >= UNCERTAIN for place in run):
            yield word
