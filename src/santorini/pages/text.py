"""A board for the terminal: heights as digits, caps as domes, tokens as letters."""

from collections.abc import Sequence

from rich.text import Text

from santorini.rules import CAP, State
from santorini.rules.board import SIZE

STYLES = ("dim", "", "cyan", "bold yellow", "bold blue")
"""By level."""
TOKENS = ("bold white on red", "bold white on blue")
"""By seat."""


def draw(state: State, names: Sequence[str]) -> Text:
    """Return the board: rows 1 to 5, columns a to e; A and B are the tokens of seat 0 and 1 beside their level."""
    players = (state.mover, state.other) if state.seat == 0 else (state.other, state.mover)
    text = Text()
    for seat, player in enumerate(players):
        text.append(f" {'AB'[seat]} ", TOKENS[seat])
        card = f", {player.card}" if player.card else ""
        text.append(f" {names[seat] if seat < len(names) else f'Player {seat + 1}'}{card}")
        text.append("  to move\n" if seat == state.seat and not state.won else "\n")
    owner = {token: seat for seat, player in enumerate(players) for token in player.tokens}
    text.append("     " + "    ".join("abcde") + "\n")
    for row in range(SIZE):
        text.append(f" {row + 1} ")
        for column in range(SIZE):
            space = row * SIZE + column
            level = state.levels[space]
            shown = "^" if level == CAP else str(level)
            if space in owner:
                text.append(f" {'AB'[owner[space]]}{shown} ", TOKENS[owner[space]])
            else:
                text.append(f"  {shown if level else '.'} ", STYLES[level])
            text.append(" ")
        text.append("\n")
    text.append("   A token stands beside the level under it; ^ is a dome", "dim")
    return text
