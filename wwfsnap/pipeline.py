"""From a picture to a solution, in the order of these calls.

``load_screen`` (of `vision`) decodes the file, ``read_screen`` reads board and rack, or the tiles
of a path game, ``solve_reading`` finds the moves or words, ``draw_best`` draws the best one onto
the picture. Each takes values and returns values; ``wwfsnap.outcome`` runs them for one picture
among many.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from solver.errors import PlacementError
from solver.game import (
    RANDOM_LAYOUT,
    Board,
    Game,
    Gathered,
    Move,
    Position,
    Rack,
    Square,
    Turn,
    View,
    load_game,
    score_tiles,
)
from solver.words import Lexicon
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.errors import NoBoardFound
from vision.imaging import Screen
from vision.reader import read
from vision.reading import Reading
from vision.tiles import ReaderOnDemand
from wwfsnap.drawing import Pixels, Target, draw_exchange, draw_move, write_picture
from wwfsnap.errors import NoRack
from wwfsnap.limits import WORK
from wwfsnap.ranking import (
    POINTS,
    By,
    RankingOptions,
    among_others,
    best_moves,
    moves_of,
    outlook_of,
    rank_turns,
)
from wwfsnap.sensitivity import Sensitivity, find_sensitivities
from wwfsnap.words import words_for, words_to_check

if TYPE_CHECKING:
    from solver.strategy import Advice
    from vision.paths import GridReading
    from wwfsnap.path_solution import PathSolution


AnyReading: TypeAlias = "Reading | GridReading"
"""What a picture shows: a board, or the tiles of a path game."""


class Settings(NamedTuple):
    """What the user asked for.

    Attributes:
        game: Name of the game; None to find it in the picture.
        theme: Name of the look; None to find it in the picture.
        language: Language code of tiles and words; None for what the picture shows.
        words: A user's word list; None for the language's own.
        top: Moves or words wanted, best first; 0 for all.
        ranking: What makes a move the best; words of a path game are ordered by points.
        corrected: The user's corrections of tiles in the picture.
    """

    game: str | None = None
    theme: str | None = None
    language: str | None = None
    words: Path | None = None
    top: int = 10
    ranking: RankingOptions = POINTS
    corrected: Corrections = NOTHING_CORRECTED

    @property
    def time_limit(self) -> float:
        """The most seconds that a picture may take in a process of its own."""
        return WORK + self.ranking.seconds


class Solution(NamedTuple):
    """What was read of a picture, and the best moves.

    Attributes:
        reading: The picture as it was read.
        position: Board and rack as the solver takes them.
        moves: Best first; empty where there is nothing to lay.
        advice: The advice; None where only points were asked for.
        outlook: What is worth knowing besides the moves, a line each.
        sensitivities: The doubts that would make another move the best.
        others: For each of the moves, the same in other places; empty where none was sought.
    """

    reading: Reading
    position: Position
    moves: tuple[Move, ...]
    advice: Advice | None = None
    outlook: tuple[str, ...] = ()
    sensitivities: tuple[Sensitivity[Move], ...] = ()
    others: tuple[tuple[Move, ...], ...] = ()

    @property
    def gathered(self) -> list[Gathered]:
        """The moves with their other places."""
        return list(starmap(Gathered, zip_longest(self.moves, self.others, fillvalue=())))

    @property
    def exchange(self) -> Turn | None:
        """The best turn if it is a swap or a pass; None where it is a move, or none is known."""
        first = self.advice.turns[:1] if self.advice else ()
        return next((ranked.turn for ranked in first if ranked.move is None), None)

    @property
    def found(self) -> bool:
        """Whether any best turn is known."""
        return bool(self.moves or self.exchange)


AnySolution: TypeAlias = "Solution | PathSolution"


def read_screen(screen: Screen, settings: Settings) -> AnyReading:
    """Board, rack and all else that a decoded picture shows; without a board, a path game's tiles.

    Raises:
        VisionError: It cannot be read.
        SolverError: The game or the words asked for are not there.
        CorrectionUnusable: A correction by the user does not fit the picture.
    """
    game = settings.game
    if game is not None:
        from solver.paths import path_game_names

        if game in path_game_names():
            return _read_grid(screen, settings)
    try:
        return read_board(screen, settings)
    except NoBoardFound as fault:
        if game is not None:
            raise
        try:
            return _read_grid(screen, settings)  # as a grid may look like a part of a board
        except NoBoardFound:
            if type(fault) is not NoBoardFound:  # a board is there, in part
                raise fault from None
            raise NoBoardFound(f"{fault}, nor a grid of letters", fault.hint) from None


def _read_grid(screen: Screen, settings: Settings) -> GridReading:
    """The tiles of a path game; its reader is loaded only when needed."""
    from vision.paths import read_grid

    return read_grid(
        screen, game=settings.game, language=settings.language, corrected=settings.corrected
    )


def read_board(screen: Screen, settings: Settings) -> Reading:
    """Board, rack and all else of a picture of a board game; raises as ``read_screen``."""
    return read(
        screen,
        game=settings.game,
        theme=settings.theme,
        language=settings.language,
        words=lambda code: words_to_check(settings.language or code, settings.words),
        ocr=ReaderOnDemand(),
        corrected=settings.corrected,
    )


def solve_reading(reading: AnyReading, settings: Settings) -> AnySolution:
    """Solve what was read.

    Raises:
        NoRack: No tiles to lay were seen.
        SolverError: The words asked for are not there.
    """
    if isinstance(reading, Reading):
        return solve_board(reading, settings)
    from wwfsnap.path_solution import solve_path

    language, words, top = settings.language, settings.words, settings.top
    return solve_path(reading, language=language, words=words, top=top)


def solve_board(reading: Reading, settings: Settings) -> Solution:
    """The moves of a board; raises as ``solve_reading``."""
    if reading.rack is None and not reading.tentative:
        raise NoRack("no rack is visible, so there is no move to find")
    position = Position(Board(reading.board_rows()), Rack(reading.rack_tiles()), game_of(reading))
    lexicon = words_for(settings.language or reading.language, settings.words, position.game)
    found = best_moves(position, lexicon, settings.top, all_places=settings.ranking.all_places)
    moves, others = tuple(each.move for each in found), tuple(each.others for each in found)
    sensitivities = find_sensitivities(reading, position, lexicon, next(iter(moves), None))
    if not settings.ranking.needs_strategy:
        return Solution(reading, position, moves, sensitivities=sensitivities, others=others)
    advice, outlook = advised(reading, position, lexicon, settings)
    others = tuple(each.others for each in advice.turns if each.move)
    return Solution(reading, position, moves_of(advice), advice, outlook, sensitivities, others)


def advised(
    reading: Reading, position: Position, lexicon: Lexicon, settings: Settings
) -> tuple[Advice, tuple[str, ...]]:
    """Advice for a picture, with all it shows of the game, and the outlook if it is wanted."""
    from wwfsnap.terminal import progress_bar

    mine, other = reading.scores or (0, 0)
    view = replace(
        View.of(position, lead=mine - other, bag=reading.letters_left),
        last=last_turn(reading, position),
    )
    with progress_bar(wanted=settings.ranking.by is By.WIN and not among_others()) as bar:
        found = rank_turns(view, lexicon, settings.ranking, top=settings.top, progress=bar)
    return found, outlook_of(found, view, lexicon, settings.ranking)


def last_turn(reading: Reading, position: Position) -> Turn | None:
    """What the other player laid last; None where the picture does not show it."""
    squares = [Square(*place) for place in reading.last_move.squares]
    tiles = tuple((square, position.board[square]) for square in squares)
    if not tiles or not all(tile for _, tile in tiles):
        return None
    before = position.board.put((square, "") for square in squares)
    try:
        words, bonus = score_tiles(before, position.game, tiles)
    except PlacementError:  # no single turn can lay them: the squares were misread
        return None
    return Turn("lay", tiles, sum(word.points for word in words) + bonus)


def draw_best(screen: Screen, solution: AnySolution, chosen: str = "") -> Pixels | None:
    """The picture with the best or the chosen turn or word on it; None where there is none.

    Args:
        screen: The picture.
        solution: What was found.
        chosen: The notation of a move, or a word; empty for the best.
    """
    if isinstance(solution, Solution):
        if not chosen and (turn := solution.exchange):
            return draw_exchange(screen, solution.reading, turn.swapped)
        moves = [move for move in solution.moves if chosen in ("", move.notation)]
        return draw_move(screen, solution.reading, moves[0]).pixels if moves else None
    from wwfsnap.drawing import draw_words

    words = solution.words
    first = next((k for k, word in enumerate(words) if chosen in ("", word.word)), None)
    return None if first is None else draw_words(screen, solution.reading, words[first:]).pixels


def draw_solution(
    screen: Screen, solution: AnySolution, source: Path, target: Target
) -> Path | None:
    """Draw the best turn onto the picture and write it; None where none is known.

    Raises:
        FrontDoorError: It cannot be written, or not under that name.
    """
    pixels = draw_best(screen, solution)
    return None if pixels is None else write_picture(pixels, source, target)


def game_of(reading: Reading) -> Game:
    """The rules of the picture's game, with the premiums it shows where the layout is random."""
    dealt = reading.layout == RANDOM_LAYOUT
    game = load_game(
        reading.game,
        language=reading.language,
        layout=None if dealt else reading.layout,
        values=reading.values,
    )
    return game.with_premiums(reading.premiums) if dealt else game
