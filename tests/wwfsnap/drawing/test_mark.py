"""Whose a drawn picture is: ours as long as nobody changed a byte of it, and then no more."""

from __future__ import annotations

import hashlib
import io
import os
import random
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from wwfsnap.drawing import Pixels, Target, drawn_by_us, encode_picture, refuse_own, write_picture
from wwfsnap.drawing.mark import mark_of, origin_of, read_mark
from wwfsnap.errors import OutputTaken, OwnPicture

FORMATS = (".png", ".jpg", ".webp")


def annotate(path: Path) -> None:
    """Draw into a picture and save it with the metadata it has, as editors do."""
    with Image.open(path) as image:
        image.load()
        image.putpixel((3, 3), (255, 0, 0))
        if image.format == "PNG":
            texts = PngImagePlugin.PngInfo()
            texts.add_text("Software", image.info["Software"])
            image.save(path, pnginfo=texts)
        elif image.format == "JPEG":
            image.save(path, comment=image.info["comment"])
        else:
            image.save(path, exif=image.getexif())


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_picture_that_was_annotated_is_its_users(
    tmp_path: Path, source: Path, pixels: Pixels, suffix: str
) -> None:
    out = tmp_path / f"best{suffix}"
    write_picture(pixels, source, Target.of(out, 1))
    assert drawn_by_us(out)
    annotate(out)
    theirs = out.read_bytes()
    assert not drawn_by_us(out)
    with pytest.raises(OutputTaken):
        write_picture(pixels, source, Target.of(out, 1))
    assert out.read_bytes() == theirs
    with pytest.raises(OwnPicture):
        refuse_own(out)


def test_beside_an_annotated_picture_the_next_number_is_taken(source: Path, pixels: Pixels) -> None:
    first = write_picture(pixels, source, Target())
    annotate(first)
    theirs = first.read_bytes()
    for _ in range(2):
        assert write_picture(pixels, source, Target()).name == "shot.solved-2.png"
    assert first.read_bytes() == theirs


@pytest.mark.parametrize("suffix", FORMATS)
def test_any_change_of_a_byte_breaks_the_seal(
    tmp_path: Path, source: Path, pixels: Pixels, suffix: str
) -> None:
    data = encode_picture(pixels, source, suffix)
    file = tmp_path / f"drawn{suffix}"
    file.write_bytes(data)
    assert drawn_by_us(file, source)
    seal = read_mark(file)[-32:].encode()
    place = data.index(seal) + 32
    chance = random.Random(5)  # noqa: S311 - damage, no secret
    for at in {*range(200), *chance.sample(range(len(data)), 300)} - set(range(place, place + 4)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
        assert not drawn_by_us(file, source), at
    for other in (data[:-1], data + b"\0", data + data):
        file.write_bytes(other)
        assert not drawn_by_us(file, source)


def test_sealed_files_are_sound(source: Path, pixels: Pixels) -> None:
    with Image.open(io.BytesIO(encode_picture(pixels, source, ".png"))) as image:
        image.verify()  # the checksum of each chunk
        assert image.info["Software"].startswith(mark_of(source))


def test_pictures_of_earlier_versions_are_not_overwritten(source: Path, pixels: Pixels) -> None:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Software", f"wwfsnap 0.1.0 ({origin_of(source)})")
    old = source.with_name("shot.solved.png")
    Image.fromarray(pixels).save(old, pnginfo=texts)
    before = old.read_bytes()
    assert write_picture(pixels, source, Target()).name == "shot.solved-2.png"
    assert old.read_bytes() == before
    with pytest.raises(OwnPicture):
        refuse_own(old)


@pytest.mark.parametrize("packed", [False, True])
def test_marks_that_an_editor_wrote_anew(
    tmp_path: Path, source: Path, pixels: Pixels, *, packed: bool
) -> None:
    file, texts = tmp_path / "edited.png", PngImagePlugin.PngInfo()
    texts.add_itxt("Software", mark_of(source), zip=packed)
    Image.fromarray(pixels).save(file, pnginfo=texts)
    assert read_mark(file)
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Software", mark_of(source), zip=packed)
    Image.fromarray(pixels).save(file, pnginfo=texts)
    assert read_mark(file)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks: bytes, side: int = 8) -> bytes:
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks) + chunk(b"IEND", b"")


@cache
def bomb() -> bytes:
    return zlib.compress(bytes(50_000_000))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "vast": lambda: png(side=60_000),
    "packed text": lambda: png(chunk(b"zTXt", b"Software\0\0" + bomb())),
    "packed texts": lambda: png(*[chunk(b"iTXt", b"Software\0\1\0\0\0" + bomb())] * 20),
    "long text": lambda: png(chunk(b"tEXt", b"Software\0" + b"a" * 20_000_000)),
    "no end": lambda: b"\x89PNG\r\n\x1a\n" + b"\xff" * 1000,
    "many chunks": lambda: png(*[chunk(b"tEXt", b"")] * 300_000),
    "segments": lambda: b"\xff\xd8" + b"\xff\xfe\x00\x02" * 500_000,
    "short segment": lambda: b"\xff\xd8\xff\xfe\x00\x00",
    "webp": lambda: b"RIFF\xff\xff\xff\xffWEBP" + b"EXIF\xff\xff\xff\xff" + bytes(100),
    "postscript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_carry_no_mark_and_cost_little(tmp_path: Path, name: str) -> None:
    file, data = tmp_path / "picture.png", HOSTILE[name]()
    file.write_bytes(data)
    tracemalloc.start()
    try:
        assert not read_mark(file)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert not read_mark(io.BytesIO(data))


def test_what_is_no_file_carries_no_mark(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    assert not read_mark(pipe)
    assert not read_mark(tmp_path)
    assert not read_mark(tmp_path / "none")
    assert not drawn_by_us(pipe)


def test_a_seal_covers_all_but_itself(source: Path, pixels: Pixels) -> None:
    data = encode_picture(pixels, source, ".jpg")
    mark = read_mark(io.BytesIO(data))
    place = data.index(mark.encode()) + len(mark) - 32
    rest = data[:place] + data[place + 32 :]
    assert mark[-32:] == hashlib.blake2b(rest, digest_size=16).hexdigest()
