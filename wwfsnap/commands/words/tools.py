"""`wwfsnap words check`, `find` and `study`: what is in a word list."""

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_game, check_language
from wwfsnap.errors import Exit, UsageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import RenderableType

    from solver.game import Game
    from solver.words import Alphabet, Lexicon
    from wwfsnap.reporting import FoundWord

SHORTEST, LONGEST = 2, 64
_LENGTHS = r"(\d{1,2})(-?)(\d{0,2})|-(\d{1,2})"

Code = Annotated[str, typer.Option("--language", metavar="CODE", help="Language of the words.")]
Top = Annotated[int, typer.Option("--top", metavar="N", min=0, help="How many words; 0 for all.")]
Lengths = Annotated[
    str | None, typer.Option("--length", metavar="N", help="How many letters: 5, 4-7, 8- or -4.")
]


class Sort(StrEnum):
    """How words are sorted."""

    POINTS = "points"
    LENGTH = "length"
    WORD = "word"


def check(
    given: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.")],
    language: Code = "en",
    words: flags.Words = None,
    json: flags.Json = False,
) -> None:
    """Show for each word whether it is in the list.

    Your own words are part of it.

    The exit status is 1 where one is not.

    \b
    Example:
      wwfsnap words check qi zen
    """
    from solver.words import language_of
    from wwfsnap.terminal import print_json, show
    from wwfsnap.words import load_words, words_for

    check_language(language)
    lexicon, own = words_for(language, words), load_words(language)
    changed, fold = own.added | own.blocked, language_of(language).fold
    records = []
    for word in (each.strip().upper() for each in given):
        valid = word in lexicon
        by = "you" if fold(word).upper() in changed else "list"
        records.append({"word": word, "valid": valid, "by": by})
    if json:
        print_json(records)
    else:
        texts = {
            (True, "list"): "is in the list",
            (True, "you"): "was added by you",
            (False, "list"): "is not in the list",
            (False, "you"): "was blocked by you",
        }
        show(*(f"{each['word']} {texts[bool(each['valid']), str(each['by'])]}" for each in records))
    raise typer.Exit(Exit.GOOD if all(each["valid"] for each in records) else Exit.DOUBTS)


def find(
    given: Annotated[
        str, typer.Argument(metavar="[LETTERS|PATTERN]", help="Letters, ? for a blank; or ..A.T")
    ] = "",
    all_letters: Annotated[
        bool, typer.Option("--all-letters", help="Only words that use all the letters.")
    ] = False,
    prefix: Annotated[
        str, typer.Option("--prefix", metavar="TEXT", help="How the words begin.")
    ] = "",
    suffix: Annotated[
        str, typer.Option("--suffix", metavar="TEXT", help="How the words end.")
    ] = "",
    containing: Annotated[
        str, typer.Option("--containing", metavar="TEXT", help="What the words contain.")
    ] = "",
    length: Lengths = None,
    game: flags.BoardGame = None,
    sort: Annotated[
        Sort | None, typer.Option("--sort", help="How to sort the words; by points if not given.")
    ] = None,
    top: Top = 10,
    language: Code = "en",
    words: flags.Words = None,
    json: flags.Json = False,
) -> None:
    """Find words by their letters, or by a pattern.

    Words are made of some of the letters, or of all with --all-letters; ? is a blank. In a pattern
    a dot is any letter. Points are those of the tiles alone, in the first game that has the
    language if --game is not given.

    \b
    Examples:
      wwfsnap words find QUELL?S
      wwfsnap words find ..A.T --sort word
      wwfsnap words find --prefix qu --length 4-5 --top 0
    """
    from solver.words import BOARD, Wanted, find_words, language_of, load_graph
    from wwfsnap.reporting import FoundWord, found_words_parts, found_words_record
    from wwfsnap.terminal import print_json, show
    from wwfsnap.words import words_for

    fold = language_of(language).fold
    given, prefix, suffix, containing = map(fold, (given, prefix, suffix, containing))
    if not any((given, prefix, suffix, containing)) and length is None:
        raise UsageFault("there is nothing to search for", "give letters, a pattern, or --length 5")
    letters, pattern = ("", given) if "." in given else (given, "")
    if all_letters and not letters:
        raise UsageFault("--all-letters only works with letters", "give them, as in QUELL?S")
    rules = _rules(language, game, words)
    if sort is Sort.POINTS and rules is None:
        raise UsageFault(f"no game has tiles of {language}, so words cannot be sorted by points")
    lexicon = words_for(language, words)
    shortest, longest = _lengths(length)
    wanted = Wanted(letters, all_letters, pattern, prefix, suffix, containing, shortest, longest)
    most = min(longest, len(given)) if given else longest  # ? and . are a letter each
    graph = load_graph(
        lexicon, _alphabet(rules, lexicon), longest=BOARD if most <= BOARD else LONGEST
    )
    tiles = rules.tiles if rules else None
    found = [
        FoundWord("".join(cells), len(cells), sum(map(tiles.points, cells)) if tiles else None)
        for cells in find_words(graph, wanted)
    ]
    found.sort(key=_order(sort or (Sort.POINTS if rules else Sort.LENGTH)))
    shown = found[: top or None]
    if json:
        record = {"language": language, "game": rules.name if rules else None}
        print_json(record | found_words_record(shown, len(found)))
    else:
        show(*found_words_parts(shown, len(found)))


