"""The table and the hands, drawn: coins as coins on the page, counts and values in the terminal."""

from collections.abc import Sequence
from html import escape

from coinfight.pages.words import pool
from coinfight.rules import Counts, State, is_over, seat_to_move, value
from gamekit.game import YOU

STYLE = """
.coinfight { display: grid; gap: .6rem; }
.coinfight .pool { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .7rem; }
.coinfight h3 { margin: 0 0 .3rem; }
.coinfight .table { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.coinfight .mover { border-color: var(--accent); border-width: 2px; }
.coinfight .out { opacity: .5; }
.coinfight .coins { display: flex; flex-wrap: wrap; gap: .25rem; min-height: 2.6rem; align-items: center; }
.coinfight .coin { display: inline-grid; place-items: center; border-radius: 50%; font-weight: 600; color: #222;
  border: 2px solid #0005; box-shadow: inset 0 0 0 3px #fff5; width: var(--size); height: var(--size);
  background: var(--metal); font-size: calc(var(--size) / 2.6); }
"""
METALS = ("#c98b5a", "#b9bcc4", "#a5a9b3", "#d8c06a")
"""Copper, two of nickel, and brass: by the rank of the denomination, the last for all above."""


def draw_text(state: State, seat: int | None, names: Sequence[str]) -> str:
    """Return the state as lines of plain text."""
    width = max(map(len, [*names, "table"]))
    lines = [f"turn {state.turn}", f"  {'table':{width}}  {_described(state.denominations, state.table)}"]
    for each, hand in enumerate(state.hands):
        mark = ">" if not is_over(state) and each == seat_to_move(state) else " "
        what = _described(state.denominations, hand) if any(hand) else "out"
        lines.append(f"{mark} {names[each]:{width}}  {what}{'  (you)' if each == seat and names[each] != YOU else ''}")
    return "\n".join(lines)


def _described(denominations: Counts, counts: Counts) -> str:
    return f"{pool(denominations, counts)}  = {value(denominations, counts)}"


def draw_page(state: State, seat: int | None, names: Sequence[str]) -> str:
    """Return the state as HTML: the table, then the hands in seat order."""
    parts = [_pool("table", "table", state.denominations, state.table)]
    for each, hand in enumerate(state.hands):
        kind = "out" if not any(hand) else "mover" if not is_over(state) and each == seat_to_move(state) else ""
        name = escape(names[each]) + (" (you)" if each == seat and names[each] != YOU else "")
        parts.append(_pool(kind, name, state.denominations, hand))
    return f'<div class="coinfight">{"".join(parts)}</div>'


def _pool(kind: str, name: str, denominations: Counts, counts: Counts) -> str:
    coins = "".join(
        _coin(rank, face) * min(count, 60)  # a page of more is no help
        for rank, (face, count) in enumerate(zip(denominations, counts, strict=True))
    )
    worth = f"{sum(counts)} coins worth {value(denominations, counts)}" if any(counts) else "no coins"
    return (
        f'<section class="pool {kind}"><h3>{name} <small>{worth}</small></h3><div class="coins">{coins}</div></section>'
    )


def _coin(rank: int, face: int) -> str:
    metal = METALS[min(rank, len(METALS) - 1)]
    return f'<span class="coin" style="--metal:{metal};--size:{1.7 + 0.25 * min(rank, 4):.2f}rem">{face}</span>'
