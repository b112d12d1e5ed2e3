"""What the analysis says of a seat's actions, for who plays."""

from random import Random

from economancy.analysis.analyst import HINT_ROLLOUTS, analyse
from economancy.analysis.position import ranked
from economancy.rules.position import Position
from economancy.rules.state import Action
from gamekit.game import Hint


def hints(position: Position, seat: int, rng: Random) -> list[Hint[Action]]:
    """Return the seat's actions with the chances after each, the best first."""
    analysis = analyse(position.before, Random(rng.getrandbits(32)), position.shown, HINT_ROLLOUTS)
    return [
        Hint(
            one.action,
            f"we choose it {one.probability:.0%}, you win {one.chances.wins[seat]:.0%}, draw {one.chances.draw:.0%}",
        )
        for one in ranked(analysis.candidates.get(seat, ()), seat)
    ]
