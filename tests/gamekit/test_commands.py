"""The commands of a game, through nothing but the `Game` objects of two little ones."""

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from rich.cells import cell_len

from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM, Nim
from tests.waiting import soon

GAMES = [NIM, GOOFSPIEL]
LITTLE = Path(__file__).with_name("little.py")

Capture = pytest.CaptureFixture[str]


def program(*words: str) -> list[str]:
    """Return the command that runs a little game's command as a process."""
    return [sys.executable, str(LITTLE), *words]


def child(game: AnyGame, policy: str) -> str:
    """Return a SEAT: a built-in in a process of its own."""
    return shlex.join(program(game.name, "bot", policy))


def printed(capsys: Capture, game: AnyGame, *words: object, status: int = 0) -> str:
    """Run a command; return its standard output."""
    assert main(game, {}, [str(word) for word in words]) == status
    return capsys.readouterr().out


def document(capsys: Capture, game: AnyGame, *words: object) -> Any:
    return json.loads(printed(capsys, game, *words, "--json"))


def games_in(folder: Path) -> list[dict[str, Any]]:
    """Return the games on record, in order and without what differs from run to run."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()[1:]]
    return sorted(({**line, "seconds": None} for line in lines if "game" in line), key=lambda line: int(line["game"]))


def traces_in(folder: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "traces").iterdir()}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_refereed_game_is_verified(game: AnyGame, seats: int, tmp_path: Path, capsys: Capture) -> None:
    trace = tmp_path / "trace.json"
    players = [*game.policy_names, "random"][:seats]
    trace.write_text(printed(capsys, game, "referee", "--seed", 3, *players))
    assert printed(capsys, game, "verify", trace) == f"{trace}: ok\n"


def test_a_referee_says_who_wins(capsys: Capture) -> None:
    assert main(NIM, {}, ["referee", "--seed", "3", "nim", "random"]) == 0
    assert re.match(r"(nim|random) wins\n", capsys.readouterr().err)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_damaged_trace_is_caught(game: AnyGame, tmp_path: Path, capsys: Capture) -> None:
    lines = printed(capsys, game, "referee", "--seed", 3, "random", "random").splitlines()
    assert json.loads(lines[0]) == {"meta": "players", "names": ["random", "random"]}  # a note may go
    trace = tmp_path / "trace.json"
    for number in range(1, len(lines)):
        trace.write_text("\n".join(lines[:number] + lines[number + 1 :]))
        assert printed(capsys, game, "verify", trace, status=1).startswith(f"{trace}: ")


def test_the_same_seed_is_the_same_game(capsys: Capture) -> None:
    first, again, other = (printed(capsys, GOOFSPIEL, "referee", "--seed", seed, "random", "random") for seed in "112")
    assert first == again
    assert first != other


def test_a_child_process_plays_a_tournament(tmp_path: Path, capsys: Capture) -> None:
    players = [GOOFSPIEL.ours, child(GOOFSPIEL, "random")]
    words = ("--games", 6, "--seed", 1, "--jobs", 2, "--out", tmp_path / "out", "--sandbox", "off")  # it imports tests
    found = document(capsys, GOOFSPIEL, "tournament", *words, *players)
    assert found["games"] == 6
    assert {each["name"]: (each["games"], each["forfeits"]) for each in found["players"]} == dict.fromkeys(
        players, (6, 0)
    )
    assert printed(capsys, GOOFSPIEL, "verify", *(tmp_path / "out" / "traces").iterdir()).count(": ok\n") == 6


def test_a_child_that_dies_forfeits_and_the_reason_is_kept(tmp_path: Path, capsys: Capture) -> None:
    words = ("--jobs", 1, "--games", 2, "--seed", 1, "--out", tmp_path)
    found = document(capsys, NIM, "tournament", *words, "random", "sh -c 'echo oh >&2; exit 3'")
    assert [(each["player"], each["reason"]) for each in found["forfeits"]] == [
        ("sh -c 'echo oh >&2; exit 3'", "exited with status 3")
    ] * 2
    assert all("oh" in path.read_text() for path in (tmp_path / "errors").iterdir())


def test_better_play_wins(capsys: Capture) -> None:
    found = document(
        capsys, NIM, "tournament", "--jobs", "1", "--games", 100, "--openings", 1, "--seed", 1, "random", "nim"
    )
    assert [each["name"] for each in found["players"]] == ["nim", "random"]
    assert found["players"][0]["score"]["low"] > 0.8


@pytest.mark.parametrize(("game", "openings"), [(NIM, 1), (GOOFSPIEL, 0)], ids=["nim", "goofspiel"])
def test_the_sequential_test_finds_the_better_player(game: AnyGame, openings: int, capsys: Capture) -> None:
    words = ("--elo0", 0, "--elo1", 100, "--openings", openings, "--seed", 1)
    found = document(capsys, game, "sprt", "--jobs", "1", *words, game.ours, "random")
    assert found["decision"] == "accept H1"
    assert found["score"]["low"] > 0.5


def test_a_table_is_of_the_players_given_some_of_them_the_same(capsys: Capture) -> None:
    words = ("--jobs", 1, "--table", "--games", 8, "--seed", 1)
    found = document(capsys, NIM, "tournament", *words, "random", "random", "nim", "random")
    assert [(table["players"], table["games"]) for table in found["tables"]] == [
        (["random", "random", "nim", "random"], 8)
    ]
    assert {each["name"]: each["games"] for each in found["players"]} == {"random": 24, "nim": 8}


def test_a_tournament_killed_and_resumed_has_the_results_of_an_unbroken_one(tmp_path: Path, capsys: Capture) -> None:
    words = ["tournament", "--games", "8", "--seed", "5", "--jobs", "1", "--timeout", "100"]
    words += ["random", child(GOOFSPIEL, "random")]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    unbroken = document(capsys, GOOFSPIEL, *words, "--out", whole)
    record = broken / "games.jsonl"
    page = tmp_path / "page.html"
    with subprocess.Popen(program("goofspiel", *words, "--out", str(broken), "--report", str(page))) as process:
        assert soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 2, 100)
        process.send_signal(signal.SIGKILL)
    done = len(games_in(broken))
    assert 0 < done < 8
    assert "still playing" in page.read_text()
    resumed = document(capsys, GOOFSPIEL, *words, "--out", broken, "--resume", "--report", page)
    assert "<b>8 of 8 games</b>" in page.read_text()
    assert "still playing" not in page.read_text()
    assert games_in(broken) == games_in(whole)
    assert traces_in(broken) == traces_in(whole)
    assert resumed["tables"] == unbroken["tables"]
    assert [{**each, "first": 0, "rest": 0} for each in resumed["players"]] == [
        {**each, "first": 0, "rest": 0} for each in unbroken["players"]
    ]


def links_to_games(html: str) -> set[str]:
    """Return the addresses that a report's table of games has."""
    data = re.search(r'<script id="games-data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert data
    return {row[7] for row in json.loads(data[1])["games"]}


def test_the_report_links_every_trace_and_says_how_to_play_the_same_games(tmp_path: Path, capsys: Capture) -> None:
    page, out = tmp_path / "page.html", tmp_path / "out"
    players = [NIM.ours, "random", "sh -c 'exit 3'"]
    words: list[object] = ["--games", 6, "--openings", 1, "--memory", "512M", "--timeout", 2.5]
    words += ["--variant", NIM.variants[-1]]
    printed(capsys, NIM, "tournament", *words, "--out", out, "--report", page, *players)
    html = page.read_text()
    links = links_to_games(html)
    assert {(tmp_path / unquote(link)).resolve() for link in links} == set((out / "traces").iterdir())
    (command,) = re.findall(r"<pre><code>(nim tournament .*?)</code>", html)
    again = shlex.split(command.replace("&#39;", "'").replace("&#34;", '"'))[1:]
    printed(capsys, NIM, *again, "--out", tmp_path / "again")
    assert games_in(tmp_path / "again") == games_in(out)
    first = [(folder / "games.jsonl").read_text().splitlines()[0] for folder in (out, tmp_path / "again")]
    assert first[0] == first[1]


def test_the_report_links_a_page_to_watch_each_game(tmp_path: Path, capsys: Capture) -> None:
    page, out = tmp_path / "page.html", tmp_path / "out"
    words = ("--jobs", 1, "--games", 4, "--pages", "--out", out, "--report", page)
    printed(capsys, NIM, "tournament", *words, "nim", "random")
    links = links_to_games(page.read_text())
    assert {(tmp_path / unquote(link)).resolve() for link in links} == set((out / "watch").iterdir())
    assert len(links) == len(list((out / "traces").iterdir())) == 4
    assert all('id="slider"' in path.read_text() for path in (out / "watch").iterdir())


def test_pages_without_a_folder_are_refused(capsys: Capture) -> None:
    assert main(NIM, {}, ["tournament", "--pages", "nim", "random"]) == 2
    assert "--pages needs --out DIR" in capsys.readouterr().err


def test_a_report_that_cannot_be_written_is_said_before_the_first_game(tmp_path: Path, capsys: Capture) -> None:
    where = tmp_path / "nowhere" / "page.html"
    assert main(NIM, {}, ["tournament", "--report", str(where), "nim", "random"]) == 4
    assert f"cannot write {where}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["referee", "tournament", "sprt", "verify", "view", "play", "check", "bot"])
def test_help_is_shown_for_a_game_without_variants(command: str, capsys: Capture) -> None:
    assert GOOFSPIEL.variants[1:] == ()
    with pytest.raises(SystemExit, match="0"):
        main(GOOFSPIEL, {}, [command, "--help"])
    assert "usage: goofspiel" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["tournament", "sprt"])
