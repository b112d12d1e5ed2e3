"""A game whose answers come in from outside: from people at pages and from programs in threads.

The questions, the end of the game and the trace are those of `gamekit.referee.play`, with one difference: seats that
choose in secret are all asked at once, while seats that see earlier choices are asked one after another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from gamekit.game import Fault, Game, Observation, S
from gamekit.referee import TraceWriter, judge
from gamekit.traces import Round, Step
from gamekit.wire.answer import Answer, Failure
from gamekit.wire.json_stream import Value


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """A game so far: the state before the round that is being played, the answers to it, and the rounds until then.

    `trace` holds its lines, up to the last round that is over; `seconds` is what each seat's answers took in all.
    """

    game: Game[S, Any]
    state: S
    answers: Mapping[int, Answer | Failure] = field(default_factory=dict)
    rounds: tuple[Round[S], ...] = ()
    trace: tuple[bytes, ...] = ()
    seconds: Mapping[int, float] = field(default_factory=dict)
    forfeit: Fault | None = None

    @classmethod
    def begin(cls, game: Game[S, Any], state: S) -> "Table[S]":
        """Return the table of a game that begins in a state in which somebody moves."""
        lines: list[bytes] = []
        TraceWriter(game, lines.append).start(state)
        return cls(game, state, trace=tuple(lines))

    @property
    def over(self) -> bool:
        return self.forfeit is not None or not self.game.players_to_move(self.state)

    @property
    def shown(self) -> S:
        """The state with the choices of this round that are no secret; each seat observes its part of it."""
        state = self.state
        for seat, action in self.played.items():
            state = self.game.reveal(state, seat, action)
        return state

    @property
    def played(self) -> Mapping[int, Any]:
        """The choices of this round that are no secret."""
        if self.over or self.game.asked_at_once(self.state):
            return {}
        return {seat: action for seat in self.answers if (action := self.choice(seat)) is not None}

    def choice(self, seat: int) -> Any:
        """Return what a seat has legally chosen in this round, or None: for its own eyes only."""
        answer = self.answers.get(seat)
        action = None if answer is None else judge(self.game, self.state, seat, answer)
        return None if isinstance(action, Fault) else action

    def observation(self, seat: int) -> Observation[S]:
        """Return what a seat may see now."""
        return Observation(self.game.observe(self.shown, seat), seat)

    def asked(self) -> tuple[int, ...]:
        """Return the seats that have to answer now."""
        if self.over:
            return ()
        seats = tuple(seat for seat in self.game.players_to_move(self.state) if seat not in self.answers)
        return seats if self.game.asked_at_once(self.state) else seats[:1]

    def answered(self, seat: int, answer: Answer | Failure) -> "Table[S]":
        """Return the table with an answer of a seat that is asked; a wrong answer is a fault.

        Raises ValueError if the seat is not asked.
        """
        if seat not in self.asked():
            raise ValueError(f"expected an answer of the seats {self.asked()}, got one of seat {seat}")
        spent, limit = self.seconds.get(seat, 0.0) + answer.seconds, self.game.game_seconds
        if isinstance(answer, Answer) and limit is not None and spent > limit:
            answer = Failure("late", f"took more than {limit:g} s in all", answer.seconds)
        table = replace(self, answers={**self.answers, seat: answer}, seconds={**self.seconds, seat: spent})
        return table._resolved()

    def _resolved(self) -> "Table[S]":
        """Return the table after the round, or unchanged while a seat before the first fault has not answered."""
        game, shown = self.game, self.state
        lines: list[bytes] = []
        trace, steps = TraceWriter(game, lines.append), list[Step[S]]()
        for seat in game.players_to_move(self.state):
            answer = self.answers.get(seat)
            if answer is None:
                return self
            trace.observation(Observation(game.observe(shown, seat), seat))
            action = judge(game, shown, seat, answer)
            value = Value(answer.value, 0) if isinstance(answer, Answer) else None
            if isinstance(action, Fault):
                after = game.after_fault(shown, seat, None if value is None else value.data)
                trace.answer(answer, goes_on=after is not None)
                steps.append(Step(shown, seat, value, None))
                return self._after(
                    steps, lines, shown if after is None else after, None if after is not None else action
                )
            trace.answer(answer)
            steps.append(Step(shown, seat, value, action))
            shown = game.reveal(shown, seat, action)
        return self._after(steps, lines, game.apply(self.state, {step.seat: step.action for step in steps}))

    def _after(
        self, steps: Sequence[Step[S]], lines: list[bytes], state: S, forfeit: Fault | None = None
    ) -> "Table[S]":
        """Return the table after a round of these steps, which wrote these lines and led to this state."""
        played = Round(self.state, tuple(steps), state, forfeit)
        table = replace(self, state=state, answers={}, rounds=(*self.rounds, played), forfeit=forfeit)
        if table.over:
            TraceWriter(self.game, lines.append).end(state, forfeit)
        return replace(table, trace=(*self.trace, *lines))
