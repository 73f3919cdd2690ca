"""The ledger: who may solve what, what is remembered, and the messages that wait in it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from wwfsnap import __version__
from wwfsnap.carriers import desktop, details, headline, program, push
from wwfsnap.errors import NotifierMissing, StateUnusable, UsageFault
from wwfsnap.ledger import Claim, Errand, Ledger, Picture
from wwfsnap.letters import Address, Carrier, Courier, Undelivered
from wwfsnap.presence import Presence
from wwfsnap.records import Record

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
        "from wwfsnap.ledger import Ledger, Picture\n"
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
    assert [entry.digest for entry in ledger.entries()] == ["cd34"]
    assert ledger.claim(picture) is Claim.MINE


def test_entry_says_what_when_and_by_which_version(ledger: Ledger, picture: Picture) -> None:
    ledger.claim(picture)
    assert ledger.entries() == []
    ledger.finish(picture, "no-board", None)
    (entry,) = ledger.entries()
    assert (entry.source, entry.outcome, entry.drawn) == (picture.source, "no-board", None)
    assert entry.version == __version__
    assert entry.finished.tzinfo is not None


def test_what_was_seen_is_awaited_until_it_is_finished(ledger: Ledger, picture: Picture) -> None:
    other = picture.source.with_name("other.png")
    ledger.await_([picture.source, other], picture.results)
    ledger.await_([other], picture.results)
    assert ledger.awaited(picture.results) == [other, picture.source]
    ledger.claim(picture)
    ledger.finish(picture, "solved", None)
    assert ledger.awaited(picture.results) == [other]
    ledger.unawait(other, picture.results)
    assert ledger.awaited(picture.results) == []


def test_file_that_is_no_ledger_is_told(state: Path) -> None:
    state.mkdir()
    (state / "watch.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(StateUnusable, match="cannot be used"):
        Ledger(state)
    assert list(state.glob("*.lock")) == []


def test_presence_ends_with_close(tmp_path: Path) -> None:
    one, two = Presence(tmp_path), Presence(tmp_path)
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
    ledger.finish(picture, "solved", None, [Errand(*ADDRESS, text)])


@pytest.mark.parametrize("failures", [0, 2])
def test_message_arrives_in_the_end(ledger: Ledger, picture: Picture, failures: int) -> None:
    box, told = Box(failures), list[str]()
    _send(ledger, picture)
    courier = Courier(ledger.file, ledger.presence, {ADDRESS: box}, told.append, pause=0.01)
    courier.close(tries=4)
    assert box.got == [{"image": "a.png"}]
    assert told == ["not now; it is tried again"][: bool(failures)]


def test_message_that_cannot_arrive_is_given_up(ledger: Ledger, picture: Picture) -> None:
    box, told = Box(9, again=False), list[str]()
    _send(ledger, picture)
    Courier(ledger.file, ledger.presence, {ADDRESS: box}, told.append).close()
    assert told == ["not now; it is given up"]
    assert box.failures == 8


def test_message_waits_for_the_next_start(ledger: Ledger, state: Path, picture: Picture) -> None:
    other, box, told = Ledger(state), Box(1), list[str]()
    _send(other, picture)
    carriers: dict[Address, Carrier] = {ADDRESS: box}
    Courier(other.file, other.presence, carriers, told.append).close(tries=1)
    assert box.got == []
    other.close()
    Courier(ledger.file, ledger.presence, {("push", "elsewhere"): box}, told.append).close()
    assert box.got == []
    Courier(ledger.file, ledger.presence, carriers, told.append).close()
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
    push(topic)(record() | {"drawn": str(drawn)})
    ((headers, body),) = Topic.taken
    assert body == b"picture"
    assert headers["Title"] == "8G QUELL: 29 points"
    assert headers["Filename"].startswith("=?utf-8?")
    push(topic)(record() | {"drawn": str(tmp_path / "gone.png")})
    assert Topic.taken[1][1] == b"shot.png"


@pytest.mark.parametrize(("status", "again"), [(500, True), (429, True), (403, False)])
def test_push_that_is_refused(topic: str, status: int, *, again: bool) -> None:
    Topic.answers = [status]
    with pytest.raises(Undelivered, match=str(status)) as fault:
        push(topic)(record())
    assert fault.value.again is again


def test_picture_too_large_for_the_topic_goes_as_text(topic: str, tmp_path: Path) -> None:
    drawn = tmp_path / "x.png"
    drawn.write_bytes(b"picture")
    Topic.answers = [413]
    push(topic)(record() | {"drawn": str(drawn)})
    assert Topic.taken[0][1] == b"shot.png"


def test_push_to_nowhere_may_work_later(topic: str) -> None:
    nowhere = topic.replace("127.0.0.1", "no-such-host.invalid")
    with pytest.raises(Undelivered, match="cannot be reached") as fault:
        push(nowhere)(record())
    assert fault.value.again


@pytest.mark.parametrize("url", ["topic", "file:///etc/passwd", "https:///x"])
def test_push_wants_a_web_address(url: str) -> None:
    with pytest.raises(UsageFault):
        push(url)


def test_program_gets_the_json(tmp_path: Path) -> None:
    file = tmp_path / "got.json"
    program(f"{sys.executable} -c \"import sys; open(r'{file}', 'w').write(sys.stdin.read())\"")(
        record()
    )
    assert '"8G QUELL"' in file.read_text()


@pytest.mark.parametrize(
    ("command", "told"), [("no-such-program", "does not run"), ("false", "failed")]
)
def test_program_that_fails(command: str, told: str) -> None:
    with pytest.raises(Undelivered, match=told):
        program(command)(record())


@pytest.mark.parametrize("command", ["", "'open"])
def test_program_must_be_named(command: str) -> None:
    with pytest.raises(UsageFault):
        program(command)


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
    carry = desktop()
    carry(record())
    assert shown == [("8G QUELL: 29 points", "shot.png")]
    with pytest.raises(Undelivered, match="no desktop"):
        carry(record())


def test_desktop_without_its_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "desktop_notifier", None)
    with pytest.raises(NotifierMissing) as fault:
        desktop()
    assert "wwfsnap[notify]" in fault.value.hint


def test_texts() -> None:
    moves = [{"move": f"8G WORD{n}", "score": 10 - n} for n in range(4)]
    full: Record = {"image": "a/shot.png", "moves": moves, "doubts": [1, 2]}
    assert headline(full) == "8G WORD0: 10 points"
    assert details(full) == "or 8G WORD1 9, 8G WORD2 8\n2 doubts\nshot.png"
    assert headline({"image": "shot.png", "moves": []}) == "no move"
