"""The referee: order of questions, faults, traces, and the command around it."""

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from economancy.commands.cli import OWN, main
from economancy.game import GAME
from economancy.protocol import encode_state
from economancy.rules.game import MAX_DAYS, new_game
from economancy.rules.position import Position
from economancy.rules.shop import shop_of
from economancy.rules.state import Attacking, Buying, End, State
from gamekit.answer import Answer, Failure
from gamekit.commands.common.parsing import COMMANDS
from gamekit.game import Fault, Observation, Seat
from gamekit.referee import play
from gamekit.table import Table
from gamekit.traces import TraceWriter
from gamekit.wire.json_stream import loads
from tests.economancy.positions import names, player, position


@dataclass
class Scripted(Seat[Any]):
    """A seat that gives these answers and remembers what it was shown."""

    answers: list[Answer | Failure]
    shown: list[State] = field(default_factory=list)
    told: list[tuple[Position, Fault | None]] = field(default_factory=list)
    errors: str = ""

    def ask(self, observation: Observation[Position]) -> Answer | Failure:
        self.shown.append(observation.state.state)
        return self.answers.pop(0)

    def tell(self, state: Position, seat: int, fault: Fault | None) -> None:
        self.told.append((state, fault))


def played(state: State, seats: Sequence[Seat[Position]], max_days: int = MAX_DAYS) -> Table[Position]:
    """Play from a state to the end, a draw after so many days."""
    return play(GAME, Position(state, last_day=max_days), seats)


def scripted(*values: object) -> Scripted:
    return Scripted([value if isinstance(value, Failure) else Answer(value, 0.25) for value in values])


def test_simultaneous_choices_are_asked_in_seat_order_of_the_state_before_any() -> None:
    state = position(player("Worker", coins=3), player("Worker", coins=3))
    seats = [scripted([2], ["Pass"]), scripted([2], ["Pass"])]
    played(state, seats, max_days=1)
    assert seats[0].shown[0] == seats[1].shown[0] == state


def test_a_later_defender_sees_what_an_earlier_one_chose() -> None:
    state = position(player("Worker", coins=1), player("Worker"), player("Worker"), phase=Attacking(0))
    seats = [scripted([1], ["Pass"]) for _ in range(3)]
    game = played(state, seats, max_days=1)
    assert [names(p) for p in seats[1].shown[0].players] == [["Worker'"], ["Worker"], ["Worker"]]
    assert [names(p) for p in seats[2].shown[0].players] == [["Worker'"], ["Worker'"], ["Worker"]]
    assert game.state.state.phase == End(None)


def test_the_first_fault_ends_the_game_for_all_and_everybody_is_told() -> None:
    seats = [scripted([1]), scripted([9]), scripted([0])]
    game = played(new_game(3), seats)
    assert game.forfeit == Fault(1, "illegal move: expected a bid from 0 to 3, got [9]")
    assert seats[2].shown == []
    assert all(seat.told == [(game.state, game.forfeit)] for seat in seats)


@pytest.mark.parametrize("answer", [0, [], [True], [1.0], [0, 0], None, {"bid": 1}, "timeout"])
def test_what_is_no_array_of_one_move_is_a_fault(answer: object) -> None:
    fault = played(new_game(2), [scripted(answer), scripted()]).forfeit
    assert fault is not None
    assert fault.reason.startswith("wrong shape: ")


@pytest.mark.parametrize(
    ("state", "answer", "reason"),
    [
        (
            position(player(coins=1), player(), phase=Buying(), shop={"Ghost": 1}),
            ["Ghost"],
            'a card\'s name out of ["Pass"], got ["Ghost"] (Ghost costs 2 coins, and it has 1)',
        ),
        (
            position(player("Bubble", "Ghost"), player(), phase=Attacking(0)),
            [1],
            "a card's index out of [0,2], got [1] (card 1, Bubble, never attacks; count in the cards of this message: "
            "when one faints, those after it move up)",
        ),
    ],
)
def test_an_illegal_move_is_named_with_what_was_legal(state: State, answer: object, reason: str) -> None:
    fault = played(state, [scripted(answer), scripted()]).forfeit
    assert fault is not None
    assert fault.reason == f"illegal move: expected {reason}"


def trace_of(seats: list[Scripted]) -> list[Any]:
    lines: list[bytes] = []
    play(GAME, Position(new_game(2)), seats, trace=TraceWriter(GAME, lines.append))
    return [loads(line) for line in lines]


def test_a_trace_is_state_move_state_move_and_the_last_state_without_player() -> None:
    trace = trace_of([scripted([1]), scripted([9])])
    first = encode_state(new_game(2), 0)
    assert trace[:2] == [first, [1]]
    assert trace[2:4] == [{**first, "player": 1}, [9]]
    assert trace[4]["phase"]["name"] == "fault"
    assert "player" not in trace[4]


@pytest.mark.parametrize(
    ("kind", "lines"),
    [("late", ["timeout"]), ("garbage", ["timeout"]), ("flood", ["timeout"]), ("dead", []), ("closed", [])],
)
def test_a_late_move_s_line_is_timeout_and_a_dead_player_has_none(kind: Any, lines: list[str]) -> None:
    assert trace_of([scripted(Failure(kind, "the reason", 1.0)), scripted()])[1:-1] == lines


