"""The network of `vision/tiles/network.py` trained on the letters of open fonts.

    python -m tests.benchmarks.fitting_network FONTS          train, tell how it does on other fonts
    python -m tests.benchmarks.fitting_network FONTS --write  train on all, store it for the reader

FONTS is a folder with the unpacked npm packages of `network_fonts.txt`. Letters are painted on
tiles of many sizes and colours, blurred and compressed, and found as the reader finds them. Every
tenth family takes no part in the training unless the network is stored. The same fonts give the
same network.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.imaging import Floats
from vision.tiles import CELL, Mark, compare, find_marks, generic_bank, separate_ink, shapes_of
from vision.tiles.glyphs import SAMPLE, nearest_fonts
from vision.tiles.match import SURE
from vision.tiles.network import LETTERS, NETWORK, Layers, network_inputs, plain, run
from wwfsnap.many.parallel import in_order

ATTACHED = "ŁĐĄĘÇŞ"
"""Letters of other languages whose sign is a part of them."""

PRINTED = LETTERS + ATTACHED + "ÄÖÜÅÑÉÈÓÚŚŻŹĆŃČŠŽĞ"
"""All that is painted; a sign above a letter is a part of it where it runs into it."""

NO_LETTER = "\ufffe"
"""What no font has: it shows what a font draws for a letter that it lacks."""

TALLER = 2
"""Pixels of a cell by which a letter is higher then."""

PACKAGES = Path(__file__).with_name("network_fonts.txt")
CUTS = 4
"""Most fonts of a family."""

STRIPS = 20
"""Sizes and colours in which each font is painted."""

SIDES = 14.0, 100.0
"""Pixels of a tile."""

HEIGHTS = 0.42, 0.68
"""Height of a capital as a share of the tile."""

NUMBERED = 0.4
"""Share of these in which tiles have a numeral, which touches some letters."""

FIGURES = 0.3, 0.48
"""Its height, as a share of a capital's."""

HIDDEN_LAYER = 192
BATCH = 512
EPOCHS = 16
RATE = 2e-3
"""Of Adam, falling to nothing with half a cosine."""

DROPPED = 0.2
"""Share of hidden units left out in each step."""

SMOOTHED = 0.01
"""Share of the truth that is spread over all letters: no shape is proof."""

DECAY = 1e-3
"""Of the weights in each step, as a share of the rate."""


class Painted(NamedTuple):
    """The letters of one font as they were found.

    Attributes:
        family: Its family.
        name: The font.
        shapes, aspects: As of ``describe``.
        letters: ``(K,)`` their numbers in ``LETTERS``.
    """

    family: str
    name: str
    shapes: Floats
    aspects: Floats
    letters: NDArray[np.int64]

    @property
    def inputs(self) -> Floats:
        return network_inputs(self.shapes, self.aspects)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    parser.add_argument("--write", action="store_true", help=f"store it in {NETWORK.name}")
    parser.add_argument("--processes", type=int, help="one a core if not given")
    given = parser.parse_args(arguments)
    files = list(chosen_files(given.fonts))
    every = in_order(paint, files, _lost, given.processes, 600.0)
    fonts = [each for each in every if each is not None]
    families = sorted({each.family for each in fonts})
    held = set() if given.write else set(families[::10])
    taken = [each for each in fonts if each.family not in held]
    print(f"{len(fonts)} fonts of {len(families)} families, {len(taken)} to train on", flush=True)
    layers = train(
        np.concatenate([each.inputs for each in taken]),
        np.concatenate([each.letters for each in taken]),
    )
    print("\n".join(table([each for each in fonts if each.family in held] or taken, layers)))
    if given.write:
        names = [f"{what}{n}" for n in range(len(layers)) for what in ("weights", "offsets")]
        values = [np.asarray(each, np.float16) for layer in layers for each in layer]
        np.savez_compressed(NETWORK, allow_pickle=False, **dict(zip(names, values, strict=True)))
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


