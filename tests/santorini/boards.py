"""Boards as people write them, and random positions, for the tests."""

from pathlib import Path
from random import Random

import pytest

from santorini.rules import CARDS, PlayerState, State, legal_turns, new_game, place, placements, play
from santorini.rules.board import SIZE

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT.parent / "shared" / "traces" / "santorini"

PAIRS = [(None, None), *((one, two) for one in CARDS for two in CARDS if one != two)]


def at(name: str) -> int:
    """Return a space by the name that people give it: columns a to e, rows 1 to 5 from the top."""
    return "abcde".index(name[0]) + SIZE * (int(name[1]) - 1)


def spaces(text: str) -> tuple[int, ...]:
    """Return the spaces of several names, in ascending order."""
    return tuple(sorted(map(at, text.split())))


def board(mover: str, other: str, levels: str = "", cards: tuple[str | None, str | None] = (None, None)) -> State:
    """Return a board: tokens by their names, and levels that are not 0 such as `a1:2 b4:4`."""
    grown = dict(pair.split(":") for pair in levels.split())
    heights = [0] * (SIZE * SIZE)
    for name, level in grown.items():
        heights[at(name)] = int(level)
    return State(PlayerState(spaces(mover), cards[0]), PlayerState(spaces(other), cards[1]), tuple(heights), 10)


def position(pair: int, turns: int, seed: int) -> State:
    """Return a board after so many random turns, of a pair of cards by number, or an earlier one if the game ended.

    Wins are passed by where there is another turn, so that boards grow high. There is a turn in it.
    """
    rng = Random(seed)
    state = new_game(*PAIRS[pair % len(PAIRS)])
    for _ in range(2):
        state = place(state, rng.choice(placements(state)))
    before, options = state, legal_turns(state)
    for _ in range(turns):
        building = [turn for turn in options if turn.built]
        if not building:
            break
        before, state = state, play(state, rng.choice(building))
        options = legal_turns(state)
    return state if options else before


def golden_lines() -> list[bytes]:
    """Return the games of the course's referee, a line each, or skip the test that asks."""
    lines = [line for file in sorted(GOLDEN.glob("*.jsonl")) for line in file.read_bytes().splitlines()]
    if not lines:
        pytest.skip("the golden games are not here")
    return lines
