"""A game elsewhere: how it is taken up, and moves suggested from what the user reports of it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from solver.errors import RackError
from solver.game import (
    ME,
    PASS,
    Board,
    ObservedGame,
    Position,
    Rack,
    Square,
    Turn,
    points_text,
    scoreless_limit,
    unknown_words,
)
from solver.words import Lexicon
from vision.imaging import decode_screen, read_picture
from wwfsnap.errors import Exit, UnreadableText, UsageFault
from wwfsnap.opencv import require_opencv
from wwfsnap.play.autosave import Autosave, run_saved
from wwfsnap.play.files import GameFiles
from wwfsnap.play.following import follow, lines_since
from wwfsnap.play.rules import GameChoice, notes_of, resume_game
from wwfsnap.play.texts import (
    made_text,
    result_line,
    scores_line,
    settled_lines,
    suggestions,
    unseen_line,
)
from wwfsnap.play.typed_commands import (
    TypedCommand,
    command_loop,
    entered_file,
    entered_number,
    entered_tiles,
)
from wwfsnap.ranking import RankingOptions
from wwfsnap.reporting import table_board
from wwfsnap.terminal import clear_screen, note, show
from wwfsnap.typed_boards import MOST_TEXT, plain_lines, read_typed

TITLES = "you", "your opponent"
Shown = tuple[Position, tuple[int, int] | None]
"""A position, and the points of both if known, the user's first."""


