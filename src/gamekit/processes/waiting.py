"""Waiting for a call that may never come back."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, call: Callable[[], T]) -> T:
    """Return what a call returns, or raise what it raises. Raises TimeoutError after so many seconds: it goes on then,
    in a thread that ends with this process.
    """
    came: SimpleQueue[tuple[T] | Exception] = SimpleQueue()

    def run() -> None:
        try:
            came.put((call(),))
        except Exception as error:  # for who waits
            came.put(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        found = came.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if isinstance(found, Exception):
        raise found
    return found[0]
