"""A sound text or file and a source of chance in; the same with something wrong out."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from random import Random

MOST = 200_000
"""Bytes of a mutated file; faults of larger ones have tests of their own."""
NUMBERS = (0, 1, 2, 127, 128, 255, 256, 32_767, 65_535, 2**31 - 1, 2**31, 2**32 - 1)
STRANGE = [
    *("", "0", "-1", "1e400", "9" * 5000, "nan", "inf", "²", "٣", "\0", "\x1b[2J", "\r\n"),
    *("\ufeff", "\u0130", "\u0131", "\u01c5"),
    *("A\u030a", "ß" * 50, "ﬁ", "\U0001f600", "[", "]", "[CH]", "(", "()", "[[", "]]", "{", "}"),
    *(".", "..", "/", "//", "=", '"', '"""', "'", "\\", "#", "#pragma", ">", ">a:", "?", "???????"),
    *("true", "null", "a.b.c", "8H", "H8", "A0", "O15", "P16", "99Z", "+", "-", "--", "+0", "15"),
    *("../../x", "x" * 2000, " ", "\t", "\u202e", "Æ", "L·L", "QU", "aA", "*", "%s"),
]


def damage_bytes(data: bytes, random: Random) -> bytes:
    """One to four faults at any place: bits, numbers, parts lost, doubled, moved, or cut off."""
    out = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        random.choice(_BYTE_FAULTS)(out, random)
    return bytes(out[:MOST])


def _flip(out: bytearray, random: Random) -> None:
    if out:
        out[random.randrange(len(out))] ^= 1 << random.randrange(8)


def _noise(out: bytearray, random: Random) -> None:
    place = random.randint(0, len(out))
    size = random.choice((1, 2, 4, 16, 64))
    out[place : place + size * random.randrange(2)] = random.randbytes(size)


def _number(out: bytearray, random: Random) -> None:
    form = random.choice(("<I", ">I", "<H", ">H", "B"))
    packed = struct.pack(form, random.choice(NUMBERS) % 256 ** struct.calcsize(form))
    place = random.randint(0, min(len(out), random.choice((64, len(out)))))
    out[place : place + len(packed)] = packed


def _lose(out: bytearray, random: Random) -> None:
    start, end = _part(out, random)
    del out[start:end]


def _double(out: bytearray, random: Random) -> None:
    start, end = _part(out, random)
    out[end:end] = out[start:end] * random.choice((1, 1, 2, 30))


def _move(out: bytearray, random: Random) -> None:
    start, end = _part(out, random)
    part = out[start:end]
    del out[start:end]
    place = random.randint(0, len(out))
    out[place:place] = part


def _cut(out: bytearray, random: Random) -> None:
    del out[random.randint(0, len(out)) :]


def _part(out: bytearray, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(out))
    return start, min(len(out), start + random.choice((1, 4, 32, 256, 4096)))


_BYTE_FAULTS: tuple[Callable[[bytearray, Random], None], ...] = (
    *(_flip, _flip, _noise, _number, _number, _lose, _double, _move, _cut),
)


def damage_text(text: str, random: Random) -> bytes:
    """One to four faults of lines, words and signs; now and then of the bytes themselves."""
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(random.choice((1, 1, 2, 4))):
        lines = random.choice(_LINE_FAULTS)(lines, random) or [""]
    data = "".join(lines).encode("utf-8", "surrogatepass")
    return damage_bytes(data, random) if random.random() < 0.15 else data[:MOST]


def _lose_line(lines: list[str], random: Random) -> list[str]:
    place = random.randrange(len(lines))
    return lines[:place] + lines[place + random.choice((1, 1, 5)) :]


def _double_line(lines: list[str], random: Random) -> list[str]:
    place = random.randrange(len(lines))
    return lines[:place] + [lines[place]] * random.choice((2, 2, 40)) + lines[place + 1 :]


def _move_line(lines: list[str], random: Random) -> list[str]:
    line = lines[random.randrange(len(lines))]
    return [*lines[: (place := random.randint(0, len(lines)))], line, *lines[place:]]


def _other_sign(lines: list[str], random: Random) -> list[str]:
    place = random.randrange(len(lines))
    line = lines[place]
    start = random.randint(0, len(line))
    new = random.choice(STRANGE) if random.random() < 0.6 else chr(random.randrange(32, 127))
    end = start + random.choice((0, 1, 1, 3))
    return [*lines[:place], line[:start] + new + line[end:], *lines[place + 1 :]]


def _other_word(lines: list[str], random: Random) -> list[str]:
    place = random.randrange(len(lines))
    words = lines[place].split(" ")
    words[random.randrange(len(words))] = random.choice(STRANGE)
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


def _exchange(lines: list[str], random: Random) -> list[str]:
    place, other = random.randrange(len(lines)), random.randrange(len(lines))
    words, more = lines[place].split(" "), lines[other].split(" ")
    words[random.randrange(len(words))] = more[random.randrange(len(more))]
    return [*lines[:place], " ".join(words), *lines[place + 1 :]]


_LINE_FAULTS: tuple[Callable[[list[str], Random], list[str]], ...] = (
    *(_lose_line, _double_line, _move_line, _other_sign, _other_sign, _other_word, _exchange),
)


def mended_png(data: bytes) -> bytes:
    """The file with the checksums of its chunks put right, so that what is in them is looked at."""
    out, place = bytearray(data), 8
    while place + 12 <= len(out):
        (size,) = struct.unpack_from(">I", out, place)
        end = place + 8 + size
        if end + 4 > len(out):
            break
        struct.pack_into(">I", out, end, zlib.crc32(out[place + 4 : end]))
        place = end + 4
    return bytes(out)
