"""A language in, its word list installed on this machine out: in a process apart, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from starlette.concurrency import run_in_threadpool

from wwfsnap.errors import Failure, ListUnobtainable
from wwfsnap.many import Worker, tell
from wwfsnap.reporting import Record, failure_record, installed_record, language_records
from wwfsnap.serve.faults import Busy, NotFound, status_of
from wwfsnap.serve.jobs import Answer
from wwfsnap.wordlists import Installing, check_installable, install, language_states

SECONDS = 1200.0
"""For a list: the download may take half of it, Polish with its four million words the rest."""


class ListInstaller:
    """Installs word lists for those who use the page.

    Args:
        task: What its process does with a language's code; raises nothing.
    """

    def __init__(self, task: Callable[[str], Answer] | None = None) -> None:
        self._worker = Worker(task or install_list, _nothing, SECONDS)
        self._working = Lock()

    async def install(
        self, code: str, heard: Callable[[object], None] = lambda _what: None
    ) -> Answer:
        """Install the list of a language; it goes on where nobody waits for it any more.

        Args:
            code: The language.
            heard: Receives each step, in a thread: `{"step": "fetching"}`, `reading`, `building`.

        Raises:
            NotFound: No list of that language is known.
            Busy: One is being installed.
        """
        known = {each.code for each in await run_in_threadpool(language_states)}
        if code not in known:
            raise NotFound("no word list of that language is known")
        with self._alone():
            return await run_in_threadpool(self._install, code, heard)

    def close(self) -> None:
        """End the process, also in the middle of something."""
        self._worker.kill()

    def _install(self, code: str, heard: Callable[[object], None]) -> Answer:
        try:
            answer = self._worker(code, heard)
        finally:
            self._worker.stop()  # so that its memory is free again
        if answer is None:
            fault = ListUnobtainable("installing the word list took too long, or its process died")
            return _failed(fault)
        return answer

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._working.acquire(blocking=False):
            raise Busy("a word list is being installed already")
        try:
            yield
        finally:
            self._working.release()


def install_list(code: str) -> Answer:
    """Install a list; raises nothing. A list that is there already will do."""
    wishes = Installing(
        agree=lambda _question: True,
        replace=lambda _there: False,
        tell=lambda text: tell({"step": text.partition(" ")[0]}),
        tell_failed=lambda _fault: None,
    )
    try:
        plain = check_installable(code, named=False)
        there = next(each for each in language_states() if each.code == plain)
        if there.words is not None:
            record: Record = {"ok": True, "language": plain, "words": there.words, "dropped": {}}
            return Answer(200, record | {"origin": there.origin, "licence": there.licence or None})
        done = install(plain, None, wishes)
        assert done is not None  # noqa: S101 - one that is shipped was there
    except Exception as error:  # noqa: BLE001 - Failure.of separates ours from faults of the program
        return _failed(error)
    return Answer(200, installed_record(done))


def list_records() -> list[Record]:
    """What there is of words for each language; as ``wwfsnap words languages --json``."""
    return language_records(language_states())


def _failed(error: Exception) -> Answer:
    failure = Failure.of(error)
    return Answer(status_of(failure), failure_record(failure))


def _nothing() -> None:
    """Nothing to load beforehand."""
