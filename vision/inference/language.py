"""Letters and values on the tiles in; the language that fits them best, and what it lacks, out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solver.game import TileSet
from vision.imaging import Doubles, Floats
from vision.inference.confidence import chance_of
from vision.tiles import (
    MOST_VALUE,
    NOTHING,
    TILE,
    TileObservations,
    knows,
    letter_likelihoods,
    log_shares,
)

ELSEWHERE = 0.01
"""Share of pictures in a language that is not known, or with values that are not."""

FOREIGN = 0.05
"""Share of tiles there whose letters known languages lack: 3 of 100 German ones, 10 of Polish."""

AS_LIKELY = math.log((1 - FOREIGN) / FOREIGN)
"""Log-likelihood ratio at which such a letter is as likely there as those of the language."""

VALUES_APART = 0.13
"""How much rarer a letter's value in a game is for each point that it is farther from that in
another game in the same language: 301 of 393 values are the same, 77 a point and 15 two apart."""

BLANKS = 0.02
"""Share of tiles that are blanks: two of a hundred."""

UNLISTED_OWN, UNLISTED_ELSEWHERE = 15 / 1209, 0.5
"""Share of runs that are no words: of labelled screens of games whose list is known, and in another
language. Of 4,816 runs of games in six languages 60 of 100 are no English words, if accents count
for nothing (52 of French, 66 of Portuguese); some more are read as words."""


def likely_languages(
    faces: Sequence[TileObservations], languages: Sequence[TileSet]
) -> list[TileSet]:
    """The languages that the tiles may be in, without clearly less likely ones; likeliest first.

    A language comes with the values that the tiles show where these are likelier than its known
    ones. All languages that a game is not known to have are together as likely as one of its own.
    """
    shown = _look(faces, languages)
    letters = np.array([_of_letters(likely, tiles) for likely, _, tiles in shown])
    lent = np.array([not tiles.certain for tiles in languages])
    letters[lent] -= math.log(max(1, lent.sum()))
    known = np.array([_of_known_values(printed, tiles) for _, printed, tiles in shown])
    others = [_other_values(printed, tiles) for _, printed, tiles in shown]
    other = np.array([np.logaddexp.reduce(each, axis=1).sum() for each in others])
    known += math.log(1 - 2 * ELSEWHERE)
    legible = np.logaddexp(known, other + math.log(ELSEWHERE))
    fits = letters + np.logaddexp(legible, math.log(ELSEWHERE))
    order = np.argsort(-fits, kind="stable")  # the first of equals stays first
    as_printed = other + math.log(ELSEWHERE) > np.maximum(known, math.log(ELSEWHERE))
    return [
        languages[n].with_values(_values_printed(shown[n][1], others[n], languages[n]))
        if as_printed[n]
        else languages[n]
        for n in order
        if fits[n] >= fits.max() - TILE
    ]


def choose_language(faces: Sequence[TileObservations], languages: Sequence[TileSet]) -> TileSet:
    """The language in which the tiles are likeliest; the first of equals."""
    return likely_languages(faces, languages)[0]


def _look(
    faces: Sequence[TileObservations], languages: Sequence[TileSet]
) -> list[tuple[Floats, Floats, TileSet]]:
    """What all K tiles show together, for each language of M letters; any tile may be a blank.

    First ``(K, M)`` log-likelihoods of the letters of each; then ``(M, NOTHING)`` the mean
    log-likelihood of each value on the tiles of a letter; 0 where none shows one, and for letters
    that the network does not know. A letter's numerals look alike, so that they are misread alike.
    """
    letters = tuple(dict.fromkeys(each for tiles in languages for each in tiles.letters))
    likely = [letter_likelihoods(each.told[each.is_tile], letters) for each in faces]
    strange = [not knows(each) for each in letters]  # which share a class
    count, printed = np.zeros((len(letters), 1)), np.zeros((len(letters), NOTHING))
    for each, own in zip(faces, likely, strict=True):
        if each.prints is not None:
            values = each.prints.chances[each.is_tile]
            values -= np.logaddexp.reduce(values, axis=1, keepdims=True) - math.log(NOTHING + 1)
            blank = np.logaddexp(values[:, :1], values[:, NOTHING:]) + math.log(BLANKS)
            values = np.logaddexp(values[:, :NOTHING], blank)
            share = np.exp(log_shares(own)).T
            share[strange] = 0.0
            count += share.sum(axis=1, keepdims=True)
            printed += share @ values
    mean = np.asarray(printed / np.maximum(count, 1.0), np.float32)
    every = np.concatenate(likely)
    columns = ([letters.index(each) for each in tiles.letters] for tiles in languages)
    shown = zip(columns, languages, strict=True)
    return [(every[:, own], mean[own], tiles) for own, tiles in shown]


def _of_letters(likely: Floats, tiles: TileSet) -> float:
    """Log-likelihood of the letters if each tile was drawn from the bag of a language."""
    counts, blanks = tiles.counts, tiles.counts.get("?", 0)
    share = np.array([counts[each] + blanks / len(tiles.letters) for each in tiles.letters])
    drawn = np.logaddexp.reduce(likely + np.log(share / tiles.total), axis=1)
    return float(drawn.sum())


def _of_known_values(printed: Floats, tiles: TileSet) -> float:
    """Log-likelihood of the values if they are a language's own; -inf where these are uncertain."""
    if not tiles.certain:
        return -math.inf
    values = [min(tiles.values[each], MOST_VALUE) for each in tiles.letters]
    return float(printed[range(len(values)), values].sum())


def _values_printed(printed: Floats, other: Floats, tiles: TileSet) -> dict[str, int]:
    """Each letter's value by its numerals if that is certain, else with other games' values too."""
    second, first = np.partition(printed, -2, axis=1)[:, -2:].T
    values = np.where(first - second > TILE, printed.argmax(axis=1), other.argmax(axis=1))
    return dict(zip(tiles.letters, values.tolist(), strict=True))


def _other_values(printed: Floats, tiles: TileSet) -> Floats:
    """``(M, NOTHING)`` log-likelihood of the values of letters in another game."""
    usual = np.array([tiles.values[each] for each in tiles.letters])
    rarer = math.log(VALUES_APART) * np.abs(np.arange(NOTHING) - usual[:, None])
    rarer[:, 0] = -np.inf  # only blanks count nothing
    return np.asarray(printed + log_shares(rarer), np.float32)


def foreign_letters(strange: Doubles, listed: int, unlisted: int) -> Doubles:
    """``(K,)`` probability that the letter of each tile of a picture is one of other languages.

    All tiles and runs together tell whether the picture is in a language that is not known.

    Args:
        strange: ``(K,)`` as in `Evidence`.
        listed: How many runs are words of the language that is known; 0 where its words are not.
        unlisted: How many are none.
    """
    own = math.log(FOREIGN) + strange
    odds = np.logaddexp(math.log(1 - FOREIGN), own)
    words = unlisted * math.log(UNLISTED_ELSEWHERE / UNLISTED_OWN)
    words += listed * math.log((1 - UNLISTED_ELSEWHERE) / (1 - UNLISTED_OWN))
    elsewhere = math.log(ELSEWHERE / (1 - ELSEWHERE)) + float(odds.sum()) + words
    return np.asarray(np.exp(own - odds) * chance_of(elsewhere), np.float64)
