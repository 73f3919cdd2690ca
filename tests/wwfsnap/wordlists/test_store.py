"""Lists with their records on disk: always those of before or the new ones."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import count

from tests.shared.killing import killed_at, needs_fork
from wwfsnap.wordlists import kept_list
from wwfsnap.wordlists.store import list_file, write_list


def write(data: bytes) -> None:
    record = {"words": len(data), "origin": "here", "sha256": hashlib.sha256(data).hexdigest()}
    write_list("sv", data, record)


@needs_fork
def test_killed_at_each_step() -> None:
    found = Counter[int]()
    for step in count():
        write(b"old")
        killed = killed_at(step, lambda: write(b"newer"))
        kept = kept_list("sv")
        assert kept is not None
        assert kept.origin == "here"
        assert kept.words == len(kept.file.read_bytes())
        found[kept.words] += 1
        if not killed:
            break
    assert found.keys() == {3, 5}
    assert list(list_file("sv").parent.glob("sv.marisa.bak*"))


def test_what_was_before_is_told_once() -> None:
    for data in (b"1", b"22", b"333"):
        write(data)
    record = json.loads(list_file("sv").with_suffix(".json").read_text(encoding="utf-8"))
    assert record["words"] == 3
    assert record["before"]["words"] == 2
    assert "before" not in record["before"]
