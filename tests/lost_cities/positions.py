"""Positions from random games, for tests of properties."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from lost_cities.rules import Action, Draw, State, apply, deal, legal_actions, new_game, players_to_move


def random_turns(seed: int, most: int = 400) -> Iterator[tuple[State, Action]]:
    """Yield the questions of a game by random answers that draws discards now and then, and the answers."""
    rng = Random(seed)
    state = new_game(*deal(rng), rng.randrange(2))
    for _ in range(most):
        if not players_to_move(state):
            return
        legal = legal_actions(state)
        action = Draw() if state.drawing and rng.random() < 0.5 else rng.choice(legal)
        yield state, action
        state = apply(state, action)


def random_game(seed: int, most: int = 400) -> Iterator[State]:
    """Yield the states of such a game, the last one included."""
    last: tuple[State, Action] | None = None
    for last in random_turns(seed, most):
        yield last[0]
    assert last
    yield apply(*last)


seeds = st.integers(0, 2**32)
