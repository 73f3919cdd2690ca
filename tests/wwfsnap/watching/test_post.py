"""Messages to servers and programs that do anything but what they should; others still arrive."""

from __future__ import annotations

import http.client
import io
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wwfsnap.errors import StateUnusable, UsageFault
from wwfsnap.terminal import Record, line
from wwfsnap.watching import Stop, channels, post
from wwfsnap.watching.channels import details, headline, program_channel, push_channel
from wwfsnap.watching.deliveries import Address, Channel, Halted, MessageSender, Undelivered
from wwfsnap.watching.ledger import Ledger, Picture
from wwfsnap.watching.post import web_address

GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
FIELD = b"X-A: b\r\n"
# What a server sends: what is told of it, and whether the message is tried again.
BAD_ANSWERS = {
    "nothing": (b"", "cannot be reached", True),
    "no http": (b"SSH-2.0-OpenSSH_9.9\r\n" * 3, "like a web server", True),
    "garbage": (bytes(range(256)) * 40, "like a web server", True),
    "endless line": (b"x" * 70_000, "like a web server", True),
    "escapes": (b"\x1b[31mred\r\n\r\n", r"like a web server \(.x1b", True),
    "100 headers": (b"HTTP/1.1 200 OK\r\n" + FIELD * 101 + b"\r\n", "like a web server", True),
    "long header": (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000, "like a web server", True),
    "cut in the headers": (b"HTTP/1.1 200 OK\r\nContent-Le", None, False),
    "short body": (
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nok",
        "answer cannot be read",
        False,
    ),
    "bad chunk": (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok",
        "answer cannot be read",
        False,
    ),
    "short chunk": (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nok",
        "answer cannot be read",
        False,
    ),
    "odd length": (b"HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\nok", None, False),
    "status of words": (b"HTTP/1.1 fine\r\n\r\n", "like a web server", True),
    "status 99999": (b"HTTP/1.1 99999 x\r\n\r\n", "like a web server", True),
    "only continue": (b"HTTP/1.1 100 Continue\r\n\r\n" * 5, "cannot be reached", True),
    "switching": (b"HTTP/1.1 101 Switching\r\n\r\n", "refused the message .101", False),
    "redirect to a file": (
        b"HTTP/1.1 302 F\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n",
        "refused the message .302",
        False,
    ),
    "redirect to nowhere": (
        b"HTTP/1.1 307 F\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n",
        "refused the message .307",
        False,
    ),
    "refused": (b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", "refused the message .403", False),
    "busy": (b"HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "refused the message .503", True),
    "too large": (
        b"HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n",
        "refused the message .413",
        False,
    ),
}


def record(image: str = "shot.png", **more: object) -> Record:
    return {"image": image, "moves": [{"move": "8G QUELL", "score": 29}], "drawn": None} | more


class Server:
    """Answers each connection with the bytes that the path of its request names, then hangs up."""

    def __init__(self, slow: Callable[[], None] = lambda: None) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.answers: list[bytes] = []
        self.asked: list[bytes] = []
        self.slow = slow
        self.held: list[socket.socket] = []
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while True:
            try:
                taken, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(taken,), daemon=True).start()

    def _answer(self, taken: socket.socket) -> None:
        with taken, taken.makefile("rb") as file:
            head = b"".join(iter(file.readline, b"\r\n"))
            lengths = [each for each in head.splitlines() if each.startswith(b"Content-Length")]
            file.read(int(lengths[0].split()[1]))
            self.asked.append(head)
            answer = self.answers.pop(0) if self.answers else GOOD
            try:
                if answer == b"drip":
                    while True:
                        taken.sendall(b"H")
                        time.sleep(0.02)
                taken.sendall(answer)
            except OSError:
                pass

    def close(self) -> None:
        self.listener.close()
        self.thread.join(5)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    made = Server()
    yield made
    made.listener.shutdown(socket.SHUT_RDWR)
    made.close()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "state")
    yield opened
    opened.close()


