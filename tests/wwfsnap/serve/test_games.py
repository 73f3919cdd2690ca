"""Games against the program over HTTP: the rules hold, nothing is lost, nothing hidden is told."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from solver.folders import state_folder
from solver.game import Gcg
from tests.shared.console import Console
from tests.shared.serving import Served, fits, serving
from tests.shared.typing_in import Typist
from wwfsnap.play import PROGRAM

# With seed 3 the first rack is ERPDIRN, and the second LTOUKAL.
NEW = {"game": "wwf", "level": "points", "seed": 3}
PIN = [["G8", "P"], ["H8", "I"], ["I8", "N"]]


class Table:
    """Somebody who plays."""

    def __init__(self, tables: Served, **new: object) -> None:
        self.client = tables.client
        self.now = self._good(self.client.post("/api/play", json=NEW | new))

    def _good(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, act: str, **sent: object) -> httpx.Response:
        address = f"/api/play/{self.now['id']}/{act}"
        return self.client.post(address, json={"turn": self.now["turn"]} | sent)

    def do(self, act: str, **sent: object) -> dict[str, Any]:
        found = self._good(self.ask(act, **sent))
        if "board" in found:
            self.now = found
        return found


def test_a_move_is_laid_and_answered(tables: Served, contract: dict[str, Any]) -> None:
    table = Table(tables)
    fits(contract, "PlayState", table.now)
    assert (table.now["rack"], table.now["your_turn"], table.now["turn"]) == ("ERPDIRN", True, 0)
    table.do("lay", tiles=PIN)
    assert table.now["scores"] == [7, 0]
    assert not table.now["your_turn"]
    assert table.now["board"][7][6:9] == "PIN"
    table.do("answer")
    fits(contract, "PlayState", table.now)
    assert table.now["your_turn"]
    assert [line["mine"] for line in table.now["lines"]] == [True, False]
    assert table.now["scores"][1] == table.now["lines"][1]["score"] > 0
    assert table.do("answer")["turn"] == 2  # nothing happens where the program is not on turn


def test_what_the_player_may_not_know_is_not_told(tables: Served) -> None:
    table = Table(tables, first="you")
    table.do("answer")
    record = Gcg.parse((state_folder() / "games" / f"{table.now['id']}.gcg").read_text("utf-8"))
    assert record.players[0] == PROGRAM
    other = dict(zip(record.players, record.racks, strict=True))[PROGRAM]
    assert other
    assert str(other) not in json.dumps(table.now)
    assert sum(number for _, number in table.now["unseen"]) == table.now["bag"] + 7


def test_words_that_may_be_challenged(tables: Served, contract: dict[str, Any]) -> None:
    table = Table(tables, challenge="10")
    assert (table.now["challenge"], table.now["may_challenge"]) == ("10", False)
    pri = [["G8", "P"], ["H8", "R"], ["I8", "I"]]
    tried = table.do("try", tiles=pri)
    assert tried["legal"]
    assert tried["words"] == [["PRI", 6, True]]  # that it is none is not told
    table.do("lay", tiles=pri)
    fits(contract, "PlayState", table.now)
    (line,) = table.now["lines"]
    assert (line["kind"], line["word"], line["score"], line["total"]) == ("withdrawn", "PRI", 0, 0)
    assert (table.now["turn"], table.now["rack"], table.now["your_turn"]) == (1, "ERPDIRN", False)
    theirs = table.do("answer")["scores"][1]
    assert table.now["may_challenge"]
    table.do("challenge")
    fits(contract, "PlayState", table.now)
    line = table.now["lines"][-1]
    assert (line["score"], line["bonus"], line["total"]) == (theirs, 10, theirs + 10)
    assert (table.now["scores"], table.now["turn"]) == ([0, theirs + 10], 2)
    assert not table.now["may_challenge"]
    assert table.ask("challenge").status_code == 422
    review = table.do("review")
    fits(contract, "PlayReview", review)
    assert (len(review["turns"]), review["first"], review["turns"][0]["played"]) == (3, 0, 0)
    assert review["gcg"] is None  # it tells the program's tiles
    assert table.do("undo")["lines"] == []


def test_points_and_words_are_told_while_laying(tables: Served, contract: dict[str, Any]) -> None:
    table = Table(tables)
    good = table.do("try", tiles=PIN)
    fits(contract, "PlayTry", good)
    assert good == {"ok": True, "legal": True, "why": "", "score": 7, "words": [["PIN", 7, True]]}
    bad = table.do("try", tiles=[["G8", "P"], ["H8", "R"], ["I8", "I"]])
    assert (bad["legal"], bad["words"][0][2]) == (False, False)
    assert "PRI is not in the word list" in bad["why"]
    assert table.do("try", tiles=[["A1", "P"], ["C1", "R"]])["score"] is None


def test_a_hint_tells_more_by_and_by(tables: Served, contract: dict[str, Any]) -> None:
    table = Table(tables)
    told = [table.do("hint", step=step)["best"] for step in (1, 2, 3)]
    assert [sorted(each) for each in told] == [
        ["squares"],
        ["letters", "squares"],
        ["letters", "move", "squares"],
    ]
    fits(contract, "PlayHint", {"ok": True, "best": told[2]})
    table.do("lay", tiles=told[2]["move"]["tiles"])
    assert table.now["scores"][0] == told[2]["move"]["score"]


def test_swap_pass_and_undo(tables: Served) -> None:
    table = Table(tables)
    table.do("swap", letters="ER")
    assert table.now["lines"] == [
        {"mine": True, "kind": "swap", "score": 0, "total": 0, "count": 2, "letters": "ER"}
    ]
    table.do("answer")
    table.do("pass")
    table.do("undo")
    table.do("undo")
    assert (table.now["rack"], table.now["turn"], table.now["undo"]) == ("ERPDIRN", 0, False)


@pytest.mark.parametrize(
    ("act", "sent", "message"),
    [
        ("lay", {"tiles": [["G8", "X"], ["H8", "I"]]}, "X is not on the rack ERPDIRN"),
        ("lay", {"tiles": [["A1", "P"], ["B1", "I"], ["C1", "N"]]}, "must cover H8"),
        ("lay", {}, "no tiles"),
        ("swap", {"letters": "X"}, "X is not on the rack"),
        ("swap", {}, "no tiles are given"),
        ("undo", {}, "you have no move to undo"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    tables: Served, contract: dict[str, Any], act: str, sent: dict[str, Any], message: str
) -> None:
    table = Table(tables)
    answer = table.ask(act, **sent)
    assert answer.status_code == 422
    fits(contract, "Failure", answer.json())
    assert message in answer.json()["error"]["message"]
    again = tables.client.get(f"/api/play/{table.now['id']}").json()
    assert again == table.now


@pytest.mark.parametrize(
    ("address", "sent", "status"),
    [
        ("", {"game": "ludo"}, 422),
        ("", {"game": "../x"}, 400),
        ("", {"level": "god"}, 400),
        ("", {"first": ["me"]}, 400),
        ("", {"seed": -1}, 400),
        ("", {"words": "/etc/passwd"}, 400),
        ("", [], 400),
        ("/20200101-000000/lay", {"turn": 0}, 404),
        ("/..%2f..%2fx/lay", {"turn": 0}, 404),
        ("/{id}/dance", {}, 404),
        ("/{id}/lay", {}, 400),
        ("/{id}/lay", {"turn": True}, 400),
        ("/{id}/lay", {"turn": 0, "tiles": [["G8"]]}, 400),
        ("/{id}/lay", {"turn": 0, "tiles": [["8", "A"]]}, 400),
        ("/{id}/lay", {"turn": 0, "tiles": [["Z99", "A"]]}, 422),
        ("/{id}/lay", {"turn": 0, "tiles": [["H8", "\u00df"], ["I8", "1"]]}, 422),
        ("/{id}/lay", {"turn": 7, "tiles": PIN}, 409),
        ("/{id}/hint", {"step": 4}, 400),
        ("/{id}/swap", {"turn": 0, "letters": "1"}, 400),
    ],
)
def test_strange_requests_are_refused(
    tables: Served, address: str, sent: object, status: int
) -> None:
    name = Table(tables).now["id"]
    answer = tables.client.post("/api/play" + address.replace("{id}", name), json=sent)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


def test_the_terminal_goes_on_with_a_game_of_the_page_and_the_other_way_round(
    tables: Served, wwfsnap: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tables)
    table.do("lay", tiles=PIN)
    table.do("answer")
    file = state_folder() / "games" / f"{table.now['id']}.gcg"
    run = Typist(monkeypatch, wwfsnap)("--resume", file, types=["pass"])
    assert f"your rack: {table.now['rack']}" in run.out
    kept = sorted(file.parent.glob("*.gcg"))
    games = tables.client.get("/api/play").json()
    assert {each["id"] for each in games} <= {each.stem for each in kept}
    newer = next(
        each["id"] for each in games if each["id"] != table.now["id"] and each["scores"][0] == 7
    )
    again = tables.client.get(f"/api/play/{newer}").json()
    assert (again["turn"], again["lines"][2]["kind"]) == (4, "pass")


def test_a_game_is_played_to_its_end_and_reviewed(tables: Served, contract: dict[str, Any]) -> None:
    table = Table(tables, layout="solo", level="easy")
    while not table.now["over"]:
        if table.now["your_turn"]:
            best = table.do("hint", step=3)["best"]
            if best:
                table.do("lay", tiles=best["move"]["tiles"])
            else:
                table.do("pass")
        else:
            table.do("answer")
    assert table.ask("lay", tiles=PIN).status_code == 422
    found = table.do("review")
    fits(contract, "PlayReview", found)
    behind = [turn["behind"] for turn in found["turns"] if "behind" in turn]
    assert behind
    assert set(behind) == {0}  # each of his moves was the best
    mine, theirs = table.now["scores"]
    assert found["turns"][-1]["chance"] == float(mine > theirs)
    read = Gcg.parse(found["gcg"], size=11)
    assert read.settled
    (game,) = [
        each for each in tables.client.get("/api/play").json() if each["id"] == table.now["id"]
    ]
    assert game["over"]
    assert game["scores"] == table.now["scores"]


def test_games_of_other_kinds_are_not_listed(tables: Served) -> None:
    folder = state_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    note = "#note wwfsnap play: game wwf, layout standard, language en"
    for number, text in enumerate(
        [
            "",
            "\udcff",
            f"{note}\n",
            f"{note}, seed 3, level easy, own tiles\n",
        ]
    ):
        (folder / f"20200101-00000{number}.gcg").write_bytes(
            text.encode("utf-8", "surrogateescape")
        )
    assert not [
        each for each in tables.client.get("/api/play").json() if each["id"].startswith("2020")
    ]
    refused = tables.client.get("/api/play/20200101-000003")
    assert refused.status_code == 422


def test_without_the_key_there_is_no_table() -> None:
    with serving(key="secret") as served:
        for page in ("/play", "/analysis"):
            locked = served.client.get(page)
            assert locked.status_code == 401
            assert "text/html" in locked.headers["content-type"]
        assert served.client.get("/api/play").status_code == 401
        assert served.client.post("/api/play", json=NEW).status_code == 401
        foreign = {"Authorization": "Bearer secret", "Origin": "http://elsewhere.example"}
        assert served.client.post("/api/play", json=NEW, headers=foreign).status_code == 403


def test_squares_and_tiles_of_a_game_are_told(tables: Served, contract: dict[str, Any]) -> None:
    board = tables.client.get("/api/boards?game=wwf&layout=solo").json()
    fits(contract, "Board", board)
    assert len(board["premiums"]) == 11
    assert dict(board["tiles"])["Q"] == 10
    twice = "game=wwf&game=wordfeud"
    for query in ("game=ludo", "layout=none", "language=tlh", "game=..%2f", "foo=1", twice):
        assert tables.client.get(f"/api/boards?{query}").status_code == 400


POSITION = {
    "board": "15/15/15/15/15/15/15/3PRIEND6/15/15/15/15/15/15/15",
    "rack": "SFLOWAR",
    "scores": [12, 14],
}


@pytest.mark.parametrize("first", ["me", "you"])
def test_a_game_begins_at_a_position(tables: Served, contract: dict[str, Any], first: str) -> None:
    table = Table(tables, **POSITION, first=first)
    fits(contract, "PlayState", table.now)
    assert sorted(table.now["rack"]) == sorted("SFLOWAR")
    assert (table.now["scores"], table.now["begun"], table.now["bag"]) == ([12, 14], 2, 84)
    assert table.now["your_turn"] == (first == "me")
    assert not table.now["undo"]
    table.do("answer")
    airflows = [[f"F{row}", tile] for row, tile in zip((7, *range(9, 15)), "ARFLOWS", strict=True)]
    if first == "me":
        table.do("lay", tiles=airflows)
        assert table.now["scores"] == [12 + 81, 14]
        table.do("answer")
        assert table.do("review")["first"] == 2
        assert table.do("undo")["scores"] == [12, 14]  # the same tiles again after a start anew
    assert sorted(table.now["rack"]) == sorted("SFLOWAR")
    assert table.do("hint", step=3)["best"]["move"]["score"] > 20


def test_a_game_goes_on_with_the_values_that_a_picture_showed(tables: Served) -> None:
    values = {"A": 7, "E": 3}
    begun = Table(tables, **POSITION | {"values": values})
    assert values.items() <= dict(begun.now["tiles"]).items()
    begun.do("pass")  # from its record
    assert values.items() <= dict(begun.now["tiles"]).items()


def test_a_position_of_a_layout_is_called_by_its_name(tables: Served) -> None:
    usual = Table(tables).now
    for premiums, name in ((usual["premiums"], "standard"), (["." * 15] * 15, "random")):
        now = Table(tables, **POSITION | {"premiums": premiums}).now
        assert (now["layout"], now["premiums"]) == (name, premiums)


@pytest.mark.parametrize(
    ("wrong", "status", "kind"),
    [
        ({"rack": "QQQ"}, 422, "rack"),
        ({"rack": "ABCDEFGHI"}, 422, "rack"),
        ({"rack": 7}, 400, "bad-request"),
        ({"board": ""}, 400, "bad-request"),
        ({"board": None}, 400, "bad-request"),
        ({"scores": [1]}, 400, "bad-request"),
        ({"scores": [1, "2"]}, 400, "bad-request"),
        ({"premiums": ["xx", "xx"]}, 422, "board-text"),
    ],
)
def test_positions_that_cannot_be(
    tables: Served, wrong: dict[str, object], status: int, kind: str
) -> None:
    answer = tables.client.post("/api/play", json=NEW | POSITION | wrong)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
