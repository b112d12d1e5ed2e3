"""The rules in words and pictures."""

from coinfight.rules import DENOMINATIONS, STARTING_HAND, Action, State, apply, change_sets, new_game, value
from gamekit.game import Change, Observation, Section

NAMES = ("Ann", "Bob")

_BEFORE = State(DENOMINATIONS, (3, 2, 0, 1), ((2, 1, 2, 0), (3, 3, 2, 1)), 8)
_PAID = Action(10, (3, 1, 0, 0))
_AFTER = apply(_BEFORE, _PAID)
_MOST = [
    max(value(DENOMINATIONS, taken) for taken in change_sets(DENOMINATIONS, (9,) * 4, face)) for face in DENOMINATIONS
]

SECTIONS: tuple[Section[State], ...] = (
    Section("The goal", ("Be the last with coins.",)),
    Section(
        "The start",
        (
            f"Everybody has {sum(STARTING_HAND)} coins worth {value(DENOMINATIONS, STARTING_HAND)}, unless another "
            "hand is chosen. The table is empty. The first player begins, then the others in turn.",
        ),
        (),
        Observation(new_game(2), None),
        NAMES,
        "The start for two.",
    ),
    Section(
        "A turn",
        ("Pay one coin from your hand to the table; nobody may pass. Then take coins from the table, or none.",),
        (
            "What you take is worth less than the coin that you paid: at most "
            + ", ".join(f"{most} for a {face}" for face, most in zip(DENOMINATIONS, _MOST, strict=True))
            + ".",
            "So nobody gets back the coin just paid, and every turn costs you something.",
        ),
        Observation(_AFTER, None),
        NAMES,
        f"Ann has paid a {_PAID.coin} and taken coins worth {value(DENOMINATIONS, _PAID.change)}.",
        (Change(_BEFORE, {0: _PAID}, _AFTER),),
    ),
    Section(
        "The end",
        ("Whose hand is empty after the own turn is out. The last with coins wins; there is no draw.",),
    ),
)
"""The goal first."""
