"""A screen in; a Reading out: all stages in call order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from solver.errors import SolverError
from solver.game import TileSet, all_layouts, languages, layouts, lent_languages, load_game
from solver.words import Lexicon, base_code, default_lexicon
from vision.board import (
    RANDOM,
    BoardCandidate,
    BoardKind,
    Layouts,
    borderless_squares,
    hidden_squares,
    identify_layout,
    labelled_squares,
    likely_games,
    locate,
    out_of_reach,
    side_cut_off,
    squares_beyond,
    still_bare_squares,
    tile_coloured,
    unshown_squares,
)
from vision.corrections import NOTHING_CORRECTED, Corrections
from vision.errors import BoardNotWhole, NoBoardFound
from vision.imaging import (
    NEARLY_ALL,
    Bools,
    Box,
    Numbers,
    Place,
    Screen,
    denoised,
    edge_colours,
    places_in,
)
from vision.inference import Findings, assemble, choose_language, likely_languages, sure_from
from vision.rack import read_rack
from vision.reading import Reading
from vision.status import read_badges, read_status
from vision.themes import Templates, Theme, choose_templates, choose_themes
from vision.tiles import (
    CELL,
    Grounds,
    TextReader,
    TileObservations,
    classify,
    log_clearness,
    look_at_letters,
    separate_ink,
    split_board,
)

Words = Callable[[str], Lexicon | None]
"""From the code of a language to its word list, None where there is none."""

COVERED = 5
"""Most squares that badges and bubbles hide; more mean that something lies on the board."""


class _Asked(NamedTuple):
    """What `read` is asked for; ``known`` are the games that the board may be of, and layouts."""

    known: Layouts
    themes: Sequence[Theme]
    language: str | None
    words: Words
    ocr: TextReader | None
    corrected: Corrections


class _PerhapsTurned(BoardNotWhole):
    """Much of a board is hidden, and most of its letters are uncertain: it may be turned."""


def read(
    screen: Screen,
    *,
    game: str | None = None,
    theme: str | Theme | None = None,
    language: str | None = None,
    words: Words | None = None,
    ocr: TextReader | None = None,
    corrected: Corrections = NOTHING_CORRECTED,
) -> Reading:
    """Read a board and its rack from a picture.

    Args:
        screen: The picture.
        game: Name of the game if it is known; otherwise the premium squares identify it.
        theme: The look or its name if it is known, ``none`` to use no theme at all.
        language: Code of the tiles' language if it is known; otherwise their values identify it.
        words: Gives the word list of a language, against which runs of tiles are checked, or None
            where there is none; without it the language's usual list is taken.
        ocr: Reader asked about tiles that the templates leave in doubt; None to ask nobody.
        corrected: What the player says of some tiles, which helps to read the others.

    Raises:
        NoBoardFound: There is no board of a known game in the picture.
        BoardNotWhole: Something lies on the board, or it is cut off.
        ThemeMissing: There is no such theme.
        CorrectionUnusable: A correction names no place or tile of the game.
    """
    known = [(game, layout) for layout in layouts(game)] if game else all_layouts()
    asked = _Asked(known, choose_themes(theme), language, words or usual_words, ocr, corrected)
    try:
        return _read(screen, asked)
    except NoBoardFound:
        calm = denoised(screen)
        if calm is not None:
            with suppress(NoBoardFound):
                return _read(calm, asked)
        raise


def _read(screen: Screen, asked: _Asked) -> Reading:
    """Read a picture as it is, or turned or mirrored where its tiles are only certain so."""
    located = locate(screen, asked.known)
    first: Reading | _PerhapsTurned
    try:
        first = _read_located(located, asked)
    except _PerhapsTurned as fault:
        first = fault
    most, share = (0, 0.0) if isinstance(first, _PerhapsTurned) else _certain(first)
    turned = _turned(located) if share < NEARLY_ALL else None
    if turned is not None:
        with suppress(NoBoardFound):
            other = _read_located(locate(turned, asked.known), asked)
            count, share = _certain(other)
            if count > most and share >= NEARLY_ALL:
                return other
    if isinstance(first, _PerhapsTurned):
        raise first
    return first


def _turned(located: BoardCandidate) -> Screen | None:
    """The picture turned so that its letters are clearest, None where it is so already."""
    cells = split_board(located.board, np.flatnonzero(located.squares.high))

    def clearness(way: tuple[int, bool]) -> float:
        quarters, mirrored = way
        seen = np.rot90(cells[:, :, ::-1] if mirrored else cells, quarters, axes=(1, 2))
        return log_clearness(look_at_letters(separate_ink(np.ascontiguousarray(seen))))

    quarters, mirrored = max(product(range(4), (False, True)), key=clearness)
    return located.screen.turned(quarters, mirrored=mirrored) if quarters or mirrored else None


def _certain(reading: Reading) -> tuple[int, float]:
    """Number and share of the tiles that are certain; the share is 0 where there are no tiles."""
    tiles = [tile for row in (*reading.cells, reading.rack or ()) for tile in row if tile]
    certain = sum(tile.confidence >= sure_from() for tile in tiles)
    return certain, certain / max(len(tiles), 1)


def _read_located(located: BoardCandidate, asked: _Asked) -> Reading:
    """Read the picture in which a board was found."""
    screen, language = located.screen, asked.language
    likely = likely_games(located.squares, asked.known)
    if not likely:
        raise _of_no_game(screen)
    spoken = _languages(likely, language)
    kind, templates, printed, board, hidden = _identify(located, likely, spoken, asked)
    count = int(board.is_tile.sum())
    rules = load_game(kind.game, layout=None if kind.layout == RANDOM else kind.layout)
    held = read_rack(screen, located, board, templates, rules.rack_size)
    if held is not None and len(held.boxes) == rules.rack_size and count == 1:
        # No word has one letter, and the rack is full: this is the mark of the start square.
        board = replace(board, is_tile=np.zeros_like(board.is_tile))
    badges = _read_badges(located, printed, board)
    shown = [board] if held is None else [board, held.faces]
    every = [*spoken, *_lent(likely, language)]
    codes = [tiles.language for tiles in likely_languages(shown, every)]
    if {tiles.language for tiles in spoken}.isdisjoint(codes):  # none of the game's own is likely
        return _read_located(located, asked._replace(language=codes[0]))
    status = read_status(screen, located.grid, held.boxes if held else ())
    tile_set = _of_game(kind.game, language, choose_language(shown, spoken), shown)
    if count > tile_set.total + rules.rack_size:  # too many for single misreads
        seem = f"{count} tiles seem to be on the board"
        raise _of_no_game(screen, f"{seem}, but {kind.game} has only {tile_set.total}")
    found = Findings(
        screen=screen,
        located=located,
        kind=kind,
        tile_set=tile_set,
        rules=replace(rules, tiles=tile_set),
        printed=printed,
        board=board,
        held=held and held.if_blanks(tile_set.counts.get("?", 0)),
        hidden=hidden,
        lexicon=asked.words(tile_set.language),
        ocr=asked.ocr,
        status=status,
        badges=badges,
    )
    return assemble(found, asked.corrected)


def _identify(
    located: BoardCandidate, likely: Sequence[str], spoken: Sequence[TileSet], asked: _Asked
) -> tuple[BoardKind, Templates, Numbers, TileObservations, Bools]:
    """Which board it is and what its squares show; the board must be whole and in sight.

    Returns:
        Game and layout; letters and figures to compare with; ``(N,)`` numbers of the squares that
        may hold tiles, counted row by row; what these show; ``(n, n)`` squares that are not seen.
    """
    templates = choose_templates(spoken, asked.themes)
    perhaps = located.squares.high.copy()
    for row, column in asked.corrected.board:
        perhaps[row : row + 1, column : column + 1] = True
    printed, board = _look_at(located, perhaps, templates)
    missed = tile_coloured(located.squares, board.ground[board.is_tile])
    if missed.any():
        printed, board = _look_at(located, perhaps | missed, templates)
    templates = templates.valued_in(likely_languages([board], spoken))
    tiles = np.zeros_like(located.squares.plain)
    tiles.ravel()[printed] = board.is_tile
    possible = [(game, layout) for game, layout in asked.known if game in likely]
    kind = identify_layout(located.board, located.squares, tiles, possible, asked.themes)
    perhaps_part = kind is None or kind.layout == RANDOM
    if side := perhaps_part and side_cut_off(located, tiles, asked.known):
        raise BoardNotWhole(f"{located.screen.name}: the board is cut off {side}")
    tiles, hidden = _without_covers(located, printed, board, tiles, kind, templates)
    board = replace(board, is_tile=tiles.ravel()[printed])
    apart = out_of_reach(hidden, tiles)
    _refuse_covered(located, hidden & ~apart, kind, board, templates)
    if kind is None:
        raise _of_no_game(located.screen)
    board = replace(board, is_tile=(tiles & ~apart).ravel()[printed])
    hidden = (hidden & ~apart) | (tiles & apart)
    return kind.covered(apart), templates, printed, board, hidden


def _without_covers(
    located: BoardCandidate,
    printed: Numbers,
    board: TileObservations,
    tiles: Bools,
    kind: BoardKind | None,
    templates: Templates,
) -> tuple[Bools, Bools]:
    """``(n, n)`` tiles without labels and badges taken for such, and ``(n, n)`` hidden squares."""
    labelled, seem = labelled_squares(located, tiles, kind)
    unsure = tiles & seem
    tiles = tiles & ~(labelled | seem)
    doubtful = tiles.copy()
    doubtful.ravel()[printed] &= ~board.sure(templates.worth)
    cornered = still_bare_squares(located, doubtful, tiles & ~doubtful, kind)
    unshown = unshown_squares(located)
    tiles &= ~(cornered | unshown)
    others = np.zeros_like(tiles)
    others.ravel()[printed] = board.shows_any & ~tiles.ravel()[printed]
    hidden = hidden_squares(located, tiles, others, kind)
    hidden.ravel()[printed] |= board.shows_letter & ~tiles.ravel()[printed]
    hidden &= ~(labelled | still_bare_squares(located, hidden, tiles, kind))
    hidden |= unsure | cornered | unshown | (borderless_squares(located) & ~(tiles | labelled))
    return tiles, hidden


def _look_at(
    located: BoardCandidate, perhaps: Bools, templates: Templates
) -> tuple[Numbers, TileObservations]:
    """The squares that may hold tiles, counted row by row, and what these show."""
    printed, bare = np.flatnonzero(perhaps), ~perhaps.ravel()
    colours = located.squares.ground.reshape(-1, 3), edge_colours(split_board(located.board))
    return printed, classify(
        split_board(located.board, printed),
        templates.letters,
        templates.accented,
        beyond=squares_beyond(located, printed),
        grounds=[Grounds(each[printed], each[bare]) for each in colours],
        worth=templates.worth,
    )


def _read_badges(
    located: BoardCandidate, printed: Numbers, board: TileObservations
) -> dict[Place, int]:
    """The points in badges on corners of tiles."""
    grid, corners, bare = located.grid, {}, []
    for k, (x, y) in board.corners_without.items():
        row, column = divmod(int(printed[k]), grid.size)
        box = grid.square(row, column)
        corners[row, column] = box.x + x / CELL * grid.cell, box.y + y / CELL * grid.cell
        if not board.numeral(k).hidden:
            bare.append((row, column))
    return read_badges(located.screen, grid, corners, bare)


def usual_words(language: str) -> Lexicon | None:
    """The usual word list of a language, None where there is none."""
    try:
        return default_lexicon(language)
    except SolverError:
        return None


def _of_no_game(
    screen: Screen, why: str = "the premium squares do not match any known game"
) -> NoBoardFound:
    return NoBoardFound(f"{screen.name}: {why}", "`wwfsnap games` lists the known games")


def _languages(games: Sequence[str], wanted: str | None) -> list[TileSet]:
    """The tile sets of the games' languages, or only those of the wanted one."""
    own = [tiles for game in games for tiles in languages(game)]
    if wanted is None:
        return own
    same = [tiles for tiles in own if wanted in (tiles.language, base_code(tiles.language))]
    return same or _lent(games, wanted) or [load_game(games[0], language=wanted).tiles]


