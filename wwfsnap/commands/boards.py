"""`wwfsnap moves`: the moves of typed boards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_game, ranking_options
from wwfsnap.errors import Exit, Failure, UsageFault
from wwfsnap.ranking import LONGEST_RACK, MOST_LEAD, By, RankingOptions, best_moves, check_study

if TYPE_CHECKING:
    from solver.game import Position
    from wwfsnap.typed_boards import Rules


def moves(
    board: Annotated[
        str | None,
        typer.Argument(metavar="BOARD", help="A file, - for standard input, or the board itself."),
    ] = None,
    rack: Annotated[
        str | None, typer.Option("--rack", metavar="LETTERS", help="Your tiles, ? for a blank.")
    ] = None,
    top: flags.Top = 10,
    by: flags.By = None,
    seconds: flags.Seconds = None,
    why: flags.Why = False,
    all_places: flags.AllPlaces = False,
    lead: Annotated[
        int | None,
        typer.Option(
            "--lead",
            metavar="N",
            min=-MOST_LEAD,
            max=MOST_LEAD,
            help="For --by win: your points minus your opponent's; 0 if the board shows none.",
        ),
    ] = None,
    game: flags.BoardGame = None,
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout",
            metavar="NAME|FILE",
            help="The layout, or a file that draws one; chosen by the size if not given.",
        ),
    ] = None,
    language: flags.Language = None,
    words: flags.Words = None,
    rack_size: Annotated[
        int | None,
        typer.Option(
            "--rack-size",
            metavar="N",
            min=1,
            max=LONGEST_RACK,
            help=f"For study: how many tiles the rack may have, at most {LONGEST_RACK}.",
        ),
    ] = None,
    json: flags.Json = False,
    batch: Annotated[
        Path | None,
        typer.Option(
            "--batch",
            metavar="FILE",
            help="A file of positions, each on a line: board, space, rack.",
        ),
    ] = None,
) -> None:
    """Find the best moves on a typed board.

    A board has one line per row: upper case is a tile, lower case a blank, a dot an empty square. A
    position in CGP or a game in GCG also works. With --batch each line of FILE is a position: the
    rows in one string, a space and the rack; each is answered by one JSON object.

    \b
    Examples:
      wwfsnap moves board.txt --rack QUELL?S
      wwfsnap moves - --rack AEIRST --by equity
    """
    from wwfsnap.typed_boards import Rules, board_text, layout_rows, parse_position

    check_game(game, paths=False)
    drawn = layout_rows(layout, game)
    named = layout if drawn is None else None
    rules = Rules(game, named, language, drawn, longest=rack_size or 0)
    rules.for_size(0)
    if lead is not None and by is not By.WIN:
        raise UsageFault("--lead only works with --by win", "add --by win, or leave it out")
    if batch is not None:
        if board is not None or rack is not None:
            raise UsageFault(
                "--batch reads boards and racks from its file: leave out BOARD and --rack"
            )
        if by not in {None, By.SCORE} or seconds is not None or why:
            raise UsageFault("--batch ranks by score only: leave out --by, --seconds and --why")
        ranking = ranking_options(by, seconds, why=why, all_places=all_places)
        raise typer.Exit(_answer_all(batch, rules, words, ranking, top))
    if not board:
        raise UsageFault(
            "no board is given", "give a file, the board itself, - for standard input, or --batch"
        )
    ranking = ranking_options(by, seconds, why=why, all_places=all_places)
    place, told = parse_position(board_text(board), rack, rules)
    check_study(place, ranking, top)
    if ranking.needs_strategy:
        _advise(place, words, ranking, top, told if lead is None else lead, json=json)
    else:
        _answer(place, words, ranking, top, json=json)


def _advise(
    place: "Position",
    words: Path | None,
    ranking: RankingOptions,
    top: int,
    lead: int,
    *,
    json: bool,
) -> None:
    """Print the advice for one board."""
    from solver.game import View
    from wwfsnap.ranking import moves_of, outlook_of, rank_turns
    from wwfsnap.reporting import advice_parts, advice_record, board_text
    from wwfsnap.terminal import print_json, progress_bar, show
    from wwfsnap.words import words_for

    lexicon, view = (words_for(place.game.language, words, place.game), View.of(place, lead=lead))
    with progress_bar(wanted=ranking.by is By.WIN and not json) as bar:
        found = rank_turns(view, lexicon, ranking, top=top, progress=bar)
    outlook = outlook_of(found, view, lexicon, ranking)
    if json:
        print_json(advice_record(found, outlook))
        return
    best = moves_of(found)[:1]
    show(board_text(place.board, place.game.premiums, best[0].tiles if best else ()))
    show(*advice_parts(found), *outlook)


def _answer(
    place: "Position", words: Path | None, ranking: RankingOptions, top: int, *, json: bool
) -> None:
    """Print the moves of one board."""
    from wwfsnap import reporting, terminal
    from wwfsnap.words import words_for

    lexicon = words_for(place.game.language, words, place.game)
    found = best_moves(place, lexicon, top, all_places=ranking.all_places)
    if json:
        terminal.print_json(reporting.move_records(found))
        return
    new = found[0].move.tiles if found else ()
    terminal.show(reporting.board_text(place.board, place.game.premiums, new))
    terminal.show(
        reporting.moves_table(found) if found else "no move is possible: swap tiles or pass"
    )


def _answer_all(
    file: Path, rules: "Rules", words: Path | None, ranking: RankingOptions, top: int
) -> Exit:
    """Print a JSON object for each position of a file; a faulty line stops no other."""
    from wwfsnap.reporting import failure_record, move_records
    from wwfsnap.terminal import print_json
    from wwfsnap.typed_boards import batch_lines, parse_position
    from wwfsnap.words import words_for

    status = Exit.GOOD
    lexicon = words_for(rules.for_size(0).language, words)
    for line in batch_lines(file):
        try:
            place, _ = parse_position(line, None, rules)
            check_study(place, ranking, top)
            found = best_moves(place, lexicon, top, all_places=ranking.all_places)
            print_json({"ok": True, "moves": move_records(found)})
        except Exception as error:  # noqa: BLE001 - Failure.of separates ours from other faults
            failure = Failure.of(error)
            print_json(failure_record(failure))
            status = max(status, failure.exit)
    return status
