"""The front of `core.c`, whose contract stands at its top: states and types go in, a plan's actions come out."""

import ctypes
import functools
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from economancy.arrays.cards import bit_of
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, NOBODY, NOT_SOLD
from economancy.arrays.rollout_policy import ATTACK_AIMS, FIRST_AIM, SECOND_AIM
from economancy.rules.cards import SHOP_CARDS, STIPEND, Card, card_named
from economancy.rules.state import Attacking, Buying, End, Investing, State
from gamekit import compiled

SOURCE = Path(__file__).with_name("core.c")

SLOTS = 32
MOST_CARDS = 20
"""The most cards of a seat in a state to plan from: the core has SLOTS of them, and some days follow."""

MOST_COINS = 1 << 20
"""The most coins of a seat in a state to plan from: the core cuts them at 2^28."""

MOST_ACTIONS = 2 * (len(SHOP_CARDS) + 1)
"""Room for the actions of a decision: those that planning considers, and those that it is asked to try."""


class _Card(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_int8 * 3 if name in ("income", "buys") else ctypes.c_int8)
        for name in (
            *("attack", "defence", "cost", "points", "income", "buys", "per_income", "attacks", "defences"),
            "defence_income",
        )
    )


class _Tables(ctypes.Structure):
    _fields_ = (
        ("card", _Card * (len(SHOP_CARDS) + 2)),
        ("first_aim", ctypes.c_int16 * len(FIRST_AIM)),
        ("second_aim", ctypes.c_int16 * len(SECOND_AIM)),
        ("attack_aims", ctypes.c_int16 * len(ATTACK_AIMS)),
    )


@functools.cache
def library() -> ctypes.CDLL:
    """Return the core. Raises NoCoreError."""
    found = compiled.load(
        SOURCE, "ECONOMANCY_CORE", ("ec_plan_new", "ec_plan_free", "ec_plan_search", "ec_by_rule", "ec_step")
    )
    found.ec_plan_new.restype = ctypes.c_void_p
    found.ec_plan_new.argtypes = (
        *(ctypes.POINTER(_Tables), ctypes.c_int, ctypes.c_int, ctypes.c_double, ctypes.c_uint64, ctypes.c_int),
    )
    found.ec_plan_free.argtypes = (ctypes.c_void_p,)
    found.ec_plan_search.argtypes = (
        *(*(ctypes.c_void_p,) * 2, *(ctypes.c_int,) * 2, ctypes.c_double),
        *(ctypes.c_int, *(ctypes.c_void_p,) * 3),
    )
    found.ec_by_rule.argtypes = (
        *(ctypes.POINTER(_Tables), ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p),
    )
    found.ec_step.argtypes = (ctypes.POINTER(_Tables), ctypes.c_int, *(ctypes.c_void_p,) * 2)
    return found


@functools.cache
def tables() -> _Tables:
    """Return the cards and the aims of the players by rule, as the core reads them."""
    return _Tables(
        (_Card * (len(SHOP_CARDS) + 2))(*map(_row, (*SHOP_CARDS, STIPEND, card_named("?")))),
        (ctypes.c_int16 * len(FIRST_AIM))(*map(int, FIRST_AIM)),
        (ctypes.c_int16 * len(SECOND_AIM))(*map(int, SECOND_AIM)),
        (ctypes.c_int16 * len(ATTACK_AIMS))(*ATTACK_AIMS),
    )


def _row(card: Card) -> _Card:
    days = ctypes.c_int8 * 3
    return _Card(
        *(card.attack, card.defence, card.cost or 0, card.points, days(*card.income), days(*card.buys)),
        *(card.coins_per_income, card.attacks, card.defences, card.defence_income),
    )


def fits(state: State) -> bool:
    """Return whether the core can plan from a state: it holds no more cards and coins than the core has room for."""
    return all(len(player.cards) <= MOST_CARDS and player.coins <= MOST_COINS for player in state.players)


def numbers_of(state: State, types: Sequence[int]) -> ctypes.Array[ctypes.c_int32]:
    """Return a state that `fits`, with a type for each seat, as the core reads it. Raises ValueError for a fault."""
    phase, attacker, card = END, NOBODY, 0
    winner: int | None = None
    match state.phase:
        case Investing():
            phase = INVESTING
        case Attacking(attacking, named):
            phase, attacker, card = ATTACKING, attacking, named or 0
        case Buying():
            phase = BUYING
        case End(winner):
            pass
        case fault:
            raise ValueError(f"expected a game without a fault, got {fault}")
    left = {stock.card.name: min(stock.left, 127) for stock in state.shop if stock.card.cost is not None}
    seats = (
        (
            *(types[seat], player.coins, min(player.buys, 127), len(player.cards)),
            *(bit_of(owned.card).bit_length() - 1 + 16 * min(owned.uses, 15) for owned in player.cards),
            *(0,) * (SLOTS - len(player.cards)),
        )
        for seat, player in enumerate(state.players)
    )
    piles = (left.get(card.name, NOT_SOLD) for card in SHOP_CARDS)
    numbers = (state.day, phase, attacker, card, NOBODY if winner is None else winner, *piles, *chain(*seats))
    return (ctypes.c_int32 * len(numbers))(*numbers)
