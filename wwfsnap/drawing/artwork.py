"""A tile with a given letter in the style of the picture."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import (
    FAR_COLOUR,
    FEW,
    OTHER_COLOUR,
    SAME_COLOUR,
    Screen,
    quantile,
    usual_colour,
)
from vision.reading import Reading, TileReading
from wwfsnap.drawing.canvas import DARK, LIGHT, Mask, Pixels, reaching_in, text_mask

# Width of a tile's rim, where no letter is sought as it may be bevelled, as a share of its side.
INNER = 0.10
# Largest radius of its corners, as a share of its side.
CORNER = 0.3
# The ink's distance from the face colour is this quantile of the distances of all pixels.
INKED = 0.98


def tile_face(screen: Screen, reading: Reading, tile: str, width: int, height: int) -> Pixels:
    """A tile in the look of the picture's own tiles.

    Args:
        screen: The picture.
        reading: What was read of it.
        tile: In board notation; lower case is a blank as that letter.
        width: Wanted, in pixels.
        height: Wanted, in pixels.

    Returns:
        ``(height, width, 3)`` uint8. The rack's own tile of that letter comes first, then one of
        the board. A blank gets the letter of another tile, or that of a font.
    """
    if tile.isupper():
        found = tile_to_cut(screen, reading, tile)
        if found is not None:
            return _cut(screen, reading, found, width, height)
        blank = None
    else:
        blank = next((t for t in _tiles(reading) if t.blank), None)
    face = _bare_face(screen, reading, blank, width, height)
    return _lettered(screen, reading, face, tile.upper())


def _tiles(reading: Reading) -> Iterator[TileReading]:
    """All tiles to cut from: the rack's, pending ones, played ones."""
    played = [tile for line in reading.cells for tile in line if tile is not None]
    played.sort(key=lambda tile: not tile.tentative)
    for tile in (*(reading.rack or ()), *played):
        rows, columns = tile.box.pixels(reading.width, reading.height)
        if min(rows.stop - rows.start, columns.stop - columns.start) > 0.8 * tile.box.height:
            yield tile


def tile_to_cut(screen: Screen, reading: Reading, tile: str) -> TileReading | None:
    """The tile with a letter that looks most like the rack's: its own, else the nearest in colour.

    Of those in the rack's colour played ones come first, as pending ones may have badges. None
    where only blanks show that letter, or nothing does.
    """
    tiles = [each for each in _tiles(reading) if each.tile == tile and not each.blank]
    rack = [each for each in _tiles(reading) if each in (reading.rack or ())]
    if not rack or not tiles or tiles[0] in rack:
        return next(iter(tiles), None)
    usual = usual_colour(np.stack([_face_colour(_shown(screen, each)) for each in rack]))

    def unlike(tile: TileReading) -> tuple[bool, float]:
        apart = float(np.linalg.norm(_face_colour(_shown(screen, tile)) - usual))
        return (True, apart) if apart > SAME_COLOUR else (False, tile.tentative)

    return min(tiles, key=unlike)


def _shown(screen: Screen, tile: TileReading) -> Pixels:
    """The part of the picture that shows a tile."""
    return screen.pixels[tile.box.pixels(screen.width, screen.height)]


def _cut(screen: Screen, reading: Reading, tile: TileReading, width: int, height: int) -> Pixels:
    """A tile cut out and scaled, with its background at rounded corners darkened."""
    pixels = _shown(screen, tile).copy()
    if tile.tentative:  # pending tiles have badges at corners, and touch others
        _take_off_badges(pixels, screen, reading)
    else:
        pixels[_behind(pixels)] = DARK
    return _scaled(pixels, width, height)


def _scaled(pixels: Pixels, width: int, height: int) -> Pixels:
    how = cv2.INTER_AREA if pixels.shape[0] >= height else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=how), dtype=np.uint8)


def _take_off_badges(tile: Pixels, screen: Screen, reading: Reading) -> None:
    """Give what covers the edge of a pending tile the look of the player's tiles, in place.

    The letter stays, and so does a tile that differs all over, as on a coloured square.
    """
    height, width = tile.shape[:2]
    fellows = [
        _scaled(_shown(screen, each), width, height)
        for each in _tiles(reading)
        if each.tentative or each in (reading.rack or ())
    ]
    if len(fellows) <= FEW:
        return
    usual = usual_colour(np.stack(fellows))
    other = np.linalg.norm(tile - usual, axis=2) > SAME_COLOUR
    ink = _ink_colour(tile, _letter_only(_ink(tile)))
    if ink is not None:
        other &= np.linalg.norm(tile - ink, axis=2) > OTHER_COLOUR
    edge = np.ones((height, width), np.bool_)
    edge[1:-1, 1:-1] = False
    badge = reaching_in(other, edge)
    if 4 * badge.sum() < badge.size:
        tile[badge] = usual[badge]


