"""Whatever is sent, nobody is told of a fault in the program: strange requests are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sample_screens.truth import FOLDER
from tests.shared.serving import Served, answer_to, serving
from wwfsnap.serve import Limits

KEY = "a-key-of-this-test"
BOARD = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15"
ROWS = ["...", ".A.", "..."]
PICTURE = (FOLDER / "wwf2-11x11-solo.png").read_bytes()[:3000]
NAMES = [
    *("top", "by", "seconds", "why", "more", "game", "language", "theme", "layout", "name", "lead"),
    *("letters_left", "rack", "board", "premiums", "grid", "key", "picture", "words", "\ud800"),
]
FIGURES = "1" * 400
STRANGE = [
    *("", "0", "1", "-1", "true", "score", "equity", "en", "nl", "tlh", "wwf", "ruzzle", "boggle"),
    *("none", "standard", "random", "null", "[]", "nan", "inf", "-Infinity", "1e400", FIGURES),
    *("9" * 5000, "-" + FIGURES, "0x10", "1_0", "²", "٣", "\ud800", "\udfff", "\0", "a\r\nb", "%"),
    *("../..", "ß" * 50, "ﬁ", "A\u030a", "[CH]", "[", "???????", "?" * 200, "AEIRST?", "(QU"),
    *("CATS/O(QU)EE/(E DW)RNA", "(A=9999999999)/", "////", BOARD, "HELLO", ">a: A 8H A +1 1", "#"),
    *("." * 225, "A" * 225, "1" * 300 + "/" * 20, "15/" * 15 + " /AB 0/0 0", "." * 19_999),
]
TEXTS = st.sampled_from(STRANGE) | st.text(st.characters(exclude_categories=()), max_size=30)
VALUES = st.recursive(
    TEXTS
    | st.none()
    | st.booleans()
    | st.integers()
    | st.just(int(FIGURES))
    | st.just(-int(FIGURES))
    | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)
BYTES = st.binary(max_size=60) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass"))
CHARSETS = [
    *("utf-8", "UTF-8", "undefined", "utf-16", "utf-7", "idna", "punycode", "rot13", "base64"),
    *("\0", "unicode_escape", "..", '"', "x" * 3000),
]
KINDS = [
    *("application/json", "multipart/form-data", "multipart/form-data; boundary=x", "image/png"),
    *("image/", "text/plain", "application/octet-stream", "application/x-www-form-urlencoded"),
    *("multipart/form-data; boundary=" + "x" * 5000, "multipart/form-data; boundary=\xff", ";", ""),
]
HEADERS = st.tuples(
    st.sampled_from(
        [
            *("Origin", "Cookie", "Authorization", "Accept", "Sec-Fetch-Site", "If-None-Match"),
            *("Expect", "Content-Length", "Transfer-Encoding", "Host", "Upgrade", "Connection"),
        ]
    ),
    st.sampled_from(
        [
            *(b"http://[", b"http://localhost", b"null", b"//\xe2\x84\x80", b"http://[::1", b"*"),
            *(b"wwfsnap-key=\xed\xa0\x80", b'wwfsnap-key="\\777"', b'=;;"'),
            *(b"Bearer \xed\xa0\x80", b"image/png", b"cross-site"),
            *(b"Bearer " + KEY.encode(), b"wwfsnap-key=" + KEY.encode()),
            *(b"100-continue", FIGURES.encode(), b"9" * 5000, b"chunked"),
            *(b"-1", b"\xb2", b"websocket"),
        ]
    )
    | BYTES,
)  # fmt: skip


@st.composite
def forms(draw: st.DrawFn) -> bytes:
    """A form with the boundary x, or what is left of one."""
    body = b""
    for _ in range(draw(st.integers(0, 4))):
        name = draw(st.sampled_from(NAMES)).encode("utf-8", "surrogatepass")
        file = draw(st.sampled_from([b"", b'; filename="a.png"', b"; filename*=utf-16''%D8%00"]))
        value = draw(BYTES | st.just(PICTURE))
        body += b'--x\r\nContent-Disposition: form-data; name="' + name + b'"' + file
        body += b"\r\n\r\n" + value + b"\r\n"
    return body + draw(st.sampled_from([b"--x--\r\n", b"--x", b""]))


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """All of a request, from its first line to its body."""
    method = draw(st.sampled_from([*["POST"] * 9, "GET", "HEAD", "OPTIONS", "PUT", "X"]))
    paths = [*["/api/solve"] * 9, "/api/read", "/share", "/share", "/", "/api/games", "/healthz"]
    path = draw(st.sampled_from([*paths, "/web/app.js", "*", "//[", "/%ED%A0%80"]))
    query = draw(st.lists(st.tuples(st.sampled_from(NAMES), TEXTS), max_size=2))
    told = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in query)
    kind, body = draw(
        st.tuples(st.just("application/json"), jsons())
        | st.tuples(st.just("multipart/form-data; boundary=x"), forms())
        | st.tuples(st.sampled_from(KINDS), BYTES | forms() | jsons())
    )
    if draw(st.booleans()):
        kind += "; charset=" + draw(st.sampled_from(CHARSETS))
    headers = [
        (b"Host", b"localhost"),
        (b"Content-Type", kind.encode("latin-1")),
        (b"Connection", b"close"),
    ]
    if draw(st.integers(0, 5)):
        headers.append((b"Authorization", b"Bearer " + KEY.encode()))
    headers.append((b"Content-Length", str(len(body)).encode()))
    more = draw(st.lists(HEADERS, max_size=2))
    headers += [(name.encode(), value) for name, value in more]
    head = f"{method} {path}{'?' if told else ''}{told} HTTP/1.1\r\n".encode()
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
    return head + lines + b"\r\n" + body


@st.composite
def jsons(draw: st.DrawFn) -> bytes:
    """A typed board or grid with something else about it."""
    sent: dict[str, Any] = draw(
        st.sampled_from(
            [
                {"board": BOARD, "rack": "AB?"},
                {"board": ROWS, "premiums": ROWS, "rack": "AB"},
                {"grid": "CATS/O(QU)EE/(E DW)RNA"},
            ]
        )
    )
    wrong = draw(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=2))
    coding = draw(st.sampled_from(["utf-8", "utf-8", "utf-16", "utf-32"]))
    return json.dumps(sent | wrong, ensure_ascii=draw(st.booleans())).encode(
        coding, "surrogatepass"
    )


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"))


@pytest.fixture(scope="module", params=[None, KEY], ids=["open", "locked"])
def served(request: pytest.FixtureRequest) -> Iterator[Served]:
    with serving(key=request.param, limits=Limits(head=1.0, upload=1.0, rest=0.2)) as found:
        yield found


# Of a form that breaks off the framework leaves the file, which lies in memory, to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(said=requests())
def test_no_request_is_answered_by_a_fault_of_the_program(served: Served, said: bytes) -> None:
    served.log.clear()
    status, body = answer_to(served, said)
    assert 200 <= status < 500, said
    if status >= 400 and body[:1] == b"{":
        assert json.loads(body)["error"]["message"]
