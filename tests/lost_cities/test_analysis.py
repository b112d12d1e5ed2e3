"""What plays are worth: planted blunders are found."""

import pytest

from lost_cities.game import GAME
from lost_cities.rules import Action, Play, State
from lost_cities.rules.cards import INVESTMENT
from lost_cities.rules.game import scores
from tests.gamekit.planting import Planter

LAST = 6
"""Cards left in the deck on the last turns: three for each seat at most."""


def lone_investment(state: State, seat: int) -> Action | None:
    """Return an investment on an expedition not begun, on the last turns, that may cost the game by its 40 points."""
    ahead = scores(state)[seat] - scores(state)[1 - seat]
    if len(state.deck) > LAST or not 0 < ahead < 40:
        return None
    for one in GAME.legal_actions(state, seat):
        if isinstance(one, Play) and one.card.value == INVESTMENT and not state.expeditions[seat][one.card.suit]:
            return one
    return None


PLANTER = Planter(GAME, lone_investment, ("lost-cities", "lost-cities"), openings=0)


def test_a_lone_investment_on_the_last_turns_is_the_worst_of_its_game() -> None:
    assert PLANTER.found(2) == 2


@pytest.mark.long
def test_of_20_lone_investments_on_the_last_turns_at_least_18_are_the_worst_of_their_game() -> None:
    assert PLANTER.found(20) >= 18
