"""The game's own commands, on small inputs."""

import hashlib
import os
import subprocess
import sys
from codecs import BOM_UTF8
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.referee import play_builtins
from gamekit.traces import TraceWriter
from gamekit.wire.json_stream import dumps, loads
from lost_cities.commands.cli import main
from lost_cities.game import GAME
from lost_cities.protocol.lines import card_name
from lost_cities.protocol.table import ServedGame
from lost_cities.rules import State, scores
from tests.lost_cities.recorded import PATH, games


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("trace") / "game.json", ["lost-cities", "bred"])


def written(path: Path, players: list[str]) -> Path:
    """Write the trace of a game of built-ins, and return its path."""
    lines: list[bytes] = []
    state = GAME.new_game(2, "standard", Random(1))
    play_builtins(GAME, state, players, 1, trace=TraceWriter(GAME, lines.append))
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def recorded() -> dict[str, Any]:
    """Return a game in the format of the recorded ones, with a rejected answer in it, made by our own table."""
    start = GAME.new_game(2, "standard", Random(2))
    assert isinstance(start, State)
    table = ServedGame(start)
    answers: list[list[str]] = []
    while GAME.players_to_move(table.state):
        side = ("server", "client")[table.state.mover]
        action = GAME.encode_action(GAME.legal_actions(table.state, table.state.mover)[0])
        for line in ["x"] * (len(answers) == 4) + [str(action)]:
            answers.append([side, line])
            table.answer(line)
    sent = ["".join(f"{line}\n" for line in table.lines[seat]).encode() for seat in (0, 1)]
    return {
        "hands": {
            side: [card_name(card) for card in start.hands[seat]] for seat, side in enumerate(("server", "client"))
        },
        "deck": [card_name(card) for card in start.deck],
        "first": "server",
        "answers": answers,
        "score": dict(zip(("server", "client"), scores(table.state), strict=True)),
        "streams": {
            side: {
                "bytes": len(sent[seat]),
                "sha256": hashlib.sha256(sent[seat]).hexdigest(),
                "text": sent[seat].decode(),
            }
            for seat, side in enumerate(("server", "client"))
        },
    }


def test_verify_takes_our_traces_and_recorded_games(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = tmp_path / "golden.jsonl"
    golden.write_bytes(BOM_UTF8 + dumps(recorded()) + b"\n")
    assert main(["verify", str(trace), str(golden)]) == 0
    assert capsys.readouterr().out == f"{trace}: ok\n{golden}: ok, 1 games\n"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda game: game["score"].update(client=99), "expected the score"),
        (lambda game: game["answers"].pop(), "expected the score|bytes|line"),
        (lambda game: game["streams"]["client"].update(text="Deserts?\n"), "line 1 for the client"),
        (
            lambda game: game["streams"]["server"].update(sha256="0", text=game["streams"]["server"]["text"]),
            "bytes for",
        ),
        (lambda game: game["answers"].reverse(), "not the turn of the|bytes|line"),
        (lambda game: game["deck"].pop(), "two hands of 8 cards"),
        (lambda game: game["hands"].pop("server"), "server"),
    ],
)
def test_verify_says_where_a_recorded_game_leaves_the_rules(
    spoil: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = recorded()
    spoil(game)
    path = tmp_path / "golden.jsonl"
    path.write_bytes(dumps(game))
    assert main(["verify", str(path)]) == 1
    out = capsys.readouterr().out
    assert any(part in out for part in said.split("|")), out


def test_verify_reproduces_all_recorded_games(capsys: pytest.CaptureFixture[str]) -> None:
    count = len(games())
    assert main(["verify", str(PATH)]) == 0
    assert capsys.readouterr().out.endswith(f": ok, {count} games\n")


def analysed(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["analyse", str(path), "--json", *words]) == 0
    found: Any = loads(capsys.readouterr().out.encode())
    assert isinstance(found, dict)
    return found


def test_analyse_finds_no_mistake_of_ours_and_some_of_another(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decisions = analysed(trace, capsys)["games"][0]["decisions"]
    lost = [sum(each["cost"] for each in decisions if each["seat"] == seat) for seat in range(2)]
    assert not any(each["grade"] for each in decisions if each["seat"] == 0)
    assert lost[0] < lost[1]


def test_analyse_tells_expected_points_of_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(written(tmp_path / "game.json", ["random", "bred"]))]) == 0
    assert "points (by learned values)" in capsys.readouterr().out


