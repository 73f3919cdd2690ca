"""The numbers of the inference that `tests/benchmarks/fitting.py` fitted to rendered screens."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def fitted() -> dict[str, Any]:
    """The fitted numbers, with a record of how they were fitted."""
    text = files("vision.inference").joinpath("likelihood.json").read_text(encoding="utf-8")
    numbers: dict[str, Any] = json.loads(text)
    return numbers
