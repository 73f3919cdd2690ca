"""The HTTP API: what it answers to pictures, typed boards, and to what is neither."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from jsonschema import Draft202012Validator

from sample_screens.path_scene import FOLDER as PATHS
from sample_screens.truth import FOLDER
from solver.game import read_board
from tests.shared.console import Console
from tests.shared.serving import PATIENCE, LatePool, Served, fits, misbehave, serving
from wwfsnap import __version__
from wwfsnap.pipeline import Settings
from wwfsnap.serve import Limits, Pool

SAMPLE = FOLDER / "wwf2-phone-two-colours.png"
Files = list[tuple[str, tuple[str | None, bytes]]]

HELLO = "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15"
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
PNG = {"Content-Type": "image/png"}


def send_form(server: Served, path: str, picture: Path, **fields: str) -> httpx.Response:
    with picture.open("rb") as file:
        return server.client.post(path, data=fields, files={"picture": (picture.name, file)})


def test_solve_answers_what_the_command_line_prints(
    server: Served, wwfsnap: Console, tmp_path: Path, contract: dict[str, Any]
) -> None:
    shot = Path(shutil.copy(SAMPLE, tmp_path))
    answer = send_form(server, "/api/solve?top=3", shot)
    (printed,) = wwfsnap("solve", shot, "--top", 3, "--json").lines
    assert answer.status_code == 200
    assert answer.json() == printed | {"image": shot.name, "drawn": None}
    assert list(answer.json()) == list(printed)
    fits(contract, "Solution", answer.json())


def test_read_answers_what_the_command_line_prints(
    server: Served, wwfsnap: Console, contract: dict[str, Any]
) -> None:
    answer = server.client.post(
        f"/api/read?name={SAMPLE.name}", content=SAMPLE.read_bytes(), headers=PNG
    )
    (printed,) = wwfsnap("read", SAMPLE, "--json").lines
    assert answer.json() == printed | {"image": SAMPLE.name}
    fits(contract, "Reading", answer.json())


def test_more_tells_what_a_page_draws_with(server: Served, contract: dict[str, Any]) -> None:
    found = send_form(server, "/api/solve", SAMPLE, more="true", top="1").json()
    fits(contract, "Solution", found)
    more = found["more"]
    assert len(more["rack_boxes"]) == len(found["rack"]) == 7
    assert dict(more["tiles"])["Q"] == 10
    for text in (more["cgp"], more["gcg"]):
        board, rack, _ = read_board(text)
        assert board.lines() == found["board"]
        assert str(rack) == found["rack"]
    laid = sum(sign != "." for row in found["board"] for sign in row)
    assert sum(number for _, number in more["unseen"]) == 104 - laid - 7


def test_corrected_board_is_solved_as_the_picture_was(
    server: Served, contract: dict[str, Any]
) -> None:
    first = send_form(server, "/api/solve", SAMPLE).json()
    sent = {key: first[key] for key in ("board", "rack", "premiums", "game", "language")}
    again = server.client.post("/api/solve", json=sent).json()
    fits(contract, "TypedSolution", again)
    assert again["moves"] == first["moves"]
    assert again["board"] == first["board"]


def test_a_picture_is_read_in_the_light_of_what_is_corrected(
    server: Served, contract: dict[str, Any]
) -> None:
    first = send_form(server, "/api/solve", SAMPLE).json()
    told = send_form(server, "/api/solve", SAMPLE, correct="O8=E,rack 1=Q").json()
    fits(contract, "Solution", told)
    assert told["board"][7] == first["board"][7][:-1] + "E"
    assert told["rack"] == "Q" + first["rack"][1:]
    drawn = server.client.post(
        "/api/solve",
        params={"correct": "rack 1=Q"},
        content=SAMPLE.read_bytes(),
        headers=PNG | {"Accept": "image/png"},
    )
    assert drawn.headers["content-type"] == "image/png"


@pytest.mark.parametrize("ranking", [{"by": "equity", "why": True}, {"by": "win", "seconds": 0.1}])
def test_typed_board_with_counsel(
    server: Served, contract: dict[str, Any], ranking: dict[str, Any]
) -> None:
    sent = {"board": HELLO, "rack": "QUELL?S", "top": 2, "lead": -20, "more": True} | ranking
    found = server.client.post("/api/solve", json=sent).json()
    fits(contract, "TypedSolution", found)
    assert "equity" in found["moves"][0]
    assert found["method"]


def test_the_move_that_is_named_is_drawn(server: Served, contract: dict[str, Any]) -> None:
    def drawn(picture: Path, **wishes: str) -> httpx.Response:
        with picture.open("rb") as file:
            sent = {"files": {"picture": file}, "headers": {"Accept": "image/png"}}
            return server.client.post("/api/solve", data=wishes, **sent)  # type: ignore[arg-type]

    small = FOLDER / "wwf-classic-phone.png"
    for picture, name in ((small, "moves"), (PATHS / "ruzzle-phone.png", "words")):
        first, second, *_ = send_form(server, "/api/solve", picture).json()[name]
        best, same, other = (
            drawn(picture, move=move)
            for move in ("", *(each.get("move", each["word"]) for each in (first, second)))
        )
        assert best.content == same.content != other.content
        assert other.headers["content-type"] == "image/png"
        none = drawn(picture, move="A1 ZZZ").json()
        fits(contract, "Solution" if name == "moves" else "PathSolution", none)


def test_what_stands_in_a_query_goes_with_a_form(server: Served) -> None:
    named = send_form(server, "/api/solve?name=mine.png", SAMPLE).json()
    assert named["image"] == "mine.png"
    twice = send_form(server, "/api/solve?top=1", SAMPLE, top="2")
    assert twice.status_code == 400
    assert "'top'" in twice.json()["error"]["message"]


def test_drawn_picture_is_the_same_size_and_known_as_ours(server: Served) -> None:
    headers = PNG | {"Accept": "image/png"}
    picture = SAMPLE.read_bytes()
    drawn = server.client.post("/api/solve", content=picture, headers=headers)
    assert drawn.headers["content-type"] == "image/png"
    before, after = (
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        for data in (picture, drawn.content)
    )
    assert before is not None
    assert after is not None
    assert after.shape == before.shape
    assert (after != before).any()
    again = server.client.post("/api/solve", content=drawn.content, headers=PNG)
    assert again.status_code == 422
    assert again.json()["error"]["kind"] == "own-picture"


def test_failure_keeps_what_was_read(server: Served, contract: dict[str, Any]) -> None:
    answer = send_form(server, "/api/solve", FOLDER / "crossplay-over.png", more="true")
    found = answer.json()
    assert answer.status_code == 422
    assert found["error"]["kind"] == "no-rack"
    assert len(found["board"]) == 15
    assert found["more"]["rack_boxes"] == []
    fits(contract, "Failure", found)


BOARD = {"board": HELLO, "rack": "QUELL?S"}
REFUSED: list[tuple[str, int, str]] = [
    (json.dumps(BOARD | {"rack": "QUELLLLLLS"}), 422, "rack"),
    (json.dumps(BOARD | {"rack": None}), 422, "usage"),
    (json.dumps(BOARD | {"board": "HELLO"}), 422, "board-text"),
    (json.dumps(BOARD | {"board": ["HE", "LLO"]}), 422, "board-text"),
    (json.dumps(BOARD | {"game": "chess"}), 422, "unknown-game"),
    (json.dumps(BOARD | {"language": "tlh"}), 422, "unknown-game"),
    (json.dumps(BOARD | {"premiums": ["..", ".x"]}), 422, "board-text"),
    (json.dumps(BOARD | {"board": 7}), 400, "bad-request"),
    (json.dumps(BOARD | {"rack": 7}), 400, "bad-request"),
    (json.dumps(BOARD | {"layout": 7}), 400, "bad-request"),
    (json.dumps(BOARD | {"top": -1}), 400, "bad-request"),
    (json.dumps(BOARD | {"top": 1.5}), 400, "bad-request"),
    (json.dumps(BOARD | {"top": True}), 400, "bad-request"),
    (json.dumps(BOARD | {"seconds": 1e9}), 400, "bad-request"),
    (json.dumps(BOARD | {"by": "luck"}), 400, "bad-request"),
    (json.dumps(BOARD | {"why": "perhaps"}), 400, "bad-request"),
    (json.dumps(BOARD | {"game": "../wwf"}), 400, "bad-request"),
    (json.dumps(BOARD | {"words": "/etc/passwd"}), 400, "bad-request"),
    (json.dumps(BOARD | {"theme": "wwf2"}), 400, "bad-request"),
    (json.dumps([BOARD]), 400, "bad-request"),
    ('{"board": "' + "." * 30_000 + '"}', 400, "bad-request"),
    ("[" * 50_000, 400, "bad-request"),
    ("", 400, "bad-request"),
    *[
        (f'{{"board": "{HELLO}", "rack": "AB", "{name}": {value}}}', 400, "bad-request")
        for name in ("top", "seconds", "lead", "letters_left", "why", "more", "rack", "game")
        for value in ("1" * 400, "-" + "1" * 400, "1e400", "NaN", "-Infinity")
    ],
    ('{"board": "A", "\\ud800": 1}', 400, "bad-request"),
    ('{"board": "A", "rack": "\\ud800"}', 400, "bad-request"),
    ('{"board": ["A", "\\udfff"], "rack": "A"}', 400, "bad-request"),
    ('{"board": "A", "layout": "\\ud800"}', 400, "bad-request"),
    ('{"grid": "A\\ud800/BC"}', 400, "bad-request"),
    (json.dumps(BOARD | {"rack": "?" * 100}), 422, "rack"),
    (json.dumps(BOARD | {"rack": "???????"}), 422, "rack"),
    (json.dumps(BOARD | {"rack": "???????", "by": "win", "seconds": 20}), 422, "rack"),
    (json.dumps({"board": ["." * 15] * 15, "rack": "??????"}), 422, "rack"),
    (json.dumps(BOARD | {"premiums": ["." * 15] * 15, "rack": "ABCDEFGH"}), 422, "rack"),
    ("x" * 70_000, 413, "request-too-large"),
]


@pytest.mark.parametrize(("body", "status", "kind"), REFUSED, ids=lambda value: str(value)[:60])
def test_typed_boards_refused(
    server: Served, contract: dict[str, Any], body: str, status: int, kind: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = server.client.post("/api/solve", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
    fits(contract, "Failure", answer.json())


@pytest.mark.parametrize(
    ("path", "headers", "body", "status", "kind"),
    [
        ("/api/solve", PNG, b"", 422, "unreadable-file"),
        ("/api/solve", PNG, b"no picture", 422, "unreadable-file"),
        ("/api/solve", PNG, SAMPLE.read_bytes()[:5000], 422, "unreadable-file"),
        ("/api/solve?theme=nosuch", PNG, SAMPLE.read_bytes(), 422, "theme-missing"),
        ("/api/solve?top=1&top=2", PNG, b"x", 400, "bad-request"),
        ("/api/solve?correct=H8", PNG, b"x", 400, "bad-request"),
        ("/api/solve?correct=P1=E", PNG, SAMPLE.read_bytes(), 422, "correction-unusable"),
        ("/api/solve?colour=red", PNG, b"x", 400, "bad-request"),
        ("/api/solve", {}, b"x", 415, "unsupported-type"),
        ("/api/solve", {"Content-Type": "text/plain"}, b"x", 415, "unsupported-type"),
        ("/api/read", {"Content-Type": "application/json"}, b"{}", 415, "unsupported-type"),
        ("/api/read", FORM, b"x", 400, "bad-request"),
        ("/api/read", {"Content-Type": "multipart/form-data"}, b"x", 400, "bad-request"),
        ("/nowhere", {}, b"", 404, "not-found"),
        ("/healthz", {}, b"", 405, "method-not-allowed"),
    ],
)  # fmt: skip
def test_requests_refused(
    server: Served, path: str, headers: dict[str, str], body: bytes, status: int, kind: str
) -> None:
    answer = server.client.post(path, content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)


@pytest.mark.parametrize(
    "files",
    [
        [("other", ("a.png", b"x"))],
        [("one", (None, b"x"))],
        [("picture", (None, b"x"))],
        [("picture", ("a.png", b"x")), ("picture", ("b.png", b"x"))],
        [("top", (None, b"1")), ("top", (None, b"2")), ("picture", ("a.png", b"x"))],
    ],
)
def test_forms_refused(server: Served, files: Files) -> None:
    answer = server.client.post("/api/solve", files=files)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "bad-request")


@pytest.mark.parametrize("charset", ["undefined", "utf-16", "idna", "rot13", "base64", ""])
@pytest.mark.parametrize("path", ["/api/solve", "/api/read", "/share"])
def test_forms_and_json_are_in_utf_8(server: Served, path: str, charset: str) -> None:
    headers = {"Content-Type": f'multipart/form-data; boundary=x; charset="{charset}"'}
    part = (
        b'--x\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\na\r\n--x--\r\n'
    )
    answer = server.client.post(path, content=part, headers=headers)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (415, "unsupported-type")
    typed = {"Content-Type": f"application/json; charset={charset}"}
    assert server.client.post(path, json=BOARD, headers=typed).status_code == 415
    usual = {"Content-Type": "application/json; charset=UTF-8"}
    assert server.client.post("/api/solve", json=BOARD, headers=usual).status_code == 200


def test_typed_boards_in_other_codings_are_refused(server: Served) -> None:
    for coding in ("utf-16", "utf-32", "latin-1"):
        body = json.dumps(BOARD | {"name": "Ä"}, ensure_ascii=False).encode(coding)
        headers = {"Content-Type": "application/json"}
        answer = server.client.post("/api/solve", content=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "bad-request")


def test_letters_count_what_a_picture_of_unknown_values_shows(
    server: Served, contract: dict[str, Any]
) -> None:
    """Also in a language that the game is not known to have."""
    usual = server.client.post("/api/solve", json=BOARD | {"rack": "AB"}).json()
    assert usual["values"] is None
    sent = BOARD | {"rack": "AB", "values": {"A": 7, "B": 8}}
    found = server.client.post("/api/solve", json=sent).json()
    fits(contract, "TypedSolution", found)
    assert found["values"]["A"] == 7
    assert found["moves"][0]["score"] > usual["moves"][0]["score"] + 9
    for values, kind in ((None, "unknown-game"), ({"A": 7}, "words-missing")):
        french = server.client.post(
            "/api/solve", json=sent | {"game": "wwf", "language": "fr", "values": values}
        )
        assert french.json()["error"]["kind"] == kind
    for wrong in ([1], {"A": "1"}, {"A": -1}, {"A": 100}, {"A": True}, {"A": None}):
        told = server.client.post("/api/solve", json=sent | {"values": wrong})
        assert (told.status_code, told.json()["error"]["kind"]) == (400, "bad-request")


@pytest.mark.parametrize("rack", ["ABCDEFGHIJ", "?" * 10, "???????", "?" * 100, "Æ", "A1"])
def test_racks_are_refused_as_on_the_command_line(
    server: Served, wwfsnap: Console, rack: str
) -> None:
    printed = wwfsnap("moves", HELLO, "--rack", rack)
    assert printed.status == 2
    found = send_form(server, "/api/solve", SAMPLE).json()
    corrected = {key: found[key] for key in ("board", "premiums", "game", "language")}
    for sent in (BOARD, corrected):
        told = server.client.post("/api/solve", json=sent | {"rack": rack})
        assert told.status_code == 422
        assert f"error: {told.json()['error']['message']}" in printed.err


def test_racks_and_boards_of_study(server: Served, contract: dict[str, Any]) -> None:
    rows = ["3" + "." * 14] + ["." * 15] * 14
    sent = {"board": HELLO, "rack": "ABCDEFG????", "premiums": rows, "top": 3, "rack_size": 12}
    found = server.client.post("/api/solve", json=sent).json()
    fits(contract, "TypedSolution", found)
    assert len(found["moves"]) == 3
    assert found["premiums"][0][0] == "t"
    for wrong in ({"top": 0}, {"by": "equity"}, {"rack": "????????????"}, {"rack_size": 8}):
        answer = server.client.post("/api/solve", json=sent | wrong)
        assert (answer.status_code, answer.json()["ok"]) == (422, False)
    assert server.client.post("/api/solve", json=sent | {"rack_size": 13}).status_code == 400
    drawn = sent | {"premiums": [*rows[:-1], "." * 14 + "9"]}
    told = server.client.post("/api/solve", json=drawn).json()["error"]
    assert told["message"] == "line 15, column 15: '9' is not a premium square"


def test_places_of_a_word(server: Served, contract: dict[str, Any]) -> None:
    sent = {"board": "/".join(["15"] * 15), "rack": "CAT", "top": 1}
    found = server.client.post("/api/solve", json=sent).json()
    fits(contract, "TypedSolution", found)
    places = found["moves"][0]["places"]
    assert places
    each = server.client.post("/api/solve", json=sent | {"top": 99, "all_places": True}).json()
    assert {found["moves"][0]["move"], *places} < {move["move"] for move in each["moves"]}


@pytest.mark.parametrize("query", ["theme=wwf2", "name=a.png", "by=luck", "layout=random", "a=b"])
@pytest.mark.parametrize("typed", [BOARD, {"grid": "CATS/OXEE/SRNA"}], ids=["board", "grid"])
def test_wishes_of_others_in_the_query_are_refused(
    server: Served, typed: dict[str, Any], query: str
) -> None:
    answer = server.client.post(f"/api/solve?{query}", json=typed)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "bad-request")


def test_huge_picture_is_refused_before_it_is_decoded(server: Served) -> None:
    width, height = 8_000, 4_300  # more than are taken, less than the command line takes
    header = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\2\0\0\0"
    chunk = b"\0\0\0\r" + header + zlib.crc32(header).to_bytes(4, "big")
    picture = SAMPLE.read_bytes()[:8] + chunk + SAMPLE.read_bytes()[33:]
    answer = server.client.post("/api/solve", content=picture, headers=PNG)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "image-too-large")


def test_upload_never_touches_the_disk(
    server: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file is made")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", refuse)
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    large = tmp_path / "large.png"
    large.write_bytes(SAMPLE.read_bytes() + b"\0" * 5_000_000)
    assert send_form(server, "/api/solve", large).json()["ok"]


def test_games_health_and_contract(server: Served, wwfsnap: Console) -> None:
    assert server.client.get("/api/games").json() == wwfsnap("games", "--json").lines[0]
    assert server.client.get("/healthz").json() == {"ok": True, "version": __version__}
    told = server.client.get("/openapi.json").json()
    assert told["info"]["version"] == __version__
    Draft202012Validator.check_schema(told["components"]["schemas"]["Solution"])


def test_log_tells_nothing_of_pictures(server: Served) -> None:
    before = len(server.log)
    server.client.post("/api/solve?name=secret.png", content=b"private", headers=PNG)
    until = time.monotonic() + PATIENCE
    while "POST /api/solve 422" not in (last := "".join(server.log[before:])):
        assert time.monotonic() < until
        time.sleep(0.01)  # it is written once the answer has gone out
    assert "secret" not in last
    assert "private" not in last


def test_picture_that_kills_or_hangs_stops_nobody_else() -> None:
    limits = Limits(work=8.0)
    pool = Pool(1, limits, Settings(), misbehave)
    with serving(limits=limits, pool=pool) as served:
        bodies = (b"first", b"die", b"second", b"hang", b"third")
        answers = [served.client.post("/api/solve", content=b, headers=PNG) for b in bodies]
    assert [each.status_code for each in answers] == [200, 422, 200, 422, 200]
    assert [answers[n].json()["error"]["kind"] for n in (1, 3)] == ["worker-lost"] * 2
    assert len({answers[n].json()["process"] for n in (0, 2, 4)}) == 3


def test_no_more_wait_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(waiting=0)
    pool = LatePool(1, limits, Settings(), misbehave)
    with serving(limits=limits, pool=pool) as served:
        monkeypatch.setattr(pool, "_most", 0)
        answer = served.client.post("/api/solve", content=b"x", headers=PNG)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (503, "busy")
    assert answer.headers["retry-after"]


def test_more_bytes_than_are_taken() -> None:
    limits = Limits(picture=1000)
    pool = LatePool(1, limits, Settings(), misbehave)
    with serving(limits=limits, pool=pool) as served:
        told = served.client.post("/api/solve", content=b"x" * 2000, headers=PNG)
        untold = served.client.post("/api/solve", content=iter([b"x" * 600] * 2), headers=PNG)
        form = served.client.post("/api/solve", files={"picture": ("a.png", b"x" * 2000)})
        whole = served.client.post("/api/solve", content=b"x" * 1000, headers=PNG)
    assert [each.status_code for each in (told, untold, form, whole)] == [413, 413, 413, 200]


def test_body_that_does_not_come_is_not_waited_for() -> None:
    limits = Limits(upload=0.05)
    pool = LatePool(1, limits, Settings(), misbehave)
    with serving(limits=limits, pool=pool) as served:
        answer = served.client.post("/api/solve", content=_dripping(), headers=PNG)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (408, "request-too-slow")


def _dripping() -> Iterator[bytes]:
    yield b"x"
    time.sleep(1)
    yield b"x"


def test_a_laid_tiles_letter_is_cut_from_one_that_is_played(
    server: Served, contract: dict[str, Any]
) -> None:
    shot = SAMPLE.with_name("wwf2-desktop-tentative.png")
    found = send_form(server, "/api/solve", shot, more="true", top="1").json()
    fits(contract, "Solution", found)
    board, grid, more = found["board"], found["grid"], found["more"]
    seen, faces = more["rack_boxes"], more["face_boxes"]
    assert len(seen) == len(faces)
    other = [after for before, after in zip(seen, faces, strict=True) if before != after]

    def square_of(box: list[float]) -> tuple[int, int]:
        x, y, *_ = box
        across, down = (x - grid["x"]) / grid["cell"], (y - grid["y"]) / grid["cell"]
        return int(down + 0.5), int(across + 0.5)

    squares = [square_of(box) for box in other]
    assert [board[row][column] for row, column in squares] == ["W", "A", "D", "E"]
    laid = {(int(name[1:]) - 1, ord(name[0]) - ord("A")) for name in found["tentative"]}
    assert laid
    assert laid.isdisjoint(squares)
    bare = more["bare_boxes"]
    assert {*found["tentative"]} < bare.keys()
    shown = {square_of(box) for box in bare.values()}
    assert laid.isdisjoint(shown)
    assert {board[row][column] for row, column in shown} == {"."}
    assert more["bare_edges"]
    for (x, y, width, height), box in more["bare_edges"]:
        assert round(x + width) <= 0 or round(y + height) <= 0 or 15 in (round(x), round(y))
        assert box[2:] == pytest.approx([width * grid["cell"], height * grid["cell"]], abs=1)