def _lent(games: Sequence[str], wanted: str | None) -> list[TileSet]:
    """The tile sets of languages that the games lack, or only that of the wanted one."""
    lent = {tiles.language: tiles for game in games for tiles in lent_languages(game)}
    return [tiles for code, tiles in lent.items() if wanted in (None, code)]


def _of_game(
    game: str, wanted: str | None, likeliest: TileSet, faces: Sequence[TileObservations]
) -> TileSet:
    """A game's tile set in the language of the likeliest one of any game; lent where it has none.

    A board of no known game is taken for a random one of a game whose values may not fit.
    """
    own = _languages((game,), wanted)
    code = base_code(likeliest.language)
    same = [tiles for tiles in own if base_code(tiles.language) == code]
    return choose_language(faces, same or _lent((game,), code) or own)


def _refuse_covered(
    located: BoardCandidate,
    hidden: Bools,
    kind: BoardKind | None,
    board: TileObservations,
    templates: Templates,
) -> None:
    """Raise where more squares are hidden than badges hide, without those outside the picture."""
    hidden = hidden & ~unshown_squares(located)
    if hidden.sum() <= COVERED:
        return
    certain = board.sure(templates.worth)[board.is_tile]
    fault = BoardNotWhole if 2 * certain.sum() >= len(certain) else _PerhapsTurned
    box = Box.around([located.grid.square(*place) for place in places_in(hidden)])
    raise fault(
        f"{located.screen.name}: {hidden.sum()} of {hidden.size} squares cannot be seen, between "
        f"({box.x:.0f}, {box.y:.0f}) and ({box.right:.0f}, {box.bottom:.0f})"
        + ("" if kind else ", and the premium squares do not match any known game")
    )
