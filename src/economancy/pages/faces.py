"""What stands on the face of a card, for a page or a terminal: derived from the table of cards, row by row."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from economancy.rules.cards import CARDS, DAYS, STIPEND, Card, PerDay

_LOOKS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        STIPEND.name: ("hat", 265),
        "Board of Monopoly": ("board", 330),
        "Incantation": ("scroll", 295),
        "Wall of Wealth": ("wall", 20),
        "Worker": ("hammer", 35),
        "Magic Bean Stock": ("bean", 130),
        "Bubble": ("bubble", 190),
        "Ghost": ("ghost", 240),
        "Senior Worker": ("helmet", 45),
        "Gold Fish": ("fish", 28),
        "Apprentice": ("book", 165),
        "Thug": ("mask", 0),
        "Shield of Greed": ("shield", 210),
        "Golem": ("golem", 85),
    }
)
"""The symbol in emblems.svg and the hue in degrees of each card (chosen to be told apart)."""


def effects(card: Card) -> Iterator[str]:
    """Yield what a card does beyond its numbers, a sentence each."""
    if card.name not in CARDS:
        yield "Unknown card."
        return
    if card.points:
        yield f"{_count(card.points, 'point')}."
    yield from _per_day(card.income, "coin")
    if card.coins_per_income:
        yield f"Every day: +1 coin for each full {card.coins_per_income} held."
    yield from _per_day(card.buys, "buy")
    if not card.attacks and not card.defences:
        yield "Never attacks or defends."
    elif not card.attacks:
        yield "Cannot attack."
    if card.defences > 1:
        yield "May defend twice a day." if card.defences == 2 else f"May defend {card.defences} times a day."
    if card.defence_income:
        yield f"+{_count(card.defence_income, 'coin')} each time it defends."


def _per_day(amounts: PerDay, thing: str) -> Iterator[str]:
    for amount in sorted(set(amounts) - {0}, reverse=True):
        days = [day for day in DAYS if amounts[day - 1] == amount]
        when = "Every day" if len(days) == len(DAYS) else f"Day{'s' * (len(days) > 1)} {', '.join(map(str, days))}"
        yield f"{when}: +{_count(amount, thing)}."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def face(card: Card) -> dict[str, object]:
    """Return a card's face as board.js draws it; `uses` is how often a day it can do anything."""
    emblem, hue = _LOOKS.get(card.name, ("unknown", 0))
    fights = bool(card.attacks or card.defences)
    return {
        "cost": card.cost,
        "attack": card.attack if fights else None,
        "defence": card.defence if fights else None,
        "points": card.points,
        "text": " ".join(effects(card)),
        "uses": max(card.attacks, card.defences, 1),
        "emblem": emblem,
        "hue": hue,
    }


def faces() -> dict[str, dict[str, object]]:
    """Return by name the faces of all known cards."""
    return {name: face(card) for name, card in CARDS.items()}
