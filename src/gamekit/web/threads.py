"""Slow work beside an event loop."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

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


async def kept(futures: dict[int, asyncio.Future[T]], key: int) -> T:
    """Return what a kept future brings; one that fails is not kept."""
    try:
        return await asyncio.shield(futures[key])
    except Exception:
        futures.pop(key, None)
        raise
