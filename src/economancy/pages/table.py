"""A game whose players are not called but hand in their answers: people at a page, programs in threads.

Who is asked what, what ends the game, and the trace are those of `economancy.referee.play`; only, all who choose in
secret are asked at once, while defenders, who may see the earlier ones' choices, are asked one after another.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from economancy.referee import TraceWriter, judge
from economancy.rules.game import MAX_DAYS, apply, players_to_move, reveal
from economancy.rules.state import Action, Attacking, End, Fault, Observation, State
from gamekit.wire.answer import Answer, Failure


@dataclass(frozen=True, slots=True)
class Round:
    """Choices that took effect together (before a fault: those made before it), and the states around them."""

    before: State
    actions: Mapping[int, Action]
    after: State


@dataclass(frozen=True, slots=True)
class Table:
    """A game so far: the state before the round that is being played, the answers to it, and the rounds until then.

    `trace` holds its lines, up to the last round that is over.
    """

    state: State
    answers: Mapping[int, Answer | Failure] = field(default_factory=dict)
    days: int = 1
    max_days: int = MAX_DAYS
    rounds: tuple[Round, ...] = ()
    trace: tuple[bytes, ...] = ()

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, End | Fault)

    @property
    def shown(self) -> State:
        """The state with the choices of this round that are no secret."""
        state = self.state
        for seat, action in self.played.items():
            state = reveal(state, seat, action)
        return state

    @property
    def played(self) -> Mapping[int, Action]:
        """The choices of this round that are no secret: those of the defenders who have answered."""
        if not isinstance(self.state.phase, Attacking):
            return {}
        return {seat: action for seat in self.answers if (action := self.choice(seat)) is not None}

    def choice(self, seat: int) -> Action | None:
        """Return what a seat has legally chosen in this round, or None: for its own eyes only."""
        answer = self.answers.get(seat)
        action = None if answer is None else judge(Observation(self.state, seat), answer)
        return None if isinstance(action, Fault) else action

    def asked(self) -> tuple[int, ...]:
        """Return the seats that have to answer now; what they are shown is `shown`."""
        if self.over:
            return ()
        seats = tuple(seat for seat in players_to_move(self.state) if seat not in self.answers)
        return seats[:1] if isinstance(self.state.phase, Attacking) else seats

    def answered(self, seat: int, answer: Answer | Failure) -> "Table":
        """Return the table with an answer of a seat that is asked; a wrong answer is a fault, which ends the game.

        Raises ValueError if the seat is not asked.
        """
        if seat not in self.asked():
            raise ValueError(f"expected an answer of the seats {self.asked()}, got one of seat {seat}")
        return replace(self, answers={**self.answers, seat: answer})._resolved()

    def _resolved(self) -> "Table":
        """Return the table after the round, or unchanged while a seat before the first fault has not answered."""
        lines: list[bytes] = []
        trace, actions, shown = TraceWriter(lines.append), dict[int, Action](), self.state
        for seat in players_to_move(self.state):
            if seat not in self.answers:
                return self
            trace.state(shown, seat)
            trace.answer(self.answers[seat])
            action = judge(Observation(shown, seat), self.answers[seat])
            if isinstance(action, Fault):
                after = replace(shown, phase=action)
                break
            actions[seat] = action
            shown = reveal(shown, seat, action)
        else:
            after = apply(self.state, actions, last_day=self.days >= self.max_days)
        table = replace(
            self,
            state=after,
            answers={},
            days=self.days + (after.day != self.state.day and not isinstance(after.phase, End)),
            rounds=(*self.rounds, Round(self.state, actions, after)),
        )
        if table.over:
            trace.state(after)
        return replace(table, trace=(*self.trace, *lines))
