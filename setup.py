"""The compiled kernels, an option: without a C compiler or Cython the plain ones do the work.

The parts of each are compiled as one module, `_kernel_c`, with the types of `_kernel.pxd`. Under
the parts' own names it would hide later edits.

WWFSNAP_PURE=1             do not compile
WWFSNAP_REQUIRE_KERNEL=1   fail where compiling fails
SOURCE_DATE_EPOCH=N        the date of all that is packed: the same sources make the same archives
"""

import ast
import gzip
import os
import sys
import sysconfig
import tarfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist


@dataclass(frozen=True)
class Kernel:
    """The kernel of a package: modules compiled as one, and which of their constants are of C."""

    package: str
    parts: tuple[str, ...]
    constants: frozenset[str] = frozenset()
    wide_constants: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return f"{self.package}._kernel_c"

    @property
    def sources(self) -> list[Path]:
        return [self.folder / f"_{part}.py" for part in self.parts]

    @property
    def types(self) -> Path:
        return self.folder / "_kernel.pxd"

    @property
    def folder(self) -> Path:
        return Path(*self.package.split("."))


SOLVER = Kernel(
    "solver.movegen",
    (
        *("graph", "board", "rack", "words", "spans", "plays", "squares", "sweep", "kernel"),
        *("offers", "table", "ordering", "turns", "endgame"),
    ),
    frozenset(
        (
            *("LETTER_SHIFT", "ACCEPT", "CHILD", "BLANK_BIT", "NO_WORD", "SQUARE"),
            *("NOWHERE", "TOUCHING", "ANYWHERE", "TALLIED"),
            *("POINT", "WIDTH", "MOST_PARTS", "KEY_BITS", "KEY_MASK", "BUCKET_BITS", "HEAD"),
            *("PLACE_SHIFT", "WORD_PLACES"),
            *("FIELDS", "FAR", "LEAST_TABLE", "MOST_TABLE", "PROBES", "TRIED", "STRONG"),
            *("CLOCK_EVERY", "EXACT", "AT_LEAST", "AT_MOST", "REPLIES", "FORESEEN"),
            *("LOOKED_INTO", "FORESIGHT"),
        )
    ),
    frozenset(("SPREAD", "ALL", "NUMBER", "ODD", "PAIRS", "HALVES", "BYTES")),
)
WORDS = Kernel(
    "solver.words",
    ("building",),
    frozenset(
        (
            *("LETTER_SHIFT", "ACCEPT", "CHILD", "DEEPEST", "SAME", "SPARE", "ROW"),
            *("KEPT", "LAST", "DIGIT", "DIGITS"),
        )
    ),
    frozenset(("MIXER", "ALL")),
)
VISION = Kernel(
    "vision",
    ("tracing", "lining", "sampling", "laying"),
    wide_constants=frozenset(("ONES", "TOPS")),
)
KERNELS = {kernel.name: kernel for kernel in (SOLVER, WORDS, VISION)}


def flag(name: str) -> bool:
    """Whether an environment variable says yes."""
    return os.environ.get(name, "0") not in {"", "0"}


