"""All that was seen in; one letter for each tile, and what stays in doubt, out."""

from vision.inference.assemble import assemble
from vision.inference.confidence import sure_from
from vision.inference.findings import Findings
from vision.inference.language import choose_language

__all__ = ["Findings", "assemble", "choose_language", "sure_from"]