def paint(file: Path) -> Painted | None:
    """The letters of a font as the reader finds them on tiles; None where it finds none."""
    dice = random.Random(file.stem)  # noqa: S311 (the same again, no secret)
    found: list[tuple[Mark, int]] = []
    probe = ImageFont.truetype(str(file), 40)
    missing = bytes(probe.getmask(NO_LETTER))
    lacking = {text for text in PRINTED if bytes(probe.getmask(text)) == missing}
    for _ in range(STRIPS):
        strip = _strip(file, dice)
        how = cv2.INTER_AREA if len(strip) > CELL else cv2.INTER_LINEAR
        tiles = np.split(strip, len(PRINTED), axis=1)
        cells = [cv2.resize(each, (CELL, CELL), interpolation=how) for each in tiles]
        marks = dict(zip(PRINTED, find_marks(separate_ink(np.array(cells, np.uint8))), strict=True))
        for text, mark in marks.items():
            own = marks[plain(text)]
            if text in lacking:
                continue
            if mark is not None and text in LETTERS:
                found.append((mark, LETTERS.index(text)))
            elif mark is not None and own is not None and _joined(text, mark, own):
                found.append((mark, len(LETTERS)))
    if not found:
        return None
    shapes, aspects = shapes_of([mark for mark, _ in found])
    family = file.stem.partition("_")[0]
    return Painted(family, file.stem, shapes, aspects, np.array([n for _, n in found], np.int64))


def _joined(text: str, mark: Mark, own: Mark) -> bool:
    """Whether a letter was found as one piece with its sign, by that without it."""
    return text in ATTACHED or mark.blob.height > own.blob.height + TALLER


def _strip(file: Path, dice: random.Random) -> NDArray[np.uint8]:
    """All letters side by side on tiles of some size and colours, as a picture shows them."""
    side = round(np.exp(dice.uniform(*np.log(SIDES))))
    probe = ImageFont.truetype(str(file), 200)
    top, bottom = probe.getbbox("H", anchor="ls")[1::2]
    font = ImageFont.truetype(str(file), 200 * dice.uniform(*HEIGHTS) * side / (bottom - top))
    dark, light = dice.uniform(0, 90), dice.uniform(150, 255)
    shades = [dark, light] if dice.random() < 0.7 else [light, dark]
    ink, ground = ([min(255, max(0, s + dice.gauss(0, 20))) for _ in "RGB"] for s in shades)
    page = Image.new("RGB", (len(PRINTED) * side, side), tuple(map(round, ground)))
    draw = ImageDraw.Draw(page)
    rise = side / 2 - (top + bottom) / 2 * font.size / 200 + dice.uniform(-0.06, 0.06) * side
    for number, letter in enumerate(PRINTED):
        at = (number + 0.5) * side + dice.uniform(-0.08, 0.08) * side, rise
        draw.text(at, letter, font=font, fill=tuple(map(round, ink)), anchor="ms")
    if dice.random() < NUMBERED:
        _number(draw, font, (side, rise), tuple(map(round, ink)), dice)
    pixels = np.asarray(page, np.uint8)
    if dice.random() < 0.4:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), dice.uniform(0.3, 0.8)), np.uint8)
    if dice.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, dice.randint(40, 92)]
        data = cv2.imencode(".jpg", pixels, quality)[1]
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return pixels


def _number(
    draw: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont,
    place: tuple[int, float],
    ink: tuple[int, ...],
    dice: random.Random,
) -> None:
    """Draw values beside the letters of a strip, in one corner, as near to them as some looks do.

    Args:
        draw: The strip.
        font: Of its letters.
        place: Side of a tile, and the line that the letters stand on.
        ink: Colour.
        dice: For all else.
    """
    side, line = place
    figures = font.font_variant(size=font.size * dice.uniform(*FIGURES))
    away, below = dice.uniform(0.2, 0.36), dice.random() < 0.7
    away = away if dice.random() < 0.8 else -away
    capital = -font.getbbox("H", anchor="ls")[1]
    away_from_line = dice.uniform(0.0, 0.3) if below else -dice.uniform(0.7, 1.0)
    rise = line + away_from_line * capital
    for number in range(len(PRINTED)):
        at = (number + 0.5 + away) * side, rise
        draw.text(at, str(dice.randint(0, 10)), font=figures, fill=ink, anchor="ms")


