"""A picture in; the place of its board out, or an error that says why none was found."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solver.game import Layout
from vision.board.candidate import (
    CLEAR_AGREEMENT,
    BoardCandidate,
    better,
    hopeless,
    inspect_candidate,
)
from vision.board.lattice import (
    COARSE,
    OBLONG,
    EdgeMap,
    Layouts,
    board_sizes,
    find_squares,
    find_windows,
    measure_edges,
    side_beyond_picture,
)
from vision.board.profiles import find_rasters, match_profiles
from vision.board.rectify import find_pose, find_warp
from vision.board.squares import framed_squares
from vision.errors import BoardNotWhole, NoBoardFound
from vision.imaging import Bytes, Doubles, Grid, Pose, Screen, even_light, measure_noise

LEVELS = (6, 14, 24)
"""Edge strengths, of 255, below which an area counts as even: clean pictures, JPEG, strong JPEG."""

ENOUGH_PIXELS = 1_500_000
"""Pixels that show a lattice well; of larger pictures every other one is enough at first."""

MOST_PIXELS = 16_000_000
"""Pixels above which a picture is only searched in a reduced copy: as many as an 11x11 board has
with squares 360 pixels wide; phones show them at some 70."""

MIDDLE = 1.3
"""Height of the strip in the middle of a phone's screen that contains the board, as a share of the
screen's width: the board is as wide as the screen, or nearly so."""

CUT_TRIED = 16
"""Places partly outside the picture that are compared to tell which side of a board is cut off."""


def locate(screen: Screen, layouts: Iterable[tuple[str, Layout]]) -> BoardCandidate:
    """The board of a picture, which is straightened first where it is tilted, in even light.

    Boards of the layouts' sizes are looked for.

    Raises:
        NoBoardFound: Nothing in the picture repeats like a board.
        BoardNotWhole: A board is there but cut off by the picture's edge.
    """
    known = tuple(layouts)
    cut_off: list[Grid] = []
    found = _find(screen, known, cut_off)
    if found is not None:
        return found
    if cut_off:
        raise _not_whole(_likeliest(screen, cut_off, known))
    sizes = " or ".join(f"{size}x{size}" for size in board_sizes(known))
    raise NoBoardFound(f"{screen.name}: no board of {sizes} squares was found")


def _likeliest(screen: Screen, cut_off: Sequence[Grid], known: Layouts) -> BoardCandidate:
    """The likeliest of some places that are partly outside the picture."""
    tried = (inspect_candidate(screen, grid, None, known) for grid in cut_off[:CUT_TRIED])
    return max(tried, key=lambda candidate: candidate.agreement)


def _not_whole(candidate: BoardCandidate) -> BoardNotWhole:
    side = side_beyond_picture(candidate.grid, candidate.screen)
    return BoardNotWhole(f"{candidate.screen.name}: the board is cut off {side}")


def _straightened(screen: Screen, pose: Pose, known: Layouts) -> BoardCandidate | None:
    """The board of a picture once that is straightened, None where none is found.

    Raises:
        BoardNotWhole: It is cut off: in the picture as it is, it would only seem to be whole.
    """
    straight, cut_off = screen.straightened(pose), list[Grid]()
    found = _find(straight, known, cut_off)
    if found is None and cut_off:
        likeliest = _likeliest(straight, cut_off, known)
        if likeliest.agreement >= CLEAR_AGREEMENT:
            raise _not_whole(likeliest)
    return found


def _find(screen: Screen, known: Layouts, cut_off: list[Grid]) -> BoardCandidate | None:
    """The board with its light evened out, None for none; places cut off go into ``cut_off``."""
    found = _find_as_lit(screen, known, cut_off)
    if found is None or found.screen is not screen:  # straightened, and found there in even light
        return found
    squares, level = found.squares, screen.pose is None
    pixels = even_light(screen.pixels, found.grid, squares.plain, squares.ground, exactly=level)
    if pixels is None:
        return found
    return inspect_candidate(replace(screen, pixels=pixels), found.grid, found.seen, known)


def _find_as_lit(screen: Screen, known: Layouts, cut_off: list[Grid]) -> BoardCandidate | None:
    """The board as it is lit, straightened if need be; places cut off go into ``cut_off``."""
    if (glimpsed := _glimpse(screen, known)) is not None:
        return glimpsed
    best: BoardCandidate | None = None
    first, finest = _first_scale(screen.pixels), _finest_scale(screen.pixels)
    for edges in _looks(screen.pixels):
        for level in LEVELS:
            squares = find_squares(edges, level)
            best = _best_candidate(screen, squares, known, best, cut_off)
            pose = _pose(screen, squares, best)
            straight = None if pose is None else _straightened(screen, pose, known)
            if straight is not None:
                return straight
            if best is not None and best.clear:
                break
        if best is not None and best.agreement >= CLEAR_AGREEMENT:
            exact = edges.scale == finest or edges.scale > first
            if exact or best.grid.cell >= COARSE * edges.scale:
                unwarped = None if best.largely_seen else _unwarped(screen, best.grid, known)
                return unwarped or best
            best = None  # a higher resolution places it more exactly
        elif best is not None and best.largely_seen and edges.scale == finest:
            return best  # brightness alone would show no other place
    return best or _by_profiles(screen, known) or _of_oblong_squares(screen, known, finest)


