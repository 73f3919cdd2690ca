"""Jobs of the page about a game against the program, and what the page may know of the game.

Nothing of a game stays in memory: each job reads its record, goes on with it and writes it again.
So every process of the pool can do it, a restart loses nothing, and `play` in the terminal can go
on with the same files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from solver.errors import RackError, SolverError
from solver.game import (
    PASS,
    USUAL_GAME,
    Board,
    Position,
    Rack,
    RecordedTurn,
    Square,
    Turn,
    layouts,
    read_layout,
    score_move,
    score_tiles,
    swap_limit,
    tile_text,
    unknown_words,
    unseen,
)
from solver.strategy import Chances, final, load_chances
from wwfsnap.errors import FrontDoorError, UsageFault
from wwfsnap.play import (
    Challenge,
    GameChoice,
    GameFiles,
    GameSession,
    Level,
    new_session,
    player_of,
    resumed_session,
    session_at,
)
from wwfsnap.ranking import best_moves
from wwfsnap.reporting import gathered_record
from wwfsnap.terminal import Record
from wwfsnap.typed_boards import Rules, parse_position

THINKING = 5.0
"""Seconds for a turn of the best level: a longer wait at a page would seem odd."""
CHANGING = {"lay", "swap", "pass", "challenge", "answer", "undo"}
"""Acts that change a game; only one of these is done at a time."""
LOOKING = {"try", "hint", "review"}


class MovedOn(FrontDoorError):
    """The game has changed since the page last saw it."""

    stage = "request"
    default_hint = "load the game again"


@dataclass(frozen=True, slots=True)
class GameJob:
    """Something to be done with a game.

    Attributes:
        act: `new`, `state`, or one of `CHANGING` and `LOOKING`.
        file: The record; None for a new game.
        choice: What the user chose for a new game.
        program_first: Whether the program begins a new game, or is on turn.
        board: The board that a new game begins at; '' for an empty one.
        rack: The player's tiles there; '' where he is dealt some.
        scores: His points there, and those of the program.
        tiles: Squares and tiles to lay.
        swapped: Tiles to swap.
        step: How much a hint tells: 1 = the squares, 2 = the letters, 3 = the move.
        turn: How many turns the page has seen; None where it does not matter.
        words: The word list that the server was started with.
    """

    act: str
    file: Path | None = None
    choice: GameChoice = field(default_factory=GameChoice)
    program_first: bool = False
    board: str = ""
    rack: str = ""
    scores: tuple[int, int] = (0, 0)
    tiles: tuple[tuple[Square, str], ...] = ()
    swapped: tuple[str, ...] = ()
    step: int = 1
    turn: int | None = None
    words: Path | None = None


def play_game(job: GameJob) -> Record:
    """Do a job.

    Raises:
        MovedOn: Somebody has gone on with the game meanwhile.
        SolverError: It cannot be done by the rules.
        FrontDoorError: The game cannot be read or written.
    """
    if job.file is None:
        session = _begun(job)
        return _state(session, GameFiles().keep(session.text()))
    session = resumed_session(job.file, GameChoice(), job.words)
    if session.own_tiles:
        raise UsageFault("a game with your own tiles can only be played in the terminal")
    if job.turn is not None and job.turn != _made(session):
        raise MovedOn("the game was continued elsewhere")
    match job.act:
        case "try":
            return {"ok": True} | _tried(session, job.tiles)
        case "hint":
            return {"ok": True} | _hint(session, job.step)
        case "review":
            return {"ok": True} | _review(session)
        case "state":
            return _state(session, job.file)
    _change(session, job)
    GameFiles(kept=job.file).keep(session.text())
    return _state(session, job.file)


def _begun(job: GameJob) -> GameSession:
    """A new game, from an empty board or from a position."""
    choice, first = job.choice, job.program_first
    if not job.board:
        return new_session(choice, job.words, program_first=first)
    game, premiums = choice.game or USUAL_GAME, None
    if choice.premiums is not None:
        premiums = read_layout("\n".join(choice.premiums))
    usual = [each.name for each in layouts(game) if each.premiums == premiums]
    layout, premiums = (usual[0], None) if usual else (choice.layout, premiums)
    rules = Rules(game, layout, choice.language, premiums, choice.values)
    place, _ = parse_position(job.board, job.rack, rules)
    return session_at(place, job.scores, choice, job.words, program_first=first)


def _change(session: GameSession, job: GameJob) -> None:
    """Make a turn of either player, or undo one."""
    match job.act:
        case "lay":
            session.take(session.after_challenge(Turn.of(session.move(job.tiles))))
        case "swap":
            if not job.swapped:
                raise RackError("no tiles are given")
            session.take(Turn("swap", swapped=job.swapped))
        case "pass":
            session.take(PASS)
        case "challenge":
            session.challenge_last()
        case "undo":
            session.undo()
        case _:
            seconds = THINKING if session.level is Level.WIN else None
            game = session.state.game
            session.answer(player_of(session.level, game, session.lexicon, seconds))


def _made(session: GameSession) -> int:
    """How many turns were made."""
    return sum(line.turn is not None for line in session.history.lines())


def _state(session: GameSession, file: Path) -> Record:
    """The game as its player may know it: neither the other rack nor the order of the bag."""
    state, me = session.state, session.me
    game = state.game
    place = _place(session)
    left = unseen(place)
    return {
        "ok": True,
        "id": file.stem,
        "game": game.name,
        "title": game.title,
        "layout": game.layout,
        "language": game.language,
        "level": session.level.value,
        "challenge": session.challenge.value,
        "may_challenge": session.may_challenge,
        "premiums": list(game.premiums),
        "start": game.start.name,
        "rack_size": game.rack_size,
        "tiles": [[tile.letter, tile.value] for tile in game.tiles.tiles],
        "board": state.board.lines(),
        "rack": str(place.rack),
        "opponent": len(state.racks[1 - me]),
        "bag": len(state.bag),
        "unseen": [[tile.letter, left[tile.letter]] for tile in game.tiles.tiles],
        "scores": [state.scores[me], state.scores[1 - me]],
        "your_turn": session.mine,
        "over": session.over,
        "turn": _made(session),
        "swap": min(swap_limit(game, len(state.bag)), len(place.rack)),
        "undo": any(each.turn == me for each in session.history.states[:-1]),
        "begun": len(session.begun.turns) if session.begun else 0,
        "lines": _lines(session),
    }


def _place(session: GameSession) -> Position:
    """The board with the user's tiles, whoever is on turn."""
    state = session.state
    return Position(state.board, Rack(state.racks[session.me]), state.game)


