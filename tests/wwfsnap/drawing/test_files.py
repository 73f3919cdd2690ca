"""Names and formats of drawn pictures, and the promise never to overwrite another's file."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageCms

from wwfsnap.drawing import Pixels, Target, drawn_by_us, refuse_own, write_picture
from wwfsnap.errors import Exit, OutputTaken, OutputUnwritable, OwnPicture, UsageFault


def _seen(path: Path) -> Pixels:
    return np.asarray(cv2.imread(str(path)), dtype=np.uint8)


def test_name_beside_the_picture(source: Path, pixels: Pixels) -> None:
    drawn = write_picture(pixels, source, Target.of(None, 1))
    assert drawn == source.parent / "shot.solved.png"
    assert (_seen(drawn) == pixels).all()


def test_standard_output_is_no_place_for_a_picture() -> None:
    with pytest.raises(UsageFault, match="standard output"):
        Target.of(Path("-"), 1)


def test_second_run_replaces_its_own_work(source: Path, pixels: Pixels) -> None:
    first = write_picture(pixels, source, Target())
    second = write_picture(pixels // 2, source, Target())
    assert first == second
    assert (_seen(second) == pixels // 2).all()
    assert sorted(path.name for path in source.parent.iterdir()) == ["shot.png", "shot.solved.png"]


def test_name_taken_by_another_file_leads_to_the_next_number(source: Path, pixels: Pixels) -> None:
    foreign = source.parent / "shot.solved.png"
    foreign.write_bytes(b"somebody's notes")
    (source.parent / "shot.solved-2.png").mkdir()
    drawn = write_picture(pixels, source, Target())
    assert drawn.name == "shot.solved-3.png"
    assert foreign.read_bytes() == b"somebody's notes"


def test_two_pictures_of_one_name_do_not_replace_each_other(tmp_path: Path, pixels: Pixels) -> None:
    target = Target.of(tmp_path / "solved", 2)
    shots = [tmp_path / "a" / "1.png", tmp_path / "b" / "1.png"]
    for source in shots:
        source.parent.mkdir()
        cv2.imwrite(str(source), pixels)
    names = [write_picture(pixels, source, target).name for source in shots * 2]
    assert names == ["1.solved.png", "1.solved-2.png"] * 2


def test_named_file_of_another_is_refused(source: Path, pixels: Pixels) -> None:
    with pytest.raises(OutputTaken) as caught:
        write_picture(pixels, source, Target.of(source, 1))
    assert caught.value.exit == Exit.USAGE
    assert "--out" in caught.value.hint
    assert not drawn_by_us(source)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".JPEG", ".webp"])
def test_formats_carry_the_mark(tmp_path: Path, source: Path, pixels: Pixels, suffix: str) -> None:
    out = tmp_path / f"drawn{suffix}"
    for _ in range(2):  # the second time over its own
        assert write_picture(pixels, source, Target.of(out, 1)) == out
    assert drawn_by_us(out)
    assert not drawn_by_us(source)
    with Image.open(out) as image:
        assert image.size == (40, 60)
        assert image.format == {".png": "PNG", ".webp": "WEBP"}.get(suffix, "JPEG")
    with pytest.raises(OwnPicture):
        refuse_own(out)


def test_colour_profile_is_carried_over(tmp_path: Path, pixels: Pixels) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    source = tmp_path / "shot.png"
    Image.fromarray(pixels).save(source, icc_profile=profile)
    for suffix in (".png", ".jpg", ".webp"):
        drawn = write_picture(pixels, source, Target.of(tmp_path / f"drawn{suffix}", 1))
        with Image.open(drawn) as image:
            assert image.info["icc_profile"] == profile


def test_unknown_format_and_one_file_for_many_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="gif"):
        Target.of(tmp_path / "drawn.gif", 1)
    with pytest.raises(UsageFault, match="2 pictures"):
        Target.of(tmp_path / "drawn.png", 2)
    (tmp_path / "folder.png").mkdir()
    assert Target.of(tmp_path / "folder.png", 2).folder


def test_unwritable_folder(source: Path, pixels: Pixels) -> None:
    blocked = source / "no folder"  # below a file
    with pytest.raises(OutputUnwritable) as caught:
        write_picture(pixels, source, Target.of(blocked, 1))
    assert caught.value.exit == Exit.UNREADABLE


def test_no_draft_stays_behind(
    source: Path, pixels: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputUnwritable, match="No space left"):
        write_picture(pixels, source, Target())
    assert [path.name for path in source.parent.iterdir()] == ["shot.png"]


def test_file_system_without_links(
    source: Path, pixels: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    (source.parent / "shot.solved.png").write_text("another's")
    assert write_picture(pixels, source, Target()).name == "shot.solved-2.png"
    assert write_picture(pixels, source, Target()).name == "shot.solved-2.png"


def test_many_writers_of_one_name_at_once(tmp_path: Path, pixels: Pixels) -> None:
    target = Target.of(tmp_path / "solved", 8)
    shots = [tmp_path / str(n) / "1.png" for n in range(8)]
    for source in shots:
        source.parent.mkdir()
        cv2.imwrite(str(source), pixels)
    drawn: list[Path] = []
    threads = [
        threading.Thread(target=lambda s=source: drawn.append(write_picture(pixels, s, target)))
        for source in shots
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(drawn)) == len(shots)
    assert len(list((tmp_path / "solved").iterdir())) == len(shots)


def test_what_is_no_picture_was_not_drawn_by_us(tmp_path: Path) -> None:
    assert not drawn_by_us(tmp_path / "missing.png")
    assert not drawn_by_us(tmp_path)
    (tmp_path / "empty.png").touch()
    assert not drawn_by_us(tmp_path / "empty.png")
