"""All that was seen in; one letter for each tile, and what stays in doubt, out."""

from vision.inference.assemble import assemble
from vision.inference.choice import Choice
from vision.inference.confidence import sure_from
from vision.inference.findings import Findings, GridFindings, Prints, Several
from vision.inference.grids import decide_grid
from vision.inference.language import choose_language, likely_languages

__all__ = [
    "Choice",
    "Findings",
    "GridFindings",
    "Prints",
    "Several",
    "assemble",
    "choose_language",
    "decide_grid",
    "likely_languages",
    "sure_from",
]
