"""A job (a picture, a typed board or grid, a game) and its answer; this runs in the pool."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solver.game import Position, Turn, View, read_layout, score_move
from solver.paths import USUAL_PATH_GAME, find_words, load_path_game, random_grid, typed_grid
from vision.imaging import MOST_PIXELS, Screen
from wwfsnap.drawing import encode_picture
from wwfsnap.errors import Failure, WorkerLost
from wwfsnap.many import report
from wwfsnap.outcome import read_data, solve_data
from wwfsnap.pipeline import AnySolution, draw_best
from wwfsnap.ranking import By, RankingOptions, best_moves, check_study, outlook_of, rank_turns
from wwfsnap.reporting import (
    advice_record,
    failure_record,
    grid_record,
    outcome_record,
    solution_record,
    words_record,
)
from wwfsnap.serve.faults import status_of
from wwfsnap.serve.options import RequestOptions
from wwfsnap.serve.page_data import page_data_of_game, page_data_of_position, page_data_of_reading
from wwfsnap.serve.table.games import GameJob, play_game
from wwfsnap.serve.table.team import TeamJob, follow_game
from wwfsnap.terminal import Record
from wwfsnap.typed_boards import Rules, parse_position
from wwfsnap.words import words_for

if TYPE_CHECKING:
    from solver.strategy import Option, Progress
    from solver.words import Lexicon

STEP = 0.02
"""After which share of the time progress is reported again: fifty times in all."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was sent.

    Attributes:
        data: The file's bytes.
        options: What is asked for.
        solve: Whether moves are wanted, too.
        draw: Whether the answer is the picture with the best move on it.
        most_pixels: A picture that announces more is not decoded.
    """

    data: bytes
    options: RequestOptions
    solve: bool = True
    draw: bool = False
    most_pixels: int = MOST_PIXELS


@dataclass(frozen=True, slots=True)
class TypedBoard:
    """A board that was typed, or read before and corrected.

    Attributes:
        text: As ``wwfsnap moves`` takes it.
        rack: The player's tiles; None for those in the text.
        options: What is asked for.
        layout: Name of the game's board; None for the usual one of that size.
        premiums: Rows of premium squares that are those of no layout, as in a `--layout` file.
        values: Points of letters where they are not the game's own.
        telling: Whether intermediate results are reported.
    """

    text: str
    rack: str | None
    options: RequestOptions
    layout: str | None = None
    premiums: tuple[str, ...] | None = None
    values: Mapping[str, int] | None = None
    telling: bool = False


@dataclass(frozen=True, slots=True)
class TypedGrid:
    """The tiles of a path game: typed, or read before and corrected, or random.

    Attributes:
        text: As ``wwfsnap ruzzle`` takes it.
        options: What is asked for.
        seed: Makes the grid instead of the text; None where there is a text.
    """

    text: str
    options: RequestOptions
    seed: int | None = None


Job = Picture | TypedBoard | TypedGrid | GameJob | TeamJob


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a job.

    Attributes:
        status: The HTTP status.
        record: The JSON.
        picture: The drawn picture as PNG; None where none was asked for, or nothing can be laid.
    """

    status: int
    record: Record
    picture: bytes | None = None


def work(job: Job) -> Answer:
    """Do a job; raises nothing."""
    if isinstance(job, Picture):
        return _picture(job)
    try:
        match job:
            case GameJob():
                record = play_game(job)
            case TeamJob():
                record = follow_game(job)
            case TypedBoard():
                record = _typed(job)
            case _:
                record = _typed_grid(job)
    except Exception as error:  # noqa: BLE001 - Failure.of separates ours from faults of the program
        return failed(error)
    return Answer(200, record)


def lost(job: Job) -> Answer:
    """The answer where the process died, or was killed because it took too long."""
    name = job.options.name if isinstance(job, Picture) else "the board"
    if isinstance(job, GameJob | TeamJob):
        name = "the game"
    fault = WorkerLost(
        f"{name}: reading or solving it took too long, or its process crashed",
        "send it again; if it fails again, please report it with the picture",
    )
    return failed(fault)


