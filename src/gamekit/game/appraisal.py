"""What a position is worth to its seats, and each decision in it: values that a game gives, and what they cost.

A **win share** is what a seat may expect of the game's one win: the shares of all seats sum to 1, and a draw is shared
equally, as `win_shares` does with a game that is over. The **cost** of a choice is the best candidate's win share less
its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import exp, hypot, isnan, nan
from typing import Generic

from gamekit.game.rules import A


class Basis(StrEnum):
    """Where a value comes from."""

    PROOF = "proved"
    """Exact: the position is solved, or over."""
    SEARCH = "searched"
    """A search so many plies deep, with learned or hand-made values at its leaves."""
    ROLLOUTS = "rollouts"
    """The mean of so many games played on."""
    VALUE = "valued"
    """A learned value of the position itself."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A win share, from 0 to 1, with what it rests on.

    `amount` is the depth of a search in plies, or the number of rollouts. `error` is the standard error of the share:
    of an estimate by chance, or of learned values as it was measured; 0 where it is proved. `points` are those by which
    the seat is expected to end ahead of the best other one, nan in a game that counts none.
    """

    share: float
    basis: Basis
    amount: int = 0
    error: float = 0.0
    points: float = nan

    @property
    def text(self) -> str:
        """Return the worth in a few words, for a person."""
        share = f"{self.share:.0%} to win" if 0 < self.share < 1 else "wins" if self.share else "loses"
        return f"{share}{'' if isnan(self.points) else f', {self.points:+.1f} points'} ({self.basis_text})"

    @property
    def basis_text(self) -> str:
        """Return what the worth rests on."""
        match self.basis:
            case Basis.PROOF:
                return f"proved in {self.amount} turn{'s' * (self.amount > 1)}" if self.amount else "proved"
            case Basis.SEARCH:
                return f"searched {self.amount} deep"
            case Basis.ROLLOUTS:
                return f"{self.amount} games played on, ± {SURE * self.error:.0%}"
        return "by learned values"


@dataclass(frozen=True, slots=True)
class Candidate(Generic[A]):
    """An action, what the game is worth to its seat after it if all play on as expected, and what is expected.

    `line` are the actions that are expected after it, one a ply, in a game in turns. `probability` is how often our
    player would choose the action, None if the game does not say.
    """

    action: A
    worth: Worth
    line: tuple[A, ...] = ()
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class Appraisal(Generic[A]):
    """The worth of a position to each seat, and by seat to move its candidates, the best first.

    What a seat has played is among its candidates where it was told to the game.
    """

    worths: tuple[Worth, ...]
    candidates: Mapping[int, tuple[Candidate[A], ...]] = field(default_factory=dict)


def both(seat: int, worth: Worth) -> tuple[Worth, Worth]:
    """Return what a position is worth to each of two seats, from what it is worth to one of them."""
    other = replace(worth, share=1 - worth.share, points=-worth.points)
    return (worth, other) if seat == 0 else (other, worth)


def share_of(logit: float) -> float:
    """Return the share of a logit; beyond MOST_LOGITS it is as good as 0 or 1."""
    return 1 / (1 + exp(-max(-MOST_LOGITS, min(MOST_LOGITS, logit))))


def share_error(share: float, logits: float) -> float:
    """Return the standard error of a share, from that of its logit; 0 for a share of 0 or 1."""
    if not 0 < share < 1:
        return 0.0
    odds, times = share / (1 - share), exp(min(logits, MOST_LOGITS))
    return (odds * times / (1 + odds * times) - odds / (odds + times)) / 2


class Grade(StrEnum):
    """How bad a choice was; the same bounds for all games."""

    FINE = ""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BOUNDS: Mapping[Grade, float] = {Grade.BLUNDER: 0.20, Grade.MISTAKE: 0.10, Grade.INACCURACY: 0.05}
"""The least cost of each grade, in win share (guessed: what people call so)."""

MOST_LOGITS = 30.0
"""A larger logit, or error of one, says nothing more."""

SURE = 2.0
"""A cost counts where it is more than so many standard errors of it (guessed: 95 %)."""


def best(candidates: Sequence[Candidate[A]]) -> Candidate[A]:
    """Return the candidate that is worth most, of equals the first."""
    return max(candidates, key=lambda one: one.worth.share)


def cost(candidate: Candidate[A], candidates: Sequence[Candidate[A]]) -> float:
    """Return the best candidate's win share less this one's: at least 0."""
    return best(candidates).worth.share - candidate.worth.share


def cost_error(candidate: Candidate[A], candidates: Sequence[Candidate[A]]) -> float:
    """Return the standard error of a candidate's cost."""
    return hypot(candidate.worth.error, best(candidates).worth.error)


def grade(lost: float, error: float) -> Grade:
    """Return what a choice of this cost is called: nothing where the error of the cost is as large as the cost."""
    if lost <= SURE * error:
        return Grade.FINE
    return next((name for name, least in BOUNDS.items() if lost >= least), Grade.FINE)
