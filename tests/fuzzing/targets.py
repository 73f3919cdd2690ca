"""A target and a number in; what the program made of that number's damaged input out.

The same number makes the same input, so that a finding is told by two words.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tarfile
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random

from calibration import import_theme, read_truth
from sample_screens.truth import FOLDER
from solver.game import Gcg, History, load_game, read_game_file, read_layout
from solver.paths import file_text, typed_grid, written_grid
from solver.paths.game import read_path_game
from solver.words import read_list
from tests.fuzzing.mutation import damage_bytes, damage_text
from tests.fuzzing.tried import Tried
from vision.themes import load_theme
from wwfsnap.drawing import Target as Drawn
from wwfsnap.errors import Failure
from wwfsnap.outcome import solve_one
from wwfsnap.pipeline import Settings
from wwfsnap.reporting import outcome_record
from wwfsnap.terminal import line
from wwfsnap.typed_boards import Rules, parse_position
from wwfsnap.wordlists.cspell import read_graph
from wwfsnap.wordlists.unpack import archive_names, unpack

HOUSE = FOLDER.parent
LONGEST = 10.0  # seconds of processor time for one input
LARGEST = 1_000_000_000  # bytes of memory
NAMED = ("wwf", "wordfeud", "crossplay", "lexulous", "scrabble", "ruzzle", "boggle")
GAMES = (*(None,) * 4, *NAMED)


def attempt(target: str, number: int) -> Tried:
    """Have the program take one input, in a folder of its own; nothing is raised."""
    make, take = TARGETS[target]
    random = Random(f"{target} {number}")  # noqa: S311 - the same faults again, no secrets
    data = make(random)
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    _forget_peak()
    started = time.process_time()
    fault = ""
    try:
        kind = take(data, folder, random) or "ok"
    except Exception as error:  # noqa: BLE001 - what is not the program's own is the finding
        kind = Failure.of(error).kind
        if kind in {"internal", "worker-lost"}:
            fault = "".join(traceback.format_exception(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    seconds, memory = time.process_time() - started, _peak()
    if seconds > LONGEST:
        fault = fault or f"took {seconds:.1f} s"
    if memory > LARGEST:
        fault = fault or f"held {memory / 1e6:.0f} MB"
    return Tried(number, kind, seconds, memory, fault)


def input_of(target: str, number: int) -> bytes:
    """The input of that number."""
    return TARGETS[target][0](Random(f"{target} {number}"))  # noqa: S311


def _forget_peak() -> None:
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak() -> int:
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


# Pictures


def _picture(random: Random) -> bytes:
    from tests.fuzzing.pictures import damaged_picture

    return damaged_picture(random)


def _solve(data: bytes, folder: Path, random: Random) -> str:
    shot = folder / "shot"
    shot.write_bytes(data)
    settings = Settings(game=random.choice(GAMES), top=random.choice((1, 10)))
    outcome = solve_one(str(shot), settings, Drawn(folder / "drawn.png"))
    line(outcome_record(outcome))
    if outcome.failure is None:
        return "solved"
    if outcome.failure.kind == "internal":
        raise RuntimeError(outcome.failure.message)
    return outcome.failure.kind


# Texts


def _texts(*patterns: str) -> Callable[[Random], bytes]:
    return partial(_damaged_text, patterns)


def _damaged_text(patterns: Sequence[str], random: Random) -> bytes:
    return damage_text(random.choice(_found(tuple(patterns))), random)


@cache
def _found(patterns: tuple[str, ...]) -> list[str]:
    """Files of the repository; what matches none is a text itself."""
    found: list[str] = []
    for pattern in patterns:
        files = sorted(HOUSE.glob(pattern)) if "\n" not in pattern and "*" in pattern else []
        found += [file.read_text(encoding="utf-8") for file in files] or [pattern]
    return found


def _file(data: bytes, folder: Path, name: str) -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def _game(data: bytes, folder: Path, _: Random) -> None:
    read_game_file(_file(data, folder, "some.toml"))


def _path_game(data: bytes, folder: Path, _: Random) -> None:
    read_path_game(_file(data, folder, "some.toml"))


def _theme(data: bytes, folder: Path, _: Random) -> None:
    _file(data, folder, "theme.toml")
    load_theme(folder)


def _archive(random: Random) -> bytes:
    """A theme to import, with a fault in one of its parts or in the whole."""
    text = random.choice(_found(("vision/themes/*/theme.toml",)))
    file = BytesIO()
    packing = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(file, "w", packing) as made:
        made.writestr(f"{random.choice(('some/', '', '../', '/'))}theme.toml", _or(text, random))
        if random.random() < 0.5:
            made.writestr("some/screens.toml", _or('[[screens]]\nname = "a"\n', random))
        if random.random() < 0.5:
            made.writestr("some/glyphs.npz", damage_bytes(_masks(), random))
    return damage_bytes(file.getvalue(), random) if random.random() < 0.5 else file.getvalue()


def _or(text: str, random: Random) -> bytes:
    return damage_text(text, random) if random.random() < 0.5 else text.encode()


@cache
def _masks() -> bytes:
    import numpy as np

    file = BytesIO()
    letters = np.array(list("ABC"))
    np.savez_compressed(
        file, letters=letters, masks=np.ones((3, 32, 32), np.uint8), aspects=np.ones(3, np.float32)
    )
    return file.getvalue()


def _import(data: bytes, folder: Path, _: Random) -> None:
    os.environ["XDG_CONFIG_HOME"] = str(folder)
    import_theme(_file(data, folder, "some.zip"), "some", replace=True)


def _board(data: bytes, _: Path, random: Random) -> None:
    text = data.decode("utf-8", "replace")
    rack = random.choice((None, "AEIRST?", "[", "é?"))
    parse_position(text, rack, Rules(random.choice(("wwf", "wordfeud", "scrabble"))))


def _layout(data: bytes, _: Path, _random: Random) -> None:
    read_layout(data.decode("utf-8", "replace"))


def _truth(data: bytes, _: Path, _random: Random) -> None:
    read_truth(data.decode("utf-8", "replace"))


def _record(data: bytes, _: Path, random: Random) -> None:
    from solver.game import ObservedGame

    game = load_game(random.choice(("wwf", "wordfeud", "crossplay")))
    text = data.decode("utf-8", "replace")
    record = Gcg.parse(text, size=game.size)
    str(record)
    if random.random() < 0.5:
        ObservedGame.resumed(record, game, "me")
    else:
        History.resumed(record, game, 3, own="me", other="you")


def _grid(data: bytes, _: Path, random: Random) -> None:
    text = data.decode("utf-8", "replace")
    grid = random.choice((typed_grid, written_grid))(text)
    file_text(grid)


# Word lists


def _words(random: Random) -> bytes:
    """A list in one of its forms; the first byte tells which."""
    kind = random.randrange(len(_LISTS))
    plain = damage_text("".join(f"{word}\n" for word in _WORDS), random)
    match _LISTS[kind]:
        case "some.txt.gz":
            data = gzip.compress(plain, mtime=0)
            data = damage_bytes(data, random) if random.random() < 0.6 else data
        case "some.json":
            data = damage_text('["QI", "ZA", "words", {"a": ["b"]}]\n', random)
        case "some.dic":
            data = damage_text(_DIC, random) + b"\0" + damage_text(_AFF, random)
        case "some.marisa":
            data = damage_bytes(_trie(), random)
        case "some.tar.gz":
            data = damage_bytes(_tar(), random)
        case "some.zip":
            data = damage_bytes(_zip(), random)
        case "trie":
            data = damage_text("TrieXv3\nbase=10\n__DATA__\na*1#2;$b<2\nc$\n", random)
        case _:
            data = plain
    return b"%d" % kind + data


_WORDS = ("AA", "aah", "Ärger", "l·l", "quit", "quits", "QI", "naïve", "x" * 30, "10th", "don't")
_LISTS = (
    "some.txt",
    "some.txt.gz",
    "some.json",
    "some.dic",
    "some.marisa",
    "some.tar.gz",
    "some.zip",
    "trie",
)
_DIC = "4\nwork/AB\nQI\nzen/A\nnaïve/B\n"
_AFF = (
    "SET UTF-8\nFLAG char\nSFX A Y 2\nSFX A 0 s [^s]\nSFX A y ies y\n"
    "PFX B Y 1\nPFX B 0 re .\nCOMPOUNDRULE 1\nCOMPOUNDRULE AB*\n"
)


@cache
def _trie() -> bytes:
    import marisa_trie

    trie: bytes = marisa_trie.Trie([word.upper() for word in _WORDS if word.isalpha()]).tobytes()
    return trie


@cache
def _tar() -> bytes:
    file = BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as made:
        for name in ("words.txt", "more/words.txt"):
            entry = tarfile.TarInfo(name)
            entry.size = 6
            made.addfile(entry, BytesIO(b"QI\nZA\n"))
    return file.getvalue()


@cache
def _zip() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name in ("words.txt", "more/words.txt"):
            made.writestr(zipfile.ZipInfo(name), "QI\nZA\n")
    return file.getvalue()


def _list(data: bytes, folder: Path, _: Random) -> None:
    name, data = _LISTS[int(data[:1])], data[1:]
    data, mark, affixes = data.partition(b"\0") if name == "some.dic" else (data, b"", b"")
    path = _file(data, folder, name)
    if mark:
        _file(affixes, folder, "some.aff")
    if name in {"some.tar.gz", "some.zip"}:
        unpack(path, archive_names(path), folder)
    elif name == "trie":
        for _word in read_graph(path):
            pass
    else:
        read_list(path, "en")


CGP = """15/15/15/15/15/15/15/5HELLO5/15/15/15/15/15/15/15 QUELL?S/ 24/0 0 lex wwf;
9/2HI5/9/9/4[CH]A3/9/9/9/9 AB/CD 1/2 0
"""
RECORD = """#player1 me Me
#player2 you You
>me: HELLOXY 8F HELLO +24 24
>you: AEIRST? K5 TASErI +20 20
>me: ABCDEFG -ABC +0 24
>you: AEIRST? - +0 20
>me: QUITEXX 5K .ART +9 33
>me: QI (QI) +22 55
"""
GRID = "CATS/O(QU)EE/(E DW)RNA\n"

Make = Callable[[Random], bytes]
Take = Callable[[bytes, Path, Random], "str | None"]
TARGETS: dict[str, tuple[Make, Take]] = {
    "pictures": (_picture, _solve),
    "themes": (_texts("vision/themes/*/theme.toml"), _theme),
    "archives": (_archive, _import),
    "games": (_texts("solver/data/*.toml"), _game),
    "path-games": (_texts("solver/data/paths/*.toml"), _path_game),
    "boards": (_texts("sample_screens/wwf2*.txt", ("." * 15 + "\n") * 15), _board),
    "layouts": (_texts("..t\n.*d\nT.D\n", ("." * 15 + "\n") * 15), _layout),
    "truths": (_texts("sample_screens/*.txt", "sample_screens/paths/*.txt"), _truth),
    "cgp": (_texts(*CGP.splitlines()), _board),
    "gcg": (_texts(RECORD), _record),
    "grids": (_texts(GRID, "C A T S\nO QU Etl E\nEdw R N A\n"), _grid),
    "lists": (_words, _list),
}
