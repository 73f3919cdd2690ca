"""`wwfsnap words compile`, `cat`, `export`: word lists as files, cleaned for a language."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from wwfsnap.commands.flags import check_language
from wwfsnap.errors import OutputTaken, UsageFault, writing

ListName = Annotated[
    str,
    typer.Argument(
        metavar="LIST",
        help="A word list: text, .gz, JSON, Hunspell .dic or .marisa; or the code of a language.",
    ),
]
Code = Annotated[str, Option("--language", metavar="CODE", help="Language of the list.")]
Replace = Annotated[bool, Option("--replace", help="Replace an existing file.")]


def compile_(
    words: Annotated[
        Path,
        typer.Argument(
            metavar="LIST", help="A word list: text, .gz, JSON, Hunspell .dic or .marisa."
        ),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT.marisa", help="The file to write.")],
    language: Code = "en",
    replace: Replace = False,
) -> None:
    """Clean a word list, and save it as a .marisa trie.

    Such a list is read fastest.

    \b
    Example:
      wwfsnap words compile de_DE.dic de.marisa --language de
    """
    if out.suffix.lower() != ".marisa":
        raise UsageFault(
            f"{out}: is not the name of a .marisa file", "use a name that ends in .marisa"
        )
    _check_free(out, replace=replace)
    import marisa_trie

    cleaned = _cleaned(words, language)
    _write(marisa_trie.Trie(sorted(cleaned)).tobytes(), out, replace=replace)


def cat(
    words: ListName,
    language: Annotated[
        str | None, Option("--language", metavar="CODE", help="Language of the words of a file.")
    ] = None,
) -> None:
    """Print the words of a list as a game uses them, one per line.

    What was left out is told.

    \b
    Example:
      wwfsnap words cat nl_NL.dic --language nl
    """
    from solver.words import list_path
    from wwfsnap.terminal import show_lines

    file = Path(words)
    if file.is_file() or file.suffix or file.name != words:
        show_lines(sorted(_cleaned(file, language or "en")))
        return
    if language is not None:
        raise UsageFault(
            f"{words} is already a language, so --language cannot be used", "leave it out"
        )
    check_language(words)
    show_lines(sorted(_cleaned(list_path(words), words)))


def export(
    out: Annotated[
        Path | None,
        typer.Argument(metavar="[OUT]", help="The file to write; printed if not given."),
    ] = None,
    language: Code = "en",
    replace: Replace = False,
) -> None:
    """Save the word list of a language as text.

    Words that you added are in it; words that you blocked are not.

    \b
    Example:
      wwfsnap words export mine.txt --language sv
    """
    from wwfsnap.terminal import note, show_lines
    from wwfsnap.words import words_for

    check_language(language)
    if out is not None:
        _check_free(out, replace=replace)
    lexicon = words_for(language, None)
    added, blocked = len(lexicon.added), len(lexicon.blocked)
    note(f"{len(lexicon):,} words, {added:,} of your own, {blocked:,} blocked")
    if out is None:
        show_lines(sorted(lexicon))
    else:
        _write("".join(f"{word}\n" for word in sorted(lexicon)).encode(), out, replace=replace)


def _cleaned(file: Path, language: str) -> Iterable[str]:
    """The words of a list; their number and what was left out are reported."""
    from solver.words import known_languages, language_of, read_list
    from wwfsnap.terminal import note

    check_language(language, "ruzzle", file)
    name = language_of(language).name or language
    if language_of(language).code not in known_languages():
        note(f"it is not known which letters are tiles in {name}, so all letters are kept")
    cleaned = read_list(file, language)
    note(f"{len(cleaned.words):,} words of {file}, cleaned for {name}")
    for reason, count in cleaned.dropped.items():
        note(f"{count:,} left out: {reason}")
    return cleaned.words


def _check_free(out: Path, *, replace: bool) -> None:
    if os.path.lexists(out) and not replace:  # a link to nothing is there, too
        raise OutputTaken(
            f"{out}: already exists", "choose another name, or replace it with --replace"
        )


def _write(data: bytes, out: Path, *, replace: bool) -> None:
    from solver.files import write_new, write_whole
    from wwfsnap.terminal import note

    with writing(out, "choose a file in a folder you may write to"):
        if replace:
            write_whole(out, data)
        elif not write_new(out, data):  # only just now
            _check_free(out, replace=False)
    note(f"written to {out}")
