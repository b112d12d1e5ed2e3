"""What `check` tries on a client: its text, its class, and games against the rules."""

import contextlib
import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamekit.game import Game, Surroundings
from gamekit.probes import games
from gamekit.probes.bench import Bench, Place
from gamekit.probes.probe import Flaw, Probe, Suite
from gamekit.probes.standard import measured, whole_games
from thud.player.bundle import FORBIDDEN
from thud.protocol.node import SOURCES, class_command, class_files, class_source, node_command
from thud.rules import Move, State

NO_CLASS = "no class in JavaScript: not looked at"


class ClientBench(Bench[State, Move]):
    """The bench of classes, which a driver of ours runs in node, and of players that speak our JSON values."""

    def __init__(self, game: Game[State, Move], command: Sequence[str], timeout: float, scratch: Path, wire: str = ""):
        driver = class_command(command)
        super().__init__(game, driver or command, timeout, scratch, wire)
        self.typed = command
        self.files = tuple(class_files(command) or ())
        """The dwarfs' and the trolls' class, or one that plays both."""

    def around(self, place: Place) -> Surroundings:
        return super().around(place).showing(SOURCES, *map(os.path.abspath, self.files))


def text(bench: ClientBench) -> str:
    """Expect none of the words that the environment's validator forbids anywhere in the text."""
    for file in bench.files:
        try:
            lines = class_source(Path(file)).splitlines()
        except (OSError, ValueError) as error:
            raise Flaw(f"{Path(file).name} cannot be read: {error}") from error
        for number, line in enumerate(lines, start=1):
            if found := [word for word in FORBIDDEN if word in line]:
                raise Flaw(f"{Path(file).name}: line {number} holds {found[0]!r}: {line.strip()[:60]}")
    return "" if bench.files else NO_CLASS


def one_class(bench: ClientBench) -> str:
    """Expect a class that can be made with a controller alone and has both methods."""
    for seat, side in enumerate("dt") if bench.files else ():
        file = bench.files[seat % len(bench.files)]
        with bench.placed(None) as there:
            words, environment = bench.bare(replace(there, command=node_command("inspect.js", file, side)))
            done = subprocess.run(
                words, env=environment, capture_output=True, text=True, timeout=bench.timeout, check=False
            )
        found: dict[str, Any] = {"error": done.stderr.strip()[-200:] or "it wrote something else"}
        with contextlib.suppress(ValueError):
            found = json.loads(done.stdout)
        if "error" in found:
            raise Flaw(f"{Path(file).name}: {found['error']}")
        if found["lacks"]:
            raise Flaw(f"{Path(file).name}: it has no method {found['lacks'][0]}")
    return "" if bench.files else NO_CLASS


_REQUIRED = (
    Probe(
        "text",
        "holds no word that the validator forbids",
        text,
        "It searches the whole text, comments and names, too: no 'evaluate', no 'important'.",
    ),
    Probe(
        "class",
        "is a class that can be made with a controller alone",
        one_class,
        "Write module.exports = class { constructor(controller, utils) ... turn() ... end_turn() ... }.",
    ),
    Probe(
        "first-move",
        "moves when it is first to move",
        games.first_move,
        "turn() must call controller.select_space and then controller.move, once, with a legal target.",
        ("class",),
    ),
    Probe(
        "legal",
        "moves legally throughout games by random play",
        games.legal_answers_at_random,
        "Take the targets out of controller.space_info(x, y).moves.",
        ("first-move",),
    ),
)

_TABLES = whole_games("thud", (2,), ("legal",))

SUITE = Suite({probe.name: probe for probe in _REQUIRED} | _TABLES | measured(_TABLES), ClientBench)
