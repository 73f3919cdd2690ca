"""The decision: one letter for each tile, and what stays in doubt, from all that was seen."""

from vision.inference.assemble import assemble
from vision.inference.choice import DOUBTED
from vision.inference.findings import Findings
from vision.inference.language import choose_language

__all__ = ["DOUBTED", "Findings", "assemble", "choose_language"]
