"""How long our decisions take, on one core."""

import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from economancy.arena import make_opening
from economancy.policy import BUILTINS, OURS
from economancy.rules import apply, new_shop, players_to_move, reveal
from economancy.state import Action, Investing, Observation, PlayerState, State
from economancy.value import SHOP_CARD_NAMES
from gamekit.deadline import NO_DEADLINE

RIVALS = ("points", "attack", "decent", "random", OURS)
DAYS = 40
"""Games are given up after so many days: a stalemate is one position again and again (guessed)."""

HOARD = 3461834487117869480315
"""Coins that a saver with Magic Bean Stock had on day 90 of a real game."""

BARS = {"simple": (40, 250, 600), "base": (80, 400, 900)}
"""Mean, 99th percentile and maximum, in milliseconds."""


def run_bench(games: int, seed: int) -> int:
    """Print CPU milliseconds a decision at two seats; return 1 if a bar is missed, else 0."""
    loop = _milliseconds(_calibration)
    print(f"calibration: a loop of a million turns takes {loop:.0f} ms")
    met = True
    for shop, bars in BARS.items():
        times = [t for game in range(games) for t in _game(shop, RIVALS[game % len(RIVALS)], seed + game)]
        hoards = list(_hoards(shop, seed))
        for name, found in (("games", times), ("hoards", hoards)):
            figures = (np.mean(found), np.quantile(found, 0.99), np.max(found))
            met &= all(figure <= bar for figure, bar in zip(figures, bars, strict=True))
            texts = (f"{figure:.1f} ({bar})" for figure, bar in zip(figures, bars, strict=True))
            print(f"{shop} shop, {name}, {len(found)} decisions: mean, p99, max in ms (bars): {', '.join(texts)}")
    return 0 if met else 1


def _calibration() -> None:
    for _ in range(1_000_000):
        pass


def _milliseconds(work: Callable[[], None]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def _decide(state: State, seat: int, rng: Random) -> tuple[Action, float]:
    started = time.process_time()
    action = BUILTINS[OURS](Observation(state, seat), rng, NO_DEADLINE)
    return action, (time.process_time() - started) * 1000


def _game(shop: str, rival: str, seed: int) -> Iterator[float]:
    """Yield what each of our decisions takes in a game from a random opening."""
    rng, ours = Random(seed), seed % 2
    state, days = make_opening(new_shop(2, SHOP_CARD_NAMES[shop]), 2, seed % 3, seed), 0
    while (movers := players_to_move(state)) and days < DAYS:
        actions: dict[int, Action] = {}
        shown = state
        for seat in movers:
            if seat == ours:
                actions[seat], spent = _decide(shown, seat, rng)
                yield spent
            else:
                actions[seat] = BUILTINS[rival](Observation(shown, seat), rng, NO_DEADLINE)
            shown = reveal(shown, seat, actions[seat])
        after = apply(state, actions)
        days += after.day != state.day
        state = after


def _hoards(shop: str, seed: int) -> Iterator[float]:
    """Yield what decisions take in positions of games in which both seats hold more coins than 64 bits do."""
    for number in range(20):
        state = make_opening(new_shop(2, SHOP_CARD_NAMES[shop]), 2, 3, seed + number)
        players = tuple(PlayerState(HOARD + seat, one.buys, one.cards) for seat, one in enumerate(state.players))
        yield _decide(State(state.day, Investing(), state.shop, players), number % 2, Random(seed))[1]