def test_a_busy_machine_is_reported_also_when_a_test_stops_early(
    command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # replaced, since whether this machine is busy must not decide a test; test_runner.py has when it is said to be
    monkeypatch.setattr("gamekit.commands.contest.games.busy_during", lambda slowdowns: "too busy")
    words = ["--games", 2] if command == "tournament" else ["--elo0", -500, "--elo1", 500]
    found = document(capsys, NIM, command, "--jobs", "1", *words, "--seed", 1, "nim", child(NIM, "random"))
    assert "too busy" in found["warnings"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a COMMAND, one of play, view"),
        (["tournament", "--table", "--gauntlet", "nim", "nim"], "leave out one of them"),
        (["tournament", "--table", "--seats", "3", "nim", "nim"], "--table with 2 SEATs has 2 seats"),
        (["tournament", "nim"], "1 player fills no table of 2: give more SEATs, or use --copies"),
        (["tournament", "nim", "nim"], "'nim' is given twice"),
        (["tournament", "nim", "./nosuch"], "'./nosuch' is no program"),
        (["referee", "nim", "nosuch x"], "nim referee: nosuch: No such file or directory"),
        (["referee", "nim", "nosuch 'x"], "expected a command as for a shell, got"),
        (["referee", "--seed", "x", "nim", "nim"], "expected a whole number >= 0, got 'x'"),
        (["bot", "nosuch"], "expected a built-in (nim, random), got 'nosuch'"),
        (["tournament", "--out", "", "nim", "random"], "argument --out: expected a path, got ''"),
        (["tournament", "--report", "", "nim", "random"], "argument --report: expected a path, got ''"),
        (["view", "-o", "", "trace.json"], "argument -o: expected a path, got ''"),
        (["sprt", "--elo0", "-1e308", "--elo1", "-1e-3", "nim", "random"], "got -1e+308 and -0.001"),
    ],
)
def test_wrong_usage_exits_2_and_says_what_was_expected(words: list[str], message: str, capsys: Capture) -> None:
    try:
        status: object = main(NIM, {}, words)
    except SystemExit as exit_:
        status = exit_.code
    assert status == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", [["tournament"], ["sprt", "--elo0", "0", "--elo1", "9"]], ids=["tournament", "sprt"])
