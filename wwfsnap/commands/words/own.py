"""`wwfsnap words learn`, `block`, `forget`, `list`: words that the user adds or blocks."""

from typing import Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_language

Given = Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.")]
Code = Annotated[str, typer.Option("--language", metavar="CODE", help="Language of the words.")]


def learn(given: Given, language: Code = "en") -> None:
    """Add words that the game accepts but the list does not have.

    \b
    Example:
      wwfsnap words learn qi zen
    """
    _change("learn", given, language)


def block(given: Given, language: Code = "en") -> None:
    """Block words that the list has but the game refuses.

    \b
    Example:
      wwfsnap words block zzz --language en
    """
    _change("block", given, language)


def forget(given: Given, language: Code = "en") -> None:
    """Undo learn or block for words: only the list counts again.

    \b
    Example:
      wwfsnap words forget qi
    """
    _change("forget", given, language)


def list_(language: Code = "en", json: flags.Json = False) -> None:
    """Show the words added (+) and blocked (-).

    \b
    Example:
      wwfsnap words list --language de
    """
    from wwfsnap.terminal import note, print_json, show
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
    from wwfsnap.terminal import note
    from wwfsnap.words import UserWords, change_words, checked_words

    check_language(language)
    words = checked_words(given, language)
    change = getattr(UserWords, verb)
    note(f"written to {change_words(language, lambda own: change(own, words))}")
