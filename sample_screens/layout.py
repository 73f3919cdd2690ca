"""Where everything lies on a screen, worked out from the look's proportions."""

from dataclasses import dataclass

from sample_screens.look import Band, Look
from sample_screens.scene import Device, Scene
from sample_screens.shapes import Box

STATUS = {"ios": 50.0, "ipad": 22.0, "android": 25.0, "keys": 25.0, "mac": 0.0}
FOOT = {"ios": 30.0, "ipad": 0.0, "android": 44.0, "keys": 0.0, "mac": 0.0}
TITLE_BAR = 28.0  # points, above the app in a desktop window
SIDE = 0.25  # of the window's width: the side panel of a desktop window


@dataclass(frozen=True)
class Grid:
    """The board's lattice: corner of A1, distance from square to square, squares a side."""

    x: float
    y: float
    pitch: float
    size: int

    def cell(self, row: int, column: int) -> Box:
        """Find the box of a square, its share of the gaps included."""
        left, top = self.x + column * self.pitch, self.y + row * self.pitch
        return Box(left, top, left + self.pitch, top + self.pitch)

    @property
    def box(self) -> Box:
        side = self.pitch * self.size
        return Box(self.x, self.y, self.x + side, self.y + side)


@dataclass(frozen=True)
class Layout:
    """The boxes of one screen, in pixels; a point has `point` pixels, a full rack `slots` tiles."""

    point: float
    window: Box | None
    title: Box | None
    side: Box | None
    app: Box
    bands: tuple[tuple[Band, Box], ...]
    board: Box
    grid: Grid
    slots: int

    def band(self, kind: str) -> tuple[Band, Box] | None:
        """Find the first band of a kind."""
        return next((pair for pair in self.bands if pair[0].kind == kind), None)


def lay_out(scene: Scene, look: Look, slots: int) -> Layout:
    """Stack the look's bands in the app's box and fit the board in its own.

    The board takes the width its margins leave, or less where the height is short; what height
    is left goes to the bands with a flex.
    """
    device = scene.device
    window, title, side, app = _frames(device)
    point = app.width / device.points
    margin = look.squares.margin * point
    fixed = sum(_height(band, device) * point for band in look.bands if band.kind != "board")
    side_length = min(app.width - 2 * margin, app.height - fixed - 2 * margin)
    flex = sum(band.flex for band in look.bands)
    spare = max(0.0, app.height - fixed - side_length - 2 * margin)
    bands, top = [], app.top
    board = app
    for band in look.bands:
        height = _height(band, device) * point + (spare * band.flex / flex if flex else 0)
        if band.kind == "board":
            height += side_length + 2 * margin
            board = Box.around(app.centre[0], top + height / 2, side_length, side_length)
        bands.append((band, Box(app.left, top, app.right, top + height)))
        top += height
    grid = Grid(board.left, board.top, side_length / scene.size, scene.size)
    return Layout(point, window, title, side, app, tuple(bands), board, grid, slots)


def rack_slots(look: Look, layout: Layout, box: Box) -> list[Box]:
    """Cut the rack band into the places for tiles."""
    rack, point, slots = look.rack, layout.point, layout.slots
    gap = rack.gap * point
    room = box.width - 2 * rack.margin * point
    tile = min(rack.tile * point, (room - (slots - 1) * gap) / slots, box.height)
    left = box.centre[0] - (slots * tile + (slots - 1) * gap) / 2
    top = box.centre[1] - tile / 2
    return [
        Box(left + i * (tile + gap), top, left + i * (tile + gap) + tile, top + tile)
        for i in range(slots)
    ]


def hull(boxes: list[Box]) -> tuple[int, int, int, int]:
    """Find left, top, right and bottom of all boxes, which stand in order, as whole pixels."""
    first, last = boxes[0], boxes[-1]
    return round(first.left), round(first.top), round(last.right), round(last.bottom)


def _frames(device: Device) -> tuple[Box | None, Box | None, Box | None, Box]:
    """Find window, title bar, side panel and app; a phone's app is the whole picture."""
    if device.window is None:
        return None, None, None, Box(0, 0, device.width, device.height)
    x, y, width, height = device.window
    window = Box(x, y, x + width, y + height)
    split = round(x + width * (1 - SIDE))
    bar = round(y + TITLE_BAR * (split - x) / device.points)
    title = Box(x, y, x + width, bar)
    return window, title, Box(split, bar, x + width, y + height), Box(x, bar, split, y + height)


def _height(band: Band, device: Device) -> float:
    """Tell a band's own height in points; status and foot are the system's."""
    if band.kind == "status":
        return STATUS[device.system]
    if band.kind == "foot":
        return FOOT[device.system]
    return band.height
