"""Tuning a side's weights in games against opponents of several styles; resumable, a line of JSON an iteration."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from gamekit.output import writing
from thud.protocol.node import Job, MatchPlayers
from thud.rivals.seats import ours, seat
from thud.rivals.weights import Options
from thud.training.spsa import Vector, flatten, perturbation, step, unflatten

TRAINING = {
    "dwarf": ("thud", "alphabeta:3s", "thud", "alphabeta:2s"),
    "troll": ("thud", "alphabeta:3s", "rusher", "alphabeta:2"),
}
"""Opponents while tuning, in turn; runner and huddle are held back for judging."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is tuned and how: the side, the names of the weights, moves a game, nodes a move, games each way."""

    side: str
    names: tuple[str, ...]
    turns: int
    nodes: int
    pairs: int
    seed: int


def jobs(plan: Plan, options: Options, iteration: int) -> list[Job]:
    """Return the games of an iteration for one of the two options: for both the same opponents and seeds."""
    rivals, other = TRAINING[plan.side], "troll" if plan.side == "dwarf" else "dwarf"
    games: list[Job] = []
    for pair in range(plan.pairs):
        number = iteration * plan.pairs + pair
        seed = plan.seed * 100_000 + number
        rival = seat(rivals[number % len(rivals)], other, seed, plan.nodes)
        games.append({plan.side: ours(options, seed, plan.nodes), other: rival, "turns": plan.turns})
    return games


def measured(plan: Plan, results: Sequence[dict[str, Any]]) -> float:
    """Return the mean score of our side."""
    sign = 1 if plan.side == "dwarf" else -1
    return float(sign * sum(result["score"] for result in results) / len(results))


def tune(plan: Plan, options: Options, file: Path, iterations: int, players: MatchPlayers) -> Iterator[dict[str, Any]]:
    """Go on from the last line of the file, or from the options, and yield and append a line after each iteration."""
    done = [json.loads(line) for line in file.read_text(encoding="utf-8-sig").splitlines()] if file.exists() else []
    vector: Vector = done[-1]["vector"] if done else flatten(options, plan.names)
    scales = {name: max(abs(value), 10.0) for name, value in flatten(options, plan.names).items()}
    for iteration in range(len(done), iterations):
        moved = perturbation(scales, iteration, Random(plan.seed * 1_000_003 + iteration))
        up, down = (
            unflatten(options, {name: vector[name] + sign * moved[name] for name in vector}) for sign in (1, -1)
        )
        both = [*jobs(plan, up, iteration), *jobs(plan, down, iteration)]
        results = list(players.play(both))
        scores = measured(plan, results[: plan.pairs]), measured(plan, results[plan.pairs :])
        vector = step(vector, scales, moved, scores[0] - scores[1], iteration)
        line = {"iteration": iteration, "scores": scores, "vector": {n: round(v, 3) for n, v in vector.items()}}
        with writing(file), file.open("a") as out:
            out.write(json.dumps(line) + "\n")
        yield line
