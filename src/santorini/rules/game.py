"""A whole game: the set-up, the boards that may follow, and who has won."""

from functools import lru_cache
from itertools import combinations

from santorini.rules.board import SPACES
from santorini.rules.state import PlayerState, State
from santorini.rules.turns import legal_turns, play

_KEPT = 4
"""For so many states the successors are kept: player, referee and rules all ask for them in a turn, and to make them
takes most of a turn's time (measured: 3.9 lists a turn without)."""


def new_game(first_card: str | None = None, second_card: str | None = None) -> State:
    """Return the empty board before the first player places tokens."""
    return State(PlayerState(card=first_card), PlayerState(card=second_card), turn=-2)


def placements(state: State) -> list[tuple[int, int]]:
    """Return the pairs of spaces on which the player to move may put its tokens, sorted; none if they stand."""
    if not state.placing:
        return []
    return list(combinations([space for space in SPACES if space not in state.other.tokens], 2))


def place(state: State, tokens: tuple[int, int]) -> State:
    """Return the state after the player to move has put its tokens on two free spaces."""
    return State(state.other, PlayerState(tokens, state.mover.card), state.levels, state.turn + 1)


def successors(state: State) -> tuple[State, ...]:
    """Return all states that may follow, sorted; none when the game is over."""
    return () if state.won else _successors(state)


@lru_cache(maxsize=_KEPT)
def _successors(state: State) -> tuple[State, ...]:
    if state.placing:
        return tuple(sorted(place(state, tokens) for tokens in placements(state)))
    return tuple(sorted(play(state, turn) for turn in legal_turns(state)))


def winner(state: State) -> int | None:
    """Return the seat that has won, None while the game goes on.

    Who made the last turn wins, if that turn won or leaves the player to move none.
    """
    if state.won or not (state.placing or successors(state)):
        return 1 - state.seat
    return None
