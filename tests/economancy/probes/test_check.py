import json
import re
import shlex
import sys
import threading
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from economancy.commands.cli import main
from economancy.game import GAME
from economancy.probes import states
from economancy.probes.bench import EconomancyBench, positions
from economancy.probes.table import PROBES
from economancy.protocol import decode_observation, encode_state
from economancy.rules.game import legal_actions
from economancy.rules.state import Observation
from gamekit.probes import games
from gamekit.probes.probe import Probe, Result
from gamekit.probes.runner import inspect, with_needs
from gamekit.wire.json_stream import dumps, loads
from tests.economancy.flawed_bots import ALONE, FLAWS, GOOD_BOT, MEASURED, TOGETHER

TIMEOUT = 1.0  # seconds for an answer that takes a fiftieth of it; who never answers costs it once a probe
OURS = f"{shlex.quote(sys.executable)} -m economancy.player"
IN_LITTLE_TIME = f"env ECONOMANCY_MOVE_SECONDS=0.01 {OURS}"
WAITED_FOR = [["exits after one answer"], ["divides by what is left"], TOGETHER[2]]
"""Flaws whose probes wait for answers that never come."""
FLAWED = [pytest.param(flaws, marks=pytest.mark.ci if flaws in WAITED_FOR else ()) for flaws in (*ALONE, *TOGETHER)]
BY_CLOCK = {"speed", "memory"}  # what a busy machine makes fail


def bot(folder: Path, *flaws: str) -> list[str]:
    """Write a bot with these flaws; return its command."""
    path = folder / "bot.py"
    path.write_text("\n".join([GOOD_BOT, *(FLAWS[name][0] for name in flaws), "run()"]))
    return [sys.executable, "-S", "-E", str(path)]


def objections(
    command: list[str],
    folder: Path,
    names: Collection[str],
    probes: Mapping[str, Probe] = PROBES,
    *,
    timeout: float = TIMEOUT,
) -> dict[str, Result]:
    """Run these probes and what they need; return the results of those that object."""
    scratch = folder / "scratch"
    scratch.mkdir()
    found = inspect(EconomancyBench(GAME, command, timeout, scratch), with_needs(names, probes), jobs=4)
    objecting = {result.probe.name: result for result in found if result.status in ("fail", "advice")}
    assert not list(scratch.glob("[0-9]*")), "a temporary folder was left"
    return objecting


def objection(observation: Observation, value: object) -> str:
    (shown,) = positions([observation])
    return EconomancyBench(GAME, [], TIMEOUT, Path()).objection(shown, value)


@pytest.fixture(autouse=True)
def own_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("flaws", FLAWED, ids=", ".join)
def test_a_flaw_is_found_by_the_probe_meant_for_it_and_by_no_other(flaws: list[str], tmp_path: Path) -> None:
    found = objections(bot(tmp_path, *flaws), tmp_path, PROBES.keys() - BY_CLOCK)
    assert found.keys() == {FLAWS[name][1] for name in flaws}, [(name, found[name].came) for name in found]


@pytest.mark.ci
def test_a_player_that_is_slow_and_large_is_advised_to_be_neither(tmp_path: Path) -> None:
    little = replace(PROBES["memory"], run=partial(games.memory, 3))
    found = objections(bot(tmp_path, *MEASURED), tmp_path, PROBES, {**PROBES, "memory": little}, timeout=8.0)
    assert found.keys() == BY_CLOCK
    assert re.search(r"first answer 1\.\d\d s .*; the limit is 8 s", found["speed"].came)
    assert re.fullmatch(r"used \d+ MiB", found["memory"].came)


