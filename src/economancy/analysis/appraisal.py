"""A game appraised in a limited time: each seat's chance to win along it, and what its moves cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from economancy.analysis.judgement import Analyse, Judgement, analyse_round, margin
from economancy.analysis.position import Chances
from economancy.analysis.trace import TracedGame, TraceStep, rounds
from economancy.rules.state import Action, End, Forfeit, State
from gamekit.analysis.games import spread

COSTLIEST = 10
"""How many of a game's costliest moves are listed (guessed: a screen shows them)."""

LEAST_COST = 0.01
"""A move that costs less is not called costly (guessed: less than trained values err by)."""


@dataclass(slots=True)
class GameAppraisal:
    """What is known of a game, by the number of a step: the chances before it, the judgement of its choice.

    Steps for which there was no time are missing. `rollouts` is how many are behind a position for each seat that
    moves, None where trained values are.
    """

    chances: dict[int, Chances] = field(default_factory=dict)
    judgements: dict[int, Judgement] = field(default_factory=dict)
    rollouts: int | None = None

    def is_costly(self, i: int) -> bool:
        """Tell whether the choice of a step is known to cost something: more than the sampling error."""
        one = self.judgements.get(i)
        if one is None or one.cost < LEAST_COST:
            return False
        return one.cost > margin(one.played, one.candidates, one.seat, self.rollouts)

    def costliest(self) -> list[int]:
        """Return the numbers of the steps whose choices cost most, the worst first."""
        costly = [i for i in self.judgements if self.is_costly(i)]
        return sorted(costly, key=lambda i: (-self.judgements[i].cost, i))[:COSTLIEST]


def _trained(state: State) -> int | None:
    return None


def appraise(
    games: Sequence[TracedGame],
    analyse: Analyse,
    clock: Callable[[], float],
    deadline: float,
    rollouts_for: Callable[[State], int | None] = _trained,
) -> list[GameAppraisal]:
    """Return an appraisal of each game: of its end, and of as many rounds, evenly spread, as the time allows.

    Rounds are only begun before the deadline, a value of the clock. `rollouts_for` says how many rollouts the analysis
    of a state takes for each seat that moves, or None where it needs none.
    """
    found = [GameAppraisal(rollouts=rollouts_for(game.steps[0].state)) for game in games]
    for game, appraisal in zip(games, found, strict=True):
        last = game.steps[-1].state
        if isinstance(last.phase, End | Forfeit):
            winner = last.phase.winner if isinstance(last.phase, End) else None
            wins = tuple(float(seat == winner) for seat in range(len(last.players)))
            appraisal.chances[len(game.steps) - 1] = Chances(wins, float(winner is None))
    todo = [(number, one) for number, game in enumerate(games) for one in rounds(game.steps)]
    for i in spread(len(todo)):
        if clock() >= deadline:
            break
        number, one = todo[i]
        _appraise_round(games[number].steps, one, analyse, found[number])
    return found


def _appraise_round(steps: Sequence[TraceStep], one: range, analyse: Analyse, appraisal: GameAppraisal) -> None:
    """Analyse a round, unless those who chose have nothing to choose in its state, as in a wrong trace."""
    choices: dict[int, Action | None] = {}
    for i in one:
        seat, action = steps[i].seat, steps[i].action
        if seat is not None and action is not None:
            choices[seat] = action
    analysed = analyse_round(steps[one.start].state, choices, analyse)
    if analysed is None:
        return
    for i in one:
        appraisal.chances[i] = analysed.chances
        seat = steps[i].seat
        if seat is not None and seat in analysed.judgements:
            appraisal.judgements[i] = analysed.judgements[seat]
