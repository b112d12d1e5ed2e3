"""The commands `tournament` and `sprt`: who plays, what is reported and kept, what survives being stopped."""

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import psutil
import pytest
from rich.console import Console

from gamekit.commands.common.main import main
from gamekit.commands.contest.standings import print_results
from gamekit.commands.sprt import SequentialTest
from gamekit.tournament.arena import GameResult, make_opening
from gamekit.tournament.names import file_part, short_names
from gamekit.tournament.progress import Progress
from gamekit.tournament.standings.results import Results
from gamekit.tournament.standings.sprt import Sprt
from gamekit.tournament.standings.words import duration
from tests.gamekit.fixed import FIXED
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import child, games_in, program, traces_in
from tests.waiting import ENOUGH, soon

Capture = pytest.CaptureFixture[str]
BAD_PLAYERS = Path(__file__).with_name("bad_players.py")


def bad(kind: str, argument: str = "") -> str:
    return shlex.join([sys.executable, "-S", str(BAD_PLAYERS), kind, *filter(None, [argument])])


def document(capsys: Capture, *words: str, status: int = 0) -> Any:
    """Run a command with --json; return the document, which is all that stands on standard output."""
    assert main(FIXED, {}, [*words, "--json"]) == status
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


@contextlib.contextmanager
def tournament(*words: str, env: Mapping[str, str] = {}) -> Iterator["subprocess.Popen[str]"]:
    """Start a tournament as a process that leads a group, as a shell does; whatever happens, the group ends."""
    pipe, command = subprocess.PIPE, program("fixed", "tournament", *words)
    with subprocess.Popen(
        command, env={**os.environ, **env}, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def marked(mark: str) -> list[list[str]]:
    """Return the commands of live processes with this mark in their environment."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("TEST") == mark and process.pid != os.getpid():
                found.append(process.cmdline())
        except psutil.Error:  # gone, a zombie, or not ours to look at
            continue
    return found


def test_one_worker_and_two_play_the_same_games(tmp_path: Path, capsys: Capture) -> None:
    words = ("tournament", "random", "first", "last", "--openings", "2", "--games", "8", "--seed", "5")
    for jobs in ("1", "2"):
        assert main(FIXED, {}, [*words, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    assert games_in(tmp_path / "1") == games_in(tmp_path / "2")
    assert traces_in(tmp_path / "1") == traces_in(tmp_path / "2")
    assert len(traces_in(tmp_path / "1")) == 24
    assert main(FIXED, {}, ["verify", *map(str, (tmp_path / "1" / "traces").iterdir())]) == 0


def test_a_longer_tournament_begins_with_the_same_games(tmp_path: Path, capsys: Capture) -> None:
    words = ("tournament", "random", "first", "--openings", "1", "--seed", "5", "--jobs", "1")
    for games in ("4", "8"):
        assert main(FIXED, {}, [*words, "--games", games, "--out", str(tmp_path / games)]) == 0
    assert games_in(tmp_path / "4") == games_in(tmp_path / "8")[:4]


def test_the_document_adds_up(capsys: Capture) -> None:
    found = document(capsys, "tournament", "first", "last", "random", "--both", "--games", "5", "--jobs", "1")
    assert found["games"] == 3 * 8
    assert [table["games"] for table in found["tables"]] == [4] * 6
    for players in (found["players"], found["variants"]["standard"], found["variants"]["tall"]):
        assert {player["name"] for player in players} == {"first", "last", "random"}
        for player in players:
            results = player["wins"] + player["draws"] + player["losses"] + player["forfeits"]
            assert player["games"] == results == (16 if players is found["players"] else 8)
            assert player["score"]["low"] <= player["score"]["mean"] <= player["score"]["high"]
            assert player["first"]["count"] == player["games"]


def test_copies_sit_down_too_and_share_the_points(capsys: Capture) -> None:
    words = ("--copies", "--seats", "3", "--games", "3", "--jobs", "1", "--seed", "1")
    found = document(capsys, "tournament", "nim", "random", *words)
    assert [table["players"] for table in found["tables"]] == [
        ["nim"] * 3,
        ["nim", "nim", "random"],
        ["nim", "random", "random"],
        ["random"] * 3,
    ]
    assert {player["games"] for player in found["players"]} == {3 * (3 + 2 + 1)}
    assert sum(player["score"]["mean"] for player in found["players"]) == pytest.approx(2 / 3, abs=0.2)


def test_a_player_given_twice_is_told_apart_with_copies(capsys: Capture) -> None:
    found = document(capsys, "tournament", "nim", "nim", "--copies", "--games", "2", "--jobs", "1")
    assert [table["players"] for table in found["tables"]] == [["nim"] * 2, ["nim", "nim#2"], ["nim#2"] * 2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["first", "first"], "'first' is given twice"),
        (["first", "last", "--seats", "3"], "2 players fill no table of 3"),
        (["first", "nobody"], "expected a built-in"),
        (["first", "./no/such/bot"], "'./no/such/bot' is no program"),
        (["first", "last", "--resume"], "--resume needs --out"),
        (["first", "last", "--openings", "11"], "expected 0 to 10"),
        (["first", "last", "--memory", "lots"], "expected a size like 512M"),
        (["first", "last", "--seed", "-1"], "expected a whole number >= 0"),
        (["first", "last", "--scheduler", "tcp://127.0.0.1:1", "--jobs", "0"], "expected a whole number >= 1"),
    ],
)
def test_wrong_usage_is_status_2_and_says_why(words: Sequence[str], message: str, capsys: Capture) -> None:
    try:
        status: object = main(FIXED, {}, ["tournament", *words])
    except SystemExit as exit_:
        status = exit_.code
    captured = capsys.readouterr()
    assert status == 2
    assert message in captured.err
    assert captured.out == ""


def test_a_folder_is_continued_only_if_asked_and_only_with_the_same_settings(tmp_path: Path, capsys: Capture) -> None:
    words = ["tournament", "first", "last", "--jobs", "1", "--games", "4", "--out", str(tmp_path)]
    assert main(FIXED, {}, [*words, "--seed", "1"]) == 0
    assert main(FIXED, {}, [*words, "--seed", "1"]) == 2
    assert "holds a record already" in capsys.readouterr().err
    assert main(FIXED, {}, [*words, "--resume", "--seed", "2"]) == 2
    assert "seed was 1 and is 2" in capsys.readouterr().err
    assert main(FIXED, {}, [*words, "--resume", "--timeout", "3"]) == 2
    assert "timeout was 10.0 and is 3.0" in capsys.readouterr().err
    assert main(FIXED, {}, [*words, "--resume"]) == 0  # the seed is the one on record
    assert "4 games" in capsys.readouterr().out
    assert len(games_in(tmp_path)) == 4


@pytest.mark.parametrize(
    "number",
    [*(pytest.param(each, marks=pytest.mark.ci) for each in (signal.SIGINT, signal.SIGTERM)), signal.SIGKILL],
    ids=lambda number: number.name,
)
def test_a_stopped_tournament_leaves_no_process(number: signal.Signals, tmp_path: Path) -> None:
    mark = f"{os.getpid()} {tmp_path}"
    words = (
        "first",
        child(FIXED, "random"),
        "--jobs",
        "2",
        "--games",
        "10000",
        "--sandbox",
        "off",
        "--out",
        str(tmp_path),
    )
    with tournament(*words, env={"TEST": mark}) as process:
        record = tmp_path / "games.jsonl"
        assert soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 2)
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)  # Ctrl-C reaches the group
        out, err = process.communicate(timeout=ENOUGH)
        assert soon(lambda: not marked(mark)), marked(mark)
    assert out == ""
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[number]
    if number == signal.SIGINT:
        line = err.splitlines()[-1]
        assert re.search(r"stopped after \d+ of 10000 games; go on with --out .* --resume", line)


LATE = dict.fromkeys((bad("silent"), bad("slow", "5"), bad("half_json")), "no answer within 0.5 s")
LATE[bad("closes_output")] = "closed its output|no answer within 0.5 s"  # a sandbox keeps it open
REASONS = {
    bad("good"): None,
    bad("forks_child"): None,
    bad("flood_stderr"): None,
    bad("ignores_end"): None,
    bad("dead_at_once"): "exited with status 1",
    bad("dead_later"): "killed by SIGSEGV",
    bad("garbage"): "wrote what is no JSON: .*thinking",
    bad("flood_stdout"): "wrote more than 1048576 bytes without an answer",
    bad("illegal_move"): r"illegal move: expected one of .*, got \[9, ?9\]",
    bad("answers_twice"): r"illegal move: expected one of .*, got \[0, ?1\]",
    bad("wrong_shape"): "wrong shape: expected an array of a heap and a number of sticks",
}


@pytest.mark.parametrize(
    ("timeout", "reasons"), [pytest.param("0.5", LATE, marks=pytest.mark.ci), ("60", REASONS)], ids=["late", "other"]
)
def test_in_a_gauntlet_of_bad_players_each_is_named_with_its_reason_and_all_games_are_played(
    timeout: str, reasons: Mapping[str, str | None], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"{os.getpid()} {tmp_path}"
    resource_tracker.ensure_running()  # it outlives the tournament, so it must not get the mark
    monkeypatch.setenv("TEST", mark)
    words = ("--gauntlet", "--games", "2", "--timeout", timeout, "--jobs", "2", "--out", str(tmp_path))
    found = document(capsys, "tournament", "--jobs", "1", *words, "first", *reasons)
    assert found["games"] == 2 * len(reasons)
    forfeits = {name: {each["reason"] for each in found["forfeits"] if each["player"] == name} for name in reasons}
    for name, reason in reasons.items():
        assert bool(forfeits[name]) == (reason is not None), (name, forfeits[name])
        assert all(re.match(reason or "", each) for each in forfeits[name]), (name, forfeits[name])
    for player in found["players"]:
        bad_one = reasons.get(player["name"]) is not None
        assert player["forfeits"] == (2 if bad_one else 0)
        assert player["score"]["mean"] == 0 or not bad_one
    assert soon(lambda: not marked(mark)), marked(mark)
    errors = [path.read_text() for path in (tmp_path / "errors").iterdir()]
    assert len(errors) == len(found["forfeits"])
    assert sum("no licence found" in text for text in errors) == 2 * (reasons is REASONS)
    assert main(FIXED, {}, ["verify", *map(str, (tmp_path / "traces").iterdir())]) == 0


def played(game: int, seats: tuple[str, ...], **changes: Any) -> GameResult:
    seconds = tuple((0.5, 0.001, 0.003) for _ in seats)
    place: dict[str, Any] = {"game": game, "table": 0, "block": game // len(seats), "variant": "simple", "seats": seats}
    draw = (1 / len(seats),) * len(seats)
    ended: dict[str, Any] = {"returns": draw, "forfeit": None, "reason": None, "faults": (), "length": 4, "moves": 10}
    if "winner" in changes:
        winner = changes.pop("winner")
        changes["returns"] = tuple(float(seat == winner) for seat in range(len(seats)))
    if "forfeit" in changes:
        changes.update(returns=None, faults=(changes["forfeit"],))
    return GameResult(**{**place, **ended, "seed": 0, "seconds": seconds, **changes})


def test_a_forfeit_is_nobody_s_win_and_a_draw_is_shared() -> None:
    results = Results([["a", "b"]], ["simple"])
    results.add(played(0, ("a", "b"), winner=0))
    results.add(played(1, ("b", "a")))
    results.add(played(2, ("a", "b"), forfeit=1, reason="late", length=1, moves=2))
    results.add(played(3, ("b", "a"), winner=0))
    a, b = results.total.standings()
    assert (a.name, a.games, a.wins, a.draws, a.losses, a.forfeits) == ("a", 4, 1, 1, 1, 0)
    assert (b.name, b.games, b.wins, b.draws, b.losses, b.forfeits) == ("b", 4, 1, 1, 1, 1)
    assert (a.score.mean, b.score.mean) == (2.5 / 4, 1.5 / 4)
    assert (a.length, a.moves) == (13 / 4, 32 / 4)
    assert (a.first.count, a.first.median, a.rest.count, a.rest.median, a.rest.slowest) == (4, 0.5, 8, 0.001, 0.003)
    (table,) = results.tables()
    assert (table.games, table.draws, table.forfeits, table.wins) == (4, 1, 1, {"a": 1, "b": 1})
    assert a.elo.blocks == 2


def screen(results: Results) -> list[str]:
    file = io.StringIO()
    print_results(Console(file=file, width=80), FIXED, results)
    return file.getvalue().splitlines()


def test_the_tables_fit_into_80_columns() -> None:
    names = ("player/economancy", "decent", "python bots/first.py")
    results = Results([names], ["simple", "base"])
    for game in range(10_000):
        variant = "base" if game // 3 % 2 else "simple"
        results.add(played(game, names[game % 3 :] + names[: game % 3], winner=-game % 3, variant=variant))
    lines = screen(results)
    assert max(map(len, lines)) <= 80
    (row,) = [line for line in lines if line.split()[:3] == ["economancy", "10000", "10000"]]
    assert re.search(r" 100\.0 \(99\.9…100\.0\) +\+\d+ ±\d+", row)


def test_names_are_short_where_that_tells_them_apart() -> None:
    assert short_names(["python3 a/bot.py 7", "player/economancy", "decent"]) == {
        "python3 a/bot.py 7": "bot.py 7",
        "player/economancy": "economancy",
        "decent": "decent",
    }
    assert short_names(["old/economancy", "new/economancy"])["new/economancy"] == "new/economancy"
    assert file_part("python3 a/bot.py --level 7") == "bot.py_level_7"


def test_durations_are_readable() -> None:
    assert [duration(s) for s in (None, 0.000012, 0.0124, 1.2345)] == ["-", "12 µs", "12.4 ms", "1.23 s"]


def test_without_a_terminal_progress_is_a_line_every_half_minute_with_the_time_left(capsys: Capture) -> None:
    now = 0.0
    with Progress("test", 100, 40, clock=lambda: now) as progress:
        for _ in range(30):
            now += 3.0
            progress.advance()
    assert capsys.readouterr().err.splitlines() == [
        "test: 50 of 100 games, 2 min left",
        "test: 60 of 100 games, 2 min left",
        "test: 70 of 100 games, 2 min left",
    ]


def test_the_sequential_test_counts_blocks_in_the_order_of_the_schedule() -> None:
    test = SequentialTest("new", Sprt(0, 10))
    later = [
        played(game, ("new", "old") if game % 2 == 0 else ("old", "new"), winner=game % 2) for game in (2, 3, 5, 4)
    ]
    for game in later:
        test.add(game)
    assert test.sprt.blocks == 0
    test.add(played(1, ("old", "new"), winner=0))
    test.add(played(0, ("new", "old"), winner=1))
    assert [*test.scores.values()] == [0, 1, 1]
    assert test.results == {"wins": 4, "losses": 2}


def test_the_sequential_test_stops_by_itself_and_says_which_hypothesis_it_accepts(
    capsys: Capture,
) -> None:
    better = document(capsys, "sprt", "--elo0", "0", "--elo1", "200", "--seed", "1", "--jobs", "1", "nim", "random")
    assert (better["decision"], better["forfeits"]) == ("accept H1", 0)
    assert better["llr"] >= better["bounds"][1]
    assert better["games"] == better["wins"] + better["draws"] + better["losses"] < 200
    words = ("sprt", "--elo0", "0", "--elo1", "200", "--seed", "1", "--jobs", "1", "--both", "random", "nim")
    worse = document(capsys, *words, status=1)
    assert worse["decision"] == "accept H0"


def test_at_more_than_two_seats_the_new_player_sits_with_copies_of_the_old(capsys: Capture) -> None:
    words = ["sprt", "--jobs", "1", "--elo0", "0", "--elo1", "1", "--seats", "3", "--max-games", "10"]
    found = document(capsys, *words, "first", "random")
    assert (found["decision"], found["games"], found["blocks"]) == (None, 12, 4)
    words = ["sprt", "--jobs", "1", "--elo0", "0", "--elo1", "1", "--max-games", "4", "--seed", "2"]  # 1 repeats games
    assert main(FIXED, {}, [*words, "first", "first"]) == 0
    out = capsys.readouterr().out
    assert "undecided after 4 games" in out
    assert "bounds -2.94 and +2.94" in out
    assert max(map(len, out.splitlines())) <= 80


def test_hypotheses_in_the_wrong_order_are_wrong_usage(capsys: Capture) -> None:
    assert main(FIXED, {}, ["sprt", "--elo0", "10", "--elo1", "0", "first", "random"]) == 2
    assert "expected elo0 < elo1" in capsys.readouterr().err


def test_an_opening_that_random_play_never_reaches_is_an_error() -> None:
    with pytest.raises(ValueError, match="lasts 99 turns by random play, found none in 1000 tries"):
        make_opening(NIM, 2, "standard", 99, 1)
