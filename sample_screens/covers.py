"""What makes a picture unreadable: a dialog over the board, a zoomed board, another page."""

from PIL import Image

from sample_screens.icons import draw_icon
from sample_screens.shapes import BLACK, WHITE, Box, Paint
from sample_screens.sheet import Sheet

GREY = Paint.parse("#8a8a8e")
INK = Paint.parse("#222226")
SETTINGS = (
    ("Notifications", "on"),
    ("Sounds", "off"),
    ("Dark mode", "off"),
    ("Language", "English"),
    ("Show word meanings", "on"),
    ("Confirm before playing", "on"),
    ("Left-handed rack", "off"),
    ("Tile style", "Classic"),
    ("Blocked players", "2"),
    ("About", "7.41"),
)
ZOOM = 1.8


def lay_dialog(sheet: Sheet) -> None:
    """Dim everything and ask a question right over the board."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    canvas.box(Box(0, 0, *canvas.size), BLACK, opacity=0.5)
    board = sheet.layout.board
    dialog = Box.around(*board.centre, 0.8 * board.width, 0.46 * board.height)
    canvas.box(dialog, WHITE, radius=14 * point)
    room = dialog.width - 30 * point
    canvas.text("Swap all your tiles?", look.fonts.strong, 13 * point, dialog.at(0.5, 0.25), INK)
    say = "It will be your opponent's turn."
    canvas.text(say, look.fonts.text, 10 * point, dialog.at(0.5, 0.46), GREY, within=room)
    for across, text, paint in ((0.28, "Cancel", "#b9b9be"), (0.72, "Swap", "#4a86d8")):
        button = Box.around(*dialog.at(across, 0.77), 0.38 * dialog.width, 40 * point)
        canvas.box(button, Paint.parse(paint), radius=20 * point)
        canvas.text(text, look.fonts.strong, 11 * point, button.centre, WHITE)


def draw_settings(sheet: Sheet) -> None:
    """Paint a page of settings over everything below the status bar."""
    canvas, look, layout = sheet.canvas, sheet.look, sheet.layout
    point, app = layout.point, layout.app
    status = layout.band("status")
    top = status[1].bottom if status else app.top
    canvas.box(app._replace(top=top), Paint.parse("#f2f1f6"))
    head = Box(app.left, top, app.right, top + 54 * point)
    canvas.box(head, Paint.parse("#3f76c6"))
    draw_icon(canvas, "back", Box.around(*head.at(0.06, 0.5), 22 * point, 22 * point), WHITE)
    canvas.text("Settings", look.fonts.strong, 13 * point, head.centre, WHITE)
    y = head.bottom + 24 * point
    for label, value in SETTINGS:
        row = Box(app.left + 14 * point, y, app.right - 14 * point, y + 50 * point)
        canvas.box(row, WHITE, radius=8 * point)
        at = (row.left + 16 * point, row.centre[1])
        canvas.text(label, look.fonts.text, 10.5 * point, at, INK, align="left")
        right = row.right - 16 * point
        if value in {"on", "off"}:
            _draw_switch(
                sheet,
                Box.around(right - 20 * point, row.centre[1], 42 * point, 24 * point),
                on=value == "on",
            )
        else:
            canvas.text(
                value, look.fonts.text, 10 * point, (right, row.centre[1]), GREY, align="right"
            )
        y += 60 * point


def _draw_switch(sheet: Sheet, box: Box, *, on: bool) -> None:
    radius = box.height / 2
    sheet.canvas.box(box, Paint.parse("#5cb85a" if on else "#d2d2d7"), radius=radius)
    x = box.right - radius if on else box.left + radius
    sheet.canvas.disc((x, box.centre[1]), radius - 2 * sheet.layout.point, WHITE)


def zoom_in(picture: Image.Image, board: Box) -> Image.Image:
    """Show the board's middle larger in the board's own place, as two fingers would."""
    edges = (round(board.left), round(board.top), round(board.right), round(board.bottom))
    width, height = edges[2] - edges[0], edges[3] - edges[1]
    left, top = edges[0] + round(0.3 * width), edges[1] + round(0.22 * height)
    part = (left, top, left + round(width / ZOOM), top + round(height / ZOOM))
    zoomed = picture.copy()
    zoomed.paste(
        picture.crop(part).resize((width, height), Image.Resampling.BICUBIC), (edges[0], edges[1])
    )
    return zoomed
