# ruff: noqa: T201 - a program that says what it makes
"""Make a table of `solver/data/leaves` from the program's own games.

usage: python -m solver.training GAME [--language CODE] [--seed N] [--games N ...] [--work FOLDER]
                                 [--processes N]

The first --games are played with the values of `solver.strategy.leaves.formula`, the next with
those the first gave, and so on. What each hundred games gave is kept in the work folder, so that a
run that was stopped goes on where it was; the same seed and games give the same table. Beside the
figures the table says how it was made.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from solver.files import write_whole
from solver.folders import cache_folder
from solver.game import Game, load_game
from solver.movegen import graph_for
from solver.strategy import Leaves, formula, from_record, table_path
from solver.training.fit import Table, fit
from solver.training.gather import Samples, gather_named
from solver.words import default_lexicon

START = {"blank": 0.5, "constant": 0.5, "value": -0.2, "twin": -2.0}
"""Figures for `solver.strategy.leaves.formula` in the first games. They were guessed before any
training, and are kept so that the tables can be made again."""
CHUNK = 100
"""Games in one file of the work folder."""


def main() -> None:
    """Train, or go on training."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--language")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, nargs="+", default=[4000, 12000])
    parser.add_argument("--work", type=Path)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    game = load_game(args.game, language=args.language)
    work = args.work or cache_folder() / "training" / f"{game.name}-{game.language}-{args.seed}"
    started, leaves, racks, table = time.monotonic(), formula(game, START), 0, None
    for generation, games in enumerate(args.games):
        samples = _samples(game, leaves, args, work, generation, games)
        racks += samples.equities.size
        table = fit(samples, game)
        leaves = from_record(table["points"], table["factors"], game.alphabet)
        print(f"generation {generation}: {games} games, {samples.equities.size} racks")
    if table is not None:
        _write(game, table, args, racks, round(time.monotonic() - started))


def _samples(
    game: Game, leaves: Leaves, args: argparse.Namespace, work: Path, generation: int, games: int
) -> Samples:
    """The samples of a generation of games: from the work folder, or played now."""
    work.mkdir(parents=True, exist_ok=True)
    first = args.seed * 10**8 + generation * 10**7
    jobs = {
        work / f"{generation}-{start}.npz": range(first + start, first + min(start + CHUNK, games))
        for start in range(0, games, CHUNK)
    }
    missing = {path: seeds for path, seeds in jobs.items() if not path.exists()}
    graph_for(game, default_lexicon(game.language))  # cached for the workers
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        work_on = partial(gather_named, game.name, game.language, leaves)
        for path, samples in zip(missing, pool.map(work_on, missing.values()), strict=True):
            page = BytesIO()
            np.savez_compressed(page, **asdict(samples))
            write_whole(path, page.getvalue())
            print(f"  {path.stem}", flush=True)
    parts: list[dict[str, np.ndarray]] = []
    for path in jobs:
        with np.load(path) as stored:
            parts.append({name: stored[name] for name in stored.files})
    return Samples(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def _write(game: Game, table: Table, args: argparse.Namespace, racks: int, seconds: int) -> None:
    """Write the table, a leave per line for readable diffs, after a record of how it was made."""
    figures = json.dumps(table, sort_keys=True).encode()
    lexicon = default_lexicon(game.language)
    command = f"python -m solver.training {game.name} --language {game.language}"
    record = {
        "game": game.name,
        "language": game.language,
        "training": {
            "command": f"{command} --seed {args.seed} --games {' '.join(map(str, args.games))}",
            "seed": args.seed,
            "games": args.games,
            "racks": racks,
            "words": lexicon.identity,
            "date": dt.datetime.now(dt.UTC).date().isoformat(),
            "seconds": seconds,
            "processes": args.processes,
            "sha256": hashlib.sha256(figures).hexdigest(),
            "sha256_of": "the figures below as JSON with sorted keys",
        },
        **table,
    }
    path = table_path(game.name, game.language)
    write_whole(path, _lines(record).encode())
    print(f"written: {path.name}, {path.stat().st_size} bytes")


def _lines(record: dict[str, object]) -> str:
    """JSON with one entry of each table per line."""
    parts = []
    for key, value in record.items():
        if isinstance(value, dict) and key != "training":
            inner = [
                f" {json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in value.items()
            ]
            parts.append(f"{json.dumps(key)}: {{\n" + ",\n".join(inner) + "\n}")
        elif isinstance(value, list):
            parts.append(f"{json.dumps(key)}: [\n " + ",\n ".join(map(json.dumps, value)) + "\n]")
        else:
            indent = 1 if key == "training" else None
            parts.append(
                f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False, indent=indent)}"
            )
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
