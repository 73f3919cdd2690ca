"""The band that shows who plays: names, scores, avatars, whose turn it is."""

from sample_screens.icons import draw_icon
from sample_screens.look import Band
from sample_screens.shapes import BLACK, WHITE, Box, Paint
from sample_screens.sheet import Sheet
from sample_screens.tiles import draw_face, draw_tile


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
        room = max(40 * point, abs(box.centre[0] - at) - 28 * point * (not cards))
        up, down = box.centre[1] - 9 * point, box.centre[1] + 10 * point
        score_y, name_y = (down, up) if cards else (up, down)
        canvas.text(
            str(player.score), look.fonts.strong, 15 * point, (at, score_y), colour, align=align
        )
        canvas.text(
            player.name,
            look.fonts.text,
            9.5 * point,
            (at, name_y),
            colour,
            align=align,
            within=room,
        )
    if "bare" not in band.items:
        size, y = 22 * point, box.centre[1]
        draw_icon(canvas, "back", Box.around(box.left + 18 * point, y, size, size), ink)
        draw_icon(canvas, "chat", Box.around(box.right - 20 * point, y, size, size), ink)
    if band.style == "bag":
        _draw_bag(sheet, box)


def _draw_avatar(sheet: Sheet, box: Box, name: str, *, left: bool) -> None:
    """Draw a player's picture: a letter for the left one, a face of discs for the other."""
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


def draw_strip(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw a dark panel with both names between two letter tiles; at the right the letters left."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink, yellow = band.ink or WHITE, Paint.parse("#f6b73c")
    panel = Box.around(*box.at(0.495, 0.36), 0.455 * box.width, 42 * point)
    canvas.box(panel, band.accent or BLACK, radius=6 * point)
    for i, player in enumerate(sheet.scene.players):
        colour, y = (yellow, ink)[i], panel.at(0, 0.28 + 0.44 * i)[1]
        at = (panel.left + 20 * point, y)
        canvas.text(player.name, look.fonts.strong, 11 * point, at, colour, align="left")
        right = (panel.right - 10 * point, y)
        canvas.text(str(player.score), look.fonts.strong, 11 * point, right, colour, align="right")
        side = 58 * point
        tile = Box.around(box.at((0.21, 0.775)[i], 0)[0], box.centre[1], side, side)
        canvas.box(tile.shrink(-4 * point), Paint.parse("#8fa0b2"), radius=5 * point)
        draw_tile(canvas, tile, look.rack.shape, look.rack.style)
        letter = player.name[0].upper()
        face = look.rack.style.ink or BLACK
        draw_face(canvas, tile, look.rack.shape, look.fonts, face, letter, sheet.value(letter))
    canvas.text(sheet.say("last"), look.fonts.strong, 8 * point, box.at(0.495, 0.8), ink)
    if sheet.scene.letters_left is not None:
        left, _, words = sheet.say("left").partition(" ")
        at = box.at(0.875, 0.36)
        canvas.text(left, look.fonts.strong, 15 * point, at, ink, align="left")
        at = box.at(0.875, 0.64)
        canvas.text(words, look.fonts.strong, 10 * point, at, ink, align="left")
