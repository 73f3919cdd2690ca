"""Every kind of file: read upright and in colour, or refused with a reason."""

from __future__ import annotations

import os
import struct
import zlib
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.errors import ImageTooLarge, UnreadableImage
from vision.imaging import MOST_PIXELS, decode_screen, load_screen
from vision.imaging import screen as vision_screen

RED, BLUE = (200, 30, 40), (20, 60, 220)


def picture(width: int = 96, height: int = 64) -> Image.Image:
    """Red above, blue below, a white spot at the upper left."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (0, height // 2, width, height))
    image.paste((255, 255, 255), (0, 0, 12, 12))
    return image


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def noise(width: int = 160, height: int = 160) -> Image.Image:
    """A picture that no format makes small."""
    dice = np.random.default_rng(1)
    return Image.fromarray(dice.integers(0, 256, (height, width, 3), np.uint8))


def chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def header_only(width: int, height: int) -> bytes:
    """A PNG that announces a size and holds next to nothing."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 64))
        + chunk(b"IEND", b"")
    )


def looks_right(data: bytes, most: int = 12) -> None:
    """Red above and blue below, blue green red, whatever the format did to it."""
    pixels = decode_screen(data, "shot").pixels
    assert pixels.shape == (64, 96, 3)
    assert pixels.dtype == np.uint8
    assert pixels.flags.c_contiguous
    assert np.abs(pixels[20, 80].astype(int) - RED[::-1]).max() <= most
    assert np.abs(pixels[50, 50].astype(int) - BLUE[::-1]).max() <= most
    assert pixels[4, 4].min() >= 255 - most


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("PNG", {}),
        ("PNG", {"interlace": 1}),
        ("JPEG", {"quality": 95, "subsampling": 0}),
        ("JPEG", {"quality": 95, "subsampling": 0, "progressive": True}),
        ("WEBP", {"lossless": True}),
        ("WEBP", {"quality": 95}),
        ("BMP", {}),
        ("TIFF", {}),
        ("TIFF", {"compression": "tiff_lzw"}),
        ("GIF", {}),
    ],
)
def test_formats(form: str, options: dict[str, object]) -> None:
    looks_right(encoded(picture(), form, **options), most=30 if form == "WEBP" else 12)


@pytest.mark.parametrize("form", ["PNG", "TIFF", "GIF"])
def test_palette(form: str) -> None:
    looks_right(encoded(picture().quantize(16), form))


def test_palette_with_a_transparent_colour_lies_on_white() -> None:
    image = picture().quantize(16)
    spot = image.getpixel((4, 4))
    looks_right(encoded(image, "PNG", transparency=spot))


def test_transparent_parts_lie_on_white() -> None:
    image = picture().convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 12, 12))
    looks_right(encoded(image, "PNG"))
    looks_right(encoded(image, "WEBP", lossless=True))


def test_half_transparent_black_is_grey() -> None:
    image = Image.new("RGBA", (64, 64), (0, 0, 0, 128))
    pixels = decode_screen(encoded(image, "PNG"), "shot").pixels
    assert np.abs(pixels.astype(int) - 127).max() <= 1


def test_every_share_of_every_shade_is_laid_on_white_as_pillow_lays_it() -> None:
    shades = np.zeros((256, 256, 4), np.uint8)
    shades[..., 0], shades[..., 1] = np.mgrid[:256, :256]
    shades[..., 2], shades[..., 3] = 255 - shades[..., 0], shades[..., 1]
    image = Image.fromarray(shades)
    laid = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    pixels = decode_screen(encoded(image, "PNG"), "shot").pixels
    assert (pixels[:, :, ::-1] == np.asarray(laid.convert("RGB"))).all()


def test_round_corners_of_sixteen_bits_lie_on_white() -> None:
    deep = np.full((64, 96, 4), 65535, np.uint16)
    deep[:, :, :3] = np.asarray(picture(), np.uint16)[:, :, ::-1] * 257
    deep[:12, :12] = 0
    whole, data = cv2.imencode(".png", deep)
    assert whole
    looks_right(data.tobytes())