def lay_out(ledger: Ledger, tmp_path: Path, address: Address, *texts: str) -> None:
    for number, text in enumerate(texts):
        picture = Picture(f"{number}", tmp_path / f"{number}.png", tmp_path / "solved")
        ledger.claim(picture)
        ledger.finish(picture, "solved", None, [(*address, text)])


@pytest.mark.parametrize("name", BAD_ANSWERS)
def test_bad_answer_is_told_and_the_next_message_goes(
    ledger: Ledger, tmp_path: Path, server: Server, name: str
) -> None:
    answer, reason, again = BAD_ANSWERS[name]
    server.answers = [answer] * 2
    address = "push", server.url
    lay_out(ledger, tmp_path, address, line(record("bad.png")), line(record("ok1.png")))
    told: list[str] = []
    sender = MessageSender(
        ledger.file, ledger.lock, {address: push_channel(server.url)}, told.append, pause=0.01
    )
    sender.close(tries=4)
    assert sender.waiting == 0
    if reason is None:  # a server that took it, as far as can be told
        assert (told, sender.lost) == ([], 0)
        return
    assert len(told) == 2
    end = "it will be tried again" if again else "the message is dropped"
    assert sender.lost == (0 if again else 2)
    for each in told:
        assert each.endswith(f"; {end}")
        assert each.isprintable()
        assert len(each) < 400
    server.answers = [answer]
    with pytest.raises(Undelivered, match=reason) as fault:
        push_channel(server.url)(record())
    assert fault.value.again is again


def test_server_that_never_answers_keeps_others_waiting_for_a_while_only(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "LONGEST", 0.3)
    server.answers = [b"drip"]
    with pytest.raises(Undelivered, match="too long") as fault:
        push_channel(server.url)(record())
    assert fault.value.again
    push_channel(server.url)(record())


@pytest.mark.parametrize(
    "url",
    [
        "http://[",
        "http://[::1",
        "http://",
        "http:///topic",
        "http://?x",
        "http://:80/",
        "http://a:99999/",
        "http://a:-1/",
        "http://a:b/",
        "http://a:0/",
        "http://a..b/",
        "http://.../",
        f"http://{'a' * 64}.example/",
        "http://exa mple/",
        "http://a/b c",
        "http://a/\nX-Evil: 1",
        "http://a\r\nb/",
        "http://a%00b/",
        "http://user:word@a/",
        "http://\udcff/",
        "http://a/\udcff",
        "file:/etc/passwd",
        "file://localhost/etc/passwd",
        "ftp://a/b",
        "gopher://a",
        "javascript:alert(1)",
        "//a/b",
        "",
    ],
)
def test_odd_addresses_are_told_at_the_start(url: str) -> None:
    with pytest.raises(UsageFault, match="is not a web address"):
        push_channel(url)


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("https://ntfy.sh/topic", "https://ntfy.sh/topic"),
        ("http://127.0.0.1:8080/a?b=c&d=%20", "http://127.0.0.1:8080/a?b=c&d=%20"),
        ("http://[::1]:80/x", "http://[::1]:80/x"),
        (
            "http://bücher.example/grüße?ä=ö",
            "http://xn--bcher-kva.example/gr%C3%BC%C3%9Fe?%C3%A4=%C3%B6",
        ),
        ("HTTPS://Ntfy.sh/Topic#part", "https://ntfy.sh/Topic"),
    ],
)
def test_addresses_as_they_are_sent(url: str, sent: str) -> None:
    assert web_address(url).url == sent


NAMES = [
    "a\nX-Evil: 1.png",
    "a\r\n\r\nbody.png",
    "a\x00b.png",
    "caf\udce9.png",
    "\u202e.png",
    "ü.png",
]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_go_everywhere(server: Server, tmp_path: Path, name: str) -> None:
    drawn = tmp_path / "drawn.png"
    drawn.write_bytes(b"picture")
    odd = record(name, drawn=str(drawn))
    push_channel(server.url)(odd)
    push_channel(server.url)(record(name))
    for head in server.asked:
        assert not [each for each in head.split(b"\r\n") if each.startswith(b"X-Evil")]
        assert len(http.client.parse_headers(io.BytesIO(head.split(b"\r\n", 1)[1])).keys()) >= 6
    got = tmp_path / "got.json"
    program_channel(f"tee '{got}'")(odd)
    assert json.loads(got.read_text()) == odd
    assert f"{headline(odd)}{details(odd)}".isprintable()


