"""What gamekit is told of the game, and programs run a process a turn under its referee."""

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from coinfight.game import GAME
from coinfight.rules import Action, State, apply, is_over, legal_actions, new_game
from gamekit.answer import Answer, Delay, Failure, Kind, Reply
from gamekit.commands.common.main import main
from gamekit.deadline import Deadline
from gamekit.game import ChildSettings, Observation
from gamekit.referee import play, play_builtins
from gamekit.seats import BuiltinSeat
from gamekit.wire.json_seat import open_child

SETTINGS = ChildSettings("turns", timeout=5.0)
SOON = Deadline(lambda: 0.0, 0.1)


def bot(folder: Path, code: str) -> list[str]:
    path = folder / "bot.py"
    path.write_text(code)
    return [sys.executable, "-I", "-S", str(path)]


def ask(command: list[str], settings: ChildSettings = SETTINGS) -> Reply:
    with open_child(GAME, command, settings) as seat:
        return seat.ask(Observation(new_game(2), 0))


def test_values_go_through_json_and_back() -> None:
    rng, state = Random(1), new_game(3)
    while not is_over(state):
        action = rng.choice(GAME.legal_actions(state, state.turn % 3))
        assert GAME.decode_state(GAME.encode_state(state)) == state
        assert GAME.decode_action(GAME.encode_action(action)) == action
        state = GAME.apply(state, {state.turn % 3: action})
    assert sum(GAME.returns(state)) == 1


@pytest.mark.parametrize(
    "value", [None, [], [5], [5, "x"], [5, [0, -1]], ["5", [0]], [True, [True]], [True, [0]], [5, [True]]]
)
def test_an_action_of_another_shape_is_told(value: object) -> None:
    with pytest.raises(ValueError, match="expected an array of a coin"):
        GAME.decode_action(value)


def test_a_state_whose_turn_is_no_count_is_told() -> None:
    for turn in (True, "1", -1, None):
        with pytest.raises(ValueError, match="expected an object"):
            GAME.decode_state({**GAME.encode_state(new_game(2)), "turn": turn})


def test_variants_are_hands() -> None:
    assert GAME.new_game(2, "standard", Random()) == new_game(2)
    assert GAME.new_game(2, "small", Random()).denominations == (1, 5, 10)
    assert GAME.new_game(2, "2x3, 1x7", Random()) == new_game(2, (3, 7), (2, 1))
    with pytest.raises(ValueError, match="expected a hand"):
        GAME.new_game(2, "much", Random())


@pytest.mark.parametrize("name", ["nobody", "mcts:0", "mcts:x", ""])
def test_no_such_builtin_lists_the_names(name: str) -> None:
    with pytest.raises(ValueError, match="expected a built-in"):
        GAME.policy(name)


def test_builtins_play_to_the_end_at_six_seats() -> None:
    names = ("coinfight:50", "randy", "mcts:50", "alpha-beta:100", "mcts-rules:50", "random")
    match = play_builtins(GAME, new_game(6), names, seed=1)
    assert match.faults == []
    assert sum(GAME.returns(match.state)) == 1


def test_a_program_is_asked_once_a_turn(tmp_path: Path) -> None:
    low = "import sys; lines = sys.stdin.read().split('\\n'); hand = lines[2 + int(lines[0].split()[1]) % 2]\n"
    low += "print(next(p.split('x')[1] for p in hand.split(', ') if p[0] != '0'))\nprint('0x1')"
    with open_child(GAME, bot(tmp_path, low), SETTINGS) as seat:
        match = play(GAME, new_game(2), [BuiltinSeat(GAME, GAME.policy("greedy"), Random(1), 1.0), seat])
    assert match.faults == []
    assert GAME.returns(match.state) == (1.0, 0.0)


def test_a_byte_order_mark_before_an_answer_is_skipped(tmp_path: Path) -> None:
    command = bot(tmp_path, 'import os\nos.write(1, b"\\xef\\xbb\\xbf1\\n0x1, 0x5, 0x10, 0x25\\n")')
    answer = ask(command)
    assert isinstance(answer, Answer)
    assert answer.value == [1, [0, 0, 0, 0]]


def test_a_fault_takes_the_hand_and_the_game_goes_on(tmp_path: Path) -> None:
    with open_child(GAME, bot(tmp_path, "print('5 cents')"), SETTINGS) as seat:
        others = [BuiltinSeat(GAME, GAME.policy(name), Random(1), 1.0) for name in ("greedy", "coinage")]
        match = play(GAME, new_game(3), [others[0], seat, others[1]])
    assert [fault.seat for fault in match.faults] == [1]
    assert match.forfeit is None
    assert GAME.returns(match.state)[1] == 0


def test_a_program_that_kills_or_stops_its_parent_has_failed_whatever_it_answers() -> None:
    for name, did in (("KILL", "killed"), ("STOP", "stopped")):
        came = ask(["sh", "-c", f"kill -{name} $PPID; echo 1; echo 0x1"])
        assert isinstance(came, Failure)
        assert (came.kind, came.reason) == ("dead", f"{did} its parent process")


