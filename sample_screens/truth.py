"""What a sample screen shows: `NAME.txt` beside `NAME.png`.

The text is a block of `key: value` lines, an empty line, the board's rows and, for a random board,
another empty line, the line `premiums:` and its rows:

    game: wwf
    language: en
    layout: standard
    look: wwf2
    rack: CDSTVT?
    tentative: D12=a
    letters_left: 78
    scores: 5 17
    last_move: DEEP 12 D11 F11 G11
    grid: 441.9 393.4 47.800 15
    rack_box: 474 1190 1126 1284

    ...............
    ....ROLE.......

A key that is not there is not to be seen in the picture (no rack, no count of letters left).
`expect: error` marks a picture that has to be refused; it has no board. This module needs nothing
but the standard library.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class LastMove:
    """The move the screen speaks of; `squares` are the newly laid tiles, named like H8."""

    word: str
    score: int
    squares: tuple[str, ...]


@dataclass(frozen=True)
class GridTruth:
    """Where the board lies, in pixels: the top left corner of A1, the pitch of the squares."""

    x: float
    y: float
    cell: float
    size: int


@dataclass(frozen=True)
class Truth:
    """Everything a reader of the picture could find; None where it is not to be seen.

    `board` has one string a row: upper case a tile, lower case a blank as that letter, '.' empty.
    Tiles laid but not played are not on it: `tentative` names their squares and letters (lower
    case for a blank) and `rack` counts them ('?' for a blank). `premiums` is given for random
    boards only and uses '.', d, t (letter), D, T (word) and '*' (start). `scores` are as shown
    from left to right. `rack_box` holds all seven places of the rack: left, top, right, bottom.
    """

    name: str
    game: str | None = None
    language: str = "en"
    layout: str = "standard"
    look: str = ""
    board: tuple[str, ...] = ()
    rack: str | None = None
    tentative: tuple[tuple[str, str], ...] = ()
    letters_left: int | None = None
    scores: tuple[int, int] | None = None
    last_move: LastMove | None = None
    premiums: tuple[str, ...] | None = None
    grid: GridTruth | None = None
    rack_box: tuple[int, int, int, int] | None = None
    refused: bool = False

    @property
    def picture(self) -> Path:
        """Where the picture lies."""
        return FOLDER / f"{self.name}.png"


def load_truth(path: Path) -> Truth:
    """Read one truth file; ValueError names the file for a line that is none of the known ones."""
    head, *blocks = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    pairs = [line.partition(": ")[::2] for line in head.splitlines()]
    values = dict(pairs)
    if strange := values.keys() - _KEYS:
        raise ValueError(f"{path.name}: no such key: {', '.join(sorted(strange))}")
    rows = [tuple(block.splitlines()) for block in blocks]
    premiums = next((r[1:] for r in rows if r[0] == "premiums:"), None)
    grid = values.get("grid", "").split()
    left, scores = values.get("letters_left"), values.get("scores", "").split()
    return Truth(
        name=path.stem,
        game=values.get("game"),
        language=values.get("language", "en"),
        layout=values.get("layout", "standard"),
        look=values.get("look", ""),
        board=next((r for r in rows if r[0] != "premiums:"), ()),
        rack=values.get("rack"),
        tentative=_pairs(values.get("tentative", "")),
        letters_left=None if left is None else int(left),
        scores=(int(scores[0]), int(scores[1])) if scores else None,
        last_move=_last_move(values.get("last_move", "").split()),
        premiums=premiums,
        grid=GridTruth(float(grid[0]), float(grid[1]), float(grid[2]), int(grid[3]))
        if grid
        else None,
        rack_box=_box(values.get("rack_box", "").split()),
        refused=values.get("expect") == "error",
    )


def load_truths(folder: Path = FOLDER) -> list[Truth]:
    """Read every truth of the folder, by name."""
    return [load_truth(path) for path in sorted(folder.glob("*.txt"))]


def write_truth(truth: Truth) -> str:
    """Put a truth into words; the inverse of `load_truth`."""
    last = truth.last_move
    lines = {
        "expect": "error" if truth.refused else None,
        "game": truth.game,
        "language": truth.language if truth.game else None,
        "layout": truth.layout if truth.game else None,
        "look": truth.look,
        "rack": truth.rack,
        "tentative": " ".join(f"{s}={t}" for s, t in truth.tentative) or None,
        "letters_left": truth.letters_left,
        "scores": truth.scores and _spaced(truth.scores),
        "last_move": last and _spaced((last.word, last.score, *last.squares)),
        "grid": truth.grid
        and f"{truth.grid.x:.1f} {truth.grid.y:.1f} {truth.grid.cell:.3f} {truth.grid.size}",
        "rack_box": truth.rack_box and _spaced(truth.rack_box),
    }
    blocks = ["\n".join(f"{key}: {value}" for key, value in lines.items() if value is not None)]
    if truth.board:
        blocks.append("\n".join(truth.board))
    if truth.premiums:
        blocks.append("\n".join(("premiums:", *truth.premiums)))
    return "\n\n".join(blocks) + "\n"


_KEYS = {
    *("expect", "game", "language", "layout", "look", "rack", "tentative", "letters_left"),
    *("scores", "last_move", "grid", "rack_box"),
}


def _spaced(items: Iterable[object]) -> str:
    return " ".join(str(item) for item in items)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((square, tile) for square, _, tile in (p.partition("=") for p in text.split()))


def _last_move(words: list[str]) -> LastMove | None:
    return LastMove(words[0], int(words[1]), tuple(words[2:])) if words else None


def _box(words: list[str]) -> tuple[int, int, int, int] | None:
    if not words:
        return None
    left, top, right, bottom = (int(word) for word in words)
    return left, top, right, bottom
