"""Letters and numerals of a path game's tiles in; its game, language and doubtful tiles out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from typing import NamedTuple

import cv2
import numpy as np

from solver.errors import GameFileError
from solver.game import TileSet, game_names, languages
from solver.paths import MULTIPLIERS, GridLook, PathGame, load_path_game, path_game_names
from solver.words import base_code
from vision.imaging import SAME_HUE, Floats, Grid, Screen
from vision.reading import Multiplier, Reason, Why, because
from vision.text import gather_lines, scale_for
from vision.tiles import LETTERS, letter_likelihoods

ACROSS = 20
"""Squares across a board whose texts are as large as those of a page that fills the picture."""

OWN_VALUES = 0.75
"""Share of the numerals that must agree with the game's letters where puzzles raise some: those of
Wordament up to a quarter; with tables of other games at most 0.73 agreed."""

MISREAD = 1
"""Numerals that may differ where nothing raises them: a single one may be misread."""

OTHERS = ""
"""Stands for any letter that the network has not learnt, as the Polish ones."""

BY_NUMERAL: tuple[Multiplier, ...] = ("DL", "TL")
"""Multipliers that a numeral may contain."""


def named_game(screen: Screen) -> PathGame | None:
    """The only path game whose title is written in a picture; None where there is none, or more."""
    cell = screen.width / ACROSS
    grid = Grid(0.0, 0.0, cell, ACROSS)
    lines = gather_lines(screen, grid, (), scale_for(cell), [(0.0, np.inf)])
    texts = "\n".join(line.text for line in lines).replace(" ", "").casefold()
    found = [game for game in _known_games() if game.title.replace(" ", "").casefold() in texts]
    return found[0] if len(found) == 1 else None


def known_pairs() -> tuple[str, ...]:
    """The tiles of all games that show a capital and a small letter, each once."""
    found: dict[str, None] = {}
    for name in path_game_names():
        with suppress(GameFileError):  # reported where its game is asked for
            found |= dict.fromkeys(load_path_game(name).look.pairs)
    return tuple(found)


def letters_of(language: str) -> str:
    """The letters on single tiles of a language; nothing where it is not known."""
    tiles = _bags().get(base_code(language))
    return "".join(each for each in tiles.letters if len(each) == 1) if tiles else ""


def languages_shown(told: Floats) -> tuple[str, ...]:
    """Codes of the languages whose accented letters are seen; none where the plain ones suffice.

    ``told`` is ``(K, CLASSES)``, what the network sees on tiles of one letter.
    """
    names = (*LETTERS, OTHERS)
    seen = Counter(names[n] for n in letter_likelihoods(told, names).argmax(axis=1).tolist())
    accents = {code: [each for each in letters_of(code) if not each.isascii()] for code in _bags()}
    shared = {
        code: sum(seen[each] for each in {each if each in LETTERS else OTHERS for each in own})
        for code, own in accents.items()
    }
    most = max(1, *shared.values())
    likely = (code for code, count in shared.items() if count == most)
    return tuple(each for each in likely if _log_odds(told, _bags()[each], accents[each]) > 0)


def _log_odds(told: Floats, bag: TileSet, accented: Sequence[str]) -> float:
    """Log-odds that K tiles show some accented letters as often as a bag holds them, to never."""
    plain = [each for each in letters_of(bag.language) if each.isascii()]
    share = sum(bag.counts[each] for each in accented) / bag.total
    without, with_accent = (
        np.logaddexp.reduce(letter_likelihoods(told, letters), axis=1) - np.log(len(letters))
        for letters in (plain, accented)
    )
    both = np.logaddexp(np.log1p(-share) + without, np.log(share) + with_accent)
    return float((both - without).sum())


@cache
def _bags() -> dict[str, TileSet]:
    """The tiles of each language that a board game has, by the language's plain code."""
    found: dict[str, TileSet] = {}
    for tiles in chain.from_iterable(map(languages, game_names())):
        found.setdefault(base_code(tiles.language), tiles)
    return found


