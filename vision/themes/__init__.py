"""Folders of looks in; colours and glyphs of the games, as values, out."""

from vision.themes.load import FORMAT, colour_text, load_theme, shipped_themes
from vision.themes.store import (
    NO_THEME,
    SET_ASIDE,
    UNACCENTED,
    Templates,
    all_themes,
    choose_templates,
    choose_themes,
    complete_bank,
    damaged_themes,
    font_likeness,
    named_theme,
    theme_folders,
    user_folder,
    user_themes,
)
from vision.themes.theme import GENERIC, Figure, Theme, nearest_theme

__all__ = [
    "FORMAT",
    "GENERIC",
    "NO_THEME",
    "SET_ASIDE",
    "UNACCENTED",
    "Figure",
    "Templates",
    "Theme",
    "all_themes",
    "choose_templates",
    "choose_themes",
    "colour_text",
    "complete_bank",
    "damaged_themes",
    "font_likeness",
    "load_theme",
    "named_theme",
    "nearest_theme",
    "shipped_themes",
    "theme_folders",
    "user_folder",
    "user_themes",
]
