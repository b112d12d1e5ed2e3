"""Each answer of a game beside the best one, by the values that ours plays by."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lost_cities.arrays.valued import Valued, action_of, best
from lost_cities.policy.by_values import valued_turns
from lost_cities.rules import Action, View


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, as the seat that was asked saw it, and what it answered."""

    seat: int
    view: View
    action: Action


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer and what it was worth: the best turn that begins with it, and the best turn of all."""

    answered: Answered
    chosen: Valued
    best: Valued

    @property
    def loss(self) -> float:
        """Points of margin by which the best turn is expected to end better; never below 0."""
        return max(0.0, self.best.value - self.chosen.value)

    @property
    def is_best(self) -> bool:
        """Whether no other answer was worth more."""
        return action_of(self.best) == self.answered.action or not self.loss


def judge(answered: Answered) -> Judged | None:
    """Return what an answer was worth; None if our rule against endless games did not let us look at it."""
    turns = valued_turns(answered.view)
    chosen = [turn for turn in turns if action_of(turn) == answered.action]
    return Judged(answered, best(chosen), best(turns)) if chosen else None


def judge_all(game: Iterable[Answered]) -> Iterator[Judged]:
    """Yield what each answer of a game was worth, but for those that cannot be judged."""
    for answered in game:
        judged = judge(answered)
        if judged:
            yield judged
