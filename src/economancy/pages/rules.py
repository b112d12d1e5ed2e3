"""The rules in words; numbers come from the table of cards."""

from economancy.pages.faces import effects
from economancy.rules.cards import DAYS, EXPANSION, SHOP_CARDS, STIPEND, Card, card_named
from economancy.rules.game import MAX_DAYS, new_game, new_shop
from economancy.rules.position import Position
from economancy.rules.state import Attacking, OwnedCard, PlayerState, State
from economancy.rules.victory import POINTS_TO_WIN
from gamekit.game import Observation, Section

NAMES = ("Ann", "Bob")


def _card(card: Card) -> str:
    """Return a card of the shop in words: its price, its fight, what it does, and how many there are."""
    star = "*" if card.name in EXPANSION else ""
    words = " ".join(effects(card))
    return (
        f"{card.name}{star}: costs {card.cost}, attack {card.attack}, defence {card.defence}, "
        f"{card.per_player} for each player. {words}".rstrip()
    )


def _player(coins: int, *names: str) -> PlayerState:
    """Return a player with cards beside the first one."""
    return PlayerState(coins, 1, tuple(OwnedCard(card_named(name)) for name in (STIPEND.name, *names)))


_START = new_game(2).players[0]
_SHOP = new_shop(2, ("Ghost", "Incantation", "Senior Worker", "Worker"))
_FIGHT = State(2, Attacking(0, 2), _SHOP, (_player(1, "Worker", "Ghost"), _player(3, "Senior Worker", "Incantation")))

SECTIONS: tuple[Section[Position], ...] = (
    Section(
        "The goal",
        (
            f"Have {POINTS_TO_WIN} points or more, and more than every other player; or be the only one left. After "
            f"{MAX_DAYS} days the game is a draw.",
        ),
    ),
    Section(
        "The start",
        (
            f"Each of 2 to 4 players has the card {STIPEND.name} ({' '.join(effects(STIPEND))}) and, after the income "
            f"of day 1, {_START.coins} coins.",
        ),
    ),
    Section(
        "A day",
        (f"Days are numbered 1 to {len(DAYS)}, and then begin with 1 again. Each has four parts.",),
        (
            "Income: everybody gets a buy, and what the own cards bring on this day, from left to right.",
            "Investing: everybody secretly names a number of own coins, and all pay what they named. Who alone named "
            "most attacks; if two named most, nobody does.",
            "Attacking: the attacker names cards of its own, one after the other, each once a day, and stops at will. "
            "Against each, every other player names a card to defend with, each once a day. Who has none is out.",
            "Buying: everybody secretly names a card of the shop, or passes, as often as it has buys. A "
            "card that more players name than there are left goes to nobody; all have paid, and what was left is gone.",
        ),
    ),
    Section(
        "A fight",
        (
            "A defending card with less defence than the attack of the attacking card leaves the game. The attacking "
            "card leaves the game if any defending card has more attack than it has defence. Both can happen at once.",
        ),
        (),
        Observation(Position(_FIGHT, 2), None),
        NAMES,
        "Ann attacks with the Ghost, attack 3. It beats whatever Bob defends with, for neither card has more than "
        "defence 2; and neither has more attack than the Ghost's defence 2. The shop has four piles left here.",
    ),
    Section(
        "Cards",
        ("The simple shop has those without a star, the base shop all.",),
        tuple(map(_card, SHOP_CARDS)),
    ),
)
"""The goal first."""
