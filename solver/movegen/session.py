"""The move generator for players and simulators: a board that plays are laid on and taken back.

    session = Session(game, graph_for(game, lexicon), board)
    rack = session.rack(Rack.parse("QUIZ?ES"))      # tiles as numbers, 0 for a blank
    best = session.best_play(rack)                  # a Play, or None where nothing can be laid
    for play in session.all_plays(rack, top=20):
        session.lay(play)
        reply = session.best_play(other_rack)
        session.undo()

A `Play` carries its score, and stays valid as long as the board is the one it was found on; it
can be laid again and again.

The kernel behind it is compiled where that was possible. WWFSNAP_PURE=1 in the environment asks
for the plain one; both give the same plays in the same order.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

from solver.compiled import kernel_in_use
from solver.errors import BoardTextError
from solver.game import BLANK_BIT, LETTER_TIMES, WORD_TIMES, Board, Game, Play, Rack, Turn
from solver.words import BLANK, BOARD, Graph, Lexicon, load_graph

if TYPE_CHECKING:
    from solver.movegen._endgame import EndgameSearch
    from solver.movegen._graph import Ints
    from solver.movegen._kernel import Kernel
    from solver.movegen._wide import Wide
    from solver.movegen.anagrams import Anagrams

_NUMBER = (1 << 32) - 1

_COMPILED = kernel_in_use("solver.movegen")
COMPILED = _COMPILED is not None
"""Whether the compiled kernel is in use."""


def graph_for(game: Game, lexicon: Lexicon) -> Graph:
    """The word graph for a game: its tiles, and the words that fit on its boards.

    Raises:
        WordListError: The tiles can spell none of the words, or they are too many.
    """
    return load_graph(lexicon, game.alphabet, longest=max(game.size, BOARD))


class Session:
    """A board in a game. Not to be shared between threads; make one for each.

    Attributes:
        game: Rules, premiums and tiles.
        graph: The words.
        compiled: Whether its kernel is compiled.
    """

    def __init__(
        self, game: Game, graph: Graph, board: Board | None = None, *, plain: bool = False
    ) -> None:
        """Start with a board.

        Args:
            game: The rules.
            graph: The words, for the game's alphabet.
            board: The board; None = an empty one.
            plain: Use the plain kernel even where there is a compiled one.

        Raises:
            BoardTextError: The board does not have the game's size.
        """
        self.game = game
        self.graph = graph
        self.compiled = _COMPILED is not None and not plain
        squares = "".join(game.premiums)
        self._values = game.tiles.points_by_code
        start = game.start.row * game.size + game.start.column
        size, values, rest = game.size, self._values, (start, game.bonuses)
        whole = graph.lists, graph.arcs, graph.root, graph.words
        self._kernel: Kernel
        self._wide: Wide | None = None
        if _COMPILED and not plain:
            self._kernel = _COMPILED.Kernel(whole, size, values, _array, *rest)
        else:
            from solver.movegen._nodes import nodes_of  # loaded only where it is asked for
            from solver.movegen._wide import Wide

            self._wide = self._kernel = Wide(nodes_of(graph), whole, size, values, *rest)
        self._kernel.set_premiums(
            bytes(LETTER_TIMES.get(premium, 1) for premium in squares),
            bytes(WORD_TIMES.get(premium, 1) for premium in squares),
        )
        letters = game.alphabet.codes.items()
        self._codes = {"": 0, **{letter.lower(): code | BLANK_BIT for letter, code in letters}}
        self._codes |= letters
        self._learnt = False
        self._board = Board.empty(game.size)
        self._laid: list[Play] = []
        if board is not None:
            self.set_board(board)

    @property
    def best_value(self) -> int:
        """Score plus leave of the last play that `best_play` found, in units of 1/`POINT` point."""
        return self._kernel.best

    @property
    def board(self) -> Board:
        """The board with all plays laid on it."""
        laid = (Turn.lay(play, self.game).tiles for play in self._laid)
        return self._board.with_tiles(chain.from_iterable(laid))

    def set_board(self, board: Board) -> None:
        """Start again with another board.

        Raises:
            BoardTextError: It does not have the game's size.
        """
        if board.size != self.game.size:
            raise BoardTextError(
                f"the board has {board.size} rows, but the game has {self.game.size}"
            )
        self._kernel.set_board(board.rows, self._codes)
        self._board = board
        self._laid.clear()

    def rack(self, rack: Rack) -> bytes:
        """A rack as numbers in the order of the alphabet, blanks (0) first."""
        codes = self.game.alphabet.codes
        return bytes(sorted(0 if tile == BLANK else codes[tile] for tile in rack.tiles))

    def all_plays(self, rack: bytes, top: int = 0, *, ties: bool = False) -> list[Play]:
        """Every legal play once, by falling score, ties always in the same order.

        Args:
            rack: Numbers of the tiles in any order, 0 for a blank; 30 at the most.
            top: How many at most; 0 = all.
            ties: Keep also those that score as much as the last of them.

        Raises:
            ValueError: More than 30 tiles on the rack.
        """
        kernel = self._kernel
        count = kernel.find_all(rack, min(top, _NUMBER))
        if self._wide and not self._wide.swept:
            return self._wide.plays(top, ties=ties)
        kernel.arrange()
        keys = memoryview(kernel.found)[:count].tolist()
        if 0 < top < count:
            while ties and top < count and keys[top] >> 32 == keys[top - 1] >> 32:
                top += 1
            del keys[top:]
        size, stride = self.game.size, 8 * kernel.words
        pool = memoryview(kernel.pool).cast("B")[: count * stride].tobytes()
        plays = []
        for key in keys:
            at = (key & _NUMBER) * stride
            lane = pool[at]
            plays.append(Play(key >> 32, lane < 128, lane & 127, pool[at + 1 : at + 1 + size]))
        return plays

    def best_play(self, rack: bytes, worth: Sequence[int] | None = None) -> Play | None:
        """The play with the most points, or the most points plus value of its leave.

        Args:
            rack: Numbers of the tiles in any order, 0 for a blank; 12 at the most, or more that
                are alike.
            worth: The value of each leave, in the order of `solver.strategy.leaves.leaves_of`, in
                units of 1/`POINT` point, as an array of type `i`; None = nothing.

        Returns:
            None where nothing can be laid. Of ties always the same one.

        Raises:
            ValueError: More than 4,096 leaves, or `worth` is not as long as there are leaves.
        """
        kernel = self._kernel
        if not self._learnt:
            kernel.learn(*_anagrams_of(self.graph))
            self._learnt = True
        if worth is not None and not isinstance(worth, array):
            worth = array("i", worth)
        if not kernel.find_best(rack, worth):
            return None
        lane = kernel.best_laid[0]
        tiles = bytes(kernel.best_laid[1 : 1 + self.game.size])
        return Play(kernel.best_score, lane < 128, lane & 127, tiles)

    def endgame_search(
        self,
        racks: tuple[bytes, bytes],
        keys: Sequence[int],
        rules: tuple[int, int, int],
        turns: tuple[int, int],
    ) -> EndgameSearch:
        """An endgame on this board, see `solver.strategy.endgame`, which is its only use meanwhile.

        Args:
            racks: Of the player on turn and of the other, as numbers.
            keys: As `EndgameSearch` takes them.
            rules: The same.
            turns: The same.
        """
        parts = import_module(
            "solver.movegen._kernel_c" if self.compiled else "solver.movegen._endgame"
        )
        kind: type[EndgameSearch] = parts.EndgameSearch
        make = self._wide.make if self._wide else _array
        return kind(self._kernel, racks, self._values, keys, make, rules, turns, time.monotonic)

    def lay(self, play: Play) -> None:
        """Lay a play's tiles; nothing is checked."""
        self._kernel.lay(0 if play.across else 1, play.row, play.tiles, 1)
        self._laid.append(play)

    def undo(self) -> None:
        """Take back the play that was laid last.

        Raises:
            IndexError: None was laid since the board was set.
        """
        play = self._laid.pop()
        self._kernel.lay(0 if play.across else 1, play.row, play.tiles, 0)


def _array(kind: str, length: int) -> Ints:
    return array(kind, bytes(length * array(kind).itemsize))


@lru_cache(maxsize=4)
def _anagrams_of(graph: Graph) -> Anagrams:
    import numpy as np  # loaded here, as finding all plays does without it

    from solver.movegen.anagrams import anagrams

    return anagrams(np.frombuffer(graph.lists, np.uint64), graph.words)