def _picture(job: Picture) -> Answer:
    """Read a picture, and solve it if wanted."""
    options, screens, drawn = job.options, [], []

    def draw(screen: Screen, solution: AnySolution) -> None:
        screens.append(screen)
        if job.draw and (pixels := draw_best(screen, solution, options.move)) is not None:
            drawn.append(encode_picture(pixels, io.BytesIO(job.data), ".png"))

    if job.solve:
        outcome = solve_data(
            job.data, options.name, options.settings, draw, most_pixels=job.most_pixels
        )
    else:
        outcome = read_data(job.data, options.name, options.settings, most_pixels=job.most_pixels)
    record = outcome_record(outcome)
    if options.more and outcome.reading is not None:
        record["more"] = page_data_of_reading(outcome.reading, next(iter(screens), None))
    status = status_of(outcome.failure) if outcome.failure else 200
    return Answer(status, record, next(iter(drawn), None))


def _typed(job: TypedBoard) -> Record:
    """Solve a typed board; where progress is reported, first by the quicker measures."""
    options = job.options
    settings = options.settings
    drawn = None if job.premiums is None else read_layout("\n".join(job.premiums))
    chosen = settings.game, job.layout, settings.language, drawn, job.values
    place, lead = parse_position(job.text, job.rack, Rules(*chosen, options.longest))
    if options.lead is None:
        options = replace(options, lead=lead)
    check_study(place, settings.ranking, settings.top)
    lexicon = words_for(place.game.language, settings.words)
    if job.telling:
        wanted = list(By).index(settings.ranking.by)
        for by in list(By)[:wanted]:
            report(_solved(options, settings.ranking._replace(by=by), place, lexicon))
    progress = _Teller(place) if job.telling else None
    return _solved(options, settings.ranking, place, lexicon, progress)


def _solved(
    options: RequestOptions,
    ranking: RankingOptions,
    place: Position,
    lexicon: Lexicon,
    progress: Progress | None = None,
) -> Record:
    """The record of a position with its best moves by one measure."""
    top = options.settings.top
    record: Record = {
        "ok": True,
        "game": place.game.name,
        "layout": place.game.layout,
        "language": place.game.language,
        "values": place.game.own_values,
        "board": place.board.lines(),
        "rack": str(place.rack),
        "premiums": list(place.game.premiums),
        "by": ranking.by.value,
    }
    if ranking.needs_strategy:
        view = View.of(place, lead=options.lead or 0, bag=options.left)
        advice = rank_turns(view, lexicon, ranking, top=top, progress=progress)
        outlook = outlook_of(advice, view, lexicon, ranking)
        record |= solution_record((), None) | advice_record(advice, outlook)
    else:
        found = best_moves(place, lexicon, top, all_places=ranking.all_places)
        record |= solution_record(found, None)
    if options.more:
        record["more"] = page_data_of_position(place)
    return record


class Steps:
    """Decides when enough of the work was done since the last report for another one."""

    def __init__(self) -> None:
        self._next = 0.0

    def due(self, done: float) -> bool:
        """Whether this share of the work is to be reported; then it counts as reported."""
        if done < min(1.0, self._next):
            return False
        self._next = done + STEP
        return True


class _Teller:
    """Reports the progress of a simulation: share done, games a move, the leading move."""

    def __init__(self, place: Position) -> None:
        self._place = place
        self._steps = Steps()

    def update(self, done: float, worlds: int, best: Option) -> None:
        if not self._steps.due(done):
            return
        turn = None if best.play is None else Turn.lay(best.play, self._place.game)
        leading = score_move(self._place, turn.tiles).notation if turn else ""
        report({"done": round(done, 3), "games": worlds, "leading": leading})


def _typed_grid(job: TypedGrid) -> Record:
    """Find the words of a typed grid."""
    settings = job.options.settings
    rules = load_path_game(settings.game or USUAL_PATH_GAME)
    code = settings.language or rules.usual_language
    made = None if job.seed is None else random_grid(rules, code, job.seed)
    grid = made or typed_grid(job.text)
    found = find_words(grid, rules, words_for(code, settings.words), code)
    record: Record = {"ok": True, "game": rules.name, "language": code}
    record |= grid_record(grid) | words_record(found, settings.top)
    record |= {"drawn": None, "otherwise": []}
    if job.options.more:
        record["more"] = page_data_of_game(rules, code)
    return record


def failed(error: Exception) -> Answer:
    """The answer for an error."""
    failure = Failure.of(error)
    return Answer(status_of(failure), failure_record(failure))
