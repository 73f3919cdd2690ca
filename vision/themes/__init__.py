"""Looks: colours and glyphs of the games as data, a folder each, loaded and chosen."""
