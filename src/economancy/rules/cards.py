"""The cards of Economancy: one table, a row a card, and effects as numbers instead of branches."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

PerDay = tuple[int, int, int]

DAYS = (1, 2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A kind of card. Cards of one name are equal; a name that the table lacks makes an inert card, never sold."""

    name: str
    attack: int = 0
    defence: int = 0
    cost: int | None = None  # coins; None: cannot be bought
    per_player: int = 0  # copies in the shop at the start, for each seat
    points: int = 0
    income: PerDay = (0, 0, 0)  # coins on days 1, 2 and 3
    buys: PerDay = (0, 0, 0)  # further buys on days 1, 2 and 3
    coins_per_income: int = 0  # one more coin for each full this many held at that point; 0: none
    attacks: int = 0  # how often a day it may attack
    defences: int = 0  # how often a day it may defend
    defence_income: int = 0  # coins to the owner each time it defends

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Card) and self.name == other.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card_named, (self.name,)  # a copy in another process is the table's own row again


STIPEND = Card("Sorcerer's Stipend", income=(2, 1, 1))

SHOP_CARDS = (
    Card("Board of Monopoly", 1, 1, cost=2, per_player=2, points=1, attacks=1, defences=1),
    Card("Incantation", 1, 1, cost=4, per_player=3, points=3, attacks=1, defences=1),
    Card("Wall of Wealth", 1, 2, cost=1, per_player=2, income=(1, 0, 0), attacks=1, defences=2),
    Card("Worker", 1, 2, cost=1, per_player=2, income=(0, 1, 1), attacks=1, defences=1),
    Card("Magic Bean Stock", 1, 1, cost=1, per_player=1, coins_per_income=3, attacks=1, defences=1),
    Card("Bubble", 9, 2, cost=2, per_player=1, attacks=0, defences=1),
    Card("Ghost", 3, 2, cost=2, per_player=2, income=(0, 0, 1), attacks=1, defences=1),
    Card("Senior Worker", 2, 2, cost=2, per_player=2, income=(1, 1, 1), attacks=1, defences=1),
    Card("Gold Fish", 1, 2, cost=3, per_player=1, income=(0, 0, 4), attacks=1, defences=1),
    Card("Apprentice", 2, 1, cost=3, per_player=1, income=(1, 1, 0), buys=(0, 0, 1), attacks=1, defences=1),
    Card("Thug", 4, 4, cost=3, per_player=1, income=(0, 1, 0), attacks=1, defences=1),
    Card("Shield of Greed", 2, 7, cost=4, per_player=1, defence_income=1, attacks=1, defences=1),
    Card("Golem", 7, 7, cost=5, per_player=1, attacks=1, defences=1),
)

CARDS: Mapping[str, Card] = MappingProxyType({card.name: card for card in (STIPEND, *SHOP_CARDS)})

EXPANSION = frozenset({"Wall of Wealth", "Apprentice", "Thug", "Shield of Greed", "Golem"})
BASE = tuple(card.name for card in SHOP_CARDS)
SIMPLE = tuple(name for name in BASE if name not in EXPANSION)


@lru_cache(maxsize=256)  # guessed; bounded because names come from outside
def _unknown(name: str) -> Card:
    return Card(name)


def card_named(name: str) -> Card:
    """Return the table's row of this name, or an inert card for a name that the table lacks."""
    return CARDS.get(name) or _unknown(name)
