"""Turns in words, and as clicks on the spaces of the board."""

from collections.abc import Iterator

from santorini.rules import ADJACENT, CAP, State, Turn, legal_turns, place, placements, play
from santorini.rules.board import SIZE
from santorini.rules.cards import ATLAS, PROMETHEUS

END = "end"
"""The click that ends a turn which might go on."""
BUILD_FIRST = "first"
"""The click before building with Prometheus before the move."""
CAP_IT = "cap"
"""The click that makes a cap of what Atlas builds."""


def space_name(space: int) -> str:
    """Return a space as people write it: columns a to e, rows 1 to 5 from the top."""
    return f"{'abcde'[space % SIZE]}{space // SIZE + 1}"


def choices(state: State) -> Iterator[tuple[State, str, tuple[str, ...]]]:
    """Yield what may follow a state, in words, and the clicks that choose it; no clicks begin with all of another's."""
    if state.placing:
        for tokens in placements(state):
            words = f"tokens on {space_name(tokens[0])} and {space_name(tokens[1])}"
            yield place(state, tokens), words, tuple(space_name(token) for token in tokens)
        return
    turns = [(turn, _clicks(state, turn)) for turn in legal_turns(state)]
    for turn, clicks in turns:
        longer = any(other != clicks and other[: len(clicks)] == clicks for _, other in turns)
        yield play(state, turn), describe(state, turn), (*clicks, END) if longer else clicks


def turn_text(before: State, after: State) -> str:
    """Return in words how one state came from another."""
    if before.placing:
        return "tokens on " + " and ".join(space_name(token) for token in after.other.tokens)
    turn = next((turn for turn in legal_turns(before) if play(before, turn).told == after.told), None)
    return describe(before, turn) if turn else "a turn that the rules do not know"


def describe(state: State, turn: Turn) -> str:
    """Return a turn in words."""
    words = f"{space_name(turn.origin)} to {space_name(turn.target)}"
    if turn.target in state.other.tokens:
        words += ", the rival's token gives way"
    if not turn.built:
        return words + ", and wins"
    built = [f"{space_name(space)} to {'a cap' if level == CAP else level}" for space, level in turn.built]
    return f"{words}, build {' and '.join(built)}"


def _builds(state: State, turn: Turn) -> list[int]:
    """Return the spaces built on, a cap at once as one; with Prometheus what was built first comes first."""
    grown = [(space, level - state.levels[space]) for space, level in turn.built]
    if len(grown) == 1:
        space, levels = grown[0]
        return [space] * (levels if state.power != ATLAS else 1)
    spaces = [space for space, _ in grown]
    if len(spaces) == 2 and state.power == PROMETHEUS and not _may_be_first(state, turn, spaces[0]):
        spaces.reverse()
    return spaces


def _may_be_first(state: State, turn: Turn, early: int) -> bool:
    late = next(space for space, _ in turn.built if space != early)
    free = early not in (*state.mover.tokens, *state.other.tokens)
    return free and early in ADJACENT[turn.origin] and late in ADJACENT[turn.target] and late != turn.target


def _clicks(state: State, turn: Turn) -> tuple[str, ...]:
    builds = _builds(state, turn)
    move = [space_name(turn.origin), space_name(turn.target)]
    if state.power == PROMETHEUS and len(builds) == 2:
        return (move[0], BUILD_FIRST, space_name(builds[0]), move[1], space_name(builds[1]))
    clicks = [*move, *(space_name(space) for space in builds)]
    if state.power == ATLAS and len(turn.built) == 1:
        space, level = turn.built[0]
        if level - state.levels[space] > 1:
            clicks.append(CAP_IT)
    return tuple(clicks)
