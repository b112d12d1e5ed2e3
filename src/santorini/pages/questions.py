"""Turns in words, and as clicks on the spaces of the board."""

from collections.abc import Iterator

from santorini.rules import ADJACENT, CAP, TOP, State, Turn, legal_turns, place, placements, play
from santorini.rules.board import BEYOND, SIZE
from santorini.rules.cards import APOLLO, ARTEMIS, ATLAS, DEMETER, HEPHASTUS, MINOTAUR, PAN, PROMETHEUS

END = "end"
"""The click that ends a turn which might go on."""
BUILD_FIRST = "first"
"""The click that Prometheus builds before the move."""
CAP_IT = "cap"
"""The click that makes a dome of what Atlas builds."""


def space_name(space: int) -> str:
    """Return a space as people write it: columns a to e, rows 1 to 5 from the top."""
    return f"{'abcde'[space % SIZE]}{space // SIZE + 1}"


def choices(state: State) -> Iterator[tuple[State, str, tuple[str, ...]]]:
    """Yield what may follow a state, in words, and the clicks that choose it; no clicks begin with all of another's."""
    if state.placing:
        for tokens in placements(state):
            after = place(state, tokens)
            yield after, tokens_text(after), tuple(space_name(token) for token in tokens)
        return
    turns = [(turn, _clicks(state, turn)) for turn in legal_turns(state)]
    for turn, clicks in turns:
        longer = any(other != clicks and other[: len(clicks)] == clicks for _, other in turns)
        yield play(state, turn), describe(state, turn), (*clicks, END) if longer else clicks


def turn_between(before: State, after: State) -> Turn | None:
    """Return the turn that led from one board to another, None if tokens were placed or no turn of the rules did."""
    return next((turn for turn in legal_turns(before) if play(before, turn).told == after.told), None)


def tokens_text(after: State) -> str:
    """Return in words where the tokens of who has just moved stand."""
    return "tokens on " + " and ".join(space_name(token) for token in after.other.tokens)


def turn_text(before: State, after: State) -> str:
    """Return in words how one state came from another."""
    if before.placing:
        return tokens_text(after)
    turn = turn_between(before, after)
    return describe(before, turn) if turn else "a turn that the rules do not know"


def describe(state: State, turn: Turn) -> str:
    """Return a turn in words, and what the mover's card had to do with it."""
    words = f"{space_name(turn.origin)} to {space_name(turn.target)}"
    if not turn.built:
        words += ", and wins"
    else:
        built = [
            f"{space_name(space)} to {'a dome' if level == CAP else f'level {level}'}" for space, level in turn.built
        ]
        words += f", build {' and '.join(built)}"
    used = power_used(state, turn)
    return f"{words} ({state.power} {used})" if used else words


def power_used(state: State, turn: Turn) -> str:
    """Return what the mover's card did in a turn, empty if the turn needs no card."""
    rise = max((level - state.levels[space] for space, level in turn.built), default=0)
    thrown = turn.target in state.other.tokens
    pushed_to = BEYOND.get((turn.origin, turn.target), turn.target)
    lower = state.levels[turn.target] < state.levels[turn.origin]
    uses = {
        APOLLO: (thrown, "swaps the two tokens"),
        ARTEMIS: (not _one_step(state, turn), "moves twice"),
        ATLAS: (rise > 1, "builds a dome at once"),
        DEMETER: (len(turn.built) > 1, "builds on two spaces"),
        HEPHASTUS: (rise > 1, "builds two levels"),
        MINOTAUR: (thrown, f"pushes the rival's token to {space_name(pushed_to)}"),
        PAN: (lower and not turn.built, "wins by moving down"),
        PROMETHEUS: (rise > 1 or len(turn.built) > 1, "builds before moving, too"),
    }
    used, words = uses.get(state.power or "", (False, ""))
    return words if used else ""


def _one_step(state: State, turn: Turn) -> bool:
    before, after = state.levels[turn.origin], state.levels[turn.target]
    wins = before < after == TOP
    return turn.target in ADJACENT[turn.origin] and after <= before + 1 and (wins or bool(turn.built))


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
