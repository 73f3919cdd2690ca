"""Proof: what the game allows, held against the letters that were read."""

from __future__ import annotations

from dataclasses import replace

from solver.game import Square, load_game
from solver.words import Lexicon
from vision.doubts import Why, because
from vision.inference.choice import Choice
from vision.inference.verify import Proven, prove

WORDS = Lexicon.of(["CAT", "COT", "DOT", "TO", "OX", "CATS", "AT"])
BAG = load_game("wwf").tiles


def sure(letter: str, *, blank: bool = False) -> Choice:
    return Choice(letter, blank, confidence=1.0, runner_up=None, value=None, why=None)


def unsure(letter: str, *rivals: tuple[str, float], confidence: float = 0.3) -> Choice:
    why = because(Why.ALIKE, letter=letter, other=rivals[0][0])
    return replace(
        sure(letter), confidence=confidence, runner_up=rivals[0][0], why=why, rivals=rivals
    )


def laid_out(word: str, row: int = 7, column: int = 7) -> dict[tuple[int, int], Choice]:
    return {(row, column + k): sure(letter) for k, letter in enumerate(word)}


def proven(
    tiles: dict[tuple[int, int], Choice],
    laid: dict[tuple[int, int], Choice] | None = None,
    rack: tuple[Choice, ...] = (),
    words: Lexicon | None = WORDS,
) -> Proven:
    return prove(tiles, laid or {}, rack, Square(7, 7), BAG, words)


def test_sure_words_stay_without_doubts() -> None:
    found = proven(laid_out("CAT"))
    assert "".join(choice.letter for choice in found.tiles.values()) == "CAT"
    assert found.doubts == ()
    assert found.unlisted == ()


def test_an_uncertain_letter_gives_way_to_the_one_that_makes_a_word() -> None:
    tiles = laid_out("CAT") | {(7, 8): unsure("Q", ("A", 0.05), ("O", 0.12))}
    found = proven(tiles).tiles[7, 8]
    assert (found.letter, found.source, found.why) == ("A", "proof", None)
    assert found.runner_up == "Q"


def test_a_change_that_costs_much_stays_a_doubt() -> None:
    tiles = laid_out("CAT") | {(7, 8): unsure("Q", ("A", 0.13))}
    found = proven(tiles).tiles[7, 8]
    assert found.letter == "A"
    assert found.confidence < 0.5
    assert found.why == because(Why.ONLY_WORD, letter="Q", other="A")


def test_both_directions_must_be_words() -> None:
    tiles = laid_out("CQT") | {(7, 8): unsure("Q", ("A", 0.02), ("O", 0.04)), (8, 8): sure("X")}
    assert proven(tiles).tiles[7, 8].letter == "O"


def test_a_letter_that_alone_makes_words_is_borne_out() -> None:
    tiles = laid_out("CAT") | {(7, 8): unsure("A", ("Q", 0.01))}
    found = proven(tiles).tiles[7, 8]
    assert found.letter == "A"
    assert found.confidence >= 0.5
    assert found.source == "proof"


def test_words_do_not_bear_out_that_an_unclear_tile_is_a_blank() -> None:
    """Whatever makes its letter unclear may hide its numeral."""
    for choice in (unsure("A", ("Q", 0.01)), unsure("Q", ("A", 0.02))):
        found = proven(laid_out("CAT") | {(7, 8): replace(choice, blank=True)}).tiles[7, 8]
        assert (found.letter, found.blank) == ("A", True)
        assert found.confidence < 0.5


def test_two_letters_that_both_make_words_stay_a_doubt() -> None:
    tiles = laid_out("CAT") | {(7, 8): unsure("A", ("O", 0.01))}
    found = proven(tiles).tiles[7, 8]
    assert found.letter == "A"
    assert found.confidence < 0.5


def test_sure_tiles_teach_the_word_list() -> None:
    found = proven(laid_out("CATX"))
    assert found.unlisted == ("CATX",)
    assert found.doubts == ()


def test_without_a_list_no_letter_is_changed() -> None:
    tiles = laid_out("CAT") | {(7, 8): unsure("Q", ("A", 0.01))}
    assert proven(tiles, words=None).tiles[7, 8].letter == "Q"


