"""Wild screens: board, rack and what lies around them, then the picture's way to us."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from io import BytesIO

from PIL import Image

from sample_screens.look import Look, TileStyle
from sample_screens.paint import Canvas
from sample_screens.scene import Scene, square_name
from sample_screens.shapes import Box, Paint
from solver.game import load_game

from .pictures import Expected
from .wild import Wild
from .wild_tiles import Brush

LEAST_CELL = 24.0
"""Pixels of a square below which no picture is scaled."""

SIZES = {"phone": (1.0, 2.0), "landscape": (1.4, 1.0), "window": (1.5, 1.15)}
"""Width and height of the picture, in widths of the device."""


def paint_wild(scene: Scene, look: Look, wild: Wild) -> tuple[Image.Image, Expected]:
    """The picture, and what a perfect reader reads in it."""
    width = min(scene.device.width, 1290)
    across, down = (round(width * share) for share in SIZES[wild.frame])
    dice = random.Random(scene.name)  # noqa: S311 (streaks in wood)
    brush = Brush(Canvas(across, down, look.ground), look, wild, dice)
    board, slots = _places(scene.size, wild, across, down)
    _around(brush, scene, board, across)
    brush.canvas.box(board.shrink(-0.1 * board.width / scene.size), look.squares.ground)
    _board(brush, scene, board)
    _rack(brush, scene, slots)
    _below(brush, slots, across)
    picture = brush.canvas.picture()
    pitch = board.width / scene.size
    if wild.cut:
        low = max(slot.bottom for slot in slots) + 0.3 * pitch
        edges = (0, max(0, round(board.top - 0.4 * pitch)), across, min(down, round(low)))
        picture = picture.crop(edges)
    for most, quality in wild.tail:
        if most and most < picture.width:
            wide = max(most, math.ceil(picture.width * LEAST_CELL / pitch))
            high = round(picture.height * wide / picture.width)
            pitch *= wide / picture.width
            picture = picture.resize((wide, high), Image.Resampling.LANCZOS)
        packed = BytesIO()
        picture.save(packed, "JPEG", quality=quality)
        picture = Image.open(packed).convert("RGB")
    laid = "".join("?" if tile.islower() else tile for tile in scene.tentative.values())
    rack = (scene.rack or "").replace("-", "") + laid
    pending = tuple((square_name(*at), tile) for at, tile in scene.tentative.items())
    return picture, Expected(scene.game, scene.rows, rack, pending, scene.premiums)


def _places(size: int, wild: Wild, across: int, down: int) -> tuple[Box, list[Box]]:
    """The board, and the seven places for rack tiles."""
    if wild.frame == "landscape":
        side = 0.82 * down
        board = Box(0.03 * across, 0.05 * down, 0.03 * across + side, 0.05 * down + side)
    elif wild.frame == "window":
        side = 0.66 * down
        board = Box(0.2 * across, 0.17 * down, 0.2 * across + side, 0.17 * down + side)
    else:
        side = 0.96 * across
        board = Box(0.02 * across, 0.2 * down, 0.02 * across + side, 0.2 * down + side)
    room = board.width + 0.02 * across
    tile = min(wild.rack * side / size, room / (7 + 6 * wild.rack_gap))
    if wild.frame != "phone":
        tile = min(tile, 0.1 * down)
    step = tile * (1 + wild.rack_gap)
    left = board.centre[0] - (6 * step + tile) / 2
    top = board.bottom + (0.06 if wild.frame == "phone" else 0.025) * down
    slots = [Box(left + k * step, top, left + k * step + tile, top + tile) for k in range(7)]
    return board, [
        slot.shift(0, -0.12 * tile) if k in wild.lifted else slot for k, slot in enumerate(slots)
    ]


def _around(brush: Brush, scene: Scene, board: Box, across: int) -> None:
    """Status bar, players and the last move above the board, other things beside it."""
    canvas, texts = brush.canvas, brush.look.fonts.text
    ink = next(band.ink for band in brush.look.bands if band.ink)
    line = 0.018 * min(across, 2 * board.width)
    canvas.text("9:41", texts, line, (0.1 * across, 1.4 * line), ink)
    canvas.text("87%", texts, line, (0.9 * across, 1.4 * line), ink)
    for player, x in zip(scene.players, (0.22, 0.78), strict=True):
        at = (board.left + x * board.width, board.top - 5 * line)
        canvas.text(f"{player.name} {player.score}", texts, 1.1 * line, at, ink)
    if scene.last and brush.wild.told:
        told = f"Bo played {scene.last.word} for {scene.last.score} points"
        canvas.text(told, texts, line, (board.centre[0], board.top - 2.2 * line), ink)
    if across > 1.2 * board.width:
        panel = Box(board.right + 0.05 * across, board.top, 0.97 * across, board.bottom)
        canvas.box(panel, brush.look.squares.plain, radius=line)
        for n in range(9):
            at = (panel.left + line, panel.top + (3 + 4 * n) * line)
            canvas.text(f"Word {n + 1} of the day", texts, line, at, ink, align="left")


def _below(brush: Brush, slots: list[Box], across: int) -> None:
    """Buttons and an advert below the rack."""
    canvas, look = brush.canvas, brush.look
    top, line = max(slot.bottom for slot in slots), 0.02 * across
    if top + 8 * line > canvas.size[1]:
        return
    for n, text in enumerate(("Pass", "Swap", "Play")):
        box = Box.around((0.2 + 0.3 * n) * across, top + 5 * line, 0.24 * across, 4 * line)
        canvas.box(box, look.marks.badge_fill, radius=line)
        canvas.text(text, look.fonts.text, line, box.centre, look.marks.badge_ink)
    advert = Box(0, top + 10 * line, across, top + 18 * line)
    if advert.bottom < canvas.size[1]:
        canvas.box(advert, Paint((250, 250, 250), (225, 232, 240)))
        text = "QUIZ NIGHT: GET IT NOW"
        canvas.text(
            text, look.fonts.strong, 2 * line, advert.centre, Paint((20, 60, 120), (0, 0, 0))
        )


def _board(brush: Brush, scene: Scene, board: Box) -> None:
    """Squares, tiles and the marks over them."""
    game = load_game(scene.game, layout=scene.layout)
    premiums, pitch = scene.premiums or game.premiums, board.width / scene.size
    cells = {
        (row, column): Box.around(
            board.left + (column + 0.5) * pitch, board.top + (row + 0.5) * pitch, pitch, pitch
        )
        for row in range(scene.size)
        for column in range(scene.size)
    }
    for (row, column), cell in cells.items():
        brush.square(cell, premiums[row][column])
    last = scene.last_squares()
    rim, paint = brush.wild.rim
    lights = dict.fromkeys(last if brush.wild.last == "glow" else (), brush.look.marks.badge_fill)
    lights |= dict.fromkeys(scene.tentative if rim == "glow" else (), paint)
    for at, light in lights.items():
        _glow(brush, cells[at], light)
    faces = _faces(brush, scene)
    for at, (_, style) in faces.items():
        brush.tile(cells[at], style, merged=brush.wild.merge and at not in scene.tentative)
    for at, (letter, style) in faces.items():
        value = game.tiles.values.get(letter.upper(), 0)
        brush.face(cells[at], style, letter, value)
    if last:
        _mark_last(brush, scene, [cells[at] for at in last], pitch)
    if scene.tentative:
        _mark_laid(brush, scene, [cells[at] for at in sorted(scene.tentative)], pitch)


def _faces(brush: Brush, scene: Scene) -> dict[tuple[int, int], tuple[str, TileStyle]]:
    """Letter and colours of every tile, those not yet played last."""
    look, how, last = brush.look, brush.wild.last, scene.last_squares()
    faces = {}
    for row, column, letter in scene.tiles():
        owner = scene.owner(row, column)
        names = ("1", owner) if owner in look.styles else ("1",)
        style = look.style(*names)
        if (row, column) in last and how == "face":
            style = look.style(*names, "last")
        other = look.style("1", "last").ink
        if (row, column) in last and how == "ink" and other and _legible(other, style.fill):
            style = replace(style, ink=other)
        faces[row, column] = letter, style
    held = look.style("1", "tentative")
    return faces | {at: (letter, held) for at, letter in scene.tentative.items()}


def _glow(brush: Brush, cell: Box, paint: Paint) -> None:
    """Light around a tile that is still to be painted."""
    for reach, opacity in ((0.12, 0.25), (0.07, 0.4), (0.03, 0.6)):
        around = cell.shrink(-reach * cell.width)
        brush.canvas.box(around, paint, radius=0.2 * cell.width, opacity=opacity)


def _legible(ink: Paint, fill: Paint | None) -> bool:
    return fill is not None and math.dist(ink.top, fill.top) > 150


def _mark_last(brush: Brush, scene: Scene, cells: list[Box], pitch: float) -> None:
    """What points to the last move, and its score."""
    wild, canvas, marks = brush.wild, brush.canvas, brush.look.marks
    if wild.last == "ring":
        for each in cells:
            canvas.frame(each, marks.badge_fill, 0.06 * pitch, wild.radius * pitch)
    elif wild.last == "word":
        left, top = min(c.left for c in cells), min(c.top for c in cells)
        right, bottom = max(c.right for c in cells), max(c.bottom for c in cells)
        word = Box(left, top, right, bottom).shrink(-0.04 * pitch)
        canvas.frame(word, marks.badge_fill, 0.07 * pitch, 0.1 * pitch)
    elif wild.last == "arrow":
        x, y = cells[0].left, cells[0].centre[1]
        tip = [(x, y), (x - 0.3 * pitch, y - 0.2 * pitch), (x - 0.3 * pitch, y + 0.2 * pitch)]
        canvas.polygon(tip, marks.badge_fill)
    if wild.scored and wild.bubble != "none" and scene.last:
        _bubble(brush, cells, scene.last.score, pitch)


def _mark_laid(brush: Brush, scene: Scene, cells: list[Box], pitch: float) -> None:
    """Lines around tiles that are laid but not played, and what they count."""
    wild, (rim, paint) = brush.wild, brush.wild.rim
    for each in cells if rim == "ring" else ():
        tile = each.shrink(wild.inset * pitch)
        brush.canvas.frame(tile, paint, 0.06 * pitch, wild.radius * pitch)
    if wild.laid and wild.bubble != "none":
        _bubble(brush, cells, scene.tentative_score, pitch)


def _bubble(brush: Brush, cells: list[Box], score: int, pitch: float) -> None:
    """The score of a move at a corner of its tiles."""
    wild, canvas, marks = brush.wild, brush.canvas, brush.look.marks
    at = cells[0 if wild.corner[0] < 0.5 else -1].at(*wild.corner)
    text, height = str(score), 0.2 * pitch
    wide = canvas.text_width(text, brush.look.fonts.strong, height) + height
    tall = 1.8 * height
    if wild.bubble == "disc":
        canvas.disc(at, max(wide, tall) / 2, marks.badge_fill)
    elif wild.bubble == "burst":
        points = []
        for n in range(20):
            far = (0.62 if n % 2 else 0.5) * max(wide, tall)
            turn = math.pi * n / 10
            points.append((at[0] + far * math.cos(turn), at[1] + far * math.sin(turn)))
        canvas.polygon(points, marks.badge_fill)
    else:
        box = Box.around(*at, max(wide, tall), tall)
        canvas.box(box, marks.badge_fill, radius=tall / 2 if wild.bubble == "pill" else 0)
        if wild.bubble == "flag":
            foot = [(at[0], at[1] + tall), (at[0] - height, at[1]), (at[0] + height, at[1])]
            canvas.polygon(foot, marks.badge_fill)
    canvas.text(text, brush.look.fonts.strong, height, at, marks.badge_ink)


def _rack(brush: Brush, scene: Scene, slots: list[Box]) -> None:
    """The rack's tiles, on a shelf or not, and its free slots where the look shows them."""
    look = brush.look
    game = load_game(scene.game)
    if look.rack.shelf:
        first, last = slots[0], slots[-1]
        low = max(slot.bottom for slot in slots)
        brush.canvas.box(Box(first.left, low - 4, last.right, low + 6), look.rack.shelf)
    style = look.rack.style
    for slot, letter in zip(slots, (scene.rack or "").ljust(len(slots), "-"), strict=True):
        if letter == "-":
            if look.rack.well:
                brush.canvas.box(slot, look.rack.well, radius=brush.wild.radius * slot.width)
            continue
        brush.tile(slot, style)
        value = game.tiles.values.get(letter.upper(), 0)
        brush.face(slot, style, letter, value)
