"""What is sent to a worker of a cluster and back: bytes, because they may share no files.

A picture goes out as the file's bytes and comes back as an answer, drawn if that is wanted; only
the client writes files. A word list named by the user goes out once. Whatever else a worker needs
is there already, and ``Environment`` says whether it is the same as here.
"""

from __future__ import annotations

import atexit
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from solver.files import write_whole
from solver.folders import config_folder, data_folder
from solver.words import SUFFIXES, ListFile, cached_list
from vision.imaging import Screen, opened_suffixes
from wwfsnap.drawing import encode_picture
from wwfsnap.errors import ClusterUnusable
from wwfsnap.many.batch import Answer
from wwfsnap.many.parallel import single_threaded
from wwfsnap.outcome import solve_data
from wwfsnap.pipeline import AnySolution, Settings, draw_best
from wwfsnap.version import __version__


@dataclass(frozen=True, slots=True)
class Environment:
    """What a machine has of its own.

    Attributes:
        version: Of wwfsnap.
        words: A hash of the user's own word lists and words; empty where there are none.
        looks: The same for his own themes, games and letters of languages.
        formats: Endings of the pictures that can be opened; those of phones need an extra.
    """

    version: str
    words: str
    looks: str
    formats: frozenset[str]

    @classmethod
    def here(cls) -> Environment:
        """The environment of this machine, for the user of this process."""
        try:
            words, config = data_folder() / "words", config_folder()
        except RuntimeError:  # no home folder
            return cls(__version__, "", "", opened_suffixes())
        looks = (config / "themes", config / "games", config / "languages.toml")
        lists = _digest([words], (*SUFFIXES, ".aff", ".changes"))
        return cls(__version__, lists, _digest(looks), opened_suffixes())

    def difference(self) -> str:
        """How this machine differs from that environment, in words; empty where it does not."""
        here = Environment.here()
        if here.version != self.version:
            return f"wwfsnap {here.version} there, {self.version} here"
        if here.words != self.words:
            return "your own words there differ from those here"
        if here.looks != self.looks:
            return "your own themes or games there differ from those here"
        if lacking := sorted(self.formats - here.formats):
            return f"{', '.join(lacking)} pictures cannot be opened there"
        return ""


@dataclass(frozen=True, slots=True)
class Request:
    """What is done with every picture.

    Attributes:
        settings: What the user asked for; of a word list only the name of the file.
        environment: That of the client's machine.
        words: The content of that word list; None where none was named.
    """

    settings: Settings
    environment: Environment
    words: ListFile | None = None

    @classmethod
    def of(cls, settings: Settings) -> Request:
        """The request for another machine to do the same.

        Raises:
            SolverError: The word list named cannot be used.
        """
        environment, words = Environment.here(), None
        if settings.words is not None:
            cached_list(settings.words, settings.language or "en")
            words = ListFile.read(settings.words)
        return cls(settings, environment, words)

    def unpacked(self) -> Settings:
        """The settings, with the word list as a file of this machine."""
        if self.words is None:
            return self.settings
        return self.settings._replace(words=_unpacked(self.words))


@dataclass(frozen=True, slots=True)
class PictureTask:
    """One picture.

    Attributes:
        image: Its name, for messages.
        data: The file's bytes.
        mark: The mark for the drawn picture; None where it is not to be drawn.
    """

    image: str
    data: bytes
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer for a picture.

    Attributes:
        answer: The answer.
        drawn: The drawn picture as a PNG file; None where there is none.
    """

    answer: Answer
    drawn: bytes | None = None


def keep_request(request: Request) -> Request:
    """The request itself; as a task, so that the cluster holds the result and can restore it."""
    return request


def solve_task(task: PictureTask, request: Request) -> Reply:
    """Solve a picture on a worker's machine; every failure is a reply.

    Raises:
        ClusterUnusable: The worker, which may have come late, does not match.
    """
    if difference := request.environment.difference():
        raise ClusterUnusable(f"a worker differs from this machine: {difference}")
    single_threaded()
    drawn: bytes | None = None

    def draw(screen: Screen, solution: AnySolution) -> None:
        nonlocal drawn
        if task.mark is not None and (pixels := draw_best(screen, solution)) is not None:
            drawn = encode_picture(pixels, BytesIO(task.data), ".png", task.mark)

    outcome = solve_data(task.data, task.image, request.unpacked(), draw)
    return Reply(Answer.of(outcome), drawn)


def _digest(folders: Iterable[Path], suffixes: tuple[str, ...] = ("",)) -> str:
    """A hash of the files in folders, with their names; empty where there are none.

    Args:
        folders: The folders, or files.
        suffixes: The endings of the names that count.
    """
    found = [
        (
            file.relative_to(folder).as_posix(),
            _file_digest(file, file.stat().st_mtime_ns, file.stat().st_size),
        )
        for folder in folders
        for file in sorted((folder, *folder.rglob("*")))
        if file.name.endswith(suffixes) and file.is_file()
    ]
    return hashlib.sha256(repr(found).encode()).hexdigest() if found else ""


@lru_cache(maxsize=1000)
def _file_digest(file: Path, _changed: int, _size: int) -> str:
    """A hash of a file's content, cached until it changes, as workers need it for each picture."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


@lru_cache(maxsize=2)
def _unpacked(words: ListFile) -> Path:
    """A word list as a file, which is removed when the process ends.

    Raises:
        ClusterUnusable: It cannot be written.
    """
    try:
        folder = mkdtemp(prefix="wwfsnap-")
        atexit.register(rmtree, folder, ignore_errors=True)
        file = Path(folder) / f"words{words.kind}"
        write_whole(file, words.data)
        if words.affixes is not None:
            write_whole(file.with_suffix(".aff"), words.affixes)
    except OSError as fault:
        raise ClusterUnusable(
            f"a worker cannot save the word list ({fault.strerror})", "free some space on its disk"
        ) from None
    return file
