"""Installs word lists on this machine for users of the page: in a process, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock

from starlette.concurrency import run_in_threadpool

from wwfsnap.errors import ListUnobtainable
from wwfsnap.many import Worker, report
from wwfsnap.reporting import installed_record
from wwfsnap.serve.faults import Busy, NotFound, Stopped, fault_record
from wwfsnap.serve.jobs import Answer, failed
from wwfsnap.serve.pool import Heard, nobody
from wwfsnap.terminal import Record
from wwfsnap.wordlists import Installing, check_installable, install, language_states

SECONDS = 1200.0
"""Seconds for a list: the download may take half, and Polish with four million words the rest."""
TIDYING = 20.0
"""Seconds to end it: compiled code that sorts four million words meets a signal only afterwards."""


class ListInstaller:
    """Installs word lists for users of the page.

    Args:
        task: What its process does with a language's code; raises nothing.
    """

    def __init__(self, task: Callable[[str], Answer] | None = None) -> None:
        self._worker = Worker(task or install_list, _nothing, SECONDS, tidying=TIDYING)
        self._working = Lock()
        self._code = ""
        self._stopped = Event()

    async def install(self, code: str, heard: Heard = nobody) -> Answer:
        """Install the list of a language; this is finished even if nobody waits for it any more.

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
        return await run_in_threadpool(self._install, code, heard)

    def stop(self, code: str) -> None:
        """Stop installing a language; what was made is removed, and those who wait are told.

        Raises:
            NotFound: That language is not being installed.
        """
        if code != self._code:
            raise NotFound("no word list of that language is being installed")
        self._stopped.set()

    def close(self) -> None:
        """End the process, even during work."""
        self._stopped.set()
        if not self._working.acquire(timeout=TIDYING):
            self._worker.kill()

    def _install(self, code: str, heard: Heard) -> Answer:
        with self._alone(code):
            try:
                answer = self._worker(code, heard, self._stopped.is_set)
            finally:
                self._worker.stop()  # so that its memory is free again
        if answer is not None:
            return answer
        if not self._stopped.is_set():
            fault = ListUnobtainable(
                "installing the word list took too long, or its process crashed"
            )
            return failed(fault)
        return _there(code) or Answer(409, fault_record(Stopped("the installation was stopped")))

    @contextmanager
    def _alone(self, code: str) -> Iterator[None]:
        if not self._working.acquire(blocking=False):
            raise Busy("a word list is already being installed")
        self._stopped.clear()
        self._code = code
        try:
            yield
        finally:
            self._code = ""
            self._working.release()


def install_list(code: str) -> Answer:
    """Install a list; raises nothing. One that is installed already counts as success."""
    wishes = Installing(
        agree=lambda _question: True,
        replace=lambda _there: False,
        report=lambda text: report({"step": text.partition(" ")[0]}),
        report_failed=lambda _fault: None,
    )
    try:
        plain = check_installable(code, named=False)
        if there := _there(plain):
            return there
        done = install(plain, None, wishes)
        assert done is not None  # noqa: S101 - one that is shipped was there
    except Exception as error:  # noqa: BLE001 - Failure.of separates ours from faults of the program
        return failed(error)
    return Answer(200, installed_record(done))


def _there(code: str) -> Answer | None:
    """The answer about an installed list; None where there is none."""
    found = next(each for each in language_states() if each.code == code)
    if found.words is None:
        return None
    record: Record = {"ok": True, "language": code, "words": found.words, "dropped": {}}
    return Answer(200, record | {"origin": found.origin, "licence": found.licence or None})


def _nothing() -> None:
    """Nothing to load beforehand."""
