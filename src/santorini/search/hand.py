"""A value of boards made by hand, and its model of the compiled core: levels, and what is in reach. Never tuned."""

from santorini.rules import ADJACENT, CAP, State
from santorini.rules.board import PLACE_KINDS

STANDING = (0, 60, 150, 150)
"""For a token, by its level (guessed, as all numbers here)."""
REACHING = (5, 12, 25, 40)
"""For each free space that a token may step on, by the space's level."""
TO_MOVE = 10

_PLACED = (8, 7, 6, 3, 2, 0)
"""For a token, by the kind of its place: the centre, beside it, diagonal of it, and so on to the corner."""


def value(state: State) -> int:
    """Return the value of a board for the player to move, about 256 a logit."""
    taken = {*state.mover.tokens, *state.other.tokens}
    levels = state.levels

    def worth(tokens: tuple[int, ...]) -> int:
        total = 0
        for token in tokens:
            most = min(levels[token] + 1, CAP - 1)
            total += STANDING[levels[token]] + _PLACED[PLACE_KINDS[token]]
            total += sum(REACHING[levels[to]] for to in ADJACENT[token] if levels[to] <= most and to not in taken)
        return total

    return TO_MOVE + worth(state.mover.tokens) - worth(state.other.tokens)
