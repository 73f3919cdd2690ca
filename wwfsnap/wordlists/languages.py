"""The languages of the games, with the state of their word lists."""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import UnknownGame
from solver.game import game_names, languages
from solver.paths import load_path_game, path_game_names
from solver.words import BLANK, Lexicon, base_code, cached_list
from wwfsnap.errors import Failure
from wwfsnap.wordlists.packages import client_of
from wwfsnap.wordlists.places import find_lists
from wwfsnap.wordlists.sources import known_languages, sources_of
from wwfsnap.wordlists.store import kept_list
from wwfsnap.words import words_file


@dataclass(frozen=True, slots=True)
class LanguageState:
    """The state of a language's word list.

    Attributes:
        code: The language.
        title: Its name.
        games: The games that have it.
        tiles: The letters on its tiles beyond A to Z.
        state: `shipped`, `installed`, `damaged`, `here` (on this machine, not installed),
            `to be had`, or `none`.
        words: How many the list has; None where there is none yet.
        origin: Where the list comes from, or would come from.
        licence: Its licence; empty where that is not known.
        fault: What is wrong with a damaged list.
    """

    code: str
    title: str
    games: tuple[str, ...]
    tiles: tuple[str, ...]
    state: str
    words: int | None
    origin: str
    licence: str
    fault: str = ""


def language_states() -> list[LanguageState]:
    """The state of each language that a game has, or for which a list is known."""
    games = _games()
    return [_state_of(code, games.get(code, {})) for code in sorted({*games, *known_languages()})]


def check_installable(code: str, *, named: bool) -> str:
    """Check that a language may get a list, and return its plain code: ``sv`` for ``sv-strict``.

    Args:
        code: As the user wrote it.
        named: Whether he names the list himself, which allows any language.

    Raises:
        UsageFault: It is no language code.
        UnknownGame: No game has the language, and no list for it is known.
    """
    words_file(code)
    plain = base_code(code)
    known = sorted({*_games(), *known_languages()})
    if plain not in known and not named:
        raise UnknownGame(
            f"no language is called {code!r}",
            hint=f"known: {', '.join(known)}; use --from FILE to install a list for any other",
        )
    return plain


def _games() -> dict[str, dict[str, tuple[str, tuple[str, ...]]]]:
    """By language and game: the language's name there, and its tiles."""
    found: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {}
    for game in game_names():
        for each in languages(game):
            faces = tuple(tile.letter for tile in each.tiles)
            found.setdefault(base_code(each.language), {}).setdefault(game, (each.title, faces))
    for game in path_game_names():
        for one in load_path_game(game).languages:
            found.setdefault(one.language, {}).setdefault(game, ("", tuple(one.values)))
    return found


def _state_of(code: str, games: dict[str, tuple[str, tuple[str, ...]]]) -> LanguageState:
    sources = sources_of(code)
    told = [title for title, _ in games.values() if title]
    # Without the variant in brackets of a language with several lists, as in English (US).
    title = sources.title or (told[0].partition(" (")[0] if told else code)
    faces = dict.fromkeys(face for _, tiles in games.values() for face in tiles)
    tiles = tuple(
        face for face in faces if face != BLANK and not (face.isascii() and len(face) == 1)
    )
    state, words, origin, licence, fault = _list_of(code)
    return LanguageState(code, title, tuple(games), tiles, state, words, origin, licence, fault)


def _list_of(code: str) -> tuple[str, int | None, str, str, str]:
    """State, words, origin, licence and fault of a language's list."""
    kept = kept_list(code)
    if kept is not None:
        origin = kept.origin or str(kept.file)
        try:
            lexicon: Lexicon = cached_list(kept.file)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a list is what is told
            return "damaged", None, origin, kept.licence, Failure.of(error).message
        state = "shipped" if kept.shipped else "installed"
        return state, len(lexicon), origin, kept.licence, ""
    sources = sources_of(code)
    here = find_lists(sources)
    if here:
        return "here", None, here[0].title, "", ""
    if not sources.packages:
        return "none", None, "", "", ""
    usable = [each for each in sources.packages if client_of(each) is not None]
    best = (usable or sources.packages)[0]
    return "to be had", None, f"{best.origin}, {best.title}", best.licence, ""
