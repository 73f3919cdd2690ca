"""Archives: what is wanted comes out, and nothing else ever does."""

from __future__ import annotations

import gzip
import io
import shutil
import stat
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.shared.archives import deb, tar, whl, xz
from wwfsnap.errors import ListUnobtainable
from wwfsnap.wordlists import unpack as unpacking
from wwfsnap.wordlists.unpack import archive_names, is_archive, unpack

FILES = {"package/index.dic": b"1\nkat\n", "package/index.aff": b"SET UTF-8\n"}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.tgz", gzip.compress(tar(FILES), mtime=0)),
        ("a.tar.xz", xz(tar(FILES))),
        ("a.tar", tar(FILES)),
        ("a.whl", whl(FILES)),
        ("a.deb", deb(FILES)),
        ("a.deb", deb(FILES, "gz")),
    ],
    ids=["tgz", "tar.xz", "tar", "whl", "deb", "deb-gz"],
)
def test_files_come_out(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert is_archive(path)
    assert archive_names(path) == list(FILES)
    out = tmp_path / "out"
    out.mkdir()
    written = unpack(path, list(FILES), out)
    assert written == [out / "index.dic", out / "index.aff"]
    assert written[0].read_bytes() == b"1\nkat\n"


def test_a_package_of_ubuntu(tmp_path: Path) -> None:
    """They are packed with zstd."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("no dpkg-deb here")
    root = tmp_path / "root"
    (root / "DEBIAN").mkdir(parents=True)
    (root / "DEBIAN" / "control").write_text(
        "Package: w\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: w\n"
    )
    (root / "words").write_text("kat\n")
    path = tmp_path / "w.deb"
    subprocess.run(["dpkg-deb", "-Zzstd", "-b", root, path], check=True, capture_output=True)  # noqa: S607
    assert archive_names(path) == ["words"]
    assert unpack(path, ["words"], tmp_path)[0].read_text() == "kat\n"


def test_names_that_lead_elsewhere_lead_nowhere(tmp_path: Path) -> None:
    names = {"../../evil.dic": b"x", "/etc/evil.dic": b"y"}
    for name, data in (("a.tar", tar(names)), ("a.zip", whl(names))):
        path = tmp_path / name
        path.write_bytes(data)
        out = tmp_path / f"out-{name}"
        out.mkdir()
        for member in archive_names(path):
            assert unpack(path, [member], out) == [out / "evil.dic"]
    assert {each.name for each in tmp_path.rglob("evil.dic")} == {"evil.dic"}
    assert not (tmp_path.parent / "evil.dic").exists()


def test_links_and_devices_are_no_files(tmp_path: Path) -> None:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for kind, name in ((tarfile.SYMTYPE, "link.dic"), (tarfile.LNKTYPE, "hard.dic")):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = kind, "/etc/passwd"
            archive.addfile(link)
        device = tarfile.TarInfo("device.dic")
        device.type = tarfile.CHRTYPE
        archive.addfile(device)
    path = tmp_path / "a.tar"
    path.write_bytes(data.getvalue())
    assert archive_names(path) == []
    with pytest.raises(ListUnobtainable, match="no file"):
        unpack(path, ["link.dic"], tmp_path)
    zipped = tmp_path / "a.zip"
    with zipfile.ZipFile(zipped, "w") as archive_:
        link_ = zipfile.ZipInfo("link.dic")
        link_.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive_.writestr(link_, "/etc/passwd")
    assert archive_names(zipped) == []


def test_nothing_is_unpacked_beyond_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = tmp_path / "bomb.tgz"
    bomb.write_bytes(gzip.compress(bytes(5_000_000)))
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", 1_000_000)
    with pytest.raises(ListUnobtainable, match="larger than 1,000,000 bytes when unpacked"):
        archive_names(bomb)
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1_000)
    for name, data in (
        ("a.zip", whl({"big.dic": bytes(2_000)})),
        ("a.tar", tar({"big.dic": bytes(2_000)})),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(ListUnobtainable, match="more than 1,000 bytes"):
            unpack(path, ["big.dic"], tmp_path)
        assert not (tmp_path / "big.dic").exists()
    monkeypatch.setattr(unpacking, "MOST_PACKED", 10)
    for name in ("a.zip", "a.tar", "bomb.tgz"):
        with pytest.raises(ListUnobtainable):
            archive_names(tmp_path / name)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no archive",
        b"PK\x03\x04 broken",
        gzip.compress(tar(FILES), mtime=0)[:60],
        xz(tar(FILES))[:60],
        deb(FILES)[:100],
        b"!<arch>\n" + b"x" * 100,
        whl(FILES)[:-30],
    ],
    ids=["empty", "text", "zip", "tgz", "tar.xz", "deb", "deb of text", "whl"],
)
def test_damaged_archives(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.tgz"
    path.write_bytes(data)
    with pytest.raises(ListUnobtainable, match=r"a\.tgz"):
        archive_names(path)
    with pytest.raises(ListUnobtainable, match="cannot be read"):
        archive_names(tmp_path / "none.tgz")


def test_a_file_without_a_name_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("words.txt", "QI")
        made.writestr("nameless", "ZA")
    path.write_bytes(path.read_bytes().replace(b"nameless", b"\0ameless"))
    assert archive_names(path) == ["words.txt"]
