"""Tiles and words of a path game as text for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.game import Square, points_text
from solver.paths import PathGrid, PathTile, PathWord, load_path_game
from vision.paths import GridReading
from wwfsnap.path_solution import PathSolution, grid_of
from wwfsnap.reporting.path_records import longest_word
from wwfsnap.reporting.text import column_table

STYLES = {
    ".": "",
    "DL": "white on blue",
    "TL": "black on green",
    "DW": "white on red",
    "TW": "black on yellow",
}
NARROW = 40
"""Columns of a narrow terminal; a wider grid is printed with its tiles closer together."""
ON_PATH = "bold white on dark_green"


def word_parts(
    grid: PathGrid, words: Sequence[PathWord], shown: Sequence[PathWord], *, quiet: bool = False
) -> Iterator[RenderableType]:
    """The tiles with the best word, the words, and how many there are.

    Args:
        grid: The tiles.
        words: All that were found, best first.
        shown: Those to show, in the order in which to show them.
        quiet: Whether to show nothing but the words.
    """
    if quiet and shown:
        yield words_table(words, shown)
    if not quiet:
        yield grid_text(grid, words[0].path if words else ())
        yield from found_parts(words, shown)


def reading_line(reading: GridReading) -> str:
    """What is known besides the tiles."""
    game = load_path_game(reading.game).title
    return f"{game} (language {reading.language}), confidence {reading.confidence:.0%}"


def seen_text(reading: GridReading, solution: PathSolution | None) -> Text:
    """The tiles that were read, with the best word if they were solved."""
    path = solution.words[0].path if solution and solution.words else ()
    return grid_text(grid_of(reading), path)


def word_text(word: PathWord | None) -> str:
    """A word with its points."""
    return f"{word.word}, {points_text(word.points)}" if word else "no word"


def found_parts(words: Sequence[PathWord], shown: Sequence[PathWord]) -> Iterator[RenderableType]:
    """The words found, as far as they are shown."""
    if not words:
        yield "no word was found"
        return
    yield words_table(words, shown)
    yield totals(words)
    longest = longest_word(words)
    if longest:
        yield f"the longest has {len(longest.word)} letters: {longest.word}"


def grid_text(grid: PathGrid, path: Sequence[Square] = ()) -> Text:
    """The tiles as coloured text that can be read without colours, too.

    Args:
        grid: The tiles.
        path: Squares of a word, shown in brackets.
    """
    width = _widest(grid, _face) + 4
    face_of = _face
    if 3 + width * len(grid.rows[0]) > NARROW:
        width, face_of = _widest(grid, _small_face) + 2, _small_face
    heads = "".join(chr(65 + column).center(width) for column in range(len(grid.rows[0])))
    text = Text(f"   {heads}".rstrip(), "dim", no_wrap=True)
    for row, line in enumerate(grid.rows):
        text.append(f"\n{row + 1:>2} ", "dim")
        for column, tile in enumerate(line):
            face = face_of(tile)
            if Square(row, column) in path:
                text.append(f"[{face}]".center(width), ON_PATH)
            else:
                text.append(face.center(width), STYLES[tile.multiplier] if tile else "dim")
    return text


def words_table(words: Sequence[PathWord], shown: Sequence[PathWord]) -> Table:
    """Words: rank by points among all, points, and the squares in order.

    Args:
        words: All, best first; those of equal points share a rank.
        shown: Those to show.
    """
    ranks: dict[int, int] = {}
    for number, each in enumerate(words, start=1):
        ranks.setdefault(each.points, number)
    left, wrapped = {"Word", "Path"}, {"Path"}
    table = column_table("", "Word", "Points", "Path", left=left, wrapped=wrapped)
    for each in shown:
        path = " ".join(square.name for square in each.path)
        style = "bold" if each == words[0] else ""
        table.add_row(str(ranks[each.points]), each.word, str(each.points), path, style=style)
    return table


def totals(words: Sequence[PathWord]) -> str:
    """``281 words, 9,876 points in all``."""
    points = sum(each.points for each in words)
    return f"{len(words):,} word{'' if len(words) == 1 else 's'}, {points:,} points in all"


def _widest(grid: PathGrid, face_of: Callable[[PathTile | None], str]) -> int:
    return max(len(face_of(tile)) for row in grid.rows for tile in row)


def _small_face(tile: PathTile | None) -> str:
    """The tile as in a board file: `Etl`."""
    times = "" if tile is None or tile.multiplier == "." else tile.multiplier.lower()
    return tile.text + times if tile else ""


def _face(tile: PathTile | None) -> str:
    if tile is None:
        return ""
    return tile.text if tile.multiplier == "." else f"{tile.text} {tile.multiplier}"
