"""The whole game of Economancy as pure functions from state to state; it knows neither JSON nor numpy."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType, ModuleType

from economancy.rules import attacking, buying, investing
from economancy.rules.cards import DAYS, SIMPLE, STIPEND, card_named
from economancy.rules.state import (
    OUT,
    Action,
    Attacking,
    Buying,
    End,
    Investing,
    OwnedCard,
    PlayerState,
    State,
    Stock,
)
from economancy.rules.victory import winner

__all__ = [
    "MAX_DAYS",
    "apply",
    "income",
    "legal_actions",
    "new_game",
    "new_shop",
    "players_to_move",
    "reveal",
    "winner",
]

MAX_DAYS = 100
"""The referee calls a draw after this many days."""

_PHASES: Mapping[type, ModuleType] = MappingProxyType({Investing: investing, Attacking: attacking, Buying: buying})


def new_shop(seats: int, names: Iterable[str] = SIMPLE) -> tuple[Stock, ...]:
    """Return a full shop of these cards for this many seats."""
    return tuple(Stock(card := card_named(name), card.per_player * seats) for name in sorted(set(names)))


def new_game(seats: int, shop: tuple[Stock, ...] | None = None) -> State:
    """Return the first state in which somebody moves: day 1, its income paid; the simple shop unless given one.

    Raises ValueError unless there are 2 to 4 seats.
    """
    if not 2 <= seats <= 4:
        raise ValueError(f"expected 2 to 4 seats, got {seats}")
    player = PlayerState(coins=1, buys=0, cards=(OwnedCard(STIPEND),))
    players = (income(player, DAYS[0]),) * seats
    return State(DAYS[0], Investing(), new_shop(seats) if shop is None else shop, players)


def income(player: PlayerState, day: int) -> PlayerState:
    """Return the player after the income of a day (1 to 3): a buy, then coins and buys card by card, in order."""
    if player.out:
        return OUT
    coins, buys = player.coins, 1
    for owned in player.cards:
        card = owned.card
        coins += card.income[day - 1]
        buys += card.buys[day - 1]
        if card.coins_per_income:
            coins += coins // card.coins_per_income
    return PlayerState(coins, buys, player.cards)


def players_to_move(state: State) -> tuple[int, ...]:
    """Return the seats that choose now, in seat order; none when the game is over."""
    phase = _PHASES.get(type(state.phase))
    return phase.players_to_move(state) if phase else ()


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """Return the seat's legal actions, sorted; empty when it has nothing to choose.

    Bids come as a range, for coins are unbounded: test membership and pick from it, never enumerate it.
    """
    phase = _PHASES.get(type(state.phase))
    return phase.legal_actions(state, seat) if phase else ()


def reveal(state: State, seat: int, action: Action) -> State:
    """Return the state that seats asked later are shown: only defenders' choices are visible, as tapped cards."""
    shown: State = _PHASES[type(state.phase)].reveal(state, seat, action)
    return shown


def apply(state: State, actions: Mapping[int, Action], *, last_day: bool = False) -> State:
    """Return the next state in which somebody moves, or the end, after a joint action (an action for each mover).

    On the last day the game ends in a draw at nightfall. Raises ValueError, changing nothing, unless the
    actions are those of exactly the players to move and each is legal.
    """
    movers = players_to_move(state)
    if not movers or actions.keys() != set(movers):
        raise ValueError(f"expected actions of the seats {movers}, got {dict(actions)} in {state}")
    for seat, action in actions.items():
        if action not in legal_actions(state, seat):
            raise ValueError(f"illegal action {action!r} of seat {seat} in {state}")
    after: State = _PHASES[type(state.phase)].apply(state, actions)
    if isinstance(after.phase, Buying) and not players_to_move(after):
        return _dawn(after, last_day)
    return after


def _dawn(state: State, last_day: bool) -> State:
    """Return the next morning, its income paid; or after the last day a draw, before any income."""
    day = state.day % len(DAYS) + 1
    if last_day:
        return replace(state, day=day, phase=End(None))
    players = tuple(income(player, day) for player in state.players)
    return replace(state, day=day, phase=Investing(), players=players)
