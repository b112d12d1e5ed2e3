"""Coins, moves and what happened, in words; the names of what is clicked are words, too."""

from collections.abc import Sequence

from coinfight.rules import Action, Counts, State, alive, value
from gamekit.game import does

ENOUGH = "take no more"
"""The click after which nothing more is taken, where more could be."""


def pool(denominations: Counts, counts: Counts) -> str:
    """Return coins such as `4 x 1, 1 x 5`, or `nothing`."""
    return (
        ", ".join(f"{count} x {face}" for face, count in zip(denominations, counts, strict=True) if count) or "nothing"
    )


def move(state: State, action: Action) -> str:
    """Return an action in the coins of a state."""
    return f"pay {action.coin}, take {pool(state.denominations, action.change)}"


def action(each: Action) -> str:
    """Return an action by itself: without a state it is not known which coins are taken, only how many."""
    taken = sum(each.change)
    return f"pay {each.coin}, take {taken or 'no'} coin{'s' * (taken != 1)}"


def best_first(state: State, actions: Sequence[Action]) -> list[Action]:
    """Return the actions by the coin, those that take more value first."""
    return sorted(actions, key=lambda each: (each.coin, -value(state.denominations, each.change)))


def pay(face: int) -> str:
    """Return the click on coins of one's hand."""
    return f"pay {face}"


def take(face: int) -> str:
    """Return the click on coins of the table, once for each."""
    return f"take {face}"


def clicks_of(state: State, each: Action) -> tuple[str, ...]:
    """Return the clicks that choose an action: the coin paid, then each coin taken, those worth most first.

    No clicks begin with all of another action's.
    """
    taken = [
        take(face)
        for face, count in reversed(list(zip(state.denominations, each.change, strict=True)))
        for _ in range(count)
    ]
    room = each.coin - 1 - value(state.denominations, each.change)
    lowest = next((rank for rank, count in enumerate(each.change) if count), len(each.change) - 1)
    more = any(
        there > got and face <= room
        for face, there, got in zip(state.denominations[: lowest + 1], state.table, each.change, strict=False)
    )
    return (pay(each.coin), *taken, *([ENOUGH] if more else []))


def story(before: State, seat: int, each: Action, after: State, names: Sequence[str]) -> list[str]:
    """Return what an action did, in sentences."""
    lines = [f"{names[seat]}: {move(before, each)}"]
    if not any(after.hands[seat]):
        lines.append(f"{does(names[seat], 'be')} out")
    if len(left := alive(after)) == 1:
        lines.append(f"{does(names[left[0]], 'win')} with the last coins")
    return lines