class GridSigns(NamedTuple):
    """What tells the game of a grid of K tiles.

    Attributes:
        texts: What the tiles say.
        numerals: What they bear; None where nothing is legible.
        certain: Which of these are certain.
        multipliers: What their badges say.
        unread: Which badges cannot be read.
        figured: Whether they say 2L for DL; None where that is not seen.
        left: Whether numerals stand on the left.
        colour: ``(3,)`` blue, green and red of most tiles, None where they have several colours.
        side: Tiles a side.
        small: Whether the second letter of each is a small one.
        codes: Languages that the words may have, by what is known or shown; none = any may be.
    """

    texts: Sequence[str]
    numerals: Sequence[int | None]
    certain: Sequence[bool]
    multipliers: Sequence[Multiplier]
    unread: Sequence[bool]
    figured: bool | None
    left: bool
    colour: Floats | None
    side: int
    small: Sequence[bool]
    codes: Sequence[str] = ()

    def values(self, game: PathGame, language: str) -> list[int | None]:
        """What the tiles' letters count if it is this game; None where no numeral tells."""
        multiplied = self._multiplied(game, language)
        times = (MULTIPLIERS[each][0] if multiplied else 1 for each in self.multipliers)
        shown = zip(self.numerals, times, strict=True)
        return [None if own is None or own % each else own // each for own, each in shown]

    def agreeing(self, game: PathGame, language: str, *, certain: bool = False) -> list[bool]:
        """Whether the value of each single letter that bears a numeral is that of a language.

        With ``certain`` only certain numerals count.
        """
        table, values = values_of(game, language), self.values(game, language)
        shown = zip(self.texts, self.numerals, self.certain, values, strict=True)
        return [
            table.get(text) == value
            for text, own, sure, value in shown
            if own and len(text) == 1 and (sure or not certain)
        ]

    def completed(self, game: PathGame, language: str) -> GridSigns:
        """These signs with multipliers that only numerals tell, if these contain DL and TL."""
        if not self._multiplied(game, language):
            return self
        found, unread = list(self.multipliers), list(self.unread)
        for k, told in enumerate(self._told(game, language)):
            if told and found[k] == ".":
                found[k], unread[k] = told, False
        return self._replace(multipliers=found, unread=unread)

    def factors(self, game: PathGame, language: str) -> list[int]:
        """How many times its letter's value each numeral is; 0 where no badge tells that."""
        if not self._multiplied(game, language):
            return [1] * len(self.texts)
        complete = self.completed(game, language).multipliers
        told = zip(self.multipliers, complete, self.unread, strict=True)
        return [0 if unread or own != each else MULTIPLIERS[own][0] for own, each, unread in told]

    def _multiplied(self, game: PathGame, language: str) -> bool:
        """Whether numerals contain DL and TL: more of those beside such a badge do than do not."""
        if not game.look.multiplied:
            return False
        table, told, votes = values_of(game, language), self._told(game, language), 0
        shown = zip(self.texts, self.numerals, self.multipliers, told, strict=True)
        for text, numeral, badge, each in shown:
            if badge in BY_NUMERAL and numeral:
                votes += (each == badge) - (numeral == table.get(text))
        return votes >= 0

    def _told(self, game: PathGame, language: str) -> list[Multiplier | None]:
        """The multiplier in each numeral, if letters count what they do in a language."""
        table = values_of(game, language)
        factors = {MULTIPLIERS[each][0]: each for each in BY_NUMERAL}
        told = []
        for text, numeral in zip(self.texts, self.numerals, strict=True):
            times, rest = divmod(numeral or 0, table.get(text) or 1)
            told.append(factors.get(times) if text in table and not rest else None)
        return told


def identify_game(signs: GridSigns) -> PathGame:
    """The game, by its badges, the place of its numerals, its tiles and what letters count."""
    return max(_known_games(), key=lambda game: _likeness(game, signs))


def _likeness(game: PathGame, signs: GridSigns, *, certain: bool = False) -> tuple[int, ...]:
    """How well a game agrees; of equal ones, that whose own colour the tiles have is first."""
    look = game.look
    bare = not any(signs.numerals)
    fits = look.numerals != bare and (bare or look.left == signs.left)
    sides = signs.side in (look.sides or (signs.side,))
    language = identify_language(game, signs)
    both = signs, signs.completed(game, language)
    values = [sum(each.agreeing(game, language, certain=certain)) for each in both]
    if any(multiplier != "." for multiplier in signs.multipliers):
        return look.badges, *values, signs.figured in (None, look.figured)
    tiles = _paired(look, signs), _has_tiles(look, signs.colour), look.tile is None
    return fits, sides, *tiles, *values


def identify_language(game: PathGame, signs: GridSigns) -> str:
    """The language whose letter values agree with the numerals; the usual one where none do."""
    codes = [each.language for each in game.languages] or [game.usual_language]
    codes = [each for each in codes if each in signs.codes] or list(signs.codes) or codes
    return max(codes, key=lambda code: sum(signs.agreeing(game, code)))


def question_language(game: PathGame, language: str, signs: GridSigns) -> Reason | None:
    """Why the words may be of another language than identified; None where only one fits."""
    fits = sum(signs.agreeing(game, language))
    rivals = (each for each in signs.codes if each != language)
    others = [each for each in rivals if sum(signs.agreeing(game, each)) >= fits]
    return because(Why.SAME_LETTERS, languages=", ".join(others)) if others else None


def question_letters(language: str, texts: Sequence[str]) -> list[Reason | None]:
    """Why each accented letter may be another, where a language lacks one of those shown."""
    shown = {letter for text in texts for letter in text if not letter.isascii()}
    foreign = not shown.issubset(letters_of(language))
    return [because(Why.FOREIGN) if foreign and not text.isascii() else None for text in texts]


def question_game(game: PathGame, language: str, signs: GridSigns) -> Reason | None:
    """Why a grid may belong to another game than identified; None where all fits."""
    look, told = game.look, {"game": game.title}
    if look.sides and signs.side not in look.sides:
        return because(Why.OTHER_SIZE, **told, n=signs.side)
    if not look.numerals:
        shown = _has_tiles(look, signs.colour) or _paired(look, signs)
        return None if shown else because(Why.OTHER_TILES, **told)
    if not any(signs.numerals):
        return because(Why.NO_NUMERALS, **told)
    agreeing = signs.agreeing(game, language)
    most, least = len(agreeing) - MISREAD, OWN_VALUES * len(agreeing)
    fits = sum(agreeing) >= (least if look.raised or look.multiplied else most)
    if look.multiplied:
        fits &= sum(signs.completed(game, language).agreeing(game, language)) >= most
    if not fits:
        return because(Why.OTHER_NUMERALS, **told)
    return _question_rivals(game, signs)


def _question_rivals(game: PathGame, signs: GridSigns) -> Reason | None:
    """Why numerals that fit a game may be another's: they fit that, too, or its badges do."""
    likeness = _likeness(game, signs, certain=True)
    for other in _known_games():
        if other.name != game.name and _likeness(other, signs, certain=True) >= likeness:
            return because(Why.SAME_NUMERALS, game=other.title)
        if other.look.badges and other.look.figured == signs.figured != game.look.figured:
            return because(Why.OTHER_BADGES, game=other.title)
    return None


def _paired(look: GridLook, signs: GridSigns) -> int:
    """How many tiles show a capital and a small letter as a look's do."""
    shown = zip(signs.texts, signs.small, strict=True)
    return sum(small and text in look.pairs for text, small in shown)


def _has_tiles(look: GridLook, colour: Floats | None) -> bool:
    """Whether blue, green and red have the hue of a look's tiles and are about as strong."""
    if look.tile is None or colour is None:
        return False
    both = np.clip(np.stack([colour, look.tile[::-1]]), 0, 255).astype(np.float32)[None] / 255
    (hue, strength, _), (other_hue, other_strength, _) = cv2.cvtColor(both, cv2.COLOR_BGR2HSV)[0]
    apart = abs(float(hue - other_hue))
    return bool(min(apart, 360 - apart) <= SAME_HUE and 2 * strength >= other_strength)


def values_of(game: PathGame, language: str) -> Mapping[str, int]:
    """What the numerals of a game's letters say; empty where that is not known."""
    return game.values(language) if game.look.numerals else {}


def prove_values(
    texts: Sequence[str], values: Sequence[int | None], game: PathGame, language: str
) -> Iterator[tuple[int | None, Reason | None]]:
    """The numeral of each tile, None where it cannot be its letter's, and why it may be another.

    Where a game does not tell what numerals say, all tiles of a text should say the same.
    """
    raised = game.look.raised
    table = {} if raised else values_of(game, language)
    shown = Counter(each for each in zip(texts, values, strict=True) if each[1] is not None)
    for text, value in zip(texts, values, strict=True):
        others = {each: n for (own, each), n in shown.items() if own == text and each != value}
        most, why = max(others, key=others.__getitem__, default=None), None
        if raised and value and most is not None and others[most] >= shown[text, value]:
            why = because(Why.OTHERS_VALUE, numeral=value, letter=text, value=most)
        yield (value if table.get(text, value) == value else None), why


def question_badge(signs: GridSigns, complete: GridSigns, k: int) -> Iterator[Reason]:
    """Why a tile may multiply otherwise: its badge is unread, or only its numeral tells."""
    numeral, multiplier = signs.numerals[k] or 0, complete.multipliers[k]
    if multiplier != signs.multipliers[k] and not signs.unread[k]:
        value = numeral // MULTIPLIERS[multiplier][0]
        yield because(Why.OTHER_VALUE, numeral=numeral, letter=complete.texts[k], value=value)
    if complete.unread[k]:
        yield because(Why.BADGE)


def _known_games() -> list[PathGame]:
    return [load_path_game(name) for name in path_game_names()]
