"""Reporting: readings, solutions and failures in, text for the terminal and JSON out."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.reporting.advice import advice_parts, progress_bar
    from wwfsnap.reporting.calibration import (
        calibration_lines,
        calibration_record,
        checked_line,
        checked_record,
        report_lines,
    )
    from wwfsnap.reporting.lines import print_json, show_lines
    from wwfsnap.reporting.path_records import (
        grid_reading_record,
        grid_record,
        path_solution_record,
        words_record,
    )
    from wwfsnap.reporting.path_text import word_parts
    from wwfsnap.reporting.records import (
        Record,
        failure_record,
        game_records,
        gathered_record,
        line,
        move_records,
        reading_record,
        solution_record,
    )
    from wwfsnap.reporting.safe_text import visible
    from wwfsnap.reporting.terminal import (
        clear_screen,
        confirm,
        note,
        show,
        show_failure,
        terminal_width,
        waiting,
        working,
    )
    from wwfsnap.reporting.text import (
        board_text,
        doubt_lines,
        moves_table,
        outcome_parts,
        reading_lines,
        table_board,
    )
    from wwfsnap.reporting.themes import theme_list_record, theme_parts, theme_record, themes_table
    from wwfsnap.reporting.word_lists import (
        installed_lines,
        installed_record,
        language_parts,
        language_records,
    )
    from wwfsnap.reporting.word_text import (
        FoundWord,
        found_words_parts,
        found_words_record,
        hooks_record,
        hooks_table,
        list_study_parts,
        list_study_record,
        word_study_parts,
        word_study_record,
    )

__all__ = [
    "FoundWord",
    "Record",
    "advice_parts",
    "board_text",
    "calibration_lines",
    "calibration_record",
    "checked_line",
    "checked_record",
    "clear_screen",
    "confirm",
    "doubt_lines",
    "failure_record",
    "found_words_parts",
    "found_words_record",
    "game_records",
    "gathered_record",
    "grid_reading_record",
    "grid_record",
    "hooks_record",
    "hooks_table",
    "installed_lines",
    "installed_record",
    "language_parts",
    "language_records",
    "line",
    "list_study_parts",
    "list_study_record",
    "move_records",
    "moves_table",
    "note",
    "outcome_parts",
    "path_solution_record",
    "print_json",
    "progress_bar",
    "reading_lines",
    "reading_record",
    "report_lines",
    "show",
    "show_failure",
    "show_lines",
    "solution_record",
    "table_board",
    "terminal_width",
    "theme_list_record",
    "theme_parts",
    "theme_record",
    "themes_table",
    "visible",
    "waiting",
    "word_parts",
    "word_study_parts",
    "word_study_record",
    "words_record",
    "working",
]

__getattr__ = on_demand(__name__, __file__)
