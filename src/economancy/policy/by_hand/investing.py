"""Hand-written bids: win auctions that decide the game, prevent attacks that lose it, and pay for good fights."""

from economancy.policy.by_hand.appraisal import attacks_left, best_exchange, kills, me, rivals
from economancy.rules.state import Observation

SMALL_BID = 1
"""The bid where no bid is sure to win: it beats rivals that bid 0 (guessed)."""


def choose_bid(observation: Observation) -> int:
    """Return a bid. All seats pay their bids, so it is never more than a sure win needs, and 0 without a purpose."""
    player, others = me(observation), rivals(observation)
    sure = max((rival.coins for rival in others), default=0) + 1
    if attacks_left(player) and all(kills(player, rival) for rival in others):
        return min(player.coins, sure)
    defensive = _defensive_bid(observation)
    gain, _ = best_exchange(player, others)
    if gain <= 0:
        return defensive
    if sure <= min(gain, player.coins):
        return max(defensive, sure)
    return max(defensive, SMALL_BID if player.coins > 2 * SMALL_BID else 0)


def _defensive_bid(observation: Observation) -> int:
    """Return the highest bid of the rivals that threaten to eliminate or harm this player: in a tie nobody attacks."""
    player = me(observation)
    bids = [0]
    for rival in rivals(observation):
        loss, _ = best_exchange(rival, [player])
        if kills(rival, player):
            bids.append(min(rival.coins, player.coins))
        elif rival.coins <= min(loss, player.coins):
            bids.append(rival.coins)
    return max(bids)
