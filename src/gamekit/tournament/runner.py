"""Jobs on an executor: results as they come, and workers that die cost a retry, not the run."""

import math
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, TypeVar

from gamekit.game.source import Frame, frames_of

J = TypeVar("J")
R = TypeVar("R")

BATCH_SECONDS = 0.2
"""What a batch should take (guessed): hundreds of short jobs, of which sending each alone would cost more than it, or
one long job."""

ATTEMPTS = 3
"""Workers that a job may cost before it counts as what kills them (guessed)."""

_DEPTH = 2  # batches in flight for each worker: one that it works on, and one that waits for it
_LARGEST = 1000  # jobs in a batch
_LOOK = 1.0  # seconds between looks whether the executor is still there
_DASK_DIED = "KilledWorker"  # of `distributed`, an extra


class FailedJob(RuntimeError):  # noqa: N818 - the job failed, not the runner
    """A job raised an exception: names the job and the exception, whose traceback is a note; `frames` it passed.

    Of what the operating system says of a file there is neither.
    """

    frames: Sequence[Frame] = ()


class LostJob(RuntimeError):  # noqa: N818
    """A job came back without a result each time that it was tried: its worker died, or could not be reached; or what
    a worker on another machine sent is none.
    """


class FarExecutor(Executor):
    """An executor on other machines, which may be cut off from them, and where others may be at work."""

    def gone(self) -> str | None:
        """Return in words what cannot be reached any more, None if all can; what was begun there is lost."""
        return None


def run_jobs(  # noqa: PLR0913 - the last two are what may come instead of a result
    function: Callable[[J], R],
    jobs: Iterable[J],
    open_executor: Callable[[], Executor],
    *,
    workers: int,
    lost: Callable[[J, str], R] | None = None,
    check: Callable[[J, R], R] | None = None,
) -> Generator[R, None, None]:
    """Yield function(job) for every job, as the results come, computed by an executor with so many workers.

    Jobs travel in batches that grow until one takes `BATCH_SECONDS`, and no more than a few batches are in
    flight. When a worker dies, as for lack of memory, what was lost is tried again, with a new executor if that
    broke; the last attempt has the executor to itself, so that the job that is named is the one that kills.
    The executor is shut down with `cancel_futures` at the end, also of a generator that is closed early.

    Raises FailedJob if the function raises, and LostJob after `ATTEMPTS`, both name the job by `str`, or if there are
    no workers. Where it is given, `lost` makes a result instead, of a job whose worker died each time and of how it
    died; and `check` returns what came of a job from another machine, or raises if that is no result of it: LostJob.
    """
    runner = _Runner(function, iter(jobs), open_executor, workers, lost, check)
    try:
        yield from runner.results()
    finally:
        runner.executor.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Batch(Generic[J]):
    jobs: tuple[J, ...]
    attempt: int = 1


def _run_batch(function: Callable[[J], R], jobs: tuple[J, ...]) -> tuple[list[R], float]:
    """Return the results and the seconds that they took; runs in the worker."""
    started = time.monotonic()
    results = []
    for job in jobs:
        try:
            results.append(function(job))
        except Exception as error:
            failure = FailedJob(f"{job}: {type(error).__name__}: {error}")
            if isinstance(error, OSError) and error.strerror and error.filename:  # the machine's, no bug to look for
                failure = FailedJob(f"{job}: {error.filename}: {error.strerror}")
            else:
                failure.add_note(traceback.format_exc())  # a cause would not travel
            failure.frames = frames_of(error)
            raise failure from error
    return results, time.monotonic() - started


@dataclass
class _Runner(Generic[J, R]):
    function: Callable[[J], R]
    jobs: Iterator[J]
    open_executor: Callable[[], Executor]
    workers: int
    lost: Callable[[J, str], R] | None
    check: Callable[[J, R], R] | None
    size: int = 1
    again: deque[_Batch[J]] = field(default_factory=deque)
    flying: dict[Future[tuple[list[R], float]], _Batch[J]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.executor = self._open()

    def _open(self) -> Executor:
        try:
            return self.open_executor()
        except OSError as error:
            raise LostJob(str(error)) from error

    def results(self) -> Iterator[R]:
        self._fill()
        while self.flying:
            done, _ = wait(self.flying, _LOOK, return_when=FIRST_COMPLETED)
            if not done and isinstance(self.executor, FarExecutor) and (gone := self.executor.gone()):
                raise LostJob(gone)
            for future in done:
                yield from self._collect(future)
            self._fill()

    def _fill(self) -> None:
        while len(self.flying) < _DEPTH * self.workers and (batch := self._next()):
            try:
                self.flying[self.executor.submit(_run_batch, self.function, batch.jobs)] = batch
            except BrokenExecutor:
                self.again.appendleft(batch)
                if self.flying:
                    return  # what flies is lost as well, and will tell at once
                self.executor.shutdown(cancel_futures=True)
                self.executor = self._open()

    def _next(self) -> _Batch[J] | None:
        """Return what to try now: a final attempt runs alone. None: wait for what runs."""
        if any(batch.attempt == ATTEMPTS for batch in self.flying.values()):
            return None
        if self.again:
            wait_for_others = self.again[0].attempt == ATTEMPTS and self.flying
            return None if wait_for_others else self.again.popleft()
        jobs = tuple(islice(self.jobs, self.size))
        return _Batch(jobs) if jobs else None

    def _collect(self, future: Future[tuple[list[R], float]]) -> list[R]:
        """Return a batch's results: none if it was lost, and will be tried again."""
        batch = self.flying.pop(future)
        try:
            results, seconds = future.result(0)
        except FailedJob:
            raise
        except Exception as error:
            if batch.attempt == ATTEMPTS:
                if self.lost and (isinstance(error, BrokenExecutor) or type(error).__name__ == _DASK_DIED):
                    return [self.lost(job, str(error)) for job in batch.jobs]
                raise LostJob(f"{batch.jobs[0]}: lost {batch.attempt} times: {error}") from error
            self.again += (_Batch((job,), batch.attempt + 1) for job in batch.jobs)
            return []
        if isinstance(self.executor, FarExecutor):
            results = self._checked(batch.jobs, results, seconds)
        self._resize(len(results), seconds)
        return results

    def _checked(self, jobs: tuple[J, ...], results: Any, seconds: Any) -> list[R]:
        """Return what came of jobs from another machine. Raises LostJob."""
        job = jobs[0]
        try:
            if not 0 <= seconds < math.inf:
                raise ValueError(f"expected seconds, got {seconds!r:.80}")
            found = []
            for job, result in zip(jobs, results, strict=True):
                found.append(self.check(job, result) if self.check else result)
        except Exception as error:  # of what a stranger sent
            raise LostJob(f"{job}: what a worker sent is no result of it: {error}") from None
        return found

    def _resize(self, jobs: int, seconds: float) -> None:
        fitting = round(BATCH_SECONDS * jobs / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * jobs, _LARGEST))
