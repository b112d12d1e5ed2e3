"""The commands `tournament` and `sprt`: who plays, what is reported and kept, and what survives being stopped."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import psutil
import pytest
from rich.console import Console

from economancy.bench.arena import DECENT
from economancy.commands.cli import main
from economancy.game import GAME
from gamekit.commands.sprt import _Test
from gamekit.commands.standings import print_results
from gamekit.tournament.arena import Played
from gamekit.tournament.figures import duration
from gamekit.tournament.names import file_part, short_names
from gamekit.tournament.progress import Progress
from gamekit.tournament.results import Results
from gamekit.tournament.sprt import Sprt
from tests.waiting import soon

BAD_PLAYERS = Path(__file__).parents[1] / "bad_players.py"
EXECUTABLE = shlex.join(DECENT)
TIMEOUT = "3"  # seconds: more than a start on a busy machine, and a few players use it up


def bad(kind: str, argument: str = "") -> str:
    return shlex.join([sys.executable, str(BAD_PLAYERS), kind, *filter(None, [argument])])


def document(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Any:
    """Run a command with --json; return the document, which is all that stands on standard output."""
    assert main([*words, "--json"]) == status
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out)


def games_in(folder: Path) -> list[dict[str, Any]]:
    """Return the games on record, in order and without what differs from run to run."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    return sorted(({**line, "seconds": None} for line in lines[1:]), key=lambda line: int(line["game"]))


def tournament(*words: str, env: Mapping[str, str] = {}) -> "subprocess.Popen[str]":
    """Start a tournament as a process that leads a group, as a shell does."""
    code = "import sys; from economancy.commands.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "tournament", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, env={**os.environ, **env}, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


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


def test_one_worker_and_two_play_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", "random", "simple", "points", "--both", "--openings", "2", "--games", "8", "--seed", "5")
    for jobs in ("1", "2"):
        assert main([*words, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    assert games_in(tmp_path / "1") == games_in(tmp_path / "2")
    traces = [{path.name: path.read_bytes() for path in (tmp_path / jobs / "traces").iterdir()} for jobs in ("1", "2")]
    assert traces[0] == traces[1]
    assert len(traces[0]) == 24
    assert main(["verify", *map(str, (tmp_path / "1" / "traces").iterdir())]) == 0


def test_each_block_has_an_opening_of_its_own_and_all_its_rotations_share_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document(
        capsys,
        "tournament",
        "--games",
        "6",
        "--openings",
        "2",
        "--seed",
        "1",
        "--out",
        str(tmp_path / "out"),
        "attack",
        "decent",
    )
    openings: dict[int, set[str]] = {}
    traces = {int(path.stem.rsplit("-", 1)[1]): path for path in (tmp_path / "out" / "traces").iterdir()}
    for row in games_in(tmp_path / "out"):
        first = json.loads(traces[row["game"]].read_text().splitlines()[1])
        openings.setdefault(row["block"], set()).add(json.dumps([first["players"], first["shop"]]))
    assert [len(found) for found in openings.values()] == [1, 1, 1]
    assert len(set.union(*openings.values())) == 3


def test_a_longer_tournament_begins_with_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", "random", "simple", "--openings", "1", "--seed", "5")
    for games in ("4", "8"):
        assert main([*words, "--games", games, "--out", str(tmp_path / games)]) == 0
    assert games_in(tmp_path / "4") == games_in(tmp_path / "8")[:4]


def test_the_document_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "tournament", "attack", "decent", "random", "--both", "--games", "5", "--seed", "1")
    assert found["games"] == 3 * 8
    assert [table["games"] for table in found["tables"]] == [4] * 6
    for players in (found["players"], found["variants"]["simple"], found["variants"]["base"]):
        assert {player["name"] for player in players} == {"attack", "decent", "random"}
        for player in players:
            results = player["wins"] + player["draws"] + player["losses"] + player["forfeits"]
            assert player["games"] == results == (16 if players is found["players"] else 8)
            assert player["score"]["low"] <= player["score"]["mean"] <= player["score"]["high"]
            assert player["first"]["count"] == player["games"]
    decent = next(player for player in found["players"] if player["name"] == "decent")
    assert (decent["moves"] * 16 - 8 * 29) % 1 == 0  # attack v decent is always the same 29 moves
    assert found["settings"]["seed"] == 1


def test_copies_sit_down_too_and_share_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "tournament", "points", "random", "--copies", "--seats", "3", "--games", "3")
    assert [table["players"] for table in found["tables"]] == [
        ["points"] * 3,
        ["points", "points", "random"],
        ["points", "random", "random"],
        ["random"] * 3,
    ]
    assert {player["games"] for player in found["players"]} == {3 * (3 + 2 + 1)}
    assert sum(player["score"]["mean"] for player in found["players"]) == pytest.approx(2 / 3, abs=0.2)


def test_one_table_of_given_seats_of_which_some_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "tournament", "--table", "attack", "attack", "points", "random", "--games", "8")
    assert [table["players"] for table in found["tables"]] == [["attack", "attack", "points", "random"]]
    assert {player["name"]: player["games"] for player in found["players"]} == {"attack": 16, "points": 8, "random": 8}


