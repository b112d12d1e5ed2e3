"""The buying phase: everybody with a buy names a card or passes, in rounds until no buy is left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from economancy.rules.state import PASS, Action, OwnedCard, PlayerState, State, Stock
from economancy.rules.victory import concluded


def players_to_move(state: State) -> tuple[int, ...]:
    """Return the seats still in the game that have a buy left, even those that can only pass."""
    return tuple(seat for seat, player in enumerate(state.players) if player.buys > 0 and player.cards)


def legal_actions(state: State, seat: int) -> Sequence[str]:
    """Return PASS and the cards of the shop, sold out or not, that the seat can pay for, sorted; empty if it has no
    buy left.
    """
    player = state.players[seat]
    if player.buys < 1 or player.out:
        return ()
    names = [stock.card.name for stock in state.shop if stock.card.cost is not None and stock.card.cost <= player.coins]
    return (*sorted([*names, PASS]),)


def reveal(state: State, seat: int, action: Action) -> State:
    """Return the state as the next seat is shown it: purchases are secret."""
    return state


def apply(state: State, actions: Mapping[int, Action]) -> State:
    """Return the state after a round of purchases: nobody gets a card that more seats named than copies are left."""
    wanted = Counter(name for name in actions.values() if name != PASS)  # even if a pile is named PASS
    stocks = {stock.card.name: stock for stock in state.shop}
    players = list(state.players)
    for seat, name in actions.items():
        stock = None if name == PASS else stocks.get(str(name))
        sold = stock is not None and wanted[name] <= stock.left
        players[seat] = _after_purchase(players[seat], stock, sold)
    shop = tuple(
        Stock(stock.card, max(0, stock.left - wanted[stock.card.name])) if stock.card.name in wanted else stock
        for stock in state.shop
    )
    return concluded(replace(state, shop=shop, players=tuple(players)))


def _after_purchase(player: PlayerState, stock: Stock | None, sold: bool) -> PlayerState:
    """Return the player with one buy less: it has paid for the card that it named, and holds it if it was sold."""
    if stock is None:
        return replace(player, buys=player.buys - 1)
    assert stock.card.cost is not None
    cards = (*player.cards, OwnedCard(stock.card)) if sold else player.cards
    return PlayerState(player.coins - stock.card.cost, player.buys - 1, cards)
