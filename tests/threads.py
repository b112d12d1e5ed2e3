"""`python -m tests.threads [GAME ...]`: four threads in every entry of the compiled cores, under the thread sanitizer.

Each thread has a context of its own, made while the others make theirs; what a core's head says may be shared is.
The library is compiled anew with -fsanitize=thread, and the sanitizer is loaded before Python. Prints a line an entry;
the status is 1 if the sanitizer reports a race, 2 where there is no gcc or no sanitizer.
"""

import argparse
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gamekit.files import OwnFolder
from gamekit.settings import variable

ROOT = Path(__file__).parents[1]
THREADS = 4
SANITIZE = ("gcc", "-O1", "-g", "-fsanitize=thread", "-std=gnu11", "-shared", "-fPIC")
RACES = 66
"""The sanitizer's exit status."""

Calls = Mapping[str, Callable[[], object]]
"""A call of each entry of a core, by the entry's name; those of one thread."""


def coinfight(number: int) -> Calls:
    """Return a thread's calls of Coin Fight's core, over positions of 2 to 7 seats."""
    from coinfight.rules import alive, apply, new_game  # noqa: PLC0415 - a process has one game's core
    from coinfight.search import core as module  # noqa: PLC0415
    from coinfight.search.two_seats import moves, table  # noqa: PLC0415

    core = module.core()
    assert core is not None
    library = ctypes.CDLL(os.environ["COINFIGHT_CORE"])
    library.cf_new.restype = ctypes.c_void_p
    rng = Random(number)
    states = []
    for _ in range(60):
        state = new_game(rng.randrange(2, 8))
        while len(alive(state)) > 2 and rng.random() < 0.97:
            state = apply(state, rng.choice(moves(state)))
        states.append(state)
    at = count(number)

    def begun(call: Callable[[], object]) -> Callable[[], object]:
        def run() -> None:
            core.begin(states[next(at) % len(states)])
            call()

        return run

    return {
        "cf_new": (new_and_free := lambda: library.cf_free(ctypes.c_void_p(library.cf_new()))),
        "cf_free": new_and_free,
        "cf_begin": begun(lambda: None),
        "cf_seed": lambda: core.seed(number),
        "cf_networks": lambda: library.cf_networks(core._context, module.networks()),
        "cf_moves": begun(core.moves),
        "cf_rule": begun(lambda: [core.rule(name) for name in module.RULES]),
        "cf_our_options": begun(core.options),
        "cf_solve": begun(lambda: core.solve(0.3, 2000, 1.0)),
        "cf_chances": begun(core.chances),
        "cf_search": begun(lambda: core.search(core.options(iterations=50))),
        "cf_choose": begun(lambda: core.choose(core.options(iterations=50), table(), module.three_seats_table())),
        "cf_alpha_beta": begun(lambda: core.alpha_beta(500)),
    }


def economancy(number: int) -> Calls:
    """Return a thread's calls of Economancy's core, over states of a game of four."""
    from economancy.policy.baselines import decent  # noqa: PLC0415
    from economancy.rivals.opponent_model import RULED  # noqa: PLC0415
    from economancy.rules.game import apply, new_game, players_to_move  # noqa: PLC0415
    from economancy.rules.state import Observation, State  # noqa: PLC0415
    from economancy.search.core import library, numbers_of, tables  # noqa: PLC0415
    from economancy.search.planning import Plan  # noqa: PLC0415

    core, rng, state = library(), Random(number), new_game(4)
    states: list[State] = []
    assert core is not None
    types = [RULED[0]] * 4
    while players_to_move(state) and len(states) < 30:
        if 0 in players_to_move(state):
            states.append(state)
        seats = players_to_move(state)
        state = apply(state, {seat: decent(Observation(state, seat), rng) for seat in seats})
    kept, at, chosen = Plan(4, 0, 0.1), count(number), (ctypes.c_int32 * 4)()

    def numbers() -> Any:
        return numbers_of(states[next(at) % len(states)], types)

    new = partial(Plan, 4, 0, 0.1)
    return {
        "ec_plan_new": new,
        "ec_plan_free": new,
        "ec_plan_search": lambda: kept.search(states[next(at) % len(states)], types, 16),
        "ec_by_rule": lambda: core.ec_by_rule(tables(), 4, numbers(), next(at), chosen),
        "ec_step": lambda: core.ec_step(tables(), 4, numbers(), (ctypes.c_int32 * 4)()),
    }


