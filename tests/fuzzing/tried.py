"""What became of a damaged input."""

from __future__ import annotations

from typing import NamedTuple


class Tried(NamedTuple):
    """What became of an input.

    Attributes:
        number: Which input.
        kind: ``ok``, the kind of the error, or the status of the answer.
        seconds: Processor time.
        memory: The most bytes held; 0 where that is not known.
        fault: What is wrong with the program; empty where nothing is.
    """

    number: int
    kind: str
    seconds: float
    memory: int
    fault: str
