"""Painted tiles read together: letters, blanks, doubts with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import Board, Square, TileSet, score_tiles
from tests.benchmarks.painting import CELL, FACE, INK, Pixels, paint_tile
from tests.vision.inference.painted import RULES, STYLE, across, decided, findings
from vision.corrections import Corrections
from vision.imaging import Place
from vision.inference.choice import Answer, Choice
from vision.inference.confidence import vote
from vision.inference.decide import _questions, _with_vote, decide
from vision.inference.evidence import Evidence, Seen, weigh
from vision.inference.joint import Question
from vision.reading import LastMove, Why, because

TEXT = ("JUMPINGOX", "VEXED", "QUARTZ")


def board() -> dict[tuple[int, int], str]:
    """Enough letters to show how the picture prints them, none of them in one run with another."""
    return {
        place: tile
        for row, word in zip((1, 3, 5), TEXT, strict=True)
        for place, tile in across(word, row, 2).items()
    }


def read(choices: dict[tuple[int, int], Choice]) -> str:
    return "".join(choices[place].text for place in sorted(choices))


class Scripted:
    """An engine that names one letter, and counts what it is asked."""

    name = "scripted"

    def __init__(self, answer: str) -> None:
        self.answer, self.asked = answer, 0

    def read_letters(self, glyphs: Sequence[NDArray[np.uint8]], letters: str) -> list[str | None]:
        assert self.answer in letters
        self.asked += len(glyphs)
        return [self.answer] * len(glyphs)


def without_foot(page: Pixels) -> None:
    """The lower half of a letter under something as dark as ink."""
    rows = slice(int(0.5 * CELL), int(0.8 * CELL))
    page[rows, int(0.3 * CELL) : int(0.9 * CELL)] = (40, 40, 40)


def without_numeral(page: Pixels) -> None:
    page[: int(0.3 * CELL), int(0.66 * CELL) :] = FACE


def hidden_numeral(page: Pixels) -> None:
    page[: int(0.32 * CELL), int(0.6 * CELL) :] = (60, 200, 60)


def test_plain_tiles_are_read_for_certain() -> None:
    found = decided(findings(board(), rack="LETTERS"))
    assert read(found.board) == "".join(TEXT)
    assert "".join(each.text for each in found.rack) == "LETTERS"
    everything = [*found.board.values(), *found.rack]
    assert all(each.why is None and each.confidence > 0.995 for each in everything)
    assert all(each.source == "template" for each in everything)


@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("blank", [None, "unknown"])
def test_blanks_are_told_by_their_corner(zero: bool, blank: str | None) -> None:  # noqa: FBT001
    """Without a theme, and with one that was learnt from screens without blanks."""
    tiles = board() | across("HaTE", 9) | across("DOWn", 11)
    found = decided(findings(tiles, zero=zero, blank=blank))
    assert read(found.board) == "".join((*TEXT, "HaTE", "DOWn"))


def test_a_covered_numeral_leaves_open_what_the_tile_is_worth() -> None:
    tiles = board() | across("HATE", 9)
    found = decided(findings(tiles, damage={(9, 5): hidden_numeral}))
    tile = found.board[9, 5]
    assert tile.text == "A"
    assert tile.why is not None
    assert tile.why.why is Why.HIDDEN_NUMERAL
    assert [place for place, each in found.board.items() if each.why] == [(9, 5)]


def hated(
    text: str, *, shown: bool = True, layout: str = "standard", badge: Place | None = None
) -> Choice:
    """The A of HATE, its numeral covered, where the points are those of this text.

    Args:
        text: HATE with or without a blank.
        shown: Whether a colour shows that its tiles were laid last.
        layout: Of the premium squares.
        badge: Where the points are told a second time.
    """
    laid = [(Square(*place), tile) for place, tile in across(text, 9).items()]
    ((word, *_), _) = score_tiles(Board.empty(15), RULES, laid)
    squares = tuple(across("HATE", 9)) if shown else ()
    found = findings(
        board() | across("HATE", 9),
        damage={(9, 5): hidden_numeral},
        layout=layout,
        badges={badge: word.points} if badge else {},
    )
    return decided(found, LastMove(squares, "HATE", word.points)).board[9, 5]


@pytest.mark.parametrize("badge", [None, (9, 5)])
def test_points_tell_what_a_covered_numeral_hides(badge: Place | None) -> None:
    assert hated("HATE", badge=badge).why is None
    assert hated("HaTE", badge=badge).text == "a"


@pytest.mark.parametrize("text", ["HATE", "HaTE"])
def test_a_badge_on_a_played_tile_tells_what_pending_ones_count(text: str) -> None:
    """It lies where the corner of one of them meets the numeral of a tile that was there."""
    word, old = across(text, 9), (9, 5)
    pending = {place: tile for place, tile in word.items() if place != old}
    before = Board.empty(15).with_tiles([(Square(*old), word[old])])
    laid = [(Square(*place), tile) for place, tile in pending.items()]
    ((own, *_), _) = score_tiles(before, RULES, laid)
    found = findings(
        board() | across("HATE", 9), damage={old: hidden_numeral}, badges={old: own.points}
    )
    tile = decide(found, frozenset(pending), LastMove()).board[old]
    assert tile.text == word[old]
    assert (tile.why is None) == (text == "HATE")


def test_points_of_random_premiums_tell_nothing() -> None:
    """Of the premiums below tiles nothing is known."""
    assert hated("HATE", layout="random") == hated("HaTE", layout="random")


def test_points_told_twice_are_weighed_once() -> None:
    once, twice = (hated("HaTE", shown=False, badge=badge) for badge in (None, (9, 7)))
    assert once == twice != hated("HATE", shown=False)


HALF_COVERED = {(9, 4): without_foot}
BALL = board() | across("BALL", 9)


def test_words_settle_a_letter_that_is_half_covered() -> None:
    alone = decided(findings(BALL, damage=HALF_COVERED)).board[9, 4]
    assert alone.why is not None
    told = decided(findings(BALL, damage=HALF_COVERED, words={*TEXT, "BALL"})).board[9, 4]
    assert told.letter == "B"
    assert told.confidence > alone.confidence


def test_the_last_move_of_the_status_text_is_believed() -> None:
    words = {*TEXT, "BALL", "PALL", "RALL"}
    silent = decided(findings(BALL, damage=HALF_COVERED, words=words)).board[9, 4]
    told = decided(findings(BALL, damage=HALF_COVERED, words=words, told="BALL")).board[9, 4]
    assert told.letter == "B"
    assert told.confidence > silent.confidence


def test_a_letter_that_only_the_status_text_tells_is_in_doubt_with_its_word() -> None:
    words = {*TEXT, "BALL", "PALL"}
    tile = decided(findings(BALL, damage=HALF_COVERED, words=words, told="PALL")).board[9, 4]
    assert (tile.letter, tile.source) == ("P", "proof")
    assert tile.why == because(Why.TOLD_OTHER, letter="B", word="PALL")


def test_a_word_of_the_status_text_that_two_runs_may_be_tells_nothing() -> None:
    words = {*TEXT, "BALL", "PALL"}
    found = partial(findings, BALL | across("BALL", 11), words=words)
    damage = {**HALF_COVERED, (11, 4): without_foot}
    told = decided(found(damage=damage, told="PALL"))
    assert told.board == decided(found(damage=damage)).board
    assert decided(found(damage=HALF_COVERED, told="PALL")).board[11, 4].letter == "B"


def test_a_tile_like_no_word_of_its_run_is_in_doubt_with_the_word() -> None:
    tile = decided(findings(BALL, damage=HALF_COVERED, words={*TEXT, "XYZZY"})).board[9, 4]
    assert tile.why is not None
    assert tile.why.why in {Why.NO_WORD, Why.NEAR_WORD}


def test_sure_words_that_the_list_lacks_are_told() -> None:
    tiles = board() | across("HATE", 9) | across("FLOWN", 11) | across("BACK", 13)
    found = decided(findings(tiles, words={*TEXT, "FLOWN", "BACK"}))
    assert found.unlisted == ("HATE",)
    assert all(each.letter == letter for each, letter in zip(
        [found.board[9, 4 + k] for k in range(4)], "HATE", strict=True
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("words", "proven"),
    [(None, None), ({*TEXT}, "".join(sorted("".join(TEXT)))), ({"VEXED", "XYZZY"}, "DEEVX")],
)
def test_tiles_that_words_prove_show_how_letters_look(
    words: set[str] | None, proven: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a word with a doubt are none, nor is any tile where there is no list."""
    weighed: list[str] = []
    module = import_module("vision.inference.decide")

    def listen(seen: Sequence[Seen], tiles: TileSet) -> list[Evidence]:
        weighed.append("".join(sorted(seen[0].told.values())))
        return weigh(seen, tiles)

    monkeypatch.setattr(module, "weigh", listen)
    decided(findings(BALL, damage=HALF_COVERED, words=words))
    assert weighed == ["", *([] if proven is None else [proven])]