def test_a_draw_is_called_after_the_last_day() -> None:
    game = played(new_game(2), [scripted(*[[0], ["Pass"]] * 5), scripted(*[[0], ["Pass"]] * 5)], max_days=5)
    assert (game.state.state.phase, game.state.day, game.moves) == (End(None), 5, 20)
    assert game.seconds == ((0.25,) * 10,) * 2


# The command


def test_a_game_is_a_trace_on_standard_output_and_a_verdict_on_standard_error(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main(["referee", "--seed", "1", "attack", "decent"]) == 0
    out, err = capfdbinary.readouterr()
    names, *lines = out.splitlines()
    assert json.loads(names) == {"meta": "players", "names": ["attack", "decent"]}
    assert len(lines) == 2 * 29 + 1
    assert json.loads(lines[-1])["phase"] == {"name": "end", "winner": 1}
    assert err.decode().startswith("Player 2 (decent) wins: 7 points to 0\n")
    assert b"7 days, 29 moves" in err


def test_the_same_seed_gives_the_same_game(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    games = []
    for seed in ("5", "5", "6"):
        ours = shlex.join([sys.executable, "-m", "economancy.player"])
        main(["referee", "--base", "--seed", seed, "random", "simple", ours])
        games.append(capfdbinary.readouterr().out)
    assert games[0] == games[1] != games[2]


def test_from_starts_anywhere_and_max_days_ends_it(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    start = position(player("Worker", coins=2), player("Ghost", coins=1), phase=Buying(), day=3, shop={"Worker": 1})
    path = tmp_path / "state.json"
    path.write_text(json.dumps(encode_state(start, 0), indent=2))
    assert main(["referee", "--from", str(path), "--max-days", "2", "points", "points"]) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert lines[1] == encode_state(start, 0)
    assert (lines[-1]["phase"], lines[-1]["day"]) == ({"name": "end", "winner": False}, 2)


def write(path: Path, *values: object) -> str:
    path.write_text("\n".join(json.dumps(value) for value in values))
    return str(path)


def test_from_takes_the_first_state_of_a_trace(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    start = encode_state(new_game(2), 0)
    path = write(tmp_path / "trace.json", {"meta": "players", "names": []}, [0], start, [9])
    assert main(["referee", "--from", path, "--max-days", "1", "points", "points"]) == 0
    assert json.loads(capfdbinary.readouterr().out.splitlines()[1]) == start


def test_from_refuses_a_state_in_the_middle_of_a_defence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = position(player("Ghost'"), player("Worker'"), player("Worker"), phase=Attacking(0, 1))
    path = write(tmp_path / "state.json", encode_state(state, 2))
    assert main(["referee", "--from", path, "points", "points", "points"]) == 2
    assert f"{path}: expected a state from before the first defender's choice" in capsys.readouterr().err


@pytest.mark.parametrize("dialect", ["referee", "assignment"])
def test_both_dialects_pass_verify(dialect: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["referee", "--seed", "2", "--base", "--dialect", dialect, "decent", "points", "attack"]) == 0
    trace = capfdbinary.readouterr().out
    assert ("attacker-card" if dialect == "assignment" else "attacker_card").encode() in trace
    path = tmp_path / "trace.json"
    path.write_bytes(trace)
    assert main(["verify", str(path)]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["decnt", "points"], "a built-in (attack[:N], decent[:N], economancy, mimic[:N], montecarlo:N, points[:N], "),
        (["decent"], "2 to 4 seats"),
        (["decent"] * 5, "2 to 4 seats"),
        (["./nowhere", "points"], "./nowhere"),
        (["--from", "nowhere.json", "decent", "points"], "nowhere.json"),
        (["--shop", "Goblin", "decent", "points"], "Goblin"),
        (["--base", "--shop", "Ghost", "decent", "points"], "not allowed with"),
        (["--timeout", "0", "decent", "points"], "seconds > 0"),
        (["--max-days", "0", "decent", "points"], "whole number >= 1"),
    ],
)
def test_wrong_usage_exits_2_and_says_what_was_expected(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["referee", *arguments])
    except SystemExit as exit_:
        status = int(str(exit_.code))
    assert status == 2
    assert message in capsys.readouterr().err


def test_a_shop_names_cards_with_or_without_numbers() -> None:
    shop = shop_of("Ghost=2, worker", seats=3)
    assert {stock.card.name: stock.left for stock in shop} == {"Ghost": 2, "Worker": 6}


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in {**COMMANDS, **OWN}:
        with pytest.raises(SystemExit) as exit_:
            main([command, "--help"])
        assert exit_.value.code == 0
        assert f"usage: economancy {command}" in capsys.readouterr().out


def test_output_that_nobody_reads_is_no_error() -> None:
    program = "from economancy.commands.cli import main; exit(main())"
    game = shlex.join([sys.executable, "-c", program, "referee", "--seed", "1", "attack", "decent"])
    result = subprocess.run(f"{game} | head -n 1", shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr
    assert result.stdout.count("\n") == 1
