"""What goes over the wires of the players that are started meanwhile, written down as it goes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Log = Callable[[int, str, bytes], None]
"""Takes a process id, a direction (`>` to the player, `<` from it) and bytes."""

_log: ContextVar[Log | None] = ContextVar("wire log", default=None)


def current_log() -> Log | None:
    """Return the log of who is started now, or None."""
    return _log.get()


@contextmanager
def logging_to(log: Log) -> Iterator[None]:
    """Log what is started meanwhile."""
    token = _log.set(log)
    try:
        yield
    finally:
        _log.reset(token)
