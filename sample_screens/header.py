"""The bands above the board: status bar, advert, players, last move, power-ups."""

from sample_screens.icons import draw_icon
from sample_screens.look import Band
from sample_screens.paint import WHITE, Box, Canvas, Paint
from sample_screens.sheet import Sheet
from sample_screens.tiles import draw_face, draw_tile


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
            draw_icon(canvas, name, Box.around(box.left + (16 + 22 * i) * point, y, side, side), ink)
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


def draw_players(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw names, scores and avatars: the left player, then the right one mirrored."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink, faded = band.ink or WHITE, band.accent or band.ink or WHITE
    cards = band.style == "cards"
    inner = 14 * point if "bare" in band.items else 44 * point
    for index, player in enumerate(sheet.scene.players):
        left = index == 0
        mirror = 1 if left else -1
        edge = box.left + inner if left else box.right - inner
        if cards and band.accent:
            end = box.centre[0] - mirror * 5 * point
            card = Box(min(edge, end), box.top + 6 * point, max(edge, end), box.bottom - 6 * point)
            canvas.box(card, band.accent, radius=6 * point)
            edge += mirror * 6 * point
        side = min(40 * point, box.height - 18 * point)
        avatar = Box.around(edge + mirror * side / 2, box.centre[1], side, side)
        _draw_avatar(sheet, avatar, player.name, left=left)
        at = avatar.centre[0] + mirror * (side / 2 + 8 * point)
        align = "left" if left else "right"
        colour = ink if left or cards else faded
        room = box.centre[0] - mirror * at if left else at - box.centre[0]
        room = max(40 * point, abs(box.centre[0] - at) - 28 * point * (not cards))
        up, down = box.centre[1] - 9 * point, box.centre[1] + 10 * point
        score_y, name_y = (down, up) if cards else (up, down)
        canvas.text(str(player.score), look.fonts.strong, 15 * point, (at, score_y), colour,
                    align=align)
        canvas.text(player.name, look.fonts.text, 9.5 * point, (at, name_y), colour, align=align,
                    within=room)
    if "bare" not in band.items:
        size, y = 22 * point, box.centre[1]
        draw_icon(canvas, "back", Box.around(box.left + 18 * point, y, size, size), ink)
        draw_icon(canvas, "chat", Box.around(box.right - 20 * point, y, size, size), ink)
    if band.style == "bag":
        _draw_bag(sheet, box)


def _draw_avatar(sheet: Sheet, box: Box, name: str, *, left: bool) -> None:
    """Draw a player's picture: a letter tile for the left one, a face made of discs for the other."""
    canvas, look = sheet.canvas, sheet.look
    face = Paint.parse("#f2c9a8")
    if left and "avatar" in look.styles:
        style = look.style("avatar")
        draw_tile(canvas, box, look.rack.shape, style)
        letter = name[0].upper()
        canvas.text(letter, look.fonts.tile, 0.5 * box.height, box.centre, style.ink or WHITE)
        return
    ground = Paint.parse("#efc75e" if left else "#8fc7c4")
    canvas.disc(box.centre, box.width / 2, ground)
    if left:
        ink = Paint.parse("#4a3020")
        canvas.text(name[0].upper(), look.fonts.strong, 0.42 * box.height, box.centre, ink)
        return
    canvas.disc(box.at(0.5, 0.42), 0.2 * box.width, face)
    body = Box(*box.at(0.24, 0.64), *box.at(0.76, 0.92))
    canvas.box(body, Paint.parse("#56708c"), radius=0.25 * box.width)


def _draw_bag(sheet: Sheet, box: Box) -> None:
    """Draw the bag with the number of letters left between the players."""
    canvas, point = sheet.canvas, sheet.layout.point
    canvas.disc(box.centre, 25 * point, Paint.parse("#e9e6e3"))
    canvas.disc(box.centre, 21 * point, WHITE)
    canvas.disc(box.centre, 13 * point, Paint.parse("#f3c332"))
    left = sheet.scene.letters_left
    ink = Paint.parse("#5a4310")
    if left is not None:
        canvas.text(str(left), sheet.look.fonts.strong, 9 * point, box.centre, ink)


def draw_banner(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw the line that tells the last move."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    if band.style == "card":
        card = box.shrink(7 * point)
        canvas.box(card, band.accent or WHITE, radius=3 * point)
    height = {"card": 9.5, "plain": 10.5}.get(band.style, 9)
    text, ink = sheet.say("last"), band.ink or WHITE
    room = box.width - 40 * point
    canvas.text(text, look.fonts.text, height * point, box.centre, ink, within=room)
    if band.style == "plain":
        y = box.bottom - point
        canvas.line([(box.left + 8 * point, y), (box.right - 8 * point, y)],
                    band.accent or ink, 0.7 * point)


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
