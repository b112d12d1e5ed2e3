"""Play by look-ahead search over learned values: mixed strategies near an equilibrium."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from economancy.arrays.cards import bit_of, card_of
from economancy.arrays.games import COIN_CAP, COIN_FLOOR, Games, batch_of
from economancy.rules.cards import card_named
from economancy.rules.state import PASS, Action, Attacking, Buying, Investing, Observation, State
from economancy.search.decision import Decision
from economancy.search.look_ahead import DRAWS, Search
from economancy.search.value import Networks
from gamekit.deadline import Deadline, TimeUpError

POSITIONS = {2: 300, 3: 100, 4: 100}
"""The budget of fight positions of a decision, by the number of seats: enough to search a whole elimination (at two
seats compared once, and no figures were kept; the others are guessed).
"""


def search_over(value: Networks) -> Search:
    """Return our policy's search over a value."""
    return Search(value, draw=DRAWS[value.seats], positions=POSITIONS[value.seats])


AT_ONCE = 128
"""The number of joint actions expanded in one batch. More take more memory, which the process keeps; fewer are slower
(compared once, 64 to 256; `economancy bench abuse` measures the memory).
"""

DEEPER = 10
"""The longest time of a search that expands fights, in times that of a search that does not (guessed)."""


def deepened(
    look: Callable[[Search], Decision], observation: Observation, value: Networks, limit: Deadline
) -> Decision:
    """Return the decision of `look` by the search that expands fights if time allows, else by the one that does not.

    In a fight the quicker search comes first, to have a decision and to estimate the time of the deeper one; elsewhere
    both take about the same time. Raises TimeUpError if there is no decision by then.
    """
    search = replace(search_over(value), at_once=AT_ONCE, limit=limit)
    if isinstance(observation.state.phase, Attacking):
        started = limit.clock()
        decision = look(replace(search, positions=0))
        if limit.remaining() < DEEPER * (limit.clock() - started):
            return decision
        try:
            return look(search)
        except TimeUpError:
            return decision
    return look(search)


def drawn(observation: Observation, decision: Decision, rng: Random) -> Action:
    """Return an action drawn from the mixed strategy of a decision, a batch of one."""
    played = decision.probabilities[0] > 0  # a generator may draw an action of weight 0
    actions, weights = decision.actions[0, played], decision.probabilities[0, played]
    number: int = rng.choices(actions.tolist(), weights.tolist())[0]
    return as_action(observation.state, observation.seat, number)


def as_action(state: State, seat: int, number: int) -> Action:
    """Return the action of the plain rules for a seat's action in a batch (a bid, a bit or a slot)."""
    match state.phase:
        case Investing():
            return _whole_bid(state, seat, number)
        case Buying():
            return card_of(number).name if number else PASS
        case _:
            return number


def as_number(action: Action) -> int:
    """Return the action in a batch (a bid, a bit or a slot) for an action of the plain rules; bids end at COIN_CAP."""
    if isinstance(action, int):
        return min(action, COIN_CAP)
    return 0 if action == PASS else bit_of(card_named(action))


def _whole_bid(state: State, seat: int, bid: int) -> int:
    """Return the bid in real coins for a bid in a batch, which scales down hoards beyond COIN_CAP."""
    coins = [player.coins for player in state.players]
    held = _held(batch_of([state]))
    if held == coins or bid <= COIN_FLOOR:
        return bid
    richest, richest_held = (max(c for rival, c in enumerate(all_) if rival != seat) for all_ in (coins, held))
    if bid >= held[seat] or bid > richest_held:
        return min(coins[seat], richest + 1)
    return COIN_FLOOR + (bid - COIN_FLOOR) * (max(coins) // max(held))


def _held(games: Games) -> list[int]:
    coins: list[int] = games.coins[0].tolist()
    return coins
