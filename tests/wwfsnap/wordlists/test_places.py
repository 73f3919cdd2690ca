"""Lists that are on the machine already."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.archives import whl
from wwfsnap.wordlists.places import Found, find_lists
from wwfsnap.wordlists.sources import LanguageSources, Place

DUTCH = LanguageSources("nl", "Dutch", ("dutch", "nl_nl.dic", "nl.dic"))


def test_lists_the_best_first(tmp_path: Path) -> None:
    hunspell, dict_ = tmp_path / "hunspell", tmp_path / "dict"
    hunspell.mkdir()
    dict_.mkdir()
    for name in ("nl_NL.dic", "nl_NL.aff", "nl.dic", "de_DE.dic"):
        (hunspell / name).write_text("x")
    (dict_ / "dutch").write_text("kat\n")
    (dict_ / "english").write_text("cat\n")
    place = Place((str(hunspell), str(dict_), str(tmp_path / "none")), addons=False)
    # nl.dic has no affixes beside it, so it cannot be expanded.
    assert find_lists(DUTCH, [place]) == [Found(dict_ / "dutch"), Found(hunspell / "nl_NL.dic")]
    assert find_lists(LanguageSources("tlh"), [place]) == []


def test_names_differ_in_capitals_and_hyphens(tmp_path: Path) -> None:
    (tmp_path / "nl-nl.dic").write_text("x")
    (tmp_path / "nl-nl.aff").write_text("x")
    place = Place((str(tmp_path),), addons=False)
    assert find_lists(DUTCH, [place]) == [Found(tmp_path / "nl-nl.dic")]


def test_patterns_home_and_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Profile [1]" / "dict-nl"
    folder.mkdir(parents=True)
    (folder / "dutch").write_text("kat\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PROGRAMS", str(tmp_path / "Profile [1]"))
    monkeypatch.delenv("NOTHING", raising=False)
    for pattern in ("%PROGRAMS%/dict-*", "~/*/dict-*", str(tmp_path / "*" / "*")):
        found = find_lists(DUTCH, [Place((pattern, "%NOTHING%/x"), addons=False)])
        assert [each.path.name for each in found] == ["dutch"], pattern
    both = Place(("%PROGRAMS%/dict-*", "~/*/dict-*"), addons=False)
    assert len(find_lists(DUTCH, [both])) == 1


def test_add_ons_of_browsers(tmp_path: Path) -> None:
    files = {"dictionaries/nl.dic": b"1\nkat\n", "dictionaries/nl.aff": b"", "install.rdf": b""}
    (tmp_path / "nl-NL@dictionaries.xpi").write_bytes(whl(files))
    (tmp_path / "damaged.xpi").write_bytes(b"PK\x03\x04")
    (tmp_path / "theme.xpi").write_bytes(whl({"manifest.json": b"{}"}))
    place = Place((str(tmp_path),), addons=True)
    (found,) = find_lists(DUTCH, [place])
    assert found == Found(tmp_path / "nl-NL@dictionaries.xpi", "dictionaries/nl.dic")
    assert found.title.endswith("xpi (dictionaries/nl.dic)")
