"""Draw the pictures of README and reading.md: `python docs/draw_stages.py [--out DIR]`.

Each is made from a committed sample screen by the program as it stands; run it again when the
reader, the samples or the drawing change, and look at what comes out.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from solver.game import Square
from vision.imaging import Box, Grid, Screen, decode_screen, load_screen
from vision.reader import read
from vision.reading import Reading, TileReading
from vision.tiles import CELL, cut_board, cut_box, separate_ink, split_board
from wwfsnap import draw, solve
from wwfsnap import read as read_any

FOLDER = Path(__file__).parent
SAMPLES = FOLDER.parent / "sample_screens"
FONT = SAMPLES / "fonts" / "inter-medium.ttf"

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]

MARK: Colour = (255, 140, 0)
INK: Colour = (32, 34, 40)
PAPER: Colour = (255, 255, 255)
PREMIUMS: dict[str, Colour] = {
    "d": (143, 190, 228),
    "t": (176, 208, 138),
    "D": (236, 152, 138),
    "T": (246, 190, 122),
    "*": (200, 170, 220),
}
"""Colours in the drawing of what was understood, by the letters of a premium layout."""

LABELS = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}

LEAN = ((0.09, 0.05), (0.93, 0.0), (1.0, 0.97), (0.0, 1.0))
"""Where a photo taken from the side shows the corners of a screen, as shares of the photo."""

TABLE: Colour = (92, 78, 66)
CHOSEN = ((0, 9), (3, 11), (5, 12), (5, 11), (7, 8), (8, 13), (1, 14), (4, 14))
"""Squares of tiles in several colours, on bare and premium squares, blanks, under a badge."""

FROM_THE_RACK = 3
GAP = 16
MARGIN = 24


def main() -> None:
    """Draw all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER / "pictures", help="where they go")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in draw_all().items():
        save(picture, out / name)
        print(f"{name}: {picture.width}x{picture.height}, {(out / name).stat().st_size} bytes")


def draw_all() -> dict[str, Image.Image]:
    """The pictures by the names of their files."""
    screen = load_screen(SAMPLES / "wwf2-phone-two-colours.png")
    photo = take_photo(screen)
    reading = read(photo)
    wordfeud = load_screen(SAMPLES / "wordfeud-dark-en.png")
    return {
        "before-and-after.png": before_and_after(load_screen(SAMPLES / "wwf2-android.png")),
        "path-games.png": path_games("ruzzle-phone", "wordament-suffix"),
        "stage-1-lattice.webp": lattice(photo, reading),
        "stage-2-board.webp": board(photo, reading),
        "stage-3-tiles.png": tiles(screen),
        "stage-4-doubts.webp": doubts(wordfeud),
        "stage-5-drawn.webp": drawn(photo, reading),
    }


def save(picture: Image.Image, path: Path) -> None:
    """Write a small file: a PNG of 256 colours, or a WebP."""
    if path.suffix == ".png":
        picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    else:
        picture.save(path, quality=82)


def take_photo(screen: Screen) -> Screen:
    """The screen as it looks from the side, on a table."""
    height, width = screen.pixels.shape[:2]
    wide, high = round(0.9 * width), round(0.86 * height)
    margin = np.array([0.05 * wide, 0.03 * high])
    there = (np.array(LEAN) * (wide, high) + margin).astype(np.float32)
    here = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    size = round(wide + 2 * margin[0]), round(high + 2 * margin[1])
    taken = cv2.warpPerspective(
        cv2.GaussianBlur(screen.pixels, (3, 3), 0),
        cv2.getPerspectiveTransform(here, there),
        size,
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=TABLE[::-1],
    )
    return Screen(np.asarray(taken, np.uint8), screen.name)


def before_and_after(screen: Screen) -> Image.Image:
    """A screenshot, and the same with the best move on it."""
    return beside([scaled(picture_of(each), 360) for each in (screen.pixels, solved(screen))])


