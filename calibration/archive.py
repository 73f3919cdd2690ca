"""Themes packed as one .zip to pass on, and such archives of others checked and unpacked."""

from __future__ import annotations

import errno
import re
import stat
import tempfile
import zipfile
import zlib
from io import BytesIO
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.lib import format as npy

from calibration.errors import ThemeTaken, ThemeUnusable, ThemeUnwritable
from calibration.regression import FOLDER, LIST, case_files, read_cases, without_paths
from calibration.store import check_name, own_theme, theme_place, write_folder
from solver.files import read_whole, write_new, write_whole
from solver.game import game_names
from vision.imaging import SUFFIXES
from vision.themes import load_theme
from vision.tiles import MASK

MOST_FILES = 200
MOST_BYTES = 200_000_000
"""The most bytes of all files together."""

SIZES = {"theme.toml": 64_000, "glyphs.npz": 2_000_000, "report.json": 500_000, LIST: 200_000}
"""The files of a theme, with the most bytes each may have."""

TRUTH_BYTES = 20_000
PICTURE_BYTES = 40_000_000
SCREEN = re.compile(rf"{FOLDER}/[0-9]{{1,4}}(\.[a-z]{{3,4}})", re.ASCII)
MOST_GLYPHS = 400
LOCKED = 0x1
EPOCH = (1980, 1, 1, 0, 0, 0)
HINT = "archives are made by `wwfsnap themes export`"


def export_theme(name: str, target: Path, *, pictures: bool, replace: bool = False) -> Path:
    """Write one of the user's themes as a .zip.

    Args:
        name: Name of the theme.
        target: The file to write.
        pictures: Whether kept screenshots are included; they may show names of other people.
        replace: Whether an existing file is replaced.

    Raises:
        ThemeMissing: The user has no theme of that name.
        ThemeTaken: The file exists, and is not to be replaced.
        ThemeUnwritable: The file cannot be written.
    """
    folder = own_theme(name)
    if target.exists() and not replace:
        raise _taken(target)
    cases = read_cases(folder)
    files = {each: (folder / each).read_bytes() for each in SIZES if (folder / each).is_file()}
    kept = [case.kept for case in cases if case.kept] if pictures else []
    if not pictures:
        cases = tuple(type(case)(case.picture, case.sha256, case.truth) for case in cases)
    files |= {each: text.encode() for each, text in case_files(without_paths(cases)).items()}
    files |= {each: (folder / each).read_bytes() for each in kept}
    page = BytesIO()
    with zipfile.ZipFile(page, "w") as archive:
        for each, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name}/{each}", EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, content)
    if not target.parent.is_dir():
        raise ThemeUnwritable(f"{target}: no such folder", "create it first")
    try:
        if replace:
            write_whole(target, page.getvalue(), lasting=True)
        elif not write_new(target, page.getvalue(), lasting=True):  # only just now
            raise _taken(target)
    except OSError as fault:
        raise ThemeUnwritable(
            f"{target}: cannot be written ({fault.strerror})",
            "free some disk space, or choose another file with --out",
        ) from None
    return target


def _taken(target: Path) -> ThemeTaken:
    return ThemeTaken(f"{target} already exists", "choose another file with --out")


def import_theme(source: Path, name: str | None, *, replace: bool) -> Path:
    """Take a theme from a .zip into the user's folder, and return its folder.

    Args:
        source: The archive.
        name: The name it is to have; None for the one in the archive.
        replace: Whether an existing theme of that name is replaced.

    Raises:
        ThemeUnusable: It is no archive of a theme, too large, or has files that no theme needs.
        ThemeMissing: Its theme file is faulty; all faults are listed.
        ThemeTaken: There is a theme of that name, and it is not to be replaced.
        ThemeUnwritable: The folder of themes cannot be written to.
    """
    try:
        with zipfile.ZipFile(BytesIO(_packed(source))) as archive:
            own, entries = _entries(archive, source.name)
            files = {
                each: _content(archive, entry, _limit(each, source.name), source.name)
                for each, entry in entries.items()
            }
    except (
        *(OSError, zipfile.BadZipFile, zlib.error, EOFError, ValueError),
        NotImplementedError,  # a newer kind of zip
    ) as fault:
        why = fault.strerror if isinstance(fault, OSError) and fault.strerror else fault
        raise ThemeUnusable(f"{source.name}: is not a theme archive ({why})", HINT) from None
    if "theme.toml" not in files:
        raise ThemeUnusable(f"{source.name}: contains no theme.toml", HINT)
    if "glyphs.npz" in files:
        _check_glyphs(files["glyphs.npz"], source.name)
    chosen = check_name(name or own)
    theme_place(chosen, replace=replace)
    try:
        files |= _checked(files, chosen)
    except OSError as fault:
        raise ThemeUnwritable(
            f"{source.name}: cannot be unpacked ({fault.strerror})",
            "free some disk space for temporary files",
        ) from None
    return write_folder(chosen, files, replace=replace)


