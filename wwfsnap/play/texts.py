"""A game in, its texts for the terminal out: turns, scores, tiles left, what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.game import Game, RecordedTurn, State, Turn, View, score_move
from solver.solve import solve
from solver.strategy import RankedTurn
from solver.words import Lexicon
from wwfsnap.ranking import By, RankingOptions, best_moves, outlook_of, rank_turns, turn_text
from wwfsnap.reporting import advice_parts, moves_table, progress_bar


def made_text(before: View, turn: Turn) -> str:
    """A turn as the program prints moves: `8G WO(R)D`, `swap ABC`, `pass`."""
    return turn_text(
        RankedTurn(turn, score_move(before.position, turn.tiles) if turn.tiles else None)
    )


def points_text(points: int) -> str:
    """`1 point`, `7 points`."""
    return f"{points} point{'' if points == 1 else 's'}"


def scores_line(names: Sequence[str], scores: Sequence[int], bag: int) -> str:
    """Who has how many points, and what is in the bag."""
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
    """The tiles not in sight."""
    return f"{view.unseen.total()} tiles unseen: {tiles_text(view.unseen, view.game)}"


def tiles_text(tiles: Counter[str], game: Game) -> str:
    """Tiles with their number, in the order of the alphabet, blanks last: `A3 E5 ?1`."""
    order = (*game.alphabet.letters, "?")
    return " ".join(f"{tile}{tiles[tile]}" for tile in order if tiles[tile])


def suggestions(
    view: View, lexicon: Lexicon, ranking: RankingOptions, *, top: int, last: Turn | None = None
) -> Iterator[RenderableType]:
    """The best moves of the player on turn."""
    if ranking.needs_strategy:
        with progress_bar(wanted=ranking.by is By.WIN) as bar:
            advice = rank_turns(view, lexicon, ranking, top=top, last=last, progress=bar)
        yield from advice_parts(advice)
        yield from outlook_of(advice, view, lexicon, ranking)
        return
    found = best_moves(view.position, lexicon, top, all_places=ranking.all_places)
    yield moves_table(found) if found else "no move fits: swap tiles or pass"


def review(states: Sequence[State], player: int, lexicon: Lexicon) -> Iterator[RenderableType]:
    """How many points each turn of a player lay behind the best move there was."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("Turn", "You played", "Points", "Best", "Points", "Behind"):
        left = title in {"You played", "Best"}
        table.add_column(title, justify="left" if left else "right", no_wrap=True)
    missed = turns = 0
    for before, after in pairwise(states):
        if before.turn != player or after.last is None:
            continue
        best = next(iter(solve(before.view.position, lexicon, top=1)), None)
        most = best.score if best else 0
        behind = max(0, most - after.last.score)
        turns += 1
        missed += behind
        played = made_text(before.view, after.last), str(after.last.score)
        missing = (best.notation, str(most)) if best and behind else ("", "")
        table.add_row(*map(Text, (str(turns), *played, *missing, str(behind) if behind else "")))
    if turns:
        yield table
    yield f"{points_text(missed)} behind the best moves in {turns} turn{'s' * (turns != 1)}"
