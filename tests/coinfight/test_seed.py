"""The seed chooses among moves of equal worth: whoever finds a line that beats us has found one line."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from coinfight.protocol import decode_action, encode_state
from coinfight.rules import Action, State, apply, is_over, legal_actions, new_game
from coinfight.search import two_seats
from coinfight.search.core import Core, three_seats_table

ROOT = Path(__file__).parents[2]
OTHER_WEIGHTS = (3, 7, 12, 24)
"""Of coins, for an alpha-beta that no table of ours was made against."""


def ask(command: list[str], state: State, seed: str | None) -> tuple[bytes, bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    environment.pop("COINFIGHT_SEED", None)
    if seed is not None:
        environment["COINFIGHT_SEED"] = seed
    done = subprocess.run(command, input=encode_state(state).encode(), capture_output=True, env=environment, check=True)
    return done.stdout, done.stderr


def game(compiled: Core, seed: int, leaves: int = 3000) -> tuple[bool, tuple[Action, ...]]:
    """Play as first mover, a lost start, against the other alpha-beta: tell whether we win, and our moves."""
    state, ours = new_game(2), []
    while not is_over(state):
        if state.turn % 2:
            compiled.seed(1)
            compiled.begin(state)
            action = compiled.alpha_beta(leaves, OTHER_WEIGHTS)[0]
        else:
            action = two_seats.choose(state, seed)
            ours.append(action)
        state = apply(state, action)
    return any(state.hands[0]), tuple(ours)


def test_a_searcher_that_beats_us_with_one_seed_does_not_with_all(compiled: Core) -> None:
    games = [game(compiled, seed) for seed in range(19)]
    assert len({ours for _, ours in games}) >= 10
    assert sum(won for won, _ in games) >= 2


def test_the_moves_that_beat_us_once_lead_elsewhere_with_other_seeds(compiled: Core) -> None:
    seed = next(seed for seed in range(100) if not game(compiled, seed)[0])
    state, line = new_game(2), []
    while not is_over(state):  # what the searcher does, written down
        action = two_seats.choose(state, seed)
        if state.turn % 2:
            compiled.seed(1)
            compiled.begin(state)
            action = compiled.alpha_beta(3000, OTHER_WEIGHTS)[0]
        line.append(action)
        state = apply(state, action)
    held = 0
    for other in range(1000, 1019):
        state = new_game(2)
        for action in line:
            if state.turn % 2 == 0 and two_seats.choose(state, other) != action:
                break
            state = apply(state, action)
        held += is_over(state)
    assert held <= 3


def random_positions(seats: int, seed: int) -> list[State]:
    rng, found, state = Random(seed), [], new_game(seats)
    while not is_over(after := apply(state, rng.choice(legal_actions(state)))):
        found.append(state)
        state = after
    return found


def test_every_won_position_stays_won_with_every_seed() -> None:
    for state in random_positions(2, 1) + random_positions(2, 2):
        choices = two_seats.choices(state)
        won = [two_seats.wins(state, action) for action in choices]
        assert all(won) or not any(won)
        assert {two_seats.choose(state, seed) for seed in range(200)} == set(choices) or len(choices) > 12


def test_the_core_chooses_as_python_does(compiled: Core) -> None:
    table = two_seats.table()
    for state in random_positions(2, 3):
        for seed in (0, 1, 2**63, 2**64 - 1):
            compiled.seed(seed)
            compiled.begin(state)
            expected = two_seats.choose(state, seed)
            assert compiled.choose(compiled.options(iterations=1), table)[0] == expected


def test_three_seats_begin_differently_with_other_seeds(compiled: Core) -> None:
    lines = set()
    for seed in range(8):
        state, ours = new_game(3), []
        while not is_over(state) and state.turn < 30:
            compiled.begin(state)
            compiled.seed(seed)
            action = compiled.choose(compiled.options(iterations=1), None, three_seats_table())[0]
            if state.turn % 3:
                action = compiled.rule("greedy")
            else:
                ours.append(action)
            state = apply(state, action)
        lines.add(tuple(ours))
    assert len(lines) >= 2


def test_two_left_exactly_a_won_position_stays_won(compiled: Core) -> None:
    for before, state in pairwise(random_positions(4, 5)):
        if sum(map(any, state.hands)) > 2:
            continue
        compiled.begin(state)
        worth, moves = compiled.solve(0.0, 200_000, 10.0), compiled.moves()
        assert worth is not None, before
        for seed in range(20):
            compiled.seed(seed)
            action, way = compiled.choose(compiled.options(iterations=1))
            assert way in ("only move", "exact")
            assert worth[moves.index(action)] == max(worth)


def test_the_program_takes_the_seed_or_any(program: Path) -> None:
    state = next(state for state in random_positions(2, 4) if len(two_seats.choices(state)) > 3)
    commands = ([str(program)], [sys.executable, "-S", "-m", "coinfight.player"])
    for seed in ("0", "7", "18446744073709551616", "123456789012345678901234567890"):
        expected = two_seats.choose(state, int(seed) % 2**64)
        for command in commands:
            out, err = ask(command, state, seed)
            assert (decode_action(out.decode(), state.denominations), err) == (expected, b"")
    assert len({ask(commands[0], state, None)[0] for _ in range(30)}) > 1


@pytest.mark.parametrize("text", ["x", "-1", "", "1.5", os.fsdecode(b"\xff")])
def test_a_seed_that_makes_no_sense_costs_a_line(program: Path, text: str) -> None:
    for command in ([str(program)], [sys.executable, "-S", "-m", "coinfight.player"]):
        out, err = ask(command, new_game(2), text)
        assert out.count(b"\n") == 2
        shown = ascii(os.fsencode(text).decode("latin-1")).encode()
        assert err == b"coinfight: expected whole number >= 0 in COINFIGHT_SEED, got " + shown + b"; using any\n"
