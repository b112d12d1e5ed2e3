"""Do the client's move generator and the Python rules agree, position by position, in random games?"""

import argparse
from collections.abc import Iterator
from random import Random

from gamekit.game import AnyGame
from gamekit.text.numbers import positive
from thud.protocol.node import Asker
from thud.rules import SIDES, SIZE, State, apply, end_reason, legal_actions, new_game, side_to_move
from thud.rules.moves import Move, kills_of

HELP = "random positions in which the client must list what the rules list"

KILL_SHARE = 0.5
"""How often a killing move is drawn where there is one: a game of random moves alone kills little; guessed."""

CHECKED = 50
"""In one position of so many all moves are made and unmade, which takes longer (guessed)."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--positions", type=positive, default=100_000, metavar="N", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the games (%(default)s)")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print the first difference, or that there is none; return whether there is none. Raises NodeError."""
    difference = first_difference(arguments.positions, arguments.seed)
    print(difference or f"{arguments.positions} positions: the same legal moves")
    return difference is None


def listed(board: str, move: Move) -> list[int]:
    """Return a move as positions.js lists it: x, y, to x, to y, kills."""
    source, target = move.source, move.target
    return [source % SIZE, source // SIZE, target % SIZE, target // SIZE, kills_of(board, move)]


def random_positions(count: int, rng: Random) -> Iterator[State]:
    """Yield so many positions in which somebody is to move, from games of random moves, many of them killing."""
    state = new_game()
    for _ in range(count):
        yield state
        legal = legal_actions(state, side_to_move(state))
        killing = [move for move in legal if kills_of(state.board, move)]
        state = apply(state, rng.choice(killing if killing and rng.random() < KILL_SHARE else legal))
        if end_reason(state):
            state = new_game()


def first_difference(count: int, seed: int) -> str | None:
    """Return the first position where they differ, in words, or None; now and then all moves are made and unmade."""
    asker = Asker("positions.js")
    try:
        for number, state in enumerate(random_positions(count, Random(seed))):
            side = SIDES[side_to_move(state)]
            check = number % CHECKED == 0
            answer = asker.ask({"board": state.board, "side": side, "check": check})
            expected = [listed(state.board, move) for move in legal_actions(state, side_to_move(state))]
            if answer["moves"] != expected:
                return f"position {number}: expected {expected}, got {answer['moves']} for {side!r} on {state.board!r}"
            if not answer["same"]:
                return f"position {number}: a move taken back changed something for {side!r} on {state.board!r}"
    finally:
        asker.close()
    return None
