"""The command `check`: good players of two little games pass, and a flaw is found by the probe meant for it."""

import json
import shlex
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from gamekit.probes.bench import Bench
from gamekit.probes.games import legal_answers_at_random
from gamekit.probes.probe import Flaw, Result
from gamekit.probes.runner import inspect, with_needs
from gamekit.probes.samples import random_observations, random_samples
from gamekit.probes.standard import standard_suite
from gamekit.probes.text import last_lines
from gamekit.processes.sandbox import missing
from tests.gamekit import little
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM, Nim
from tests.waiting import ENOUGH

TIMEOUT = 2.0  # seconds for an answer that takes a tenth of it
LEFT_OUT = {"speed", "memory", "games-3", "games-4", "games-5"}  # those by the clock, and more of the same

NIM_BOT = """
import json, sys

def read(): return sys.stdin.readline()
def choose(state): return next([heap, 1] for heap, left in enumerate(state["heaps"]) if left)
def say(move): print(json.dumps(move), flush=True)
def is_over(state): return "over" in state

def run():
    while text := read():
        state = json.loads(text)
        if is_over(state):
            break
        say(choose(state))
"""

FLAWS = {  # what replaces functions of the bot: the probe that is to find it
    "import no_such_module": "answers",
    "def say(move): print('my move:', *move, flush=True)": "only-moves",
    "def choose(state): return [0, 9]": "first-move",
    "def choose(state): return [0, 1]": "legal",
    "def say(move): print(json.dumps(move), json.dumps(move), flush=True)": "one-answer",
    "def is_over(state): return 'over' in state and not read()": "end",
    "def is_over(state): return 'returns' in state.get('over', ())": "fault",
    "def read(before=read): open('log.txt', 'w'); return before()": "files",
}

RACKET = """car: contract violation
  expected: pair?
  given: '()
  context...:
   /home/student/bot.rkt:12:2: choose-card
   /home/student/bot.rkt:40:0: main-loop
   body of /home/student/bot.rkt
"""


def generic_bot(game: AnyGame, name: str) -> list[str]:
    return [sys.executable, little.__file__, game.name, "bot", name]


def nim_bot(folder: Path, flaw: str) -> list[str]:
    """Write the bot with a flaw; return its command."""
    path = folder / "nim_bot.py"
    path.write_text(f"{NIM_BOT}\n{flaw}\nrun()\n")
    return [sys.executable, "-S", "-E", str(path)]


def objections(
    game: AnyGame, command: list[str], folder: Path, names: Collection[str], timeout: float = TIMEOUT
) -> dict[str, Result]:
    """Run these probes and what they need; return the results of those that object."""
    suite = standard_suite(game)
    bench = suite.bench(game, command, timeout, folder)
    found = inspect(bench, with_needs(names, suite.probes), jobs=4)
    return {result.probe.name: result for result in found if result.status in ("fail", "advice")}


