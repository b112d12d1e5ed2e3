"""A board for the page, seen from above at a slant: towers of white blocks that grow, domes, and tokens on them."""

from collections.abc import Sequence
from typing import NamedTuple

from gamekit.game import Change
from gamekit.pages.strips import strip, strips
from santorini.pages.questions import BUILD_FIRST, CAP_IT, END, power_used, space_name, turn_between
from santorini.rules import CAP, SPACES, PlayerState, State
from santorini.rules.board import SIZE, TOP
from santorini.rules.cards import ATLAS, DEMETER, HEPHASTUS, POWERS, PROMETHEUS

WIDE, DEEP, HIGH = 24.0, 20.0, 4.5
"""Of a space and of a block, in units of the picture."""
INSETS = (0.5, 1.8, 3.6, 5.4)
"""How far a block of each level is from the edge of its space; the first is the ground."""
LEFT, ABOVE, EDGE = 8.0, 13.0, 3.0
"""Room for the numbers of the rows, for a tower in the first of them, and around the board."""

COLOURS = ("red", "violet")
"""Of the tokens by seat, in words; the second also have square heads and a diamond."""

BUTTONS = {
    PROMETHEUS: ((BUILD_FIRST, "build before moving"),),
    ATLAS: ((CAP_IT, "make it a dome"), (END, "that is all")),
    DEMETER: ((END, "that is all"),),
    HEPHASTUS: ((END, "that is all"),),
}
"""What the owner of a card can click on beside spaces."""

_TOKENS = (
    '<path class="t0" d="M-4 1.6 Q0 3 4 1.6 L1.8 -4 Q3.6 -9.4 0 -9.4 Q-3.6 -9.4 -1.8 -4 Z"/>'
    '<circle class="sign" cx="0" cy="-1.2" r="1.2"/>',
    '<path class="t1" d="M-4 1.6 Q0 3 4 1.6 L2.6 -4 H3.2 V-9 H-3.2 V-4 H-2.6 Z"/>'
    '<path class="sign" d="M0 -3 L1.5 -1.2 L0 0.6 L-1.5 -1.2 Z"/>',
)


class _Marks(NamedTuple):
    """What the last move did: the spaces that tokens came from, by those where they stand, the spaces built on with
    how many levels, and by seat what a card was used for.
    """

    came: dict[int, int]
    built: dict[int, int]
    used: dict[int, str]


def draw(state: State, names: Sequence[str], last: Sequence[Change[State, State]] = ()) -> str:
    """Return the board as SVG with the players above it and the buttons of the mover's card below."""
    players = (state.mover, state.other) if state.seat == 0 else (state.other, state.mover)
    marks = _marks(last)
    above = strips([_player(state, seat, player, names, marks) for seat, player in enumerate(players)])
    owner = {token: seat for seat, player in enumerate(players) for token in player.tokens}
    spaces = "\n".join(_space(space, state.levels[space], owner.get(space), marks) for space in SPACES)
    across, down = WIDE * SIZE, DEEP * SIZE
    labels = "".join(
        f'<text class="row" x="{LEFT + WIDE * (at + 0.5):g}" y="{ABOVE + down + 7.5:g}">{"abcde"[at]}</text>'
        f'<text class="row" x="4" y="{ABOVE + DEEP * (at + 0.5) + 1.5:g}">{at + 1}</text>'
        for at in range(SIZE)
    )
    ground = (
        f'<rect class="sea" width="{LEFT + across + EDGE + 2:g}" height="{ABOVE + down + 10:g}" rx="4"/>'
        f'<rect class="shore" x="{LEFT - EDGE / 2:g}" y="{ABOVE - EDGE / 2:g}" width="{across + EDGE:g}" '
        f'height="{down + EDGE:g}" rx="2"/>'
    )
    own = BUTTONS.get(state.power or "", ())
    buttons = "".join(f'<button type="button" data-click="{name}">{text}</button>' for name, text in own)
    return (
        f'<div class="santorini">\n{above}\n'
        f'<svg viewBox="0 0 {LEFT + across + EDGE + 2:g} {ABOVE + down + 10:g}" role="group" aria-label="Board">\n'
        f"{ground}{labels}\n{spaces}\n{_ways(marks, state.levels)}</svg>\n"
        + (f'<p class="buttons">{buttons}</p>' if buttons else "")
        + "</div>"
    )


