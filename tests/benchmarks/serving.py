"""Serving: many clients at once, malformed uploads, the contract put to the test, waiting.

``python -m tests.benchmarks.serving load|malformed|contract|page``; the server is a process of its
own, as ``wwfsnap serve`` starts it. ``contract`` needs schemathesis, which is not among the
developers' packages; ``page`` drives Chromium, and tells how long a player waits.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from threading import Event
from typing import TYPE_CHECKING

import httpx

from sample_screens.truth import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
PICTURES = ("wwf2-phone-two-colours", "crossplay-empty", "wordfeud-light", "wwf2-11x11-solo")
SMALL = (FOLDER / "wwf2-11x11-solo.png").read_bytes()
BOARD = b'{"board": "15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15", "rack": "QUELL?S"}'
PNG = {"Content-Type": "image/png"}
PATIENCE = 300.0


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port; its address."""
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http://\S+?:\d+", process.stderr.readline())
        assert found is not None
        with ThreadPoolExecutor(1) as drain:
            drain.submit(process.stderr.read)
            try:
                yield found[0]
            finally:
                process.terminate()


def load(url: str, clients: int, seconds: float, silent: int) -> None:
    """One client alone, then so many at once; each sends on as soon as it is answered.

    Args:
        url: The server's address.
        clients: How many at once.
        seconds: How long each of the two goes on.
        silent: Connections beside them: half of them say nothing, half of them half a request.
    """
    bodies = [(FOLDER / f"{name}.png").read_bytes() for name in PICTURES]
    with httpx.Client(base_url=url, timeout=PATIENCE) as first:
        for body in bodies:
            first.post("/api/solve", content=body, headers=PNG)
    print("| clients | answers | a second | p50, s | p99, s | statuses |")
    print("|---:|---:|---:|---:|---:|---|")
    for number in (1, clients):
        with _crowd(url, silent):
            times, statuses = _rush(url, bodies, number, seconds)
        cuts = quantiles(times, n=100)
        told = ", ".join(f"{status}: {count}" for status, count in statuses.items())
        rate = len(times) / seconds
        print(
            f"| {number} | {len(times)} | {rate:.1f} | {cuts[49]:.2f} | {cuts[98]:.2f} | {told} |"
        )


@contextmanager
def _crowd(url: str, number: int) -> Iterator[None]:
    """Connections that hold their places and come again as soon as they have lost them."""
    address, leave = httpx.URL(url), Event()

    def hold(said: bytes) -> None:
        while not leave.is_set():
            with (
                suppress(OSError),
                socket.create_connection((address.host, address.port or 0)) as one,
            ):
                one.settimeout(0.5)
                one.sendall(said)
                while not leave.is_set():
                    with suppress(TimeoutError):
                        if not one.recv(1):
                            break
            leave.wait(0.1)

    with ThreadPoolExecutor(max(1, number)) as pool:
        for each in range(number):
            pool.submit(hold, (b"", b"GET / HTTP/1.1\r\nHost: local")[each % 2])
        try:
            yield
        finally:
            leave.set()


def _rush(
    url: str, bodies: list[bytes], clients: int, seconds: float
) -> tuple[list[float], Counter[int | str]]:
    """Seconds each answer took, and how they ended."""
    times: list[float] = []
    statuses: Counter[int | str] = Counter()
    until = time.monotonic() + seconds

    def client(number: int) -> None:
        with httpx.Client(base_url=url, timeout=PATIENCE) as session:
            while time.monotonic() < until:
                number += 1
                started = time.monotonic()
                try:
                    body = bodies[number % len(bodies)]
                    answer = session.post("/api/solve", content=body, headers=PNG)
                    statuses[answer.status_code] += 1
                except httpx.HTTPError as fault:
                    statuses[type(fault).__name__] += 1
                times.append(time.monotonic() - started)

    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(client, range(clients)))
    return times, statuses


def malformed(url: str, number: int, seed: int) -> None:
    """Uploads that are broken in many ways; none may be answered by 5xx."""
    chance = random.Random(seed)  # noqa: S311 - the same uploads each time
    kinds: dict[str, Callable[[random.Random], httpx.Request]] = {
        "picture cut short": lambda dice: _picture(url, SMALL[: dice.randrange(len(SMALL))]),
        "bytes changed": lambda dice: _picture(url, _changed(dice, SMALL, dice.randrange(1, 50))),
        "header changed": lambda dice: _picture(url, _changed(dice, SMALL[:60], 4) + SMALL[60:]),
        "noise": lambda dice: _picture(url, dice.randbytes(dice.randrange(3000))),
        "noise after a signature": lambda dice: _picture(url, SMALL[:8] + dice.randbytes(500)),
        "form changed": lambda dice: _broken_form(url, dice),
        "json changed": lambda dice: _json(url, _changed(dice, BOARD, dice.randrange(1, 6))),
        "strange wishes": lambda dice: _wishes(url, dice),
    }
    table: dict[str, Counter[int]] = {kind: Counter() for kind in kinds}
    with httpx.Client(base_url=url, timeout=PATIENCE) as session:
        for _ in range(number):
            kind = chance.choice(list(kinds))
            table[kind][session.send(kinds[kind](chance)).status_code] += 1
        assert session.get("/healthz").json()["ok"]
    print("| what is wrong | uploads | statuses |\n|---|---:|---|")
    for kind, statuses in table.items():
        told = ", ".join(f"{status}: {times}" for status, times in sorted(statuses.items()))
        print(f"| {kind} | {statuses.total()} | {told} |")
    worst = sum(
        times for found in table.values() for status, times in found.items() if status > 499
    )
    print(f"\n{number} uploads, {worst} answered by 5xx")


