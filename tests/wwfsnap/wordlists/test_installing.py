"""Installing a list: found, fetched or named, stored; nothing of the user's lost."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass, field
from gzip import compress
from pathlib import Path

import pytest

from solver.errors import SolverError
from solver.words import default_lexicon
from tests.shared.archives import deb, tar, whl
from tests.shared.clients import Clients
from wwfsnap.errors import ListThere, ListUnobtainable, OutputUnwritable, UnreadableText
from wwfsnap.wordlists import Installing, install, kept_list, places
from wwfsnap.wordlists.sources import Package, Place

DIC = {
    "package/index.dic": b"2\nkatt/A\nhund\n",
    "package/index.aff": b"SET UTF-8\nSFX A Y 1\nSFX A 0 en .\n",
}
LIST = "katt\nhund\nålen\nStockholm\nCD\nx-ray\n".encode()
DEB = deb({"usr/share/dict/swedish": LIST, "usr/share/doc/w/copyright": b"free"})
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the clients here are scripts")


@dataclass
class Person:
    """Who installs: what he agrees to, and what he was told."""

    agrees: bool = True
    replaces: bool = False
    asked: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def wishes(self) -> Installing:
        def agree(question: str) -> bool:
            self.asked.append(question)
            return self.agrees

        return Installing(
            agree,
            lambda _there: self.replaces,
            self.told.append,
            lambda fault: self.failures.append(str(fault)),
        )


@pytest.fixture
def lists(user: Path) -> Path:
    return user / "data" / "wwfsnap" / "words"


def npm(data: bytes, **more: str) -> Package:
    sha256 = hashlib.sha256(data).hexdigest()
    return Package("npm", "words", "1.0.0", "package/index.dic", sha256, 12_345, **more)


@pytest.mark.usefixtures("clients")
def test_a_file_of_the_users(tmp_path: Path, lists: Path) -> None:
    path = tmp_path / "ord.txt"
    path.write_bytes(LIST)
    done = install("sv", str(path), Person().wishes)
    assert done is not None
    assert (done.words, done.file, done.backups) == (3, lists / "sv.marisa", ())
    assert sum(done.dropped.values()) == 3
    assert set(default_lexicon("sv")) == {"KATT", "HUND", "ÅLEN"}
    record = json.loads((lists / "sv.json").read_text(encoding="utf-8"))
    assert record["origin"] == str(path)
    assert record["words"] == 3
    assert record["sha256"] == hashlib.sha256(done.file.read_bytes()).hexdigest()
    assert record["dropped"] == dict(done.dropped)
    kept = kept_list("sv")
    assert kept is not None
    assert (kept.origin, kept.words, kept.shipped) == (str(path), 3, False)


def test_a_package_is_fetched_when_agreed(clients: Clients, lists: Path) -> None:
    data = compress(tar(DIC))
    clients.hands_out("npm", "words-1.0.0.tgz", data)
    clients.known("sv", npm(data, licence="LGPL-3.0", origin="DSSO"))
    person = Person()
    done = install("sv", None, person.wishes)
    assert done is not None
    assert set(default_lexicon("sv")) == {"KATT", "KATTEN", "HUND"}
    (question,) = person.asked
    for part in ("npm package words 1.0.0", "DSSO", "0.0 MB", "LGPL-3.0", str(lists / "sv.marisa")):
        assert part in question
    assert json.loads((lists / "sv.json").read_text())["package"] == {
        "client": "npm",
        "name": "words",
        "version": "1.0.0",
        "file": "package/index.dic",
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    assert [text.partition(" ")[0] for text in person.told] == ["fetching", "reading", "building"]


def test_not_agreed(clients: Clients, lists: Path) -> None:
    clients.hands_out("npm", "words-1.0.0.tgz", b"")
    clients.known("sv", npm(b""))
    with pytest.raises(ListUnobtainable, match="no word list for Test") as caught:
        install("sv", None, Person(agrees=False).wishes)
    assert "npm pack words@1.0.0, then wwfsnap words install sv --from FILE" in caught.value.hint
    assert clients.called_with("npm") is None
    assert not lists.exists()


def test_the_next_source_is_tried(clients: Clients) -> None:
    clients.hands_out("npm", "words-1.0.0.tgz", b"changed by somebody")
    clients.hands_out("apt-get", "wswedish_1.4_all.deb", DEB)
    clients.known(
        "sv", npm(b"as it was"), Package("apt", "wswedish", file="usr/share/dict/swedish")
    )
    person = Person()
    done = install("sv", None, person.wishes)
    assert done is not None
    assert done.origin == "apt package wswedish 1.4"
    assert [text.split(" has ")[1][:20] for text in person.failures] == ["a different checksum"]


def test_a_list_on_the_machine_comes_first(
    clients: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients.hands_out("npm", "words-1.0.0.tgz", b"")
    addons = tmp_path / "extensions"
    addons.mkdir()
    dictionary = {"dictionaries/sv_SE.dic": DIC["package/index.dic"]}
    dictionary["dictionaries/sv_SE.aff"] = DIC["package/index.aff"]
    (addons / "swedish.xpi").write_bytes(whl(dictionary))
    monkeypatch.setattr(places, "places", lambda: [Place((str(addons),), addons=True)])
    person = Person()
    done = install("sv", None, person.wishes)
    assert done is not None
    assert done.words == 3
    assert "swedish.xpi" in done.origin
    assert person.asked == []


@pytest.mark.usefixtures("clients")
def test_a_spoilt_list_on_the_machine_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("sv_SE.dic", b""), ("sv_SE.aff", b""), ("sv.dic", b"2\nkatt\nhund\n")):
        (tmp_path / name).write_bytes(text)
    (tmp_path / "sv.aff").write_bytes(b"SET UTF-8\n")
    monkeypatch.setattr(places, "places", lambda: [Place((str(tmp_path),), addons=False)])
    person = Person()
    done = install("sv", None, person.wishes)
    assert done is not None
    assert (done.words, Path(done.origin).name) == (2, "sv.dic")
    assert len(person.failures) == 1


@pytest.mark.parametrize(
    ("code", "hint"), [("tlh", "--from FILE"), ("sv", "npm pack dictionary-sv@4.0.0, then")]
)
def test_nothing_to_be_had(clients: Clients, code: str, hint: str) -> None:
    assert clients.folder.is_dir()
    with pytest.raises(ListUnobtainable, match="no word list for") as caught:
        install(code, None, Person().wishes)
    assert hint in caught.value.hint


@pytest.mark.usefixtures("clients")
def test_a_shipped_language_needs_none() -> None:
    assert install("nl", None, Person().wishes) is None
    assert install("en", None, Person().wishes) is None


@pytest.mark.usefixtures("clients")
def test_nothing_of_the_users_is_lost(tmp_path: Path, lists: Path) -> None:
    lists.mkdir(parents=True)
    (lists / "sv.txt").write_text("min\negen\n")
    path = tmp_path / "ord.txt"
    path.write_bytes(LIST)
    with pytest.raises(ListThere, match=r"sv\.txt"):
        install("sv", str(path), Person().wishes)
    assert set(default_lexicon("sv")) == {"MIN", "EGEN"}
    done = install("sv", str(path), Person(replaces=True).wishes)
    assert done is not None
    assert done.backups == (lists / "sv.txt.bak",)
    assert (lists / "sv.txt.bak").read_text() == "min\negen\n"
    assert set(default_lexicon("sv")) == {"KATT", "HUND", "ÅLEN"}
    again = install("sv", str(path), Person(replaces=True).wishes)
    assert again is not None
    assert again.backups == ()  # it is the same list
    other = tmp_path / "andra.txt"
    other.write_bytes(LIST)
    install("sv", str(other), Person(replaces=True).wishes)
    kept = kept_list("sv")
    assert kept is not None
    assert kept.origin == str(other)
    for number, words in enumerate(("alg\n", "bjorn\n"), start=1):
        path.write_text(words)
        install("sv", str(path), Person(replaces=True).wishes)
        assert len(list(lists.glob("sv.marisa.bak*"))) == number
    assert set(default_lexicon("sv")) == {"BJORN"}


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("w.deb", DEB, 3),
        (
            "w.whl",
            whl(
                {
                    "w/sv_SE.dic": DIC["package/index.dic"],
                    "w/sv_SE.aff": DIC["package/index.aff"],
                    "w/de_DE.dic": b"1\nhaus\n",
                }
            ),
            3,
        ),
        ("w.zip", whl({"data/words.txt": LIST, "readme.md": b""}), 3),
        (
            "w.tgz",
            compress(tar({"package/package.json": b"{}", "package/index.json": b'["katt"]'})),
            1,
        ),
    ],
)
@pytest.mark.usefixtures("clients")
def test_archives_of_the_users(tmp_path: Path, name: str, data: bytes, words: int) -> None:
    (tmp_path / name).write_bytes(data)
    done = install("sv", str(tmp_path / name), Person().wishes)
    assert done is not None
    assert done.words == words


@pytest.mark.usefixtures("clients")
def test_which_file_is_meant_is_not_clear(tmp_path: Path) -> None:
    (tmp_path / "w.zip").write_bytes(whl({"a.txt": b"katt\n", "b.txt": b"hund\n"}))
    with pytest.raises(ListUnobtainable, match=r"a\.txt, b\.txt"):
        install("sv", str(tmp_path / "w.zip"), Person().wishes)


def test_a_named_package_and_its_file(clients: Clients) -> None:
    files = {"package/a.txt": b"katt\n", "package/b.txt": b"hund\nval\n"}
    clients.hands_out("npm", "ord-9.9.9.tgz", compress(tar(files)))
    done = install("sv", "npm:ord@9.9.9#package/b.txt", Person().wishes)
    assert done is not None
    assert (done.words, done.origin) == (2, "npm package ord 9.9.9")
    with pytest.raises(ListUnobtainable, match="was not fetched"):
        install("da", "npm:ord", Person(agrees=False).wishes)


@pytest.mark.usefixtures("clients")
def test_sources_that_are_none(tmp_path: Path, lists: Path) -> None:
    with pytest.raises(UnreadableText, match="no such file"):
        install("sv", "none.txt", Person().wishes)
    with pytest.raises(UnreadableText, match="no such file"):
        install("sv", "~nobody-of-that-name/none.txt", Person().wishes)
    empty = tmp_path / "empty.txt"
    empty.write_text("A\nBB8\n")
    with pytest.raises((SolverError, ListUnobtainable)):
        install("sv", str(empty), Person().wishes)
    assert not lists.exists()


@pytest.mark.usefixtures("clients")
def test_a_folder_that_cannot_be_written(user: Path, tmp_path: Path) -> None:
    (user / "data").write_text("a file where the folder should be")
    path = tmp_path / "ord.txt"
    path.write_bytes(LIST)
    with pytest.raises(OutputUnwritable):
        install("sv", str(path), Person().wishes)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_leaves_nothing_half_written(
    clients: Clients, lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    clients.put("npm", "import os, signal; os.kill(os.getppid(), signal.SIGINT); time.sleep(600)")
    clients.known("sv", npm(b""))
    with pytest.raises(KeyboardInterrupt):
        install("sv", None, Person().wishes)
    assert not lists.exists()
    assert list(scratch.iterdir()) == []