def test_after_change_that_is_not_there_the_coin_stays() -> None:
    after = GAME.after_fault(new_game(2), 0, [5, [1, 0, 0, 0]])
    assert after is not None
    assert after.table == (0, 1, 0, 0)
    assert GAME.after_fault(new_game(2), 0, [5, [9, 0, 0, 0]]) == GAME.after_fault(new_game(2), 0, None)


def test_programs_that_fail_do_so_for_a_reason(tmp_path: Path) -> None:
    late = ask(["sleep", "60"], ChildSettings("turns", timeout=0.3))
    assert isinstance(late, Failure)
    assert (late.kind, late.delay) == (Kind.LATE, Delay.IDLE)
    assert late.reason.startswith("no answer within 0.3 s; it waits")
    flood = ask(bot(tmp_path, "print('1' * 100000)"))
    assert isinstance(flood, Failure)
    assert flood.kind == "flood"
    silent = ask(bot(tmp_path, ""))
    assert isinstance(silent, Failure)
    assert silent.kind == "garbage"
    absent = ask(["/nowhere/to/be/found"])
    assert isinstance(absent, Failure)
    assert absent.kind == "dead"
    answer = ask(bot(tmp_path, "print('5'); raise SystemExit(3)"))  # the framework looks at no exit status
    assert isinstance(answer, Answer)
    assert answer.value == [5, [0, 0, 0, 0]]


def test_the_state_is_drawn_with_names_escaped() -> None:
    observation = Observation(new_game(2), 0)
    page = GAME.draw_page(observation, ["<i>", "you"])
    assert "<i>" not in page
    assert page.count('class="rim ') == 20
    assert "4 x 1, 3 x 5, 2 x 10, 1 x 25" in str(GAME.draw_text(observation, ["a", "b"]))


def test_hints_say_which_moves_win() -> None:
    state = apply(new_game(2), Action(1, (0, 0, 0, 0)))
    texts = {hint.text for hint in GAME.hints(Observation(state, 1), Random(1), SOON)}
    assert texts <= {"wins (proved)", "loses (proved)"}
    assert "wins (proved)" in texts
    assert len(GAME.hints(Observation(new_game(3), 0), Random(1), SOON)) == 4


TOO_LARGE = {
    "$.hands": {"hands": [[1]] * 101, "denominations": [1], "table": [0], "turn": 0},
    "$.denominations": {"hands": [[0] * 17] * 2, "denominations": [*range(1, 18)], "table": [0] * 17, "turn": 0},
    "worth at most": {"hands": [[1], [5000]], "denominations": [1], "table": [0], "turn": 0},
    "sets of change": {
        "hands": [[6] * 7] * 2,
        "denominations": [1, 2, 5, 10, 20, 50, 100],
        "table": [0] * 7,
        "turn": 0,
    },
}


@pytest.mark.parametrize("expected", TOO_LARGE)
def test_a_state_too_large_for_any_game_is_refused(expected: str) -> None:
    with pytest.raises(ValueError, match=f"expected .*{re.escape(expected)}"):
        GAME.decode_state(TOO_LARGE[expected])


@pytest.mark.parametrize(
    "command", ["verify", "view", "view --text", "analyse", "play --text --from", "replay --seat 1"]
)
def test_a_file_with_millions_of_coins_is_refused_by_every_command(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = {"denominations": [1, 1000000], "table": [10_000_000, 0], "hands": [[0, 1], [1, 0]], "turn": 0, "seat": 0}
    lines = [state, [1_000_000, [1, 0]], {**state, "turn": 1, "over": {"returns": [0, 1]}}]
    (tmp_path / "game.json").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    own = ["random"] if command.startswith("replay") else []
    assert main(GAME, {}, [*command.split(), str(tmp_path / "game.json"), *own]) in (1, 2)
    assert "expected coins worth at most 5000" in "".join(capsys.readouterr())


def test_a_hand_too_large_for_any_game_is_refused() -> None:
    for hand in ("10000000x1, 10000000x1000000", "9x1, 9x2, 9x5, 9x10, 9x20, 9x50, 9x100"):
        with pytest.raises(ValueError, match="expected coins"):
            GAME.new_game(6, hand, Random())


def test_an_action_is_found_among_the_legal_ones_without_a_list_of_them() -> None:
    state = State((1, 5, 10, 25), (9, 9, 9, 9), ((4, 3, 2, 1), (4, 3, 2, 1)), 1)
    legal = GAME.legal_actions(state, 1)
    assert [action for action in legal if action in legal] == legal_actions(state)
    wrong = (Action(25, (5, 4, 0, 0)), Action(10, (0, 0, 1, 0)), Action(2, (0,) * 4), Action(5, (1,)), (5, (0,) * 4), 5)
    assert not any(each in legal for each in wrong)
