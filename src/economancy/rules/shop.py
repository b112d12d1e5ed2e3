"""The shop of a game by its name, or by a list of cards."""

from economancy.rules.cards import BASE, SHOP_CARDS, SIMPLE
from economancy.rules.game import new_shop
from economancy.rules.state import Stock


def shop_of(variant: str, seats: int) -> tuple[Stock, ...]:
    """Return the shop of a name, or of a text like `Ghost=2,Worker`; a card without a number comes as often as usual.

    Raises ValueError, which lists the cards.
    """
    if variant in ("simple", "base"):
        return new_shop(seats, SIMPLE if variant == "simple" else BASE)
    known = {card.name.lower(): card for card in SHOP_CARDS}
    stocks: dict[str, Stock] = {}
    for item in filter(None, (part.strip() for part in variant.split(","))):
        name, _, count = (part.strip() for part in item.partition("="))
        card = known.get(name.lower())
        if card is None or (count and not (count.isdecimal() and len(count) < 10)) or card.name in stocks:
            names = ", ".join(card.name for card in SHOP_CARDS)
            raise ValueError(f"expected each card once as NAME or NAME=NUMBER out of {names}; got {item!r}")
        stocks[card.name] = Stock(card, int(count) if count else card.per_player * seats)
    return tuple(stocks[name] for name in sorted(stocks))
