"""OCR: a second opinion on glyphs that the templates leave in doubt."""

from __future__ import annotations

from typing import Protocol


class TextReader(Protocol):
    """Something that reads single letters."""
