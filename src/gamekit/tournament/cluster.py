"""The workers of a Dask cluster as an `Executor`; needs the extra `cluster`."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

from gamekit.processes.waiting import within
from gamekit.tournament.runner import FarExecutor

P = ParamSpec("P")
T = TypeVar("T")

CONNECT = 10.0
"""Seconds to reach a scheduler, and to find a worker there (guessed)."""


class ClusterExecutor(FarExecutor):
    """Submits to a scheduler, which gives the job of a dead worker to another one, up to three times."""

    def __init__(self, address: str, seconds: float = CONNECT) -> None:
        """Connect, as to `tcp://host:8786`. Raises ImportError without the extra, OSError if there is no
        scheduler with a worker within these seconds.
        """
        self._address = address
        self._client = _connect(address, seconds)
        self._executor = self._client.get_executor(pure=False)  # two jobs that look alike are still two
        self._connection = self._client.scheduler_comm
        until = time.monotonic() + seconds
        while not self.slots():
            if time.monotonic() > until:
                self._client.close()
                raise OSError(f"no worker at {address} within {seconds:g} s")
            time.sleep(0.1)

    def gone(self) -> str | None:
        """As in `FarExecutor`: with the connection to its scheduler a client loses what it submitted, for good."""
        if self._client.status == "running" and self._client.scheduler_comm is self._connection:
            return None
        return f"the connection to the scheduler at {self._address} is lost"

    def slots(self) -> int:
        """Return how many jobs the workers take at once."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down and disconnect; with `cancel_futures`, results of jobs already begun are dropped."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def _connect(address: str, seconds: float) -> Any:
    """Return a client. Raises ImportError without the extra, and OSError: another server's port may answer, or not."""
    import distributed  # noqa: PLC0415 - an extra, and slow to import

    connect: Callable[..., Any] = distributed.Client
    try:
        return within(2 * seconds, partial(connect, address, timeout=seconds, set_as_default=False))
    except TimeoutError as error:
        raise OSError(str(error) or f"no scheduler at {address} within {2 * seconds:g} s") from error
    except OSError:
        raise
    except Exception as error:  # of a library, about what a stranger said
        raise OSError(f"no scheduler at {address}: {error}") from error


def cluster_slots(address: str) -> int:
    """Return how many jobs the workers of a scheduler take at once. Raises what `ClusterExecutor` raises."""
    executor = ClusterExecutor(address)
    try:
        return executor.slots()
    finally:
        executor.shutdown()