def _marks(last: Sequence[Change[State, State]]) -> _Marks:
    marks = _Marks({}, {}, {})
    for change in last:
        before, after = change.before, change.after
        turn = turn_between(before, after)
        if turn is None:
            marks.came.update((token, token) for token in after.other.tokens)
            continue
        marks.came[turn.target] = turn.origin
        thrown = set(after.mover.tokens) - set(before.other.tokens)
        marks.came.update((space, turn.target) for space in thrown)
        marks.built.update((space, level - before.levels[space]) for space, level in turn.built)
        marks.used[before.seat] = power_used(before, turn)
    return marks


def _player(state: State, seat: int, player: PlayerState, names: Sequence[str], marks: _Marks) -> str:
    """Return who plays which tokens, with which card, and what the card has just done."""
    name = names[seat] if seat < len(names) else f"Player {seat + 1}"
    sample = f'<svg viewBox="-6 -11 12 15" role="img" aria-label="{COLOURS[seat]}">{_TOKENS[seat]}</svg>'
    power = f"**{player.card}** {POWERS.get(player.card, 'no power known')}." if player.card else ""
    used = f"just now: {marks.used[seat]}" if marks.used.get(seat) else ""
    return strip(name, power, sample=sample, moving=seat == state.seat and not state.won, note=used)


