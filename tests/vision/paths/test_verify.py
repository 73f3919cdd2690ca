"""Which game and language the letters, numerals, badges and colours of a grid tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from sample_screens.shapes import Paint
from solver.paths import load_path_game
from tests.benchmarks.grid_painting import paint_grid
from tests.shared.painted_grids import (
    LARGE,
    RING,
    TRUTHS,
    WORDS,
    paint,
    paint_pale,
    sample,
    texts_of,
)
from tests.shared.samples import as_screen
from vision.imaging import load_screen
from vision.paths import read_grid
from vision.paths.verify import (
    GridSigns,
    identify_game,
    identify_language,
    known_pairs,
    prove_values,
    question_game,
)
from vision.reading import Multiplier

BLITZ = "RLAGITSOHUNCBEPE"


def signs_of(
    numerals: Sequence[int | None],
    badges: Mapping[int, Multiplier] = MappingProxyType({}),
    *,
    texts: str = BLITZ,
    figured: bool | None = None,
) -> GridSigns:
    """A grid of white tiles with these numerals and badges."""
    return GridSigns(
        texts=texts,
        numerals=numerals,
        certain=[True] * 16,
        multipliers=[badges.get(k, ".") for k in range(16)],
        unread=[False] * 16,
        figured=figured,
        left=False,
        colour=np.full(3, 240.0, np.float32),
        side=4,
        small=[False] * 16,
    )


def test_a_faulty_game_of_your_own_matters_only_where_it_is_asked_for(user: Path) -> None:
    folder = user / "config" / "wwfsnap" / "games" / "paths"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("title = [", encoding="utf-8")
    assert texts_of(read_grid(paint(WORDS), game="ruzzle")) == list(WORDS)
    assert set(known_pairs()) == {"QU", "TH", "HE", "ER", "IN", "AN"}


def test_wooden_tiles_of_all_its_sizes_are_word_hunts() -> None:
    wood = Paint.parse("#ecc88a")
    for rows in (WORDS, LARGE, RING):
        reading = read_grid(paint(rows, tile=wood))
        assert (reading.game, reading.doubts) == ("wordhunt", ())


@pytest.mark.parametrize(
    ("rows", "tile", "kind"),
    [
        (WORDS, "#f4f4f4", "other-tiles"),
        (WORDS, "#9fd0f0", "other-tiles"),
        (LARGE, "#f4f4f4", "other-tiles"),
    ],
)
def test_a_grid_that_fits_no_game_leaves_the_game_in_doubt(
    rows: Sequence[str], tile: str, kind: str
) -> None:
    screen = paint(rows, tile=Paint.parse(tile))
    reading = read_grid(screen)
    assert texts_of(reading) == list(rows)
    assert [(doubt.where, doubt.why.kind) for doubt in reading.doubts] == [("game", kind)]
    assert reading.game == "boggle"
    assert read_grid(screen, game="wordhunt").doubts == ()


def test_tiles_of_several_colours_are_of_no_known_game() -> None:
    """Though some are of wood, as in games of guessing words."""
    colours = [Paint.parse(each) for each in ("#ecc88a", "#e8b93a", "#6fb05c", "#ecedf0")]
    reading = read_grid(paint(WORDS, colours=colours))
    assert texts_of(reading) == list(WORDS)
    assert [(doubt.where, doubt.why.kind) for doubt in reading.doubts] == [("game", "other-tiles")]


def test_numerals_on_a_grid_of_another_size_leave_the_game_in_doubt() -> None:
    screen = paint_pale(LARGE, numeral="1")
    assert ("game", "other-size") in {(d.where, d.why.kind) for d in read_grid(screen).doubts}


@pytest.mark.parametrize("tile", ["#2090e0", "#ecc88a"])  # the second is Word Hunt's
def test_a_game_that_is_named_is_that_game(tile: str) -> None:
    reading = read_grid(paint(WORDS, tile=Paint.parse(tile), title="Wordament - Play Online"))
    assert (reading.game, reading.doubts) == ("wordament", ())
    both = paint(WORDS, tile=Paint.parse("#2090e0"), title="Ruzzle and Wordament")
    assert [doubt.where for doubt in read_grid(both).doubts] == ["game"]


@pytest.mark.parametrize(
    "name", ["ruzzle-phone", "wordblitz-phone", "wordament-suffix", "wordhunt-start"]
)
def test_a_grid_that_fits_its_game_leaves_none(name: str) -> None:
    doubts = sample(name).doubts
    assert [each for each in doubts if each.read != "-ING"] == []  # its I is two pixels wide


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1] * 16, "other-numerals"),
        ([None] * 16, "no-numerals"),
        ([1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 2, 9], None),  # one of them is another
    ],
)
def test_numerals_of_no_game_leave_the_game_in_doubt(
    values: list[int | None], kind: str | None
) -> None:
    signs = signs_of(values, texts="TEAMRISENOLAGHUD")
    why = question_game(load_path_game("ruzzle"), "en", signs)
    assert (None if why is None else why.kind) == kind


@pytest.mark.parametrize(
    ("numerals", "badges", "figured", "game", "kind"),
    [
        ([2, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, True, "wordblitz", None),
        # today's numerals are not multiplied
        ([1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, True, "wordblitz", None),
        # two badges unread
        ([2, 3, 1, 2, 1, 1, 1, 1, 8, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, True, "wordblitz", None),
        ([1, 1, 1, 3, 1, 1, 1, 1, 4, 2, 1, 4, 4, 1, 4, 1], {0: "DL"}, False, "ruzzle", None),
        # the Spanish one
        ([1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL"}, False, "ruzzle", None),
        (
            [1, 1, 1, 2, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1],
            {0: "DW"},
            None,
            "ruzzle",
            "same-numerals",
        ),
        (
            [1, 1, 1, 3, 1, 1, 1, 1, 4, 2, 1, 4, 4, 1, 4, 1],
            {0: "DL"},
            True,
            "ruzzle",
            "other-badges",
        ),
        (
            [2, 1, 1, 7, 1, 1, 1, 5, 7, 1, 1, 3, 3, 1, 3, 1],
            {0: "DL"},
            True,
            "wordblitz",
            "other-numerals",
        ),
    ],
)
def test_games_with_badges_are_told_by_numerals_and_figures(
    numerals: list[int],
    badges: dict[int, Multiplier],
    *,
    figured: bool | None,
    game: str,
    kind: str | None,
) -> None:
    signs = signs_of(numerals, badges, figured=figured)
    found = identify_game(signs)
    assert found.name == game
    spanish = identify_game(signs._replace(codes=["es"]))
    assert spanish.name == "ruzzle"  # Word Blitz's are not known
    why = question_game(found, identify_language(found, signs), signs)
    assert (why.kind if why else None) == kind


@pytest.mark.parametrize("certain", [True, False])
def test_a_game_that_only_an_unsure_numeral_tells_is_a_doubt(*, certain: bool) -> None:
    """An X counts 1 in Word Blitz and 8 in Ruzzle, where an 8 may look like a 1."""
    texts, numerals = "ADNIXYTKIORSDDVE", [1, 2, 1, 1, 1, 4, 1, 5, 1, 1, 1, 1, 2, 2, 4, 1]
    signs = signs_of(numerals, {0: "DW"}, texts=texts)
    signs = signs._replace(certain=[certain or texts[k] != "X" for k in range(16)])
    found = identify_game(signs)
    assert found.name == "wordblitz"
    why = question_game(found, "en", signs)
    assert (why.kind if why else None) == (None if certain else "same-numerals")


def test_numerals_tell_multipliers_that_no_badge_does() -> None:
    signs = signs_of([2, 3, 1, 4, 1, 1, 1, 1, 4, 1, 1, 3, 3, 1, 3, 1], {0: "DL", 11: "DW"})
    signs = signs._replace(unread=[k in (1, 5) for k in range(16)])
    blitz, ruzzle = load_path_game("wordblitz"), load_path_game("ruzzle")
    complete = signs.completed(blitz, "en")
    assert [(k, each) for k, each in enumerate(complete.multipliers) if each != "."] == [
        (0, "DL"),
        (1, "TL"),
        (3, "DL"),
        (11, "DW"),
    ]
    assert [k for k in range(16) if complete.unread[k]] == [5]  # a word's multiplier, or nothing
    assert signs.completed(ruzzle, "en") == signs
    factors = signs.factors(blitz, "en")
    assert factors == [2, 0, 1, 0, 1, 0, *[1] * 10]  # the letters there are told without numerals


@pytest.mark.parametrize(
    ("game", "values", "kept", "doubted"),
    [
        ("ruzzle", [1, 1, 4, 1], [1, 1, None, 1], []),  # the game tells what an E counts
        ("wordament", [2, 2, 5, 1], [2, 2, 5, 1], [2]),
        ("wordament", [2, 5, None, 1], [2, 5, None, 1], [0, 1]),
    ],
)
def test_numerals_of_one_letter_say_the_same(
    game: str, values: list[int | None], kept: list[int | None], doubted: list[int]
) -> None:
    proven = list(prove_values("EEEA", values, load_path_game(game), "en"))
    assert [value for value, _ in proven] == kept
    assert [k for k, (_, why) in enumerate(proven) if why] == doubted
    assert {why.kind for _, why in proven if why} <= {"others-value"}


@pytest.mark.parametrize(
    ("language", "seed"),
    [("de", 2000006), ("sv", 2000007), ("da", 2000002), ("es", 2000005), ("pt", 2000001)],
)
def test_accented_letters_are_read_and_tell_the_language(language: str, seed: int) -> None:
    painted = paint_grid(seed, language=language)
    reading = read_grid(as_screen(painted.picture))
    assert reading.texts() == painted.grid.texts
    assert reading.language == language


@pytest.mark.parametrize(
    ("rows", "others"),
    [
        (["CAÑO", "RUTE", "LIMA", "SEDO"], None),
        (["BÖRA", "RUTE", "LIMA", "SEDO"], "sv, fi"),
        (["BÖRA", "RUTE", "LÅMA", "SEDO"], None),
    ],
)
def test_letters_of_several_languages_are_a_doubt(rows: Sequence[str], others: str | None) -> None:
    doubts = {each.why.kind: dict(each.why.told) for each in read_grid(paint(rows)).doubts}
    assert doubts.get("same-letters") == (None if others is None else {"languages": others})


def test_letters_that_no_language_has_together_are_a_doubt_each() -> None:
    """None has an Å and a Ü: they may as well be letters of a language that is not known."""
    doubts = read_grid(paint(["BÖRA", "RÜTE", "LÅMA", "SEDO"])).doubts
    assert {each.where for each in doubts if each.why.kind == "foreign"} == {"B1", "B2", "B3"}


def test_accents_that_no_tile_turns_out_to_have_tell_nothing() -> None:
    """Four A's of a small picture are so blurred that they may be Å: they stay in doubt."""
    painted = paint_grid(1900013, odd=True)
    reading = read_grid(as_screen(painted.picture))
    assert reading.texts() == painted.grid.texts
    assert (reading.game, reading.language) == ("ruzzle", "en")
    assert {each.read for each in reading.doubts if each.runner_up == "Å"} == {"A"}


def test_language_is_told_by_values_or_taken() -> None:
    assert sample("ruzzle-de").language == "de"
    told = read_grid(load_screen(TRUTHS["ruzzle-de"].picture), game="boggle", language="en")
    assert (told.game, told.language) == ("boggle", "en")