def _lines(session: GameSession) -> list[Record]:
    """The score sheet, a record a turn; of tiles that the program swapped only their number."""
    game = session.state.game
    lines = [line for line in session.history.lines() if line.turn or line.settles]
    board, found = Board.empty(game.size), []
    own = session.history.names[session.me]
    for line in lines:
        record = _line(line, mine=line.player == own)
        if line.turn and line.turn.phoney:
            words, _ = score_tiles(board, game, line.turn.phoney.tiles)
            record |= {"kind": "withdrawn", "word": words[0].text, "score": 0}
        if line.turn is not None and line.turn.kind == "lay":
            words, _ = score_tiles(board, game, line.turn.tiles)
            board = board.with_tiles(line.turn.tiles)
            record["word"] = words[0].text if words else ""
            record["tiles"] = [[square.name, tile] for square, tile in line.turn.tiles]
            record["place"] = line.text.partition(" ")[0]
        found.append(record)
    return found


def _line(line: RecordedTurn, *, mine: bool) -> Record:
    kind, bonus = line.turn.kind if line.turn else "settled", line.turn.bonus if line.turn else 0
    record: Record = {"mine": mine, "kind": kind, "score": line.score, "total": line.total + bonus}
    if bonus:
        record["bonus"] = bonus
    if line.turn is not None and line.turn.swapped:
        record["count"] = len(line.turn.swapped)
        if mine:
            record["letters"] = "".join(map(tile_text, line.turn.swapped))
    if kind == "settled":
        record["letters"] = line.text.strip("()")
    return record


def _tried(session: GameSession, tiles: tuple[tuple[Square, str], ...]) -> Record:
    """What some tiles would score and spell, and why they may not be laid."""
    place, lexicon = _place(session), session.lexicon
    found: Record = {"legal": False, "why": "", "score": None, "words": []}
    try:
        move = score_move(place, tiles)
        checked = session.challenge is Challenge.VOID
        unknown = set(unknown_words(place.board, place.game, tiles, lexicon)) if checked else ()
        words = [[word, points, word.upper() not in unknown] for word, points in move.words]
        found |= {"score": move.score, "words": words}
        if session.mine:
            session.move(tiles)
            found["legal"] = True
    except SolverError as fault:
        found["why"] = str(fault)
    return found


def _hint(session: GameSession, step: int) -> Record:
    """The best move, as much of it as the step reveals; `best` is None where none fits."""
    found = best_moves(_place(session), session.lexicon, 1)
    if not found:
        return {"best": None}
    move = found[0].move
    told: Record = {"squares": [square.name for square in move.squares]}
    if step > 1:
        told["letters"] = sorted(tile if tile.isupper() else "?" for _, tile in move.tiles)
    if step > 2:
        told["move"] = gathered_record(found[0])
    return {"best": told}


def _review(session: GameSession) -> Record:
    """What the user's turns lost, and his chances after every turn."""
    history, chances = session.history, load_chances(session.state.game)
    reviewed = {id(each.before): each for each in session.review()}
    turns: list[Record] = []
    for place, state in enumerate(history.states):
        rack = "".join(map(tile_text, state.racks[session.me]))
        turn: Record = {"rack": rack, "chance": round(_chance(session, place, chances), 3)}
        if each := reviewed.get(id(state)):
            turn |= {"behind": each.behind, "played": each.turn.score}
            if each.best is not None:
                best = each.best
                turn["best"] = {
                    "move": best.notation,
                    "score": best.score,
                    "tiles": [[square.name, tile] for square, tile in best.tiles],
                }
        turns.append(turn)
    first = _made(session) - len(turns) + 1  # not 0 where the seed did not deal the game
    record = session.text() if session.over else None  # it has the program's tiles and the seed
    return {"first": first, "turns": turns, "gcg": record}


def _chance(session: GameSession, place: int, chances: Chances) -> float:
    """The user's chance to win in a state, 0 to 1."""
    state, me = session.history.states[place], session.me
    if state.over:
        return final(state.scores[me] - state.scores[1 - me])
    chance = chances.win(state.view.lead, state.view.bag)
    return chance if state.turn == me else 1 - chance
