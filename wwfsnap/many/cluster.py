"""Solves thousands of pictures on a Dask cluster.

The client reads the files and writes what comes back; meanwhile some pictures for each worker are
under way. The pictures of a worker that dies go to the others: the scheduler submits them again,
and each answer is taken once. A picture that repeatedly kills its worker is answered as lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
import warnings
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vision.imaging import read_picture
from wwfsnap.drawing import Target, mark_of, place_picture
from wwfsnap.errors import ClusterMissing, ClusterUnusable, Failure
from wwfsnap.many.batch import Answer
from wwfsnap.many.messages import PictureTask, Reply, Request, keep_request, solve_task
from wwfsnap.outcome import Outcome, lost_one
from wwfsnap.pipeline import Settings
from wwfsnap.reporting import failure_record

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT = 20.0  # seconds for the scheduler to answer
FIRST_WORKER = 20.0  # seconds in which a first worker must be there
LOOK = 2.0  # seconds between two checks whether any worker is there
PATIENCE = 120.0  # seconds without any worker after which the cluster is given up
AHEAD = 3  # pictures under way for each thread of the cluster: one in work, the others in transit


def cluster_answers(
    address: str, images: Sequence[str], settings: Settings, draw: Path | None
) -> Generator[Answer, None, None]:
    """Solve the pictures on a cluster and yield the answer for each, in order.

    Args:
        address: Of the scheduler, such as ``tcp://10.0.0.5:8786``.
        images: Their names.
        settings: What the user asked for.
        draw: The folder for drawn pictures; None for none.

    Raises:
        ClusterMissing: The package for clusters is not installed here.
        ClusterUnusable: It cannot be reached, is lost, or its workers do not match.
        SolverError: The word list named cannot be used.
    """
    request = Request.of(settings)
    with _connected(address) as client:
        left = _check_workers(client, request)
        yield from ClusterRun(client, left, draw).answers(images)


class ClusterRun:
    """The pictures of one call on their way out and back.

    Args:
        client: The cluster.
        request: What is done with each, held by the cluster.
        draw: The folder for drawn pictures; None for none.
    """

    def __init__(self, client: Client, request: Future, draw: Path | None) -> None:
        self._client = client
        self._target = None if draw is None else Target(draw, folder=True)
        self._request = request
        self._out: deque[tuple[str, Future | Answer]] = deque()

    def answers(self, images: Sequence[str]) -> Iterator[Answer]:
        """The answer for each picture, in order."""
        most, known = 0, 0.0
        try:
            for image in images:
                if time.monotonic() - known > LOOK:  # workers come and go
                    most = max(2, AHEAD * sum(self._client.nthreads().values()))
                    known = time.monotonic()
                while len(self._out) >= most:
                    yield self._take()
                self._out.append((image, self._send(image)))
            while self._out:
                yield self._take()
        finally:
            with suppress(Exception):  # the cluster may be gone
                self._client.cancel([each for _, each in self._out if not isinstance(each, Answer)])

    def _send(self, image: str) -> Future | Answer:
        """A submitted picture; its answer where the file cannot be read here."""
        path = Path(image)
        try:
            data = read_picture(path)
        except Exception as error:  # noqa: BLE001 - Failure.of separates ours from others
            return Answer.of(Outcome(image, failure=Failure.of(error)))
        task = PictureTask(image, data, None if self._target is None else mark_of(path))
        return self._client.submit(solve_task, task, self._request, pure=False)

    def _take(self) -> Answer:
        """The answer to the oldest picture that was sent and not yet answered."""
        image, sent = self._out[0]
        answer = sent if isinstance(sent, Answer) else self._received(image, sent)
        self._out.popleft()
        return answer

    def _received(self, image: str, future: Future) -> Answer:
        from distributed import KilledWorker

        try:
            reply = self._result(future)
        except KilledWorker:
            return Answer.of(lost_one(image))
        if reply.drawn is None or self._target is None:
            return reply.answer
        record = reply.answer.record
        try:
            drawn = place_picture(reply.drawn, Path(image), self._target)
        except Exception as error:  # noqa: BLE001 - Failure.of separates ours from others
            failure = Failure.of(error)
            return Answer(record | failure_record(failure), failure.exit, failure.passing)
        return reply.answer._replace(record=record | {"drawn": str(drawn)})

    def _result(self, future: Future) -> Reply:
        """The result of a future, awaited as long as there is any worker."""
        seen = time.monotonic()
        while True:
            try:
                reply: Reply = future.result(timeout=LOOK)
            except TimeoutError:
                if self._client.nthreads():
                    seen = time.monotonic()
                elif time.monotonic() - seen > PATIENCE:
                    raise ClusterUnusable(
                        "no worker is left in the cluster",
                        "start some, then run it again with the same --out to continue",
                    ) from None
            else:
                return reply


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """A client of the cluster; faults during its use become errors in words."""
    try:
        import dask
        import distributed
    except ModuleNotFoundError as fault:
        raise ClusterMissing(f"{fault.name} is not installed") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    # Dask warns about large tasks; pictures are that large, and need no warning.
    settings = {"distributed.admin.large-graph-warning-threshold": "1GB"}
    with dask.config.set(settings), warnings.catch_warnings():
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        try:
            asyncio.run(_reach(address))
            client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as fault:
            raise ClusterUnusable(
                f"{address}: the scheduler cannot be reached ({fault})",
                "use the address that `dask scheduler` prints at its start, as in "
                "tcp://10.0.0.5:8786",
            ) from None
        try:
            yield client
        except (OSError, distributed.client.FutureCancelledError) as fault:
            raise ClusterUnusable(
                f"{address}: the connection to the scheduler was lost "
                f"({str(fault).splitlines()[0]})",
                "run it again with the same --out to continue",
            ) from None
        finally:
            client.close(timeout=CONNECT)


async def _reach(address: str) -> None:
    """Check that the scheduler answers: a client that finds none is hard to get rid of.

    Raises:
        OSError: It does not.
        ValueError: That is no address.
    """
    from distributed import Security
    from distributed.comm import connect

    how = Security().get_connection_args("client")
    (await connect(address, timeout=CONNECT, **how)).abort()


def _check_workers(client: Client, request: Request) -> Future:
    """Check that each worker matches this machine, and leave the request with the cluster.

    Raises:
        ClusterUnusable: There are no workers, or one does not match.
    """
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER)
    except TimeoutError:
        raise ClusterUnusable(
            "the cluster has no workers", "start some: dask worker ADDRESS --nthreads 1"
        ) from None
    for worker, difference in client.run(request.environment.difference, on_error="return").items():
        if difference:  # an exception where wwfsnap is not installed
            raise ClusterUnusable(f"{worker}: differs from this machine: {difference}")
    left = client.submit(keep_request, request, pure=False)
    try:
        left.result()
    except RuntimeError as fault:
        raise ClusterUnusable(f"the scheduler cannot load wwfsnap: {fault}") from None
    return left