def contract(url: str, seed: int) -> int:
    """Schemathesis on the OpenAPI document."""
    config = Path(__file__).with_name("schemathesis.toml")
    command = ["schemathesis", "--config-file", str(config), "run", f"{url}/openapi.json"]
    return subprocess.run([*command, "--seed", str(seed), "-n", "200"], check=False).returncode


def _picture(url: str, data: bytes) -> httpx.Request:
    return httpx.Request("POST", f"{url}/api/solve", content=data, headers=PNG)


def _json(url: str, data: bytes) -> httpx.Request:
    headers = {"Content-Type": "application/json"}
    return httpx.Request("POST", f"{url}/api/solve", content=data, headers=headers)


def _wishes(url: str, dice: random.Random) -> httpx.Request:
    names = ["top", "by", "seconds", "game", "language", "theme", "why", "more", "name", "strange"]
    values = ["", "0", "-1", "1e999", "nan", "../..", "\x00", "ß" * 50, "true", "en", "none", "[]"]
    query = {dice.choice(names): dice.choice(values) for _ in range(dice.randrange(1, 4))}
    address = f"{url}/api/read"
    return httpx.Request("POST", address, params=query, content=SMALL[:200], headers=PNG)


def _broken_form(url: str, dice: random.Random) -> httpx.Request:
    request = httpx.Request(
        "POST",
        f"{url}/api/solve",
        data={"top": "3"},
        files={"picture": ("shot.png", SMALL[:2000])},
    )
    body = _changed(dice, request.read(), dice.randrange(1, 40))
    headers = {"Content-Type": request.headers["content-type"]}
    return httpx.Request("POST", request.url, content=body, headers=headers)


def _changed(dice: random.Random, data: bytes, times: int) -> bytes:
    changed = bytearray(data)
    for _ in range(times):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def page(url: str, rounds: int) -> None:
    """What a player waits for: a picture's move, a corrected answer, the program's turns.

    Args:
        url: The server's address.
        rounds: How often each.
    """
    from tests.shared.pages import PHONE, chromium

    with chromium() as browser:
        view = browser.new_context(**PHONE, locale="en-GB").new_page()
        view.goto(url)
        view.wait_for_selector("html[data-ready]")
        pictures = [FOLDER / f"{name}.png" for name in PICTURES]
        view.set_input_files("#file", pictures[0])
        chosen = []
        for number in range(rounds):
            since = time.monotonic()
            view.set_input_files("#file", pictures[number % len(pictures)])
            view.wait_for_selector("#best .word")
            view.wait_for_selector("#stage[aria-busy=false]")
            chosen.append(time.monotonic() - since)
        tell("picture chosen to move drawn", chosen)
        corrected = []
        for number in range(rounds):
            since = time.monotonic()
            with view.expect_response("**/api/solve"):
                view.press("[data-square=A1]", "AB"[number % 2])
            view.wait_for_selector("#stage[aria-busy=false]")
            corrected.append(time.monotonic() - since)
        tell("tile corrected to move drawn", corrected)
        for level in ("easy", "points", "equity", "win"):
            tell(f"the program's turn, {level}", turns(view, url, level, max(2, rounds // 20)))


def turns(view: Page, url: str, level: str, games: int) -> list[float]:
    """How long the program's first turns take, as the page sees them."""
    took = []
    for seed in range(games):
        new = {"level": level, "seed": seed}
        game = httpx.post(f"{url}/api/play", json=new, timeout=PATIENCE).json()
        view.goto("about:blank")
        view.goto(f"{url}/play#{game['id']}")
        for _ in range(5):
            view.wait_for_selector("#mine.on")
            for _ in range(3):
                view.click("#do-hint:enabled")
            view.wait_for_selector("#lay:enabled")
            lines = view.locator("#score-sheet li").count()
            with view.expect_response("**/lay"):
                view.click("#lay")
            since = time.monotonic()
            view.wait_for_selector(f"#score-sheet li:nth-child({lines + 2})")
            took.append(time.monotonic() - since)
    return took


def tell(what: str, times: list[float]) -> None:
    """A line about some times."""
    cuts = quantiles(times, n=100, method="inclusive")
    print(f"| {what} | {len(times)} | {cuts[49]:.2f} | {cuts[98]:.2f} |")


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["load", "malformed", "contract", "page"])
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--silent", type=int, default=0, help="connections that say nothing")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5)
    wanted = parser.parse_args()
    with server() as url:
        if wanted.what == "load":
            load(url, wanted.clients, wanted.seconds, wanted.silent)
        elif wanted.what == "malformed":
            malformed(url, wanted.number, wanted.seed)
        elif wanted.what == "page":
            page(url, min(wanted.number, 100))
        else:
            return contract(url, wanted.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
