"""Positions in few words, for tests."""

from collections.abc import Mapping

from economancy.rules.cards import card_named
from economancy.rules.state import Investing, OwnedCard, Phase, PlayerState, State, Stock

INVESTING = Investing()


def player(*names: str, coins: int = 0, buys: int = 1, out: bool = False) -> PlayerState:
    """Return a player with a Stipend and these cards; each ' behind a name is a use."""
    if out:
        return PlayerState(0, 0, ())
    cards = tuple(OwnedCard(card_named(name.rstrip("'")), len(name) - len(name.rstrip("'"))) for name in names)
    return PlayerState(coins, buys, (OwnedCard(card_named("Sorcerer's Stipend")), *cards))


def position(*players: PlayerState, phase: Phase = INVESTING, day: int = 1, shop: Mapping[str, int] = {}) -> State:
    """Return a state; the shop is empty unless given."""
    return State(day, phase, tuple(Stock(card_named(name), shop[name]) for name in sorted(shop)), players)


def names(player: PlayerState) -> list[str]:
    """Return the names of a player's cards behind the Stipend, with a ' for each use."""
    return [owned.card.name + "'" * owned.uses for owned in player.cards[1:]]
