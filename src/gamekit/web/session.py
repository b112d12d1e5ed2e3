"""The games that people and programs play one after another at one table, and the requests that wait for news."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Generic

from gamekit.answer import Answer, Failure, Reply
from gamekit.game import Fault, Game, S, Seat
from gamekit.table import Table, judge
from gamekit.web.absence import Absence
from gamekit.web.archive import Archive, Watch
from gamekit.web.bots import Bots
from gamekit.web.errors import IllegalMoveError, RequestError
from gamekit.web.party import Roster
from gamekit.web.take_back import WayBack, notes_after
from gamekit.web.threads import Memo, News, Tasks, in_thread
from gamekit.wire.json_stream import dumps

Advise = Callable[[Table[S], int], dict[str, object]]
"""Returns a hint for a seat that is asked, as JSON."""

_PATIENCE = 1.0  # seconds that the end of the server waits for programs to be ended; what is left ends with the process


class Session(Generic[S]):
    """The table of some people and programs. All methods belong to one event loop.

    `version` grows with everything that any seat can see; `moment` counts rounds over all games, so that an answer
    names what it answers. Neither ever repeats.
    """

    def __init__(
        self,
        game: Game[S, Any],
        party: Roster,
        advise: Advise[S],
        watch: Watch,
        *,
        table: Table[S] | None = None,
    ) -> None:
        """Open the programs of the first game, which goes on at a table or begins. Raises OSError."""
        self.rules = game
        self.moment = 0
        self.game = 0
        self.line = 0  # grows when a move is taken back: rounds of this number are others then
        self.left: int | None = None  # the seat that broke the game off
        self.agreed: set[int] = set()  # the people who ask for the next game
        self.archive, self.absence = Archive(game, watch), Absence[S]()
        self.notes: list[tuple[int, bytes]] = []  # of this game's trace, with the round that each stands before
        self.last_words: list[str] = []  # of the program whose failure ended the game
        self.party, self._advise = party, advise
        self._way_back, self._news, self._tasks = WayBack(), News(), Tasks()
        self._asking: set[int] = set()
        self._beginning = False  # programs are being started
        self._ended: asyncio.Future[None] | None = None  # programs that were told to end last
        self._hints = Memo[dict[str, object]]()
        self.table = table or Table.begin(game, party.start(self.game))
        self._bots = Bots(party.open_programs(self.game))

    @property
    def version(self) -> int:
        return self._news.version

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.party.names)

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.names)) if seat not in self._bots.seats)

    @property
    def programs(self) -> tuple[int, ...]:
        return tuple(sorted(self._bots.seats))

    @property
    def away(self) -> tuple[int, ...]:
        """The people whose pages are not open, or not connected."""
        return self.absence.away(self.people)

    def seat_of(self, link: int) -> int:
        """Return the seat of who has the link of this number: the one person may have changed seats."""
        return self.people[0] if len(self.people) == 1 else link

    def way_back(self, seat: int) -> Table[S] | None:
        """Return the table that a person may go back to: alone against programs, and not past what was hidden."""
        if self.people != (seat,) or self.left is not None:
            return None
        return self._way_back.of(self.table, seat)

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or because somebody has left."""
        return self.table.over or self.left is not None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return () if self.left is not None else tuple(self.table.asked())

    def begin(self) -> None:
        """Ask the programs of the first game."""
        self._tell_all()

    def expect(self, seat: int, moment: int) -> None:
        """Raise RequestError unless a move of this seat for this moment is waited for."""
        if moment != self.moment:
            raise RequestError("the game has gone on meanwhile: this move was for an earlier moment")
        if self.table.has_answered(seat):
            raise RequestError("you have already chosen")
        if seat not in self.asked:
            raise RequestError("it is not your turn")

    def answer(self, seat: int, moment: int, value: object) -> None:
        """Take a person's move for a moment, a value as on the wire. Raises RequestError."""
        self.expect(seat, moment)
        answer = Answer(value, 0.0)
        judged = judge(self.rules, self.table.shown, seat, answer)
        if isinstance(judged, Fault):
            raise IllegalMoveError(judged.reason)
        self._take(seat, answer)

    async def restart(self, seat: int, game: int, party: Roster | None = None, table: Table[S] | None = None) -> None:
        """Take in that a person wants the game after this number; begin it once all people do. Raises RequestError.

        One who is alone may change the party, and go on at a table.
        """
        if game != self.game:
            raise RequestError("a new game has begun already")
        if (party or table) and self.people != (seat,):
            raise RequestError("only who plays alone against programs may choose")
        self._expect_no_beginning()
        self.agreed.add(seat)
        if not self.agreed.issuperset(self.people):
            self._tell_all()
            return
        party = party or self.party
        await self._reopen(party, self.game + 1)
        self.party = party
        self.game, self.line, self.left, self.notes = self.game + 1, 0, None, []
        self.absence.played.clear()
        self._go_on(table or Table.begin(self.rules, party.start(self.game)))

    async def take_back(self, seat: int, moment: int) -> None:
        """Go back to a person's last choice: the programs begin anew and are told the game up to there.

        Raises RequestError.
        """
        if moment != self.moment:
            raise RequestError("the game has gone on meanwhile")
        before = self.way_back(seat)
        if before is None:
            raise RequestError("there is no move to take back, or something hidden was shown since")
        await self._reopen(self.party, self.game)
        self.line += 1
        self.notes = notes_after(self.notes, self.table, before, seat)
        self._go_on(before)

    def _expect_no_beginning(self) -> None:
        if self._beginning:
            raise RequestError("a new game is about to begin")

    async def _reopen(self, party: Roster, number: int) -> None:
        """Start the programs for the game of this number, and end those that there are. Raises RequestError."""
        self._expect_no_beginning()
        self._beginning = True
        try:
            if self._ended:
                await asyncio.wait([self._ended])  # one game at a time has programs that go
            bots = await in_thread(lambda: Bots(party.open_programs(number)))
        except (OSError, ValueError) as error:
            self.agreed.clear()
            raise RequestError(f"a player cannot be started: {error}") from error
        finally:
            self._beginning = False
        if not self.over:
            self._end_programs()
        self._bots = bots

    def _go_on(self, table: Table[S]) -> None:
        """Play on at another table, with programs that know nothing of it."""
        self.table, self.last_words = table, []
        self.agreed.clear()
        self._next_moment()
        self._tell_all()

    def leave(self, seat: int, game: int) -> None:
        """Break the game of this number off: a person leaves, and others need not wait. Raises RequestError."""
        if game != self.game or self.over:
            raise RequestError("this game is over already")
        self.left = seat
        self.archive.keep(self.game, self.names, self.table, self.notes)
        self._end_programs()
        self._next_moment()
        self._tell_all()

    async def hint(self, seat: int, moment: int) -> dict[str, object]:
        """Return what an analysis says of what a seat has to decide at a moment. Raises RequestError."""
        if moment != self.moment or seat not in self.asked:
            raise RequestError("there is nothing to decide now")
        table = self.table
        return await self._hints.of(seat, lambda: self._advise(table, seat))

    async def stand_in(
        self, game: int, absent: int, name: str, program: Callable[[], AbstractContextManager[Mapping[int, Seat[S]]]]
    ) -> None:
        """Let a program of this name play for a person who is away, until the person is back or the game is over.

        Raises RequestError.
        """
        self._expect_absence(game, absent)
        stranger = await in_thread(lambda: Bots(program()))
        try:
            self._expect_absence(game, absent)
        except RequestError:
            self._tasks.begin(stranger.end(self.table))
            raise
        self.absence.put(absent, name, stranger, self.table.length)
        self._note_stand_in(absent, name)
        self._tell_all()

    def _expect_absence(self, game: int, seat: int) -> None:
        if game != self.game or self.over:
            raise RequestError("this game is over already")
        self.absence.expect(seat, self.people)

    def _note_stand_in(self, seat: int, name: str | None) -> None:
        self.notes.append((self.table.length, dumps({"meta": "stand-in", "seat": seat, "player": name})))

    def _welcome(self, seat: int) -> None:
        """Take in that a person is here; who was away plays on."""
        self.absence.note(seat)
        if stranger := self.absence.drop(seat, self.table.length):
            self._tasks.begin(stranger.end(self.table))
            self._note_stand_in(seat, None)
            self._tell_all()

    async def wait(self, version: int, seconds: float, seat: int | None = None) -> None:
        """Return once the version is above this one, at the latest after some seconds; a seat's page asks."""
        if seat is not None:
            self._welcome(seat)
        await self._news.wait(version, seconds)

    def release(self) -> None:
        """End all waiting for news, now and later: the server is about to end."""
        self._news.release()

    async def close(self) -> None:
        """End the programs, waiting at most a second for them."""
        self.release()
        if not self.over:
            self._end_programs()
        await self._tasks.wait(_PATIENCE)

    def _end_programs(self) -> None:
        """Tell the programs how the game ended, or where it was left, and end them, without waiting for it."""
        self._ended = self._tasks.begin(self._bots.end(self.table))
        for seat in self.people:
            if stranger := self.absence.drop(seat, self.table.length):
                self._tasks.begin(stranger.end(self.table))

    def _program(self, seat: int) -> Bots[S] | None:
        """Return the program that plays a seat, for itself or for a person."""
        return self._bots if seat in self._bots.seats else self.absence.program(seat)

    def _take(self, seat: int, answer: Reply) -> None:
        """Take in a seat's answer, and ask the next seats."""
        before = self.table
        self.table = before.answered(seat, answer)
        if self.table.length != before.length:
            self._next_moment()
        if self.table.over:
            if isinstance(answer, Failure) and seat in self._bots.seats:
                self.last_words = self._bots.last_words(seat)
            self.archive.keep(self.game, self.names, self.table, self.notes)
            self._end_programs()
        self._tell_all()

    def _next_moment(self) -> None:
        self.moment += 1
        self._asking = set()
        self._hints = Memo()

    def _tell_all(self) -> None:
        """Wake all who wait for news, and ask the programs whose turn it is."""
        self._news.tell()
        for seat in self.asked:
            program = self._program(seat)
            if program and seat not in self._asking:
                self._asking.add(seat)
                self._tasks.begin(self._ask(program, seat, self.moment, self.table))

    async def _ask(self, bots: Bots[S], seat: int, moment: int, table: Table[S]) -> None:
        """Ask a program; its answer counts if it still plays, and the moment that it was asked for has not passed."""
        answer = await bots.ask(seat, table)
        if moment == self.moment and self._program(seat) is bots:
            self._take(seat, answer)
