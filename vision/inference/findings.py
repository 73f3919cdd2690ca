"""What the stages found in one picture, of a board or of a grid, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from solver.game import Game, TileSet
from solver.words import Lexicon
from vision.board import BoardCandidate, BoardKind
from vision.corrections import NO_TILE, NOTHING_CORRECTED, Corrections
from vision.errors import CorrectionUnusable
from vision.imaging import Bools, Floats, Numbers, Place, Screen
from vision.rack import TILE_SIDES, RackReading
from vision.status import StatusText
from vision.tiles import Mark, TextReader, TileObservations, look_at_marks, shows_one_letter


class Findings(NamedTuple):
    """What the stages found.

    Attributes:
        screen: The picture.
        located: The board.
        kind: Its game and premiums.
        tile_set: The language's tiles.
        rules: The game's rules with these tiles.
        printed: ``(K,)`` numbers, row by row, of the squares that a letter may be printed on.
        board: What these squares show.
        held: The rack, None where there is none.
        hidden: ``(n, n)`` bool, squares on which something seems to lie.
        lexicon: Words that runs of tiles are checked against, None where there is no list.
        ocr: Engine asked about doubtful tiles, None to ask nobody.
        status: The text around the board.
        corrected: What the player says of some tiles; those of the rack by their number in
            ``held``, more of them in ``more``.
        freed: How many places taken for tiles of the rack have none, as the player says, without
            those that look like free slots.
        more: Tiles of the rack that only the player sees.
        badges: The points in badges that lie on tiles, by square.
    """

    screen: Screen
    located: BoardCandidate
    kind: BoardKind
    tile_set: TileSet
    rules: Game
    printed: Numbers
    board: TileObservations
    held: RackReading | None
    hidden: Bools
    lexicon: Lexicon | None
    ocr: TextReader | None
    status: StatusText
    corrected: Corrections = NOTHING_CORRECTED
    freed: int = 0
    more: tuple[str, ...] = ()
    badges: Mapping[Place, int] = {}

    @property
    def tiles(self) -> Bools:
        """``(n, n)`` bool, squares on which a tile lies."""
        size = self.located.grid.size
        tiles = np.zeros((size, size), bool)
        tiles.ravel()[self.printed] = self.board.is_tile
        return tiles

    @property
    def told(self) -> str | None:
        """The word of the last move by the status text, None where it is not told."""
        line = self.status.last_move
        return None if line is None else line.word

    def listed(self, word: str) -> bool:
        """Whether a text is a word; every one is where there is no list."""
        return self.lexicon is None or word in self.lexicon

    @property
    def on_rack(self) -> int:
        """Tiles on the rack."""
        return (len(self.held.boxes) if self.held else 0) + len(self.more)

    @property
    def board_alone(self) -> bool:
        """Whether on no side of the board there is room for a tile of a rack."""
        box, screen = self.located.grid.box, self.screen
        room = max(box.x, box.y, screen.width - box.right, screen.height - box.bottom)
        return room < TILE_SIDES[0] * self.located.grid.cell

    @property
    def full_rack(self) -> bool:
        """Whether the player must still have as many tiles as a rack holds, laid ones included.

        This is so while as many tiles are not visible as the opponent can hold, or more.
        """
        unseen = self.tile_set.total - int(self.board.is_tile.sum()) - self.on_rack
        return unseen >= self.rules.rack_size

    @property
    def lacking(self) -> int:
        """How many tiles a full rack has more than this one, those like free slots left out.

        What the picture's edge cuts off is there; what a player takes off was never a tile, so it
        does not lie on the board either.
        """
        slots, cut = (int(self.held.like_slots.sum()), self.held.cut) if self.held else (0, 0)
        return self.rules.rack_size - self.on_rack - self.freed + slots - cut

    def corrected_by(self, player: Corrections) -> Findings:
        """The findings with a player's corrections put in.

        Raises:
            CorrectionUnusable: It does not fit the board, the language's tiles or the rack.
        """
        size, longest = self.located.grid.size, self.rules.rack_size
        player.check(size, self.tile_set)
        is_tile, hidden = self.board.is_tile.copy(), self.hidden.copy()
        for (row, column), tile in player.board.items():
            is_tile[self.printed == row * size + column] = tile != NO_TILE
            hidden[row, column] = False
        held, seen = self.held, self.on_rack
        kept = [k for k in range(seen) if player.rack.get(k) != NO_TILE]
        told = {n: player.rack[k] for n, k in enumerate(kept) if k in player.rack}
        slots = np.flatnonzero(held.like_slots).tolist() if held else []
        held = held and held.only(kept)
        if held is not None:
            bare, lettered = held.bare.copy(), held.faces.is_tile.copy()
            for k, tile in told.items():
                bare[k], lettered[k] = tile == "?", True
            faces = replace(held.faces, is_tile=lettered)
            like_slots = held.like_slots & (not player.rack)  # what is not corrected is right
            held = held._replace(faces=faces, bare=bare, like_slots=like_slots)
        more = [tile for k, tile in sorted(player.rack.items()) if k >= seen and tile != NO_TILE]
        if (count := len(kept) + len(more)) > longest:
            raise CorrectionUnusable(
                f"a rack has at most {longest} tiles, but with these it would have {count}"
            )
        return self._replace(
            board=replace(self.board, is_tile=is_tile),
            hidden=hidden,
            held=held,
            corrected=player._replace(rack=told),
            freed=len(set(range(seen)).difference(kept, slots)),
            more=tuple(more),
        )


class Several(NamedTuple):
    """Several characters on one tile.

    Attributes:
        signs: Each dash and slash, and ``""`` for each letter.
        marks: The L letters, as large as single ones and in their place.
        scores: ``(L, N)`` their likeness to N letters.
        small: Likeness of the second of two to small letters.
    """

    signs: tuple[str, ...]
    marks: tuple[Mark, ...]
    scores: Floats
    small: Mapping[str, float] = {}

    @property
    def likeness(self) -> float:
        """Likeness to its best match, of the letter for which that is least."""
        *others, last = self.scores.max(axis=1).tolist()
        return float(min([*others, max([last, *self.small.values()])]))

    def smaller(self, pair: str) -> float:
        """How much more the second one is like the small letter of a pair than like any capital."""
        if not self.small:
            return -1.0
        return self.small.get(pair[1].lower(), 0.0) - float(self.scores[1].max())

    def spell(self, letters: Sequence[str]) -> str:
        """The text with these letters."""
        left = iter(letters)
        return "".join(sign or next(left) for sign in self.signs)


class Prints(NamedTuple):
    """What is printed on the K tiles of a grid.

    Attributes:
        faces: What each tile shows; likeness of those under something is by what is visible.
        hidden: ``(K,)`` bool, tiles on which something may lie.
        several: The tiles with several characters, by number.
    """

    faces: TileObservations
    hidden: Bools
    several: Mapping[int, Several]

    @property
    def likeness(self) -> Floats:
        """``(K,)`` likeness of each tile's letter to its best match; of several, the least."""
        found = self.faces.letters.best.copy()
        for k, each in self.several.items():
            found[k] = each.likeness
        return found

    @property
    def texts(self) -> list[str]:
        """What each tile looks like by its letters alone."""
        names = self.faces.letters.letters
        found = self.faces.letters.named(list(range(len(self.hidden))))
        for k, each in self.several.items():
            letters = [names[n] for n in each.scores.argmax(axis=1).tolist()]
            small = max(each.small, key=each.small.__getitem__, default="")
            if each.small.get(small, -1.0) > each.scores[-1].max():
                letters[-1] = small.upper()
            found[k] = each.spell(letters)
        return found

    @property
    def single(self) -> Floats:
        """``(S, CLASSES)`` what the network sees on tiles of one letter, if it is seen well."""
        seen = ~self.hidden | shows_one_letter(self.faces.told)
        seen[list(self.several)] = False
        return self.faces.told[seen]

    def is_small(self, k: int, text: str) -> bool:
        """Whether the second letter on a tile is a small one, if it shows this text."""
        return len(text) == 2 and k in self.several and self.several[k].smaller(text) > 0.0

    def numerals_over(self, factors: Sequence[int]) -> Prints:
        """These prints with numerals divided by K factors, each 0 where it is unknown.

        Without any factors numerals tell nothing of letters, and are left out.
        """
        prints = self.faces.prints if factors else None
        return self._replace(faces=replace(self.faces, prints=prints and prints.over(factors)))

    def glyphs(self) -> tuple[TileObservations, list[list[int]]]:
        """All tiles, then each letter of those of several; and which of these each tile shows."""
        faces, several, count = self.faces, self.several, len(self.hidden)
        parts = [mark for each in several.values() for mark in each.marks]
        owners = [*range(count), *(k for k, each in several.items() for _ in each.marks)]
        places = [
            [n for n, owner in enumerate(owners) if owner == k and (n >= count) == (k in several)]
            for k in range(count)
        ]
        hidden = self.hidden[owners].tolist()
        scores = [faces.letters.scores, *(each.scores for each in several.values())]
        seen = replace(
            faces.only(owners),
            letters=replace(faces.letters, scores=np.concatenate(scores)),
            told=np.concatenate([faces.told, look_at_marks(parts)]),
            prints=faces.prints and faces.prints.only(list(range(count)), unseen=len(parts)),
            marks=tuple(
                mark and mark._replace(hidden=max(mark.hidden, float(covered)))
                for mark, covered in zip([*faces.marks, *parts], hidden, strict=True)
            ),
            is_tile=~(np.isin(owners, list(several)) | hidden),
        )
        return seen, places


class GridFindings(NamedTuple):
    """All that was seen of a grid of K tiles.

    Attributes:
        prints: What is printed on them.
        places: Row and column of each tile.
        side: Of a tile, in pixels of the picture.
        tiles: What the game's letters count, as tiles of a bag with one of each.
        told: The texts of tiles of which a player says what they are.
        words: The words written beside the grid.
        pairs: The texts that some tiles show as a capital and a small letter, as ``Qu``.
    """

    prints: Prints
    places: Sequence[Place]
    side: float
    tiles: TileSet
    told: Mapping[int, str] = {}
    words: Sequence[str] = ()
    pairs: Sequence[str] = ()
