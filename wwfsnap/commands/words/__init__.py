"""`wwfsnap words`: word lists, what is in them, and the user's own words on top of them."""

import typer

from wwfsnap.commands.words.files import cat, compile_, export
from wwfsnap.commands.words.lists import install, languages
from wwfsnap.commands.words.own import block, forget, learn, list_
from wwfsnap.commands.words.tools import check, find, study

__all__ = ["app"]

app = typer.Typer(
    name="words",
    help="Install word lists; add or block words.",
    no_args_is_help=True,
)
for command in (
    install,
    languages,
    learn,
    block,
    forget,
    list_,
    check,
    find,
    study,
    compile_,
    cat,
    export,
):
    app.command(command.__name__.rstrip("_"))(command)