def test_a_folder_that_is_gone_is_said_before_the_first_game(
    words: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert main(NIM, {}, [*words, "nim", "random"]) == 2
    assert capsys.readouterr().err == (
        f"nim {words[0]}: the current folder does not exist any more: go to another one\n"
    )


def test_a_report_that_is_a_folder_leaves_nothing_beside_it(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "page.html").mkdir()
    assert main(NIM, {}, ["tournament", "--report", str(tmp_path / "page.html"), "nim", "random"]) == 4
    assert "page.html: Is a directory" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


class Moves(Nim):
    """Nim whose length is counted in moves."""

    length_noun = "moves"


def test_a_length_in_moves_is_said_once(capsys: Capture) -> None:
    assert main(Moves(), {}, ["referee", "random", "random"]) == 0
    assert capsys.readouterr().err.count(" moves") == 1
    out = printed(capsys, Moves(), "tournament", "--jobs", "1", "--games", 2, "nim", "random")
    assert re.search(r"moves +own .*\n player +a game +moves ", out)


def test_names_in_chinese_break_no_line_of_a_table(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    seat = f"{child(NIM, 'random')} {'漢字' * 20}"
    out = printed(capsys, NIM, "tournament", "--jobs", "1", "--games", 2, "--seed", 1, "nim", seat)
    rows = [line for line in out.splitlines() if "字" in line]
    assert len(rows) == 4  # the player in its results, its answers, its games with faults, and their causes
    assert all(cell_len(row) <= 80 for row in rows)


def test_the_help_names_a_few_of_many_variants(capsys: Capture) -> None:
    class Many(Nim):
        """Nim with a variant for each number of sticks."""

        variants = tuple(f"sticks-{number}" for number in range(1, 41))

    with pytest.raises(SystemExit):
        main(Many(), {}, ["tournament", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "sticks-1, sticks-2, ... sticks-40 (40 in all) or another (default: sticks-1)" in shown


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(0o755)
    return path


def test_a_seat_that_names_a_file_whole_is_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    script(tmp_path / "mix" / "Engine", "#!/bin/sh\nexit 3\n")
    script(tmp_path / "mix" / "Engine 2.sh", "#!/bin/sh\nexit 4\n")
    monkeypatch.chdir(tmp_path)
    printed(capsys, NIM, "referee", "mix/Engine 2.sh", "nim", status=3)
    printed(capsys, NIM, "referee", "mix/Engine 3.sh", "nim", status=3)
    monkeypatch.chdir(tmp_path / "mix")
    main(NIM, {}, ["referee", "Engine 2.sh", "nim"])
    assert "(Engine 2.sh) forfeits: exited with status 4" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["referee", "tournament"])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "#!/bin/sh\r\n",
            "the interpreter '/bin/sh\\r', which does not exist: the line ends in a carriage return",
        ),
        ("#!/usr/bin/env sh\r\n", "the interpreter 'sh\\r', which is not in PATH: the line ends in a carriage return"),
        ("#!/nowhere/python\n", "the interpreter '/nowhere/python', which does not exist"),
        ("#! /usr/bin/env -S nosuch -x\n", "the interpreter 'nosuch', which is not in PATH"),
    ],
)
def test_a_script_without_its_interpreter_is_said(
    command: str, line: str, message: str, tmp_path: Path, capsys: Capture
) -> None:
    bot = script(tmp_path / "bot.sh", f"{line}exit 3\n")
    assert main(NIM, {}, [command, "nim", str(bot)]) == 2
    assert f"{bot}: its first line asks for {message}" in capsys.readouterr().err


