"""How bytes reach a child process and come back: the one kind of module that touches descriptors."""

import os
import selectors
from collections.abc import Callable
from typing import Protocol

from gamekit.processes.children import ChildProcess
from gamekit.processes.guard import GRACE

CHUNK = 1 << 16
"""Bytes that are read at once: what a pipe holds."""


class Transport(Protocol):
    """A child process, and a way to it and back. Whatever it does, no method raises or waits longer than it is told."""

    process: ChildProcess
    seconds_to_start: float
    """What the start took."""
    at_end: bool
    """Whether all that it will ever say has been taken in."""
    closed: str
    """What it did that ends before its output does, in words."""

    @property
    def errors(self) -> str:
        """The last 4 KiB that were read from its standard error."""

    def send(self, message: bytes) -> None:
        """Send a message: what is taken at once now, and the rest in `poll`."""

    def end_input(self) -> None:
        """Let it read the end of its input; what was not taken yet is dropped."""

    def poll(self, seconds: float) -> bool:
        """Move what can be moved, waiting some seconds for it; tell whether anything was or has become known."""

    def take(self) -> bytes:
        """Return what has come since the last time."""

    def close(self, grace: float = GRACE) -> None:
        """End it and all that it started, as `ChildProcess.end` does; a second call does nothing."""


def taken(come: bytearray) -> bytes:
    """Return what has come, and empty the buffer."""
    whole = bytes(come)
    come.clear()
    return whole


class Poller:
    """Waits for descriptors, and calls what was handed over with each that is ready."""

    def __init__(self) -> None:
        self._selector = selectors.PollSelector()

    def watch(self, descriptor: int, ready: Callable[[], object], *, write: bool = False) -> None:
        """Call this whenever a descriptor can be read, or with `write` also when it can be written."""
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if write else 0)
        if descriptor in self._selector.get_map():
            self._selector.modify(descriptor, events, ready)
        else:
            self._selector.register(descriptor, events, ready)

    def watches(self, descriptor: int) -> bool:
        """Tell whether a descriptor is waited for."""
        return descriptor in self._selector.get_map()

    def forget(self, descriptor: int) -> None:
        """Wait for it no more."""
        if self.watches(descriptor):
            self._selector.unregister(descriptor)

    def poll(self, seconds: float) -> bool:
        """Wait some seconds at most; tell whether anything was ready."""
        events = self._selector.select(seconds)
        for key, _ in events:
            key.data()
        return bool(events)

    def read(self, descriptor: int) -> bytes | None:
        """Return what is there, nothing at the end (which is reported once), or None if nothing has come yet."""
        try:
            chunk = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return None
        except OSError:  # a connection was reset
            chunk = b""
        if not chunk:
            self.forget(descriptor)
        return chunk
