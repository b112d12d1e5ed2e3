"""Coins, moves and what happened, in words."""

from collections.abc import Sequence

from coinfight.rules import Action, Counts, State, alive, value


def pool(denominations: Counts, counts: Counts) -> str:
    """Return coins such as `4x1, 1x5`, or `nothing`."""
    return ", ".join(f"{count}x{face}" for face, count in zip(denominations, counts, strict=True) if count) or "nothing"


def move(state: State, action: Action) -> str:
    """Return an action in the coins of a state."""
    return f"pay {action.coin}, take {pool(state.denominations, action.change)}"


def action(each: Action) -> str:
    """Return an action by itself: without a state only counts are known."""
    return f"{each.coin} for {','.join(map(str, each.change))}"


def best_first(state: State, actions: Sequence[Action]) -> list[Action]:
    """Return the actions by the coin, those that take more value first."""
    return sorted(actions, key=lambda each: (each.coin, -value(state.denominations, each.change)))


def story(before: State, seat: int, each: Action, after: State, names: Sequence[str]) -> list[str]:
    """Return what an action did, in sentences."""
    lines = [f"{names[seat]}: {move(before, each)}"]
    if not any(after.hands[seat]):
        lines.append(f"{names[seat]} is out")
    if len(left := alive(after)) == 1:
        lines.append(f"{names[left[0]]} has the last coins")
    return lines
