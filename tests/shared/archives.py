"""Archives made in the test: files in, the bytes of a tar, a wheel or a Debian package out."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Mapping


def tar(files: Mapping[str, bytes]) -> bytes:
    """A tar, not packed."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def whl(files: Mapping[str, bytes]) -> bytes:
    """A zip, as wheels and add-ons are."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def xz(data: bytes) -> bytes:
    """Packed with little effort: the usual preset takes a tenth of a second for its tables."""
    return lzma.compress(data, preset=0)


def deb(files: Mapping[str, bytes], packing: str = "xz") -> bytes:
    """A Debian package; its names begin with ``./``, as dpkg writes them."""
    dotted = {f"./{name}": content for name, content in files.items()}
    plain = tar(dotted)
    packed = xz(plain) if packing == "xz" else gzip.compress(plain, mtime=0)
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": xz(tar({"./control": b"Package: w\n"})),
        f"data.tar.{packing}": packed,
    }
    data = b"!<arch>\n"
    for name, content in parts.items():
        data += f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode()
        data += content + b"\n" * (len(content) % 2)
    return data