def train(inputs: Floats, letters: NDArray[np.int64]) -> Layers:
    """The network that Adam finds from seeded beginnings."""
    chance = np.random.default_rng(0)
    sizes = inputs.shape[1], HIDDEN_LAYER, len(LETTERS) + 1
    values = [
        part
        for before, after in pairwise(sizes)
        for part in (
            chance.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32),
            np.zeros(after, np.float32),
        )
    ]
    slow, squares = ([np.zeros_like(each) for each in values] for _ in range(2))
    steps = EPOCHS * len(inputs) // BATCH
    for step in range(1, steps + 1):
        some = chance.integers(0, len(inputs), BATCH)
        slopes = _slopes(values, inputs[some], letters[some], chance)
        rate = RATE * (1 + np.cos(np.pi * step / steps)) / 2
        for n, slope in enumerate(slopes):
            slow[n] += 0.1 * (slope - slow[n])
            squares[n] += 0.001 * (slope * slope - squares[n])
            most = np.sqrt(squares[n] / (1 - 0.999**step)) + 1e-8
            values[n] -= rate * (DECAY * values[n] + slow[n] / (1 - 0.9**step) / most)
    return (values[0], values[1]), (values[2], values[3])


def _slopes(
    values: Sequence[Floats], x: Floats, letters: NDArray[np.int64], chance: np.random.Generator
) -> list[Floats]:
    """The gradient of the mean cross-entropy."""
    first, first_offset, last, last_offset = values
    kept = (chance.random((len(x), first.shape[1])) > DROPPED) / np.float32(1 - DROPPED)
    hidden = np.maximum(x @ first + first_offset, 0.0) * kept
    logits = hidden @ last + last_offset
    logits -= logits.max(axis=1, keepdims=True)
    wrong = np.exp(logits)
    wrong /= wrong.sum(axis=1, keepdims=True)
    wrong[np.arange(len(x)), letters] -= 1 - SMOOTHED
    wrong -= SMOOTHED / wrong.shape[1]
    wrong /= len(x)
    back = (wrong @ last.T) * (hidden > 0) * kept
    slopes = x.T @ back, back.sum(axis=0), hidden.T @ wrong, wrong.sum(axis=0)
    return [np.asarray(each, np.float32) for each in slopes]


def table(fonts: Sequence[Painted], layers: Layers) -> Iterator[str]:
    """Shares of letters told, by the network and by the bank's templates, font by font."""
    bank = generic_bank().only(LETTERS)
    columns = np.array([LETTERS.index(each) for each in bank.characters])
    rows: list[tuple[str, int, float, float]] = []
    for font in fonts:
        known = font.letters < len(LETTERS)
        shapes, aspects, letters = font.shapes[known], font.aspects[known], font.letters[known]
        step = max(1, len(letters) // SAMPLE)
        nearest = nearest_fonts(shapes[::step], aspects[::step], bank, SURE)
        likest = compare(shapes, aspects, nearest).max(axis=1).argmax(axis=1)
        by_bank = float((columns[likest] == letters).mean())
        by_net = float((run(layers, font.inputs[known]).argmax(axis=1) == letters).mean())
        rows.append((font.name, len(letters), by_bank, by_net))
    yield from ("| font | letters | templates | network |", "|---|---:|---:|---:|")
    total = sum(row[1] for row in rows)
    means = (
        sum(count * by_bank for _, count, by_bank, _ in rows) / total,
        sum(count * by_net for _, count, _, by_net in rows) / total,
    )
    for name, count, by_bank, by_net in [*rows, ("all", total, *means)]:
        yield f"| {name} | {count} | {by_bank:.1%} | {by_net:.1%} |"


if __name__ == "__main__":
    raise SystemExit(main())