def path_games(*names: str) -> Image.Image:
    """The best word of some path games."""
    screens = [load_screen(SAMPLES / "paths" / f"{name}.png") for name in names]
    pictures = [picture_of(solved(screen)) for screen in screens]
    return beside([scaled(each, round(760 * each.width / each.height)) for each in pictures])


def solved(screen: Screen) -> Pixels:
    """The screen with the best move or word on it.

    Raises:
        ValueError: There is none.
    """
    pixels = draw(screen, solve(read_any(screen)))
    if pixels is None:
        raise ValueError(screen.name)
    return pixels


def lattice(photo: Screen, reading: Reading) -> Image.Image:
    """The board's squares and the tiles of the rack, drawn where they lie in the picture."""
    picture = picture_of(photo.pixels)
    pen = ImageDraw.Draw(picture)
    lines = [*grid_lines(reading.grid), *(outline(tile.box) for tile in reading.rack or ())]
    for line in lines:
        pen.line([back(reading, point) for point in line], fill=MARK, width=5)
    return scaled(picture.crop(around(photo, reading)), 520)


def board(photo: Screen, reading: Reading) -> Image.Image:
    """The board cut out and straight, and beside it what each square was understood to be."""
    straight = photo.straightened(reading.pose)
    cut = scaled(picture_of(cut_board(straight.pixels, reading.grid)), 400)
    return beside([cut, understood(reading, cut.width)])


def understood(reading: Reading, width: int) -> Image.Image:
    """Tiles with their letters, premium squares with their colours."""
    side = width / reading.grid.size
    picture = Image.new("RGB", (width, width), PAPER)
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(reading.cells):
        for column, tile in enumerate(line):
            x, y = column * side, row * side
            premium = reading.premiums[row][column]
            fill = INK if tile else PREMIUMS.get(premium, (236, 236, 238))
            pen.rectangle((x + 1, y + 1, x + side - 2, y + side - 2), fill=fill)
            if text := tile.text if tile else LABELS.get(premium):
                place = x + side / 2, y + side / 2
                pen.text(place, text, PAPER if tile else INK, font(0.5 * side), anchor="mm")
    return picture


def tiles(screen: Screen) -> Image.Image:
    """Tiles as they were cut, their ink as it was told from the ground, and what was read."""
    reading = read(screen)
    cells = split_board(cut_board(screen.pixels, reading.grid))
    size = reading.grid.size
    shown: list[tuple[Pixels, TileReading]] = []
    for row, column in CHOSEN:
        tile = reading.cells[row][column]
        if tile is not None:
            shown.append((cells[row * size + column], tile))
    rack = (reading.rack or ())[:FROM_THE_RACK]
    shown += [(cut_box(screen.pixels, tile.box, CELL, CELL), tile) for tile in rack]
    return sheet(shown)


def sheet(shown: Sequence[tuple[Pixels, TileReading]]) -> Image.Image:
    """Three rows: the tiles, their ink, and letter, numeral and runner-up."""
    coverage = separate_ink(np.stack([pixels for pixels, _ in shown])).coverage
    step = CELL + 8
    picture = Image.new("RGB", (step * len(shown) - 8, 2 * step + 48), PAPER)
    pen = ImageDraw.Draw(picture)
    for number, ((pixels, tile), ink) in enumerate(zip(shown, coverage, strict=True)):
        x = number * step
        picture.paste(picture_of(pixels), (x, 0))
        picture.paste(Image.fromarray(np.uint8(255 - 255 * ink)), (x, step))
        value = "no numeral" if tile.value is None else f"numeral {tile.value}"
        middle = x + CELL / 2
        pen.text((middle, 2 * step + 8), tile.text, INK, font(24), anchor="mt")
        pen.text((middle, 2 * step + 46), value, INK, font(11), anchor="mb")
        pen.rectangle((x, step, x + CELL - 1, step + CELL - 1), outline=(200, 200, 204))
    return picture


