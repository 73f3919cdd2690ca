from __future__ import annotations

from dataclasses import replace

import pytest

from calibration import TruthUnreadable
from calibration.truth import Truth, differences, read_truth, truth_of, write_truth
from sample_screens.truth import load_truths
from tests.shared.shots import make_shot

BOARD = ("...", "CaT", "...")
TRUTH = Truth(BOARD, "ABD?", (("A1", "d"), ("B1", "B")), ("C2",), "wwf", "en", "standard")


@pytest.mark.parametrize(
    "truth",
    [
        TRUTH,
        Truth(BOARD),
        replace(TRUTH, rack=None, tentative=()),
        replace(TRUTH, layout="random", premiums=("d.T", "...", "..*")),
    ],
)
def test_a_truth_comes_back_from_its_text(truth: Truth) -> None:
    assert read_truth(write_truth(truth)) == truth


def test_rows_alone_will_do() -> None:
    text = "# a remark\n\n" + "\r\n".join(BOARD)
    assert read_truth(text) == Truth(BOARD)


def test_sample_truths_are_read() -> None:
    for sample in load_truths():
        if not sample.refused:
            text = sample.picture.with_suffix(".txt").read_text(encoding="utf-8")
            truth = read_truth(text, sample.name)
            assert (truth.board, truth.rack, truth.game) == (
                sample.board,
                sample.rack,
                sample.game,
            )
            assert truth.premiums == sample.premiums
            assert truth.last_move == (sample.last_move.squares if sample.last_move else ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no board"),
        ("rack: ABC", "no board"),
        ("...\n..\n...", "row 2 has 2 squares"),
        ("...\n.1.\n...", "row 2 contains '1'"),
        ("colour: red\n\n...\n...\n...", "unknown key 'colour'"),
        ("rack: abc\n\n...\n...\n...", "rack"),
        ("tentative: Z9=A\n\n...\n...\n...", "not a square"),
        ("tentative: 99=A\n\n...\n...\n...", "square"),
        ("tentative: A1=AB\n\n...\n...\n...", "and its tile"),
        ("...\n...\n...\n\npremiums:\n..\n..", "premiums"),
    ],
)
def test_what_is_no_truth_is_told(text: str, said: str) -> None:
    with pytest.raises(TruthUnreadable, match=r"shot\.txt") as raised:
        read_truth(text, "shot.txt")
    assert said in str(raised.value)


def test_laid_tiles_are_not_held() -> None:
    assert TRUTH.held == "AD"
    assert replace(TRUTH, rack=None).held is None
    assert TRUTH.tiles == {"A2": "C", "B2": "a", "C2": "T", "A1": "d", "B1": "B"}


def test_what_the_reader_believes() -> None:
    rows = tuple("".join(row) for row in make_shot().reading.board_rows() if row)
    shot = make_shot(tentative={(8, 5): "S"})
    truth = truth_of(shot.reading)
    assert truth.tentative == (("F9", "S"),)
    assert truth.rack == "QUELL?SS"
    assert truth.board[7] == ".....HELLO....."
    assert len(rows) == 15
    assert differences(truth, truth) == ()


def test_differences_name_the_place() -> None:
    read = Truth(("...", "CAT", "..."), "?DBE", game="wordfeud")
    assert differences(TRUTH, read) == (
        "B2 a>A",
        "rack ABD?>?DBE",
        "game wwf>wordfeud",
    )
    assert differences(replace(TRUTH, rack=None, game=None), read) == ("B2 a>A",)
    assert differences(TRUTH, Truth(("..", ".."))) == ("board 3x3>2x2",)
