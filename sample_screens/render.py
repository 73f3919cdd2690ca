"""Paint the sample screens: `python sample_screens/render.py [--only NAME] [--out DIR] [--list]`.

A scene (`scenes/*.toml`) names a look (`looks/*.toml`) and a position; from the two come the
picture NAME.png and the truth NAME.txt. The same scene gives the same picture again, pixel for
pixel, wherever the same versions of Pillow and numpy are installed.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

if not __package__:  # run as a program: let the package be found from its own folder
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PIL import Image

from sample_screens.board import draw_board
from sample_screens.covers import draw_settings, lay_dialog, zoom_in
from sample_screens.desktop import draw_desktop, draw_side_panel
from sample_screens.footer import draw_buttons, draw_foot, draw_left, draw_rack, draw_review
from sample_screens.header import (
    draw_advert,
    draw_banner,
    draw_heading,
    draw_powerups,
    draw_status,
    draw_title,
    draw_toolbar,
)
from sample_screens.layout import Layout, hull, lay_out, rack_slots
from sample_screens.look import Band, Look, load_look
from sample_screens.paint import Canvas
from sample_screens.players import draw_players, draw_strip
from sample_screens.scene import Scene, load_scene, scene_names, square_name
from sample_screens.shapes import Box
from sample_screens.sheet import Sheet
from sample_screens.truth import FOLDER, GridTruth, Truth, write_truth
from solver.game import load_game, tile_text

BANDS: dict[str, Callable[[Sheet, Band, Box], None]] = {
    "status": draw_status,
    "advert": draw_advert,
    "title": draw_title,
    "toolbar": draw_toolbar,
    "heading": draw_heading,
    "players": draw_players,
    "strip": draw_strip,
    "banner": draw_banner,
    "powerups": draw_powerups,
    "left": draw_left,
    "rack": draw_rack,
    "buttons": draw_buttons,
    "review": draw_review,
    "foot": draw_foot,
}


def render(scene: Scene, look: Look | None = None) -> tuple[Image.Image, Truth]:
    """Paint one scene; the truth says what is to be seen in the picture.

    `look` stands for the one that the scene names.
    """
    look = look or load_look(scene.look)
    game = load_game(scene.game, language=scene.language, layout=scene.layout)
    layout = lay_out(scene, look, game.rack_size)
    canvas = Canvas(scene.device.width, scene.device.height, look.ground)
    premiums = scene.premiums or game.premiums
    sheet = Sheet(canvas, look, scene, layout, premiums, game.tiles.values)
    if layout.window:
        draw_desktop(sheet)
    for band, box in layout.bands:
        if band.fill:
            canvas.box(box, band.fill)
        if paint := BANDS.get(band.kind):
            paint(sheet, band, box)
    draw_board(sheet)
    if layout.side:
        draw_side_panel(sheet)
    if scene.cover == "dialog":
        lay_dialog(sheet)
    if scene.cover == "settings":
        draw_settings(sheet)
    picture = canvas.picture()
    if scene.cover == "zoom":
        picture = zoom_in(picture, layout.board)
    return picture, truth_of(scene, look, layout)


def truth_of(scene: Scene, look: Look, layout: Layout) -> Truth:
    """Tell what a scene's picture shows: tentative tiles count as on the rack.

    A picture that something covers is to be refused; nothing else is said of it.
    """
    if scene.cover:
        return Truth(name=scene.name, look=scene.look, refused=True)
    laid = "".join("?" if tile.islower() else tile_text(tile) for tile in scene.tentative.values())
    rack = None if scene.rack is None else scene.rack.replace("-", "") + laid
    grid = layout.grid
    left, right = scene.players
    band = layout.band("rack")
    slots = rack_slots(look, layout, band[1]) if band and rack is not None else []
    return Truth(
        name=scene.name,
        game=scene.game,
        language=scene.language,
        layout="random" if scene.premiums else scene.layout,
        look=scene.look,
        board=scene.rows,
        rack=rack,
        tentative=tuple((square_name(*at), tile) for at, tile in scene.tentative.items()),
        letters_left=scene.letters_left,
        scores=(left.score, right.score),
        last_move=scene.last,
        premiums=scene.premiums,
        grid=GridTruth(grid.x, grid.y, grid.pitch, grid.size),
        rack_box=hull(slots) if slots else None,
    )


def main(arguments: list[str] | None = None) -> None:
    """Render every scene, or those named."""
    parser = argparse.ArgumentParser(description="paint the sample screens")
    parser.add_argument("--only", metavar="NAME", action="append", help="only this scene")
    parser.add_argument("--out", metavar="DIR", type=Path, default=FOLDER, help="where to write")
    parser.add_argument("--list", action="store_true", help="only list the scenes")
    options = parser.parse_args(arguments)
    if not options.list:
        options.out.mkdir(parents=True, exist_ok=True)
    for name in options.only or scene_names():
        scene = load_scene(name)
        if not options.list:
            picture, truth = render(scene)
            picture.save(options.out / f"{name}.png", optimize=True)
            (options.out / f"{name}.txt").write_text(write_truth(truth), encoding="utf-8")
        print(f"{name}: {scene.about}")


if __name__ == "__main__":
    main()
