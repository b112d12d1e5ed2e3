"""Games that are over: the trace of each, and pages to watch them on."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from gamekit.game import AnyGame
from gamekit.table import Table
from gamekit.traces import Mismatch, note_of_names, trace_of
from gamekit.web.errors import RequestError
from gamekit.web.kept import read_kept
from gamekit.web.parts import Parts
from gamekit.web.threads import drop_first, in_thread
from gamekit.wire.json_stream import values_of

Watch = Callable[[bytes], Iterable[str]]
"""Makes a page of a trace."""

_TRACES, _PAGES = 20, 2  # games that are kept, and pages, of some megabytes each


class Archive:
    """The latest games that are over, by their numbers."""

    def __init__(self, rules: AnyGame, watch: Watch) -> None:
        self.traces: dict[int, bytes] = {}
        """Each behind the note of who played."""
        self._rules, self._watch = rules, watch
        self._pages: dict[int, Parts] = {}
        self._reading = False

    def keep(self, game: int, names: Sequence[str], table: Table[Any], notes: Sequence[tuple[int, bytes]]) -> None:
        """Keep the trace of a game, with its notes, instead of another that the game has: it may have gone on after a
        move was taken back.
        """
        self.traces.pop(game, None)
        self._pages.pop(game, None)
        lines = [note_of_names(names), *trace_of(table, notes)]
        self.traces[game] = b"".join(line + b"\n" for line in lines)
        drop_first(self.traces, _TRACES)

    async def page(self, game: int) -> AsyncIterator[str]:
        """Return the page to watch a game on, in parts as they come, made when it is first asked for.

        Raises RequestError.
        """
        page = self._pages.get(game)
        if page is None or page.error:
            trace = self.traces[game]
            if any(not other.over for other in self._pages.values()):
                raise RequestError("another page is being made: try again in a moment")
            self._pages.pop(game, None)
            self._pages[game] = page = Parts(lambda: self._watch(trace))
            drop_first(self._pages, _PAGES)
        try:
            await page.begun()
        except Mismatch as mismatch:
            raise RequestError("there is nothing to watch: no round of this game was played") from mismatch
        return page.read()

    async def table_at(self, game: int, step: int) -> Table[Any]:
        """Return the table of a game at a step, counted from 1; one at a time. Raises RequestError."""
        if self._reading:
            raise RequestError("another game is being read: try again in a moment")
        trace = self.traces[game]
        self._reading = True
        try:
            return await in_thread(lambda: read_kept(self._rules, values_of(trace), step).table)
        except ValueError as error:
            raise RequestError(str(error)) from error
        finally:
            self._reading = False