def _glimpse(screen: Screen, known: Layouts) -> BoardCandidate | None:
    """The board in the strip where phones show it; None unless it is clear and level there."""
    scale = _first_scale(screen.pixels)
    height = round(MIDDLE * screen.width)
    top = (screen.height - height) // 2 // scale * scale
    if top <= 0:
        return None
    edges = measure_edges(screen.pixels[top : top + height], scale, top=top)
    step = 2 if screen.width >= COARSE * board_sizes(known)[0] * scale else 1
    best: BoardCandidate | None = None
    for level in LEVELS[:2]:
        squares = find_squares(edges, level, step=step)
        best = _best_candidate(screen, squares, known, best, [])
        if best is not None and best.clear:
            grid = best.grid
            within = top + grid.cell < grid.y and grid.box.bottom < top + height - grid.cell
            exact = scale == 1 or grid.cell >= COARSE * scale
            level_too = _pose(screen, squares, best) is None
            return best if within and exact and level_too else None
    return None


def _best_candidate(
    screen: Screen,
    squares: Doubles,
    known: Layouts,
    best: BoardCandidate | None,
    cut_off: list[Grid],
) -> BoardCandidate | None:
    """The likeliest place among squares, or the best so far; places cut off go into ``cut_off``."""
    for grid, seen, goes_on in find_windows(squares, board_sizes(known)):
        if side_beyond_picture(grid, screen):
            cut_off.append(grid)
        elif best is None or not hopeless(best, grid, seen):
            trial = inspect_candidate(screen, grid, seen, known)
            if not goes_on or trial.agreement >= CLEAR_AGREEMENT:
                best = better(best, trial)
    return best


def _first_scale(pixels: Bytes) -> int:
    """The factor by which a picture is reduced at first."""
    finest = _finest_scale(pixels)
    return 2 * finest if pixels.shape[0] * pixels.shape[1] > ENOUGH_PIXELS else finest


def _finest_scale(pixels: Bytes) -> int:
    """The least factor by which a picture is reduced."""
    return math.ceil(math.sqrt(pixels.shape[0] * pixels.shape[1] / MOST_PIXELS))


def _looks(pixels: Bytes) -> Iterator[EdgeMap]:
    """The edges of a picture: first the settings that show most boards, then all others."""
    first, finest = _first_scale(pixels), _finest_scale(pixels)
    if first > finest:
        yield measure_edges(pixels, first)
    yield measure_edges(pixels, finest)
    yield measure_edges(pixels, finest, luma=True)
    yield measure_edges(pixels, finest, luma=True, wide=True)
    yield measure_edges(pixels, 2 * first)  # grain is evened out


def _pose(screen: Screen, squares: Doubles, best: BoardCandidate | None) -> Pose | None:
    """How a picture that was not straightened yet has to be straightened."""
    if screen.pose is not None or screen.elongated:
        return None
    straight = best.grid if best is not None and best.clear else None
    seen = 0 if best is None else int(best.seen.sum())
    return find_pose(squares, screen.width, screen.height, straight, seen)


def _of_oblong_squares(screen: Screen, known: Layouts, scale: float) -> BoardCandidate | None:
    """The board of a picture that shows its squares wider than high, or higher than wide.

    A known layout has to agree: tables of all kinds have such squares.
    """
    edges = measure_edges(screen.pixels, scale)
    for level in LEVELS:
        pose = _pose(screen, find_squares(edges, level, skew=OBLONG), None)
        found = None if pose is None else _straightened(screen, pose, known)
        if found is not None and found.agreement >= CLEAR_AGREEMENT:
            return found
    return None


def _by_profiles(screen: Screen, known: Layouts) -> BoardCandidate | None:
    """The board where grain hides all single squares; a known layout has to agree."""
    if screen.elongated or not measure_noise(screen.pixels):
        return None
    for raster in find_rasters(screen.pixels):
        best: BoardCandidate | None = None
        places = match_profiles(screen.pixels, raster, known)
        for grid in places:
            best = better(best, inspect_candidate(screen, grid, None, known))
        if places:
            straight = _unwarped(screen, places[0] if best is None else best.grid, known)
            if straight is not None:
                return straight
        if best is not None:
            seen = framed_squares(best.board, best.squares.plain)  # no single square was found
            return best._replace(seen=seen)
    return None


def _unwarped(screen: Screen, grid: Grid, known: Layouts) -> BoardCandidate | None:
    """The board after straightening the picture by the borders around a rough place.

    None where the picture is straight already, has no grain (so that it is no photo), or where no
    known layout agrees with the straightened board.
    """
    if screen.pose is not None or not measure_noise(screen.pixels):
        return None
    if (pose := find_warp(screen.pixels, grid)) is None:
        return None
    found = _straightened(screen, pose, known)
    return found if found is not None and found.agreement >= CLEAR_AGREEMENT else None