DAMAGED = [
    "",
    "no json",
    "[1]",
    "null",
    "{}",
    '{"image": 7}',
    "[" * 100_000,
    '{"image": "a"',
    "\x00",
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_message_is_given_up_and_the_next_goes(
    ledger: Ledger, tmp_path: Path, text: str
) -> None:
    address, got, told = ("exec", "x"), list[Record](), list[str]()
    lay_out(ledger, tmp_path, address, text, line(record("good.png")))
    sender = MessageSender(ledger.file, ledger.lock, {address: got.append}, told.append)
    sender.close()
    assert got == [record("good.png")]
    assert told == ["a message in the ledger is damaged; the message is dropped"]
    assert sender.lost == 1


@pytest.mark.parametrize(
    "change",
    [
        "tries = 'many'",
        "due = 'soon'",
        "due = x'ff'",
        "record = x'ff'",
        "record = CAST(x'ff' AS TEXT)",
        "record = 7",
        "tries = -5",
        "tries = 1e300",
    ],
)
def test_row_of_odd_values_stops_no_other(ledger: Ledger, tmp_path: Path, change: str) -> None:
    address, got = ("exec", "x"), list[Record]()
    lay_out(ledger, tmp_path, address, *(line(record(f"{n}.png")) for n in range(3)))
    ledger.base.execute(f"UPDATE letters SET {change} WHERE id = 1")  # noqa: S608
    sender = MessageSender(ledger.file, ledger.lock, {address: got.append}, lambda _: None)
    sender.close(tries=3)
    assert [each["image"] for each in got if each["image"] != "0.png"] == ["1.png", "2.png"]
    assert ledger.base.execute("SELECT * FROM letters").fetchall() == []


@pytest.mark.parametrize(
    "owner", ["x'ff'", "CAST(x'ff' AS TEXT)", "7", "'../../../x'", "'a' || char(0)", "zeroblob(9)"]
)
def test_odd_owner_stops_no_other(ledger: Ledger, tmp_path: Path, owner: str) -> None:
    address, got = ("exec", "x"), list[Record]()
    lay_out(ledger, tmp_path, address, *(line(record(f"{n}.png")) for n in range(2)))
    ledger.base.execute(f"UPDATE letters SET owner = {owner} WHERE id = 1")  # noqa: S608
    MessageSender(ledger.file, ledger.lock, {address: got.append}, lambda _: None).close()
    assert "1.png" in [each["image"] for each in got]


@pytest.mark.parametrize(
    "fault", [ValueError("x"), MemoryError(), UnicodeError(), RecursionError(), KeyError("drawn")]
)
def test_any_fault_of_a_carrier_stops_no_other(
    ledger: Ledger, tmp_path: Path, fault: Exception
) -> None:
    address, got, told = ("exec", "x"), list[str](), list[str]()

    def send(message: Record) -> None:
        if message["image"] == "bad.png":
            raise fault
        got.append(message["image"])

    lay_out(ledger, tmp_path, address, line(record("bad.png")), line(record("good.png")))
    sender = MessageSender(ledger.file, ledger.lock, {address: send}, told.append)
    sender.close()
    assert got == ["good.png"]
    assert sender.lost == 1
    assert told[0].startswith(f"the message about bad.png cannot be sent ({type(fault).__name__}")


def test_terminal_that_is_gone_stops_no_message(ledger: Ledger, tmp_path: Path) -> None:
    def gone(_message: str) -> None:
        raise BrokenPipeError

    address, got = ("exec", "x"), list[Record]()
    lay_out(ledger, tmp_path, address, "damaged", line(record()))
    MessageSender(ledger.file, ledger.lock, {address: got.append}, gone).close()
    assert got == [record()]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("polite", [True, False])
def test_hanging_program_is_ended_with_its_children_and_its_message_kept(
    ledger: Ledger, tmp_path: Path, *, polite: bool
) -> None:
    file = tmp_path / "children"
    trap = "" if polite else "trap '' TERM; "
    script = f"{trap}sleep 600 & echo $! $$ > {file}; wait; {trap and 'sleep 600'}"
    halt, stop = threading.Event(), Stop(grace=0.2)
    send = program_channel(f"sh -c {script!r}", halt)
    address, told = ("exec", "x"), list[str]()
    lay_out(ledger, tmp_path, address, line(record()))
    sender = MessageSender(
        ledger.file, ledger.lock, {address: send}, told.append, stop=stop, halt=halt
    )
    until = time.monotonic() + 30
    while not (file.exists() and file.read_text().endswith("\n")):
        assert time.monotonic() < until
        time.sleep(0.01)
    stop.set()
    began = time.monotonic()
    sender.close()
    assert time.monotonic() - began < 10
    assert told == ["sh was stopped; the message is kept for the next start"]
    assert sender.waiting == 1
    for number in file.read_text().split():
        while _runs(int(number)):
            assert time.monotonic() < until
            time.sleep(0.01)
    got: list[Record] = []
    MessageSender(ledger.file, ledger.lock, {address: got.append}, told.append).close()
    assert got == [record()]


def _runs(number: int) -> bool:
    """Whether the process is there, and no mere entry of one that ended."""
    try:
        os.kill(number, 0)
        return " Z " not in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False


def test_program_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "PROGRAM_PATIENCE", 0.2)
    with pytest.raises(Undelivered, match="took too long"):
        program_channel("sleep 600")(record("x" * 200_000))


