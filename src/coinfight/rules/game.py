"""New games, what a seat may do, and what comes of it."""

from enum import Enum, auto
from typing import NamedTuple

from coinfight.rules.change import change_sets, value
from coinfight.rules.state import DENOMINATIONS, STARTING_HAND, Action, Counts, State, alive, seat_to_move


def new_game(seats: int, denominations: Counts = DENOMINATIONS, hand: Counts = STARTING_HAND) -> State:
    """Return the first state: an empty table, and the same coins in every hand.

    Raises ValueError unless there are at least 2 seats, denominations that rise from 1 or more, and a coin each.
    """
    if seats < 2:
        raise ValueError(f"expected at least 2 seats, got {seats}")
    if not denominations or denominations[0] < 1 or list(denominations) != sorted(set(denominations)):
        raise ValueError(f"expected rising denominations from 1, got {denominations}")
    if len(hand) != len(denominations) or min(hand) < 0 or not any(hand):
        raise ValueError(f"expected counts of the denominations {denominations} and at least one coin, got {hand}")
    return State(denominations, (0,) * len(hand), (hand,) * seats, 0)


def is_over(state: State) -> bool:
    """Tell whether at most one seat has coins left."""
    return len(alive(state)) < 2


def winner(state: State) -> int | None:
    """Return the last seat with coins, or None while two have some (or when faults have left nobody)."""
    left = alive(state)
    return left[0] if len(left) == 1 else None


def players_to_move(state: State) -> tuple[int, ...]:
    """Return the seat to move as a tuple; an empty one when the game is over."""
    return () if is_over(state) else (seat_to_move(state),)


def legal_actions(state: State) -> list[Action]:
    """Return every action of the seat to move, sorted by the coin and the change. Nobody may pass.

    The list is as long as the table is rich: a few hundred actions at most with the coins of a game of six.
    """
    hand = state.hands[seat_to_move(state)]
    return [
        Action(coin, change)
        for coin, count in zip(state.denominations, hand, strict=True)
        if count
        for change in change_sets(state.denominations, state.table, coin)
    ]


class Wrong(Enum):
    """What can be wrong with an action."""

    COIN = auto()
    """It is not in the game, or not in the hand."""
    CHANGE = auto()
    """It is no count of each denomination."""
    WORTH = auto()
    """The change is worth the coin or more."""
    NOT_THERE = auto()
    """The change is not on the table."""


class Objection(NamedTuple):
    """What is wrong with an action, and how to say it."""

    wrong: Wrong
    reason: str


def objection(state: State, action: Action) -> Objection | None:
    """Return what is wrong with an action of the seat to move, or None for a legal one."""
    coin, change = action
    if coin not in state.denominations:
        return Objection(Wrong.COIN, f"a coin of {coin} is not in the game")
    if not state.hands[seat_to_move(state)][state.denominations.index(coin)]:
        return Objection(Wrong.COIN, f"no coin of {coin} in the hand")
    if len(change) != len(state.table) or any(count < 0 for count in change):
        return Objection(Wrong.CHANGE, "change that is no count of each denomination")
    if (worth := value(state.denominations, change)) >= coin:
        return Objection(Wrong.WORTH, f"change worth {worth} for a coin of {coin}")
    if any(count > there for count, there in zip(change, state.table, strict=True)):
        return Objection(Wrong.NOT_THERE, "change that is not on the table")
    return None


def apply(state: State, action: Action) -> State:
    """Return the state after an action, at the slot of the next seat that has coins.

    Raises ValueError for an illegal action, and when the game is over.
    """
    if is_over(state):
        raise ValueError(f"expected a game that goes on, got {state}")
    if found := objection(state, action):
        raise ValueError(f"illegal action {action}: {found.reason}, in {state}")
    seat = seat_to_move(state)
    paid = [int(face == action.coin) for face in state.denominations]
    table = tuple(there + one - count for there, one, count in zip(state.table, paid, action.change, strict=True))
    hand = tuple(held - one + count for held, one, count in zip(state.hands[seat], paid, action.change, strict=True))
    return _next_slot(state._replace(table=table, hands=_with_hand(state, seat, hand)))


def after_fault(state: State, action: Action | None) -> State:
    """Return the state after a fault of the seat to move, an illegal action or None: its hand leaves the game.

    When only the taking was at fault, for change that is not on the table, the coin paid stays there.
    """
    found = None if action is None else objection(state, action)
    paid = action.coin if action and found and found.wrong is Wrong.NOT_THERE else None
    seat = seat_to_move(state)
    table = tuple(there + (face == paid) for there, face in zip(state.table, state.denominations, strict=True))
    return _next_slot(state._replace(table=table, hands=_with_hand(state, seat, (0,) * len(table))))


def _with_hand(state: State, seat: int, hand: Counts) -> tuple[Counts, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _next_slot(state: State) -> State:
    turn = state.turn + 1
    if any(map(any, state.hands)):
        while not any(state.hands[turn % len(state.hands)]):
            turn += 1
    return state._replace(turn=turn)