class Assistant:
    """The terminal for a game elsewhere.

    Args:
        observed: The game.
        lexicon: The words.
        ranking: How suggested moves are ranked.
        top: How many.
        files: Where the game is kept.
        words: The user's word list, against which pictures are checked.
    """

    def __init__(
        self,
        observed: ObservedGame,
        lexicon: Lexicon,
        ranking: RankingOptions,
        top: int,
        files: GameFiles,
        words: Path | None = None,
    ) -> None:
        self._states = [observed]
        self._told = ""
        self._lexicon = lexicon
        self._words = words
        self._wish = ranking
        self._top = top
        self._autosave = Autosave(files, self._text, "play --with-you --resume")
        self._commands = (
            TypedCommand(
                "rack",
                "LETTERS",
                "enter your tiles, ? for a blank; moves are then suggested",
                self._rack,
            ),
            TypedCommand(
                "me", "8G WORD", "enter your move; also me WORD, me swap ABC, me pass", self._me
            ),
            TypedCommand(
                "them",
                "8G WORD",
                "enter your opponent's move; also them swap 3, them pass",
                self._them,
            ),
            TypedCommand("shot", "FILE", "read the moves from the next screenshot", self._shot),
            TypedCommand("hint", "[N]", "show the best moves", self._hint),
            TypedCommand(
                "board", "", "show board, scores and rack again", lambda _: self._show(self._told)
            ),
            TypedCommand("unseen", "", "list the unseen tiles", self._unseen),
            TypedCommand("tile", "H8 E", "correct a tile on the board; . for none", self._tile),
            TypedCommand("score", "120 98", "enter the scores, yours first", self._score),
            TypedCommand("undo", "", "undo the last thing you typed", self._undo),
            self._autosave.command,
            TypedCommand(
                "swap", "ABC", "the same as me swap ABC", lambda tiles: self._me(f"swap {tiles}")
            ),
            TypedCommand("pass", "", "the same as me pass", lambda _: self._me("pass")),
        )

    def run(self) -> Exit:
        """Read commands until the user stops."""
        return run_saved(self._play, self._autosave)

    @property
    def _observed(self) -> ObservedGame:
        return self._states[-1]

    def _text(self) -> str:
        return self._observed.text(notes_of(self._observed.game))

    def _play(self) -> None:
        self._autosave.begin()
        self._show()
        self._suggest()
        command_loop(self._commands, lambda: False)
        self._autosave.leave()

    def _show(self, told: str = "") -> None:
        """Show board, scores and rack; also ``told``, the last turn, where that is out of sight."""
        observed = self._observed
        show(
            table_board(observed.board, observed.game, observed.last.tiles if observed.last else ())
        )
        if told:
            show(told)
        show(scores_line(TITLES, observed.scores, observed.bag))
        if observed.rack:
            show(
                f"your rack: {Rack(observed.rack)}"
                + ("" if observed.whole else " and what you drew")
            )
        else:
            show("your rack is not known: type rack LETTERS")

    def _take(self, observed: ObservedGame) -> None:
        """Continue with the game after a report."""
        self._states.append(observed)
        self._autosave.keep()

    def _hint(self, text: str) -> None:
        observed = self._observed
        if not observed.rack or not observed.whole:
            raise UsageFault("your tiles are not known", "type rack LETTERS, ? for a blank")
        top = entered_number(text, self._top)
        show(*suggestions(observed.view, self._lexicon, self._wish, top=top))

    def _suggest(self) -> None:
        """Suggest the best moves if the user's tiles are known."""
        if self._observed.rack and self._observed.whole and not self._observed.over:
            self._hint("")

    def _rack(self, text: str) -> None:
        self._take(self._observed.with_rack(Rack.parse(text).tiles))
        self._hint("")

    def _me(self, text: str) -> None:
        self._turn(0, text)

    def _them(self, text: str) -> None:
        self._turn(1, text)
        self._suggest()

    def _turn(self, player: int, text: str) -> None:
        """Take a reported turn of either player."""
        verb, _, rest = text.partition(" ")
        observed = self._observed
        if verb.lower() == "pass" and not rest:
            after = observed.take(player, PASS)
            self._told = f"{TITLES[player]} passed"
        elif verb.lower() == "swap":
            after = _swapped(observed, player, rest.strip())
            self._told = f"{TITLES[player]} swapped"
        else:
            after = self._laid(player, text)
        self._take(after)
        self._show()
        self._end(observed)

    def _shot(self, text: str) -> None:
        """Take the next screenshot, following the game as the page does."""
        file = entered_file(text, "shot FILE, the name of the next screenshot")
        before = self._observed
        game = before.game
        choice = GameChoice(game.name, game.layout, game.language, values=game.own_values)
        if file.is_file():  # else the board stays in sight
            clear_screen()
        place, scores = position_in(file, choice, self._words)
        after, again = follow(before, place, scores)
        names = dict(zip(after.names, TITLES, strict=True))
        begun = len(after.lines) if again else len(before.lines)
        told = [
            f"{names[line.player]} played {made} for {points_text(line.score)}"
            for line, made in lines_since(after.lines, begun, after.game)
            if line.turn is not None
        ]
        if again:
            note("more than one move each was played: the record starts again here")
        self._take(after)
        self._told = "\n".join(told) or "nothing new was played"
        self._show(self._told)
        self._end(before)
        self._suggest()

    def _end(self, before: ObservedGame) -> None:
        """Show how the game ended, if it did."""
        after = self._observed
        if after.over:
            lines = after.lines[len(before.lines) :]
            show(*settled_lines(dict(zip(after.names, TITLES, strict=True)), lines))
            show(result_line(TITLES, after.scores))
        elif after.scoreless >= scoreless_limit(after.game, after.board):
            turns = f"{after.scoreless} turns without points"
            note(
                f"{turns}: by the rules the game is over; enter the final scores with score 120 98"
            )

    def _laid(self, player: int, text: str) -> ObservedGame:
        """The game after tiles were laid; the user is told about words that the list lacks."""
        observed = self._observed
        theirs = player == 1 or not observed.rack
        tiles = entered_tiles(text, observed.view, self._lexicon, theirs=theirs, unlisted=True)
        after = observed.lay(player, tiles)
        turn = Turn("lay", tuple(tiles))
        points = points_text(after.lines[len(observed.lines)].score)
        self._told = (
            f"{TITLES[player]} played {made_text(observed.board, observed.game, turn)} for {points}"
        )
        clear_screen()
        show(self._told)
        for word in unknown_words(observed.board, observed.game, tiles, self._lexicon):
            note(f"{word} is not in the word list; type undo if it was not played")
        return after

    def _unseen(self, _text: str) -> None:
        show(unseen_line(self._observed.view))

    def _tile(self, text: str) -> None:
        found = re.fullmatch(r"([A-Za-z]\d{1,2})\s+(?:(\.)|(\w)|\[(\w+)\])", text)
        if not found:
            raise UsageFault(f"{text!r} is not a square and a tile", "type tile H8 E")
        self._take(self._observed.with_tile(Square.parse(found[1]), found[3] or found[4] or ""))
        self._show()

    def _score(self, text: str) -> None:
        points = text.replace(":", " ").split()
        if len(points) != 2 or not all(re.fullmatch(r"-?\d{1,9}", each) for each in points):
            raise UsageFault(f"{text!r} is not a pair of scores", "type score 120 98, yours first")
        self._take(self._observed.with_scores(int(points[0]), int(points[1])))
        show(scores_line(TITLES, self._observed.scores, self._observed.bag))

    def _undo(self, _text: str) -> None:
        if len(self._states) == 1:
            raise UsageFault("there is nothing to undo")
        self._states.pop()
        self._told = ""
        self._autosave.keep()
        self._show()


