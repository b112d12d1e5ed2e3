"""The workers of a Dask cluster as an `Executor`; needs the extra `cluster`."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

from gamekit.processes.waiting import within
from gamekit.text.counts import counted
from gamekit.tournament.runner import FarExecutor

P = ParamSpec("P")
T = TypeVar("T")

CONNECT = 10.0
"""Seconds to reach a scheduler, to find a worker there, and for all workers to tell what they have (guessed)."""

PATIENCE = 60.0
"""Seconds that jobs wait for a worker while there is none (guessed: one that a nanny starts again is back by then)."""


_LOGS = ("distributed", "distributed.client", "tornado.application")
"""Who logs tracebacks on standard error of connections that end while jobs are under way: what is lost, we say."""


class ClusterExecutor(FarExecutor):
    """Submits to a scheduler, which gives the job of a dead worker to another one, up to three times."""

    def __init__(self, address: str, seconds: float = CONNECT, patience: float = PATIENCE) -> None:
        """Connect, as to `tcp://host:8786`. Raises ImportError without the extra, OSError if there is no
        scheduler with a worker within these seconds. Without any for as long as `patience` it is `gone`.
        """
        self._address = address
        self._seconds, self._patience = seconds, patience
        self._client = _connect(address, seconds)
        self._executor = self._client.get_executor(pure=False)  # two jobs that look alike are still two
        self._connection = self._client.scheduler_comm
        self._empty: float | None = None  # when there was no worker first, since the last job
        until = time.monotonic() + seconds
        while not self.slots():
            if time.monotonic() > until:
                self._client.close()
                raise OSError(f"no worker at {address} within {seconds:g} s")
            time.sleep(0.1)

    def gone(self) -> str | None:
        """As in `FarExecutor`: with the connection to its scheduler a client loses what it submitted, for good; and
        jobs that no worker takes, because the last one ended, wait.
        """
        lost = f"the connection to the scheduler at {self._address} is lost"
        if not self._connected():
            return lost
        try:
            served = within(self._patience, self.slots) > 0
        except TimeoutError:
            return f"the scheduler at {self._address} has not answered for {self._patience:g} s"
        except Exception:  # of a library, about a connection that ended meanwhile, or one more that failed
            return None if self._connected() else lost
        if served:
            self._empty = None
            return None
        now = time.monotonic()
        self._empty = now if self._empty is None else self._empty
        if now - self._empty < self._patience:
            return None
        return f"no worker is left at {self._address} for {self._patience:g} s: the last one ended"

    def _connected(self) -> bool:
        """Tell whether this is still the connection that jobs were submitted over."""
        return self._client.status == "running" and self._client.scheduler_comm is self._connection

    def lacking(self, needed: object, version: Callable[[], str]) -> str | None:
        """Return in words which workers have another version of ours, None if all have this one.

        Raises OSError, one line that names a worker, if one cannot load what jobs need.
        """
        from distributed.protocol import pickle as cloud  # noqa: PLC0415 - as it sends the jobs themselves

        dumps: Callable[[object], bytes] = cloud.dumps
        content = dumps(needed)
        for worker, found in self._ask(cloud.loads, content).items():
            if isinstance(found, Exception):
                raise OSError(f"the worker at {worker} lacks what it needs to play: {found}")
        here = version()
        others = {worker: found for worker, found in self._ask(version).items() if found != here}
        if not others:
            return None
        worker, there = next(iter(others.items()))
        more = f" and {counted(len(others) - 1, 'other workers')}" if others.keys() - {worker} else ""
        return f"the worker at {worker}{more} may play otherwise: it has version {there}, and here it is {here}"

    def _ask(self, function: Callable[..., object], *words: object) -> dict[str, object]:
        """Return what each worker returns or raises. Raises OSError."""
        call = partial(self._client.run, function, *words, on_error="return")
        try:
            answers: dict[str, object] = within(self._seconds, call)
        except TimeoutError:
            raise OSError(f"the workers at {self._address} have not answered for {self._seconds:g} s") from None
        except OSError:
            raise
        except Exception as error:  # of a library, about what a stranger said
            raise OSError(f"the workers at {self._address}: {error}") from error
        return answers

    def slots(self) -> int:
        """Return how many jobs the workers take at once."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self._empty = None
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down and disconnect; with `cancel_futures`, results of jobs already begun are dropped."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def _connect(address: str, seconds: float) -> Any:
    """Return a client. Raises ImportError without the extra, and OSError: another server's port may answer, or not."""
    import distributed  # noqa: PLC0415 - an extra, and slow to import

    for name in _LOGS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    connect: Callable[..., Any] = distributed.Client
    try:
        return within(2 * seconds, partial(connect, address, timeout=seconds, set_as_default=False))
    except TimeoutError as error:
        raise OSError(str(error) or f"no scheduler at {address} within {2 * seconds:g} s") from error
    except OSError:
        raise
    except Exception as error:  # of a library, about what a stranger said
        raise OSError(f"no scheduler at {address}: {error}") from error


def cluster_slots(address: str, needed: object, version: Callable[[], str]) -> tuple[int, str | None]:
    """Return how many jobs the workers of a scheduler take at once, and what `ClusterExecutor.lacking` says of them.

    Raises what these raise.
    """
    executor = ClusterExecutor(address)
    try:
        return executor.slots(), executor.lacking(needed, version)
    finally:
        executor.shutdown()
