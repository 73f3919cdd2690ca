"""The bands above the board: status bar, tools, advert, last move, power-ups."""

from sample_screens.icons import draw_icon
from sample_screens.look import Band
from sample_screens.paint import Canvas
from sample_screens.shapes import WHITE, Box, Paint
from sample_screens.sheet import Sheet
from sample_screens.tiles import draw_tile


def draw_status(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw the system's own bar: clock, reception, battery."""
    canvas, font, ink = sheet.canvas, sheet.look.fonts.strong, band.ink or WHITE
    device, point = sheet.scene.device, sheet.layout.point
    if device.system == "ios":
        y = box.bottom - 18 * point
        canvas.text(device.clock, font, 12 * point, (box.at(0.155, 0)[0], y), ink)
        right = box.right - 24 * point
        for i, tall in enumerate((4, 6, 8, 10)):
            left = right - (74 - 5 * i) * point
            bar = Box(left, y + (5 - tall) * point, left + 3.4 * point, y + 5 * point)
            canvas.box(bar, ink, radius=point)
        draw_icon(canvas, "wave", Box.around(right - 41 * point, y, 16 * point, 16 * point), ink)
        _draw_battery(canvas, Box.around(right - 12 * point, y, 24 * point, 12 * point), ink)
    elif device.system == "ipad":
        y, small = box.centre[1], 8 * point
        canvas.text("Tablet", font, small, (box.left + 10 * point, y), ink, align="left")
        canvas.text(device.clock, font, small, box.centre, ink)
        canvas.text("83%", font, small, (box.right - 36 * point, y), ink, align="right")
        _draw_battery(canvas, Box.around(box.right - 20 * point, y, 20 * point, 9 * point), ink)
    elif device.system in {"android", "keys"}:
        y, side = box.centre[1], 13 * point
        for i, name in enumerate(("bell", "square", "chat")):
            draw_icon(
                canvas, name, Box.around(box.left + (16 + 22 * i) * point, y, side, side), ink
            )
        right = box.right - 8 * point
        wide = canvas.text(device.clock, font, 10 * point, (right, y), ink, align="right")
        x = right - wide - 14 * point
        cell = Box.around(x, y, 8 * point, 13 * point)
        canvas.box(cell, ink, radius=point)
        x -= 20 * point
        corner = [(x - 7 * point, y + 6 * point), (x + 6 * point, y + 6 * point)]
        canvas.polygon([*corner, (x + 6 * point, y - 7 * point)], ink)
        draw_icon(canvas, "wave", Box.around(x - 22 * point, y, 15 * point, 15 * point), ink, 0.13)


def _draw_battery(canvas: Canvas, box: Box, ink: Paint) -> None:
    thick = box.height / 10
    canvas.frame(box, ink, thick, box.height / 3.5)
    level = box.shrink(2 * thick)._replace(right=box.left + 0.7 * box.width)
    canvas.box(level, ink, radius=box.height / 6)
    knob = Box(box.right + thick, box.centre[1] - 2 * thick, box.right + 2 * thick, 0)
    canvas.box(knob._replace(bottom=box.centre[1] + 2 * thick), ink)


def draw_advert(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw a strip that advertises another game with letters that look like tiles."""
    canvas, look = sheet.canvas, sheet.look
    side = box.height * 0.42
    word = band.items[0]
    said = canvas.text_width(band.items[1], look.fonts.strong, 0.42 * side)
    left = box.centre[0] - (side * (len(word) + 0.25) + said) / 2
    for i, letter in enumerate(word):
        tile = Box(left + i * side, 0, left + (i + 1) * side, side)
        tile = tile.shift(0, box.centre[1] - side / 2)
        draw_tile(canvas, tile, look.rack.shape, look.rack.style)
        ink = look.rack.style.ink or WHITE
        canvas.text(letter, look.fonts.tile, 0.5 * side, tile.centre, ink)
    at = (left + (len(word) + 0.25) * side, box.centre[1])
    canvas.text(band.items[1], look.fonts.strong, 0.42 * side, at, band.ink or WHITE, align="left")


def draw_title(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw a title bar with the way back, the last move and the chat."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink, y = band.ink or WHITE, box.centre[1]
    side = 20 * point
    draw_icon(canvas, "back", Box.around(box.left + 20 * point, y, side, side), ink, 0.12)
    draw_icon(canvas, "chat", Box.around(box.right - 24 * point, y, side, side), ink, 0.11)
    room = box.width - 100 * point
    lines = [text for text in (sheet.say(key) for key in band.items) if text]
    heights = [11.0, 8.5][: len(lines)]
    top = y - (len(lines) - 1) * 10 * point
    for i, (text, height) in enumerate(zip(lines, heights, strict=False)):
        font = look.fonts.strong if i == 0 else look.fonts.text
        at = (box.centre[0], top + i * 20 * point)
        canvas.text(text, font, height * point, at, ink, within=room)


def draw_toolbar(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw a tablet's row of bulging buttons, each item `colours/icon/label`."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink = band.ink or WHITE
    lefts = [box.left + (14 + 86 * i) * point for i in range(len(band.items) - 1)]
    lefts.append(box.right - 84 * point)
    for left, item in zip(lefts, band.items, strict=True):
        colours, icon, label = item.split("/")
        button = Box(left, box.top + 8 * point, left + 68 * point, box.bottom - 8 * point)
        canvas.box(button.shrink(-2 * point), Paint.parse("#8d9299"), radius=18 * point)
        canvas.box(button, Paint.parse(colours), radius=16 * point)
        draw_icon(canvas, icon, Box.around(*button.at(0.5, 0.38), 24 * point, 24 * point), ink)
        canvas.text(label, look.fonts.strong, 8 * point, button.at(0.5, 0.8), ink)


def draw_heading(sheet: Sheet, band: Band, box: Box) -> None:
    """Write a large line and a smaller one under it."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink = band.ink or WHITE
    large, small = band.items
    draw_icon(canvas, "back", Box.around(*box.at(0.05, 0.12), 22 * point, 22 * point), ink)
    canvas.text(large, look.fonts.strong, 22 * point, box.at(0.5, 0.42), ink)
    canvas.text(small, look.fonts.text, 11 * point, box.at(0.5, 0.74), ink)


def draw_banner(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw the line that tells the last move."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    if band.style == "card":
        card = box.shrink(7 * point)
        canvas.box(card, band.accent or WHITE, radius=3 * point)
    height = {"card": 9.5, "plain": 10.5}.get(band.style, 9)
    text, ink = sheet.say("last") or sheet.say("start"), band.ink or WHITE
    room = box.width - 40 * point
    canvas.text(text, look.fonts.text, height * point, box.centre, ink, within=room)
    if band.style == "plain":
        y = box.bottom - point
        canvas.line(
            [(box.left + 8 * point, y), (box.right - 8 * point, y)], band.accent or ink, 0.7 * point
        )


def draw_powerups(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw the row of helpers, each a coloured disc with how many are left."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink = band.ink or WHITE
    first = box.left + 30 * point if band.style != "centre" else box.centre[0] - 46 * point
    for i, item in enumerate(band.items):
        colour, icon, count = item.split()
        x, y = first + 46 * point * i, box.centre[1]
        canvas.disc((x, y), 14 * point, Paint.parse(colour))
        draw_icon(canvas, icon, Box.around(x, y, 16 * point, 16 * point), WHITE, 0.11)
        spot = (x + 11 * point, y + 6 * point)
        canvas.disc(spot, 9 * point, band.accent or ink)
        canvas.text(count, look.fonts.strong, 7.5 * point, spot, WHITE)
    pill = Box.around(box.right - 44 * point, box.centre[1], 68 * point, 30 * point)
    canvas.frame(pill, ink, 1 * point, 15 * point)
    coin = pill.at(0.28, 0.5)
    canvas.disc(coin, 9 * point, Paint.parse("#e2a02c"))
    canvas.disc(coin, 6.5 * point, Paint.parse("#f4c552"))
    canvas.text("36", look.fonts.text, 9.5 * point, pill.at(0.66, 0.5), ink)
