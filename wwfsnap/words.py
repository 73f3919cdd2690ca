"""The user's own words: those he added or blocked, on top of every word list."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from solver.errors import WordsMissing
from solver.files import held, read_whole, write_whole
from solver.folders import data_folder
from solver.game import Game
from solver.words import MOST_BYTES, Lexicon, cached_list, default_lexicon, language_of
from wwfsnap.errors import UnreadableText, UsageFault, writing
from wwfsnap.ranking import among_others

SHORTEST, LONGEST = 2, 21
"""Letters of a word that can be learnt: no board in use has more than 21 rows."""
LANGUAGE = re.compile(r"([a-z]{2,3})(-\w+)*", re.ASCII)


class UserWords(NamedTuple):
    """Words of one language that the user added or blocked, in upper case."""

    added: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.added or self.blocked)

    def learn(self, words: Iterable[str]) -> UserWords:
        """The words with ``words`` added, and no longer blocked."""
        new = frozenset(words)
        return UserWords(self.added | new, self.blocked - new)

    def block(self, words: Iterable[str]) -> UserWords:
        """The words with ``words`` blocked, and no longer added."""
        new = frozenset(words)
        return UserWords(self.added - new, self.blocked | new)

    def forget(self, words: Iterable[str]) -> UserWords:
        """The words with ``words`` neither added nor blocked: the word list alone decides."""
        old = frozenset(words)
        return UserWords(self.added - old, self.blocked - old)


def words_file(language: str) -> Path:
    """Where the user's words of ``language`` are kept; ``en-US`` shares those of ``en``.

    Raises:
        UsageFault: ``language`` is no language code.
    """
    found = LANGUAGE.fullmatch(language)
    if not found:
        raise UsageFault(f"{language!r} is not a language code", "use a code such as en, de or sv")
    return data_folder() / "words" / f"{found[1]}.changes"


def load_words(language: str) -> UserWords:
    """The user's words of ``language``; none where there is no such file, or no home folder.

    The file holds a word a line, with ``+`` before those learnt and ``-`` before those blocked;
    other lines are ignored.

    Raises:
        UnreadableText: The file is there and cannot be read.
    """
    try:
        return _words_in(_lines_of(words_file(language)))
    except RuntimeError:
        return UserWords()


def change_words(language: str, change: Callable[[UserWords], UserWords]) -> Path:
    """Change the user's words of ``language`` under a lock, and return the file.

    It is written as a whole, by renaming, or removed where nothing is left; its lines that are
    no words are kept, at the beginning.

    Raises:
        UnreadableText: The file is there and cannot be read.
        OutputUnwritable: The folder cannot be written to.
    """
    file = words_file(language)
    with (
        writing(
            file, "free some disk space there, or set XDG_DATA_HOME to a folder you may write to"
        ),
        held(file.with_suffix(".lock")),
    ):
        before = _lines_of(file)
        others = [line for line in before if line[:1] not in {"", "+", "-"}]
        words = change(_words_in(before))
        lines = [f"+{word}" for word in words.added] + [f"-{word}" for word in words.blocked]
        if text := "".join(f"{line}\n" for line in (*others, *sorted(lines))):
            write_whole(file, text.encode(), lasting=True)
        else:
            file.unlink(missing_ok=True)
    return file


def _lines_of(file: Path) -> list[str]:
    """The stripped lines of a file of the user's words; none where there is no file."""
    if not file.is_file():
        return []
    try:
        text = read_whole(file, MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise UnreadableText(
            f"{file}: your own words cannot be read ({fault})", "correct that file, or remove it"
        ) from None
    return [line.strip() for line in text.splitlines()]


def _words_in(lines: Iterable[str]) -> UserWords:
    """The words in the lines of such a file."""
    upper = [line.upper() for line in lines]
    added, blocked = ({line[1:].strip() for line in upper if line[:1] == sign} for sign in "+-")
    return UserWords(frozenset(added - {""}), frozenset(blocked - {""}))


def checked_words(words: Iterable[str], language: str) -> list[str]:
    """``words`` spelled as in a language's lists, in upper case: English ``café`` becomes CAFE.

    Raises:
        UsageFault: One of them is not made of letters, or too short or long to be played.
    """
    fold = language_of(language).fold
    spellings = [fold(word.strip()).upper() for word in words]
    for word in spellings:
        if not word.isalpha() or not SHORTEST <= len(word) <= LONGEST:
            raise UsageFault(
                f"{word!r} cannot be a word on a board",
                f"use {SHORTEST} to {LONGEST} letters and nothing else",
            )
    return spellings


def words_for(language: str, file: Path | None, game: Game | None = None) -> Lexicon:
    """The word list of ``language``, or ``file``, with the user's own words on top.

    With ``game`` its word graph is made ready, too. A terminal shows a message while that takes
    long, as it may when a list is first used.

    Raises:
        SolverError: There is no such list, or it cannot be used.
    """
    with _patience(f"preparing the words of {file or language}"):
        lexicon = default_lexicon(language) if file is None else cached_list(file, language)
        own = load_words(language)
        if own:
            lexicon = lexicon.with_changes(add=own.added, block=own.blocked)
        if game:
            from solver.movegen import graph_for

            graph_for(game, lexicon)
    return lexicon


def _patience(text: str) -> AbstractContextManager[None]:
    if not sys.stderr.isatty() or among_others():
        return nullcontext()
    from wwfsnap.terminal import waiting

    return waiting(text)


def words_to_check(language: str, file: Path | None) -> Lexicon | None:
    """The words that a reading is checked against: as ``words_for``, None where there is no list.

    Raises:
        SolverError: The list that the user named cannot be used.
    """
    try:
        return words_for(language, file)
    except WordsMissing:
        if file is not None:
            raise
        return None
