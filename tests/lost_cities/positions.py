"""Positions from random games, for tests of properties."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from lost_cities.rules import Draw, State, apply, deal, legal_actions, new_game, players_to_move


def random_game(seed: int, most: int = 400) -> Iterator[State]:
    """Yield the states of a game by random answers that draws discards now and then, the last one included."""
    rng = Random(seed)
    state = new_game(*deal(rng), rng.randrange(2))
    yield state
    for _ in range(most):
        if not players_to_move(state):
            return
        legal = legal_actions(state)
        state = apply(state, Draw() if state.drawing and rng.random() < 0.5 else rng.choice(legal))
        yield state


seeds = st.integers(0, 2**32)