def joined(kernel: Kernel) -> tuple[str, str]:
    """The parts of a kernel as one module, without the imports among them, and its types.

    Constants that fit become C constants; `SOURCE` is a hash of all that went in. Nothing of it is
    pickled; what Cython would add for that is more than half of the compiled file. Whether an array
    was given its memory need not be asked: one without has no elements, and indices are checked.
    """
    lines = [
        "# cython: annotation_typing=False, auto_pickle=False, initializedcheck=False",
        "# cython: language_level=3",
        "from __future__ import annotations",
    ]
    constants = ["cdef enum:"] if kernel.constants else []
    wide = ["cdef extern from *:", '    """']
    for part in kernel.sources:
        text = part.read_text(encoding="utf-8")
        kept = text.splitlines()
        for node in ast.parse(text).body:
            match node:
                case ast.ImportFrom(module=str(module)):
                    drop = module.startswith((f"{kernel.folder.parts[0]}.", "__future__"))
                case ast.Assign(targets=[ast.Name(id=name)]) if name in kernel.constants:
                    drop = True
                    constants.append(f"    {name} = {ast.unparse(node.value)}")
                case ast.Assign(targets=[ast.Name(id=name)]) if name in kernel.wide_constants:
                    drop = True
                    wide.append(f"    #define {name} {ast.unparse(node.value)}ULL")
                case _:
                    drop = False
            if drop:
                kept[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
        lines += kept
    whole = b"".join(path.read_bytes() for path in (*kernel.sources, kernel.types))
    lines.append(f"SOURCE = {sha256(whole).hexdigest()!r}")
    wide += ['    """', f"    unsigned long long {', '.join(sorted(kernel.wide_constants))}"]
    types = "\n".join((*constants, *wide, kernel.types.read_text(encoding="utf-8")))
    return "\n".join(lines) + "\n", types


class Build(build_ext):
    """Translate and compile the kernels, or say why not and go on."""

    def build_extension(self, ext: Extension) -> None:
        """Translate and compile; without success the plain kernel does the work."""
        try:
            from Cython.Build import cythonize

            kernel = KERNELS[ext.name]
            root = Path(self.build_temp, "kernel")
            source = root / kernel.folder / "_kernel_c.py"
            source.parent.mkdir(parents=True, exist_ok=True)
            for package in (kernel.folder, *kernel.folder.parents[:-1]):
                (root / package / "__init__.py").touch()
            text, types = joined(kernel)
            source.write_text(text, encoding="utf-8")
            source.with_suffix(".pxd").write_text(types, encoding="utf-8")
            translated = Extension(ext.name, [os.fspath(source)])
            (ready,) = cythonize([translated], force=True, quiet=True)
            ext.sources = ready.sources
            super().build_extension(ext)
        except Exception as error:  # whatever compilers and translators come up with
            if flag("WWFSNAP_REQUIRE_KERNEL"):
                raise
            ext.optional = True  # so that an editable install does not look for it
            self.warn(f"{ext.name} is not compiled, the plain one will do: {error!r}")

    def get_outputs(self) -> list[str]:
        """What was built; an editable install asks for it too."""
        return [path for path in super().get_outputs() if Path(path).exists()]


class Wheel(bdist_wheel):
    """A wheel for any machine where no kernel is compiled."""

    def run(self) -> None:
        """Compile first: only then is it known what kind of wheel this is."""
        self.run_command("build_ext")
        if not self.get_finalized_command("build_ext").get_outputs():
            self.distribution.ext_modules = []
            self.root_is_pure = True
        super().run()


class Source(sdist):
    """Sources packed without the time of packing and the name of who did it."""

    def make_archive(
        self, base_name: str, _format: str, root_dir: str | None = None, *_: object, **__: object
    ) -> str:
        """Pack the folder as .tar.gz; setuptools itself knows no `SOURCE_DATE_EPOCH` here."""
        when = int(os.environ.get("SOURCE_DATE_EPOCH", "0")) or None

        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            entry.mtime = when or entry.mtime
            return entry

        name = f"{base_name}.tar.gz"
        folder = Path(base_name).name
        with (
            Path(name).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=when) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(Path(root_dir or "", folder), folder, filter=plain)
        return name


# One file for 3.11 and all later versions; builds without the GIL have no stable interface yet.
stable = not sysconfig.get_config_var("Py_GIL_DISABLED")
extensions = [
    Extension(
        kernel.name,
        [os.fspath(kernel.sources[-1])],
        py_limited_api=stable,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if stable else [],
        extra_compile_args=[] if sys.platform == "win32" else ["-g0"],
    )
    for kernel in KERNELS.values()
]
setup(
    ext_modules=[] if flag("WWFSNAP_PURE") else extensions,
    cmdclass={"build_ext": Build, "bdist_wheel": Wheel, "sdist": Source},
    options={"bdist_wheel": {"py_limited_api": "cp311"}}
    if stable and not flag("WWFSNAP_PURE")
    else {},
)