def santorini(number: int) -> Calls:
    """Return a thread's calls of Santorini's core, over boards of a game."""
    from santorini.rules import new_game, successors, winner  # noqa: PLC0415
    from santorini.search import core as module  # noqa: PLC0415
    from santorini.search.decision import SHIPPED, read_value  # noqa: PLC0415

    engine = module.Engine(read_value(SHIPPED), 12)
    rng, state, records = Random(number), new_game("Artemis", "Prometheus"), []
    while winner(state) is None:
        records.append(module.encode(state))
        state = rng.choice(successors(state))
    boards, at = records[2:], count(number)

    def board() -> bytes:
        return boards[next(at) % len(boards)]

    new = partial(module.Engine, read_value(SHIPPED), 12)
    return {
        "sn_new": new,
        "sn_value": new,
        "sn_free": new,
        "sn_forget": engine.forget,
        "sn_search": lambda: engine.search(records[next(at) % len(records)], 0, module.Limits(nodes=500)),
        "sn_value_of": lambda: engine.value_of(board()),
        "sn_values_after": lambda: engine.values_after(board()),
        "sn_way": lambda: engine.take(module.Instructions.FASTEST),
        "sn_turns": lambda: module.children(board()),
        "sn_wins": lambda: module.wins(board()),
        "sn_perft": lambda: module.perft(board(), 2),
    }


def lost_cities(number: int) -> Calls:
    """Return a thread's calls of Lost Cities' core, over the questions of a game; the weights are shared."""
    from lost_cities.rules import observe, players_to_move  # noqa: PLC0415
    from lost_cities.search.core import PlayerKind, Style, appraise, library  # noqa: PLC0415
    from lost_cities.training.matches import CorePlayer, play_pairs  # noqa: PLC0415
    from lost_cities.training.trainer import Trainer, TrainingSettings  # noqa: PLC0415
    from lost_cities.training.weights import begin  # noqa: PLC0415
    from tests.lost_cities.by_rule import turn_by_rule  # noqa: PLC0415
    from tests.lost_cities.positions import random_game  # noqa: PLC0415

    core, at = library(), count(number)
    assert core is not None
    weights = begin(core, 32, 32, 1)
    views = [observe(state, state.mover) for state in random_game(number) if players_to_move(state)]
    plays = [view for view in views if not view.drawing]
    by_values, simple = (
        CorePlayer(Style(kind=PlayerKind.VALUES, winning=0.3), weights),
        CorePlayer(Style(kind=PlayerKind.SIMPLE)),
    )

    def trained() -> None:
        with tempfile.TemporaryDirectory() as folder:
            own = OwnFolder(Path(folder))
            Trainer(core, TrainingSettings(games=8, hidden=32, batch_games=4), own).run(lambda report: None)
            own.close()

    return {
        "lc_weights_size": lambda: core.lc_weights_size(32, 32),
        "lc_begin_weights": lambda: begin(core, 32, 32, next(at)),
        "lc_appraise": lambda: appraise(core, views[next(at) % len(views)], weights, 0.3),
        "lc_turn_of_rule": lambda: turn_by_rule(core, plays[next(at) % len(plays)], simple.style, next(at)),
        "lc_play_pairs": lambda: play_pairs(core, by_values, simple, 1, next(at)),
        "lc_train": trained,
    }


