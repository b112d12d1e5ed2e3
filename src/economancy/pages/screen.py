"""A game in the terminal: a state and its moves in 80 columns, in colour where there is colour."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from economancy.rules.cards import Card
from economancy.rules.state import Attacking, OwnedCard, State

_SHOP_COLUMNS = 3
_SEAT_STYLES = ("bright_blue", "yellow", "green", "magenta")


def heading(text: str) -> RenderableType:
    """Return a line across the screen that holds a text."""
    return Rule(Text(text, style="bold"), align="left", style="dim")


def seat_name(names: Sequence[str], seat: int) -> Text:
    """Return a seat's name in its colour."""
    return Text(names[seat], style=f"bold {_SEAT_STYLES[seat]}")


def board(state: State, names: Sequence[str], mover: int | None = None) -> RenderableType:
    """Return a state: the shop, and every player with cards by their indices; the mover is marked.

    A card is written as its name and attack/defence, a pile of the shop also with its price and how many are left.
    """
    players = [_player(state, names, seat, mover) for seat in range(len(state.players))]
    return Group(_shop(state), Text(), *players)


def _shop(state: State) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    piles = [_pile(stock.card, stock.left) for stock in state.shop]
    rows = -(-len(piles) // _SHOP_COLUMNS)
    for row in range(rows):
        table.add_row(*piles[row::rows])
    title = Text("Shop", style="bold").append("  left, name, attack/defence, price", style="not bold dim")
    return Group(title, Padding(table, (0, 0, 0, 2)))


def _pile(card: Card, left: int) -> Text:
    price = "" if card.cost is None else f" ${card.cost}"
    text = f"{left} {card.name}{_numbers(card)}{price}"
    return Text(text, style="" if left else "dim", no_wrap=True)


def _numbers(card: Card) -> str:
    return f" {card.attack}/{card.defence}" if card.attacks or card.defences else ""


def _player(state: State, names: Sequence[str], seat: int, mover: int | None) -> RenderableType:
    player = state.players[seat]
    head = Text.assemble(("> " if seat == mover else "  ", "bold green"), seat_name(names, seat))
    if player.out:
        return head.append("  out of the game", style="dim")
    facts = ", ".join(
        _counted(number, thing)
        for number, thing in ((player.coins, "coin"), (player.points, "point"), (player.buys, "buy"))
    )
    head.append(f"  {facts}")
    cards = [_owned(state, seat, index, player.cards[index]) for index in range(1, len(player.cards))]
    return Group(head, Padding(Columns(cards, padding=(0, 2)), (0, 0, 0, 4))) if cards else head


def _owned(state: State, seat: int, index: int, owned: OwnedCard) -> Text:
    text = Text(f"{index} {owned.card.name}{_numbers(owned.card)}", no_wrap=True)
    phase = state.phase
    if isinstance(phase, Attacking) and (phase.attacker, phase.attacker_card) == (seat, index):
        text.append(" attacks").stylize("bold bright_blue")
    elif owned.uses:
        text.append(f" {_used(owned)}").stylize("dim")
    return text


def _used(owned: OwnedCard) -> str:
    return "used" if owned.uses >= max(owned.card.attacks, owned.card.defences) else "used once"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
