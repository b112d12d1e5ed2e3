"""Play by search over the learned values, where there are some that fit the table: mixtures nobody can exploit much."""

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
from gamekit.deadline import Deadline

POSITIONS = {2: 300, 3: 100, 4: 100}
"""How many positions of fights are looked at before a decision, by the number of seats: enough to see a kill through.
Worth 0.515 +- 0.015 against none at two seats, over 800 games from random openings (measured; the others are guessed).
"""


def search_over(value: Networks) -> Search:
    """Return the search that we play by over a value."""
    return Search(value, draw=DRAWS[value.seats], positions=POSITIONS[value.seats])


AT_ONCE = 128
"""So many joint actions of one decision are played out at a time: with more a player grows by more in a long game, as
its heap keeps what the widest decision took, and with fewer it is slower (compared once, 64 to 256; memory as
`economancy bench abuse` measures it).
"""

DEEPER = 10
"""A look ahead that plays fights out takes no longer than so many times one that does not (guessed)."""


def deepened(
    look: Callable[[Search], Decision], observation: Observation, value: Networks, limit: Deadline
) -> Decision:
    """Return what `look` decides by the deeper of two searches over the value if there is time for it, else by the
    quicker: in a fight, where time goes; elsewhere one is about as quick as the other.
    """
    search = replace(search_over(value), at_once=AT_ONCE)
    if isinstance(observation.state.phase, Attacking):
        started = limit.clock()
        decision = look(replace(search, positions=0))
        if limit.remaining() < DEEPER * (limit.clock() - started):
            return decision
    return look(search)


def drawn(observation: Observation, decision: Decision, rng: Random) -> Action:
    """Return an action drawn from the mixture of a decision, the only one of its batch."""
    played = decision.probabilities[0] > 0  # not every generator minds a weight of 0
    actions, weights = decision.actions[0, played], decision.probabilities[0, played]
    number: int = rng.choices(actions.tolist(), weights.tolist())[0]
    return as_action(observation.state, observation.seat, number)


def as_action(state: State, seat: int, number: int) -> Action:
    """Return the action of the rules that a seat's number in a batch stands for."""
    match state.phase:
        case Investing():
            return _whole_bid(state, seat, number)
        case Buying():
            return card_of(number).name if number else PASS
        case _:
            return number


def as_number(action: Action) -> int:
    """Return what an action of the rules is in a batch; a bid beyond COIN_CAP is cut."""
    if isinstance(action, int):
        return min(action, COIN_CAP)
    return 0 if action == PASS else bit_of(card_named(action))


def _whole_bid(state: State, seat: int, bid: int) -> int:
    """Return a bid out of all the coins that a seat holds: a batch holds fewer of a hoard beyond COIN_CAP."""
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