def study(
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="A word.")] = None,
    length: Lengths = None,
    game: flags.BoardGame = None,
    top: Annotated[
        int | None,
        typer.Option(
            "--top",
            metavar="N",
            min=0,
            help="How many words; 10 if not given, 0 for all; with --length all if not given.",
        ),
    ] = None,
    language: Code = "en",
    words: flags.Words = None,
    json: flags.Json = False,
) -> None:
    """Show facts about a word list, or about a word.

    Of the list: how many words of each length, how many make another with an S, which beginnings
    no word has; with --length the hooks of all words of that length. Of a word: its points,
    the letters that fit before and behind it, its anagrams, and longer words with it.

    \b
    Examples:
      wwfsnap words study
      wwfsnap words study --length 2
      wwfsnap words study quit
    """
    from solver.words import hook_table, study_list, study_word
    from wwfsnap.reporting import (
        hooks_record,
        hooks_table,
        list_study_parts,
        list_study_record,
        word_study_parts,
        word_study_record,
    )
    from wwfsnap.terminal import print_json, show
    from wwfsnap.words import checked_words, words_for

    if word is not None and length is not None:
        raise UsageFault("--length is for the list, not for a word")
    if word is None and length is None and top is not None:
        raise UsageFault("--top only works with a word, or with --length")
    rules = _rules(language, game, words)
    lexicon = words_for(language, words)
    letters = _alphabet(rules, lexicon).letters
    parts: Iterable[RenderableType]
    if word is not None:
        (spelt,) = checked_words([word], language)
        most = 10 if top is None else top
        about, points = study_word(spelt, lexicon, letters), _points(spelt, language, game)
        record = word_study_record(about, points, most)
        parts = word_study_parts(about, points, most)
    elif length is not None:
        hooks = hook_table(lexicon, letters, *_lengths(length))[: top or None]
        record, parts = hooks_record(hooks), [hooks_table(hooks)]
    else:
        whole = study_list(lexicon, letters)
        record, parts = list_study_record(whole), list_study_parts(whole)
    if json:
        print_json({"language": language} | record)
    else:
        show(*parts)


def _rules(language: str, game: str | None, words: Path | None) -> "Game | None":
    """The game whose tiles count; None where no game has the language.

    Raises:
        UsageFault: It is a game without a board.
        UnknownGame: There is no such game, or it has no such language.
    """
    from solver.game import load_game

    check_game(game, paths=False)
    check_language(language, game, words)
    found = next(iter(_games(language, game)), None)
    return load_game(found, language=language) if found else None


def _games(language: str, game: str | None) -> list[str]:
    """The games that have a language, the usual ones first; or the one that is named."""
    from solver.game import USUAL_GAMES, game_names, languages
    from solver.words import base_code

    if game:
        return [game]
    names = dict.fromkeys((*USUAL_GAMES, *game_names()))
    plain = {
        name: {
            code for each in languages(name) for code in (each.language, base_code(each.language))
        }
        for name in names
    }
    return [name for name in names if language in plain[name]]


def _alphabet(rules: "Game | None", lexicon: "Lexicon") -> "Alphabet":
    """The letters of the game, or else those of the words."""
    from solver.words import Alphabet

    if rules:
        return rules.alphabet
    return Alphabet(tuple(sorted({letter for word in lexicon for letter in word})))


def _points(word: str, language: str, game: str | None) -> dict[str, int]:
    """The sum of a word's tile values in each game that has them."""
    from solver.game import load_game

    found = {}
    for name in _games(language, game):
        tiles = load_game(name, language=language).tiles
        if cells := tiles.alphabet.split(word):
            found[name] = sum(map(tiles.points, cells))
    return found


def _order(sort: Sort) -> "Callable[[FoundWord], tuple[object, ...]]":
    """The sort key of words; ties go by points, length and letters."""
    if sort is Sort.WORD:
        return lambda each: (each.word.upper(), -(each.points or 0), each.word)
    if sort is Sort.LENGTH:
        return lambda each: (-each.tiles, -(each.points or 0), each.word.upper())
    return lambda each: (-(each.points or 0), -each.tiles, each.word.upper())


def _lengths(text: str | None) -> tuple[int, int]:
    """The least and the greatest length of words.

    Raises:
        UsageFault: It cannot be read.
    """
    if text is None:
        return SHORTEST, LONGEST
    found = re.fullmatch(_LENGTHS, text.strip())
    if found and found[4]:
        return SHORTEST, int(found[4])
    if not found or (not found[2] and found[3]):
        raise UsageFault(f"{text!r} is not a length", "write 5, 4-7, 8- or -4")
    least = int(found[1])
    most = int(found[3]) if found[3] else LONGEST if found[2] else least
    if least > most:
        raise UsageFault(f"{text!r} is not a length: {least} is more than {most}")
    return least, most
