"""`wwfsnap ruzzle`: the words of a path game whose tiles are typed, and random grids."""

import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_language
from wwfsnap.errors import OutputTaken, UsageFault, writing

if TYPE_CHECKING:
    from solver.paths import PathGame, PathGrid, PathWord

TOP = 10
PICTURES = {".png", ".jpg", ".jpeg", ".webp"}


class SortBy(StrEnum):
    """How words are sorted; ties by their points, most first, and the alphabet."""

    SCORE = "score"
    LENGTH = "length"
    START = "start"
    END = "end"


def ruzzle(
    grid: Annotated[
        str | None,
        typer.Argument(metavar="GRID", help="A board file, - for standard input, or the tiles."),
    ] = None,
    game: flags.PathGame = "ruzzle",
    language: flags.Language = None,
    words: flags.Words = None,
    top: Annotated[
        int | None,
        Option("--top", metavar="N", min=0, help="How many words; 10 if not given, 0 for all."),
    ] = None,
    sort: Annotated[
        SortBy | None, Option("--sort", help="How to sort the words; by score if not given.")
    ] = None,
    reverse: Annotated[bool, Option("--reverse", help="Reverse the order of the words.")] = False,
    quiet: Annotated[bool, Option("--quiet", help="Print only the words.")] = False,
    demo: Annotated[
        str | None, Option("--demo", metavar="CODE", help="Solve a sample grid in that language.")
    ] = None,
    generate: Annotated[bool, Option("--generate", help="Make a random grid.")] = False,
    rows: Annotated[
        int | None, Option("--rows", metavar="N", min=1, help="With --generate: number of rows.")
    ] = None,
    columns: Annotated[
        int | None,
        Option("--columns", metavar="N", min=1, help="With --generate: number of columns."),
    ] = None,
    seed: Annotated[
        int | None,
        Option(
            "--seed", metavar="N", min=0, help="With --generate: the same seed makes the same grid."
        ),
    ] = None,
    out: Annotated[
        Path | None, Option("--out", metavar="FILE", help="Write the grid to a board file.")
    ] = None,
    json: flags.Json = False,
) -> None:
    """Find all words of Ruzzle, Word Blitz, Wordament, Word Hunt or Boggle.

    Each comes with its best path.

    A board file has one line per row, with tiles separated by spaces, as in Ttl R S Ndl. If you
    type the tiles here, a letter is a tile, / ends a row, and a dot is a hole. Other tiles go in
    parentheses: (QU) for several letters, (UN-) or (-ING) for only the beginning or end of a word,
    (D/U) for either letter, (A DW) for a multiplier DL, TL, DW or TW, (A=3) for the printed value.

    \b
    Examples:
      wwfsnap ruzzle board.txt --sort length
      wwfsnap ruzzle --demo en
      wwfsnap ruzzle "LU(VE=12)A/KNPR/SNEA/MODT" --game wordament
      wwfsnap ruzzle --generate --rows 5 --columns 6 --out board.txt
    """
    from solver.paths import load_path_game
    from wwfsnap.typed_boards import grid_of

    rules = load_path_game(game)
    if [grid is not None, demo is not None, generate].count(True) != 1:
        raise UsageFault(
            "give exactly one of GRID, --demo CODE and --generate",
            "as in: wwfsnap ruzzle board.txt, wwfsnap ruzzle --demo en",
        )
    if out is not None:
        _check_out(out)
    if generate:
        if words or quiet or reverse or sort is not None or top is not None:
            raise UsageFault(
                "--generate only makes a grid and does not solve it",
                "save it with --out FILE, then solve it with wwfsnap ruzzle FILE",
            )
        check_language(language, game)
        _generate(rules, language or rules.usual_language, rows, columns, seed, out, json=json)
        return
    if rows is not None or columns is not None or seed is not None:
        raise UsageFault("--rows, --columns and --seed only work with --generate")
    if json and quiet:
        raise UsageFault("--quiet cannot be used with --json")
    if demo is not None and language is not None:
        raise UsageFault("--demo already names the language", "leave out --language")
    check_language(language, game, words)
    tiles = _demo(rules, demo) if demo is not None else grid_of(grid or "")
    if out is not None:
        _write(out, tiles)
    code = demo or language or rules.usual_language
    order = SortBy.SCORE if sort is None else sort
    wanted = TOP if top is None else top
    _solve(rules, tiles, code, words, (order, reverse, wanted), json=json, quiet=quiet)


def _solve(
    rules: "PathGame",
    tiles: "PathGrid",
    code: str,
    words: Path | None,
    choice: tuple[SortBy, bool, int],
    *,
    json: bool,
    quiet: bool,
) -> None:
    """Print the words of a grid; ``choice`` is the order, whether it is reversed, and how many."""
    from solver.paths import find_words
    from wwfsnap.reporting import grid_record, word_parts, words_record
    from wwfsnap.terminal import print_json, show
    from wwfsnap.words import words_for

    sort, reverse, top = choice
    found = find_words(tiles, rules, words_for(code, words), code)
    ordered = sorted(found, key=ORDERS[sort])
    if reverse:
        ordered.reverse()
    if json:
        record = {"game": rules.name, "language": code}
        print_json(record | grid_record(tiles) | words_record(ordered, top))
    else:
        show(*word_parts(tiles, found, ordered[: top or None], quiet=quiet))


ORDERS: dict[SortBy, Callable[["PathWord"], Any]] = {
    SortBy.SCORE: lambda each: (-each.points, -len(each.word), each.word),
    SortBy.LENGTH: lambda each: (-len(each.word), -each.points, each.word),
    SortBy.START: lambda each: (each.path[0], -each.points, each.word),
    SortBy.END: lambda each: (each.path[-1], -each.points, each.word),
}


def _demo(rules: "PathGame", language: str) -> "PathGrid":
    """A game's grid for trying it in a language."""
    from solver.errors import UnknownGame

    if language in rules.demos:
        return rules.demos[language]
    known = ", ".join(rules.demos) or "none; add some under [demos] in its file"
    raise UnknownGame(
        f"{rules.title} has no sample grid in the language {language!r}", hint=f"known: {known}"
    )


def _generate(
    rules: "PathGame",
    code: str,
    rows: int | None,
    columns: int | None,
    seed: int | None,
    out: Path | None,
    *,
    json: bool,
) -> None:
    """Make a random grid, and print it."""
    import secrets

    from solver.paths import file_text, random_grid
    from wwfsnap.reporting import grid_record
    from wwfsnap.terminal import note, print_json, show

    dealt = secrets.randbelow(1_000_000) if seed is None else seed
    tiles = random_grid(rules, code, dealt, rows=rows, columns=columns)
    if out is not None:
        _write(out, tiles)
    if json:
        print_json({"game": rules.name, "language": code, "seed": dealt} | grid_record(tiles))
        return
    show(file_text(tiles).removesuffix("\n"))
    if seed is None:
        note(f"use --seed {dealt} to make this grid again")


def _check_out(path: Path) -> None:
    """Check that a board file may be written there."""
    if path.suffix.lower() in PICTURES:
        raise UsageFault(
            f"{path}: is the name of a picture, not of a board file", "use a name that ends in .txt"
        )
    if os.path.lexists(path):  # a link to nothing is there, too
        raise OutputTaken(f"{path}: already exists", "choose another name")


def _write(path: Path, tiles: "PathGrid") -> None:
    """Write a board file, never over another file."""
    from solver.files import write_new
    from solver.paths import file_text

    with writing(path):
        written = write_new(path, file_text(tiles).encode())
    if not written:  # only just now
        _check_out(path)
