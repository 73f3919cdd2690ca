"""Themes on disk: written whole or not at all, handed on, taken in, checked again."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from calibration import (
    Calibration,
    Truth,
    archive,
    check,
    correct,
    export_theme,
    import_theme,
    keep,
    learn,
    store,
)
from calibration.errors import (
    CalibrationError,
    ThemeTaken,
    ThemeUnusable,
    ThemeUnwritable,
    TooFewSamples,
)
from calibration.regression import State, read_cases
from calibration.store import check_name, own_theme, remove_theme, write_folder
from tests.shared.killing import killed_at, needs_fork
from tests.shared.learnt import SHOT, learnt_look
from tests.shared.places import SAMPLES
from vision.errors import ThemeMissing
from vision.imaging import load_screen
from vision.reader import read
from vision.themes import damaged_themes, named_theme, user_themes


@pytest.fixture(scope="module")
def learnt() -> Calibration:
    return learnt_look()


@pytest.fixture
def themes(user: Path) -> Path:
    return user / "config" / "wwfsnap" / "themes"


def kept(learnt: Calibration, picture: Path = SHOT, *, pictures: bool = False) -> Path:
    return keep(learnt, [picture], replace_theme=False, keep_pictures=pictures)


def test_a_kept_theme_comes_back(learnt: Calibration, themes: Path) -> None:
    folder = kept(learnt)
    assert folder == themes / "mylook"
    assert [each.name for each in themes.iterdir()] == ["mylook"]
    theme = named_theme("mylook")
    assert theme.title == 'My "look"'
    assert theme.game == learnt.theme.game
    assert theme.spread == learnt.theme.spread
    assert theme.proportions == learnt.theme.proportions
    for kind, colour in learnt.theme.colours.items():
        assert np.abs(theme.colours[kind] - colour).max() <= 0.5
    assert theme.glyphs is not None
    assert learnt.theme.glyphs is not None
    assert theme.glyphs.characters == learnt.theme.glyphs.characters
    alike = np.sum(theme.glyphs.vectors * learnt.theme.glyphs.vectors, axis=2)
    assert alike.min() > 0.999


def test_it_reads_other_screens(learnt: Calibration, themes: Path) -> None:
    kept(learnt)
    assert themes.is_dir()
    reading = read(load_screen(SAMPLES / "wwf-classic-android.png"), theme="mylook")
    assert reading.theme == "mylook"
    assert not reading.doubts
    assert reading.confidence > 0.9


def test_nothing_is_overwritten_unasked(learnt: Calibration, themes: Path) -> None:
    folder = kept(learnt)
    (folder / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(ThemeTaken):
        kept(learnt)
    assert (folder / "mine.txt").is_file()
    keep(learnt, [SHOT], replace_theme=True, keep_pictures=False)
    assert not (folder / "mine.txt").exists()
    assert [each.name for each in themes.iterdir()] == ["mylook"]


def test_a_failure_leaves_the_old_theme(
    learnt: Calibration, themes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kept(learnt)
    before = (folder / "theme.toml").read_bytes()

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_swap", broken)
    with pytest.raises(ThemeUnwritable, match="No space"):
        keep(learnt, [SHOT], replace_theme=True, keep_pictures=False)
    assert (folder / "theme.toml").read_bytes() == before
    assert [each.name for each in themes.iterdir()] == ["mylook"]


def test_the_old_theme_is_put_back(
    learnt: Calibration, themes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(learnt)
    rename = Path.rename

    def once(self: Path, target: Path) -> Path:
        if self.parent.parent == themes:
            raise OSError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", once)
    with pytest.raises(ThemeUnwritable):
        keep(learnt, [SHOT], replace_theme=True, keep_pictures=False)
    assert (themes / "mylook" / "theme.toml").is_file()


def test_too_little_is_not_kept(learnt: Calibration, themes: Path) -> None:
    bare = correct(learnt.shots[0], Truth(tuple("." * 15 for _ in range(15)), rack=""))
    with pytest.raises(TooFewSamples):
        kept(learn([bare], "mylook", "My look"))
    assert not themes.exists()


@pytest.mark.parametrize(
    "name", ["", "..", "a/b", "A", "none", "generic", "con", "com1", "-x", "x" * 41, "ä", "a\n"]
)
def test_names_that_no_theme_can_have(name: str) -> None:
    with pytest.raises(ThemeUnusable):
        check_name(name)


def test_remove(learnt: Calibration, themes: Path) -> None:
    kept(learnt)
    remove_theme("mylook")
    assert not list(themes.iterdir())
    for name in ("mylook", "wwf2", "../themes"):
        with pytest.raises(ThemeMissing):
            remove_theme(name)


def test_the_regression_set(learnt: Calibration, themes: Path, tmp_path: Path) -> None:
    picture = tmp_path / "shot.png"
    picture.write_bytes(SHOT.read_bytes())
    folder = kept(learnt, picture)
    (case,) = read_cases(folder)
    assert case.truth == learnt.shots[0].truth
    assert not list((themes / "mylook" / "screens").glob("*.png"))
    assert [each.state for each in check("mylook")] == [State.EXACT]
    truth = folder / "screens" / "1.txt"
    text = truth.read_text(encoding="utf-8")
    board = case.truth.board
    row = next(row for row in board if "E" in row)
    truth.write_text(text.replace(row, row.replace("E", "F", 1)), encoding="utf-8")
    (checked,) = check("mylook")
    assert checked.state is State.WRONG
    assert len(checked.wrong) == 1
    assert checked.wrong[0].endswith("F>E")
    picture.write_bytes(SAMPLES.joinpath("wwf-classic-early.png").read_bytes())
    assert [each.state for each in check("mylook")] == [State.GONE]


def test_kept_pictures_outlive_the_originals(learnt: Calibration, tmp_path: Path) -> None:
    picture = tmp_path / "shot.png"
    picture.write_bytes(SHOT.read_bytes())
    folder = kept(learnt, picture, pictures=True)
    picture.unlink()
    assert (folder / "screens" / "1.png").is_file()
    assert [each.state for each in check("mylook")] == [State.EXACT]


def test_a_damaged_regression_set_is_told(learnt: Calibration) -> None:
    folder = kept(learnt)
    (folder / "screens" / "1.txt").write_text("no board", encoding="utf-8")
    with pytest.raises(ThemeUnusable, match=r"1\.txt"):
        read_cases(folder)
    for text in ("[[screens]]\n", "x = ", '[[screens]]\npicture="a"\nsha256="b"\ntruth="../x"\n'):
        (folder / "screens.toml").write_text(text, encoding="utf-8")
        with pytest.raises(ThemeUnusable):
            read_cases(folder)
    (folder / "screens.toml").unlink()
    assert read_cases(folder) == ()


def test_out_and_in_again(learnt: Calibration, themes: Path, tmp_path: Path) -> None:
    kept(learnt, pictures=True)
    file = export_theme("mylook", tmp_path / "mylook.zip", pictures=False)
    with zipfile.ZipFile(file) as each:
        names = each.namelist()
        assert str(SAMPLES).encode() not in b"".join(map(each.read, names))
    assert "mylook/theme.toml" in names
    assert not [name for name in names if name.endswith(".png")]
    with pytest.raises(ThemeTaken):
        export_theme("mylook", file, pictures=False)
    with pytest.raises(ThemeTaken):
        import_theme(file, None, replace=False)
    folder = import_theme(file, "other", replace=False)
    assert folder == themes / "other"
    one, two = named_theme("mylook"), named_theme("other")
    assert one.glyphs is not None
    assert two.glyphs is not None
    assert np.array_equal(one.glyphs.vectors, two.glyphs.vectors)
    assert [each.state for each in check("other")] == [State.GONE]
    with_pictures = export_theme("mylook", tmp_path / "all.zip", pictures=True)
    import_theme(with_pictures, "other", replace=True)
    assert [each.state for each in check("other")] == [State.EXACT]


def test_the_same_theme_gives_the_same_archive(learnt: Calibration, tmp_path: Path) -> None:
    kept(learnt)
    one = export_theme("mylook", tmp_path / "1.zip", pictures=False)
    two = export_theme("mylook", tmp_path / "2.zip", pictures=False)
    assert one.read_bytes() == two.read_bytes()


def test_an_archive_that_cannot_be_written(learnt: Calibration, tmp_path: Path) -> None:
    kept(learnt)
    with pytest.raises(ThemeUnwritable):
        export_theme("mylook", tmp_path / "none" / "x.zip", pictures=False)
    with pytest.raises(ThemeMissing):
        export_theme("wwf2", tmp_path / "x.zip", pictures=False)


def test_an_interruption_keeps_the_theme_that_was_there(
    learnt: Calibration, themes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(learnt)
    rename = Path.rename

    def interrupted(self: Path, target: Path) -> Path:
        if self.parent.parent == themes:
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        keep(learnt, [SHOT], replace_theme=True, keep_pictures=False)
    assert [each.name for each in themes.iterdir()] == ["mylook"]
    assert named_theme("mylook").title == 'My "look"'


@needs_fork
@pytest.mark.parametrize("removed", [False, True], ids=["replaced", "removed"])
def test_killed_at_each_step(learnt: Calibration, themes: Path, *, removed: bool) -> None:
    text = (kept(learnt) / "theme.toml").read_bytes()
    files = {"theme.toml": text.replace(b"My", b"Your")}
    found = Counter[str]()
    for step in count():
        keep(learnt, [SHOT], replace_theme=True, keep_pictures=False)
        killed = killed_at(
            step,
            (lambda: remove_theme("mylook"))
            if removed
            else lambda: write_folder("mylook", files, replace=True),
        )
        looks = [theme.title for theme in user_themes()]
        found["".join(looks)] += 1
        assert not damaged_themes()
        if looks:  # it is there for all commands
            assert looks == [named_theme("mylook").title]
            assert (own_theme("mylook") / "theme.toml").is_file()
            with pytest.raises(ThemeTaken):
                write_folder("mylook", files, replace=False)
        if not killed:
            break
    assert found.keys() == {'My "look"', "" if removed else 'Your "look"'}
    assert min(found.values()) > 2
    for draft in themes.glob(".theme.*"):
        os.utime(draft, (0, 0))
    keep(learnt, [SHOT], replace_theme=True, keep_pictures=False)
    assert [each.name for each in themes.iterdir()] == ["mylook"]
    remove_theme("mylook")
    assert user_themes() == ()


def test_archives_with_lists_without_end(tmp_path: Path) -> None:
    page = tmp_path / "m.zip"
    with zipfile.ZipFile(page, "w") as packed:
        for number in range(5000):
            packed.writestr(f"m/{number}", b"")
    with pytest.raises(ThemeUnusable, match="too large"):
        import_theme(page, None, replace=False)
    os.mkfifo(tmp_path / "pipe.zip")
    with pytest.raises(ThemeUnusable, match="not a regular file"):
        import_theme(tmp_path / "pipe.zip", None, replace=False)


Spoil = Callable[[dict[str, bytes]], dict[str, bytes]]


def npz(**arrays: object) -> bytes:
    page = io.BytesIO()
    np.savez(page, **arrays)  # type: ignore[arg-type]
    return page.getvalue()


def lying_npz() -> bytes:
    """Masks that announce a terabyte."""
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        head, {"descr": "|u1", "fortran_order": False, "shape": (1, 1, 1 << 20, 1 << 20)}
    )
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w") as inner:
        inner.writestr("masks.npy", head.getvalue())
    return page.getvalue()


FAULTS: dict[str, Spoil] = {
    "not in the theme's folder": lambda files: files | {"mylook/../../x.toml": b""},
    "absolute": lambda files: files | {"/mylook/theme.toml": b""},
    "drive": lambda files: files | {"C:/mylook/theme.toml": b""},
    "backslash": lambda files: files | {"mylook\\..\\x": b""},
    "no folder": lambda files: files | {"theme.toml": b""},
    "two themes": lambda files: files | {"other/theme.toml": b""},
    "a program": lambda files: files | {"mylook/run.py": b""},
    "deep": lambda files: files | {"mylook/screens/a/1.txt": b""},
    "no theme": lambda files: {k: v for k, v in files.items() if "theme.toml" not in k},
    "large": lambda files: files | {"mylook/theme.toml": b" " * 70_000},
    "many": lambda files: files | {f"mylook/screens/{n}.txt": b"" for n in range(300)},
    "pickle": lambda files: (
        files | {"mylook/glyphs.npz": npz(masks=np.array([[[[None]]]], dtype=object))}
    ),
    "lying": lambda files: files | {"mylook/glyphs.npz": lying_npz()},
    "strange array": lambda files: files | {"mylook/glyphs.npz": npz(surprise=np.zeros(3))},
    "no npz": lambda files: files | {"mylook/glyphs.npz": b"PK"},
    "regression": lambda files: files | {"mylook/screens.toml": b"[[screens]]"},
}


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as out:
        for name, content in files.items():
            out.writestr(name, content)
    return path


@pytest.fixture(scope="module")
def good(learnt: Calibration, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a good archive."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        kept(learnt)
        file = export_theme("mylook", tmp_path_factory.mktemp("out") / "m.zip", pictures=False)
    with zipfile.ZipFile(file) as each:
        return {name: each.read(name) for name in each.namelist()}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_no_theme_is_not_let_in(
    good: dict[str, bytes], themes: Path, tmp_path: Path, fault: str
) -> None:
    file = zipped(tmp_path / "m.zip", FAULTS[fault](dict(good)))
    with pytest.raises(ThemeUnusable, match=r"m\.zip|mylook"):
        import_theme(file, None, replace=False)
    assert not themes.exists() or not list(themes.iterdir())
    assert {each.name for each in tmp_path.iterdir()} == {"m.zip"}


def test_a_file_without_a_name_is_not_let_in(
    good: dict[str, bytes], themes: Path, tmp_path: Path
) -> None:
    file = zipped(tmp_path / "m.zip", good | {"nameless": b""})
    file.write_bytes(file.read_bytes().replace(b"nameless", b"\0ameless"))
    with pytest.raises(ThemeUnusable, match="not in the theme's folder"):
        import_theme(file, None, replace=False)
    assert not themes.exists()


def test_an_archive_of_a_later_kind_is_not_let_in(
    good: dict[str, bytes], themes: Path, tmp_path: Path
) -> None:
    data = bytearray(zipped(tmp_path / "m.zip", good).read_bytes())
    data[data.rindex(b"PK\1\2") + 6] = 200  # the version that is needed to unpack it
    (tmp_path / "m.zip").write_bytes(data)
    with pytest.raises(ThemeUnusable, match="version 20"):
        import_theme(tmp_path / "m.zip", None, replace=False)
    assert not themes.exists()


def test_a_link_is_not_let_in(good: dict[str, bytes], themes: Path, tmp_path: Path) -> None:
    file = zipped(tmp_path / "m.zip", good)
    with zipfile.ZipFile(file, "a") as out:
        link = zipfile.ZipInfo("mylook/screens/9.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        out.writestr(link, "/etc/hostname")
    with pytest.raises(ThemeUnusable, match="link"):
        import_theme(file, None, replace=False)
    assert not themes.exists()


def test_other_files_are_not_let_in(good: dict[str, bytes], tmp_path: Path) -> None:
    file = zipped(tmp_path / "m.zip", good)
    whole = file.read_bytes()
    for content in (b"", b"hello", whole[: len(whole) // 2]):
        file.write_bytes(content)
        with pytest.raises(ThemeUnusable, match="not a theme archive"):
            import_theme(file, None, replace=False)
    damaged = bytearray(whole)
    damaged[60:90] = bytes(30)
    file.write_bytes(damaged)
    with pytest.raises((CalibrationError, ThemeMissing)):
        import_theme(file, None, replace=False)
    with pytest.raises(ThemeUnusable):
        import_theme(tmp_path / "none.zip", None, replace=False)


def test_faults_of_the_theme_file_are_told(good: dict[str, bytes], tmp_path: Path) -> None:
    text = good["mylook/theme.toml"]
    for old, new, error in (
        (b'game = "wwf"', b'game = "chess"', ThemeUnusable),
        (b"format = 1", b"format = 9", ThemeMissing),
    ):
        files = good | {"mylook/theme.toml": text.replace(old, new)}
        with pytest.raises(error):
            import_theme(zipped(tmp_path / "m.zip", files), None, replace=False)


def test_paths_of_others_are_dropped(good: dict[str, bytes], tmp_path: Path) -> None:
    text = good["mylook/screens.toml"].replace(b'picture = "', b'picture = "/home/someone/')
    file = zipped(tmp_path / "m.zip", good | {"mylook/screens.toml": text})
    folder = import_theme(file, None, replace=False)
    assert [case.picture for case in read_cases(folder)] == [SHOT.name]


def test_limits_hold_whatever_is_announced(
    good: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 100)
    with pytest.raises(ThemeUnusable, match="too large"):
        import_theme(zipped(tmp_path / "m.zip", good), None, replace=False)


def test_title_of_any_text(learnt: Calibration) -> None:
    title = 'a\\b "c"\n\t\x7f ü 🂡'
    odd = replace(learnt, theme=replace(learnt.theme, title=title))
    kept(odd)
    assert named_theme("mylook").title == title