@pytest.mark.parametrize("mode", ["L", "LA", "1"])
def test_grey_becomes_three_equal_channels(mode: str) -> None:
    pixels = decode_screen(encoded(picture().convert(mode), "PNG"), "shot").pixels
    assert pixels.shape == (64, 96, 3)
    assert (pixels == pixels[:, :, :1]).all()
    assert len(np.unique(pixels)) > 1


def test_sixteen_bit_grey_keeps_its_shades() -> None:
    ramp = np.repeat(np.linspace(0, 65535, 256).astype(np.uint16)[None], 40, axis=0)
    pixels = decode_screen(encoded(Image.fromarray(ramp), "PNG"), "shot").pixels
    assert np.abs(pixels[10, :, 0].astype(int) - np.arange(256)).max() <= 1


def test_sixteen_bit_grey_with_a_see_through_shade() -> None:
    ramp = np.repeat(np.linspace(0, 65535, 256).astype(np.uint16)[None], 40, axis=0)
    data = encoded(Image.fromarray(ramp), "PNG", transparency=65535)
    pixels = decode_screen(data, "shot").pixels
    assert np.abs(pixels[10, :, 0].astype(int) - np.arange(256)).max() <= 1


def test_sixteen_bit_colour() -> None:
    deep = np.asarray(picture(), np.uint16)[:, :, ::-1] * 257
    whole, data = cv2.imencode(".png", deep)
    assert whole
    looks_right(data.tobytes())


def test_cmyk_jpeg() -> None:
    looks_right(encoded(picture().convert("CMYK"), "JPEG", quality=95, subsampling=0))


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize(
    ("form", "mode"), [("JPEG", "RGB"), ("PNG", "RGB"), ("PNG", "RGBA"), ("WEBP", "RGB")]
)
def test_exif_turns_the_picture_upright(turn: int, form: str, mode: str) -> None:
    """The eight ways a camera may lie; Pillow's own table is the inverse of what is stored."""
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = picture() if turn == 1 else picture().transpose(undo[turn])
    exif = Image.Exif()
    exif[0x0112] = turn
    data = encoded(stored.convert(mode), form, exif=exif, quality=95, lossless=True)
    looks_right(data, most=20)
    if form == "PNG":  # the turn may stand behind the pixels
        told = chunk(b"eXIf", exif.tobytes().removeprefix(b"Exif\0\0"))
        looks_right(data.replace(told, b"")[:-12] + told + data[-12:])


def test_strange_orientation_is_taken_for_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 77
    looks_right(encoded(picture(), "JPEG", quality=95, exif=exif), most=20)


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG"])
def test_first_picture_of_an_animation(form: str) -> None:
    later = Image.new("RGB", (96, 64), (0, 255, 0))
    for mode in ("RGB", "RGBA"):
        parts = [each.convert(mode) for each in (picture(), later, later)]
        data = encoded(parts[0], form, save_all=True, append_images=parts[1:], duration=100)
        looks_right(data, most=40)


def test_name_of_the_file_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "shot.jpg"
    path.write_bytes(encoded(picture(), "PNG"))
    assert load_screen(path).pixels.shape == (64, 96, 3)
    assert load_screen(path).name == str(path)


def test_width_and_height() -> None:
    shot = decode_screen(encoded(picture(100, 50), "PNG"), "shot")
    assert (shot.width, shot.height) == (100, 50)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.7, 0.97])
