"""`wwfsnap ruzzle`: the words of a path game whose tiles are typed."""

from __future__ import annotations

from typing import Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_language


def ruzzle(
    grid: Annotated[
        str, typer.Argument(metavar="GRID", help="The tiles, or - for standard input.")
    ],
    game: flags.PathGame = "ruzzle",
    language: flags.Language = None,
    words: flags.Words = None,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, help="How many words; 0 for all.")
    ] = 10,
    json: flags.Json = False,
) -> None:
    """Find all words of Ruzzle, Wordament, Word Hunt or Boggle, each with its best path.

    A letter is a tile, / ends a row, a dot is a hole. What more there is to a tile goes in
    parentheses: (QU) several letters, (UN-) or (-ING) only the beginning or end of a word, (D/U)
    one of two, (A DW) its multiplier DL, TL, DW or TW, (A=3) the value printed on it.

    Examples: wwfsnap ruzzle "(O DW)SES/SHE(M TL)/AYAR/TNNS" --top 20;
    wwfsnap ruzzle "LU(VE=12)A/KNPR/SNEA/MODT" --game wordament
    """
    from solver.paths import PathGrid, find_words, load_path_game
    from wwfsnap.reporting import grid_record, print_json, show, word_parts, words_record
    from wwfsnap.typed_boards import read_stdin_text
    from wwfsnap.words import words_for

    rules = load_path_game(game)
    check_language(language, game, words)
    tiles = PathGrid.parse(read_stdin_text() if grid == "-" else grid)
    code = language or rules.usual_language
    found = find_words(tiles, rules, words_for(code, words), code)
    if json:
        record = {"game": game, "language": code}
        print_json(record | grid_record(tiles) | words_record(found, top))
    else:
        show(*word_parts(tiles, found, found[: top or None]))
