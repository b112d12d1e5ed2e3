"""States for Hypothesis: those that random play reaches, and any at all that the wire can carry."""

from random import Random

from hypothesis import strategies as st

from economancy.policy import baselines
from economancy.rules.cards import BASE, card_named
from economancy.rules.game import apply, new_game, new_shop, players_to_move, reveal
from economancy.rules.state import (
    Action,
    Attacking,
    Buying,
    End,
    Forfeit,
    Investing,
    Observation,
    OwnedCard,
    Phase,
    PlayerState,
    State,
    Stock,
)

CARD_NAMES = st.sampled_from([*BASE, "Sorcerer's Stipend", "Dragon", "", "é"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
COINS = st.integers(0, 12) | st.integers(min_value=0)


def joint_action(state: State, rng: Random) -> dict[int, Action]:
    """Return random legal actions of all seats that move."""
    actions: dict[int, Action] = {}
    shown = state
    for seat in players_to_move(state):
        actions[seat] = baselines.random(Observation(shown, seat), rng)
        shown = reveal(shown, seat, actions[seat])
    return actions


@st.composite
def starts(draw: st.DrawFn) -> State:
    """Return the start of a game of 2 to 4 seats with any subset of the cards."""
    seats = draw(st.integers(2, 4))
    return new_game(seats, new_shop(seats, draw(st.sets(st.sampled_from(BASE)))))


@st.composite
def reached_states(draw: st.DrawFn, most_moves: int = 60) -> State:
    """Return a state that random play reaches, in which somebody moves."""
    state = draw(starts())
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most_moves))):
        after = apply(state, joint_action(state, rng))
        if not players_to_move(after):
            break
        state = after
    return state


@st.composite
def states(draw: st.DrawFn) -> State:
    """Return any state that the wire can carry, sensible or not."""
    cards = st.lists(st.builds(OwnedCard, CARD_NAMES.map(card_named), st.integers(0, 3)), max_size=6).map(tuple)
    players = tuple(draw(st.lists(st.builds(PlayerState, COINS, st.integers(0, 3), cards), min_size=2, max_size=4)))
    shop = draw(st.dictionaries(CARD_NAMES, st.integers(0, 8)))
    stocks = tuple(Stock(card_named(name), shop[name]) for name in sorted(shop))
    return State(draw(st.integers(1, 3)), draw(_phases(players)), stocks, players)


@st.composite
def _phases(draw: st.DrawFn, players: tuple[PlayerState, ...]) -> Phase:
    seat = draw(st.integers(0, len(players) - 1))
    cards = len(players[seat].cards)
    card = draw(st.none() | st.integers(1, cards - 1)) if cards > 1 else None
    phases: list[Phase] = [Investing(), Attacking(seat, card), Buying(), End(None), End(seat)]
    return draw(st.sampled_from([*phases, Forfeit(seat, draw(st.text()))]))
