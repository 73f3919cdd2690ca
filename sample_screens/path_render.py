"""Paint the samples of path games: `python sample_screens/path_render.py [--only NAME]`.

As `render.py` does for boards: a scene and the look it names give the picture NAME.png and the
truth NAME.txt, the same again each time.
"""

import argparse
import math
import sys
from pathlib import Path

if not __package__:  # run as a program: let the package be found from its own folder
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PIL import Image, ImageDraw

from sample_screens.paint import OVERSAMPLE, Canvas
from sample_screens.path_scene import (
    FOLDER,
    Panel,
    PathLook,
    PathScene,
    Trace,
    load_path_look,
    load_path_scene,
    path_scene_names,
)
from sample_screens.path_truth import PathTruth, TilesTruth, write_path_truth
from sample_screens.shapes import BLACK, WHITE, Box, Paint, Point
from solver.game import Square
from solver.paths import MULTIPLIERS, PathTile

RING = 0.14  # of a badge's radius: its white rim


def render_path(scene: PathScene) -> tuple[Image.Image, PathTruth]:
    """Paint one scene; the truth says what is to be seen in the picture."""
    look = load_path_look(scene.look)
    canvas = Canvas(scene.width, scene.height, look.ground)
    canvas.box(Box(0, 0, scene.width, scene.height), look.ground)
    point = scene.width / scene.points
    if look.weave:
        _weave(canvas, look.weave, point)
    for panel in look.panels:
        place, radius = _place(panel, scene, point), panel.radius * point
        canvas.box(place, panel.fill, radius=radius, opacity=panel.opacity)
    for line in look.lines:
        if text := line.text.format_map(_Texts(scene.texts)):
            at = (line.at[0] * point, line.at[1] * point)
            canvas.text(text, line.font, line.height * point, at, line.ink, align=line.align)
    tiles = _tiles(scene, look, point)
    for row, tiles_of_row in enumerate(scene.grid.rows):
        for column, tile in enumerate(tiles_of_row):
            if tile is not None:
                square = Square(row, column)
                _draw_tile(canvas, look, tile, _box(tiles, square), traced=square in scene.traced)
    if look.trace and scene.traced:
        points = [_box(tiles, square).centre for square in scene.traced]
        _draw_trace(canvas, points, look.trace, look.trace.width * tiles.side)
    return canvas.picture(), PathTruth(
        scene.name,
        scene.game,
        scene.language,
        scene.look,
        scene.grid,
        tiles,
        tuple(square.name for square in scene.traced),
    )


class _Texts(dict[str, str]):
    """The scene's texts; one it does not have is empty."""

    def __missing__(self, key: str) -> str:
        return ""


def _tiles(scene: PathScene, look: PathLook, point: float) -> TilesTruth:
    columns = len(scene.grid.rows[0])
    pitch = (scene.width - 2 * look.margin * point) / (columns - look.gap)
    return TilesTruth(look.margin * point, look.top * point, pitch, pitch * (1 - look.gap))


def _box(tiles: TilesTruth, square: Square) -> Box:
    left, top = tiles.x + square.column * tiles.pitch, tiles.y + square.row * tiles.pitch
    return Box(left, top, left + tiles.side, top + tiles.side)


def _place(panel: Panel, scene: PathScene, point: float) -> Box:
    left, top, right, bottom = (each * point for each in panel.at)
    return Box(
        left,
        top,
        right if right > 0 else scene.width + right,
        bottom if bottom > 0 else scene.height + bottom,
    )


def _draw_tile(canvas: Canvas, look: PathLook, tile: PathTile, box: Box, *, traced: bool) -> None:
    side = box.width
    style = look.trace if traced else None
    if style:
        box = box.shrink(-style.grow * side)
    radius, border = look.radius * side, look.border * side
    badge = look.badges.get(tile.multiplier)
    if look.shadow:
        canvas.box(box.shift(0, look.shadow * side), BLACK, radius=radius, opacity=0.3)
    edge = badge or look.edge
    if edge:
        canvas.box(box, edge, radius=radius)
    inner = box.shrink(border) if edge else box
    fill = style.fill if style else look.fill
    canvas.box(inner, fill, radius=max(0.0, radius - (border if edge else 0)))
    if look.grain and not style:
        _grain(canvas, inner.shrink(0.03 * side), look.grain, tile.text)
    ink = style.ink if style else look.ink
    text = tile.text.title() if look.case == "title" else tile.text
    at = box.at(*look.letter_at)
    canvas.text(text, look.letter_font, look.letter * side, at, ink, within=0.72 * side)
    if tile.value is not None:
        font, height, align = look.numeral_font, look.numeral * side, look.numeral_align
        times = MULTIPLIERS[tile.multiplier][0] if look.multiplied else 1
        canvas.text(
            str(times * tile.value), font, height, box.at(*look.numeral_at), ink, align=align
        )
    if badge:
        centre, reach = box.at(0.12, 0.12), look.badge * side
        canvas.disc(centre, reach, WHITE)
        canvas.disc(centre, reach * (1 - RING), badge)
        sign = look.badge_signs.get(tile.multiplier, tile.multiplier)
        canvas.text(sign, look.badge_font, 0.52 * reach, centre, WHITE)


def _grain(canvas: Canvas, box: Box, paint: Paint, seed: str) -> None:
    """Draw the lines of wood, each bent a little, differently on each letter."""
    start = sum(map(ord, seed))
    for number in range(7):
        y = box.top + box.height * ((number + 0.5 + 0.3 * math.sin(start + 2 * number)) / 7)
        bend = 0.02 * box.height * math.cos(start * 3 + number)
        points = [
            (box.left + box.width * step / 6, y + bend * math.sin(step + number))
            for step in range(7)
        ]
        canvas.line(points, paint, 0.006 * box.width)


def _weave(canvas: Canvas, paint: Paint, point: float) -> None:
    """Draw chevrons over the whole ground."""
    step = 34 * point
    for row in range(-1, int(canvas.size[1] / step) + 2):
        points = [
            (column * step, row * step + (step / 2 if column % 2 else 0))
            for column in range(int(canvas.size[0] / step) + 2)
        ]
        canvas.line(points, paint, 5 * point)


def _draw_trace(canvas: Canvas, points: list[Point], trace: Trace, width: float) -> None:
    """Draw a line that lets what lies under it shine through, evenly where it crosses itself."""
    mask = Image.new("L", (canvas.size[0] * OVERSAMPLE, canvas.size[1] * OVERSAMPLE), 0)
    draw, half = ImageDraw.Draw(mask), width * OVERSAMPLE / 2
    big = [(x * OVERSAMPLE, y * OVERSAMPLE) for x, y in points]
    draw.line(big, fill=255, width=round(2 * half))
    for x, y in big:
        draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
    canvas.lay(mask, (0, 0), trace.line, trace.opacity)


def main(arguments: list[str] | None = None) -> None:
    """Render every scene, or those named."""
    parser = argparse.ArgumentParser(description="paint the sample screens of path games")
    parser.add_argument("--only", metavar="NAME", action="append", help="only this scene")
    parser.add_argument("--out", metavar="DIR", type=Path, default=FOLDER, help="where to write")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.only or path_scene_names():
        scene = load_path_scene(name)
        picture, truth = render_path(scene)
        picture.save(options.out / f"{name}.png", optimize=True)
        (options.out / f"{name}.txt").write_text(write_path_truth(truth), encoding="utf-8")
        print(f"{name}: {scene.about}")


if __name__ == "__main__":
    main()
