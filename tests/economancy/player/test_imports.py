"""What the player imports before its first answer: start-up counts against the first move."""

import subprocess
import sys

PROGRAM = """
import sys
before = set(sys.modules)
import economancy.player
print(*sorted(set(sys.modules) - before))
"""

ROOMS = {
    "economancy": "player protocol",
    "economancy.rules": "attacking buying cards game investing state victory",
    "economancy.arrays": "cards choices games rollout rollout_policy rules",
    "economancy.rivals": "level_one opponent_model shown types",
    "economancy.search": "decision features guess look_ahead value",
    "economancy.policy": "baselines gifts searching table",
    "gamekit": "deadline settings",
    "gamekit.player": "loop",
    "gamekit.solve": "matrix_game regret_matching",
    "gamekit.wire": "decoding json_stream",
}
"""What belongs to it, by package; of other people's packages only numpy and orjson do."""

SLOW = {"argparse", "asyncio", "concurrent.futures", "email", "hashlib", "http", "importlib.resources", "xml"}
SLOW |= {"multiprocessing", "numpy.random", "pathlib", "shutil", "socket", "subprocess", "zipfile"}
"""Some of what Python and numpy bring that would take time, and that the executable imports late or leaves out."""


def imported() -> set[str]:
    """Return the names of all modules that the import of the player adds."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_player_imports_only_what_its_first_answer_needs() -> None:
    found = imported()
    ours = {name for name in found if name.split(".")[0] in ("economancy", "gamekit")}
    assert ours == set(ROOMS) | {f"{package}.{name}" for package, names in ROOMS.items() for name in names.split()}
    others = {name.split(".")[0] for name in found - ours} - sys.stdlib_module_names
    assert {name for name in others if "cython" not in name} <= {"numpy", "orjson"}
    assert not found & SLOW
