"""Players that kill or stop their parent: they forfeit by name and cause, and whatever else is played goes on."""

import json
from pathlib import Path
from typing import Any

import pytest

from gamekit.commands.common.main import main
from tests.gamekit.deadly import DEADLY
from tests.gamekit.nim import NIM

Capture = pytest.CaptureFixture[str]

KILLS = "sh -c 'kill -9 $PPID; read state; echo 0; read state'"
STOPS = "sh -c 'read state; kill -STOP $PPID; sleep 600'"
CAUSES = {KILLS: "killed its parent process", STOPS: "stopped its parent process"}


def document(capsys: Capture, *words: str, status: int = 0) -> Any:
    assert main(NIM, {}, [words[0], "--sandbox", "off", *words[1:], "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_in_a_tournament_both_are_named_and_all_games_are_played(capsys: Capture) -> None:
    found = document(capsys, "tournament", "--games", "2", "--jobs", "2", "--seed", "1", "nim", KILLS, STOPS)
    assert found["games"] == 6
    for program, cause in CAUSES.items():
        reasons = {each["reason"] for each in found["forfeits"] if each["player"] == program}
        assert reasons == {cause}
    assert [each["forfeits"] for each in found["players"] if each["name"] == "nim"] == [0]


def test_a_resumed_tournament_goes_on_after_the_game(tmp_path: Path, capsys: Capture) -> None:
    words = ("tournament", "--games", "4", "--jobs", "1", "--seed", "1", "--out", str(tmp_path), "random", KILLS)
    document(capsys, *words)
    record = tmp_path / "games.jsonl"
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:2]))
    assert document(capsys, *words, "--resume")["games"] == 4


@pytest.mark.parametrize("program", CAUSES)
def test_a_referee_names_it(program: str, capsys: Capture) -> None:
    main(NIM, {}, ["referee", "--seed", "1", "nim", program])
    assert f"forfeits: {CAUSES[program]}" in capsys.readouterr().err


def test_a_sequential_test_goes_on(capsys: Capture) -> None:
    words = ("--elo0", "0", "--elo1", "800", "--max-games", "4", "--seed", "1")
    found = document(capsys, "sprt", *words, "nim", KILLS)
    assert (found["games"], found["forfeits_of_old"]) == (4, 4)


def test_a_person_wins_against_it(capsys: Capture) -> None:
    main(NIM, {}, ["play", "--text", "--no-keep", "--seed", "1", KILLS, "person"])
    assert "killed its parent process" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["dies", "stops"])
def test_a_game_that_ends_its_worker_every_time_is_void_and_the_others_are_played(name: str, capsys: Capture) -> None:
    words = ["tournament", "--gauntlet", "--games", "2", "--jobs", "2", "--seed", "1", "nim", "random", name]
    assert main(DEADLY, {}, [*words, "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["games"] == 2
    assert [set(each["players"]) for each in found["void"]] == [{"nim", name}] * 2
    assert "is void after 3 attempts: its worker " in printed.err


def test_a_sequential_test_leaves_out_a_block_with_a_void_game(capsys: Capture) -> None:
    words = ["sprt", "--elo0", "0", "--elo1", "10", "--max-games", "4", "--seed", "1", "--json"]
    assert main(DEADLY, {}, [*words, "dies-rarely", "random"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], len(found["void"])) == (2, 1)