def _space(space: int, level: int, seat: int | None, marks: _Marks) -> str:
    """Return a space with its tower and token, an element a line; what stands nearer is drawn later."""
    x, y = LEFT + WIDE * (space % SIZE), ABOVE + DEEP * (space // SIZE)
    parts = [f'<rect class="g{(space + space // SIZE) % 2}" {_box(x, y, 0, 0)}/>']
    for floor in range(1, min(level, TOP) + 1):
        new = " new" if floor > level - marks.built.get(space, 0) else ""
        inset = INSETS[floor]
        parts.append(
            f'<rect class="wall{new}" x="{x + inset:g}" y="{y + DEEP - inset - floor * HIGH:g}" '
            f'width="{WIDE - 2 * inset:g}" height="{HIGH}"/>{_doors(x, y + DEEP - inset - floor * HIGH, floor)}'
            f'<rect class="roof{new}" {_box(x, y, floor, floor * HIGH)}/>'
        )
    top = min(level, TOP)
    middle, foot = _foot(space, level)
    if level == CAP:
        new = " new" if marks.built.get(space) else ""
        parts.append(
            f'<path class="dome{new}" d="M{middle - 6:g} {foot + 2:g} a6 8.5 0 0 1 12 0 q-6 3 -12 0 Z"/>'
            f'<path class="shine" d="M{middle - 3:g} {foot:g} q0.4 -4 2.4 -4.6"/>'
        )
    elif level:
        parts.append(f'<text class="level" x="{x + WIDE - INSETS[top] - 2.4:g}" y="{foot + 2.6:g}">{level}</text>')
    if seat is not None:
        came = marks.came.get(space)
        ring = f'<ellipse class="ring" cx="{middle:g}" cy="{foot + 1.6:g}" rx="6" ry="3"/>' if came is not None else ""
        origin = f' data-from="{space_name(came)}"' if came not in (None, space) and came is not None else ""
        parts.append(f'{ring}<g{origin}><g transform="translate({middle:g} {foot + 0.5:g})">{_TOKENS[seat]}</g></g>')
    parts.append(f'<rect class="spot" {_box(x, y, top, top * HIGH)}/>')
    height = "dome" if level == CAP else f"level {level}" if level else "ground"
    label = f"{space_name(space)}, {height}" + ("" if seat is None else f", {COLOURS[seat]} token")
    return f'<g data-click="{space_name(space)}"><title>{label}</title>{"".join(parts)}</g>'


def _box(x: float, y: float, floor: int, up: float) -> str:
    """Return the place of the top of a floor."""
    inset = INSETS[floor]
    return (
        f'x="{x + inset:g}" y="{y + inset - up:g}" width="{WIDE - 2 * inset:g}" height="{DEEP - 2 * inset:g}" rx="0.8"'
    )


def _doors(x: float, y: float, floor: int) -> str:
    """Return the openings in the front of a block."""
    count = 4 - floor
    places = (x + WIDE / 2 + 4.6 * (at - (count - 1) / 2) for at in range(count))
    path = "".join(f"M{place - 0.8:g} {y + HIGH:g}v-2a.8.8 0 0 1 1.6 0v2Z" for place in places)
    return f'<path class="door" d="{path}"/>'


def _ways(marks: _Marks, levels: Sequence[int]) -> str:
    """Return a dashed line from where each token came to where it stands, an element a line."""
    lines = []
    for target, origin in marks.came.items():
        if target != origin:
            (x, y), (to_x, to_y) = (_foot(space, levels[space]) for space in (origin, target))
            lines.append(f'<path class="way" d="M{x:g} {y + 2:g}L{to_x:g} {to_y + 2:g}"/>\n')
    return "".join(lines)


def _foot(space: int, level: int) -> tuple[float, float]:
    """Return the middle of the top of a tower."""
    x, y = LEFT + WIDE * (space % SIZE + 0.5), ABOVE + DEEP * (space // SIZE + 0.5)
    return x, y - min(level, TOP) * HIGH


def style() -> str:
    """Return the CSS of the board."""
    return """
.santorini > svg { width: min(100%, 40rem); max-height: max(26rem, 100vh - 19rem); display: block; margin: 0 auto; }
.santorini .buttons { display: flex; gap: 0.5rem; margin: 0.6rem 0 0; }
.santorini svg * { stroke: none; }
.santorini .sea { fill: #1f5673; } .santorini .shore { fill: #d8c7a0; }
.santorini .g0 { fill: #93b06c; } .santorini .g1 { fill: #84a35f; }
.santorini .wall { fill: #cfc4b2; } .santorini .roof { fill: #f8f4ea; }
.santorini svg :is(.wall, .roof) { stroke: #8f8472; stroke-width: 0.3; }
.santorini .door { fill: #6d86a0; } .santorini .dome { fill: #2468c4; } .santorini .shine { fill: none; }
.santorini svg .shine { stroke: #bcd6ff; stroke-width: 0.9; stroke-linecap: round; }
.santorini .t0 { fill: #c22f17; } .santorini .t1 { fill: #4a2f9c; } .santorini .sign { fill: #fff; }
.santorini svg :is(.t0, .t1) { stroke: #fff; stroke-width: 0.7; }
.santorini text { font: bold 4.2px system-ui, sans-serif; text-anchor: middle; }
.santorini .row { fill: #fff; } .santorini .level { fill: #4b4335; }
.santorini svg .new { stroke: #e08a00; stroke-width: 1; }
.santorini svg .ring { fill: none; stroke: #ffb300; stroke-width: 1.1; }
.santorini svg .way { stroke: #ffb300; stroke-width: 1; stroke-dasharray: 2 1.6; pointer-events: none; }
.santorini .spot { fill: transparent; }
.santorini svg .clickable > .spot { stroke: #0a4fd0; stroke-width: 1.1; fill: #3d8bff2e; }
.santorini svg .hinted > .spot { stroke: #b000b8; stroke-width: 1.4; stroke-dasharray: 3 1.4; }
.santorini svg .picked > .spot { stroke: #111; stroke-width: 1.5; fill: #ffd54a66; }
#board .santorini g.clickable { cursor: pointer; outline: none; }
#board .santorini g.clickable:focus-visible > .spot { stroke: #fff; stroke-width: 1.6; fill: #3d8bff80; }
"""
