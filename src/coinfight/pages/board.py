"""The table and the hands, drawn: coins in stacks on the page, counts and values in the terminal."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from coinfight.pages.words import ENOUGH, pay, pool, take
from coinfight.rules import Action, Counts, State, is_over, seat_to_move, value
from gamekit.game import YOU, Change
from gamekit.pages.strips import strip

WIDTH, HEIGHT = 340, 56
"""Of a row of stacks, in units of the picture."""
STEP = 8.0
"""How far coins of a stack lie apart, where there is room."""
MOST_DRAWN = 100
"""Coins of a stack, and of those that went; their number is written beside them, however large."""
METALS = ("copper", "nickel", "silver", "gold")
"""By the rank of the denomination, the last for all above."""

STYLE = """
.coins { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 0.6rem; }
.coins section { border: 2px solid var(--line); border-radius: 10px; padding-bottom: 0.3rem; min-width: 0; }
.coins section:has(> .moving) { border-color: var(--accent); } .coins .strip { border: 0; min-height: 0; }
.coins .table { grid-column: 1 / -1; background: #24506b; color: #fff; }
.coins section > svg { display: block; width: min(100%, 32rem); margin: 0 auto; }
.coins button { display: block; margin: 0.3rem auto; } .coins button:disabled { opacity: 0.4; }
.coins .out { border-style: dashed; }
.coins svg * { stroke: none; }
.coins text { font: bold 12px system-ui, sans-serif; text-anchor: middle; }
.coins .much { font-size: 11px; text-anchor: start; fill: var(--ink); } .coins .table .much { fill: #fff; }
.coins .face { fill: #1b1b1b; }
.coins .copper { fill: #cf8d5b; } .coins .nickel { fill: #c3c7cf; } .coins .silver { fill: #e6e9ee; }
.coins .gold { fill: #e2bd4c; }
.coins svg .rim { stroke: #3a2f1c; stroke-width: 1; }
.coins svg .ring { fill: none; stroke: #00000055; stroke-width: 1; }
.coins svg .new { stroke: #b34700; stroke-width: 3.5; } .coins .table svg .new { stroke: #ffb300; }
.coins svg .gone { fill: none; stroke: #ffb300; stroke-width: 1.6; stroke-dasharray: 3 2.5; }
.coins .spot { fill: transparent; }
.coins svg .clickable > .spot { stroke: var(--accent); stroke-width: 2; fill: #2f7dff26; }
.coins .table svg .clickable > .spot { stroke: #fff; fill: #ffffff2b; }
.coins svg .hinted > .spot { stroke: #c724cf; stroke-width: 3; stroke-dasharray: 6 3; }
.coins .table svg .hinted > .spot { stroke: #ff9df3; }
.coins svg .picked > .spot { stroke: var(--ink); stroke-width: 3; }
.coins .table svg .picked > .spot { stroke: #ffd54a; }
#board .coins g.clickable { cursor: pointer; outline: none; }
#board .coins g.clickable:focus-visible > .spot { stroke-width: 4; fill: #2f7dff55; }
"""


def draw_text(state: State, seat: int | None, names: Sequence[str]) -> str:
    """Return the state as lines of plain text."""
    width = max(map(len, [*names, "table"]))
    lines = [f"turn {state.turn + 1}", f"  {'table':{width}}  {_described(state.denominations, state.table)}"]
    for each, hand in enumerate(state.hands):
        mark = ">" if not is_over(state) and each == seat_to_move(state) else " "
        what = _described(state.denominations, hand) if any(hand) else "out"
        lines.append(f"{mark} {names[each]:{width}}  {what}{'  (you)' if each == seat and names[each] != YOU else ''}")
    return "\n".join(lines)


def _described(denominations: Counts, counts: Counts) -> str:
    return f"{pool(denominations, counts)}  = {value(denominations, counts)}"


class _Pool(NamedTuple):
    """Coins in one place by denomination: how many, those that have just come and gone, and what a click is called."""

    denominations: Counts
    counts: Counts
    came: Counter[int]
    gone: Counter[int]
    clicks: Sequence[str]


class _Marks(NamedTuple):
    """What the last moves did, by denomination: paid to the table, taken from it, taken by each seat, and in words."""

    paid: Counter[int]
    taken: Counter[int]
    got: dict[int, Counter[int]]
    notes: dict[int, str]


def draw_page(state: State, seat: int | None, names: Sequence[str], last: Sequence[Change[State, Action]] = ()) -> str:
    """Return the state as HTML: the table, then the hands in seat order."""
    marks = _marks(last)
    faces = state.denominations
    table = _Pool(faces, state.table, marks.paid, marks.taken, [take(face) for face in faces])
    asked = not is_over(state) and seat == seat_to_move(state)
    enough = f'<button type="button" data-click="{ENOUGH}">{ENOUGH}</button>' if asked else ""
    above = strip("Table", _worth(faces, state.table))
    parts = [f'<section class="table">{above}\n{_stacks("the table", table)}{enough}</section>']
    for each, hand in enumerate(state.hands):
        moving = not is_over(state) and each == seat_to_move(state)
        clicks = [pay(face) for face in faces] if moving and seat in (None, each) else ()
        own = _Pool(faces, hand, marks.got.get(each, Counter()), Counter(), clicks)
        name = names[each] + (" (you)" if each == seat and names[each] != YOU else "")
        words = strip(name, _worth(faces, hand), moving=moving, note=marks.notes.get(each, ""))
        if any(hand):
            parts.append(f"<section>{words}\n{_stacks(f'hand of {name}', own)}</section>")
        else:
            parts.append(f'<section class="out">{words}</section>')
    return '<div class="coins">\n' + "\n".join(parts) + "</div>"


def _worth(denominations: Counts, counts: Counts) -> str:
    if not any(counts):
        return "no coins"
    return f"**{sum(counts)} coin{'s' * (sum(counts) > 1)}** worth {value(denominations, counts)}"


def _marks(last: Sequence[Change[State, Action]]) -> _Marks:
    marks = _Marks(Counter(), Counter(), {}, {})
    for change in last:
        for seat, action in change.actions.items():
            faces = change.before.denominations
            taken = Counter(dict(zip(faces, action.change, strict=True)))
            marks.paid[action.coin] += 1
            marks.paid.subtract(taken)  # what one paid, the next may have taken
            marks.taken.update(taken)
            marks.got[seat] = taken
            marks.notes[seat] = f"paid {action.coin}, took {pool(faces, action.change)}"
    return marks


def _stacks(title: str, coins: _Pool) -> str:
    """Return the stacks of a place side by side, one for each denomination."""
    width = WIDTH / len(coins.denominations)
    ranks = range(len(coins.denominations))
    stacks = "\n".join(_stack(coins, rank, width * rank, width) for rank in ranks)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 16}" role="group" aria-label="Coins: {escape(title)}">\n{stacks}\n</svg>'
    )


def _stack(coins: _Pool, rank: int, x: float, width: float) -> str:
    face, count = coins.denominations[rank], coins.counts[rank]
    radius = 15 + 2 * min(rank, 3)
    came, gone = min(count, max(0, coins.came[face])), max(0, coins.gone[face])
    there = min(count, MOST_DRAWN)
    shown = there + min(gone, MOST_DRAWN)
    step = min(STEP, (width - 2 * radius - 8) / max(1, shown - 1))
    left = x + radius + 4  # not in the middle, so that a coin more moves no other
    middle = HEIGHT / 2 + 1
    drawn = [_coin(face, rank, left + step * at, middle, new=at >= there - came) for at in range(there)]
    drawn += [
        f'<circle class="gone" cx="{left + step * at:g}" cy="{middle:g}" r="{radius}"/>' for at in range(there, shown)
    ]
    much = f"{count} x {face}" if count else "-"
    drawn.append(f'<text class="much" x="{x + 6:g}" y="{HEIGHT + 12}">{much}</text>')
    label = f"{count} coin{'s' * (count != 1)} of {face}"
    spot = f'<rect class="spot" x="{x + 1.5:g}" y="1.5" width="{width - 3:g}" height="{HEIGHT + 13}" rx="8"/>'
    click = f' data-click="{coins.clicks[rank]}"' if coins.clicks else ""
    inner, told = "\n".join(drawn), f"{coins.clicks[rank]}: " if coins.clicks else ""
    return f"<g{click}><title>{told}{label}</title>\n{inner}\n{spot}</g>"


def _coin(face: int, rank: int, x: float, y: float, new: bool) -> str:
    radius = 15 + 2 * min(rank, 3)
    metal = METALS[min(rank, len(METALS) - 1)]
    mark = " new" if new else ""
    return (
        f'<g transform="translate({x:g} {y:g})">\n<circle class="rim {metal}{mark}" r="{radius}"/>'
        f'<circle class="ring" r="{radius - 3.5}"/><text class="face" y="4.3">{face}</text>\n</g>'
    )
