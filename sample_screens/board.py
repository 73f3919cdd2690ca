"""The board: squares with their premiums, tiles, and the marks that lie over the tiles."""

import math

from sample_screens.look import TileStyle
from sample_screens.paint import Canvas
from sample_screens.shapes import WHITE, Box, Paint
from sample_screens.sheet import Sheet
from sample_screens.tiles import Square, draw_face, draw_joined, draw_tile


def draw_board(sheet: Sheet) -> None:
    """Draw the whole board: squares, tiles, marks."""
    grid, look = sheet.layout.grid, sheet.look
    frame = grid.box.shrink(-look.squares.margin * sheet.layout.point)
    sheet.canvas.box(frame, look.squares.ground)
    for row in range(grid.size):
        for column in range(grid.size):
            _draw_square(sheet, grid.cell(row, column), sheet.premiums[row][column])
    _draw_tiles(sheet)
    _draw_last_score(sheet)
    if sheet.scene.tentative:
        _draw_tentative_marks(sheet)


def _draw_square(sheet: Sheet, cell: Box, kind: str) -> None:
    canvas, squares = sheet.canvas, sheet.look.squares
    inner = cell.shrink(squares.gap / 2 * cell.width)
    radius = squares.radius * cell.width
    premium = squares.premium.get(kind)
    fill = premium.fill if premium else squares.plain
    edge = (premium and premium.edge) or (None if premium else squares.edge)
    if edge:
        canvas.box(inner, edge, radius=radius, corners=squares.corners)
        inner = _without_edge(inner, squares.shift * cell.width)
    canvas.box(inner, fill, radius=radius, corners=squares.corners)
    if premium:
        _draw_label(sheet, cell, kind, premium.ink, 1)


def _without_edge(box: Box, shift: float) -> Box:
    if shift > 0:
        return box._replace(top=box.top + shift)
    return box._replace(bottom=box.bottom + shift)


def _draw_label(sheet: Sheet, cell: Box, kind: str, ink: Paint, opacity: float) -> None:
    look = sheet.look
    if kind == "*":
        _draw_start(sheet.canvas, look.squares.start, cell, ink, opacity)
        return
    label = look.labels.get(sheet.scene.language, look.labels["en"])[kind]
    height = look.squares.label * cell.width
    sheet.canvas.text(label, look.fonts.label, height, cell.centre, ink, opacity=opacity)


def _draw_start(canvas: Canvas, shape: str, cell: Box, ink: Paint, opacity: float) -> None:
    x, y = cell.centre
    reach = 0.27 * cell.width
    if shape == "plus":
        canvas.box(Box.around(x, y, 2 * reach, 0.7 * reach), ink, radius=2, opacity=opacity)
        canvas.box(Box.around(x, y, 0.7 * reach, 2 * reach), ink, radius=2, opacity=opacity)
    elif shape == "star":
        points = []
        for i in range(10):
            far = reach * (1.2 if i % 2 == 0 else 0.5)
            turn = math.pi * (i / 5 - 0.5)
            points.append((x + far * math.cos(turn), y + far * math.sin(turn)))
        canvas.polygon(points, ink, opacity)
    elif shape == "diamond":
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        canvas.polygon(points, ink, opacity)


def _styles(sheet: Sheet) -> dict[Square, TileStyle]:
    """Work out every tile's colours: its owner's, with the last move's on top."""
    scene, look = sheet.scene, sheet.look
    last = set(scene.last_squares())
    styled = {}
    for row, column, _ in scene.tiles():
        owner = scene.owner(row, column)
        names = ["1"] if owner == "1" or owner not in look.styles else ["1", owner]
        if (row, column) in last:
            names.append("last")
        styled[row, column] = look.style(*names)
    return styled


def _draw_tiles(sheet: Sheet) -> None:
    canvas, scene, look, grid = sheet.canvas, sheet.scene, sheet.look, sheet.layout.grid
    styled = _styles(sheet)
    if look.tiles.merge:
        draw_joined(canvas, grid, styled, look.tiles)
    else:
        for (row, column), style in styled.items():
            draw_tile(canvas, grid.cell(row, column), look.tiles, style)
    new = look.style("1", "tentative")
    for row, column in scene.tentative:
        draw_tile(canvas, grid.cell(row, column), look.tiles, new)
    letters = {(row, column): letter for row, column, letter in scene.tiles()} | scene.tentative
    styled |= dict.fromkeys(scene.tentative, new)
    for (row, column), letter in letters.items():
        cell, ink = grid.cell(row, column), styled[row, column].ink or WHITE
        _draw_ghost(sheet, cell, sheet.premiums[row][column])
        draw_face(canvas, cell, look.tiles, look.fonts, ink, letter, sheet.value(letter))


def _draw_ghost(sheet: Sheet, cell: Box, kind: str) -> None:
    """Let the covered premium square shimmer through its tile."""
    squares, tiles = sheet.look.squares, sheet.look.tiles
    premium = squares.premium.get(kind)
    if premium is None or not tiles.ghost_tint:
        return
    inner = cell.shrink(max(squares.gap / 2, tiles.inset + tiles.border) * cell.width)
    radius = squares.radius * cell.width
    sheet.canvas.box(inner, premium.fill, radius=radius, opacity=tiles.ghost_tint)
    faint = tiles.ghost * (0.4 if kind == "*" else 1)
    _draw_label(sheet, cell, kind, premium.ink, faint)


def _draw_last_score(sheet: Sheet) -> None:
    last, marks = sheet.scene.last, sheet.look.marks
    if last and marks.badge != "none":
        cell = sheet.layout.grid.cell(*max(sheet.scene.last_squares()))
        _draw_badge(sheet, cell, last.score, marks.badge_fill)


def _draw_badge(sheet: Sheet, cell: Box, score: int, fill: Paint) -> None:
    canvas, marks, font = sheet.canvas, sheet.look.marks, sheet.look.fonts.strong
    height = marks.badge_size * cell.width
    width = canvas.text_width(str(score), font, height)
    x, y = cell.at(*marks.badge_at)
    tall = 1.9 * height
    wide = max(tall, width + height)
    if marks.badge == "disc":
        tall = wide = max(tall, width + 0.8 * height)
    x = min(x, canvas.size[0] - wide / 2)
    radius = 0.3 * height if marks.badge == "square" else tall / 2
    canvas.box(Box.around(x, y, wide, tall), fill, radius=radius)
    canvas.text(str(score), font, height, (x, y), marks.badge_ink)


def _draw_tentative_marks(sheet: Sheet) -> None:
    """Draw the outline round the new word, its score and the bubble that says it is good."""
    canvas, marks, grid = sheet.canvas, sheet.look.marks, sheet.layout.grid
    pitch = grid.pitch
    first, last = sheet.scene.laid_run()
    start, end = grid.cell(*first), grid.cell(*last)
    word = Box(start.left, start.top, end.right, end.bottom)
    if marks.outline:
        canvas.frame(word.shrink(-0.06 * pitch), marks.outline, 0.11 * pitch, 0.06 * pitch)
    _draw_badge(sheet, end, sheet.scene.tentative_score, marks.tentative_badge)
    x, y = start.at(0.02, 0.02)
    reach = 0.42 * pitch
    if marks.bubble == "diamond":
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        canvas.polygon(points, marks.bubble_fill)
    else:
        canvas.disc((x, y), reach, marks.bubble_fill)
    tick = [(x - 0.17 * pitch, y), (x - 0.04 * pitch, y + 0.13 * pitch)]
    tick.append((x + 0.19 * pitch, y - 0.13 * pitch))
    canvas.line(tick, marks.badge_ink, 0.09 * pitch)