def test_an_onlooker_s_shares_have_the_sum_1_and_the_points_are_a_margin(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for at, worths in analysed(trace, capsys)["games"][0]["worths"].items():
        assert sum(each["share"] for each in worths) == pytest.approx(1, abs=2e-4), at
        assert sum(each["points"] for each in worths) == pytest.approx(0, abs=0.02), at


def test_analyse_reads_a_players_log_of_several_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-m", "lost_cities", "bot", "lost-cities"]
    for seed in ("1", "2"):
        words = ["referee", "--seed", seed, " ".join(command), "bred"]
        subprocess.run(
            [sys.executable, "-m", "lost_cities", *words],
            env={**os.environ, "LOST_CITIES_LOG": str(log)},
            capture_output=True,
            check=True,
        )
    games = analysed(log, capsys)["games"]
    assert len(games) == 2
    for game in games:
        assert len(game["decisions"]) > 20
        assert not any(each["grade"] for each in game["decisions"])


def test_analyse_reads_games_recorded_over_the_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_bytes(dumps(recorded()) + b"\n")
    assert len(analysed(path, capsys)["games"][0]["decisions"]) > 40


@pytest.mark.parametrize("text", ["", "x", "{}", '{"answer":"n"}', '{"answer":"n","state":{}}', "[1]"])
def test_analyse_says_what_it_cannot_read(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    assert main(["analyse", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_analyse_says_that_there_is_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "/nowhere"]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["decisions", "--games", "1"], "ms CPU"),
        (["lengths", "--games", "2"], "longest"),
        (["matches", "ours", "bred", "winning=0.5", "--pairs", "5"], "10 games: won"),
        (["startup", "--starts", "1", f"{sys.executable} -m lost_cities.player HOST PORT"], "CPU time at most: "),
    ],
)
def test_benchmarks_print_their_figures(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("player", ["nobody", "winning=x", "weights=/nowhere.bin"])
def test_matches_say_what_a_player_may_be(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "matches", "ours", player]) == 2
    assert "expected one of ours, " in capsys.readouterr().err


def test_check_passes_our_client(capsys: pytest.CaptureFixture[str]) -> None:
    client = f"{sys.executable} -m lost_cities bot bred HOST PORT"
    probes = [
        "one-answer",
        "split",
        "errors",
        "end",
        "long-error",
        "endless-errors",
        "closed-line",
        "closed-game",
        "nobody",
    ]
    assert main(["check", "--strict", client, *(word for name in probes for word in ("--only", name))]) == 0
    assert "Passed." in capsys.readouterr().out


BAD = """
import socket, sys
stream = socket.create_connection((sys.argv[1], int(sys.argv[2]))).makefile("rw")
for line in stream:
    if line.endswith("?\\n") or line.startswith("Error:"):
        stream.write("5x\\n")
        stream.flush()
"""


def test_check_names_what_a_bad_client_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "bad.py"
    program.write_text(BAD)
    assert main(["check", "--only", "errors", f"{sys.executable} {program} HOST PORT"]) == 1
    out = capsys.readouterr().out
    assert "FAIL" in out
    assert "wrong answers, the last one" in " ".join(out.split())


@pytest.mark.parametrize("start", ["", "HOST PORT"])
def test_a_built_in_at_a_seat_by_command_needs_no_wire_of_its_own(start: str) -> None:
    seat = f"{sys.executable} -m lost_cities bot bred {start}".strip()
    command = [sys.executable, "-m", "lost_cities", "referee", "--seed", "1", seat, "simple"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "wins" in done.stderr
    assert "forfeits" not in done.stderr


def test_games_of_a_tournament_come_in_pairs_with_hands_exchanged(tmp_path: Path) -> None:
    assert (
        main(
            ["tournament", "--jobs", "1", "--games", "4", "--seed", "1", "--out", str(tmp_path), "bred", "noisy:0:bred"]
        )
        == 0
    )
    found: list[Any] = [loads(line) for line in (tmp_path / "games.jsonl").read_bytes().splitlines()]
    games = [each for each in found if "returns" in each]
    pairs: dict[int, list[Any]] = {}
    for each in games:
        pairs.setdefault(each["block"], []).append(each)
    assert len(pairs) == 2
    for one, other in pairs.values():
        assert one["seats"] == other["seats"][::-1]
        assert one["returns"] == other["returns"]


def test_a_bot_speaks_json_values_too() -> None:
    seat = f"{sys.executable} -m lost_cities bot bred"
    command = [sys.executable, "-m", "lost_cities", "referee", "--wire", "json", "--seed", "1", seat, "simple"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "forfeits" not in done.stderr
