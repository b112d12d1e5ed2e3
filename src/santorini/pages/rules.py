"""The rules in words and pictures."""

from gamekit.game import Change, Observation, Section
from santorini.rules import PlayerState, State, Turn, play
from santorini.rules.board import SIZE, TOP
from santorini.rules.cards import CARDS, POWERS

NAMES = ("Red", "Violet")


def _state(mover: tuple[int, int], other: tuple[int, int], **levels: int) -> State:
    """Return a board with towers by the names of their spaces: `c3=2`."""
    heights = [0] * (SIZE * SIZE)
    for name, level in levels.items():
        heights["abcde".index(name[0]) + SIZE * (int(name[1]) - 1)] = level
    return State(PlayerState(mover), PlayerState(other), tuple(heights), 10)


_BEFORE = _state((6, 12), (9, 21), b3=1, c2=1, d3=1, d2=2, b4=1, d4=4)
_BUILT = play(_BEFORE, Turn(12, 11, ((12, 1),)))
_HIGH = _state((7, 21), (9, 16), c2=2, d2=3, b3=1, d3=2, b4=1, e4=4)
_WON = play(_HIGH, Turn(7, 8))

SECTIONS: tuple[Section[State], ...] = (
    Section("The goal", (f"Move one of your two tokens up to level {TOP} of a tower, and you win at once.",)),
    Section(
        "The start",
        (
            "The board is empty. The first player puts two tokens on any two spaces, then the second player on any "
            "two others. Red moves first.",
        ),
    ),
    Section(
        "A turn",
        (
            "Move one of your tokens to one of the up to eight spaces around it. Then build on a space beside where "
            "it now stands.",
        ),
        (
            "Move: the space must be free and without a dome. A token climbs at most one level, and may step down any "
            "number of levels.",
            f"Build: the space must be free and without a dome; the one that you just left is allowed. What you build "
            f"makes the tower a level higher. On level {TOP} you build a dome: nobody may stand or build there any "
            "more.",
        ),
        Observation(_BUILT, None),
        NAMES,
        "Red has moved from c3 to b3, one level up, and built c3 to level 1. On d4 stands a dome.",
        (Change(_BEFORE, {0: _BUILT.told}, _BUILT),),
    ),
    Section(
        "The end",
        (
            f"Who moves up from level {TOP - 1} to level {TOP} has won; nothing is built any more. To step from one "
            f"level {TOP} to another does not win.",
            "If neither of your tokens can move and then build, you have lost.",
        ),
        (),
        Observation(_WON, None),
        NAMES,
        "Red has moved from c2 up to level 3 on d2, and wins.",
        (Change(_HIGH, {0: _WON.told}, _WON),),
    ),
    Section(
        "Cards",
        (
            "In a game with cards each player has one card, each a different one; it adds to the rules. A rival's "
            f"token that is swapped or pushed up to level {TOP} has not won by that.",
        ),
        tuple(f"{card}: {POWERS[card]}." for card in CARDS),
    ),
)
"""The goal first."""
