"""A game under way as an immutable value: who is asked, what an answer does, when it is over. The house's one loop.

Whoever drives a table asks the seats of `asked()`, in any order, and goes on with what `answered()` returns:

    while asked := table.asked():
        table = table.answered(asked[0], seats[asked[0]].ask(table.observation(asked[0])))

Seats that choose in secret are all asked at once; seats that see earlier choices are asked one after another. Answers
take effect in the order of `Game.players_to_move`, whenever they come, so the same answers make the same game.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from gamekit.answer import Answer, Choice, Failure, Kind, Reply
from gamekit.game import A, Fault, Game, Observation, S
from gamekit.wire.json_stream import dumps

_EARLY = "; it came before it was asked for: write one answer to each message"

_NOTHING: Mapping[int, Any] = MappingProxyType({})


class Step(NamedTuple, Generic[S]):
    """One decision: the whole state as it was shown, the seat, what came back, and what it did: a legal action, or a
    fault.
    """

    state: S
    seat: int
    reply: Reply
    action: Any
    fault: Fault | None = None


class Round(NamedTuple, Generic[S]):
    """Choices that took effect together (before a fault: those made before it), and the states around them."""

    before: S
    steps: tuple[Step[S], ...]
    after: S
    forfeit: Fault | None = None

    @property
    def actions(self) -> Mapping[int, Any]:
        """The legal actions by seat."""
        return {step.seat: step.action for step in self.steps if step.fault is None}


class Past(NamedTuple, Generic[S]):
    """The rounds of a game so far, the last one first: each table of a game shares the past of the one before."""

    last: Round[S]
    earlier: "Past[S] | None"
    length: int


class Table(NamedTuple, Generic[S]):
    """A game so far: the state before the round that is being played, the steps of this round, and the past.

    `movers` choose in this round; () when the game is over. `shown` is the state with the choices of this round that
    are no secret: each seat observes its part of it. `early` are answers that wait for those of seats before them.
    `spent` is what each seat's answers took in all, in seconds, in a game that limits it.
    """

    game: Game[S, Any]
    state: S
    movers: tuple[int, ...]
    at_once: bool
    shown: S
    steps: tuple[Step[S], ...] = ()
    early: Mapping[int, Reply] = _NOTHING
    spent: Mapping[int, float] = _NOTHING
    past: Past[S] | None = None
    forfeit: Fault | None = None

    @classmethod
    def begin(cls, game: Game[S, Any], state: S) -> "Table[S]":
        """Return the table of a game that begins in this state."""
        movers = game.players_to_move(state)
        return cls(game, state, movers, len(movers) > 1 and game.asked_at_once(state), state)

    @property
    def over(self) -> bool:
        return not self.movers

    def asked(self) -> tuple[int, ...]:
        """Return the seats that have to answer now; () when the game is over."""
        rest = self.movers[len(self.steps) :] if self.steps else self.movers
        if not self.at_once:
            return rest[:1]
        return tuple(seat for seat in rest if seat not in self.early) if self.early else rest

    @property
    def following(self) -> int | None:
        """The first of the seats whose choice of this round has not taken effect; None when the game is over."""
        return self.movers[len(self.steps)] if self.movers else None

    def observation(self, seat: int) -> Observation[S]:
        """Return what a seat may see now."""
        return Observation(self.game.observe(self.shown, seat), seat)

    def has_answered(self, seat: int) -> bool:
        """Tell whether a seat has answered in this round."""
        return seat in self.early or any(step.seat == seat for step in self.steps)

    def choice(self, seat: int) -> Any:
        """Return what a seat has legally chosen in this round, or None: for its own eyes only."""
        if seat in self.early:
            action = judge(self.game, self.shown, seat, self.early[seat])
            return None if isinstance(action, Fault) else action
        return next((step.action for step in self.steps if step.seat == seat), None)

    @property
    def revealed(self) -> Mapping[int, Any]:
        """The choices of this round that are no secret, by seat."""
        return {} if self.at_once else {step.seat: step.action for step in self.steps}

    def rounds(self, after: int = 0) -> list[Round[S]]:
        """Return the rounds that are over, in order, without the first ones up to number `after`."""
        found: list[Round[S]] = []
        past = self.past
        while past is not None and past.length > after:
            found.append(past.last)
            past = past.earlier
        return found[::-1]

    @property
    def length(self) -> int:
        """The number of rounds that are over."""
        return 0 if self.past is None else self.past.length

    def all_steps(self) -> Iterator[Step[S]]:
        """Return every step of the game, in order."""
        return chain(*(one.steps for one in self.rounds()), self.steps)

    @property
    def faults(self) -> list[Fault]:
        """The faults so far, in order; the last one ended the game if it is `forfeit`."""
        return [step.fault for step in self.all_steps() if step.fault is not None]

    @property
    def moves(self) -> int:
        """How many answers came, legal or not."""
        return sum(not isinstance(step.reply, Failure) for step in self.all_steps())

    @property
    def seconds(self) -> tuple[tuple[float, ...], ...]:
        """The seconds of every answer, and of every failure to give one, by seat."""
        found: list[list[float]] = [[] for _ in range(self.game.seats_of(self.state))]
        for step in self.all_steps():
            found[step.seat].append(step.reply.seconds)
        return tuple(map(tuple, found))

    @property
    def latest(self) -> Step[S] | None:
        """The step that took effect last, None before the first."""
        if self.steps:
            return self.steps[-1]
        return None if self.past is None else self.past.last.steps[-1]

    def answered(self, seat: int, reply: Reply) -> "Table[S]":
        """Return the table with what came back from a seat that is asked; a wrong answer is a fault.

        Raises ValueError if the seat is not asked.
        """
        following = self.following
        if seat != following and seat not in self.asked():
            raise ValueError(f"expected an answer of the seats {self.asked()}, got one of seat {seat}")
        spent = self.spent
        if (limit := self.game.game_seconds) is not None:
            spent = {**spent, seat: spent.get(seat, 0.0) + reply.seconds}
            if spent[seat] > limit and not isinstance(reply, Failure):
                reply = Failure(Kind.LATE, f"took more than {limit:g} s in all", reply.seconds)
        if seat != following:
            return self._replace(spent=spent, early={**self.early, seat: reply})
        table = self._step(seat, reply, spent, self.early)
        while table.early and (following := table.movers[len(table.steps)]) in table.early:
            early = dict(table.early)
            table = table._step(following, early.pop(following), spent, early)
        return table

    def _step(self, seat: int, reply: Reply, spent: Mapping[int, float], early: Mapping[int, Reply]) -> "Table[S]":
        """Return the table after the next step of this round, which may be its last."""
        game, shown = self.game, self.shown
        last = len(self.steps) + 1 == len(self.movers)
        # What a seat of ours chose is checked once, by `apply`, unless others are to see it before.
        trusted = isinstance(reply, Choice) and (last or self.at_once)
        action = reply.action if isinstance(reply, Choice) and trusted else judge(game, shown, seat, reply)
        if isinstance(action, Fault):
            return self._fault(self.steps, shown, reply, action, spent)
        steps = (*self.steps, Step(shown, seat, reply, action))
        if last:
            return self._apply(steps, spent)
        if not self.at_once:
            shown = game.reveal(shown, seat, action)
        return Table(game, self.state, self.movers, self.at_once, shown, steps, early, spent, self.past)

    def _apply(self, steps: tuple[Step[S], ...], spent: Mapping[int, float]) -> "Table[S]":
        """Return the table after a round of these steps."""
        try:
            after = self.game.apply(self.state, {step.seat: step.action for step in steps})
        except ValueError:
            for number, step in enumerate(steps):
                action = judge(self.game, step.state, step.seat, step.reply)
                if isinstance(action, Fault):
                    return self._fault(steps[:number], step.state, step.reply, action, spent)
            raise
        return _next_round(self.game, after, spent, Round(self.state, steps, after), self.past)

    def _fault(
        self, steps: tuple[Step[S], ...], shown: S, reply: Reply, fault: Fault, spent: Mapping[int, float]
    ) -> "Table[S]":
        """Return the table after a fault: the game goes on, or ends in the state that the seat was shown."""
        after = self.game.after_fault(shown, fault.seat, value_of(self.game, reply))
        steps = (*steps, Step(shown, fault.seat, reply, None, fault))
        if after is None:
            return _next_round(self.game, shown, spent, Round(self.state, steps, shown, fault), self.past)
        return _next_round(self.game, after, spent, Round(self.state, steps, after), self.past)


def _next_round(
    game: Game[S, Any], state: S, spent: Mapping[int, float], played: Round[S], past: Past[S] | None
) -> Table[S]:
    """Return the table at the beginning of the round in this state, after the one that was played."""
    movers = () if played.forfeit else game.players_to_move(state)
    return Table(
        game,
        state,
        movers,
        len(movers) > 1 and game.asked_at_once(state),
        state,
        (),
        _NOTHING,
        spent,
        Past(played, past, 1 if past is None else past.length + 1),
        played.forfeit,
    )


def value_of(game: Game[S, Any], reply: Reply) -> object | None:
    """Return what came back from a seat as a JSON value, None if there was no answer."""
    if isinstance(reply, Choice):
        return game.encode_action(reply.action)
    return reply.value if isinstance(reply, Answer) else None


def judge(game: Game[S, A], state: S, seat: int, reply: Reply) -> A | Fault:
    """Return the legal action that came back from a seat, or the fault that it is."""
    if isinstance(reply, Failure):
        return Fault(seat, reply.reason)
    early = _EARLY if isinstance(reply, Answer) and reply.early else ""
    if isinstance(reply, Choice):
        action: A = reply.action
    else:
        try:
            action = game.decode_action(reply.value)
        except ValueError as error:
            return Fault(seat, f"wrong shape: {error}{early}")
    if action in game.legal_actions(state, seat):
        return action
    got = dumps(value_of(game, reply)).decode()
    why = game.objection(state, seat, action)
    expected = f"expected {game.expected_text(state, seat)}, got {got}"
    return Fault(seat, f"illegal move: {expected}{why and f' ({why})'}{early}")