def test_a_player_given_twice_is_told_apart_with_copies(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "tournament", "points", "points", "--copies", "--games", "2")
    assert [table["players"] for table in found["tables"]] == [["points"] * 2, ["points", "points#2"], ["points#2"] * 2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["attack", "attack"], "'attack' is given twice"),
        (["attack", "decent", "--seats", "3"], "2 players fill no table of 3"),
        (["attack", "nobody"], "expected a built-in"),
        (["attack", "./no/such/bot"], "'./no/such/bot' is no program"),
        (["attack", "decent", "--resume"], "--resume needs --out"),
        (["attack", "decent", "--shop", "Lamp"], "expected each card once"),
        (["attack", "decent", "--openings", "11"], "expected 0 to 10"),
        (["attack", "decent", "--memory", "lots"], "expected a size like 512M"),
        (["attack", "decent", "--seed", "-1"], "expected a whole number >= 0"),
        (["attack", "decent", "--scheduler", "tcp://127.0.0.1:1", "--jobs", "0"], "expected a whole number >= 1"),
    ],
)
def test_wrong_usage_is_status_2_and_says_why(
    words: Sequence[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["tournament", *words])
    except SystemExit as exit_:
        status = exit_.code
    captured = capsys.readouterr()
    assert status == 2
    assert message in captured.err
    assert captured.out == ""


def test_a_folder_is_continued_only_if_asked_and_only_with_the_same_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tournament", "attack", "decent", "--games", "4", "--out", str(tmp_path)]
    assert main([*words, "--seed", "1"]) == 0
    assert main([*words, "--seed", "1"]) == 2
    assert "holds a record already" in capsys.readouterr().err
    assert main([*words, "--resume", "--seed", "2"]) == 2
    assert "seed was 1 and is 2" in capsys.readouterr().err
    assert main([*words, "--resume", "--timeout", "3"]) == 2
    assert "timeout was 10.0 and is 3.0" in capsys.readouterr().err
    assert main([*words, "--resume"]) == 0  # the seed is the one on record
    assert "4 games" in capsys.readouterr().out
    assert len(games_in(tmp_path)) == 4


def test_a_killed_tournament_goes_on_where_it_was_killed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("random", "simple", "points", "--openings", "2", "--games", "400", "--seed", "3", "--jobs", "2", "--out")
    record = tmp_path / "killed" / "games.jsonl"
    for games in (100, 300):
        resume = ["--resume"] if record.exists() else []
        process = tournament(*words, str(tmp_path / "killed"), *resume)
        assert soon(lambda games=games: record.exists() and record.read_bytes().count(b"\n") > games)  # type: ignore[misc]
        process.kill()
        process.communicate()
    with open(record, "ab") as file:
        file.write(b'{"game":7,"winner":')  # killed while writing
    on_record = record.read_bytes().count(b"\n") - 1
    assert 300 <= on_record < 1200, "it was over before it was killed"
    assert main(["tournament", *words, str(tmp_path / "killed"), "--resume"]) == 0
    assert main(["tournament", *words, str(tmp_path / "whole")]) == 0
    assert [game["game"] for game in games_in(tmp_path / "killed")] == list(range(1200))
    assert games_in(tmp_path / "killed") == games_in(tmp_path / "whole")
    assert {path.name for path in (tmp_path / "killed" / "traces").iterdir()} == {
        path.name for path in (tmp_path / "whole" / "traces").iterdir()
    }


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_stopped_tournament_leaves_no_process(number: signal.Signals, tmp_path: Path) -> None:
    mark = f"{os.getpid()} {tmp_path}"
    process = tournament("attack", EXECUTABLE, "--jobs", "2", "--out", str(tmp_path), env={"TEST": mark})
    record = tmp_path / "games.jsonl"
    assert soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 2)
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)  # Ctrl-C reaches the group
    out, err = process.communicate(timeout=20)
    assert soon(lambda: not marked(mark), 5), marked(mark)
    assert out == ""
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[number]
    if number == signal.SIGINT:
        (line,) = [line for line in err.splitlines() if "warning" not in line]
        assert re.search(r"stopped after \d+ of 100 games; go on with --out .* --resume", line)


REASONS = {
    bad("good"): None,
    bad("forks_child"): None,
    bad("flood_stderr"): None,
    bad("ignores_end"): None,
    bad("silent"): "no answer within 3 s",
    bad("slow", "5"): "no answer within 3 s",
    bad("half_json"): "no answer within 3 s",
    bad("dead_at_once"): "exited with status 1",
    bad("dead_later"): "killed by SIGSEGV",
    bad("garbage"): "wrote what is no JSON: .*thinking",
    bad("flood_stdout"): "wrote more than 1048576 bytes without an answer",
    bad("illegal_move"): 'illegal move: expected a bid from 0 to 3, got \\["Nonesuch"\\]',
    bad("answers_twice"): "illegal move: expected a card's name out of .*, got \\[0\\]",
    bad("wrong_shape"): "wrong shape: expected array of one element",
    bad("closes_output"): "closed its output",
}