def _packed(source: Path) -> bytes:
    """The bytes of an archive.

    Raises:
        OSError: It cannot be read.
        ThemeUnusable: It is too large.
    """
    try:
        data = read_whole(source, MOST_BYTES)
    except OSError as fault:
        if fault.errno != errno.EFBIG:
            raise
        raise ThemeUnusable(f"{source.name}: is too large for a theme", HINT) from None
    # The mark of each file in the archive's directory, all of which zipfile reads when opening it.
    if data.count(b"PK\1\2") > 10 * MOST_FILES:
        raise ThemeUnusable(f"{source.name}: is too large for a theme", HINT)
    return data


def _entries(archive: zipfile.ZipFile, source: str) -> tuple[str, dict[str, zipfile.ZipInfo]]:
    """The theme's name, and its files by their paths within its folder.

    Raises:
        ThemeUnusable: The archive is too large, or has files that no theme needs.
    """
    # Not `is_dir`, which fails in Python 3.11 for an empty name; that is refused as outside below.
    entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise ThemeUnusable(f"{source}: is too large for a theme", HINT)
    found: dict[str, zipfile.ZipInfo] = {}
    owners = set()
    for entry in entries:
        path = PurePosixPath(entry.filename)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        outside = path.is_absolute() or ".." in path.parts or len(path.parts) < 2
        if outside or "\\" in entry.filename or ":" in entry.filename:
            raise ThemeUnusable(f"{source}: {entry.filename} is not in the theme's folder", HINT)
        if kind not in {0, stat.S_IFREG} or entry.flag_bits & LOCKED:
            raise ThemeUnusable(f"{source}: {entry.filename} is a link or is encrypted", HINT)
        if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise ThemeUnusable(
                f"{source}: {entry.filename} is compressed in a way that wwfsnap cannot read", HINT
            )
        owners.add(path.parts[0])
        name = "/".join(path.parts[1:])
        if name in found or len(owners) > 1:
            raise ThemeUnusable(f"{source}: contains more than one theme", HINT)
        found[name] = entry
    return "".join(owners), found


def _limit(name: str, source: str) -> int:
    """The most bytes a file may have.

    Raises:
        ThemeUnusable: No theme has such a file.
    """
    if name in SIZES:
        return SIZES[name]
    screen = SCREEN.fullmatch(name)
    if screen and screen[1] == ".txt":
        return TRUTH_BYTES
    if screen and screen[1] in SUFFIXES:
        return PICTURE_BYTES
    raise ThemeUnusable(f"{source}: {name} does not belong in a theme", HINT)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int, source: str) -> bytes:
    """The bytes of a file; the size it announces is not trusted."""
    with archive.open(entry) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise ThemeUnusable(f"{source}: {entry.filename} is larger than {most} bytes", HINT)
    return content


def _check_glyphs(content: bytes, source: str) -> None:
    """Check the arrays of `glyphs.npz` by their headers, before any of them is read."""
    wanted = {"masks": 4, "aspects": 2, "heights": 2, "tops": 2, "characters": 1, "fonts": 1}
    wanted |= {"counts": 2, "spreads": 2}
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            for entry in archive.infolist():
                name = entry.filename.removesuffix(".npy")
                with archive.open(entry) as stream:
                    shape, kind = _header(stream.read(1024))
                size = int(np.prod(shape, dtype=np.float64)) * kind.itemsize
                most = MOST_GLYPHS * MASK * MASK
                if len(shape) != wanted.get(name) or kind.hasobject or size > most:
                    raise ThemeUnusable(f"{source}: glyphs.npz contains an unexpected {name}", HINT)
    except (zipfile.BadZipFile, zlib.error, ValueError, EOFError, NotImplementedError) as fault:
        raise ThemeUnusable(
            f"{source}: glyphs.npz contains no letter shapes ({fault})", HINT
        ) from None


def _header(start: bytes) -> tuple[tuple[int, ...], np.dtype[np.generic]]:
    """Shape and kind of an array from the first bytes of its file."""
    page = BytesIO(start)
    version = npy.read_magic(page)
    if version != (1, 0):
        raise ValueError(f"version {version}")
    shape, _, kind = npy.read_array_header_1_0(page)
    return shape, kind


def _checked(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    """The regression set of an archive: read, checked and rewritten without paths.

    Raises:
        ThemeMissing, ThemeUnusable: The theme or its regression set is faulty.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / name
        for each, content in files.items():
            target = place / each
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        theme = load_theme(place)
        if theme.game not in game_names():
            raise ThemeUnusable(
                f"theme {name}: is of the game {theme.game!r}, which is not known here",
                "`wwfsnap games` lists the games",
            )
        cases = without_paths(read_cases(place))
    return {each: text.encode() for each, text in case_files(cases).items()} if cases else {}
