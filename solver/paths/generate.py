"""Random grids for a path game.

The game's file gives the letter frequencies; where it does not, they are those of the tiles in a
board game of that language.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from solver.errors import UnknownGame
from solver.game import USUAL_GAMES, game_names, languages
from solver.paths.game import PathGame
from solver.paths.grid import PathGrid
from solver.words import base_code

USUAL_SIDE = 4
"""Rows and columns for a game that does not say how large its grids are."""


def random_grid(
    game: PathGame, language: str, seed: int, *, rows: int | None = None, columns: int | None = None
) -> PathGrid:
    """A grid of random letters.

    Args:
        game: Gives the frequencies of multipliers, and which letters have values.
        language: Whose letters are used.
        seed: The same one makes the same grid.
        rows: How many; None for as many as the game usually has.
        columns: The same.

    Raises:
        UnknownGame: The language's letter frequencies or letter values are not known.
        BoardTextError: That many rows or columns are too many, or none.
    """
    side = (game.look.sides or (USUAL_SIDE,))[0]
    rows, columns = side if rows is None else rows, side if columns is None else columns
    often = letter_shares(game, language)
    if game.languages and language not in {each.language for each in game.languages}:
        known = ", ".join(each.language for each in game.languages)
        raise UnknownGame(
            f"the letter values of {game.title} are not known for the language {language}",
            hint=f"known: {known}",
        )
    tiles = rows * columns
    chance = Random(seed)  # noqa: S311 - no secret
    letters = chance.choices(list(often), list(often.values()), k=tiles)
    shares = {**game.random.shares, ".": 100 - sum(game.random.shares.values())}
    times = chance.choices(list(shares), list(shares.values()), k=tiles)
    whole = {text[0]: text for text in game.random.whole}
    texts = [whole.get(letter, letter) for letter in letters]
    starts = range(0, tiles, columns or 1)
    return PathGrid.of(
        [texts[start : start + columns] for start in starts],
        [times[start : start + columns] for start in starts],
    )


def letter_shares(game: PathGame, language: str) -> Mapping[str, float]:
    """How often each letter comes in a language, in any unit.

    Raises:
        UnknownGame: The frequencies are not known.
    """
    known = game.known(language)
    if known and known.letters:
        return known.letters
    plain = base_code(language)
    preferred = [game.random.tiles_of] if game.random.tiles_of else []
    for name in dict.fromkeys((*preferred, *USUAL_GAMES, *game_names())):
        codes = {base_code(tiles.language): tiles for tiles in reversed(languages(name))}
        codes |= {tiles.language: tiles for tiles in languages(name)}
        tiles = codes.get(language) or codes.get(plain)
        if tiles:
            return {
                letter: tiles.counts[letter]
                for letter in tiles.letters
                if len(letter) == 1 and (known is None or letter in known.values)
            }
    raise UnknownGame(
        f"the letter frequencies of the language {language} are not known",
        hint=f"write them in [languages.{plain}.letters] in the file of {game.title}, or add "
        "the tiles of that language to a board game",
    )
