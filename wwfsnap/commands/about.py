"""`wwfsnap games` and `doctor`: what is there, and whether it works."""

from __future__ import annotations

import typer

from wwfsnap.commands import flags


def games(json: flags.Json = False) -> None:
    """List the games with their boards and languages."""
    from rich.table import Table

    from solver.rules import game_names, languages, layouts, load_game
    from wwfsnap.records import Record
    from wwfsnap.terminal import put, show

    table = Table("Game", "Title", "Boards", "Languages", box=None, pad_edge=False)
    records: list[Record] = []
    for name in game_names():
        title = load_game(name).title
        boards = {each.name: f"{each.size}x{each.size}" for each in layouts(name)}
        codes = [each.language for each in languages(name)]
        records.append({"game": name, "title": title, "layouts": boards, "languages": codes})
        shapes = ", ".join(f"{board} {size}" for board, size in boards.items())
        table.add_row(name, title, shapes, ", ".join(codes))
    if json:
        put(records)
    else:
        show(table)


def doctor(json: flags.Json = False) -> None:
    """Say which parts are there, in which version, and whether they work together."""
    from wwfsnap.health import examine
    from wwfsnap.terminal import put, show

    findings = examine()
    if json:
        put([finding.record() for finding in findings])
    else:
        show(*(finding.text() for finding in findings))
    raise typer.Exit(max(finding.exit for finding in findings))
