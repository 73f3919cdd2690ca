"""Jobs in, answers out: processes, so that a picture that hangs or kills one stops nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Lock

from wwfsnap.many import Worker
from wwfsnap.pipeline import Settings
from wwfsnap.serve.faults import Busy
from wwfsnap.serve.jobs import Answer, Job, lost, work
from wwfsnap.serve.limits import Limits
from wwfsnap.watching import warm_up


class Pool:
    """This many processes, each with a thread here that waits for it.

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
        """Start all processes; they load what they need while nobody waits yet."""
        loop = asyncio.get_running_loop()
        for worker in self._workers:
            await loop.run_in_executor(None, worker.start)
            self._idle.put(worker)

    async def answer(self, job: Job) -> Answer:
        """What comes of the job.

        Raises:
            Busy: Too many are waiting.
        """
        with self._count:
            if self._under_way >= self._most:
                raise Busy("too many pictures are waiting")
            self._under_way += 1
        future = self._threads.submit(self._do, job)
        # A caller who goes away leaves the thread to its work.
        return await asyncio.shield(asyncio.wrap_future(future))

    def close(self) -> None:
        """End all processes, also those in the middle of something."""
        self._closing = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.stop()

    def _do(self, job: Job) -> Answer:
        worker = self._idle.get()
        try:
            answer = worker(job)
            if answer is None and not self._closing:
                worker.start()  # so that the next job need not wait for it
            return lost(job) if answer is None else answer
        finally:
            self._idle.put(worker)
            with self._count:
                self._under_way -= 1
