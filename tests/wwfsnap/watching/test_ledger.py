"""The ledger: who may solve what, what is remembered, and the messages that wait in it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from tests.shared.console import Console
from tests.shared.finished import entries
from wwfsnap import __version__
from wwfsnap.errors import Exit, NotifierMissing, StateUnusable, UsageFault
from wwfsnap.terminal import Record, line
from wwfsnap.watching.channels import (
    desktop_channel,
    details,
    headline,
    program_channel,
    push_channel,
)
from wwfsnap.watching.database import writing
from wwfsnap.watching.deliveries import Address, Channel, MessageSender, Undelivered
from wwfsnap.watching.ledger import Claim, Ledger, Picture
from wwfsnap.watching.locks import WatcherLock

ADDRESS: Address = ("push", "there")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def ledger(state: Path) -> Iterator[Ledger]:
    opened = Ledger(state)
    yield opened
    opened.close()


@pytest.fixture
def picture(tmp_path: Path) -> Picture:
    return Picture("ab12", tmp_path / "shot.png", tmp_path / "solved")


def record(name: str = "shot.png") -> Record:
    return {"image": name, "moves": [{"move": "8G QUELL", "score": 29}], "drawn": None}


def test_claim_is_given_once(ledger: Ledger, state: Path, picture: Picture) -> None:
    other = Ledger(state)
    assert ledger.claim(picture) is Claim.MINE
    assert other.claim(picture) is Claim.BUSY
    assert ledger.claim(picture) is Claim.MINE
    ledger.finish(picture, "solved", Path("x.png"))
    assert other.claim(picture) is Claim.DONE
    other.close()


def test_claim_of_a_watcher_that_is_gone_is_free(
    ledger: Ledger, state: Path, picture: Picture
) -> None:
    other = Ledger(state)
    assert other.claim(picture) is Claim.MINE
    other.close()
    assert ledger.claim(picture) is Claim.MINE


def test_claim_of_a_killed_watcher_is_free(state: Path, picture: Picture) -> None:
    program_text = (
        f"import sys, os; sys.path[:0] = {sys.path!r}\n"
        "from pathlib import Path\n"
        "from wwfsnap.watching.ledger import Ledger, Picture\n"
        f"Ledger(Path({str(state)!r})).claim(Picture('ab12', Path('a'), "
        f"Path({str(picture.results)!r})))\n"
        "print('claimed', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program_text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"claimed\n"
        ledger = Ledger(state)
        assert ledger.claim(picture) is Claim.BUSY
        process.kill()
        process.wait(30)
        assert ledger.claim(picture) is Claim.MINE
        ledger.close()


def test_released_picture_is_claimed_anew(ledger: Ledger, state: Path, picture: Picture) -> None:
    other = Ledger(state)
    ledger.claim(picture)
    ledger.release(picture)
    assert other.claim(picture) is Claim.MINE
    other.close()


def test_other_results_are_another_matter(ledger: Ledger, picture: Picture, tmp_path: Path) -> None:
    ledger.claim(picture)
    ledger.finish(picture, "solved", None)
    elsewhere = Picture(picture.digest, picture.source, tmp_path / "elsewhere")
    assert ledger.claim(elsewhere) is Claim.MINE


def test_earlier_content_of_a_file_is_forgotten(ledger: Ledger, picture: Picture) -> None:
    later = Picture("cd34", picture.source, picture.results)
    for content in (picture, later):
        assert ledger.claim(content) is Claim.MINE
        ledger.finish(content, "solved", Path("x.png"))
    assert [entry.digest for entry in entries(ledger)] == ["cd34"]
    assert ledger.claim(picture) is Claim.MINE


def test_entry_says_what_when_and_by_which_version(ledger: Ledger, picture: Picture) -> None:
    ledger.claim(picture)
    assert entries(ledger) == []
    ledger.finish(picture, "no-board", None)
    (entry,) = entries(ledger)
    assert (entry.source, entry.outcome, entry.drawn) == (picture.source, "no-board", None)
    assert entry.version == __version__
    assert entry.finished.tzinfo is not None


def test_what_was_seen_is_awaited_until_it_is_finished(ledger: Ledger, picture: Picture) -> None:
    other = picture.source.with_name("other.png")
    ledger.expect([picture.source, other], picture.results)
    ledger.expect([other], picture.results)
    assert ledger.awaited(picture.results) == [other, picture.source]
    ledger.claim(picture)
    ledger.finish(picture, "solved", None)
    assert ledger.awaited(picture.results) == [other]
    ledger.unexpect(other, picture.results)
    assert ledger.awaited(picture.results) == []


def test_file_that_is_no_ledger_is_told(state: Path) -> None:
    state.mkdir()
    (state / "watch.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(StateUnusable, match="cannot be used"):
        Ledger(state)
    assert list(state.glob("*.lock")) == []


def _filled(state: Path) -> Path:
    """A ledger with a thousand pictures in it, closed."""
    ledger = Ledger(state)
    with writing(ledger.base):
        ledger.base.executemany(
            "INSERT INTO pictures (hash, results, source, outcome, finished)"
            " VALUES (?, '/solved', ?, 'solved', '2026-01-01T00:00:00.000+00:00')",
            [(f"{n:064}", f"/in/{n}.png") for n in range(1000)],
        )
    ledger.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ledger.close()
    return ledger.file


def _overwrite(file: Path, start: int, content: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(start)
        opened.write(content)


def _in_its_place(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _truncated(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def _changed(*statements: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as base:
            for statement in statements:
                base.execute(statement)

    return change


DAMAGES: dict[str, Callable[[Path], object]] = {
    "text": lambda file: file.write_bytes(b"no database at all" * 100),
    "short text": lambda file: file.write_bytes(b"x"),
    "no head": lambda file: _overwrite(file, 0, b"\0" * 4096),
    "page in the middle": lambda file: _overwrite(file, 4096 * 12, b"\xa5" * 4096),
    "pages of nothing": lambda file: _overwrite(file, 4096 * 4, b"\0" * 4096 * 20),
    "truncated": _truncated,
    "cut in the head": lambda file: os.truncate(file, 100),
    "cut in a page": lambda file: os.truncate(file, file.stat().st_size - 1000),
    "a folder": _in_its_place,
    "later version": _changed("PRAGMA user_version = 2"),
    "far later version": _changed("PRAGMA user_version = 2147483647"),
    "other columns": _changed("ALTER TABLE pictures RENAME COLUMN owner TO holder"),
    "one column more": _changed("ALTER TABLE letters ADD COLUMN kind TEXT NOT NULL DEFAULT ''"),
    "one column less": _changed("ALTER TABLE pictures DROP COLUMN version"),
    "other types": _changed(
        "DROP TABLE awaited", "CREATE TABLE awaited (source REAL, results BLOB)"
    ),
    "no key": _changed("DROP TABLE awaited", "CREATE TABLE awaited (source TEXT, results TEXT)"),
    "a view": _changed("DROP TABLE awaited", "CREATE VIEW awaited AS SELECT 1 AS source"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_ledger_is_told_and_left_as_it_is(
    wwfsnap: Console, tmp_path: Path, user: Path, damage: str
) -> None:
    file = _filled(user / "state" / "wwfsnap")
    DAMAGES[damage](file)
    before = None if file.is_dir() else file.read_bytes()
    run = wwfsnap("watch", "--once", tmp_path)
    assert run.status == Exit.UNREADABLE
    assert str(file) in run.err
    assert "hint: " in run.err
    assert before is None or file.read_bytes() == before
    assert list(file.parent.glob("*.lock")) == []


def test_ledger_from_before_versions_goes_on(state: Path, picture: Picture) -> None:
    file = _filled(state)
    _changed("PRAGMA user_version = 0")(file)
    ledger = Ledger(state)
    assert len(entries(ledger)) == 1000
    assert ledger.claim(picture) is Claim.MINE
    ledger.close()


def test_damage_found_later_is_told(ledger: Ledger, picture: Picture) -> None:
    with writing(ledger.base):
        ledger.base.executemany(
            "INSERT INTO awaited VALUES (?, ?)",
            [(f"/in/{n:050}.png", str(picture.results)) for n in range(1000)],
        )
    ledger.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ledger.base.execute("PRAGMA shrink_memory")
    _overwrite(ledger.file, 4096 * 4, b"\xa5" * 4096 * 20)
    with pytest.raises(StateUnusable, match=r"watch\.sqlite: is damaged"):
        ledger.awaited(picture.results)
    with pytest.raises(StateUnusable, match=r"watch\.sqlite: is damaged"):
        ledger.expect([Path(f"/in/{n:050}x.png") for n in range(1000)], picture.results)


def test_table_that_goes_missing_is_told(ledger: Ledger, picture: Picture) -> None:
    ledger.base.execute("DROP TABLE pictures")
    for act in (ledger.claim, ledger.release, lambda it: ledger.finish(it, "solved", None)):
        with pytest.raises(StateUnusable, match=r"watch\.sqlite: is damaged"):
            act(picture)


def test_commit_that_fails_leaves_nothing_open(ledger: Ledger) -> None:
    ledger.base.execute("PRAGMA max_page_count = 1")  # as a full disk does
    rows = [Path(f"/in/{n:050}.png") for n in range(1000)]
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError, match="full"):
            ledger.expect(rows, Path("/solved"))
    ledger.base.execute("PRAGMA max_page_count = 100000")
    ledger.expect(rows, Path("/solved"))
    assert ledger.awaited(Path("/solved")) == rows


ODD = [
    os.fsdecode(b"caf\xe9.png"),
    os.fsdecode(b"\xff" * 20),
    "a\nb",
    "\x1b[0m",
    "a\u202eb",
    "ü",
    "'",
]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names are UTF-8")
@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_remembered_as_they_are(state: Path, tmp_path: Path, name: str) -> None:
    first = Ledger(state)
    picture = Picture("ab12", tmp_path / name, tmp_path / f"{name} solved")
    first.expect([picture.source], picture.results)
    assert first.claim(picture) is Claim.MINE
    first.close()
    second = Ledger(state)
    assert second.awaited(picture.results) == [picture.source]
    assert second.claim(picture) is Claim.MINE
    second.release(picture)
    assert second.claim(picture) is Claim.MINE
    message = ("exec", name, line({"image": str(picture.source)}))
    second.finish(picture, "solved", picture.results / name, [message])
    assert second.awaited(picture.results) == []
    (entry,) = entries(second)
    assert (entry.source, entry.drawn) == (picture.source, picture.results / name)
    assert second.claim(picture) is Claim.DONE
    later = Picture("cd34", picture.source, picture.results)
    second.claim(later)
    second.finish(later, "solved", None)
    assert [each.digest for each in entries(second)] == ["cd34"]
    second.unexpect(picture.source, picture.results)
    second.close()


def test_odd_rows_are_passed_over(ledger: Ledger, picture: Picture) -> None:
    rows = ["7", "x'ff'", "CAST(x'ff' AS TEXT)", "'a' || char(0)", "''"]
    for row in rows:
        ledger.base.execute(f"INSERT INTO awaited VALUES ({row}, ?)", (str(picture.results),))  # noqa: S608
    assert len(ledger.awaited(picture.results)) == len(rows)
    for owner in (7, b"x", "../../../x", "a" * 300, "a\0", None):
        ledger.base.execute(
            "INSERT OR REPLACE INTO pictures (hash, results, source, owner) VALUES (?, ?, 'a', ?)",
            (picture.digest, str(picture.results), owner),
        )
        assert ledger.claim(picture) is Claim.MINE


def test_locks_of_others_are_left_alone(state: Path) -> None:
    state.mkdir()
    mine, other = state / "1-0123456789ab.lock", state / "notes.lock"
    for file in (mine, other):
        file.write_bytes(b"no database" * 100)
    mine.touch()
    for file in (mine, other, state / "2-0123456789ab.lock"):
        file.touch()
        os.utime(file, (1.0, 1.0))
    (state / "3-0123456789ab.lock").mkdir()
    os.utime(state / "3-0123456789ab.lock", (1.0, 1.0))
    Ledger(state).close()
    assert other.exists()
    assert not (state / "2-0123456789ab.lock").exists()


def test_presence_ends_with_close(tmp_path: Path) -> None:
    one, two = WatcherLock(tmp_path), WatcherLock(tmp_path)
    assert one.alive(one.name)
    assert one.alive(two.name)
    two.close()
    assert not one.alive(two.name)
    assert not one.alive("never-there")
    one.close()


class Box:
    """Where messages arrive, after as many failures as the test wants."""

    def __init__(self, failures: int = 0, *, again: bool = True) -> None:
        self.failures = failures
        self.again = again
        self.got: list[Record] = []

    def __call__(self, message: Record) -> None:
        if self.failures:
            self.failures -= 1
            raise Undelivered("not now", again=self.again)
        self.got.append(message)


def _send(ledger: Ledger, picture: Picture, text: str = '{"image": "a.png"}') -> None:
    ledger.claim(picture)
    ledger.finish(picture, "solved", None, [(*ADDRESS, text)])


@pytest.mark.parametrize("failures", [0, 2])
def test_message_arrives_in_the_end(ledger: Ledger, picture: Picture, failures: int) -> None:
    box, told = Box(failures), list[str]()
    _send(ledger, picture)
    sender = MessageSender(ledger.file, ledger.lock, {ADDRESS: box}, told.append, pause=0.01)
    sender.close(tries=4)
    assert box.got == [{"image": "a.png"}]
    assert told == ["not now; it will be tried again"][: bool(failures)]


def test_message_that_cannot_arrive_is_given_up(ledger: Ledger, picture: Picture) -> None:
    box, told = Box(9, again=False), list[str]()
    _send(ledger, picture)
    MessageSender(ledger.file, ledger.lock, {ADDRESS: box}, told.append).close()
    assert told == ["not now; the message is dropped"]
    assert box.failures == 8


def test_message_waits_for_the_next_start(ledger: Ledger, state: Path, picture: Picture) -> None:
    other, box, told = Ledger(state), Box(1), list[str]()
    _send(other, picture)
    channels: dict[Address, Channel] = {ADDRESS: box}
    MessageSender(other.file, other.lock, channels, told.append).close(tries=1)
    assert box.got == []
    other.close()
    MessageSender(ledger.file, ledger.lock, {("push", "elsewhere"): box}, told.append).close()
    assert box.got == []
    MessageSender(ledger.file, ledger.lock, channels, told.append).close()
    assert len(box.got) == 1


class Topic(BaseHTTPRequestHandler):
    """Takes what ntfy takes; says first what the test wants."""

    answers: list[int]
    taken: list[tuple[dict[str, str], bytes]]

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = self.answers.pop(0) if self.answers else 200
        if answer == 200:
            self.taken.append((dict(self.headers), body))
        self.send_response(answer)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def topic(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    Topic.answers, Topic.taken = [], []
    server = HTTPServer(("127.0.0.1", 0), Topic)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/topic"
    server.shutdown()
    thread.join()
    server.server_close()


def test_push_posts_picture_and_text(topic: str, tmp_path: Path) -> None:
    drawn = tmp_path / "größe.png"
    drawn.write_bytes(b"picture")
    push_channel(topic)(record() | {"drawn": str(drawn)})
    ((headers, body),) = Topic.taken
    assert body == b"picture"
    assert headers["Title"] == "8G QUELL: 29 points"
    assert headers["Filename"].startswith("=?utf-8?")
    push_channel(topic)(record() | {"drawn": str(tmp_path / "gone.png")})
    assert Topic.taken[1][1] == b"shot.png"


@pytest.mark.parametrize(("status", "again"), [(500, True), (429, True), (403, False)])
def test_push_that_is_refused(topic: str, status: int, *, again: bool) -> None:
    Topic.answers = [status]
    with pytest.raises(Undelivered, match=str(status)) as fault:
        push_channel(topic)(record())
    assert fault.value.again is again


def test_picture_too_large_for_the_topic_goes_as_text(topic: str, tmp_path: Path) -> None:
    drawn = tmp_path / "x.png"
    drawn.write_bytes(b"picture")
    Topic.answers = [413]
    push_channel(topic)(record() | {"drawn": str(drawn)})
    assert Topic.taken[0][1] == b"shot.png"


def test_push_to_nowhere_may_work_later(topic: str) -> None:
    nowhere = topic.replace("127.0.0.1", "no-such-host.invalid")
    with pytest.raises(Undelivered, match="cannot be reached") as fault:
        push_channel(nowhere)(record())
    assert fault.value.again


@pytest.mark.parametrize("url", ["topic", "file:///etc/passwd", "https:///x"])
def test_push_wants_a_web_address(url: str) -> None:
    with pytest.raises(UsageFault):
        push_channel(url)


def test_program_gets_the_json(tmp_path: Path) -> None:
    file = tmp_path / "got.json"
    program_channel(
        f"{sys.executable} -c \"import sys; open(r'{file}', 'w').write(sys.stdin.read())\""
    )(record())
    assert '"8G QUELL"' in file.read_text()


@pytest.mark.parametrize(
    ("command", "told"), [("no-such-program", "cannot be run"), ("false", "failed")]
)
def test_program_that_fails(command: str, told: str) -> None:
    with pytest.raises(Undelivered, match=told):
        program_channel(command)(record())


@pytest.mark.parametrize("command", ["", "'open"])
def test_program_must_be_named(command: str) -> None:
    with pytest.raises(UsageFault):
        program_channel(command)


def test_desktop_shows_move_and_points(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str]] = []

    class Notifier:
        def __init__(self, app_name: str) -> None:
            assert app_name == "wwfsnap"

        def send(self, title: str, message: str) -> None:
            if shown:
                raise RuntimeError("no desktop")
            shown.append((title, message))

    package = SimpleNamespace(DesktopNotifierSync=Notifier)
    monkeypatch.setitem(sys.modules, "desktop_notifier", package)
    send = desktop_channel()
    send(record())
    assert shown == [("8G QUELL: 29 points", "shot.png")]
    with pytest.raises(Undelivered, match="no desktop"):
        send(record())


def test_desktop_without_its_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "desktop_notifier", None)
    with pytest.raises(NotifierMissing) as fault:
        desktop_channel()
    assert "wwfsnap[notify]" in fault.value.hint


def test_texts() -> None:
    moves = [{"move": f"8G WORD{n}", "score": 10 - n} for n in range(4)]
    full: Record = {"image": "a/shot.png", "moves": moves, "doubts": [1, 2]}
    assert headline(full) == "8G WORD0: 10 points"
    assert details(full) == "or 8G WORD1 9, 8G WORD2 8\n2 doubts\nshot.png"
    full |= {"others": [{"rank": 1, "turn": "swap QV"}, {"rank": 3, "turn": "pass"}]}
    assert headline(full) == "swap QV"
    assert details(full) == "or 8G WORD0 10, pass 0\n2 doubts\nshot.png"
    assert headline({"image": "shot.png", "moves": []}) == "no move"
