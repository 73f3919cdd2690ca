"""The addresses of games against the program, and their requests parsed as jobs for the pool."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from solver.errors import SolverError
from solver.game import Rack, Square
from wwfsnap.play import Challenge, GameChoice, Level, kept_file, kept_games
from wwfsnap.serve.faults import Busy, NotFound, Refused, WrongType
from wwfsnap.serve.limits import Limits, whole
from wwfsnap.serve.options import LANGUAGE, NAME
from wwfsnap.serve.pool import Pool
from wwfsnap.serve.request_parsing import (
    JSON,
    LONGEST_RACK_TEXT,
    MOST_SEED,
    content_type_of,
    once,
    parse_json,
    parse_rows,
    parse_values,
)
from wwfsnap.serve.table.games import CHANGING, LOOKING, GameJob
from wwfsnap.serve.table.team import TeamJob
from wwfsnap.terminal import Record

MOST_KEPT = 50
"""The most games in a list; older ones are found in the folder."""
FIRST = {"me": False, "you": True, None: False}
OF_BOARDS = {"game", "layout", "language"}
OF_NEW = {"game", "layout", "language", "level", "challenge", "first", "seed"}
OF_POSITIONS = {"board", "rack", "scores", "premiums", "values"}
MOST_POINTS = 9999
OF_ACTS = {"turn", "tiles", "letters", "step"}


def game_routes(pool: Pool, limits: Limits, words: Path | None) -> list[Route]:
    """All addresses of games.

    Args:
        pool: Does the work.
        limits: What is accepted.
        words: The word list that the server was started with.
    """
    under_way: set[str] = set()

    async def kept(_request: Request) -> Response:
        games = await run_in_threadpool(lambda: list(kept_games(MOST_KEPT)))
        return JSONResponse([{"id": each.pop("name")} | each for each in map(asdict, games)])

    async def new(request: Request) -> Response:
        sent = await _sent(request, limits, OF_NEW | OF_POSITIONS)
        return await _answer(pool, _new_job(sent, words))

    async def state(request: Request) -> Response:
        file = await _file(request)
        return await _answer(pool, GameJob("state", file, words=words))

    async def act(request: Request) -> Response:
        act = request.path_params["act"]
        if act not in CHANGING | LOOKING:
            raise NotFound("a game has no such action")
        file = await _file(request)
        job = _act_job(act, file, await _sent(request, limits, OF_ACTS), words)
        if act in LOOKING:
            return await _answer(pool, job)
        with _alone(file.stem, under_way):
            return await _answer(pool, job)

    async def team(request: Request) -> Response:
        sent = await _sent(request, limits, OF_BOARDS | OF_POSITIONS | {"record"})
        return await _answer(pool, _team_job(sent, words))

    async def boards(request: Request) -> Response:
        sent = {name: value or None for name, value in once(request.query_params).items()}
        if unknown := sent.keys() - OF_BOARDS:
            raise Refused(f"unknown options: {', '.join(sorted(unknown))}")
        return JSONResponse(await run_in_threadpool(_board_record, _choice(sent)))

    answer: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
        ("/api/boards", "GET", boards),
        ("/api/team", "POST", team),
        ("/api/play", "GET", kept),
        ("/api/play", "POST", new),
        ("/api/play/{id}", "GET", state),
        ("/api/play/{id}/{act}", "POST", act),
    ]
    return [Route(address, function, methods=[method]) for address, method, function in answer]


async def _answer(pool: Pool, job: GameJob | TeamJob) -> Response:
    found = await pool.answer(job)
    return JSONResponse(found.record, found.status)


@contextmanager
def _alone(name: str, under_way: set[str]) -> Iterator[None]:
    """A context in which a game is changed by one request at a time.

    Raises:
        Busy: Another request is changing it.
    """
    if name in under_way:
        raise Busy("another turn of this game is being made")
    under_way.add(name)
    try:
        yield
    finally:
        under_way.discard(name)


async def _file(request: Request) -> Path:
    """The record that an address names.

    Raises:
        NotFound: There is none.
    """
    file = await run_in_threadpool(kept_file, request.path_params["id"])
    if file is None:
        raise NotFound("there is no such game")
    return file


async def _sent(request: Request, limits: Limits, known: set[str]) -> Mapping[str, object]:
    """The JSON object of a request.

    Raises:
        Refused: It is no JSON object of known names.
    """
    data = await whole(request, limits.text, limits.upload)
    if not data:
        return {}
    if content_type_of(request) != JSON:
        raise WrongType("this content type is not accepted here", f"send {JSON}")
    sent = parse_json(data)
    if not isinstance(sent, dict):
        raise Refused("the JSON is not an object")
    if strange := sorted(set(sent) - known):
        raise Refused(f"unknown options: {', '.join(strange)[:100]}")
    return sent


def _board_record(choice: GameChoice) -> Record:
    """Squares and tiles of a game.

    Raises:
        Refused: There is no such game, layout or language.
    """
    try:
        game = choice.load()
    except SolverError as fault:
        raise Refused(str(fault), fault.hint) from None
    return {
        "game": game.name,
        "layout": game.layout,
        "language": game.language,
        "premiums": list(game.premiums),
        "start": game.start.name,
        "rack_size": game.rack_size,
        "tiles": [[tile.letter, tile.value] for tile in game.tiles.tiles],
    }


def _choice(sent: Mapping[str, object]) -> GameChoice:
    """Game, layout and language, as they are named.

    Raises:
        Refused: One is not formed like a name.
    """
    named: dict[str, str | None] = {}
    for name in ("game", "layout", "language"):
        value = sent.get(name)
        form = LANGUAGE if name == "language" else NAME
        if value is not None and not (isinstance(value, str) and form.fullmatch(value)):
            raise Refused(f"{name}: must be letters and digits, with hyphens between them")
        named[name] = value
    return GameChoice(named["game"], named["layout"], named["language"])


def _new_job(sent: Mapping[str, object], words: Path | None) -> GameJob:
    choice = _choice(sent)
    level, first, seed = sent.get("level"), sent.get("first"), sent.get("seed")
    if level is not None and level not in list(Level):
        raise Refused(f"level: must be one of {', '.join(Level)}")
    if not isinstance(first, str | None) or first not in FIRST:
        raise Refused("first: must be me or you")
    if seed is not None:
        seed = _whole("seed", seed, 0, MOST_SEED)
    challenge = sent.get("challenge", Challenge.VOID)
    if challenge not in list(Challenge):
        raise Refused(f"challenge: must be one of {', '.join(Challenge)}")
    strength = None if level is None else Level(str(level))
    choice = replace(choice, seed=seed, level=strength, challenge=Challenge(str(challenge)))
    job = GameJob("new", None, choice, FIRST[first], words=words)
    if not sent.keys() & OF_POSITIONS:
        return job
    choice, board, rack = _position(choice, sent)
    return replace(job, choice=choice, board=board, rack=rack, scores=_scores(sent) or (0, 0))


def _position(choice: GameChoice, sent: Mapping[str, object]) -> tuple[GameChoice, str, str]:
    """The choice, with the premium squares and values that were sent; the board and the rack."""
    rack, premiums = sent.get("rack", ""), sent.get("premiums")
    if not isinstance(rack, str) or len(rack) > LONGEST_RACK_TEXT:
        raise Refused("rack: must be a text such as AEIRST?")
    rows = None if premiums is None else tuple(parse_rows(premiums).splitlines())
    choice = replace(choice, premiums=rows, values=parse_values(sent.get("values")))
    return choice, parse_rows(sent.get("board")), rack


def _scores(sent: Mapping[str, object]) -> tuple[int, int] | None:
    scores = sent.get("scores")
    if scores is None:
        return None
    if not isinstance(scores, list) or len(scores) != 2:
        raise Refused("scores: must be two numbers, the player's first")
    mine, theirs = (_whole("scores", each, -MOST_POINTS, MOST_POINTS) for each in scores)
    return mine, theirs


def _team_job(sent: Mapping[str, object], words: Path | None) -> TeamJob:
    record = sent.get("record", "")
    if not isinstance(record, str):
        raise Refused("record: must be a game as GCG, or left out")
    choice, board, rack = _position(_choice(sent), sent)
    return TeamJob(record, choice, board, rack, _scores(sent), words)


def _act_job(act: str, file: Path, sent: Mapping[str, object], words: Path | None) -> GameJob:
    turn, letters = sent.get("turn"), sent.get("letters", "")
    if act in CHANGING and turn is None:
        raise Refused("turn: must say how many turns you have seen")
    if turn is not None:
        turn = _whole("turn", turn, 0, 10_000)
    if not isinstance(letters, str) or len(letters) > 100:
        raise Refused("letters: must be a text such as AB?")
    try:
        swapped = Rack.parse(letters).tiles
        tiles = tuple(_tiles(sent.get("tiles", [])))
    except SolverError as fault:
        raise Refused(str(fault)) from None
    step = _whole("step", sent.get("step", 1), 1, 3)
    return GameJob(act, file, tiles=tiles, swapped=swapped, step=step, turn=turn, words=words)


def _tiles(value: object) -> Iterator[tuple[Square, str]]:
    """Tiles to lay, sent as `[["H8", "A"], ...]`."""
    if not isinstance(value, list) or len(value) > 26:
        raise Refused('tiles: must be a list such as [["H8", "A"]]')
    for each in value:
        match each:
            case [str() as name, str() as tile] if 0 < len(tile) < 9 and len(name) < 9:
                yield Square.parse(name), tile
            case _:
                raise Refused('tiles: must be a list such as [["H8", "A"]]')


def _whole(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(f"{name}: must be a whole number from {least} to {most}")
    return value