def _swapped(observed: ObservedGame, player: int, text: str) -> ObservedGame:
    """The game after a swap, given by the tiles or their number."""
    if not text:
        raise UsageFault("no tiles are given", "type swap ABC, or swap 3 for any three")
    counted = re.fullmatch(r"\d{1,9}", text)
    tiles = () if counted else Rack.parse(text).tiles
    number, most = int(text) if counted else len(tiles), observed.game.rack_size
    if not 1 <= number <= most:
        raise RackError(f"{number} tiles cannot be swapped; a rack has {most}")
    bag = observed.game.tiles.limits
    if more := Counter(tiles) - Counter(bag):
        raise RackError(f"the game does not have that many tiles {' '.join(sorted(more))}")
    if not counted:
        return observed.take(player, Turn("swap", swapped=tiles))
    after = observed.take(player, Turn("swap"), f"-{number}")
    return after if player else replace(after, rack=())


def start_game(
    choice: GameChoice, words: Path | None, start: Path | None, resume: Path | None
) -> ObservedGame:
    """A game from its start, from a board or picture, or from a record.

    Args:
        choice: What the user chose.
        words: His word list, against which a picture is checked.
        start: A typed board, CGP, GCG, or a screenshot.
        resume: A record.

    Raises:
        SolverError: No such game, or the file does not contain one.
        VisionError: It is a picture that cannot be read.
        OwnPicture: It is one that wwfsnap drew.
        UnreadableText: The record cannot be read, or the file's text is too long.
    """
    if resume:
        again = resume_game(resume, choice)
        return ObservedGame.resumed(again.record, again.game, ME)
    if start is None:
        game = choice.load()
        return ObservedGame(game, Board.empty(game.size))
    place, scores = position_in(start, choice, words)
    return ObservedGame.of(place, scores or (0, 0))


def position_in(file: Path, choice: GameChoice, words: Path | None) -> Shown:
    """Board, rack and points in a screenshot, whose doubts are shown, or in a typed board.

    Args:
        file: The picture, or the text: a board, CGP or GCG.
        choice: The game, as far as it is known.
        words: The user's word list, against which a picture is checked.

    Raises:
        SolverError: The file's text is no board.
        VisionError: It is a picture that cannot be read.
        OwnPicture: It is one that wwfsnap drew.
        UnreadableText: It is too long.
    """
    data = read_picture(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:  # no text, so a picture
        return _seen(data, file, choice, words)
    if len(text) > MOST_TEXT:
        raise UnreadableText(f"{file}: is too long for a board or a game")
    (board, rack, scores), game = read_typed(plain_lines(text), choice.rules)
    return Position(board, rack or Rack(()), game), scores


def _seen(data: bytes, file: Path, choice: GameChoice, words: Path | None) -> Shown:
    """The game in a picture; its reading and doubts are shown."""
    require_opencv()
    from wwfsnap.drawing import refuse_own
    from wwfsnap.pipeline import Settings, game_of, read_board
    from wwfsnap.reporting import doubt_lines, reading_lines

    refuse_own(BytesIO(data), str(file))
    settings = Settings(game=choice.game, language=choice.language, words=words)
    reading = read_board(decode_screen(data, str(file)), settings)
    show(reading_lines(reading))
    if reading.doubts:
        show(doubt_lines(reading.doubts))
        note("correct what is wrong with tile H8 E, rack LETTERS or score 120 98")
    place = Position(Board(reading.board_rows()), Rack(reading.rack_tiles()), game_of(reading))
    return place, reading.scores
