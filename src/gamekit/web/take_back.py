"""Taking a move back: to a seat's last choice, unless it was shown since what was hidden, such as a card drawn.

What others chose at the same time is no such thing: who plays alone against programs wants to learn.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gamekit.game import AnyGame, Observation
from gamekit.table import Past, Round, Step, Table
from gamekit.wire.json_stream import dumps

_SAMPLES = 12  # of what is hidden: a card drawn is the same in all of them where only one is left


def before_last_choice(table: Table[Any], seat: int) -> Table[Any] | None:
    """Return the table at which a seat made its last choice; None: there is none, or the seat has learnt too much."""
    if table.has_answered(seat):
        return _at(table.game, table.state, table.steps, table.past, seat)
    past = table.past
    while past is not None:
        if _reveals(table.game, past.last, seat):
            return None
        if any(step.seat == seat for step in past.last.steps):
            return _at(table.game, past.last.before, past.last.steps, past.earlier, seat)
        past = past.earlier
    return None


class WayBack:
    """Where a seat may go back to, found once for a table."""

    def __init__(self) -> None:
        self._known: tuple[Table[Any], int, Table[Any] | None] | None = None

    def of(self, table: Table[Any], seat: int) -> Table[Any] | None:
        """Return what `before_last_choice` does."""
        if self._known is None or self._known[0] is not table or self._known[1] != seat:
            self._known = table, seat, before_last_choice(table, seat)
        return self._known[2]


def notes_after(
    notes: Sequence[tuple[int, bytes]], before: Table[Any], after: Table[Any], seat: int
) -> list[tuple[int, bytes]]:
    """Return the notes for a trace, each with its round, once a seat has gone back from a table to one before it."""
    kept = [note for note in notes if note[0] <= after.length]
    return [*kept, (after.length, _note(before, after, seat))]


def _note(before: Table[Any], after: Table[Any], seat: int) -> bytes:
    """Return the note that says who went back, and what was taken back."""
    kept = sum(1 for _ in after.all_steps())
    steps = [*before.all_steps()][kept:]
    actions = [[step.seat, before.game.encode_action(step.action)] for step in steps if step.fault is None]
    return dumps({"meta": "taken-back", "seat": seat, "actions": actions})


def _at(game: AnyGame, state: Any, steps: tuple[Step[Any], ...], past: Past[Any] | None, seat: int) -> Table[Any]:
    """Return the table in the round that begins in this state, before a seat's choice in it."""
    table = Table.begin(game, state)._replace(past=past, spent=_spent(game, past))
    for step in () if table.at_once else steps:
        if step.seat == seat:
            break
        table = table.answered(step.seat, step.reply)
    return table


def _spent(game: AnyGame, past: Past[Any] | None) -> Mapping[int, float]:
    """Return the seconds of each seat's answers, in a game that limits them."""
    spent: dict[int, float] = {}
    while game.game_seconds is not None and past is not None:
        for step in past.last.steps:
            spent[step.seat] = spent.get(step.seat, 0.0) + step.reply.seconds
        past = past.earlier
    return spent


def _reveals(game: AnyGame, played: Round[Any], seat: int) -> bool:
    """Tell whether a round showed a seat what nobody or another alone knew before: a card drawn or played."""
    if game.perfect_information:
        return False
    rng = Random(0)
    before, after = (game.observe(state, seat) for state in (played.before, played.after))
    for _ in range(_SAMPLES):
        state = game.sample(Observation(before, seat), rng)
        if state is None:
            return True
        try:
            other = game.observe(game.apply(state, played.actions), seat)
        except ValueError:  # what another has played was in its hand
            return True
        if other != after:
            return True
    return False
