"""What an analysis says about the moves of a game: what each is worth to its seat, and what it cost to play it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from economancy.analysis.position import Analysis, Chances, MoveCandidate
from economancy.rules.game import legal_actions, players_to_move
from economancy.rules.state import Action, State

Analyse = Callable[[State, Mapping[int, Action]], Analysis]
"""Analyses a state before anybody's choice, what the seats then chose among the candidates."""

_STANDARD_ERRORS = 3
"""How many of them a cost may owe to chance (guessed: two are too few where the best of 14 is picked by its estimate).
"""


def worth(chances: Chances, seat: int) -> float:
    """Return what chances are worth to a seat: its chance to win, and an equal share of a draw's."""
    return chances.wins[seat] + chances.draw / len(chances.wins)


def best(candidates: Sequence[MoveCandidate], seat: int) -> MoveCandidate:
    """Return the candidate that is worth most to the seat, of equals the first."""
    return max(candidates, key=lambda candidate: worth(candidate.chances, seat))


def ranked(candidates: Sequence[MoveCandidate], seat: int) -> list[MoveCandidate]:
    """Return the candidates, the most probable first, of those alike in whole percents the best to the seat."""
    return sorted(candidates, key=lambda one: (-round(one.probability, 2), -worth(one.chances, seat)))


def cost(candidate: MoveCandidate | None, candidates: Sequence[MoveCandidate], seat: int) -> float:
    """Return what the best of the candidates is worth to the seat more than this one of them.

    The others keep to their expected play. None stands for a forfeit, which is worth nothing.
    """
    most = worth(best(candidates, seat).chances, seat)
    return most if candidate is None else most - worth(candidate.chances, seat)


def margin(
    candidate: MoveCandidate | None, candidates: Sequence[MoveCandidate], seat: int, rollouts: int | None
) -> float:
    """Return the sampling error of a cost estimated from this many rollouts, shared equally among all candidates.

    It is 0 for costs that are no estimates (None).
    """
    if rollouts is None:
        return 0.0
    compared = [best(candidates, seat)] + ([] if candidate is None else [candidate])
    total = sum(variance(one.chances, seat) for one in compared)
    return _STANDARD_ERRORS * sqrt(total * len(candidates) / rollouts)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a seat chose (None: it forfeited the game) beside all its candidates."""

    seat: int
    candidates: tuple[MoveCandidate, ...]
    played: MoveCandidate | None

    @property
    def best(self) -> MoveCandidate:
        return best(self.candidates, self.seat)

    @property
    def cost(self) -> float:
        return cost(self.played, self.candidates, self.seat)


@dataclass(frozen=True, slots=True)
class RoundAnalysis:
    """The chances before a round of a game, and by seat what is to be said about each choice."""

    chances: Chances
    judgements: Mapping[int, Judgement]


def analyse_round(state: State, choices: Mapping[int, Action | None], analyse: Analyse) -> RoundAnalysis | None:
    """Return the analysis of choices that take effect together; the state is the one before any of them.

    A choice is an action, or None for a forfeit; seats whose choice nobody knows are left out. Returns None if a choice
    is not legal, or its seat has none, as happens in a trace that does not keep to the rules.
    """
    if not allowed(state, choices):
        return None
    analysis = analyse(state, {seat: action for seat, action in choices.items() if action is not None})
    judgements = {}
    for seat, action in choices.items():
        candidates = analysis.candidates[seat]
        played = None if action is None else next(one for one in candidates if one.action == action)
        judgements[seat] = Judgement(seat, candidates, played)
    return RoundAnalysis(analysis.chances, judgements)


def allowed(state: State, choices: Mapping[int, Action | None]) -> bool:
    """Tell whether seats may choose so in a state; a forfeit, None, is open to whoever has to choose."""
    if not choices.keys() <= set(players_to_move(state)):
        return False
    return all(action is None or action in legal_actions(state, seat) for seat, action in choices.items())


def variance(chances: Chances, seat: int) -> float:
    """Return the variance of what one game with these chances brings the seat."""
    share = 1 / len(chances.wins)
    return max(0.0, chances.wins[seat] + chances.draw * share**2 - worth(chances, seat) ** 2)  # certain: -1e-17
