"""Screens nobody has: positions out of games played here, in looks that dice make up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from sample_screens.look import Look
from sample_screens.scene import Device, Player, Scene
from sample_screens.truth import LastMove
from solver.game import (
    Board,
    Game,
    Square,
    State,
    Turn,
    languages,
    layouts,
    load_game,
    states,
    tile_text,
)
from solver.strategy import PointsPlayer
from solver.words import Lexicon

from .dressing import invent_look

DEVICES = (
    Device("ios", 750, 1334, 375),
    Device("ios", 1170, 2532, 390),
    Device("ios", 1290, 2796, 430),
    Device("android", 720, 1280, 360),
    Device("android", 1080, 1920, 360),
    Device("android", 1080, 2340, 411),
    Device("keys", 540, 960, 360),
    Device("ipad", 1536, 2048, 768),
)

USUAL, ENDED = (1, 22), (30, 99)
"""Turns played: some, or all of them, as far as words are found."""

FINISHED = 0.5
"""Share of games played to their end that are over, so that nothing is laid any more."""

LAID = 0.2
"""Share of screens with tiles laid but not played."""


def invent(
    seed: int,
    lexicon: Lexicon,
    fonts: Sequence[Path],
    language: str = "en",
    laid: float = LAID,
    *,
    ended: bool = False,
) -> tuple[Scene, Look]:
    """A screen: the same seed gives the same one.

    Args:
        seed: What the dice start from.
        lexicon: Words for the game that is played.
        fonts: Font files to choose from; none = those of the sample screens.
        language: That of the tiles; the look is one of a game that has it.
        laid: Share of the screens on which tiles are laid but not played.
        ended: Whether the bag is empty, or nearly so.
    """
    dice = random.Random(seed)  # noqa: S311 (a made-up picture is no secret)
    look = invent_look(dice, fonts)
    while not any(each.language.split("-")[0] == language for each in languages(look.game)):
        look = invent_look(dice, fonts)
    until = ENDED if ended else USUAL
    scene = invent_scene(f"invented-{seed}", dice, look, lexicon, until, language, laid)
    return scene, look


def invent_scene(
    name: str,
    dice: random.Random,
    look: Look,
    lexicon: Lexicon,
    until: tuple[int, int] = USUAL,
    language: str = "en",
    laid: float = LAID,
) -> Scene:
    """A position out of a game by the look's rules, on some device, after so many turns."""
    layout = dice.choice(layouts(look.game)).name
    game = load_game(look.game, language=language, layout=layout)
    premiums = _shuffled(game, dice) if look.game == "wordfeud" and dice.random() < 0.25 else None
    if premiums:
        game = game.with_premiums(premiums)
    over = random.Random(f"over {name}")  # noqa: S311 (a made-up picture is no secret)
    past, owners, last = _play(game, lexicon, dice, until, whole=over.random() < FINISHED)
    turn = _laid(past, lexicon, game) if dice.random() < laid and not past.over else None
    used = turn.used if turn else ()
    me = over.randrange(2) if past.over else past.turn
    rack, other = list(past.racks[me]), 1 - me
    for tile in used:
        rack.remove(tile)
    return Scene(
        name=name,
        about="",
        look=look.name,
        game=look.game,
        language=language,
        layout=layout,
        device=dice.choice(DEVICES),
        players=(Player("Ann", past.scores[me]), Player("Bo", past.scores[other])),
        rows=tuple(past.board.lines()),
        owners=_owner_rows(owners, me, game.size),
        premiums=premiums,
        rack="".join(map(tile_text, rack)) + "-" * (game.rack_size - len(rack)),
        tentative={(square.row, square.column): tile for square, tile in turn.tiles}
        if turn
        else {},
        tentative_score=turn.score if turn else 0,
        letters_left=len(past.bag),
        last=last,
    )


def _play(
    game: Game, lexicon: Lexicon, dice: random.Random, turns: tuple[int, int], *, whole: bool
) -> tuple[State, dict[Square, int], LastMove | None]:
    """A game up to some turn, or over where ``whole``; who laid which tile; the last move."""
    players = (PointsPlayer(game, lexicon), PointsPlayer(game, lexicon))
    until = dice.randint(*turns)
    owners: dict[Square, int] = {}
    last = None
    before: State | None = None
    for number, state in enumerate(states(game, players, dice.randrange(2**32))):
        if state.over and not whole:
            break
        if before is not None and state.last is not None:
            owners |= dict.fromkeys((square for square, _ in state.last.tiles), before.turn)
            last = _given(state.last, state.board) if state.last.tiles else None
        before = state
        if number == until:
            break
    assert before is not None
    return before, owners, last


def _given(turn: Turn, board: Board) -> LastMove:
    """What an app tells of a move: its longest word, points and tiles."""
    squares = {square for square, _ in turn.tiles}
    words = [
        "".join(tiles)
        for start, across, tiles in board.runs()
        if squares & set(_run(start, across=across, length=len(tiles)))
    ]
    return LastMove(max(words, key=len).upper(), turn.score, tuple(s.name for s in sorted(squares)))


def _run(start: Square, *, across: bool, length: int) -> list[Square]:
    row, column = start.row, start.column
    return [Square(row, column + i) if across else Square(row + i, column) for i in range(length)]


def _laid(state: State, lexicon: Lexicon, game: Game) -> Turn | None:
    turn = PointsPlayer(game, lexicon).choose(state.view)
    return turn if turn.tiles else None


def _owner_rows(owners: dict[Square, int], me: int, size: int) -> tuple[str, ...]:
    """Whose tile lies where: 1 the player's who took the picture, 2 the other's."""
    return tuple(
        "".join(
            "." if (who := owners.get(Square(row, column))) is None else "12"[who != me]
            for column in range(size)
        )
        for row in range(size)
    )


def _shuffled(game: Game, dice: random.Random) -> tuple[str, ...]:
    """A random board of Wordfeud, with its 23, 18, 12 and 9 premium squares."""
    size = game.size
    kinds = list("d" * 23 + "t" * 18 + "D" * 12 + "T" * 9)
    kinds += "." * (size * size - 1 - len(kinds))
    dice.shuffle(kinds)
    kinds.insert(size * size // 2, "*")
    return tuple("".join(kinds[row * size : row * size + size]) for row in range(size))
