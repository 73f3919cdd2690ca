"""The words of grids of path games, beside a plain search of a marisa trie: `make bench`.

usage: python -m tests.benchmarks.path_words [--grids N] [--rounds N]

Random grids, each with a seed of its own. The plain search is the one that the README of
pettarin/elzzur describes: breadth first, from each tile to its neighbours, as long as some word
begins with the letters. Both answer every grid in turn, round after round in the same process,
and processor time counts, so that the ratios hold on a busy machine. The list is ready before.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable
from statistics import median

import marisa_trie

from solver.paths import PathGrid, find_words, load_path_game, random_grid
from solver.words import default_lexicon

SIDES = (4, 6, 8, 10, 12)
Answer = Callable[[PathGrid], dict[str, int]]


def plain_answer(trie: marisa_trie.Trie, values: dict[str, int], bonus: tuple[int, ...]) -> Answer:
    """The points of each word, by going from tile to tile."""
    times = {"DL": (2, 1), "TL": (3, 1), "DW": (1, 2), "TW": (1, 3)}

    def answer(grid: PathGrid) -> dict[str, int]:
        tiles = {
            (row, column): tile
            for row, line in enumerate(grid.rows)
            for column, tile in enumerate(line)
            if tile is not None
        }
        best: dict[str, int] = {}
        for start in tiles:
            waiting: deque[tuple[tuple[int, int], ...]] = deque([(start,)])
            while waiting:
                path = waiting.popleft()
                word = "".join(tiles[place].text for place in path)
                if len(word) > 1 and word in trie:
                    letters, factor = 0, 1
                    for place in path:
                        one, all_ = times.get(tiles[place].multiplier, (1, 1))
                        letters += values[tiles[place].text] * one
                        factor *= all_
                    more = bonus[min(len(word), len(bonus) - 1)]
                    best[word] = max(best.get(word, 0), letters * factor + more)
                if next(trie.iterkeys(word), None) is not None:
                    row, column = path[-1]
                    for there in (
                        (row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)
                    ):
                        if there in tiles and there not in path:
                            waiting.append((*path, there))
        return best

    return answer


def measure(grids: list[PathGrid], answers: list[Answer], rounds: int) -> list[list[float]]:
    """Milliseconds of processor time for each grid, the least of the rounds, by who answers."""
    took = [[float("inf")] * len(grids) for _ in answers]
    for _ in range(rounds):
        for number, grid in enumerate(grids):
            told = []
            for who, answer in enumerate(answers):
                start = time.process_time()
                told.append(answer(grid))
                took[who][number] = min(took[who][number], 1e3 * (time.process_time() - start))
            if any(each != told[0] for each in told):
                raise SystemExit(f"they differ: {grid}")
    return took


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--grids", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    game, lexicon = load_path_game("ruzzle"), default_lexicon("en")
    bonus = tuple(game.lengths.points(length, 0) for length in range(10))
    plain = plain_answer(marisa_trie.Trie(lexicon), dict(game.values("en")), bonus)

    def ours(grid: PathGrid) -> dict[str, int]:
        return {each.word: each.points for each in find_words(grid, game, lexicon, "en")}

    ours(game.demos["en"])  # the graph of the list is loaded by that
    print("| grid | words | ms, median | ms, most | plain search | times as fast |")
    print("|---|---:|---:|---:|---:|---:|")
    for side in SIDES:
        grids = [
            random_grid(game, "en", seed, rows=side, columns=side) for seed in range(args.grids)
        ]
        took, beside = measure(grids, [ours, plain], args.rounds)
        words = median(len(ours(grid)) for grid in grids)
        print(
            f"| {side}x{side} | {words:.0f} | {median(took):.1f} | {max(took):.1f} "
            f"| {median(beside):.1f} | {median(beside) / median(took):.1f} |"
        )


if __name__ == "__main__":
    main()