GAMES: Mapping[str, Callable[[int], Calls]] = {
    "coinfight": coinfight,
    "economancy": economancy,
    "santorini": santorini,
    "lost_cities": lost_cities,
}


def hammer(game: str, seconds: float) -> Iterator[str]:
    """Call each entry from four threads at once for so long; yield a line of each."""
    together, calls, failures = threading.Barrier(THREADS), {}, []  # type: threading.Barrier, dict[int, Calls], list[str]

    def run(number: int, work: Callable[[int], None]) -> None:
        try:
            together.wait()
            work(number)
        except Exception as error:
            failures.append(f"{type(error).__name__}: {error}")

    def all_at_once(work: Callable[[int], None]) -> None:
        threads = [threading.Thread(target=run, args=(number, work)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise RuntimeError(failures[0])

    all_at_once(lambda number: calls.__setitem__(number, GAMES[game](number)))
    for entry in calls[0]:
        made, until = [0] * THREADS, time.monotonic() + seconds

        def again(number: int, entry: str = entry, made: list[int] = made, until: float = until) -> None:
            while not made[number] or time.monotonic() < until:
                calls[number][entry]()
                made[number] += 1

        all_at_once(again)
        yield f"{game} {entry}: {sum(made)} calls"


def sanitizer() -> str | None:
    """Return the path of gcc's thread sanitizer, None where there is none."""
    if not shutil.which("gcc"):
        return None
    named = ["gcc", "-print-file-name=libtsan.so"]
    path = Path(subprocess.run(named, capture_output=True, text=True, check=True).stdout.strip())
    return str(path.resolve()) if path.is_absolute() and path.exists() else None


def source_of(game: str) -> Path:
    """Return where a game's core is."""
    return ROOT / "src" / game / "search" / "core.c"


class Checked(NamedTuple):
    """What came of a core: the status of its process, what that printed, and the functions that the core shows."""

    status: int
    text: str
    entries: set[str]


def check(game: str, seconds: float, source: Path | None = None) -> Checked:
    """Hammer a core (its source: the game's) in a process of its own. Raises OSError where there is no sanitizer."""
    library = sanitizer()
    if library is None:
        raise OSError("expected gcc and its thread sanitizer (libtsan)")
    with tempfile.TemporaryDirectory() as folder:
        core = Path(folder, "core.so")
        subprocess.run([*SANITIZE, "-o", core, source or source_of(game), "-lm"], check=True)
        names = subprocess.run(["nm", "-D", "--defined-only", core], capture_output=True, text=True, check=True).stdout
        environment = {
            **os.environ, variable(game, "CORE"): str(core), "LD_PRELOAD": library, "OPENBLAS_NUM_THREADS": "1",
            "TSAN_OPTIONS": f"exitcode={RACES}", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}",
        }  # fmt: skip
        command = [sys.executable, "-m", "tests.threads", "--inside", "--seconds", str(seconds), game]
        # without random addresses: the sanitizer does not bear all that a kernel may choose
        if shutil.which("setarch"):
            command = ["setarch", "-R", *command]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    entries = {line.split()[2] for line in names.splitlines() if line.split()[1] == "T"}
    return Checked(done.returncode, done.stdout, entries)


def main() -> int:
    """Hammer the cores; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each entry (%(default)s)")
    parser.add_argument("--inside", action="store_true", help="only call: the library is the sanitizer's already")
    arguments = parser.parse_args()
    worst = 0
    for game in arguments.games or GAMES:
        if arguments.inside:
            for line in hammer(game, arguments.seconds):
                print(line, flush=True)
            continue
        try:
            status, text, _ = check(game, arguments.seconds)
        except OSError as error:
            print(error)
            return 2
        print(text, end="")
        print(f"{game}: {'no race' if not status else 'races' if status == RACES else f'status {status}'}", flush=True)
        worst = max(worst, min(status, 1))
    return worst


if __name__ == "__main__":
    sys.exit(main())