def test_an_engine_is_asked_only_about_letters_in_doubt() -> None:
    engine = Scripted("E")
    decided(findings(board() | across("HATE", 9), ocr=engine))
    assert engine.asked == 0


def test_an_engine_that_knows_no_marks_speaks_for_letters_with_them_too() -> None:
    answers = [Answer(letter, blank=False) for letter in ("Å", "A", "E", "CH")]
    plain = Question(answers, np.array([0.0, -1.0, -2.0, -3.0]))
    assert np.diff(_with_vote(plain, "A").scores) == pytest.approx([-1.0, -1.0 - vote(), -1.0])
    assert _with_vote(plain, "Å").scores[1] == pytest.approx(-1.0 - vote())
    assert _with_vote(plain, "C").scores == pytest.approx(plain.scores)


def blotted(page: Pixels) -> None:
    """A blot of ink beside the foot of a letter, over a part of it."""
    page[int(0.5 * CELL) : int(0.8 * CELL), int(0.4 * CELL) : int(0.8 * CELL)] = INK


FOUL, BLOTTED = board() | across("FOUL", 9), {(9, 4): blotted}


def test_an_engine_helps_where_a_letter_is_in_doubt() -> None:
    alone = decided(findings(FOUL, damage=BLOTTED)).board[9, 4]
    engine = Scripted("F")
    helped = decided(findings(FOUL, damage=BLOTTED, ocr=engine)).board[9, 4]
    assert engine.asked >= 1
    assert (helped.letter, helped.source) == ("F", "ocr")
    assert helped.confidence > alone.confidence


