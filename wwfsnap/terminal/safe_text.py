"""Makes any text safe to print on a terminal.

A terminal obeys control characters, breaks lines at some characters and reverses direction at
others; bytes of a file name that are no UTF-8 cannot be printed. All of these become escapes.
"""

from __future__ import annotations

import re

# Control characters, line and paragraph separators, direction marks, surrogates.
_ACTED_ON = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff"
_HIDDEN = re.compile(f"[{_ACTED_ON}]")
_HIDDEN_IN_LINES = re.compile(rf"(?![\n\t])[{_ACTED_ON}]")
LOST_BYTES = range(0xDC80, 0xDD00)
"""The code points that stand for bytes that are no UTF-8, from 0x80 on, in Python's file names."""


def visible(text: str) -> str:
    r"""One line of text, with what must not reach a terminal as escapes: ``\x1b``, ``\n``."""
    return _HIDDEN.sub(_escape, text)


def visible_lines(text: str) -> str:
    """The same for text of several lines: line ends and tabs stay."""
    return _HIDDEN_IN_LINES.sub(_escape, text)


def json_visible(text: str) -> str:
    """Equivalent JSON, with escapes for what a terminal would obey and for what is no UTF-8."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code in LOST_BYTES:
        return f"\\x{code - LOST_BYTES.start + 0x80:02x}"
    return found[0].encode("unicode_escape").decode("ascii")
