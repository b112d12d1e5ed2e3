"""Evaluation for the hand-written policy: the elimination rule, the gain of a fight, the worth of a card."""

from collections.abc import Sequence

from economancy.rules.attacking import attackers, defenders
from economancy.rules.cards import Card
from economancy.rules.state import Observation, PlayerState

_POINT = 1.5  # coins; guessed
_INCOME = 1.2  # coins for each coin that a card brings in three days; guessed


def me(observation: Observation) -> PlayerState:
    """Return the player of the seat that observes."""
    return observation.state.players[observation.seat]


def rivals(observation: Observation) -> list[PlayerState]:
    """Return the other players that are still in the game."""
    players = observation.state.players
    return [player for seat, player in enumerate(players) if seat != observation.seat and not player.out]


def attacks_left(player: PlayerState) -> int:
    """Return how often the player's cards can still attack today."""
    return sum(player.cards[i].card.attacks - player.cards[i].uses for i in attackers(player))


def defences_left(player: PlayerState) -> int:
    """Return how often the player's cards can still defend today."""
    return sum(player.cards[i].card.defences - player.cards[i].uses for i in defenders(player))


def kills(attacker: PlayerState, defender: PlayerState) -> bool:
    """Tell whether attacking with all cards eliminates the defender: more attacks than the defender has defences."""
    return attacks_left(attacker) > defences_left(defender)


def worth(card: Card) -> float:
    """Return roughly what a card is worth to its owner, in coins."""
    strength = 0.3 * (card.attack if card.attacks else 3) + 0.2 * card.defence * card.defences
    earns = sum(card.income) + sum(card.buys) + (2 if card.coins_per_income else 0)
    return 1 + strength + _INCOME * earns / 2 + _POINT * card.points


def exchange(attacking: Card, defending: Card) -> float:
    """Return the attacker's gain of a fight: the worth of the defending card if it faints, minus that of the attacking
    one if it does.
    """
    gain = worth(defending) if attacking.attack > defending.defence else 0.0
    loss = worth(attacking) if defending.attack > attacking.defence else 0.0
    return gain - loss - defending.defence_income


def best_exchange(attacker: PlayerState, others: Sequence[PlayerState]) -> tuple[float, int]:
    """Return the largest gain of one attack against best answers, and its card's index; (0, 0) if none can attack."""

    def gain(index: int) -> float:
        card = attacker.cards[index].card
        replies = [[exchange(card, other.cards[i].card) for i in defenders(other)] for other in others]
        return sum(min(reply, default=0.0) for reply in replies)

    def rank(index: int) -> tuple[float, float]:
        return gain(index), -worth(attacker.cards[index].card)

    best = max(attackers(attacker), key=rank, default=0)
    return (gain(best), best) if best else (0.0, 0)
