"""Counts: no letter and no blank is there more often than the bag holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from solver.game.board import Square
from solver.game.parts import TileSet
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.runs import Place
from vision.reading import Doubt


def lend_blanks(
    tiles: dict[Place, Choice],
    laid: Mapping[Place, Choice],
    rack: tuple[Choice, ...],
    bag: TileSet,
) -> None:
    """Make blanks of the tiles that may be some, where else there were too many of their letter."""
    counts, spare = _count([*tiles.values(), *laid.values(), *rack], bag)
    for letter, count in counts.items():
        over = count - bag.counts.get(letter, 0)
        if letter == "?" or over <= 0:
            continue
        unclear = [
            place
            for place, choice in tiles.items()
            if choice.in_bag == letter and choice.may_be_blank
        ]
        if over == len(unclear) <= spare:
            spare -= len(unclear)
            tiles |= {place: replace(tiles[place], blank=True, value=None) for place in unclear}


def prove_counts(
    tiles: Mapping[Place, Choice], rack: tuple[Choice, ...], bag: TileSet
) -> Iterator[Doubt]:
    """A letter that is there more often than in the bag: each tile that is not certain is a doubt.

    So is one that no numeral bears out. Where all are certain, one of them is not what it seems,
    and there is no telling which; nor is there where one may be a blank whose 0 was misread.
    """
    held = [*tiles.values(), *rack]
    names = [Square(*place).name for place in tiles]
    names += [f"rack {k + 1}" for k in range(len(rack))]
    counts, spare = _count(held, bag)
    for letter, count in counts.items():
        holds = bag.counts.get(letter, 0)
        if count <= holds:
            continue
        alike = [k for k, choice in enumerate(held) if choice.in_bag == letter]
        over = (
            because(Why.OVER_BLANKS, n=count, bag=holds)
            if letter == "?"
            else because(Why.OVER_BAG, n=count, letter=letter, bag=holds)
        )
        worth = bag.values.get(letter)
        unsure = [k for k in alike if held[k].confidence < 1.0 or held[k].value != worth]
        for k in unsure if unsure and spare <= 0 else alike:
            yield Doubt(names[k], held[k].text, held[k].runner_up, over)


def _count(held: Iterable[Choice], bag: TileSet) -> tuple[Counter[str], int]:
    """How many of each letter and of blanks there are, and how many blanks the bag has beside."""
    counts = Counter(choice.in_bag for choice in held)
    return counts, bag.counts.get("?", 0) - counts["?"]
