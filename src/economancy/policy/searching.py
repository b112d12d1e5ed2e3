"""Play by search over the learned values, where there are some that fit the table: mixtures nobody can exploit much."""

from random import Random

from economancy.batch import COIN_FLOOR, Games, batch_of
from economancy.batch_cards import card_of
from economancy.decision import Decision, decide
from economancy.search import Search
from economancy.state import PASS, Action, Buying, Investing, Observation
from economancy.value import Networks

DRAW = 0.35
"""What a draw is worth of a win: less than half, for a tournament counts wins (from the notes on strength)."""

FIGHTS = 9
POSITIONS = 300
"""How many fights ahead are played out before the networks are asked."""


def search_over(value: Networks) -> Search:
    """Return the search that we play by over a value."""
    return Search(value, draw=DRAW, fights=FIGHTS, positions=POSITIONS)


def choose_action(observation: Observation, value: Networks, rng: Random) -> Action:
    """Return an action drawn from our mixture."""
    decision, actions = decision_for(observation, value)
    return rng.choices(actions, decision.probabilities[0].tolist())[0]


def decision_for(observation: Observation, value: Networks) -> tuple[Decision, list[Action]]:
    """Return the seat's decision, the only one of its batch, and its actions as the rules know them."""
    games = batch_of([observation.state])
    decision = decide(search_over(value), games, observation.seat)
    return decision, [as_action(observation, games, int(action)) for action in decision.actions[0]]


def as_action(observation: Observation, games: Games, number: int) -> Action:
    """Return the action of the rules that a number chosen in the one game of a batch stands for."""
    match observation.state.phase:
        case Investing():
            return _whole_bid(observation, games, number)
        case Buying():
            return card_of(number).name if number else PASS
        case _:
            return number


def _whole_bid(observation: Observation, games: Games, bid: int) -> int:
    """Return a bid out of all the coins that a seat holds: a batch holds fewer of a hoard beyond COIN_CAP."""
    coins = [player.coins for player in observation.state.players]
    own = coins[observation.seat]
    held: list[int] = games.coins[0].tolist()
    if held == coins or bid <= COIN_FLOOR:
        return bid
    richest = max(coin for seat, coin in enumerate(coins) if seat != observation.seat)
    if bid >= held[observation.seat] or bid > max(coin for seat, coin in enumerate(held) if seat != observation.seat):
        return min(own, richest + 1)
    return COIN_FLOOR + (bid - COIN_FLOOR) * (max(coins) // max(held))