def test_truncated_files_are_refused(form: str, part: float) -> None:
    data = encoded(noise(), form)
    with pytest.raises(UnreadableImage, match="shot: ") as caught:
        decode_screen(data[: int(part * len(data))], "shot")
    assert caught.value.hint


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_flipped_bits_are_read_or_refused(form: str) -> None:
    """Damage in the middle never ends in anything but a picture or an UnreadableImage."""
    data = encoded(picture(), form)
    dice = np.random.default_rng(7)
    outcomes: set[int | str] = set()
    for _ in range(120):
        broken = bytearray(data)
        for place in dice.integers(0, len(data), 3):
            broken[place] ^= 1 << int(dice.integers(0, 8))
        try:
            outcomes.add(decode_screen(bytes(broken), "shot").pixels.ndim)
        except UnreadableImage as fault:
            outcomes.add(fault.kind)
    assert "unreadable-file" in outcomes
    assert outcomes <= {3, "unreadable-file", "image-too-large"}


@pytest.mark.parametrize(
    "data",
    [
        b"no picture, just words\n" * 20,
        b"\x00" * 500,
        b"%PDF-1.7\n1 0 obj\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableImage, match="shot: is ") as caught:
        decode_screen(data, "shot")
    assert caught.value.kind == "unreadable-file"
    assert caught.value.stage == "decode"
    assert caught.value.hint


def test_postscript_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow would start Ghostscript for it."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnreadableImage, match="not a picture"):
        decode_screen(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\nshowpage\n", "shot")


def test_empty_file_may_still_be_under_way(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.touch()
    with pytest.raises(UnreadableImage, match="empty") as caught:
        load_screen(path)
    assert "sync" in caught.value.hint


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableImage, match="no such file"):
        load_screen(tmp_path / "shot.png")


def test_dangling_link(tmp_path: Path) -> None:
    link = tmp_path / "shot.png"
    link.symlink_to(tmp_path / "gone.png")
    with pytest.raises(UnreadableImage, match="no such file"):
        load_screen(link)


def test_a_name_that_is_too_long() -> None:
    with pytest.raises(UnreadableImage, match="cannot be read"):
        load_screen("x" * 300 + ".png")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableImage, match="is a folder"):
        load_screen(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="root may all")
def test_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(encoded(picture(), "PNG"))
    path.chmod(0)
    with pytest.raises(UnreadableImage, match="no permission to read") as caught:
        load_screen(path)
    assert "permission" in caught.value.hint


def test_refused_permission_is_told_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(encoded(picture(), "PNG"))

    def refuse(_path: Path, _most: int) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(vision_screen, "read_whole", refuse)
    with pytest.raises(UnreadableImage, match="no permission to read"):
        load_screen(path)


@pytest.mark.parametrize("size", [(1, 1), (1, 4000), (31, 500), (500, 31)])
def test_pictures_too_small_for_a_board(size: tuple[int, int]) -> None:
    with pytest.raises(UnreadableImage, match="too small"):
        decode_screen(encoded(Image.new("RGB", size), "PNG"), "shot")


@pytest.mark.parametrize(
    ("width", "height"), [(8001, 8001), (65_535, 65_535), (2_000_000_000, 2), (2**31 - 1,) * 2]
)
def test_headers_that_announce_too_much(width: int, height: int) -> None:
    """They are refused before anything of that size is set aside."""
    assert width * height > MOST_PIXELS
    with pytest.raises(UnreadableImage) as caught:
        decode_screen(header_only(width, height), "shot")
    if height > 32:
        assert isinstance(caught.value, ImageTooLarge)
        assert caught.value.kind == "image-too-large"


def test_header_of_a_bearable_size_without_pixels_is_damaged() -> None:
    with pytest.raises(UnreadableImage, match="damaged"):
        decode_screen(header_only(400, 400), "shot")


def test_huge_files_are_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shot.png"
    path.write_bytes(encoded(picture(), "PNG"))
    monkeypatch.setattr(vision_screen, "MOST_BYTES", 100)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("was read"))
    with pytest.raises(ImageTooLarge, match="MB"):
        load_screen(path)


def test_errors_name_the_file_once_and_leave_no_chain(tmp_path: Path) -> None:
    path = tmp_path / "shot.png"
    path.write_text("words", encoding="utf-8")
    with pytest.raises(UnreadableImage) as caught:
        load_screen(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).count(str(path)) == 1
    assert caught.value.__suppress_context__
