"""A text that a thread makes in parts, and that is read while it grows."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterable


class Parts:
    """The parts that have been made so far; to be created in a running event loop, where all of it is used.

    Making one that hangs does not keep the program from ending.
    """

    def __init__(self, make: Callable[[], Iterable[str]]) -> None:
        self.over = False
        self.error: Exception | None = None
        self._made: list[str] = []
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, args=(make,), daemon=True).start()

    def _run(self, make: Callable[[], Iterable[str]]) -> None:
        error = None
        try:
            for part in make():
                self._tell(part)
        except Exception as caught:
            error = caught
        self._tell(None, error)

    def _tell(self, part: str | None, error: Exception | None = None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
            self._loop.call_soon_threadsafe(self._take, part, error)

    def _take(self, part: str | None, error: Exception | None) -> None:
        if part is None:
            self.over, self.error = True, error
        else:
            self._made.append(part)
        self._news.set()
        self._news = asyncio.Event()

    async def begun(self) -> None:
        """Wait for the first part. Raises what its making raised."""
        while not self._made and not self.over:
            await self._news.wait()
        if not self._made and self.error:
            raise self.error

    async def read(self) -> AsyncIterator[str]:
        """Yield all parts, each as soon as it is there. Raises what the making of one raised."""
        number = 0
        while True:
            news = self._news
            while number < len(self._made):
                yield self._made[number]
                number += 1
            if self.over:
                break
            await news.wait()
        if self.error:
            raise self.error
