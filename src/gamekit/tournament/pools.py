"""Processes of this machine as an `Executor` that a dying worker neither hangs nor breaks."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection
from queue import SimpleQueue
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from gamekit.processes.guard import STOPPED, state_of
from gamekit.tournament.runner import FailedJob

P = ParamSpec("P")
T = TypeVar("T")

GRACE = 3.0
"""Seconds for a worker to end its job, once asked to (derived: ending a child takes up to twice 0.25, for four)."""

LOOK = 0.25
"""Seconds between looks at a worker that does not answer; at the second that finds it stopped it is killed (guessed:
one may find that Ctrl-Z stopped both it and its owner, of which the owner goes on first)."""

_RARELY = 50_000
"""Objects that a worker makes before it looks for circles: a game under way keeps its past and makes none. (Measured:
Economancy by random play, 8 % fewer games a minute with Python's 700.)"""

_CONTEXT = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang on what these held locked


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0))


class WorkerDeath(BrokenExecutor):
    """The worker of this job ended, or was stopped, before it was done; the pool itself goes on with a new one."""


class ProcessPool(Executor):
    """Workers in processes of their own, each with its own pipe.

    What they share in `ProcessPoolExecutor`, a worker that is killed while it sends a result leaves blocked for
    ever; here it costs its own job only, whose future has the exception WorkerDeath. Workers leave Ctrl-C to
    their owner, and end with it however it dies: by SystemExit in the job, so that its `with` blocks are left.
    """

    def __init__(self, workers: int) -> None:
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._ending = self._cancelled = False
        self._workers: set[multiprocessing.process.BaseProcess] = set()
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._ending:
            raise RuntimeError("expected a pool that was not shut down")
        future: Future[T] = Future()
        self._tasks.put(_Task(future, (fn, args, kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers end when all is done; with `cancel_futures` at once, killing those that take too long."""
        self._ending = True
        if cancel_futures:
            self._cancelled = True
            while not self._tasks.empty():
                if task := self._tasks.get():
                    task.future.cancel()
            self._stop_workers()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def _stop_workers(self) -> None:
        until = time.monotonic() + GRACE
        workers = list(self._workers)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(max(0.0, until - time.monotonic()))
            worker.kill()

    def _serve(self) -> None:
        """Give tasks to one worker after the other; a thread of the owner."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the worker inherits it: no Ctrl-C while it starts
        worker: _Worker | None = None
        while task := self._tasks.get():
            if not task.future.set_running_or_notify_cancel():
                continue
            try:
                worker = worker or self._start()
                succeeded, value = worker.run(task.call)
            except EOFError:
                assert worker
                status = self._end(worker)
                end = "its worker was stopped" if worker.was_stopped else f"its worker died, exit status {status}"
                worker = None
                task.future.set_exception(WorkerDeath(end))
            except Exception as error:  # no worker could be started, or the call or its result not be sent
                task.future.set_exception(error)
            else:
                (task.future.set_result if succeeded else task.future.set_exception)(value)
        if worker:
            self._end(worker)

    def _start(self) -> "_Worker":
        worker = _Worker()
        self._workers.add(worker.process)
        if self._cancelled:  # meanwhile
            worker.process.terminate()
        return worker

    def _end(self, worker: "_Worker") -> int | None:
        self._workers.discard(worker.process)
        return worker.end()


@dataclass(frozen=True, slots=True)
class _Task:
    future: Future[Any]
    call: tuple[object, ...]


_SAFE_PATH = "PYTHONSAFEPATH"
_STARTING = threading.Lock()


@contextmanager
def _safe_path() -> Iterator[bool]:
    """Let an interpreter that is started meanwhile not look for modules in the current folder, which strangers fill.

    Yield whether the user asked for that himself.
    """
    with _STARTING:
        asked = bool(os.environ.get(_SAFE_PATH))
        os.environ[_SAFE_PATH] = "1"
        try:
            yield asked
        finally:
            if not asked:
                del os.environ[_SAFE_PATH]


class _Worker:
    """The owner's end of a worker."""

    def __init__(self) -> None:
        self._pipe, theirs = _CONTEXT.Pipe()
        with _safe_path() as asked:
            self.process = _CONTEXT.Process(target=_work, args=(theirs, asked), daemon=True)
            self.process.start()
        theirs.close()  # so that the worker's death is the end of the pipe
        self.was_stopped = False

    def run(self, call: tuple[object, ...]) -> tuple[bool, Any]:
        """Return whether a call succeeded, and its result or exception.

        Raises EOFError if the worker died, or was stopped: then it is killed.
        """
        try:
            self._pipe.send(call)
            stopped = False
            while not self._pipe.poll(LOOK):
                before, stopped = stopped, state_of(self.process.pid or 0) in STOPPED
                if before and stopped:
                    self.was_stopped = True
                    self.process.kill()
            succeeded, value = self._pipe.recv()
        except OSError as error:
            raise EOFError from error
        return succeeded, value

    def end(self) -> int | None:
        """End the process by closing its pipe; return its exit status."""
        self._pipe.close()
        self.process.join(GRACE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        return self.process.exitcode


def _work(pipe: "connection.Connection[Any, Any]", asked: bool) -> None:
    """Answer calls until the pipe closes; the main function of a worker. Players keep a safe path if `asked`."""
    if not asked:
        os.environ.pop(_SAFE_PATH, None)
    signal.signal(signal.SIGINT, _stay)  # not SIG_IGN, which what a job starts would inherit
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _exit)
    threading.Thread(target=_end_with_owner, daemon=True).start()
    gc.set_threshold(_RARELY)
    while True:
        try:
            function, args, kwargs = pipe.recv()
            reply = True, function(*args, **kwargs)
        except EOFError:
            return
        except Exception as error:
            if not isinstance(error, FailedJob):  # which says already what there is to say
                error.add_note(traceback.format_exc())
            reply = False, error
        pipe.send(reply)


def _stay(number: int, frame: FrameType | None) -> None:
    """Leave Ctrl-C to the owner."""


def _exit(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    sys.exit(128 + number)


def _end_with_owner() -> None:
    owner = multiprocessing.parent_process()
    assert owner
    connection.wait([owner.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
