"""What surrounds the app on a computer: the desktop, the window, its side panel."""

from sample_screens.icons import draw_icon
from sample_screens.shapes import BLACK, WHITE, Box, Paint
from sample_screens.sheet import Sheet
from sample_screens.tiles import draw_face, draw_tile

LIGHTS = ("#ec6a5e", "#f0bf4c", "#61c354")


def draw_desktop(sheet: Sheet) -> None:
    """Draw the window's shadow and title bar on the bare desktop."""
    canvas, layout = sheet.canvas, sheet.layout
    if layout.window is None or layout.title is None:
        return
    point = layout.point
    everything = Box(0, 0, *canvas.size)
    canvas.box(everything, sheet.look.side.get("desktop", BLACK))
    for spread in range(6, 0, -1):
        shadow = layout.window.shrink(-2 * spread * point)
        canvas.box(shadow, BLACK, radius=14 * point, opacity=0.06)
    canvas.box(layout.window, Paint.parse("#3a3a3c"), radius=9 * point)
    canvas.box(layout.window._replace(top=layout.title.bottom), WHITE)
    title = layout.title
    for i, colour in enumerate(LIGHTS):
        x = title.left + (15 + 19 * i) * point
        canvas.disc((x, title.centre[1]), 6 * point, Paint.parse(colour))
    grey = Paint.parse("#c9c9cb")
    canvas.text("Words", sheet.look.fonts.strong, 9 * point, title.centre, grey)


def draw_side_panel(sheet: Sheet) -> None:
    """Draw a dictionary with words set in tiles, the games's words and an advert."""
    canvas, look, layout = sheet.canvas, sheet.look, sheet.layout
    side = layout.side
    if side is None:
        return
    point, last = layout.point, sheet.scene.last
    word = last.word if last else "WORD"
    ink, pale = Paint.parse("#2b2b2e"), Paint.parse("#dedcd8")
    canvas.box(side, WHITE)
    canvas.box(Box(side.left, side.top, side.left + point, side.bottom), pale)
    head = side._replace(bottom=side.top + 46 * point)
    canvas.box(head, look.side.get("head", Paint.parse("#4d86d6")))
    for across, icon in ((0.38, "chat"), (0.62, "search")):
        spot = Box.around(*head.at(across, 0.5), 22 * point, 22 * point)
        draw_icon(canvas, icon, spot, WHITE)
    left, y = side.left + 14 * point, head.bottom + 24 * point
    draw_icon(canvas, "search", Box.around(left + 8 * point, y, 16 * point, 16 * point), pale)
    grey = Paint.parse("#8b8b8f")
    at = (left + 24 * point, y)
    canvas.text("Look up a word", look.fonts.text, 9 * point, at, grey, align="left")
    y += 42 * point
    _draw_word(sheet, word, (left, y), 22 * point)
    lines = ("noun, verb", "1. as played in this game", "2. see the word list")
    for i, line in enumerate(lines):
        at = (left, y + (30 + 19 * i) * point)
        canvas.text(line, look.fonts.text, 8.5 * point, at, ink, align="left")
    y += 100 * point
    canvas.box(Box(side.left, y, side.right, y + 16 * point), pale)
    canvas.text(
        "Words played", look.fonts.strong, 10 * point, (left, y + 38 * point), ink, align="left"
    )
    canvas.text(
        "BEST WORD SO FAR", look.fonts.text, 8 * point, (left, y + 74 * point), grey, align="left"
    )
    _draw_word(sheet, word, (left + 50 * point, y + 112 * point), 22 * point)
    canvas.disc((left + 18 * point, y + 112 * point), 18 * point, Paint.parse("#7f93a8"))
    advert = side._replace(top=max(y + 160 * point, side.bottom - 190 * point))
    canvas.box(advert, Paint.parse("#1f6f64 #2f9a86"))
    _draw_word(sheet, "PLAY", (advert.left + 40 * point, advert.at(0, 0.3)[1]), 34 * point)
    canvas.text("more puzzles every day", look.fonts.strong, 9 * point, advert.at(0.5, 0.62), WHITE)
    button = Box.around(*advert.at(0.5, 0.83), 90 * point, 26 * point)
    canvas.box(button, Paint.parse("#f2c14e"), radius=13 * point)
    canvas.text("Install", look.fonts.strong, 9 * point, button.centre, ink)


def _draw_word(sheet: Sheet, word: str, at: tuple[float, float], size: float) -> None:
    """Set a word in small tiles, its left end and vertical middle at a point."""
    rack = sheet.look.rack
    for i, letter in enumerate(word):
        left, top = at[0] + i * size, at[1] - size / 2
        tile = Box(left, top, left + size, top + size)
        draw_tile(sheet.canvas, tile, rack.shape, rack.style)
        ink = rack.style.ink or WHITE
        draw_face(
            sheet.canvas, tile, rack.shape, sheet.look.fonts, ink, letter, sheet.value(letter)
        )
