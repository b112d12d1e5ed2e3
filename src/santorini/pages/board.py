"""A board for the page: nested squares, one a level, a dome for a cap, discs for tokens; spaces are clickable."""

from collections.abc import Sequence
from html import escape

from santorini.pages.questions import BUILD_FIRST, CAP_IT, END, space_name
from santorini.rules import CAP, SPACES, State
from santorini.rules.board import SIZE, TOP
from santorini.rules.cards import ATLAS, DEMETER, HEPHASTUS, POWERS, PROMETHEUS

SIDE = 20
"""Of a space in units of the picture."""
INSETS = (1.0, 2.2, 4.0, 5.8)
"""How far the square of each level is from the edge of its space; the first is the ground."""

BUTTONS = {
    PROMETHEUS: ((BUILD_FIRST, "build before moving"),),
    ATLAS: ((CAP_IT, "make it a cap"), (END, "that is all")),
    DEMETER: ((END, "that is all"),),
    HEPHASTUS: ((END, "that is all"),),
}
"""What the owner of a card can click on beside spaces."""


def draw(state: State, names: Sequence[str]) -> str:
    """Return the board as SVG with the players above it and the buttons of the mover's card below."""
    players = (state.mover, state.other) if state.seat == 0 else (state.other, state.mover)
    lines = []
    for seat, player in enumerate(players):
        name = names[seat] if seat < len(names) else f"Player {seat + 1}"
        card = f" &middot; {escape(player.card)}: {POWERS.get(player.card, 'no power known')}" if player.card else ""
        moving = " santorini-moving" if seat == state.seat and not state.won else ""
        lines.append(
            f'<p class="santorini-player{moving}"><span class="santorini-disc santorini-seat{seat}"></span>'
            f"{escape(name)}{card}</p>"
        )
    owner = {token: seat for seat, player in enumerate(players) for token in player.tokens}
    spaces = "".join(_space(space, state.levels[space], owner.get(space)) for space in SPACES)
    size = SIDE * SIZE
    labels = "".join(
        f'<text class="santorini-label" x="{SIDE * at + SIDE / 2}" y="{size + 4}">{"abcde"[at]}</text>'
        f'<text class="santorini-label" x="-2.5" y="{SIDE * at + SIDE / 2 + 1}">{at + 1}</text>'
        for at in range(SIZE)
    )
    own = BUTTONS.get(state.power or "", ())
    buttons = "".join(f'<button type="button" data-click="{name}">{text}</button>' for name, text in own)
    return (
        f'<div class="santorini">{"".join(lines)}'
        f'<svg viewBox="-5 0 {size + 5} {size + 6}" role="img" aria-label="board">{spaces}{labels}</svg>'
        f'<p class="santorini-buttons">{buttons}</p></div>'
    )


def _space(space: int, level: int, seat: int | None) -> str:
    x, y = SIDE * (space % SIZE), SIDE * (space // SIZE)
    floors = range(min(level, TOP) + 1)
    parts = [
        f'<rect class="santorini-floor{floor}" x="{x + INSETS[floor]}" y="{y + INSETS[floor]}" '
        f'width="{SIDE - 2 * INSETS[floor]}" height="{SIDE - 2 * INSETS[floor]}" rx="1"/>'
        for floor in floors
    ]
    middle = f'cx="{x + SIDE / 2}" cy="{y + SIDE / 2}"'
    if level == CAP:
        parts.append(f'<circle class="santorini-cap" {middle} r="4"/>')
    if seat is not None:
        parts.append(f'<circle class="santorini-seat{seat}" {middle} r="3.6"/>')
    if 0 < level < CAP:
        parts.append(f'<text x="{x + SIDE - 4.4}" y="{y + SIDE - 2.6}">{level}</text>')
    label = f"{space_name(space)}, level {level}" + ("" if seat is None else f", token {'AB'[seat]}")
    return f'<g data-click="{space_name(space)}"><title>{label}</title>{"".join(parts)}</g>'


def style() -> str:
    """Return the CSS of the board."""
    return """
.santorini svg { width: min(100%, 30rem); display: block; }
.santorini [data-click] { cursor: pointer; }
.santorini text { font: 3.4px sans-serif; fill: #222; stroke: none; }
.santorini .santorini-label { fill: var(--ink); text-anchor: middle; opacity: 0.7; }
.santorini rect { stroke: #0005; stroke-width: 0.3; }
.santorini-floor0 { fill: #7fa36b; } .santorini-floor1 { fill: #d9d4c5; }
.santorini-floor2 { fill: #efe9d8; } .santorini-floor3 { fill: #fffdf4; }
.santorini circle { stroke: none; }
.santorini g.clickable > rect:first-of-type { stroke: var(--accent); stroke-width: 0.9; }
.santorini g.picked > rect:first-of-type { stroke: var(--ink); stroke-width: 1.4; }
#board .santorini g.clickable:focus-visible { outline: 0.6px dashed var(--ink); }
circle.santorini-cap { fill: #2b62b8; stroke: #173a70; stroke-width: 0.5; }
.santorini-seat0 { fill: #c8371f; background: #c8371f; } .santorini-seat1 { fill: #47308f; background: #47308f; }
.santorini-disc { display: inline-block; width: 0.9em; height: 0.9em; border-radius: 50%; margin-right: 0.4em; }
.santorini-player { margin: 0.2em 0; } .santorini-moving { font-weight: bold; }
"""
