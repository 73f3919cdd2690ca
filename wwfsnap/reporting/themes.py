"""Themes as text for the terminal and as JSON: a list of all, and one in detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vision.themes import Theme, colour_text
from wwfsnap.terminal import Record

NAMES = {
    "plain": "plain square",
    "d": "double letter",
    "t": "triple letter",
    "D": "double word",
    "T": "triple word",
    "rack": "rack tile",
    "laid": "laid, not played",
    "laid_ink": "its letters",
    "last_move": "last move",
    "last_move_ink": "its letters",
}
BLANKS = {
    "none": "a blank on the board shows no numeral",
    "zero": "a blank on the board shows a 0",
    "unknown": "how a blank on the board looks must be worked out again from each picture",
}


def themes_table(themes: Sequence[Theme]) -> Table:
    """All looks, a line each."""
    table = Table("Theme", "Title", "Game", "", box=None, pad_edge=False)
    for theme in themes:
        table.add_row(theme.name, theme.title, theme.game, "yours" if theme.own else "")
    return table


def theme_list_record(theme: Theme) -> Record:
    """An entry of the list for other programs."""
    return {"theme": theme.name, "title": theme.title, "game": theme.game, "yours": theme.own}


def theme_parts(theme: Theme) -> Iterator[RenderableType]:
    """One look in detail."""
    yield f"{theme.title} ({theme.name}), {theme.game}{', yours' if theme.own else ''}"
    yield BLANKS[theme.blank]
    table = Table("Colour", "", "Spread", box=None, pad_edge=False)
    for kind, colour in _colours(theme):
        spread = theme.spread.get(kind)
        table.add_row(
            NAMES.get(kind, kind),
            Text.assemble(("    ", f"on {colour}"), f" {colour}"),
            "" if spread is None else f"{spread:.1f}",
        )
    yield table
    if theme.proportions:
        lengths = Table("Length, in squares", "", "Spread", "Screens", box=None, pad_edge=False)
        for key, each in theme.proportions.items():
            lengths.add_row(
                key.replace("_", " "), f"{each.mean:.3f}", f"{each.spread:.3f}", str(each.count)
            )
        yield lengths
    if theme.glyphs is not None:
        yield f"own letters: {' '.join(theme.glyphs.characters)}"


def theme_record(theme: Theme) -> Record:
    """One look in detail, for other programs."""
    return {
        **theme_list_record(theme),
        "folder": None if theme.folder is None else str(theme.folder),
        "blank": theme.blank,
        "colours": {
            kind: colour_text(colour) for kind, colour in {**theme.colours, **theme.others}.items()
        },
        "tiles": [colour_text(colour) for colour in theme.tiles],
        "inks": [colour_text(colour) for colour in theme.inks],
        "spread": dict(theme.spread),
        "proportions": {
            key: [each.mean, each.spread, each.count] for key, each in theme.proportions.items()
        },
        "letters": [] if theme.glyphs is None else list(theme.glyphs.characters),
    }


def _colours(theme: Theme) -> Iterator[tuple[str, str]]:
    for kind, colour in (*theme.colours.items(), *theme.others.items()):
        yield kind, colour_text(colour)
    for kind, colours in (("tiles", theme.tiles), ("inks", theme.inks)):
        for colour in colours:
            yield kind, colour_text(colour)
