"""Letters and values on the tiles in; the language that fits them best, and what it lacks, out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from solver.game import TileSet
from vision.imaging import Doubles, Floats
from vision.inference.confidence import chance_of
from vision.tiles import MOST_VALUE, NOTHING, TILE, TileObservations, letter_likelihoods

ELSEWHERE = 0.01
"""Share of pictures in a language that is not known, or with values that are not."""

FOREIGN = 0.05
"""Share of tiles there whose letter known languages lack: of German ones 3 of 100, of Polish 10."""

AS_LIKELY = math.log((1 - FOREIGN) / FOREIGN)
"""What makes such a letter as likely there as those of the language."""

UNLISTED_OWN, UNLISTED_ELSEWHERE = 15 / 1209, 0.5
"""Share of runs that are no words: of labelled screens of games whose list is known, and in another
language. Of 4,816 runs of games in six languages 60 of 100 are no English words, if accents count
for nothing (52 of French, 66 of Portuguese); some more are read as words."""


def likely_languages(
    faces: Sequence[TileObservations], languages: Sequence[TileSet]
) -> list[TileSet]:
    """Those in which it is not certain that the tiles are in another one, the likeliest first."""
    if len(languages) == 1:
        return list(languages)
    letters = list(dict.fromkeys(each for tiles in languages for each in tiles.letters))
    valued, unvalued = np.zeros((2, len(languages)))
    for each in faces:
        shown = letter_likelihoods(each.told[each.is_tile], letters)
        printed = None if each.prints is None else each.prints.chances[each.is_tile]
        valued += [_log_likelihood(shown, letters, printed, tiles) for tiles in languages]
        printed = None if printed is None else _of_any_game(printed)
        unvalued += [_log_likelihood(shown, letters, printed, tiles) for tiles in languages]
    fits = np.logaddexp(math.log(1 - ELSEWHERE) + valued, math.log(ELSEWHERE) + unvalued)
    order = np.argsort(-fits, kind="stable")  # the first of equals stays first
    return [languages[n] for n in order if fits[n] >= fits.max() - TILE]


def choose_language(faces: Sequence[TileObservations], languages: Sequence[TileSet]) -> TileSet:
    """The language in which the tiles are likeliest; the first of equals."""
    return likely_languages(faces, languages)[0]


def _of_any_game(printed: Floats) -> Floats:
    """``(K, HIDDEN)`` log-likelihoods of values where every second letter may be worth anything."""
    values = printed[:, :NOTHING]
    any_value = np.logaddexp.reduce(values, axis=1, keepdims=True) - np.float32(math.log(NOTHING))
    half = np.logaddexp(values, any_value) - np.float32(math.log(2))
    return np.concatenate([half, printed[:, NOTHING:]], axis=1)


def _log_likelihood(
    shown: Floats, letters: Sequence[str], printed: Floats | None, tiles: TileSet
) -> float:
    """Log-likelihood of what tiles show if each was drawn from the bag of a language.

    Args:
        shown: ``(K, N)`` log-likelihood of N letters.
        letters: The N letters, those of the language among them.
        printed: ``(K, HIDDEN)`` that of the numerals and of none; None where tiles have none.
        tiles: The language's tiles.
    """
    bag = [letter for letter in tiles.letters if tiles.counts.get(letter)]
    ways = [shown[:, [letters.index(letter) for letter in bag]]]
    ways[0] = ways[0] + np.log([tiles.counts[letter] for letter in bag], dtype=np.float32)
    blanks = tiles.counts.get("?", 0)
    if blanks:
        own = [letters.index(letter) for letter in tiles.letters]
        ways.append(shown[:, own] + np.float32(math.log(blanks / len(own))))
    if printed is not None:
        ways[0] += printed[:, [min(tiles.values[letter], MOST_VALUE) for letter in bag]]
        ways[1:] = [each + np.logaddexp(printed[:, :1], printed[:, NOTHING:]) for each in ways[1:]]
    likely = np.logaddexp.reduce(np.concatenate(ways, axis=1), axis=1)
    return float((likely - math.log(tiles.total)).sum())


def foreign_letters(strange: Doubles, listed: int, unlisted: int) -> Doubles:
    """``(K,)`` probability that the letter of each tile of a picture is one of other languages.

    All tiles and runs together tell whether the picture is in a language that is not known.

    Args:
        strange: ``(K,)`` as of `Evidence`.
        listed: How many runs are words of the language that is known; 0 where its words are not.
        unlisted: How many are none.
    """
    own = math.log(FOREIGN) + strange
    odds = np.logaddexp(math.log(1 - FOREIGN), own)
    words = unlisted * math.log(UNLISTED_ELSEWHERE / UNLISTED_OWN)
    words += listed * math.log((1 - UNLISTED_ELSEWHERE) / (1 - UNLISTED_OWN))
    elsewhere = math.log(ELSEWHERE / (1 - ELSEWHERE)) + float(odds.sum()) + words
    return np.asarray(np.exp(own - odds) * chance_of(elsewhere), np.float64)
