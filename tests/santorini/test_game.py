"""The game as gamekit sees it: referee, traces, and a check of players."""

import sys
import time
from pathlib import Path
from random import Random

import pytest

from gamekit.deadline import Deadline
from gamekit.game import Observation
from gamekit.referee import play_builtins
from gamekit.wire.json_stream import dumps, loads
from santorini.commands.cli import main
from santorini.game import GAME, PAIRS, cards_of
from santorini.rules import successors
from tests.santorini.boards import ROOT, board, position


@pytest.mark.parametrize("variant", ["base", "Apollo-Prometheus", "Pan-Artemis"])
def test_random_play_keeps_the_interface(variant: str) -> None:
    rng = Random(1)
    state = GAME.new_game(2, variant, rng)
    while movers := GAME.players_to_move(state):
        (seat,) = movers
        legal = GAME.legal_actions(state, seat)
        assert list(legal) == sorted(set(legal))
        observation = Observation(state, seat)
        assert GAME.decode_observation(loads(dumps(GAME.encode_observation(observation)))) == observation
        action = rng.choice(legal)
        assert GAME.decode_action(loads(dumps(GAME.encode_action(action)))) == action
        state = GAME.apply(state, {seat: action})
        assert GAME.decode_state(loads(dumps(GAME.encode_state(state)))) == state
    assert sorted(GAME.returns(state)) == [0.0, 1.0]
    assert GAME.decode_end(loads(dumps(GAME.encode_end(state, None)))) == (state, None)


def test_all_pairs_of_cards_are_variants() -> None:
    assert len(PAIRS) == 28
    assert cards_of("Pan-Apollo") == ("Pan", "Apollo")
    for wrong in ("Pan-Pan", "Pan", "Pan-Hermes", ""):
        with pytest.raises(ValueError, match="expected"):
            cards_of(wrong)


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = position(0, 3, 1)
    with pytest.raises(ValueError, match="expected a legal turn of seat"):
        GAME.apply(state, {state.seat: state})


PLAYER = f"{sys.executable} -c 'import sys; from santorini.player import main; sys.exit(main(\"greedy\"))'"


def test_a_refereed_game_with_a_child_is_verified(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    assert main(["referee", "--cards", "Demeter-Minotaur", "--seed", "1", PLAYER, "random"]) == 0
    out, err = capfdbinary.readouterr()
    assert b"wins" in err
    trace = tmp_path / "game.json"
    trace.write_bytes(out)
    assert main(["verify", str(trace)]) == 0
    lines = out.splitlines()
    trace.write_bytes(b"\n".join([*lines[:5], *lines[7:]]))
    assert main(["verify", str(trace)]) != 0


@pytest.mark.ci
def test_check_finds_a_player_that_keeps_to_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("SANTORINI_MOVE_SECONDS", "0.1")
    assert main(["check", "--only", "first-move", "--only", "glued", "--only", "extra-keys", PLAYER]) == 0
    assert "Passed" in capsys.readouterr().out


def test_check_finds_a_player_that_does_not_swap_the_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nfor line in sys.stdin:\n    print(line.strip(), flush=True)\n")
    assert main(["check", "--only", "first-move", f"{sys.executable} {bot}"]) == 1
    assert "FAIL" in capsys.readouterr().out


def test_greedy_wins_most_games_against_random_play() -> None:
    tables = [
        play_builtins(GAME, GAME.new_game(2, GAME.variants[0], Random(n)), ["greedy", "random"], n) for n in range(8)
    ]
    assert sum(GAME.returns(table.state)[0] > 0 for table in tables) >= 6


@pytest.mark.parametrize("name", ["random", "greedy", "alphabeta:2", "santorini", "search:hand", "search:linear"])
def test_every_builtin_plays_legally(name: str) -> None:
    for number in (0, 20, 41):
        state = position(number, 8, number)
        deadline = Deadline.after(0.05, time.monotonic)
        assert GAME.policy(name)(Observation(state, state.seat), Random(1), deadline) in GAME.legal_actions(
            state, state.seat
        )


def test_an_unknown_builtin_is_told_with_the_names() -> None:
    with pytest.raises(ValueError, match="expected one of santorini, random, greedy"):
        GAME.policy("nobody")


def test_a_state_that_was_won_is_another_than_its_board_and_an_action_does_not_say_it() -> None:
    state = board("a1 e5", "e1 e2", "a1:2 b2:3")
    won = next(after for after in successors(state) if after.won)
    assert won != won.told
    assert won.told in GAME.legal_actions(state, 0)
    assert GAME.decode_action(GAME.encode_action(won)) == won.told
    assert GAME.apply(state, {0: won.told}) == won
    assert GAME.decode_state(GAME.encode_state(won)) == won