@pytest.mark.ci
def test_our_own_player_passes_what_is_asked_of_it_in_one_game_or_less(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [name for name in PROBES if name not in BY_CLOCK and not name.startswith("games-")]
    assert main(["check", IN_LITTLE_TIME, "--strict", *(f"--only={name}" for name in asked)]) == 0
    assert len(re.findall("^ok ", capsys.readouterr().out, re.MULTILINE)) == len(asked)


@pytest.mark.long
@pytest.mark.timeout(600)  # most of two minutes are games of four seats, in which ours plans
@pytest.mark.parametrize("player", [IN_LITTLE_TIME, OURS], ids=["little", "all"])
def test_our_own_player_passes_every_probe(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", player, "--strict"]) == 0
    printed = capsys.readouterr().out
    assert len(re.findall("^ok ", printed, re.MULTILINE)) == len(PROBES)
    assert printed.endswith("Ready: all that is required passed.\n")


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run the command; return its exit status and what it printed."""
    status = main(["check", *arguments])
    return status, capsys.readouterr().out


def one_line(printed: str) -> str:
    return " ".join(printed.split())


def command_line(folder: Path, *flaws: str) -> str:
    return shlex.join(bot(folder, *flaws))


def test_a_failure_is_shown_with_what_came_and_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = check(capsys, command_line(tmp_path, "writes no array"), "--only", "only-moves")
    assert status == 1
    assert one_line(printed) == (
        "FAIL only-moves writes moves to standard output and nothing else "
        "what came: the first that it wrote is 0 "
        "what to do: Write a move as an array of one value, like [2]; greetings and debugging output go to standard "
        "error. NOT ready: 1 failed. Begin with only-moves."
    )


def test_a_probe_whose_needs_failed_is_not_run_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = check(capsys, command_line(tmp_path, "dies at once"), "--only", "buy")
    assert status == 1
    assert re.search(
        r"what came: exited with status 1 \(.* import no_such_module \| "
        r"ModuleNotFoundError: No module named 'no_such_module'\)",
        one_line(printed),
    )
    assert "not run buy buys what it can pay for, or passes (needs answers)" in one_line(printed)
    assert printed.endswith("NOT ready: 1 failed, 1 not run. Begin with answers.\n")


def test_every_line_fits_eighty_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, printed = check(capsys, command_line(tmp_path, "always buys the best"), "--only", "buy")
    assert "FAIL" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_verbose_shows_the_state_in_one_piece_to_be_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, printed = check(capsys, command_line(tmp_path, "always buys the best"), "--only", "buy", "--verbose")
    _, after = printed.split("sent last:\n")
    observation = decode_observation(loads(after.splitlines()[0].encode()))
    assert objection(observation, ["Incantation"])


def test_advice_costs_the_exit_status_only_if_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = (command_line(tmp_path, "knows no fault"), "--only", "fault")
    status, printed = check(capsys, *asked)
    assert (status, printed.splitlines()[-1]) == (0, "Passed; 1 to improve (advice).")
    assert check(capsys, *asked, "--strict")[0] == 1


def test_json_is_one_document_with_the_message_that_was_answered_wrongly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, printed = check(capsys, command_line(tmp_path, "always buys the best"), "--only", "buy", "--json")
    document = json.loads(printed)
    assert (status, document["passed"], document["timeout"]) == (1, False, 10.0)
    (probe,) = document["probes"]
    assert (probe["name"], probe["status"], probe["required"]) == ("buy", "fail", True)
    assert json.loads(probe["sent"])["phase"] == {"name": "buy"}
    assert probe["came"].startswith('asked for a purchase as player 0 of 2: answered ["Incantation"], expected one of')


def test_a_builtin_is_checked_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(capsys, "random", "--only", "defend")[0] == 0


def test_the_list_names_every_probe(capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = check(capsys, "--list")
    assert status == 0
    assert [re.sub("^advice", "", line).split()[0] for line in printed.splitlines()] == list(PROBES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected CMD, the player to check (or --list)"),
        (["nonesuch"], "expected a built-in"),
        (["./nonesuch"], "cannot start ./nonesuch: No such file or directory"),
        (["./text"], "cannot start ./text: Exec format error"),
        (["./data"], "cannot start ./data: Permission denied"),
    ],
)
def test_what_cannot_be_started_is_wrong_usage(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("print(0)\n")
    (tmp_path / "text").chmod(0o755)
    (tmp_path / "data").write_text("")
    assert main(["check", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"economancy check: {message}")


def test_stopping_early_kills_the_players_that_run(tmp_path: Path) -> None:
    silent = bot(tmp_path, "never answers")
    bench = EconomancyBench(GAME, silent, 60.0, tmp_path)
    found = inspect(bench, with_needs(["answers"], PROBES), jobs=1)
    interrupter = threading.Timer(0.3, bench.stop)
    interrupter.start()
    (result,) = found
    assert result.came == "killed by SIGKILL"


def test_probes_stand_after_those_they_need_and_measure_last() -> None:
    probes = list(PROBES.values())
    names = list(PROBES)
    assert all(names.index(need) < names.index(probe.name) for probe in probes for need in probe.needs)
    assert all(not PROBES[need].alone for probe in probes for need in probe.needs)
    assert [probe.alone for probe in probes] == sorted(probe.alone for probe in probes)


def test_every_probe_has_a_flaw_that_it_finds_or_differs_in_a_number_from_one_that_has() -> None:
    variants = {"games-3", "games-4", "input-leftovers", "memory"}
    assert {probe for _, probe in FLAWS.values()} == PROBES.keys() - variants


def test_nothing_required_needs_what_is_advised() -> None:
    assert all(PROBES[need].required for probe in PROBES.values() if probe.required for need in probe.needs)


SITUATIONS = [
    states.first_states,
    states.every_phase,
    states.bids,
    states.attacks,
    states.defences,
    states.purchases,
    lambda: states.more_players(3),
    lambda: states.more_players(4),
    states.no_coins,
    states.sold_out,
    states.someone_out,
    states.odd_shops,
    states.full_hands,
    states.huge_coins,
    states.unknown_cards,
]


@pytest.mark.parametrize("situations", SITUATIONS)
def test_every_state_that_is_sent_has_a_legal_answer_and_survives_the_wire(
    situations: states.Situations,
) -> None:
    for observation in situations():
        legal = legal_actions(observation.state, observation.seat)
        assert legal
        assert not objection(observation, [legal[0]])
        sent = dumps(encode_state(observation.state, observation.seat))
        assert decode_observation(loads(sent)) == observation


def test_no_coin_leaves_nothing_but_zero_and_pass() -> None:
    legal = [list(legal_actions(seen.state, seen.seat)) for seen in states.no_coins()]
    assert legal == [[0], [0], ["Pass"], ["Pass"]]


@pytest.mark.parametrize("value", [0, [], [0, 0], [1.0], [True], [None], [[0]], {"bid": 0}, "Pass"])
def test_a_move_of_another_shape_is_no_move(value: object) -> None:
    assert objection(states.first_state(), value).endswith("which is no array of one integer or one string")


def test_an_illegal_move_is_answered_with_what_is_legal() -> None:
    _, attack, defence, purchase = states.every_phase()
    assert objection(states.first_state(), [4]) == "answered [4], expected [0] to [3]"
    assert objection(attack, [3]).startswith(
        "answered [3], expected one of [0], [1], [2] (it has 3 cards, from index 0"
    )
    assert (
        objection(defence, [0]) == "answered [0], expected one of [1], [2] (card 0, Sorcerer's Stipend, never defends)"
    )
    assert objection(purchase, ["Golem"]) == (
        'answered ["Golem"], expected one of ["Magic Bean Stock"], ["Pass"], ["Worker"] (Golem is not sold)'
    )
