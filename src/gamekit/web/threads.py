"""What goes on beside an event loop: slow work, tasks, and who waits for news."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Start work in a thread of its own and return its result to come; to be called in a running event loop.

    Unlike with `asyncio.to_thread`, work that hangs does not keep the program from ending.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: Exception | None) -> None:
        if future.done():  # nobody waits any more
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as caught:
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return future


def drop_first(kept: dict[int, Any], most: int) -> None:
    """Forget what was kept first, where there is more than so much."""
    while len(kept) > most:
        del kept[next(iter(kept))]


class Memo(Generic[T]):
    """The results of work in threads, by keys; what fails is not kept."""

    def __init__(self) -> None:
        self._futures: dict[int, asyncio.Future[T]] = {}

    async def of(self, key: int, work: Callable[[], T]) -> T:
        """Return what work brings, which is begun once for a key."""
        if key not in self._futures:
            self._futures[key] = in_thread(work)
        try:
            return await asyncio.shield(self._futures[key])
        except Exception:
            self._futures.pop(key, None)
            raise


class Tasks:
    """Tasks that go on by themselves."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Begin a task."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)  # the loop itself keeps only a weak reference
        task.add_done_callback(self._tasks.discard)
        return task

    async def wait(self, seconds: float) -> None:
        """Return once all have ended, at the latest after some seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)


class News:
    """A number that grows with all that can be seen, and who waits for it."""

    def __init__(self) -> None:
        self.version = 0
        self._changed, self._closing = asyncio.Event(), False

    def tell(self) -> None:
        """Wake all who wait: there is something new."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, version: int, seconds: float) -> None:
        """Return once the version is above this one, at the latest after some seconds."""
        if self.version <= version and not self._closing:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)

    def release(self) -> None:
        """End all waiting, now and later."""
        self._closing = True
        self._changed.set()
