"""The network of `vision/tiles/corners.py` trained on tiles that are painted at random.

    python -m tests.benchmarks.fitting_corners FONTS          train, tell how it does on other fonts
    python -m tests.benchmarks.fitting_corners FONTS --write  train on all, store it for the reader

FONTS is the folder of `fitting_network`. It takes JAX (`pip install --group train`), which the
reader does without. Every tenth family takes no part in the training unless the network is stored.
The same fonts give the same tiles, and on the same processor the same network.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, ground_colours, ink_colours
from vision.tiles.corners import (
    CHANNELS,
    HIDDEN,
    NETWORK,
    NOTHING,
    POOLED,
    SIDE,
    STEPS,
    corner_inputs,
    run,
)
from wwfsnap.many.parallel import in_order

from .corner_painting import Strip, paint_strip
from .fitting_network import chosen_files

STRIPS = 10
"""Of each font."""

BARE = 0.25
"""Share of tiles of which another corner, where nothing is printed, is shown too."""

LAYERS = 12, 24, 64, 128
"""Channels of three convolutions, and of what the classes are told by."""

BATCH = 128
EPOCHS = 9
RATE = 3e-3
"""Of Adam, rising in the first steps and falling to nothing with half a cosine."""

RISING = 200
DROPPED = 0.1
SMOOTHED = 0.01
DECAY = 1e-3
"""As of `fitting_network`."""

STEP = 255.0
"""Inputs are kept as bytes, from the least to the most."""

Weights = dict[str, Any]


class Corners(NamedTuple):
    """Corners of tiles of one font.

    Attributes:
        family, name: The font.
        inputs: ``(K, SIDE, SIDE, CHANNELS)`` uint8 of what the network sees.
        prints: ``(K,)`` what is there, as its classes.
    """

    family: str
    name: str
    inputs: NDArray[np.uint8]
    prints: NDArray[np.int64]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("--write", action="store_true", help=f"store it in {NETWORK.name}")
    parser.add_argument("--processes", type=int, help="one a core if not given")
    given = parser.parse_args(arguments)
    files = list(chosen_files(given.fonts))
    every = in_order(partial(paint, files), files, _lost, given.processes, 600.0)
    fonts = [each for each in every if each is not None]
    families = sorted({each.family for each in fonts})
    held = set() if given.write else set(families[::10])
    taken = [each for each in fonts if each.family not in held]
    print(f"{len(fonts)} fonts of {len(families)} families, {len(taken)} to train on", flush=True)
    layers = train(
        np.concatenate([each.inputs for each in taken]),
        np.concatenate([each.prints for each in taken]),
    )
    print("\n".join(table([each for each in fonts if each.family in held] or taken, layers)))
    if given.write:
        np.savez_compressed(
            NETWORK,
            allow_pickle=False,
            **{name: values.astype(np.float16) for name, values in layers.items()},
        )
    return 0


def _lost(_file: Path) -> None:
    """What comes of a font that took too long."""


def paint(others: Sequence[Path], file: Path) -> Corners | None:
    """Corners of tiles in one font; None where it lacks letters or figures."""
    dice = random.Random(file.stem)  # noqa: S311 (the same again, no secret)
    inputs, prints = [], []
    for _ in range(STRIPS):
        strip = paint_strip(file, others, dice)
        if strip is None:
            return None
        inputs.append(_seen(strip, strip.below, strip.left))
        prints.append(strip.prints.astype(np.int64))
        bare = np.flatnonzero(~strip.covered)
        bare = bare[[dice.random() < BARE for _ in bare]]
        below, left = dice.choice(
            [(not strip.below, strip.left), (strip.below, not strip.left),
             (not strip.below, not strip.left)]
        )  # fmt: skip
        inputs.append(_seen(strip, below, left)[bare])
        prints.append(np.full(len(bare), NOTHING, np.int64))
    family = file.stem.partition("_")[0]
    return Corners(family, file.stem, np.concatenate(inputs), np.concatenate(prints))


def _seen(strip: Strip, below: bool, left: bool) -> NDArray[np.uint8]:  # noqa: FBT001
    """A corner of all tiles of a strip."""
    ground = ground_colours(strip.cells)
    ink = ink_colours(strip.cells, ground)
    shown = corner_inputs(strip.cells, ground, ink, below=below, left=left)
    return np.asarray(np.round(STEP * shown), np.uint8)


def train(inputs: NDArray[np.uint8], prints: NDArray[np.int64]) -> dict[str, Floats]:
    """The network that Adam finds from seeded beginnings."""
    import jax
    from jax import numpy as jnp

    chance = np.random.default_rng(0)
    weights = _beginnings(chance)

    def logits(known: Weights, seen: Any, kept: Any) -> Any:  # noqa: ANN401
        for number, step in enumerate(STEPS, 1):
            seen = jax.lax.conv_general_dilated(
                seen, known[f"w{number}"], (step, step), "SAME",
                dimension_numbers=("NHWC", "HWIO", "NHWC"),
            )  # fmt: skip
            seen = jax.nn.relu(seen + known[f"b{number}"])
        sides = seen.shape[1] // POOLED, POOLED
        seen = seen.reshape(len(seen), *sides, *sides, -1).max(axis=(2, 4))
        hidden = seen.reshape(len(seen), -1) * kept
        hidden = jax.nn.relu(hidden @ known["w4"] + known["b4"])
        return hidden @ known["w5"] + known["b5"]

    def loss(known: Weights, seen: Any, truth: Any, kept: Any) -> Any:  # noqa: ANN401
        told = jax.nn.log_softmax(logits(known, seen, kept))
        wanted = jax.nn.one_hot(truth, HIDDEN + 1) * (1 - SMOOTHED) + SMOOTHED / (HIDDEN + 1)
        return -(told * wanted).sum(axis=1).mean()

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def step(state: Any, seen: Any, truth: Any, kept: Any, number: Any, rate: Any) -> Any:  # noqa: ANN401
        known, slow, squares = state
        _, slopes = jax.value_and_grad(loss)(known, seen, truth, kept)
        slow = {n: 0.9 * slow[n] + 0.1 * slopes[n] for n in known}
        squares = {n: 0.999 * squares[n] + 0.001 * slopes[n] ** 2 for n in known}
        known = {
            n: known[n]
            - rate * slow[n] / (1 - 0.9**number)
            / (jnp.sqrt(squares[n] / (1 - 0.999**number)) + 1e-8)
            - rate * DECAY * known[n] * (known[n].ndim > 1)
            for n in known
        }  # fmt: skip
        return known, slow, squares

    nothing = {name: jnp.zeros_like(values) for name, values in weights.items()}
    state: Any = (weights, nothing, nothing)
    steps = EPOCHS * len(inputs) // BATCH
    width = weights["w4"].shape[0]
    order = chance.permutation(len(inputs))
    for number in range(1, steps + 1):
        first = (number - 1) * BATCH % (len(order) - BATCH)
        if first < BATCH:
            order = chance.permutation(len(inputs))
        some = order[first : first + BATCH]
        kept = (chance.random((BATCH, width)) >= DROPPED) / np.float32(1 - DROPPED)
        rate = RATE * min(1.0, number / RISING) * (1 + np.cos(np.pi * number / steps)) / 2
        seen = inputs[some].astype(np.float32) / np.float32(STEP)
        state = step(state, seen, prints[some], kept.astype(np.float32), number, rate)
    shares = np.bincount(prints, minlength=HIDDEN + 1) / len(prints)
    found = {name: np.asarray(values, np.float32) for name, values in state[0].items()}
    return {**found, "shares": np.log(shares).astype(np.float32)}


def _beginnings(chance: np.random.Generator) -> dict[str, Floats]:
    """Weights as wide as what they sum up is many, and offsets of nothing."""
    one, two, three, last = LAYERS
    shapes = {
        "1": (5, 5, CHANNELS, one), "2": (3, 3, one, two), "3": (3, 3, two, three),
        "4": ((SIDE // math.prod(STEPS) // POOLED) ** 2 * three, last), "5": (last, HIDDEN + 1),
    }  # fmt: skip
    found: dict[str, Floats] = {}
    for name, shape in shapes.items():
        wide = np.sqrt(2 / np.prod(shape[:-1]))
        found["w" + name] = chance.normal(0, wide, shape).astype(np.float32)
        found["b" + name] = np.zeros(shape[-1], np.float32)
    return found


def table(fonts: Sequence[Corners], layers: Mapping[str, Floats]) -> Iterator[str]:
    """Shares of corners told, of values taken for nothing, and of nothing taken for a value."""
    yield "| font | corners | right | value as nothing | nothing as value |"
    yield "|---|---:|---:|---:|---:|"
    rows = []
    for font in fonts:
        seen = font.inputs.astype(np.float32) / np.float32(STEP)
        told, own = run(layers, seen).argmax(axis=1), font.prints
        value, bare = own < NOTHING, own == NOTHING
        counts = (
            len(own), (told == own).sum(), value.sum(), (value & (told == NOTHING)).sum(),
            bare.sum(), (bare & (told < NOTHING)).sum(),
        )  # fmt: skip
        rows.append((font.name, np.array(counts)))
    for name, (count, right, values, unseen, nothings, read) in [
        *rows, ("all", sum((each for _, each in rows), np.zeros(6, np.int64))),
    ]:  # fmt: skip
        yield (
            f"| {name} | {count} | {right / count:.1%} | {unseen / max(1, values):.1%} "
            f"| {read / max(1, nothings):.1%} |"
        )


if __name__ == "__main__":
    raise SystemExit(main())