def test_a_player_typed_otherwise_is_the_same_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    script(tmp_path / "x" / "bot", "#!/bin/sh\nexit 3\n")
    (tmp_path / "y").mkdir()
    words = ["tournament", "--jobs", "1", "--games", 2, "--seed", 1, "--out", tmp_path / "out"]
    monkeypatch.chdir(tmp_path / "x")
    document(capsys, NIM, *words, "nim", "./bot")
    record = tmp_path / "out" / "games.jsonl"
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:2]))
    monkeypatch.chdir(tmp_path / "y")
    found = document(capsys, NIM, *words, "--resume", "nim", "../x/bot")
    assert {each["name"]: each["games"] for each in found["players"]} == {"nim": 2, "./bot": 2}


def test_a_changed_player_is_said_and_goes_on_only_if_that_is_asked_for(tmp_path: Path, capsys: Capture) -> None:
    bot = script(tmp_path / "bot", "#!/bin/sh\nexit 3\n")
    words = ["tournament", "--jobs", "1", "--games", 2, "--seed", 1, "--out", tmp_path / "out", "nim", bot]
    document(capsys, NIM, *words)
    script(bot, "#!/bin/sh\nexit 4\n")
    assert main(NIM, {}, [*map(str, words), "--resume"]) == 2
    assert f"'{bot}': another program than when the record was begun; --changed" in capsys.readouterr().err
    found = document(capsys, NIM, *words, "--resume", "--changed")
    assert found["warnings"][0] == f"{bot} is another program than when the record was begun"
