"""A match of our search against a player outside this process, through its pipes: random starts, or own placements.

Each start is played twice, seats and cards exchanged; with cards all 28 pairs come in turn. Before a random start the
other player is asked for its set-up, for some want that first; the answer is left. Games are written to a file as they
end, and those that stand there already are not played again.
"""

import argparse
import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from gamekit.bench.game_file import GameFile
from gamekit.bench.scores import Score
from gamekit.game import AnyGame, ChildSettings, Observation, Seat
from gamekit.referee import play
from gamekit.seats import BuiltinSeat
from gamekit.tournament.rows import TEXT, TRUTH, check_items, expect
from gamekit.wire.json_seat import open_child
from gamekit.wire.json_stream import dumps
from santorini.bench.arena import INNER, pairs_of
from santorini.game import GAME
from santorini.rules import CARDS, SPACES, PlayerState, State, new_game
from santorini.search.decision import SHIPPED

HELP = "a match against a player outside, through its pipes"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("command", help="how the other player is started, quoted")
    parser.add_argument("--cards", action="store_true", help="with cards, all pairs in turn, instead of without")
    starts = parser.add_mutually_exclusive_group()
    starts.add_argument("--own", action="store_true", help="players place their tokens themselves")
    starts.add_argument("--inner", action="store_true", help="starts have all tokens on the inner nine spaces")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2, help="for a decision of ours (0.2)")
    parser.add_argument("--timeout", type=float, default=30.0, help="for an answer of theirs (30)")
    parser.add_argument("--value", default=SHIPPED, help=f"ours: wide, linear or hand ({SHIPPED})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="where games are written, and looked for")


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Play, and print the score after each game; there is no bar. Raises RecordError and OSError."""
    rng, score, faults = Random(arguments.seed), Score(), 0
    with GameFile(arguments.file, "outside", check_row) as games:
        for pair, cards in enumerate(pairs_of("cards" if arguments.cards else "base", rng)):
            start = new_game(*(CARDS[number - 1] if number else None for number in cards))
            if not arguments.own:
                start = _random_start(start, rng, INNER if arguments.inner else SPACES)
            for seat in (0, 1):
                if score.games >= arguments.games:
                    return True
                played = games.game(_key(arguments, pair, seat), partial(_game, arguments, start, seat))
                score.add(float(played["won"]), pair)
                faults += played["fault"] is not None
                print(f"won {score}, {faults} by a fault", flush=True)
    return True


def check_row(row: Mapping[str, Any]) -> None:
    """Raise ValueError, one line, unless a row is of a game that was played."""
    check_items(row, {"won": TRUTH})
    fault = row.get("fault", "")
    expect("fault" in row and (fault is None or TEXT.fits(fault)), "fault", "a text or null", row)


def _key(arguments: argparse.Namespace, pair: int, seat: int) -> str:
    """Return what a game depends on."""
    names = ("command", "cards", "own", "inner", "seconds", "value", "seed")
    return dumps([*(getattr(arguments, name) for name in names), pair, seat]).decode()


def _random_start(state: State, rng: Random, spaces: Sequence[int]) -> State:
    tokens = rng.sample(spaces, 4)
    first, second = (tuple(sorted(part)) for part in (tokens[:2], tokens[2:]))
    return State(PlayerState(first, state.mover.card), PlayerState(second, state.other.card))


def _game(arguments: argparse.Namespace, start: State, seat: int) -> dict[str, object]:
    """Play one game, ours in a seat; a fault of either ends it."""
    policy = GAME.policy(f"search:{arguments.value}")
    ours = BuiltinSeat(GAME, policy, Random(arguments.seed), arguments.seconds, raising=True)
    settings = ChildSettings(GAME.wires[0], arguments.timeout)
    with open_child(GAME, shlex.split(arguments.command), settings) as theirs:
        if not start.placing:
            theirs.ask(Observation(_set_up(start, 1 - seat), 1 - seat))
        seats: list[Seat[State]] = [ours, theirs] if seat == 0 else [theirs, ours]
        table = play(GAME, start, seats)
    fault = table.forfeit
    return {
        "cards": [start.mover.card, start.other.card],
        "seat": seat,
        "won": GAME.returns(table.state)[seat] > 0 if fault is None else fault.seat != seat,
        "turns": table.state.turn,
        "fault": fault.reason if fault else None,
        "slowest": round(max(table.seconds[1 - seat], default=0.0), 3),
    }


def _set_up(start: State, seat: int) -> State:
    """Return the set-up that a seat would have been asked for before this start."""
    mover, other = (start.mover, start.other) if seat == 0 else (start.other, start.mover)
    placed = PlayerState(other.tokens if seat == 1 else (), other.card)
    return State(PlayerState(card=mover.card), placed, turn=seat - 2)
