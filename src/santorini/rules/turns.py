"""A turn: move a token, then build; and what each card changes in that.

The sentences of the cards stand in `cards.POWERS`, and each has its function here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from santorini.rules.board import ADJACENT, BEYOND, CAP, TOP
from santorini.rules.cards import APOLLO, ARTEMIS, ATLAS, DEMETER, HEPHASTUS, MINOTAUR, PAN, PROMETHEUS
from santorini.rules.state import PlayerState, State


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """A turn by what it changes: the token's spaces before and after, and what was built, (space, new level) each.

    Builds are in ascending order of space. Without any the move wins. Different turns lead to different boards.
    """

    origin: int
    target: int
    built: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Move:
    """The board after a token has moved, before the build that follows; `early` is the space built on before."""

    target: int
    taken: frozenset[int]
    wins: bool
    early: int | None = None


def legal_turns(state: State) -> list[Turn]:
    """Return the legal turns of the player to move, sorted; none when the game is over or tokens are to be placed."""
    if state.won or state.placing:
        return []
    turns: set[Turn] = set()
    for origin in state.mover.tokens:
        for move in _moves(state, origin):
            if move.wins:
                turns.add(Turn(origin, move.target))
            else:
                turns.update(Turn(origin, move.target, built) for built in _builds(state, move))
    return sorted(turns)


def play(state: State, turn: Turn) -> State:
    """Return the board after a legal turn; whether it is legal is not asked."""
    others = state.other.tokens
    if turn.target in others:
        thrown_to = turn.origin if state.power == APOLLO else BEYOND[turn.origin, turn.target]
        others = tuple(sorted(thrown_to if token == turn.target else token for token in others))
    tokens = tuple(sorted(turn.target if token == turn.origin else token for token in state.mover.tokens))
    levels = list(state.levels)
    for space, level in turn.built:
        levels[space] = level
    return State(
        mover=replace(state.other, tokens=others),
        other=PlayerState(tokens, state.mover.card),
        levels=tuple(levels),
        turn=state.turn + 1,
        won=not turn.built,
    )


def _step_allowed(levels: Sequence[int], origin: int, target: int) -> bool:
    """Tell whether a token may step to a space for its level: at most one up, and not onto a cap."""
    return levels[target] < CAP and levels[target] <= levels[origin] + 1


def _step_wins(state: State, origin: int, target: int) -> bool:
    """Tell whether this step wins: up to the top, or with Pan two levels down or more."""
    before, after = state.levels[origin], state.levels[target]
    return before < after == TOP or (state.power == PAN and before - after >= 2)


def _moves(state: State, origin: int) -> Iterator[_Move]:
    """Yield the moves of one token, of a winning one nothing but that it wins."""
    power, levels = state.power, state.levels
    rest = {token for token in (*state.mover.tokens, *state.other.tokens) if token != origin}
    for target in ADJACENT[origin]:
        if not _step_allowed(levels, origin, target):
            continue
        taken = rest if target not in rest else _rival_moved(state, origin, target, rest)
        if taken is None:
            continue
        wins = _step_wins(state, origin, target)
        yield _Move(target, frozenset(taken | {target}), wins)
        if power == ARTEMIS and not wins:
            yield from _second_steps(state, origin, target, rest)
    if power == PROMETHEUS:
        yield from _moves_after_building(state, origin, rest)


def _rival_moved(state: State, origin: int, target: int, rest: set[int]) -> set[int] | None:
    """Return the spaces of all tokens but the moving one after it moved onto this one, None if it may not."""
    if target not in state.other.tokens:
        return None
    if state.power == APOLLO:
        return rest - {target} | {origin}
    beyond = BEYOND.get((origin, target))
    if state.power == MINOTAUR and beyond is not None and beyond not in rest and state.levels[beyond] < CAP:
        return rest - {target} | {beyond}
    return None


def _second_steps(state: State, origin: int, via: int, rest: set[int]) -> Iterator[_Move]:
    for target in ADJACENT[via]:
        if target != origin and target not in rest and _step_allowed(state.levels, via, target):
            yield _Move(target, frozenset(rest | {target}), _step_wins(state, via, target))


def _moves_after_building(state: State, origin: int, rest: set[int]) -> Iterator[_Move]:
    for early in ADJACENT[origin]:
        if early in rest or state.levels[early] == CAP:
            continue
        for target in ADJACENT[origin]:
            level = state.levels[target] + (target == early)
            if target not in rest and level <= state.levels[origin] and level < CAP:
                yield _Move(target, frozenset(rest | {target}), wins=False, early=early)


def _builds(state: State, move: _Move) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield what may be built after a move, together with what was built before it."""
    levels = list(state.levels)
    if move.early is not None:
        levels[move.early] += 1
    sites = [space for space in ADJACENT[move.target] if space not in move.taken and levels[space] < CAP]
    for site in sites:
        built = {site: levels[site] + 1}
        if move.early is not None:
            built.setdefault(move.early, levels[move.early])
        yield tuple(sorted(built.items()))
        if state.power == ATLAS:
            yield ((site, CAP),)
        elif state.power == HEPHASTUS and levels[site] + 2 <= TOP:
            yield ((site, levels[site] + 2),)
    if state.power == DEMETER:
        for first, second in combinations(sites, 2):
            yield ((first, levels[first] + 1), (second, levels[second] + 1))
