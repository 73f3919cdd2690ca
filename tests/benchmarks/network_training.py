"""Networks of `vision/tiles/network.py` trained on tiles that are painted at random.

What both have in common; `fitting_letters` and `fitting_corners` are the commands. They take JAX
(`pip install --group train`), which the reader does without. The same fonts give the same tiles,
and on the same processor the same network.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles.ink import CHANNELS
from vision.tiles.network import NETWORKS, POOLED, load_network
from wwfsnap.many.parallel import in_order

PACKAGES = Path(__file__).with_name("network_fonts.txt")
CUTS = 4
"""Most fonts of a family."""

BATCH = 128
RATE = 3e-3
"""Of Adam, rising in the first steps and falling to nothing with half a cosine."""

RISING = 200
DROPPED = 0.1
"""Share of hidden units left out in each step."""

SMOOTHED = 0.01
"""Share of the truth that is spread over all classes: no shape is proof."""

DECAY = 1e-3
"""Of the weights in each step, as a share of the rate."""

STEP = 255.0
"""Inputs are kept as bytes, from the least to the most."""

Weights = dict[str, Any]


class Sizes(NamedTuple):
    """The size of a network, and how long it is trained.

    Attributes:
        side: Pixels of what it sees.
        steps: Of its filters, as of `run_network`.
        layers: Channels of the three layers of filters, and of what the classes are told by.
        classes: How many it tells apart.
        epochs: How often it sees each tile.
    """

    side: int
    steps: tuple[int, int, int]
    layers: tuple[int, int, int, int]
    classes: int
    epochs: int


class Painted(NamedTuple):
    """What the tiles of one font show.

    Attributes:
        name: The font.
        inputs: ``(K, side, side, CHANNELS)`` uint8 of what the network sees.
        truths: ``(K,)`` its classes.
    """

    name: str
    inputs: NDArray[np.uint8]
    truths: NDArray[np.int64]

    @property
    def family(self) -> str:
        return self.name.partition("_")[0]


Paint = Callable[[Sequence[Path], Path], Painted | None]
Table = Callable[[Sequence[Painted], dict[str, Floats]], Iterator[str]]


def fit(
    about: str | None, paint: Paint, sizes: Sizes, table: Table, store: str,
    arguments: Sequence[str] | None = None,
) -> int:  # fmt: skip
    """The command that trains a network.

    Args:
        about: What it says about itself.
        paint: All fonts and one of them in; what its tiles show out.
        sizes: Of the network.
        table: How well some fonts are told.
        store: The network's file.
        arguments: None = those of the process.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("--write", action="store_true", help=f"store it in {store}")
    parser.add_argument("--further", action="store_true", help="begin with the stored network")
    parser.add_argument("--epochs", type=int, default=sizes.epochs, help="how often it sees all")
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
        np.concatenate([each.truths for each in taken]),
        sizes._replace(epochs=given.epochs),
        load_network(store) if given.further else None,
    )
    print("\n".join(table([each for each in fonts if each.family in held] or taken, layers)))
    if given.write:
        small = {name: values.astype(np.float16) for name, values in layers.items()}
        np.savez(NETWORKS / store, allow_pickle=False, **small)
    return 0


def _lost(_file: Path) -> None:
    """What comes of a font that took too long."""


def chosen_files(folder: Path) -> Iterator[Path]:
    """The upright fonts of the packages, of each family the lightest, the boldest and between."""
    for line in PACKAGES.read_text(encoding="utf-8").split():
        package = line.partition("@")[0]
        cuts = sorted(
            (path for path in (folder / package).rglob("*.ttf") if "Italic" not in path.stem),
            key=lambda path: path.stem.partition("_")[2],
        )
        if not cuts:
            raise SystemExit(f"{folder / package}: no fonts; npm pack @expo-google-fonts/{line}")
        steps = np.linspace(0, len(cuts) - 1, min(CUTS, len(cuts))).round().astype(int)
        yield from (cuts[n] for n in steps.tolist())


def as_bytes(inputs: Floats) -> NDArray[np.uint8]:
    """Inputs as they are kept."""
    return np.asarray(np.round(STEP * inputs), np.uint8)


def as_inputs(kept: NDArray[np.uint8]) -> Floats:
    """Inputs as the network takes them."""
    return kept.astype(np.float32) / np.float32(STEP)


def train(
    inputs: NDArray[np.uint8],
    truths: NDArray[np.int64],
    sizes: Sizes,
    begun: Mapping[str, Floats] | None = None,
) -> dict[str, Floats]:
    """The network that Adam finds from seeded beginnings, and the log-shares of its classes.

    Args:
        inputs, truths: Of all tiles.
        sizes: Of the network.
        begun: A network to begin with, which is changed at half the rate.
    """
    import jax
    from jax import numpy as jnp

    chance = np.random.default_rng(0)
    weights = _beginnings(chance, sizes)
    if begun is not None:
        weights = {name: begun[name] for name in weights}
    fastest = RATE if begun is None else RATE / 2
    count = sizes.classes

    def logits(known: Weights, seen: Any, kept: Any) -> Any:  # noqa: ANN401
        for number, step in enumerate(sizes.steps, 1):
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
        wanted = jax.nn.one_hot(truth, count) * (1 - SMOOTHED) + SMOOTHED / count
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
    steps = sizes.epochs * len(inputs) // BATCH
    width = weights["w4"].shape[0]
    order = chance.permutation(len(inputs))
    for number in range(1, steps + 1):
        first = (number - 1) * BATCH % (len(order) - BATCH)
        if first < BATCH:
            order = chance.permutation(len(inputs))
        some = order[first : first + BATCH]
        kept = (chance.random((BATCH, width)) >= DROPPED) / np.float32(1 - DROPPED)
        rate = fastest * min(1.0, number / RISING) * (1 + np.cos(np.pi * number / steps)) / 2
        seen = as_inputs(inputs[some])
        state = step(state, seen, truths[some], kept.astype(np.float32), number, rate)
    shares = np.bincount(truths, minlength=count) / len(truths)
    found = {name: np.asarray(values, np.float32) for name, values in state[0].items()}
    return {**found, "shares": np.log(shares).astype(np.float32)}


def _beginnings(chance: np.random.Generator, sizes: Sizes) -> dict[str, Floats]:
    """Weights as wide as what they sum up is many, and offsets of nothing."""
    one, two, three, last = sizes.layers
    left = (sizes.side // math.prod(sizes.steps) // POOLED) ** 2
    shapes = {
        "1": (5, 5, CHANNELS, one), "2": (3, 3, one, two), "3": (3, 3, two, three),
        "4": (left * three, last), "5": (last, sizes.classes),
    }  # fmt: skip
    found: dict[str, Floats] = {}
    for name, shape in shapes.items():
        wide = np.sqrt(2 / np.prod(shape[:-1]))
        found["w" + name] = chance.normal(0, wide, shape).astype(np.float32)
        found["b" + name] = np.zeros(shape[-1], np.float32)
    return found
