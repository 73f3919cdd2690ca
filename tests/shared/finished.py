"""What a watcher's ledger says of the pictures that it finished."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from wwfsnap.watching import Ledger
from wwfsnap.watching.database import reading, restored


class Entry(NamedTuple):
    digest: str
    source: Path
    outcome: str
    drawn: Path | None
    finished: datetime
    version: str


def entries(ledger: Ledger) -> list[Entry]:
    """All finished pictures, in the order in which they were finished."""
    with reading(ledger.base):
        rows = ledger.base.execute(
            "SELECT hash, source, outcome, drawn, finished, version FROM pictures"
            " WHERE outcome IS NOT NULL ORDER BY finished"
        ).fetchall()
    return [
        Entry(
            digest,
            Path(restored(source)),
            outcome,
            Path(restored(drawn)) if drawn else None,
            datetime.fromisoformat(at),
            version,
        )
        for digest, source, outcome, drawn, at, version in rows
    ]