def test_an_engine_decides_between_two_letters() -> None:
    helped = decided(findings(BALL, damage=HALF_COVERED, ocr=Scripted("P"))).board[9, 4]
    assert (helped.letter, helped.runner_up, helped.source) == ("P", "B", "ocr")


def test_tiles_of_the_rack_that_only_a_player_sees_are_what_he_says() -> None:
    """And a blank there is one of the bag's."""
    player = Corrections.parse("rack 2=B, rack 3=?")
    found = decided(findings(board(), rack="A").corrected_by(player))
    assert [(each.letter, each.blank, each.confidence) for each in found.rack[1:]] == [
        ("B", False, 1.0), ("?", True, 1.0)
    ]  # fmt: skip


def test_a_bare_tile_on_the_rack_is_a_blank() -> None:
    found = findings(board(), rack="AB")
    assert found.held is not None
    held = found.held._replace(bare=np.array([True, False]))
    read_as = [(each.letter, each.blank) for each in decided(found._replace(held=held)).rack]
    assert read_as == [("?", True), ("B", False)]


def test_every_letter_that_is_likely_enough_is_asked_about() -> None:
    """Four answers at least, and others that are not far behind."""
    evidence = SimpleNamespace(letters=tuple("ABCDEF"), order=np.array([[3, 0, 1, 2, 4, 5]] * 2))
    scores = np.array([[0.0, -1.0, -2.0, -3.0, -4.0, -99.0], [0.0, *[-50.0] * 5]])
    both = np.stack([scores, scores - 100.0], axis=2)
    near, sure = _questions(cast("Evidence", evidence), both)
    assert [(each.letter, each.blank) for each in near.answers] == [
        (each, False) for each in "DABCE"
    ]
    assert near.scores == pytest.approx([0.0, -1.0, -2.0, -3.0, -4.0])
    assert len(sure.answers) == len(sure.scores) == 4


def sticker(page: Pixels) -> None:
    """A green disc on the middle of a letter."""
    cv2.circle(page, (CELL // 2, CELL // 2), int(0.15 * CELL), (40, 200, 60), -1)


def test_an_engine_is_not_asked_what_lies_on_a_letter() -> None:
    engine = Scripted("E")
    choice = decided(findings(FOUL, damage={(9, 4): sticker}, ocr=engine)).board[9, 4]
    assert choice.why is not None
    assert engine.asked == 0


def test_an_engine_that_names_an_unlikely_letter_is_not_believed() -> None:
    helped = decided(findings(FOUL, damage=BLOTTED, ocr=Scripted("I"))).board[9, 4]
    assert (helped.letter, helped.source) == ("F", "template")


def test_a_missing_numeral_makes_a_blank_of_one_letter_only() -> None:
    tiles = board() | across("HATE", 9)
    found = decided(findings(tiles, damage={(9, 6): without_numeral}))
    assert read(found.board) == "".join((*TEXT, "HAtE"))


@pytest.mark.parametrize("lexicon", [None, ("HOUSE", "HOOSE", *TEXT)])
def test_a_clear_letter_that_shows_another_value_is_in_doubt(
    lexicon: Sequence[str] | None,
) -> None:
    """As in a language whose values are not known: a U that counts 1 is no O."""
    tiles = {**board(), **across("HOUSE", 9, 2)}
    place = (9, 4)

    def count_one(page: Pixels) -> None:
        page[:] = paint_tile("U", "1", STYLE)

    choice = decided(findings(tiles, damage={place: count_one}, words=lexicon)).board[place]
    assert choice.why is not None
    plain = decided(findings(tiles, words=lexicon)).board[place]
    assert (plain.letter, plain.why) == ("U", None)
