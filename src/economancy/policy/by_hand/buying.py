"""Hand-written buying phase: first a card that earns, then cards that fight, then points; always buy if possible."""

from economancy.policy.by_hand.appraisal import attacks_left, defences_left, me, rivals, worth
from economancy.rules.cards import CARDS, Card
from economancy.rules.game import legal_actions
from economancy.rules.state import PASS, Observation, PlayerState

FIGHTER_ATTACK = 3
"""The least attack that beats the cheap cards, which defend with 2 (derived from the table)."""

FIGHTERS = 2
"""How many fighters to hold before points come first (measured against the reference opponents: 1 is as good)."""


def choose_purchase(observation: Observation) -> str:
    """Return the name of the most needed card in stock, or PASS if there is none."""
    stock = {stock.card.name: stock.left for stock in observation.state.shop}
    names = legal_actions(observation.state, observation.seat)
    cards = [CARDS[str(name)] for name in names if name != PASS and stock.get(str(name), 0)]
    return max(cards, key=lambda card: _need(observation, card)).name if cards else PASS


def _need(observation: Observation, card: Card) -> tuple[float, ...]:
    """Return how much the player needs a card, as a tuple to compare: first its purpose, then its worth."""
    player = me(observation)
    threat = max(map(attacks_left, rivals(observation)), default=0)
    outnumbered = threat > defences_left(player)
    return (
        card.defences if outnumbered else 0,
        _thrift(card) if _has_no_card(player) else 0,
        card.attack if _is_fighter(card) and _fighters(player) < FIGHTERS else 0,
        card.points,
        worth(card),
    )


def _has_no_card(player: PlayerState) -> bool:
    return len(player.cards) == 1


def _thrift(card: Card) -> float:
    """Return a higher number for a cheaper card that earns: the saved coins buy a fighter on the next day."""
    assert card.cost is not None
    return 1 / card.cost if sum(card.income) else 0.0


def _is_fighter(card: Card) -> bool:
    return card.attacks > 0 and card.attack >= FIGHTER_ATTACK


def _fighters(player: PlayerState) -> int:
    return sum(_is_fighter(owned.card) for owned in player.cards)