@pytest.mark.parametrize(
    ("game", "name"),
    [pytest.param(NIM, "nim", marks=pytest.mark.ci), pytest.param(GOOFSPIEL, "random", marks=pytest.mark.long)],
)
def test_a_builtin_that_speaks_json_passes_every_probe(game: AnyGame, name: str, tmp_path: Path) -> None:
    names = standard_suite(game).probes.keys() - LEFT_OUT
    found = objections(game, generic_bot(game, name), tmp_path, names, ENOUGH)
    assert not found, {result.probe.name: result.came for result in found.values()}


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_found_by_the_probe_meant_for_it(flaw: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert objections(NIM, nim_bot(tmp_path, flaw), tmp_path, [FLAWS[flaw]]).keys() == {FLAWS[flaw]}


def test_a_bot_that_reads_lines_waits_for_a_newline(tmp_path: Path) -> None:
    found = objections(NIM, nim_bot(tmp_path, ""), tmp_path, ["no-newline"])
    assert "it came when a line's end was sent" in found["no-newline"].came


@pytest.mark.skipif(missing() is not None, reason=f"no sandbox here: {missing()}")
def test_a_player_is_checked_in_the_sandbox_that_a_tournament_gives_it(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "bots").mkdir()
    (tmp_path / "home/table").write_text("7")
    reads = f"open({str(tmp_path / 'home/table')!r}).read()"
    command = shlex.join(nim_bot(tmp_path / "bots", reads))
    check = ["check", command, "--only", "first-move", "--only", "end"]
    assert main(NIM, {}, check) == 0
    assert main(NIM, {}, [*check[:4], "--sandbox", "require"]) == 1
    (tmp_path / "bots/nim_bot.py").write_text(f"{NIM_BOT}\nrun()\n")
    assert main(NIM, {}, [*check, "--sandbox", "require"]) == 0


def test_time_and_memory_are_noted(tmp_path: Path) -> None:
    suite = standard_suite(NIM)
    bench = suite.bench(NIM, nim_bot(tmp_path, ""), 60.0, tmp_path)
    assert suite.probes["speed"].run(bench).startswith("first answer 0.")
    assert suite.probes["memory"].run(bench).endswith(" MiB")


def test_over_any_wire_the_bench_asks_seats(tmp_path: Path) -> None:
    assert not legal_answers_at_random(Bench(NIM, nim_bot(tmp_path, ""), TIMEOUT, tmp_path))
    with pytest.raises(Flaw, match="no_such_module"):
        legal_answers_at_random(Bench(NIM, nim_bot(tmp_path, "import no_such_module"), TIMEOUT, tmp_path))
    with pytest.raises(OSError, match="nonesuch"):
        legal_answers_at_random(Bench(NIM, ["./nonesuch"], TIMEOUT, tmp_path))


@pytest.mark.parametrize("game", [NIM, GOOFSPIEL], ids=lambda game: game.name)
def test_samples_are_the_same_every_time_and_of_every_number_of_seats(game: AnyGame) -> None:
    samples = random_samples(game)
    assert samples == random_samples(game)
    assert len(samples.row) == 3
    assert {seen.seat for seen in samples.row} == {samples.first.seat}
    asked = random_observations(game, game.seats)
    assert {game.seats_of(seen.state) for seen in asked} == set(game.seats)


def test_the_command_says_what_came_and_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join(nim_bot(tmp_path, "def choose(state): return [0, 9]"))
    assert main(NIM, {}, ["check", command, "--only", "first-move"]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "what came: asked as seat 0 of 2: answered [0,9], expected one of [0,1], [0,2], [0,3], [1,1]" in printed
    assert main(NIM, {}, ["check", command, "--only", "first-move", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [(probe["name"], probe["status"]) for probe in document["probes"]] == [("first-move", "fail")]


def test_a_builtin_is_checked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NIM, {}, ["check", "random", "--only", "first-move"]) == 0


class Aloud(Nim):
    """A game whose built-ins say who they are in place of playing."""

    def bot(self, name: str) -> int:
        print(json.dumps(name))
        return 0


def test_a_builtin_is_checked_as_the_games_own_bot_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(Aloud(), {}, ["check", "random", "--only", "only-moves"]) == 1
    assert '"random"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected CMD"),
        (["nonesuch"], "expected a built-in"),
        (["./nonesuch"], "cannot start ./nonesuch: No such file or directory"),
        (["random", "--only", "nonesuch"], "--only: expected one of answers, only-moves"),
    ],
)
def test_wrong_usage_is_said(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NIM, {}, ["check", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"nim check: {message}")


def test_of_a_dead_players_standard_error_the_last_lines_that_fit_are_shown(tmp_path: Path) -> None:
    found = objections(NIM, nim_bot(tmp_path, f"sys.exit({RACKET!r})"), tmp_path, ["answers"])
    assert found["answers"].came == (
        "exited with status 1 (car: contract violation | expected: pair? | given: '() | context...: | "
        "/home/student/bot.rkt:12:2: choose-card | /home/student/bot.rkt:40:0: main-loop | "
        "body of /home/student/bot.rkt)"
    )


def test_lines_are_left_out_whole_from_the_beginning() -> None:
    assert last_lines(RACKET, 80) == "/home/student/bot.rkt:40:0: main-loop | body of /home/student/bot.rkt"
    assert last_lines("one\n  ^^^\ntwo\x1b\n\n") == "one | two?"
    assert last_lines("x" * 400) == "x" * 300
    assert not last_lines(" \n")


def test_of_several_players_what_is_wrong_with_each_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = shlex.join(nim_bot(tmp_path, "def choose(state): return [0, 9]"))
    assert main(NIM, {}, ["check", "random", wrong, "--only", "first-move"]) == 1
    fine, flawed = capsys.readouterr().out.split(wrong[:20], 1)
    assert fine.split() == ["random", "Passed."]
    assert "FAIL" in flawed
    assert main(NIM, {}, ["check", "random", wrong, "--only", "first-move", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [player["passed"] for player in document["players"]] == [True, False]
    assert document["passed"] is False


def test_when_the_time_is_up_every_probe_still_asks_once_and_says_what_it_left_out(tmp_path: Path) -> None:
    suite = standard_suite(NIM)
    bench = suite.bench(NIM, generic_bot(NIM, "nim"), 60.0, tmp_path)
    bench.seconds = 0.0
    found = {result.probe.name: result for result in inspect(bench, list(suite.probes.values()), jobs=4)}
    assert {result.status for name, result in found.items() if name != "speed"} == {"ok"}
    assert found["games-2"].note == "0 of 4 games, 1 move: time was up"
    assert found["legal"].note.startswith("1 of ")
