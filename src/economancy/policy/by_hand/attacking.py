"""Hand-written attacking phase: eliminate a rival where attacks suffice, otherwise fight only for a gain."""

from economancy.policy.by_hand.appraisal import best_exchange, exchange, kills, me, rivals, worth
from economancy.rules.attacking import STOP, attackers, defenders
from economancy.rules.state import Attacking, Observation


def choose_attacker(observation: Observation) -> int:
    """Return the card to attack with, or STOP."""
    player, usable = me(observation), attackers(me(observation))
    if not usable:
        return STOP
    gain, index = best_exchange(player, rivals(observation))
    if all(kills(player, rival) for rival in rivals(observation)):
        return index
    return index if gain > 0 else STOP


def choose_defender(observation: Observation) -> int:
    """Return the card with the best result against the attacking one; among equals the least valuable."""
    player, phase = me(observation), observation.state.phase
    assert isinstance(phase, Attacking)
    assert phase.attacker_card is not None
    attacking = observation.state.players[phase.attacker].cards[phase.attacker_card].card
    return min(
        defenders(player),
        key=lambda i: (exchange(attacking, player.cards[i].card), worth(player.cards[i].card)),
    )