def test_in_a_gauntlet_of_bad_players_each_is_named_with_its_reason_and_all_games_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"{os.getpid()} {tmp_path}"
    resource_tracker.ensure_running()  # it outlives the tournament, so it must not get the mark
    monkeypatch.setenv("TEST", mark)
    words = ("--gauntlet", "--games", "2", "--timeout", TIMEOUT, "--jobs", "4", "--out", str(tmp_path))
    found = document(capsys, "tournament", *words, "points", *REASONS)
    assert found["games"] == 2 * len(REASONS)
    forfeits = {name: {each["reason"] for each in found["forfeits"] if each["player"] == name} for name in REASONS}
    for name, reason in REASONS.items():
        assert len(forfeits[name]) == (reason is not None), (name, forfeits[name])
        assert all(re.match(reason or "", each) for each in forfeits[name]), (name, forfeits[name])
    for player in found["players"]:
        bad_one = REASONS.get(player["name"]) is not None
        assert player["forfeits"] == (2 if bad_one else 0)
        assert player["score"]["mean"] == 0 or not bad_one
    assert soon(lambda: not marked(mark), 5), marked(mark)
    errors = [path.read_text() for path in (tmp_path / "errors").iterdir()]
    assert len(errors) == len(found["forfeits"])
    assert sum("no licence found" in text for text in errors) == 2
    assert main(["verify", *map(str, (tmp_path / "traces").iterdir())]) == 0


def played(game: int, seats: tuple[str, ...], **changes: Any) -> Played:
    seconds = tuple((0.5, 0.001, 0.003) for _ in seats)
    place: dict[str, Any] = {"game": game, "table": 0, "block": game // len(seats), "variant": "simple", "seats": seats}
    draw = (1 / len(seats),) * len(seats)
    ended: dict[str, Any] = {"returns": draw, "forfeit": None, "reason": None, "faults": (), "length": 4, "moves": 10}
    if "winner" in changes:
        winner = changes.pop("winner")
        changes["returns"] = tuple(float(seat == winner) for seat in range(len(seats)))
    if "forfeit" in changes:
        changes.update(returns=None, faults=(changes["forfeit"],))
    return Played(**{**place, **ended, "seed": 0, "seconds": seconds, **changes})


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
    print_results(Console(file=file, width=80), GAME, results)
    return file.getvalue().splitlines()


def test_the_tables_fit_into_80_columns() -> None:
    names = ("player/economancy", "decent", "python bots/first.py")
    results = Results([names], ["simple", "base"])
    for game in range(30_000):
        variant = "base" if game // 3 % 2 else "simple"
        results.add(played(game, names[game % 3 :] + names[: game % 3], winner=-game % 3, variant=variant))
    lines = screen(results)
    assert max(map(len, lines)) <= 80
    (row,) = [line for line in lines if line.split()[:3] == ["economancy", "30000", "30000"]]
    assert re.search(r"100\.0 +100\.0 \(100\.0…100\.0\) +\+\d+ ±\d+", row)


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


def test_without_a_terminal_progress_is_a_line_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    now = iter(range(1000))
    with Progress("test", 100, 40, clock=lambda: next(now)) as progress:
        for _ in range(30):
            progress.advance()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) in (2, 3)
    assert re.fullmatch(r"test: \d+ of 100 games, [\d.]+ a second", lines[0])


def test_the_sequential_test_counts_blocks_in_the_order_of_the_schedule() -> None:
    test = _Test("new", Sprt(0, 10))
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
    capsys: pytest.CaptureFixture[str],
) -> None:
    better = document(capsys, "sprt", "--elo0", "0", "--elo1", "200", "--seed", "1", "decent", "random")
    assert (better["decision"], better["forfeits"]) == ("accept H1", 0)
    assert better["llr"] >= better["bounds"][1]
    assert better["games"] == better["wins"] + better["draws"] + better["losses"] < 200
    words = ("sprt", "--elo0", "0", "--elo1", "200", "--seed", "1", "--both", "random", "decent")
    worse = document(capsys, *words, status=1)
    assert worse["decision"] == "accept H0"


def test_at_more_than_two_seats_the_new_player_sits_with_copies_of_the_old(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(
        capsys, "sprt", "--elo0", "0", "--elo1", "1", "--seats", "3", "--max-games", "10", "simple", "random"
    )
    assert (found["decision"], found["games"], found["blocks"]) == (None, 12, 4)
    assert main(["sprt", "--elo0", "0", "--elo1", "1", "--max-games", "4", "simple", "simple"]) == 0
    out = capsys.readouterr().out
    assert "undecided after 4 games" in out
    assert "bounds -2.94 and +2.94" in out
    assert max(map(len, out.splitlines())) <= 80


def test_hypotheses_in_the_wrong_order_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sprt", "--elo0", "10", "--elo1", "0", "simple", "random"]) == 2
    assert "expected elo0 < elo1" in capsys.readouterr().err
