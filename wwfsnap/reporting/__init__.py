"""Reporting: readings, solutions and failures as text for a person and as JSON objects."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.reporting.calibration import (
        calibration_lines,
        calibration_record,
        checked_line,
        checked_record,
        report_lines,
    )
    from wwfsnap.reporting.outcomes import outcome_parts, outcome_record, ranked_answers
    from wwfsnap.reporting.path_records import (
        grid_reading_record,
        grid_record,
        path_solution_record,
        words_record,
    )
    from wwfsnap.reporting.path_text import word_parts
    from wwfsnap.reporting.records import (
        advice_record,
        failure_record,
        game_records,
        gathered_record,
        move_records,
        reading_record,
        solution_record,
    )
    from wwfsnap.reporting.text import (
        advice_parts,
        board_text,
        column_table,
        doubt_lines,
        moves_table,
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
    "advice_parts",
    "advice_record",
    "board_text",
    "calibration_lines",
    "calibration_record",
    "checked_line",
    "checked_record",
    "column_table",
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
    "list_study_parts",
    "list_study_record",
    "move_records",
    "moves_table",
    "outcome_parts",
    "outcome_record",
    "path_solution_record",
    "ranked_answers",
    "reading_lines",
    "reading_record",
    "report_lines",
    "solution_record",
    "table_board",
    "theme_list_record",
    "theme_parts",
    "theme_record",
    "themes_table",
    "word_parts",
    "word_study_parts",
    "word_study_record",
    "words_record",
]

__getattr__ = on_demand(__name__, __file__)
