"""Texts about a game for the terminal: turns, scores, tiles left, what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from solver.game import (
    Board,
    Game,
    Position,
    Rack,
    RecordedTurn,
    State,
    Turn,
    View,
    points_text,
    score_move,
)
from solver.strategy import RankedTurn
from solver.words import Lexicon
from wwfsnap.play.session import ReviewedTurn
from wwfsnap.ranking import By, RankingOptions, best_moves, outlook_of, rank_turns, turn_text
from wwfsnap.reporting import advice_parts, column_table, moves_table
from wwfsnap.terminal import progress_bar


def made_text(board: Board, game: Game, turn: Turn) -> str:
    """A turn in the notation of the program: `8G WO(R)D`, `swap ABC`, `pass`.

    Args:
        board: The board before it.
        game: Its rules.
        turn: The turn, whoever made it.
    """
    if turn.phoney:
        return f"{made_text(board, game, turn.phoney)}, taken back"
    place = Position(board, Rack(turn.used), game)
    return turn_text(RankedTurn(turn, score_move(place, turn.tiles) if turn.tiles else None))


def turn_line(name: str, before: State, turn: Turn) -> str:
    """A sentence about a turn: `you play 8G WO(R)D for 12 points`, `wwfsnap swaps 3 tiles`."""
    ending = "" if name == "you" else "s"
    if turn.kind == "lay":
        made = made_text(before.board, before.game, turn)
        bonus = f", and {turn.bonus} for a failed challenge" if turn.bonus else ""
        return f"{name} play{ending} {made} for {points_text(turn.score)}{bonus}"
    if turn.phoney:
        made = made_text(before.board, before.game, turn.phoney)
        return (
            f"{name} play{ending} {made}: challenged and taken back, as not all words are in the "
            "list"
        )
    if turn.kind == "swap":
        number = len(turn.swapped)
        return f"{name} swap{ending} {number} tile{'' if number == 1 else 's'}"
    return f"{name} pass{'es' if ending else ''}"


def scores_line(names: Sequence[str], scores: Sequence[int], bag: int) -> str:
    """The points of each player, and the number of tiles in the bag."""
    points = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    return f"{points}; {bag or 'no'} tile{'' if bag == 1 else 's'} in the bag"


def settled_lines(names: dict[str, str], lines: Iterable[RecordedTurn]) -> Iterator[str]:
    """How the tiles left were settled, a line each."""
    for line in lines:
        if line.settles:
            tiles = line.text.strip("()")
            yield f"{names[line.player]} {line.score:+d} for {tiles} left at the end"


def result_line(names: Sequence[str], scores: Sequence[int]) -> str:
    """Who won."""
    if scores[0] == scores[1]:
        return f"a draw, {scores[0]} each"
    best = 0 if scores[0] > scores[1] else 1
    verb = "win" if names[best] == "you" else "wins"
    return f"{names[best]} {verb}, {scores[best]} to {scores[1 - best]}"


def unseen_line(view: View) -> str:
    """The unseen tiles."""
    return f"{view.unseen.total()} tiles unseen: {tiles_text(view.unseen, view.game)}"


def tiles_text(tiles: Counter[str], game: Game) -> str:
    """Tiles with their number, in the order of the alphabet, blanks last: `A3 E5 ?1`."""
    order = (*game.alphabet.letters, "?")
    return " ".join(f"{tile}{tiles[tile]}" for tile in order if tiles[tile])


def suggestions(
    view: View, lexicon: Lexicon, ranking: RankingOptions, *, top: int
) -> Iterator[RenderableType]:
    """The best moves of the player on turn."""
    if ranking.needs_strategy:
        with progress_bar(wanted=ranking.by is By.WIN) as bar:
            advice = rank_turns(view, lexicon, ranking, top=top, progress=bar)
        yield from advice_parts(advice)
        yield from outlook_of(advice, view, lexicon, ranking)
        return
    found = best_moves(view.position, lexicon, top, all_places=ranking.all_places)
    yield moves_table(found) if found else "no move is possible: swap tiles or pass"


def review(turns: Iterable[ReviewedTurn]) -> Iterator[RenderableType]:
    """A table of how many points each turn of a player was behind the best move there was."""
    titles = ("Turn", "You played", "Points", "Best", "Points", "Behind")
    table = column_table(*titles, left={"You played", "Best"})
    missed = number = 0
    for number, each in enumerate(turns, start=1):
        best, behind = each.best, each.behind
        missed += behind
        played = made_text(each.before.board, each.before.game, each.turn), str(each.turn.score)
        missing = (best.notation, str(best.score)) if best and behind else ("", "")
        cells = (str(number), *played, *missing, str(behind) if behind else "")
        table.add_row(*map(Text, cells))
    if number:
        yield table
    yield f"{points_text(missed)} behind the best moves in {number} turn{'s' * (number != 1)}"
