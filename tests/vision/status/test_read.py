"""What stands around the board is read, and numbers are proven by words."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from sample_screens.truth import Truth, load_truths
from tests.shared.places import FONTS
from vision.imaging import Box, Grid, Screen, load_screen
from vision.status import StatusText, read_status
from vision.status.scores import Scores, turn_of_scores

SAMPLES = [each for each in load_truths() if each.grid is not None]
FONT = FONTS / "inter-medium.ttf"
GRID = Grid(0, 300, 48, 15)

Colour = tuple[int, int, int]

# What is not read: letters left of which no phrase is known, too small or of a font too far from
# those of the bank, lines without a word between player and points.
MISSED = {
    "unseen-mint": {"letters_left"},
    "unseen-night": {"letters_left", "last_move"},
    "unseen-paper": {"letters_left", "last_move"},
    "wordfeud-random-de": {"letters_left"},
    "wwf2-11x11-messenger": {"scores"},
}


def _known(truth: Truth) -> tuple[Grid, list[Box]]:
    assert truth.grid is not None
    grid = Grid(truth.grid.x, truth.grid.y, truth.grid.cell, truth.grid.size)
    if truth.rack_box is None:
        return grid, []
    left, top, right, bottom = truth.rack_box
    return grid, [Box(left, top, right - left, bottom - top)]


@pytest.mark.parametrize("truth", SAMPLES, ids=lambda truth: truth.name)
def test_a_sample_screen_says_what_its_truth_says(truth: Truth) -> None:
    status = read_status(load_screen(truth.picture), *_known(truth))
    move, last = status.last_move, truth.last_move
    found = {
        "letters_left": (status.letters_left, truth.letters_left),
        "scores": (status.scores and status.scores.values, truth.scores),
        "last_move": (move and (move.word, move.points), last and (last.word, last.score)),
    }
    wrong = {key for key, (read, true) in found.items() if read not in {true, None}}
    missed = {key for key, (read, true) in found.items() if read is None and true is not None}
    assert wrong == set()
    assert missed == MISSED.get(truth.name, set())


def _told(
    *texts: tuple[str, float, float],
    size: int = 22,
    ink: int = 0,
    paper: int = 255,
    width: int = 720,
    font: str = "inter-medium",
) -> StatusText:
    """What is read of texts written, centred, at places of an otherwise empty screen."""
    page = Image.new("RGB", (width, 1280), (paper,) * 3)
    draw = ImageDraw.Draw(page)
    face = ImageFont.truetype(str(FONTS / f"{font}.ttf"), size)
    for text, x, y in texts:
        draw.text((x, y), text, font=face, fill=(ink,) * 3, anchor="mm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    return read_status(Screen(pixels, "painted"), GRID, [])


def _left(*texts: tuple[str, float, float]) -> int | None:
    return _told(*texts).letters_left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("15 letters left", 15),
        ("0 letters over", 0),
        ("Tiles left 43", 43),
        ("29 brickor kvar", 29),
        ("71 pièces restantes", 71),
        ("111 letters remain", 111),
    ],
)
def test_a_number_beside_its_words_counts_the_bag(text: str, left: int) -> None:
    assert _left((text, 360, 1080)) == left


@pytest.mark.parametrize("shades", [(255, 0), (0, 255), (60, 160), (200, 90)])
def test_ink_may_be_darker_or_lighter_than_its_ground(shades: tuple[int, int]) -> None:
    told = _told(("62 letters left", 360, 1080), ink=shades[0], paper=shades[1])
    assert told.letters_left == 62


@pytest.mark.parametrize("size", [15, 18, 28, 36])
def test_letters_may_be_small_or_large(size: int) -> None:
    assert _told(("48 letters left", 360, 1080), size=size).letters_left == 48


@pytest.mark.parametrize("size", [15, 18, 22])
def test_what_is_told_beside_the_board_alone(size: int) -> None:
    left, cud, ox = (
        (text, 900, y)
        for text, y in (
            ("29 letters remaining", 640),
            ("Yusuf played CUD for 23 points", 600),
            ("Ben played OX for 9 points", 560),
        )
    )
    told = _told(left, cud, width=1100, size=size)
    assert (told.letters_left, told.last_move and told.last_move.word) == (29, "CUD")
    listed = _told(left, cud, ox, width=1100, size=size)
    assert (listed.letters_left, listed.last_move) == (29, None)  # either may be the last one
    assert _told(left, ("Ben played OX for 9 points", 360, 200), cud, width=1100).last_move == (
        _told(("Ben played OX for 9 points", 360, 200), width=1100).last_move
    )


@pytest.mark.parametrize(("font", "size"), [("nunito-sans-bold", 12), ("nunito-sans-regular", 14)])
def test_the_first_letter_of_words_is_no_number(font: str, size: int) -> None:
    """A small T is like a 1."""
    told = _told(("Tiles remaining: 14", 900, 600), size=size, width=1100, font=font)
    assert told.letters_left in {14, None}


@pytest.mark.parametrize("behind", ["'", '"', " *"])
def test_a_mark_behind_the_words_is_no_number(behind: str) -> None:
    assert _left((f"Tiles left{behind}", 360, 200)) is None


def test_a_number_may_stand_above_its_words_or_far_after_them() -> None:
    assert _left(("25", 360, 1050), ("Letters over", 360, 1080)) == 25
    assert _left(("Tiles left", 400, 1080), ("7", 680, 1080)) == 7


FONTS_OF_TILES = ["inter-bold", "roboto-condensed-bold", "nunito-sans-bold"]
DIGIT_OR_LETTER = [("5", 5), ("8", 8), ("50", 50), *((each, None) for each in "DSBZGQIW")]


@pytest.mark.parametrize(
    ("text", "left", "font"),
    [
        ("0", 0, "nunito-sans-bold"),
        ("O", None, "nunito-sans-bold"),  # in narrow fonts they are alike
        *((*each, font) for each in DIGIT_OR_LETTER for font in FONTS_OF_TILES),
    ],
)
def test_a_yellow_tile_with_a_letter_is_no_bag(text: str, left: int | None, font: str) -> None:
    page = Image.new("RGB", (720, 1280), (40, 60, 120))
    draw = ImageDraw.Draw(page)
    draw.rounded_rectangle((330, 155, 380, 205), 8, fill=(250, 190, 60))
    face = ImageFont.truetype(str(FONTS / f"{font}.ttf"), 30)
    draw.text((355, 180), text, font=face, fill=(40, 30, 20), anchor="mm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    assert read_status(Screen(pixels, "painted"), GRID, []).letters_left == left


@pytest.mark.parametrize(
    "texts",
    [
        (("9:41", 90, 30), ("86", 640, 30), ("36", 600, 200)),
        (("letters left", 360, 1080), ("36", 600, 200)),
        (("1 turn left", 360, 200), ("Level 12", 360, 1080)),
        (("letters leave 36", 360, 1080),),
        (("x15 letters left", 360, 1080),),
        (("07 letters left", 360, 1080),),
    ],
)
def test_a_number_without_its_words_counts_nothing(
    texts: tuple[tuple[str, float, float], ...],
) -> None:
    assert _left(*texts) is None


@pytest.mark.parametrize(
    ("texts", "turn"),
    [
        (["Your Turn"], "own"),
        (["Their Turn"], "other"),
        (["NEXT GAMES"], "other"),
        (["Jouw beurt"], "own"),
        (["Beurt van tegenstander"], "other"),
        (["À vous de jouer"], "own"),
        (["Your Turn", "Their Turn"], None),
        (["1 turn left", "Last turn"], None),
        (["Turner", "Nextel"], None),
    ],
)
def test_whose_turn_it_is_is_told_by_words(texts: list[str], turn: str | None) -> None:
    assert _told(*((text, 360, 1060 + 60 * k) for k, text in enumerate(texts))).turn == turn


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("Game over!", True),
        ("GAME OVER", True),
        ("Spelet är slut", True),
        ("Rematch", True),
        ("Play again", True),
        ("Watch ads", False),
        ("Game on", False),
        ("Your Turn", False),
    ],
)
def test_that_the_game_has_ended(text: str, *, over: bool) -> None:
    assert _told((text, 360, 200)).over == over


BLUE, WHITE, YELLOW, FAINT = (62, 115, 194), (255, 255, 255), (247, 196, 78), (190, 211, 237)


def _turn(own: Colour, other: Colour, ground: Colour, *words: str) -> str | None:
    """Whose turn is told by two scores with names, in these colours, and by words below."""
    page = Image.new("RGB", (720, 1280), ground)
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 300, 720, 1020), fill=(80, 160, 90))
    for x, side, name, score, ink in ((40, "l", "Anna", 163, own), (680, "r", "Berta", 86, other)):
        for text, y, size in ((name, 150, 22), (str(score), 190, 34)):
            font = ImageFont.truetype(str(FONT), size)
            draw.text((x, y), text, font=font, fill=ink, anchor=f"{side}m")
    for word in words:
        draw.text((360, 1080), word, font=ImageFont.truetype(str(FONT), 22), fill=own, anchor="mm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    status = read_status(Screen(pixels, "painted"), GRID, [])
    assert status.scores is not None
    assert status.scores.values == (163, 86)
    return status.turn


@pytest.mark.parametrize(
    ("inks", "ground", "turn"),
    [
        ((WHITE, FAINT), BLUE, "own"),
        ((FAINT, WHITE), BLUE, "other"),
        ((YELLOW, WHITE), BLUE, "own"),
        ((WHITE, YELLOW), BLUE, "other"),
        (((18, 18, 18), (136, 136, 136)), WHITE, "own"),
        (((206, 198, 192), (242, 241, 239)), (45, 51, 60), "other"),
        ((WHITE, WHITE), BLUE, None),
        ((WHITE, (248, 250, 252)), BLUE, None),
        (((235, 90, 60), (80, 220, 110)), (20, 20, 30), None),
    ],
)
def test_whose_turn_it_is_is_told_by_the_score_that_is_set_off(
    inks: tuple[Colour, Colour], ground: Colour, turn: str | None
) -> None:
    assert _turn(*inks, ground) == turn


def test_the_dots_of_a_shortened_name_are_no_accents_of_the_score_below_it() -> None:
    page = Image.new("RGB", (720, 1280), BLUE)
    draw = ImageDraw.Draw(page)
    for x, side, name, score in ((200, "l", "Jwords999", 351), (520, "r", "Spamster\u2026", 294)):
        for text, base, size in ((name, 115, 26), (str(score), 150, 44)):
            font = ImageFont.truetype(str(FONT), size)
            draw.text((x, base), text, font=font, fill=WHITE, anchor=f"{side}s")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    scores = read_status(Screen(pixels, "painted"), GRID, []).scores
    assert scores is not None
    assert scores.values == (351, 294)


def test_words_about_the_turn_count_for_more_than_colours() -> None:
    assert _turn(WHITE, FAINT, BLUE, "Their Turn") == "other"


def test_a_grey_picture_does_not_tell_the_turn_by_its_shades() -> None:
    def grey(colour: Colour) -> Colour:
        shade = round(np.dot(colour, (0.299, 0.587, 0.114)))
        return shade, shade, shade

    scores = Scores((163, 86), 0, (Box(40, 40, 60, 30), Box(600, 40, 60, 30)))
    for colours, turn in ((lambda colour: colour, "own"), (grey, None)):
        page = Image.new("RGB", (720, 160), colours(BLUE))
        draw = ImageDraw.Draw(page)
        draw.rectangle((50, 44, 90, 66), fill=colours(YELLOW))
        draw.rectangle((610, 44, 650, 66), fill=colours(WHITE))
        pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
        assert turn_of_scores(pixels, scores) == turn


def test_a_move_may_be_told_in_two_lines() -> None:
    move = _told(("zed_9 played", 360, 100), ("ARES for 39 points", 360, 130)).last_move
    assert move is not None
    assert (move.player, move.word, move.points) == ("zed_9", "ARES", 39)


@pytest.mark.parametrize("size", [18, 24])
def test_a_line_in_small_print_on_a_large_picture_is_looked_at_again(size: int) -> None:
    """At half its size, as large pictures are read first, it is illegible."""
    page = Image.new("RGB", (1080, 2000), (250, 250, 250))
    font = ImageFont.truetype(str(FONTS / "barlow-condensed-semibold.ttf"), size)
    text = "Bo played VEDETTE for 90 points"
    ImageDraw.Draw(page).text((540, 200), text, font=font, anchor="mm", fill=(90, 90, 90))
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    move = read_status(Screen(pixels, "painted"), Grid(0, 400, 72, 15), []).last_move
    assert move is not None
    assert (move.player, move.word, move.points) == ("Bo", "VEDETTE", 90)


def test_no_capital_stands_behind_a_small_letter_of_a_name() -> None:
    for name in ("Andrei K.", "Ellen", "Off-Karl"):
        move = _told((f"{name} played ARES for 39 points", 360, 100)).last_move
        assert move is not None
        assert move.player == name


def test_tiles_laid_but_not_played_are_no_move() -> None:
    assert _told(("Play ARES for 39 points", 360, 1080)).last_move is None


def test_scores_need_names() -> None:
    plain = (("187", 150, 150), ("155", 570, 150))
    named = (*plain, ("Jwords", 150, 120), ("Kaur", 570, 120))
    assert _told(*plain).scores is None
    scores = _told(*named).scores
    assert scores is not None
    assert (scores.values, scores.own) == ((187, 155), 0)
