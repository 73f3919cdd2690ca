"""Flags that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

Game = Annotated[
    str | None,
    Option("--game", metavar="NAME", help="The game (`wwfsnap games`); told from the picture."),
]
Language = Annotated[
    str | None,
    Option("--language", metavar="CODE", help="Language of tiles and words, as in en or nl."),
]
Theme = Annotated[
    str | None,
    Option("--theme", metavar="NAME", help="The look (`wwfsnap themes`); told from the picture."),
]
Words = Annotated[
    Path | None,
    Option("--words", metavar="FILE", help="A word list: text, .gz or .marisa."),
]
Top = Annotated[int, Option("--top", metavar="N", min=0, help="How many moves; 0 for all.")]
Json = Annotated[bool, Option("--json", help="Print JSON, one object a line.")]
