"""What a sample screen of a path game shows: `paths/NAME.txt` beside `paths/NAME.png`.

The text is a block of `key: value` lines, an empty line, and the tiles in the notation of
`solver.paths.grid`, a row a line, with the multipliers that are to be seen, and what
the letters count where tiles bear numerals:

    game: ruzzle
    language: en
    look: ruzzle
    tiles: 30.0 830.2 262.500 224.0
    traced: D1 D2 C3

    (O=1 DW)(S=1 TL)(E=1)
    ...

`tiles` says left and top edge of the first tile, how far it is to the next one, and how long a
tile's side is, in pixels. `traced` are the tiles under a finger, in order.
"""

from dataclasses import dataclass
from pathlib import Path

from sample_screens.path_scene import FOLDER
from solver.paths import PathGrid


@dataclass(frozen=True)
class TilesTruth:
    """Where the tiles lie, in pixels."""

    x: float
    y: float
    pitch: float
    side: float


@dataclass(frozen=True)
class PathTruth:
    """Everything a reader of the picture could find."""

    name: str
    game: str
    language: str
    look: str
    grid: PathGrid
    tiles: TilesTruth
    traced: tuple[str, ...] = ()

    @property
    def picture(self) -> Path:
        """Where the picture lies."""
        return FOLDER / f"{self.name}.png"


def load_path_truth(path: Path) -> PathTruth:
    """Read one truth file; KeyError names a key that is missing."""
    head, rows = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    values = dict(line.partition(": ")[::2] for line in head.splitlines())
    x, y, pitch, side = map(float, values["tiles"].split())
    return PathTruth(
        name=path.stem,
        game=values["game"],
        language=values["language"],
        look=values["look"],
        grid=PathGrid.parse(rows),
        tiles=TilesTruth(x, y, pitch, side),
        traced=tuple(values.get("traced", "").split()),
    )


def load_path_truths(folder: Path = FOLDER) -> list[PathTruth]:
    """Read every truth of the folder, by name."""
    return [load_path_truth(path) for path in sorted(folder.glob("*.txt"))]


def write_path_truth(truth: PathTruth) -> str:
    """Put a truth into words; the inverse of `load_path_truth`."""
    tiles = truth.tiles
    lines = [
        f"game: {truth.game}",
        f"language: {truth.language}",
        f"look: {truth.look}",
        f"tiles: {tiles.x:.1f} {tiles.y:.1f} {tiles.pitch:.3f} {tiles.side:.1f}",
    ]
    if truth.traced:
        lines.append("traced: " + " ".join(truth.traced))
    return "\n".join([*lines, "", *truth.grid.lines()]) + "\n"
