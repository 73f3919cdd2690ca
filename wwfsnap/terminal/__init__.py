"""The terminal: text and progress for a person, lines for programs, no control characters."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.terminal.console import (
        PREMIUM_LABELS,
        clear_screen,
        confirm,
        note,
        progress_bar,
        show,
        show_failure,
        terminal_colours,
        terminal_width,
        terminal_writes,
        waiting,
        working,
    )
    from wwfsnap.terminal.lines import Record, line, print_json, show_lines
    from wwfsnap.terminal.safe_text import visible

__all__ = [
    "PREMIUM_LABELS",
    "Record",
    "clear_screen",
    "confirm",
    "line",
    "note",
    "print_json",
    "progress_bar",
    "show",
    "show_failure",
    "show_lines",
    "terminal_colours",
    "terminal_width",
    "terminal_writes",
    "visible",
    "waiting",
    "working",
]

__getattr__ = on_demand(__name__, __file__)
