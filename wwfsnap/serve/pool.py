"""Answers jobs in processes, so that a picture that hangs or kills one does not stop the others.

The progress of long work is reported as server-sent events.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wwfsnap.many import Worker
from wwfsnap.outcome import warm_up
from wwfsnap.pipeline import Settings
from wwfsnap.serve.faults import Busy, Refused, fault_record
from wwfsnap.serve.jobs import Answer, Job, lost, work
from wwfsnap.serve.limits import Limits
from wwfsnap.terminal import Record

Heard = Callable[[object], None]
GivenUp = Callable[[], bool]
_UNDER_WAY: set[asyncio.Task[Record]] = set()
"""Keeps a reference to each task, as nothing else holds one whose client has gone."""
EVENTS = "text/event-stream"


def nobody(_what: object) -> None:
    """Ignore a report."""


def never() -> bool:
    """The answer is never given up."""
    return False


class Pool:
    """A number of processes, each with a thread here that waits for it.

    Args:
        processes: How many.
        limits: How long each may take, and how many requests may wait.
        settings: What the processes load before the first picture.
        task: What they do with a job; raises nothing.
    """

    def __init__(
        self,
        processes: int,
        limits: Limits,
        settings: Settings,
        task: Callable[[Job], Answer] = work,
    ) -> None:
        warm = partial(warm_up, settings)
        self._workers = [Worker(task, warm, limits.work) for _ in range(processes)]
        self._idle: SimpleQueue[Worker[Job, Answer]] = SimpleQueue()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="picture")
        self._most = processes + limits.waiting
        self._under_way = 0
        self._count = Lock()
        self._closing = False

    async def start(self) -> None:
        """Start all processes; they load what they need before anybody waits."""
        loop = asyncio.get_running_loop()
        for worker in self._workers:
            await loop.run_in_executor(None, worker.start)
            self._idle.put(worker)

    async def answer(self, job: Job, heard: Heard = nobody, given_up: GivenUp = never) -> Answer:
        """The answer to the job.

        Args:
            job: What is to be done.
            heard: Receives progress reports, in a thread.
            given_up: Called in a thread: whether the answer is no longer wanted.

        Raises:
            Busy: Too many are waiting.
        """
        with self._count:
            if self._under_way >= self._most:
                raise Busy("too many pictures are waiting")
            self._under_way += 1
        future = self._threads.submit(self._do, job, heard, given_up)
        # If the caller goes away, the thread still finishes its work.
        return await asyncio.shield(asyncio.wrap_future(future))

    def close(self) -> None:
        """End all processes, even during work."""
        self._closing = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.stop()

    def _do(self, job: Job, heard: Heard, given_up: GivenUp) -> Answer:
        worker = self._idle.get()
        try:
            answer = None if given_up() else worker(job, heard, given_up)
            if answer is None and not self._closing:
                worker.start()  # so that the next job need not wait for it
            return lost(job) if answer is None else answer
        finally:
            self._idle.put(worker)
            with self._count:
                self._under_way -= 1


def wants_events(request: Request) -> bool:
    """Whether a request wants its work's progress as events."""
    return request.headers.get("accept", "").startswith(EVENTS)


def event_stream(work: Callable[[Heard, GivenUp], Awaitable[Answer]]) -> Response:
    """The progress reports of some work, and its answer, as server-sent events.

    Events are `told`, any number of them, and `done`. A client that goes away gives the work up.

    Args:
        work: Does it; it is given a receiver of reports, and a test whether it was given up.
    """
    return StreamingResponse(_events(work), media_type=EVENTS)


async def _events(work: Callable[[Heard, GivenUp], Awaitable[Answer]]) -> AsyncIterator[str]:
    loop, told = asyncio.get_running_loop(), asyncio.Queue[object]()
    gone = False

    def heard(what: object) -> None:
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(told.put_nowait, what)

    async def answered() -> Record:
        try:
            return (await work(heard, lambda: gone)).record
        except Refused as fault:
            return fault_record(fault)

    task = asyncio.create_task(answered())
    _UNDER_WAY.add(task)
    task.add_done_callback(_UNDER_WAY.discard)
    task.add_done_callback(lambda _task: told.put_nowait(None))
    try:
        while (what := await told.get()) is not None:
            yield _event("told", what)
        yield _event("done", task.result())
    finally:
        gone = True  # work that ignores this, such as installing words, is finished


def _event(name: str, what: object) -> str:
    return f"event: {name}\ndata: {json.dumps(what, ensure_ascii=False)}\n\n"
