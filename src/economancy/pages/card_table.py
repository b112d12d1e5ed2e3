"""The table of cards, as `economancy protocol` shows it."""

from economancy.rules.cards import CARDS, DAYS, EXPANSION, Card, PerDay
from gamekit.pages.protocol.parts import Chapter, Grid


def _per_day(coins: PerDay) -> str:
    return " ".join(map(str, coins)) if any(coins) else ""


def _special(card: Card) -> str:
    """Return what is special about a card, in words."""
    said = []
    if not card.attacks:
        said.append("can't attack" if card.defences else "can't attack or defend")
    if card.defences > 1:
        said.append(f"defends {card.defences} times a day")
    if card.coins_per_income:
        said.append(f"+1 coin a day for each {card.coins_per_income} held")
    if card.defence_income:
        said.append(f"+{card.defence_income} coin when it defends")
    said += [f"day {day}: +{buys} buy{'s' * (buys > 1)}" for day, buys in zip(DAYS, card.buys, strict=True) if buys]
    return ", ".join(said)


def card_row(card: Card) -> tuple[str, ...]:
    """Return the row of a card; what does not apply is empty."""
    return (
        card.name + ("*" if card.name in EXPANSION else ""),
        "" if card.cost is None else str(card.cost),
        str(card.attack) if card.attacks or card.defences else "",
        str(card.defence) if card.attacks or card.defences else "",
        str(card.points or ""),
        _per_day(card.income),
        str(card.per_player or ""),
        _special(card),
    )


def chapter() -> Chapter:
    """Return the chapter that has all cards."""
    return Chapter(
        "cards",
        "Cards",
        (
            Grid(
                ("card", "cost", "att", "def", "pts", "days", "each", "besides"),
                tuple(map(card_row, CARDS.values())),
            ),
            "cost in coins; att and def: attack and defence; pts: points; days: coins on the mornings of day "
            f"{', '.join(map(str, DAYS))}; each: copies in the shop for each player. * not in the simple shop. A "
            "shop may sell any of them: read its keys, which are spelt as here without the star.",
        ),
    )