def doubts(screen: Screen) -> Image.Image:
    """A board so small and so strongly compressed that some of it is in doubt, with the reasons."""
    small = reduced(screen, cell=20, quality=30)
    reading = read(small)
    cut = scaled(picture_of(cut_board(small.pixels, reading.grid)), 450)
    step = cut.width / reading.grid.size
    picture = Image.new("RGB", (cut.width + MARGIN, cut.height + MARGIN), PAPER)
    picture.paste(cut, (MARGIN, MARGIN))
    pen = ImageDraw.Draw(picture)
    for number in range(reading.grid.size):
        middle = MARGIN + (number + 0.5) * step
        pen.text((middle, MARGIN / 2), chr(ord("A") + number), INK, font(13), anchor="mm")
        pen.text((MARGIN / 2, middle), str(number + 1), INK, font(13), anchor="mm")
    lines = []
    for doubt in reading.doubts:
        if not doubt.where[1:].isdigit():
            continue
        square = Square.parse(doubt.where)
        x, y = MARGIN + square.column * step, MARGIN + square.row * step
        pen.rectangle((x, y, x + step, y + step), outline=MARK, width=4)
        read_as = "empty" if doubt.read == "." else doubt.read
        lines.append(f"{doubt.where}  {read_as}: {doubt.why}")
    text = Image.new("RGB", (430, picture.height), PAPER)
    told = "\n\n".join("\n    ".join(wrapped(line, 52)) for line in lines)
    ImageDraw.Draw(text).multiline_text((0, MARGIN), told, INK, font(15), spacing=3)
    return beside([picture, text])


def drawn(photo: Screen, reading: Reading) -> Image.Image:
    """The best move, on the picture as it was taken."""
    return scaled(picture_of(solved(photo)).crop(around(photo, reading)), 520)


def reduced(screen: Screen, cell: float, quality: int) -> Screen:
    """The screen with squares of so many pixels, compressed as JPEG."""
    factor = cell / read(screen).grid.cell
    small = cv2.resize(screen.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return decode_screen(data.tobytes(), screen.name)


def grid_lines(grid: Grid) -> list[list[tuple[float, float]]]:
    """The lines between the squares of a board."""
    box = grid.box
    steps = [number * grid.cell for number in range(grid.size + 1)]
    across = [[(box.x, box.y + step), (box.right, box.y + step)] for step in steps]
    return across + [[(box.x + step, box.y), (box.x + step, box.bottom)] for step in steps]


def outline(box: Box) -> list[tuple[float, float]]:
    """The corners of a box, the first one again at the end."""
    left, right = (box.x, box.y), (box.right, box.y)
    return [left, right, (box.right, box.bottom), (box.x, box.bottom), left]


def back(reading: Reading, point: tuple[float, float]) -> tuple[float, float]:
    """A point of the picture as it was read, in the picture as it was taken."""
    return point if reading.pose is None else reading.pose.point_back(*point)


def around(photo: Screen, reading: Reading) -> tuple[int, int, int, int]:
    """The part of a photo from a little above the board to below the rack."""
    corners = reading.corners
    cell = reading.grid.cell
    bottom = max(back(reading, (box.x, box.bottom))[1] for box in (reading.rack_box,) if box)
    return (
        0,
        round(min(y for _, y in corners) - cell),
        photo.width,
        round(bottom + 2 * cell),
    )


def picture_of(pixels: Pixels) -> Image.Image:
    """Pixels in OpenCV's order as a picture of Pillow's."""
    return Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1]))


def scaled(picture: Image.Image, width: int) -> Image.Image:
    """The picture at another width."""
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """Pictures in a row."""
    width = sum(each.width for each in pictures) + GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, max(each.height for each in pictures)), PAPER)
    x = 0
    for each in pictures:
        whole.paste(each, (x, 0))
        x += each.width + GAP
    return whole


def wrapped(line: str, most: int) -> list[str]:
    """A line cut between words into lines of so many characters at most."""
    lines = [""]
    for word in line.split(" "):
        if len(lines[-1]) + len(word) > most:
            lines.append("")
        lines[-1] += f"{word} "
    return lines


def font(size: float) -> ImageFont.FreeTypeFont:
    """The font of all texts."""
    return ImageFont.truetype(FONT, round(size))


if __name__ == "__main__":
    main()
