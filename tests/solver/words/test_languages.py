"""Letters of languages: those of all games, and what the others are folded to."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from solver.errors import WordListError
from solver.game import game_names, languages
from solver.paths import load_path_game, path_game_names
from solver.words import known_languages, language_of

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TILES = [(name, tiles) for name in game_names() for tiles in languages(name)]


@pytest.mark.parametrize(
    ("name", "code", "faces"),
    [(name, tiles.language, "".join(tiles.values)) for name, tiles in TILES]
    + [
        (name, each.language, "".join(each.values))
        for name in path_game_names()
        for each in load_path_game(name).languages
    ],
)
def test_letters_are_the_tiles_of_the_games(name: str, code: str, faces: str) -> None:
    """Of each language of each game: what the game has beyond A to Z, and nothing else."""
    letters = language_of(code).letters
    assert set(faces) - {"?"} <= set(letters), name
    if name == "wordfeud":
        assert set(letters) - set(LATIN) == set(faces) - set(LATIN) - {"?"}


def test_what_is_known() -> None:
    wanted = {
        *[
            "ca",
            "da",
            "de",
            "en",
            "es",
            "et",
            "fi",
            "fr",
            "is",
            "it",
            "nb",
            "nl",
            "nn",
            "pl",
            "pt",
            "sv",
        ]
    }
    assert set(known_languages()) == wanted
    assert language_of("sv-strict") is language_of("sv")
    assert language_of("xx").letters == ""


@pytest.mark.parametrize(
    ("code", "word", "folded"),
    [
        ("fr", "Élevage", "Elevage"),
        ("fr", "garçon", "garcon"),
        ("fr", "œuf ŒUF", "oeuf OEUF"),
        ("it", "caffè", "caffe"),
        ("pt", "coração", "coraçao"),
        ("es", "cigüeña", "cigueña"),
        ("de", "Straße", "Strasse"),
        ("de", "STRAẞE", "STRASSE"),
        ("de", "Ärger é", "Ärger e"),
        ("sv", "idé Åre ü", "ide Åre u"),
        ("da", "ærø å ä", "ærø å a"),
        ("fi", "öylätti Å", "öylätti A"),
        ("nl", "\u0133s ë \ufb01", "ijs e fi"),
        ("pl", "żółw ö", "żółw o"),
        ("ca", "col·legi co\u0140legi ç", "collegi collegi ç"),
        ("is", "það ü", "það u"),
        ("et", "žürii", "žürii"),
        ("en", "naïve \u0131 Łódź", "naive i Lodz"),
        ("en", "θ", "θ"),
        ("sv", "\u01fb", "å"),  # a ring and an acute: what is a tile stays
        ("xx", "éß \ufb02", "éß fl"),
    ],
)
def test_folding(code: str, word: str, folded: str) -> None:
    assert language_of(code).fold(word) == folded
    assert language_of(code).fold(unicodedata.normalize("NFD", word)) == folded


def test_a_language_of_the_user(user: Path) -> None:
    file = user / "config" / "wwfsnap" / "languages.toml"
    file.parent.mkdir(parents=True)
    file.write_text(
        '[cs]\nname = "Czech"\nletters = "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ"\n'
        '[sv]\nname = "Swedish"\nfold = { "Å" = "aa" }\n',
        encoding="utf-8",
    )
    assert language_of("cs").fold("žluťoučký kůň ö") == "žluťoučký kůň o"
    assert language_of("sv").fold("Ål ål ä") == "AAl aal a"
    assert language_of("nl").name == "Dutch"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[cs", "languages.toml"),
        ("[Czech]\nname = 'x'", "code"),
        ("[cs]\nletters = 'ab'\nname = 'x'", "upper case"),
        ("[cs]\nname = 'x'\nletter = 'A'", "letter is not known"),
        ("[cs]\nname = 'x'\nfold = { ab = 'c' }", "fold"),
        ("[cs]\nname = 'x'\nfold = { a = 1 }", "fold"),
        ("cs = 1", "table"),
        ("[cs]\nletters = 'Á'", "name"),
    ],
)
def test_faults_are_told(user: Path, text: str, fault: str) -> None:
    file = user / "config" / "wwfsnap" / "languages.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WordListError, match=fault) as caught:
        language_of("cs")
    assert caught.value.hint
