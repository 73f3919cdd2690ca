"""Pictures made to take time or memory are answered, or refused, within bounds."""

from __future__ import annotations

import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sample_screens.truth import FOLDER
from tests.shared.chores import hog, nothing, sleepy
from vision.board.lattice import MOST_SQUARES
from vision.board.rectify import lattice_pose
from vision.errors import ImageTooLarge, NoBoardFound, UnreadableImage
from vision.imaging import Screen, decode_screen, load_screen, screen
from vision.reader import read
from wwfsnap.errors import Exit, TooCostly
from wwfsnap.limits import MEMORY, allow_memory, limited_decoding, limited_memory
from wwfsnap.many import Worker, in_order
from wwfsnap.outcome import Outcome, read_data
from wwfsnap.pipeline import Settings

SAMPLE = FOLDER / "wwf2-empty.png"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts memory")
timed = pytest.mark.skipif(sys.platform == "win32", reason="no timer that ends a process")


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def lattice(width: int, height: int, pitch: int) -> Screen:
    """Even squares in equal steps, far more than any game has."""
    pixels = np.full((height, width, 3), 230, np.uint8)
    pixels[::pitch] = pixels[:, ::pitch] = pixels[1::pitch] = pixels[:, 1::pitch] = 40
    return Screen(pixels, "lattice")


@pytest.mark.parametrize("filler", [chunk(b"tEXt", b"a\0b"), chunk(b"IDAT", b"")])
def test_a_file_of_endless_chunks_is_refused(filler: bytes) -> None:
    data = SAMPLE.read_bytes()
    with pytest.raises(UnreadableImage, match="chunks"):
        decode_screen(data[:33] + filler * (screen.MOST_CHUNKS + 1) + data[33:], "shot")
    few = data[:33] + chunk(b"tEXt", b"a\0b") * 50 + data[33:]
    assert decode_screen(few, "shot").width == load_screen(SAMPLE).width
    assert decode_screen(data + bytes(5_000_000), "shot").width  # behind its end


def test_a_file_of_endless_scans_is_refused() -> None:
    data = encoded(Image.new("RGB", (200, 300), "white"), "JPEG", progressive=True)
    first = data.rindex(b"\xff\xda")
    scan = data[first:-2]
    assert decode_screen(data, "shot").height == 300
    with pytest.raises(UnreadableImage, match="scans"):
        decode_screen(data[:-2] + scan * screen.MOST_SCANS + data[-2:], "shot")
    film = b"\xff\xda\0\x02" * (screen.MOST_SCANS + 1)  # as phones put behind a photo
    assert decode_screen(data + film, "shot").height == 300


@pytest.mark.parametrize(
    ("mode", "form", "options"),
    [
        ("RGBA", "PNG", {}),
        ("I;16", "PNG", {}),
        ("F", "TIFF", {"compression": "tiff_adobe_deflate"}),
        ("CMYK", "TIFF", {"compression": "tiff_lzw"}),
        ("RGB", "WEBP", {"lossless": True}),
    ],
)
@on_linux
def test_large_pictures_of_any_kind_take_less_than_a_gigabyte(
    mode: str, form: str, options: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "large"
    Image.new(mode, (4000, 4000)).save(path, form, **options)  # a quarter of what is taken at most
    program = (
        "import re, sys\n"
        "from pathlib import Path\n"
        f"sys.path[:0] = {sys.path!r}\n"
        "from vision.imaging.screen import load_screen\n"
        f"assert load_screen(Path({str(path)!r})).pixels.shape == (4000, 4000, 3)\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', Path('/proc/self/status').read_text())[1])\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert int(run.stdout) < 380_000  # of which the program itself takes 200,000


def test_a_webp_that_must_be_copied_is_refused_earlier() -> None:
    data = encoded(Image.new("RGBA", (16000, 2600)), "WEBP", lossless=True)
    with pytest.raises(ImageTooLarge, match="WebP"):
        decode_screen(data, "shot")


@on_linux
def test_thousands_of_squares_are_not_compared_with_each_other() -> None:
    side = np.arange(40_000)
    squares = np.stack([side % 200 * 20.0, side // 200 * 20.0, side * 0 + 15.0, side * 0 + 15.0], 1)
    assert len(squares) > MOST_SQUARES
    with limited_memory("squares"):  # 40,000 x 40,000 numbers would take 13 GB
        assert lattice_pose(squares, 4000, 4000) is None


@pytest.mark.parametrize("size", [(3000, 3000), (700, 40_000), (40_000, 700), (33, 300_000)])
def test_lattices_of_no_game_and_any_shape_are_refused(size: tuple[int, int]) -> None:
    with limited_memory("lattice"), pytest.raises(NoBoardFound):
        read(lattice(*size, 18))


def test_a_board_in_a_picture_longer_than_a_warp_can_take_is_read() -> None:
    shot = load_screen(SAMPLE).pixels
    pixels = np.full((shot.shape[0], 36_000, 3), 255, np.uint8)
    pixels[:, 20_000 : 20_000 + shot.shape[1]] = shot
    found = read(Screen(pixels, "wide"))
    assert found.board_rows() == read(load_screen(SAMPLE)).board_rows()
    assert found.grid.x > 20_000


@timed
def test_decoding_that_takes_too_long_is_given_up() -> None:
    def decode() -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(Exception):  # as decoders take any fault for one of the file
                sum(range(10_000))

    with pytest.raises(TooCostly, match=r"more than 0\.2 s"), limited_decoding("shot", 0.2):
        decode()


@on_linux
def test_a_picture_that_wants_too_much_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> Outcome:
        np.ones(5_000_000_000, np.uint8)
        raise AssertionError

    before = allow_memory(MEMORY)
    allow_memory(before)
    monkeypatch.setattr("wwfsnap.outcome.read_screen", greedy)
    failure = read_data(SAMPLE.read_bytes(), "shot", Settings()).failure
    assert failure is not None
    assert (failure.kind, failure.exit) == ("too-costly", Exit.UNREADABLE)
    assert "2 GB" in failure.message
    assert allow_memory(before) == before  # as it was


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(sleepy, marks=timed, id="time"),
        pytest.param(hog, marks=on_linux, id="memory"),
    ],
)
def test_workers_are_held_to_limits(work: Callable[[int], int]) -> None:
    worker = Worker(work, nothing, time_limit=2.0)
    try:
        assert worker(0) == 0
        assert worker(1) in {None, -1}  # ended by the system, or refused the memory
        assert worker(0) == 0
    finally:
        worker.stop()


@timed
def test_what_takes_too_long_in_a_batch_is_lost_alone() -> None:
    items = [0, 0, 1, 0, 0, 0, 0, 0]
    found = list(in_order(sleepy, items, lambda _: -1, processes=2, time_limit=2.0))
    assert found == [0, 0, -1, 0, 0, 0, 0, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
def test_what_is_no_file_is_refused_at_once() -> None:
    with pytest.raises(UnreadableImage, match="not a regular file"):
        load_screen(Path("/dev/zero"))
