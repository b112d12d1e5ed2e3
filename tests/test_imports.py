"""What each player imports for its first answer, all of it: start-up counts against the first move."""

import os
import subprocess
import sys

import pytest

from tests.economancy.processes import FIRST
from tests.lost_cities.test_client import BOARD

PROGRAM = """
import sys
from importlib import import_module
before = set(sys.modules)
import_module(sys.argv[1]).main(*([["--pipe"]] if sys.argv[1] == "lost_cities.player" else []))
print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""

STATES = {
    "economancy": FIRST,
    "santorini": b"[]",
    "coinfight": b"2 0\n0x1, 0x5, 0x10, 0x25\n4x1, 3x5, 2x10, 1x25\n4x1, 3x5, 2x10, 1x25\n",
    "lost_cities": "".join(BOARD).encode(),
}

ROOMS = {
    "economancy": {
        "economancy": "player protocol",
        "economancy.rules": "attacking buying cards game investing state victory",
        "economancy.arrays": "cards choices games rollout rollout_policy rules",
        "economancy.rivals": "answers history level_one opponent_model types",
        "economancy.search": "decision features guess look_ahead matrix_game node value",
        "economancy.policy": "baselines gifts searching table",
        "gamekit": "deadline settings",
        "gamekit.player": "loop",
        "gamekit.solve": "regret_matching",
        "gamekit.wire": "decoding json_stream",
    },
    "santorini": {
        "santorini": "player protocol",
        "santorini.rules": "board cards game state turns",
        "santorini.search": "core decision hand",
        "santorini.policy": "interface reference searching",
        "gamekit": "compiled deadline settings",
        "gamekit.player": "loop",
        "gamekit.wire": "decoding json_stream",
    },
    "coinfight": {
        "coinfight": "player protocol",
        "coinfight.rules": "change game state",
        "coinfight.search": "two_seats",
    },
    "lost_cities": {
        "lost_cities": "",
        "lost_cities.player": "client",
        "lost_cities.protocol": "lines reading",
        "lost_cities.rules": "cards game state",
        "lost_cities.search": "core turn_values weights",
        "lost_cities.policy": "by_rule by_values",
        "gamekit": "compiled deadline settings",
    },
}
"""What belongs to each, by package."""

OTHERS = {"economancy": {"numpy", "orjson"}, "santorini": {"orjson"}}
"""Of other people's packages, no more than these."""

SLOW = {"argparse", "asyncio", "concurrent.futures", "email", "hashlib", "http", "importlib.resources", "xml"}
SLOW |= {"multiprocessing", "numpy.random", "pathlib", "shutil", "socket", "subprocess", "zipfile"}
"""Some of what Python and numpy bring that would take time, and that the executables import late or leave out."""

FIND_CORE = {"hashlib", "pathlib", "shutil", "subprocess"}
"""What finding a compiled core from its source takes."""
NEEDED = {"santorini": FIND_CORE, "lost_cities": FIND_CORE | {"socket"}}


def imported(game: str) -> set[str]:
    """Return the names of all modules that a player imports until its first answer is given."""
    command = [sys.executable, "-c", PROGRAM, f"{game}.player"]
    unhurried = {"ECONOMANCY_MOVE_SECONDS": "100", "SANTORINI_MOVE_SECONDS": "0.01"}  # out of time, it imports more
    done = subprocess.run(command, input=STATES[game], env={**os.environ, **unhurried}, capture_output=True, check=True)
    assert done.stdout
    return set(done.stderr.decode().splitlines()[-1].split())


@pytest.mark.parametrize("game", ROOMS)
def test_a_player_imports_only_what_its_first_answer_needs(game: str) -> None:
    found = imported(game)
    ours = {name for name in found if name.split(".")[0] in (game, "gamekit")}
    rooms = ROOMS[game]
    assert ours == set(rooms) | {f"{package}.{name}" for package, names in rooms.items() for name in names.split()}
    others = {name.split(".")[0] for name in found - ours} - sys.stdlib_module_names
    assert {name for name in others if "cython" not in name} <= OTHERS.get(game, set())
    assert not found & SLOW - NEEDED.get(game, set())


@pytest.mark.parametrize("game", ["santorini", "coinfight", "lost_cities", "thud"])
def test_a_referee_of_players_without_arrays_starts_without_numpy(game: str) -> None:
    program = (
        f"import sys; from {game}.commands.cli import main; main(['referee', '--seed', '1', 'random', 'random']);"
        "print(*{'numpy', 'importlib.metadata'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == ""