def test_more_of_a_letter_than_the_bag_holds_is_a_doubt() -> None:
    """There is no telling which of them is not what it seems, or a blank whose 0 was misread."""
    tiles = laid_out("ZOZ") | {(7, 9): unsure("Z", ("I", 0.02))}
    doubts = [each for each in proven(tiles, words=None).doubts if each.why.why is Why.OVER_BAG]
    assert [doubt.where for doubt in doubts] == ["H8", "J8"]


def test_the_rack_counts_against_the_bag_as_well() -> None:
    found = proven(laid_out("ZOO"), rack=(sure("Z"),), words=None)
    assert [(doubt.where, doubt.read) for doubt in found.doubts] == [("H8", "Z"), ("rack 1", "Z")]


def test_blanks_are_counted_as_blanks() -> None:
    tiles = {(7, 7 + k): sure("Z", blank=True) for k in range(3)}
    doubts = proven(tiles, words=None).doubts
    assert [doubt.where for doubt in doubts] == ["H8", "I8", "J8"]
    assert {doubt.why for doubt in doubts} == {because(Why.OVER_BLANKS, n=3, bag=2)}


def test_a_tile_that_may_be_a_blank_is_one_where_the_bag_says_so() -> None:
    unclear = replace(sure("Z"), confidence=0.45, why=because(Why.FAINT_NUMERAL))
    tiles = laid_out("ZOZ") | {(7, 9): unclear}
    found = proven(tiles, words=None)
    assert found.tiles[7, 9].blank
    assert found.tiles[7, 9].why
    assert not found.tiles[7, 7].blank
    assert not found.doubts
    both = (sure("?", blank=True), sure("?", blank=True))
    assert not proven(tiles, rack=both, words=None).tiles[7, 9].blank


def test_a_half_hidden_letter_chosen_by_the_words_stays_a_doubt() -> None:
    seen = laid_out("CAT") | {(7, 8): unsure("Q", ("A", 0.01))}
    assert proven(seen).tiles[7, 8].confidence > 0.5
    hidden = seen | {(7, 8): replace(seen[7, 8], hidden=True)}
    found = proven(hidden).tiles[7, 8]
    assert found.letter == "A"
    assert found.confidence < 0.5
    assert found.why


def test_a_tile_that_touches_nothing_is_a_doubt() -> None:
    found = proven(laid_out("CAT") | {(0, 0): sure("E")})
    assert [(doubt.where, doubt.why) for doubt in found.doubts] == [("A1", because(Why.APART))]


def test_squares_between_words_that_do_not_touch_are_doubts() -> None:
    """A tile that was missed parts them; those farther apart say nothing of where it lies."""
    found = proven(laid_out("CAT") | laid_out("CAT", row=10))
    near = laid_out("CAT")
    last = max(column for _, column in near)
    apart = near | {(7, last + 3): sure("S"), (0, 0): sure("E")}
    missed = [doubt.where for doubt in proven(apart).doubts if doubt.why.why is Why.MISSED]
    assert missed == [Square(7, last + k).name for k in (1, 2)]
    assert {doubt.where for doubt in found.doubts if doubt.why.why is Why.MISSED} == {
        Square(row, column).name for row in (8, 9) for _, column in near
    }


def test_a_bare_start_square_is_a_doubt() -> None:
    assert [doubt.where for doubt in proven(laid_out("CAT", row=2)).doubts] == ["H8"]


def test_tiles_not_yet_played_need_not_make_words() -> None:
    found = proven(laid_out("CAT"), laid={(7, 10): sure("Q")})
    assert found.doubts == ()
    assert found.unlisted == ()


def test_a_sure_letter_in_no_word_is_a_doubt_where_one_like_it_makes_words() -> None:
    odd = replace(sure("Q"), alike=("A",))
    found = proven(laid_out("CAT") | {(7, 8): odd}).tiles[7, 8]
    assert found.letter == "Q"
    assert found.confidence < 0.5
    assert found.runner_up == "A"
    unlike = replace(sure("Q"), alike=("X",))
    assert proven(laid_out("CAT") | {(7, 8): unlike}).tiles[7, 8].confidence == 1.0


def test_a_letter_not_quite_sure_is_a_doubt_where_one_far_behind_makes_a_word() -> None:
    nearly = replace(sure("I"), confidence=0.95, rivals=(("A", 0.16),))
    for rivals, doubted in ((nearly.rivals, True), ((("A", 0.3),), False)):
        tiles = laid_out("CAT") | {(7, 8): replace(nearly, rivals=rivals)}
        assert (proven(tiles).tiles[7, 8].confidence < 0.5) == doubted
