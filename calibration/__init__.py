"""Calibration: learning a theme from screens of a new look."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from calibration.archive import export_theme, import_theme
    from calibration.calibrate import Calibration, check, correct, keep, learn, load_shot
    from calibration.coverage import Further, Lack, Named, Severity, in_english
    from calibration.errors import CalibrationError, ThemeUnwritable, TooFewSamples, TruthUnreadable
    from calibration.fit import Report
    from calibration.regression import Checked, State
    from calibration.samples import Shot
    from calibration.sheet import contact_sheet, encode_png
    from calibration.store import own_theme, remove_theme, theme_place
    from calibration.theme_file import report_record
    from calibration.truth import Truth, read_truth, write_truth

__all__ = [
    "Calibration",
    "CalibrationError",
    "Checked",
    "Further",
    "Lack",
    "Named",
    "Report",
    "Severity",
    "Shot",
    "State",
    "ThemeUnwritable",
    "TooFewSamples",
    "Truth",
    "TruthUnreadable",
    "check",
    "contact_sheet",
    "correct",
    "encode_png",
    "export_theme",
    "import_theme",
    "in_english",
    "keep",
    "learn",
    "load_shot",
    "own_theme",
    "read_truth",
    "remove_theme",
    "report_record",
    "theme_place",
    "write_truth",
]

__getattr__ = on_demand(__name__, __file__)
