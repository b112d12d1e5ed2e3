"""The loop that a referee starts: in this process with scripted bytes, and as a process with pipes and signals."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.deadline import Deadline
from gamekit.player.loop import PlayerLoop
from gamekit.settings import Settings
from santorini.player import SantoriniWire
from santorini.policy.reference import random_policy
from santorini.protocol import decode, decode_answer
from santorini.rules import State, successors
from tests.santorini.boards import ROOT
from tests.santorini.test_protocol import SPEC, WON
from tests.waiting import ENOUGH

EXECUTABLE = ROOT / "player" / "santorini"
COMMANDS = [[sys.executable, "-m", "santorini.player"], [str(EXECUTABLE)]]
BUILT = [
    pytest.param(COMMANDS[0], id="source"),
    pytest.param(
        COMMANDS[1],
        id="executable",
        marks=pytest.mark.skipif(not os.access(EXECUTABLE, os.X_OK), reason="./build.sh makes player/santorini"),
    ),
]
PRETTY = json.dumps(json.loads(SPEC), indent=2)


@dataclass
class Scripted:
    """A player whose input comes in given pieces; what it writes and complains of is kept."""

    policy: Any = random_policy
    strict: bool = False
    written: bytes = b""
    complaints: list[str] = field(default_factory=list)

    def run(self, *pieces: bytes) -> int:
        chunks = iter(pieces)

        def write(data: bytes) -> None:
            self.written += data

        settings = Settings(Random(1), strict=self.strict, complain=self.complaints.append)
        return PlayerLoop(SantoriniWire(), self.policy, settings, lambda size: next(chunks, b""), write).run()

    @property
    def answers(self) -> list[object]:
        return [json.loads(line) for line in self.written.splitlines()]


def check(message: object, answer: object) -> None:
    assert decode_answer(answer) in [after.told for after in successors(decode(message))]


@pytest.mark.parametrize(
    "message",
    [
        [],
        [[[2, 3], [1, 1]]],
        [{"card": "Pan"}, {"card": "Atlas"}],
        [{"card": "Pan"}, {"card": "Atlas", "tokens": [[1, 1], [2, 2]]}],
        [{"card": "Nobody"}, {"card": "Nobody"}],
        json.loads(SPEC),
    ],
)
def test_each_kind_of_message_is_answered(message: object) -> None:
    scripted = Scripted()
    assert scripted.run(json.dumps(message).encode()) == 0
    check(message, *scripted.answers)
    assert scripted.complaints == []


@pytest.mark.parametrize("text", [3 * SPEC, "\n\n".join(3 * [SPEC]), 3 * PRETTY, "\r\n".join(3 * [PRETTY])])
def test_boards_may_be_glued_together_or_spread_over_lines(text: str) -> None:
    scripted = Scripted()
    assert scripted.run(text.encode()) == 0
    assert len(scripted.answers) == 3


def test_a_board_may_be_split_at_any_byte() -> None:
    scripted = Scripted()
    assert scripted.run(*(bytes([byte]) for byte in SPEC.encode())) == 0
    check(json.loads(SPEC), *scripted.answers)


def test_base_and_cards_are_told_apart_message_by_message() -> None:
    scripted = Scripted()
    messages: list[object] = [[], [{"card": "Pan"}, {"card": "Atlas"}], json.loads(SPEC), [[[1, 1], [2, 2]]]]
    scripted.run(b"".join(json.dumps(message).encode() for message in messages))
    for message, answer in zip(messages, scripted.answers, strict=True):
        check(message, answer)


IMPOSSIBLE = {
    "two tokens on a space": SPEC.replace("[4,4]", "[2,5]"),
    "a token on level 4": SPEC.replace("[4,4]", "[5,5]"),
    "a level of 7": SPEC.replace("[0,0,0,0,2]", "[0,0,0,0,7]"),
    "no JSON": "hello\n",
    "cut off": SPEC[:-1],
    "no turn left": '{"players":[[[1,1],[1,2]],[[2,1],[2,2]]],"spaces":[[0,0,4,0,0],[0,0,4,0,0],[0,0,0,0,0],'
    '[0,0,0,0,0],[0,0,0,0,0]],"turn":9}',
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_board_gets_one_line_and_no_answer_and_status_2(name: str) -> None:
    scripted = Scripted()
    assert scripted.run(IMPOSSIBLE[name].encode()) == 2
    assert scripted.answers == []
    assert len(scripted.complaints) == 1
    assert "\n" not in scripted.complaints[0]


def test_after_something_good_the_status_is_0() -> None:
    scripted = Scripted()
    assert scripted.run(IMPOSSIBLE["a level of 7"].encode(), SPEC.encode()) == 0
    assert len(scripted.answers) == len(scripted.complaints) == 1


def _fails(state: State, rng: Random, deadline: Deadline) -> State:
    raise RuntimeError("a bug")


def _cheats(state: State, rng: Random, deadline: Deadline) -> State:
    return state


@pytest.mark.parametrize("policy", [_fails, _cheats])
def test_a_bug_of_ours_costs_no_game(policy: Any) -> None:
    scripted = Scripted(policy)
    assert scripted.run(SPEC.encode()) == 0
    assert scripted.answers == [json.loads(WON)]  # a win that is found without thinking
    assert scripted.complaints[0].startswith("our bug, playing ")


def test_a_bug_of_ours_is_raised_when_strict() -> None:
    with pytest.raises(RuntimeError, match="a bug"):
        Scripted(_fails, strict=True).run(SPEC.encode())


@contextmanager
def running(command: list[str], **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    settings = {"SANTORINI_MOVE_SECONDS": "0.02", "PYTHONPATH": str(ROOT / "src"), **environment}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env={**os.environ, **settings}) as process:
        try:
            yield process
        finally:
            process.kill()


def outcome(command: list[str], text: str, **environment: str) -> tuple[int, list[object], list[str]]:
    with running(command, **environment) as process:
        out, err = process.communicate(text.encode(), timeout=ENOUGH)
        return process.returncode, [json.loads(line) for line in out.splitlines()], err.decode().splitlines()


def ask(process: "subprocess.Popen[bytes]", message: object) -> object:
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(message).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.mark.parametrize("command", BUILT)
@pytest.mark.parametrize("cards", [(None, None), pytest.param(("Apollo", "Prometheus"), marks=pytest.mark.ci)])
def test_two_processes_play_a_whole_game(command: list[str], cards: tuple[str | None, str | None]) -> None:
    message: object = [{"card": card} for card in cards if card]
    with running(command, SANTORINI_STRICT="1") as one, running(command, SANTORINI_STRICT="1") as two:
        for turn in range(100):
            state = decode(message)
            if not successors(state):
                break
            answer = ask((one, two)[turn % 2], message)
            check(message, answer)
            if turn == 1:
                answer = {"players": answer, "spaces": [[0] * 5] * 5, "turn": 0}
            if next(after for after in successors(state) if after.told == decode_answer(answer)).won:
                break
            message = answer
        else:
            pytest.fail("expected a game of less than 100 turns")


@pytest.mark.parametrize("command", BUILT)
def test_a_won_position_is_won(command: list[str]) -> None:
    assert outcome(command, SPEC) == (0, [json.loads(WON)], [])


@pytest.mark.parametrize("command", BUILT)
def test_what_is_wrong_with_the_input_is_one_line_and_status_2(command: list[str]) -> None:
    status, answers, errors = outcome(command, IMPOSSIBLE["a level of 7"])
    assert (status, answers) == (2, [])
    assert errors == ["santorini: expected integer from 0 to 4 at $.spaces[0][4], got 7"]


@pytest.mark.parametrize("command", BUILT)
def test_the_end_of_the_input_ends_it_cleanly(command: list[str]) -> None:
    assert outcome(command, "") == (0, [], [])


@pytest.mark.parametrize("command", BUILT)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_without_a_word(command: list[str], number: signal.Signals) -> None:
    with running(command) as process:
        ask(process, [])
        process.send_signal(number)
        out, err = process.communicate(timeout=ENOUGH)
        assert (process.returncode, out, err) == (-number, b"", b"")


def test_it_thinks_as_long_as_its_setting_says() -> None:
    with running(COMMANDS[0], SANTORINI_MOVE_SECONDS="0.2") as process:
        first = ask(process, [])
        started = time.monotonic()
        ask(process, first)
        assert 0.15 < time.monotonic() - started < ENOUGH


@pytest.mark.parametrize("text", ["soon", "-1", "0", "inf", "nan"])
def test_a_setting_that_makes_no_sense_is_told_and_not_used(text: str) -> None:
    _, _, errors = outcome(COMMANDS[0], "", SANTORINI_MOVE_SECONDS=text)
    assert errors == [f"santorini: expected number > 0 in SANTORINI_MOVE_SECONDS, got {text!r}; using 1.0"]


def test_the_log_has_each_message_answer_and_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    _, answers, _ = outcome(COMMANDS[0], SPEC + "[]", SANTORINI_LOG=str(log))
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["state"], line["answer"]) for line in lines] == [(json.loads(SPEC), answers[0]), ([], answers[1])]
    assert all(0 <= line["seconds"] < ENOUGH for line in lines)


def test_nothing_that_the_first_answer_does_not_need_is_imported() -> None:
    names = {"numpy", "rich", "starlette"}
    code = f"import sys, santorini.player, santorini.policy.searching; print({names} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


FIRST: list[object] = [[[3, 3], [2, 2]], [[2, 4], [1, 5]], [[1, 1], [1, 2]]]
WITH_CARDS: list[dict[str, Any]] = [
    {"card": "Pan", "style": "shiny"},
    {"card": "Atlas", "tokens": [[5, 5], [1, 1]], "name": "Ann", "age": 1 << 70},
]


def answered(message: object) -> Any:
    scripted = Scripted()
    assert scripted.run(json.dumps(message).encode()) == 0
    (answer,) = scripted.answers
    check(message, answer)
    return answer


@pytest.mark.parametrize("first", FIRST)  # a student's player opens with the second
def test_the_second_player_returns_the_first_ones_entry_as_it_came(first: object) -> None:
    answer = answered([first])
    assert len(answer) == 2
    assert answer[0] == first


def test_the_entry_of_a_player_with_a_card_comes_back_with_all_its_keys() -> None:
    mine, theirs = WITH_CARDS
    answer = answered([mine, theirs])
    assert answer == [theirs, {**mine, "tokens": answer[1]["tokens"]}]


def test_the_first_player_returns_the_entries_of_both_cards() -> None:
    cards: list[dict[str, object]] = [{"card": "Pan", "style": "shiny"}, {"card": "Nobody", "name": None}]
    answer = answered(cards)
    assert answer == [cards[1], {**cards[0], "tokens": answer[1]["tokens"]}]


@pytest.mark.parametrize("mine", [[[2, 3], [4, 4]], [[4, 4], [2, 3]]])
@pytest.mark.parametrize("theirs", [[[2, 5], [3, 5]], [[3, 5], [2, 5]]])
def test_on_a_board_tokens_that_did_not_move_keep_their_places(mine: list[object], theirs: object) -> None:
    answer = answered({**json.loads(SPEC), "players": [mine, theirs]})
    other, ours = answer["players"]
    assert other == theirs
    assert sum(now == before for now, before in zip(ours, mine, strict=True)) == 1
    assert answer.keys() == {"players", "spaces", "turn"}


@pytest.mark.parametrize(("card", "thrown_to"), [("Apollo", [2, 2]), ("Minotaur", [2, 4])])
def test_a_token_that_was_swapped_or_pushed_keeps_its_place(card: str, thrown_to: list[int]) -> None:
    spaces = [[4, 4, 4, 0, 0], [4, 2, 3, 0, 0], [4, 4, 4, 0, 0], [4] * 5, [0, 4, 4, 4, 4]]
    board = {
        "players": [{"card": card, "tokens": [[5, 1], [2, 2]]}, {"tokens": [[2, 3], [1, 5]], "card": "Pan", "x": 1}],
        "spaces": spaces,
        "turn": 8,
    }
    assert answered(board)["players"] == [
        {"card": "Pan", "tokens": [thrown_to, [1, 5]], "x": 1},
        {"card": card, "tokens": [[5, 1], [2, 3]]},
    ]


@pytest.mark.parametrize("built_in", ["santorini", "greedy", "random", "alphabeta:1"])
def test_every_built_in_returns_the_first_players_entry_as_it_came(built_in: str) -> None:
    command = [sys.executable, "-m", "santorini", "bot", built_in]
    status, answers, _ = outcome(command, json.dumps([FIRST[0]]))
    assert status == 0
    assert isinstance(answers[0], list)
    assert answers[0][0] == FIRST[0]


def test_the_log_has_the_answer_as_it_was_written(tmp_path: Path) -> None:
    log = tmp_path / "log"
    _, answers, _ = outcome(COMMANDS[0], json.dumps([FIRST[0]]), SANTORINI_LOG=str(log))
    assert json.loads(log.read_text())["answer"] == answers[0]


def test_with_a_count_of_nodes_the_clock_changes_no_answer() -> None:
    players = '[{"card":"Pan","tokens":[[2,3],[4,4]]},{"card":"Atlas","tokens":[[2,5],[3,5]]}]'
    board = f'{{"players":{players},"spaces":{[[0] * 5] * 5},"turn":2}}'
    settings = {"SANTORINI_MOVE_NODES": "2000"}
    found = [outcome(COMMANDS[0], board, SANTORINI_MOVE_SECONDS=text, **settings)[1] for text in ("0.0001", "5")]
    assert len(found[0]) == 1
    assert found[0] == found[1]