def test_hanging_server_is_let_go_of(ledger: Ledger, tmp_path: Path, server: Server) -> None:
    server.answers = [b"drip"]
    halt, stop = threading.Event(), Stop(grace=0.2)
    address: Address = ("push", server.url)
    found: dict[Address, Channel] = {address: push_channel(server.url, halt)}
    lay_out(ledger, tmp_path, address, line(record()))
    told: list[str] = []
    sender = MessageSender(ledger.file, ledger.lock, found, told.append, stop=stop, halt=halt)
    while not server.asked:
        time.sleep(0.01)
    stop.set()
    sender.close(tries=4)
    assert told == ["127.0.0.1 did not answer in time; the message is kept for the next start"]
    assert sender.waiting == 1


def test_carrier_that_lets_nothing_go_is_left_behind(ledger: Ledger, tmp_path: Path) -> None:
    let_go, stop = threading.Event(), Stop(grace=0.0)
    address: Address = ("notify", "")

    def send(_record: Record) -> None:
        let_go.wait(60)
        raise Halted("late")

    lay_out(ledger, tmp_path, address, line(record()))
    told: list[str] = []
    sender = MessageSender(ledger.file, ledger.lock, {address: send}, told.append, stop=stop)
    time.sleep(0.1)
    stop.set()
    began = time.monotonic()
    sender.close()
    assert time.monotonic() - began < 10
    assert told == ["a message is still being sent; it is kept for the next start"]
    let_go.set()


def test_ledger_damaged_under_the_messages_is_told(ledger: Ledger, tmp_path: Path) -> None:
    address, stop = ("exec", "x"), Stop()
    lay_out(ledger, tmp_path, address, line(record()))
    ledger.base.execute("DROP TABLE letters")
    sender = MessageSender(ledger.file, ledger.lock, {address: print}, lambda _: None, stop=stop)
    with pytest.raises(StateUnusable, match=r"watch\.sqlite: is damaged"):
        sender.close()
    assert stop.is_set()


def test_program_named_by_bytes_that_are_no_utf_8(ledger: Ledger, tmp_path: Path) -> None:
    address: Address = ("exec", "/caf\udce9/run")
    other = Ledger(tmp_path / "state")
    lay_out(other, tmp_path, address, line(record("caf\udce9.png")))
    other.close()
    got: list[Record] = []
    MessageSender(ledger.file, ledger.lock, {address: got.append}, lambda _: None).close()
    assert got == [record("caf\udce9.png")]
