"""The bands below the board: letters left, rack, buttons, the system's foot."""

from sample_screens.icons import draw_icon
from sample_screens.layout import rack_slots
from sample_screens.look import Band
from sample_screens.scene import tiles_of
from sample_screens.shapes import BLACK, WHITE, Box, Paint
from sample_screens.sheet import Sheet
from sample_screens.tiles import draw_face, draw_tile


def draw_left(sheet: Sheet, band: Band, box: Box) -> None:
    """Write how many letters the bag still holds, or what the laid tiles would bring."""
    say = sheet.say("play") if sheet.scene.tentative else ""
    if not say and sheet.scene.letters_left is not None:
        say = sheet.say("left")
    height, font = 9 * sheet.layout.point, sheet.look.fonts.text
    sheet.canvas.text(say, font, height, box.centre, band.ink or BLACK)


def draw_rack(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw the rack and the tiles that are on it."""
    canvas, look, scene = sheet.canvas, sheet.look, sheet.scene
    rack, slots = look.rack, rack_slots(look, sheet.layout, box)
    if rack.ground:
        canvas.box(box, rack.ground)
    if rack.shelf:
        shelf = Box(box.left, slots[0].bottom - 0.14 * slots[0].height, box.right, box.bottom)
        canvas.box(shelf, rack.shelf)
    _draw_rack_buttons(sheet, band, box, slots)
    if scene.rack is None:
        return
    for slot, letter in zip(slots, tiles_of(scene.rack), strict=False):
        if rack.well:
            canvas.box(slot.shrink(-1.5), rack.well, radius=rack.shape.radius * slot.width)
        if letter == "-":
            continue
        draw_tile(canvas, slot, rack.shape, rack.style)
        ink = rack.style.ink or WHITE
        draw_face(canvas, slot, rack.shape, look.fonts, ink, letter, sheet.value(letter))


def _draw_rack_buttons(sheet: Sheet, band: Band, box: Box, slots: list[Box]) -> None:
    """Draw buttons beside the rack, half of the items at each side."""
    point, ink = sheet.layout.point, band.ink or WHITE
    half = len(band.items) // 2
    left = box._replace(right=slots[0].left).columns(half) if half else []
    right = box._replace(left=slots[-1].right).columns(half) if half else []
    for item, cell in zip(band.items, left + right, strict=True):
        icon, _, label = item.partition(":")
        button = Box.around(*cell.centre, cell.width - 8 * point, 52 * point)
        sheet.canvas.box(button.shrink(-1.5 * point), BLACK, radius=17 * point, opacity=0.3)
        sheet.canvas.box(button, band.accent or BLACK, radius=16 * point)
        spot = Box.around(*button.at(0.5, 0.38), 22 * point, 22 * point)
        draw_icon(sheet.canvas, icon, spot, ink, 0.12)
        font = sheet.look.fonts.strong
        sheet.canvas.text(label, font, 8 * point, button.at(0.5, 0.8), ink)


def draw_review(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw large buttons one below the other; the first carries an arrow."""
    canvas, point = sheet.canvas, sheet.layout.point
    height = box.height / len(band.items)
    for i, item in enumerate(band.items):
        wide = 290 if i == 0 else 150
        y = box.top + (i + 0.5) * height
        button = Box.around(box.centre[0], y, wide * point, (58 if i == 0 else 44) * point)
        paint = (band.accent or BLACK) if i == 0 else band.ink or BLACK
        canvas.box(button, paint, radius=(16 if i == 0 else 22) * point)
        canvas.text(item, sheet.look.fonts.strong, 11 * point, button.centre, WHITE)
        if i == 0:
            spot = Box.around(button.right - 22 * point, y, 14 * point, 14 * point)
            draw_icon(canvas, "right", spot, WHITE, 0.13)


def draw_buttons(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw a row of buttons; an item is `icon:Label`, or `*Label` for the large one."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    ink = band.ink or WHITE
    room = box
    if band.style == "scores":
        room = box._replace(left=box.left + 0.3 * box.width)
        _draw_score_corner(sheet, band, box._replace(right=room.left))
    weights = [2.0 if item.startswith("*") else 1.0 for item in band.items]
    left = room.left
    for item, weight in zip(band.items, weights, strict=True):
        width = room.width * weight / sum(weights)
        cell = Box(left, room.top, left + width, room.bottom)
        left += width
        icon, _, label = item.partition(":")
        label = sheet.say(label) or label
        x, y = cell.centre
        if item.startswith("*"):
            _draw_large_button(sheet, band, cell, sheet.say(item[1:]) or item[1:])
        elif band.style == "pills":
            pill = Box.around(x, y, width - 10 * point, 38 * point)
            canvas.box(pill, band.accent or ink, radius=19 * point)
            at = pill.left + 22 * point if label else x
            draw_icon(canvas, icon, Box.around(at, y, 16 * point, 16 * point), ink, 0.12)
            canvas.text(
                label,
                look.fonts.text,
                9 * point,
                (at + 14 * point, y),
                ink,
                align="left",
                within=pill.width - 46 * point,
            )
        elif label:
            draw_icon(canvas, icon, Box.around(x, y - 9 * point, 24 * point, 24 * point), ink)
            canvas.text(label, look.fonts.text, 8.5 * point, (x, y + 14 * point), ink)
        else:
            draw_icon(canvas, icon, Box.around(x, y, 26 * point, 26 * point), ink, 0.12)


def _draw_large_button(sheet: Sheet, band: Band, cell: Box, label: str) -> None:
    canvas, point = sheet.canvas, sheet.layout.point
    pill = Box.around(*cell.centre, min(cell.width - 16 * point, 150 * point), 40 * point)
    radius = 20 * point if band.style != "square" else 6 * point
    if band.accent:
        canvas.box(pill, band.accent, radius=radius)
    else:
        canvas.frame(pill, band.ink or WHITE, 1.2 * point, radius)
    ink = WHITE if band.accent else band.ink or WHITE
    canvas.text(label, sheet.look.fonts.strong, 11 * point, pill.centre, ink)


def _draw_score_corner(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw names, scores and letters left in the corner beside the buttons."""
    canvas, look, point = sheet.canvas, sheet.look, sheet.layout.point
    canvas.box(box, band.accent or BLACK)
    yellow = Paint.parse("#f6c142")
    for i, (player, ink) in enumerate(zip(sheet.scene.players, (yellow, WHITE), strict=True)):
        y = box.top + (11 + 14 * i) * point
        score = (box.right - 6 * point, y)
        canvas.text(str(player.score), look.fonts.strong, 8.5 * point, score, ink, align="right")
        canvas.text(
            player.name,
            look.fonts.strong,
            8.5 * point,
            (box.left + 8 * point, y),
            ink,
            align="left",
            within=box.width - 44 * point,
        )
    if sheet.scene.letters_left is not None:
        at = (box.right - 6 * point, box.top + 40 * point)
        canvas.text(sheet.say("left"), look.fonts.strong, 7 * point, at, WHITE, align="right")


def draw_foot(sheet: Sheet, band: Band, box: Box) -> None:
    """Draw what the system puts at the bottom: a bar to swipe or three buttons."""
    canvas, point, ink = sheet.canvas, sheet.layout.point, band.ink or WHITE
    system = sheet.scene.device.system
    if system == "ios":
        bar = Box.around(box.centre[0], box.bottom - 10 * point, 134 * point, 5 * point)
        canvas.box(bar, ink, radius=2.5 * point)
    elif system == "android":
        canvas.box(box, BLACK)
        for i, icon in enumerate(("triangle", "ring", "square")):
            x = box.at(0.24 + 0.26 * i, 0)[0]
            spot = Box.around(x, box.centre[1], 16 * point, 16 * point)
            draw_icon(canvas, icon, spot, WHITE)