def _behind(tile: Pixels) -> NDArray[np.bool_]:
    """Pixels at the corners that are not part of the tile, ``(h, w)``.

    They differ from its face, and from the middle of their edge, as a tile may be shaded.
    """
    height, width = tile.shape[:2]
    face = _face_colour(tile)
    flooded = np.zeros((height + 2, width + 2), dtype=np.uint8)
    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        if np.linalg.norm(tile[y, x] - np.stack([face, tile[y, width // 2]]), axis=1).min() > 60:
            alike = (20, 20, 20)
            flags = 4 | cv2.FLOODFILL_FIXED_RANGE | cv2.FLOODFILL_MASK_ONLY | (1 << 8)
            cv2.floodFill(tile, flooded, (x, y), DARK, alike, alike, flags)
    # One pixel more, for the soft edge; but not beyond the radius of the corners.
    grown = cv2.dilate(flooded[1:-1, 1:-1], np.ones((3, 3), dtype=np.uint8)).astype(bool)
    deep_y, deep_x = round(height * CORNER), round(width * CORNER)
    grown[deep_y:-deep_y] = False
    grown[:, deep_x:-deep_x] = False
    return grown


def _bare_face(
    screen: Screen, reading: Reading, blank: TileReading | None, width: int, height: int
) -> Pixels:
    """A tile without a letter: the blank's own, or any with ink wiped to its face colour."""
    source = blank or next(_tiles(reading), None)
    if source is None:
        return np.full((height, width, 3), LIGHT, dtype=np.uint8)
    face = _cut(screen, reading, source, width, height)
    if source.tile == "?" and quantile(_off_face(face), INKED) < FAR_COLOUR:  # only gloss, no sign
        return face
    inked = cv2.dilate(_ink(face), np.ones((3, 3), dtype=np.uint8))[:, :, np.newaxis]
    return np.where(inked > 0.1, _face_colour(face), face)


def _lettered(screen: Screen, reading: Reading, face: Pixels, letter: str) -> Pixels:
    """``face`` with the letter of another tile on it, or that of a font."""
    height, width = face.shape[:2]
    lettered = [tile for tile in _tiles(reading) if tile.tile != "?"]
    model = next((tile for tile in lettered if tile.tile == letter and not tile.blank), None)
    mask = text_mask(letter, width, height, round(height * 0.72))
    colour = None
    if lettered:
        crop = _cut(screen, reading, lettered[0], width, height)
        colour = _ink_colour(crop, _letter_only(_ink(crop)))
    if model is not None:
        mask = _letter_only(_ink(_cut(screen, reading, model, width, height)))
    paper = _face_colour(face)
    if colour is None or np.abs(colour - paper).max() < 90:
        colour = np.array(DARK if paper.mean() > 110 else LIGHT, dtype=np.float32)
    blended = face + (colour - face) * mask[:, :, np.newaxis]
    return np.clip(np.rint(blended), 0, 255).astype(np.uint8)


def _inside(pixels: Pixels) -> tuple[slice, slice]:
    """The part of a tile away from its rim."""
    height, width = pixels.shape[:2]
    rim_y, rim_x = round(height * INNER), round(width * INNER)
    return slice(rim_y, height - rim_y), slice(rim_x, width - rim_x)


def _face_colour(pixels: Pixels) -> Mask:
    """The colour of a tile without its ink, ``(3,)``; it is the usual one, as ink covers less."""
    return usual_colour(pixels[_inside(pixels)].reshape(-1, 3))


def _ink(tile: Pixels) -> Mask:
    """Letter and numeral of a tile as a soft mask, ``(h, w)``."""
    away = _off_face(tile)
    full = max(quantile(away, INKED), 60.0)
    mask = np.zeros(tile.shape[:2], dtype=np.float32)
    mask[_inside(tile)] = np.clip((away / full - 0.3) / 0.5, 0, 1)
    return mask


def _off_face(tile: Pixels) -> Mask:
    """How far the pixels well inside a tile are from its face colour, 0 to 441."""
    return np.asarray(np.linalg.norm(tile[_inside(tile)] - _face_colour(tile), axis=2), np.float32)


def _letter_only(mask: Mask) -> Mask:
    """The mask without the numeral: the largest shape, and shapes above or below it."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        (mask > 0.4).astype(np.uint8), connectivity=8
    )
    if count < 2:
        return mask
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    left = stats[largest, cv2.CC_STAT_LEFT]
    right = left + stats[largest, cv2.CC_STAT_WIDTH]
    kept = [n for n in range(1, count) if n == largest or left < centres[n][0] < right]
    shape = np.isin(labels, kept).astype(np.uint8)
    return mask * cv2.dilate(shape, np.ones((3, 3), dtype=np.uint8))


def _ink_colour(tile: Pixels, mask: Mask) -> Mask | None:
    """The colour of the ink, ``(3,)``; None where there is too little of it."""
    ink = tile[mask > 0.9]
    return np.asarray(ink.mean(axis=0), dtype=np.float32) if len(ink) >= 8 else None
