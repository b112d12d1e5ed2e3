"""How late answers are: our player's loop in this process, set-ups and boards from games against itself.

The base game and all pairs of cards come in turn. An answer is timed from its message's first byte to its own last
one. `--busy N` keeps N other processes computing meanwhile.
"""

import argparse
import json
import time
from dataclasses import dataclass
from random import Random

from gamekit.answer import Answer
from gamekit.bench.decisions import quantile
from gamekit.bench.machine import busy_beside
from gamekit.game import AnyGame, Observation, Seat
from gamekit.player.loop import PlayerLoop
from gamekit.referee import play
from gamekit.settings import Settings
from santorini.bench.arena import pairs_of
from santorini.game import GAME
from santorini.player import SantoriniWire
from santorini.policy import OURS, builtin
from santorini.policy.interface import Policy
from santorini.protocol import encode
from santorini.rules import CARDS, State, new_game, successors

HELP = "how late answers are"

LATEST = {0.999: 0.1, 1.0: 0.3}
"""Bars: how many seconds after their limit so large a share of the answers may come."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.05, help="the limit of a decision (0.05)")
    parser.add_argument("--busy", type=int, default=0, help="other processes that compute meanwhile (0)")
    parser.add_argument("--seed", type=int, default=1)


def run(arguments: argparse.Namespace, game: AnyGame) -> bool:
    """Print how late they are; return whether every bar is met."""
    rng = Random(arguments.seed)
    late: list[float] = []
    with busy_beside(arguments.busy):
        pairs = pairs_of("cards", rng)
        while len(late) < arguments.decisions:
            cards = (0, 0) if len(late) % 30 == 0 else next(pairs)
            late += _game(cards, arguments.seconds, rng)
    late = late[: arguments.decisions]
    shown = {f"{100 * share:g} %": quantile(late, share) for share in (0.5, 0.99, *LATEST)}
    print(f"{len(late)} decisions of {arguments.seconds:g} s, late by at most, in ms:", end=" ")
    print(", ".join(f"{name} {1000 * seconds:.1f}" for name, seconds in shown.items()))
    return all(quantile(late, share) <= bar for share, bar in LATEST.items())


def _game(cards: tuple[int, int], seconds: float, rng: Random) -> list[float]:
    """Return by how much each answer of a game came after its limit."""
    state = new_game(*(CARDS[number - 1] if number else None for number in cards))
    if rng.random() < 0.8:  # nearly always the same placements are found: begin with random ones
        state = rng.choice(successors(rng.choice(successors(state))))
    settings = Settings(rng, seconds, strict=True, complain=print)
    table = play(GAME, state, [_LoopSeat(builtin(OURS), settings), _LoopSeat(builtin(OURS), settings)])
    return [step.reply.seconds - seconds for step in table.all_steps()]


@dataclass(frozen=True, slots=True)
class _LoopSeat(Seat[State]):
    """A policy of ours behind our player's loop: a message goes in, an answer comes out."""

    policy: Policy
    settings: Settings

    def ask(self, observation: Observation[State]) -> Answer:
        chunks = iter([json.dumps(encode(observation.state)).encode()])
        written: list[bytes] = []
        began = time.monotonic()
        PlayerLoop(SantoriniWire(), self.policy, self.settings, lambda size: next(chunks, b""), written.append).run()
        return Answer(json.loads(written[0]), time.monotonic() - began)
