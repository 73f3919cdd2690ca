"""Names of themes in; the looks, shipped and the user's own, and the glyphs they need, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from solver.folders import config_folder
from solver.game import TileSet
from vision.errors import ThemeMissing
from vision.imaging import Floats
from vision.themes.load import load_theme, shipped_themes
from vision.themes.theme import Theme
from vision.tiles import STRETCH, GlyphBank, Worth, generic_bank

NO_THEME = "none"
"""Instead of a theme's name: read with the picture alone."""

UNACCENTED = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Letters in one piece; the others may have a mark above a letter."""

SET_ASIDE = ".theme.*.part/old"
"""Where a theme lies, below the folder of themes, while another takes its place."""


class Templates(NamedTuple):
    """What the tiles of a picture are compared with.

    Attributes:
        letters: Letters of all possible languages.
        accented: Those of the letters that may come in two pieces.
        worth: The values that each letter may have in any of these languages.
    """

    letters: GlyphBank
    accented: str
    worth: Worth

    def valued_in(self, languages: Sequence[TileSet]) -> Templates:
        """The same letters, with their values in some languages only."""
        worth: dict[str, set[int]] = {}
        for tiles in languages:
            for letter in tiles.letters:
                worth.setdefault(letter, set()).add(tiles.values[letter])
        return self._replace(worth={each: frozenset(values) for each, values in worth.items()})


def choose_templates(languages: Sequence[TileSet], themes: Sequence[Theme] = ()) -> Templates:
    """Templates for the letters and values of some languages.

    Letters without a template are left out.

    Args:
        languages: The possible tile sets.
        themes: The possible looks; their own letters serve as templates as well.
    """
    letters = tuple(dict.fromkeys(letter for tiles in languages for letter in tiles.letters))
    bank = _reduced(join_glyphs(themes), letters)
    accented = [each for each in bank.characters if len(each) == 1 and each not in UNACCENTED]
    return Templates(bank, "".join(accented), {}).valued_in(languages)


@lru_cache(maxsize=16)
def _reduced(bank: GlyphBank, characters: tuple[str, ...]) -> GlyphBank:
    return bank.only(characters)


def user_folder() -> Path:
    """The folder of the user's own themes; it need not exist.

    Raises:
        RuntimeError: The user has no home folder.
    """
    return config_folder() / "themes"


def theme_folders() -> dict[str, Path]:
    """The folders of the user's themes, by name; none where there is no home folder.

    A theme that was being replaced when the program was killed is found where it was set aside.
    """
    try:
        place = user_folder()
        files = [*place.glob(f"{SET_ASIDE}/*/theme.toml"), *place.glob("*/theme.toml")]
    except (RuntimeError, OSError):
        return {}
    return dict(sorted({file.parent.name: file.parent for file in files}.items()))


def user_themes() -> tuple[Theme, ...]:
    """The user's themes, by name; one that is damaged is left out."""
    return tuple(each for each in _try_own() if isinstance(each, Theme))


def damaged_themes() -> tuple[ThemeMissing, ...]:
    """The faults of the user's themes that cannot be used."""
    return tuple(each for each in _try_own() if isinstance(each, ThemeMissing))


def _try_own() -> Iterator[Theme | ThemeMissing]:
    """Each of the user's themes, or its faults."""
    for folder in theme_folders().values():
        try:
            yield _load_own(folder, _state(folder))
        except ThemeMissing as fault:
            yield fault


def all_themes() -> tuple[Theme, ...]:
    """The user's themes, then those shipped whose names the user has not taken."""
    own = user_themes()
    taken = {theme.name for theme in own}
    return (*own, *(theme for theme in shipped_themes() if theme.name not in taken))


def named_theme(name: str) -> Theme:
    """The theme of that name, the user's before a shipped one.

    Raises:
        ThemeMissing: There is none, or it is damaged.
    """
    folder = theme_folders().get(name)
    if folder is not None:
        return _load_own(folder, _state(folder))
    for theme in shipped_themes():
        if theme.name == name:
            return theme
    raise ThemeMissing(f"no theme is called {name!r}")


def choose_themes(theme: str | Theme | None) -> tuple[Theme, ...]:
    """All themes (None), none of them (``none``), or the one named or given.

    Raises:
        ThemeMissing: There is no theme of that name.
    """
    if theme is None:
        return all_themes()
    if isinstance(theme, Theme):
        return (theme,)
    return () if theme == NO_THEME else (named_theme(theme),)


def join_glyphs(themes: Sequence[Theme]) -> GlyphBank:
    """The generic bank, with the themes' own letters as further fonts before it.

    Letters missing in a theme are taken from the generic font that its other letters look most
    like.
    """
    own = tuple(theme.glyphs for theme in themes if theme.glyphs is not None)
    return _joined(own) if own else generic_bank()


@lru_cache(maxsize=8)
def _joined(own: tuple[GlyphBank, ...]) -> GlyphBank:
    generic = generic_bank()
    banks = [*(complete_bank(bank, generic) for bank in own), generic]
    return GlyphBank(
        generic.characters,
        tuple(font for bank in banks for font in bank.fonts),
        *(np.concatenate(each) for each in zip(*(bank.arrays for bank in banks), strict=True)),
    )


def complete_bank(own: GlyphBank, generic: GlyphBank) -> GlyphBank:
    """A theme's masks in the order of the generic bank's characters, gaps filled from it.

    Characters unknown to the generic bank are left out.
    """
    nearest = [int(font_likeness(own, font, generic).argmax()) for font in range(len(own.fonts))]
    whole = [each[nearest] for each in generic.arrays]
    for font in range(len(own.fonts)):
        places, columns = _shared(own, font, generic)
        for array, known in zip(whole, own.arrays, strict=True):
            array[font, columns] = known[font, places]
    return GlyphBank(generic.characters, own.fonts, *whole)


def font_likeness(own: GlyphBank, font: int, generic: GlyphBank) -> Floats:
    """``(F,)`` mean likeness of each generic font to the letters that a font of ``own`` has."""
    places, columns = _shared(own, font, generic)
    alike = np.einsum("fkv,kv->fk", generic.vectors[:, columns], own.vectors[font, places])
    odds = np.abs(np.log(own.aspects[font, places] / generic.aspects[:, columns]))
    return np.asarray((alike - STRETCH * odds).sum(axis=1) / max(1, len(places)), np.float32)


def _shared(own: GlyphBank, font: int, generic: GlyphBank) -> tuple[list[int], list[int]]:
    """Where the letters that a font has stand in its bank, and where in the generic one."""
    places = [
        k
        for k, character in enumerate(own.characters)
        if own.vectors[font, k].any() and character in generic.characters
    ]
    return places, [generic.characters.index(own.characters[k]) for k in places]


def _state(folder: Path) -> tuple[int, ...]:
    """A value that changes when the files of a theme change."""
    state: list[int] = []
    for name in ("theme.toml", "glyphs.npz"):
        with suppress(OSError):  # not there, or not any more
            stat = (folder / name).stat()
            state += stat.st_mtime_ns, stat.st_size
    return tuple(state)


@lru_cache(maxsize=64)
def _load_own(folder: Path, _changed: tuple[int, ...]) -> Theme:
    return load_theme(folder, own=True)
