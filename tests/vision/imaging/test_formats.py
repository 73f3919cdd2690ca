"""Pictures as newer phones save them: HEIC and AVIF, opened or named as what they are."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.shared.samples import TRUTHS, reading_of
from vision.errors import UnreadableImage
from vision.imaging import (
    SUFFIXES,
    decode_screen,
    formats_of,
    load_screen,
    opened_suffixes,
    screen,
)
from vision.reader import read
from wwfsnap.watching import is_wanted

# The oldest Pillow has no pillow-heif of its age that is taken.
pytest.importorskip("pillow_heif").register_heif_opener()
SAMPLE = "wwf-classic-early"
FORMS = [("HEIF", {"quality": 90}), ("AVIF", {"quality": 90})]


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


@pytest.fixture
def nothing_more(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where nothing but the usual formats can be opened."""
    monkeypatch.setattr(screen, "_opens_heif", lambda: False)
    monkeypatch.setattr(screen, "_opens_avif", lambda: False)
    opened_suffixes.cache_clear()
    yield
    opened_suffixes.cache_clear()


@pytest.mark.parametrize(("form", "options"), FORMS)
def test_a_screenshot_is_read_as_from_a_png(
    form: str, options: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "shot"
    with Image.open(TRUTHS[SAMPLE].picture) as image:
        path.write_bytes(encoded(image.convert("RGB"), form, **options))
    assert read(load_screen(path)).board_rows() == reading_of(SAMPLE).board_rows()


@pytest.mark.parametrize(("form", "options"), FORMS)
def test_a_photo_comes_upright(form: str, options: dict[str, object]) -> None:
    page = Image.new("RGB", (96, 64), (200, 30, 40))
    page.paste((20, 60, 220), (0, 32, 96, 64))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter, clockwise
    pixels = decode_screen(encoded(page, form, exif=exif.tobytes(), **options), "shot").pixels
    assert pixels.shape == (96, 64, 3)
    assert np.abs(pixels[48, 60].astype(int) - (40, 30, 200)).max() < 30
    assert np.abs(pixels[48, 4].astype(int) - (220, 60, 20)).max() < 30


@pytest.mark.parametrize(("form", "options"), FORMS)
def test_a_file_cut_short_is_damaged(form: str, options: dict[str, object]) -> None:
    data = encoded(Image.effect_noise((256, 256), 60).convert("RGB"), form, **options)
    for share in (0.3, 0.6, 0.9):
        with pytest.raises(UnreadableImage, match=r"damaged|not a picture"):
            decode_screen(data[: int(share * len(data))], "shot")


@pytest.mark.usefixtures("nothing_more")
@pytest.mark.parametrize(
    ("form", "said", "hint"),
    [("HEIF", "is a HEIC picture", "wwfsnap[heif]"), ("AVIF", "is an AVIF picture", "pillow")],
)
def test_what_cannot_be_opened_is_named_with_what_opens_it(form: str, said: str, hint: str) -> None:
    data = encoded(Image.new("RGB", (64, 64)), form)
    with pytest.raises(UnreadableImage, match=said) as caught:
        decode_screen(data, "shot")
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("brands", "form"),
    [
        (b"heic\0\0\0\0mif1heic", "HEIF"),
        (b"mif1\0\0\0\0mif1heic", "HEIF"),
        (b"mif1\0\0\0\0mif1avif", "AVIF"),
        (b"avif\0\0\0\0avifmif1", "AVIF"),
        (b"mp42\0\0\0\0mp42isom", "PNG"),
    ],
)
def test_a_container_says_what_it_holds(brands: bytes, form: str) -> None:
    data = (8 + len(brands)).to_bytes(4) + b"ftyp" + brands + b"\0" * 40
    assert formats_of(data, "shot")[0] == form


def test_pictures_that_can_be_opened_are_wanted() -> None:
    assert opened_suffixes() == set(SUFFIXES)
    assert is_wanted(Path("IMG_0001.HEIC"))
    assert is_wanted(Path("shot.avif"))


@pytest.mark.usefixtures("nothing_more")
def test_pictures_that_cannot_be_opened_are_left_alone() -> None:
    assert not is_wanted(Path("IMG_0001.HEIC"))
    assert not is_wanted(Path("shot.avif"))
    assert is_wanted(Path("shot.png"))
