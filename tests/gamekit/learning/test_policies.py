"""What learns as a SEAT, and built-ins as players of OpenSpiel's."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from coinfight.game import GAME as COIN_FIGHT
from gamekit.builtins import is_brought, policy_of
from gamekit.commands.common.arguments import program_of
from gamekit.commands.common.main import main
from gamekit.commands.common.status import Status
from gamekit.deadline import NO_DEADLINE
from gamekit.game import AnyGame, Observation
from gamekit.learning.policies import as_policy, model, read, save
from gamekit.learning.turn_view import Setup
from gamekit.referee import play_builtins
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM, State

pytestmark = pytest.mark.skipif(not is_brought("model:"), reason="installed before there were entry points: ./build.sh")


def choice(game: AnyGame, name: str, state: Any) -> Any:
    return policy_of(game, name)(Observation(state, 0), Random(1), NO_DEADLINE)


def test_a_model_that_chooses_numbers_is_a_policy() -> None:
    policy = as_policy(Setup.of(NIM), lambda array, mask: int(np.flatnonzero(mask)[-1]))
    assert policy(Observation(State((3, 4, 5), 2), 0), Random(1), NO_DEADLINE) == (2, 5)
    wrong = as_policy(Setup.of(NIM), lambda array, mask: 99)
    with pytest.raises(ValueError, match="got 99"):
        wrong(Observation(State((3, 4, 5), 2), 0), Random(1), NO_DEADLINE)


def test_a_file_of_ones_own_is_a_seat(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(game):\n    return lambda observation, rng, deadline: (0, 1)\n")
    name = f"model:{file}"
    assert program_of(NIM, name) == name
    assert choice(NIM, name, State((3, 4, 5), 2)) == (0, 1)
    file.write_text("x = 1\n")
    with pytest.raises(ValueError, match="a function `policy`"):
        model(NIM, str(file))
    with pytest.raises(ValueError, match="the path of a Python file"):
        model(NIM, str(tmp_path / "nobody.py"))


ODD_MODELS = {
    "x = (": r"line 1: SyntaxError",
    "\nraise RuntimeError('odd')": "line 2: RuntimeError: odd",
    "raise SystemExit(3)": "line 1: SystemExit: 3",
    "def policy(game):\n    return game.nothing": "line 2: AttributeError",
    "def policy(game):\n    return 5": "expected `policy` to return a function, got 5",
}


@pytest.mark.parametrize("text", ODD_MODELS)
def test_a_file_of_ones_own_that_cannot_be_used_is_told_in_a_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(ValueError, match=f"{re.escape(str(file))}: {ODD_MODELS[text]}") as raised:
        program_of(NIM, f"model:{file}")
    assert "\n" not in str(raised.value)


def test_a_file_of_ones_own_that_fails_in_a_game_forfeits_it_and_its_error_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(game):\n    return lambda observation, rng, deadline: 1 // 0\n")
    assert main(NIM, {}, ["referee", f"model:{file}", "random"]) == Status.FAULT
    said = capsys.readouterr().err
    assert "forfeits: ZeroDivisionError" in said
    assert 'mine.py", line 2' in said


@pytest.mark.parametrize("action", ["None", "0", "'a'", "{}", "(0, 99)", "game"])
def test_a_file_of_ones_own_that_returns_no_legal_action_forfeits_the_game(
    action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def policy(game):\n    return lambda observation, rng, deadline: {action}\n")
    assert main(NIM, {}, ["referee", f"model:{file}", "random"]) == Status.FAULT
    assert "forfeits: ValueError: expected one of the legal actions, such as (0, 1), got " in capsys.readouterr().err


WRONG_STATES = ['{"a": 5}', '{"a": {"0": "x"}}', '{"a": {"0": -1}}', '{"a": {"0": 1e999}}', '{"a": {"0": true}}']


@pytest.mark.parametrize("states", WRONG_STATES)
def test_a_solution_whose_chances_are_none_is_refused(states: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(f'{{"game": "nim", "seats": 2, "variant": "standard", "states": {states}}}')
    with pytest.raises(ValueError, match=r"expected chances from 0 to 1 by number at \$.states\['a'\]|expected JSON"):
        read(NIM, file)


def test_a_solution_of_seats_that_no_game_has_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text('{"game": "nim", "seats": 99, "variant": "standard", "states": {}}')
    with pytest.raises(ValueError, match=r"x\.json: expected"):
        read(NIM, file)


def test_a_family_that_nobody_brings_is_no_seat() -> None:
    assert not is_brought("nobody:1")
    assert not is_brought("openspiel")
    with pytest.raises(ValueError, match=r"expected a built-in \(nim, random\), got 'nobody:1'; or .*openspiel:"):
        program_of(NIM, "nobody:1")


ENDLESS = {
    "deep": "expected JSON as written by",
    "pipe": "expected a file",
    "sparse": "expected at most 64 MiB, got more",
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_solution_that_has_no_end_is_refused(kind: str, tmp_path: Path) -> None:
    (tmp_path / "deep").write_text("[" * 100_000)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 60 << 30)
    with pytest.raises(ValueError, match=ENDLESS[kind]):
        read(NIM, tmp_path / kind)


def test_words_that_openspiel_does_not_know_are_refused(tmp_path: Path) -> None:
    huge = ("openspiel:mcts:1000001", f"openspiel:mcts:{'9' * 5000}")
    for words in ("openspiel:mcts", "openspiel:mcts:1", "openspiel:mcts:x", "openspiel:cfr:", "openspiel:", *huge):
        with pytest.raises(ValueError, match="expected openspiel:mcts:SIMULATIONS"):
            program_of(NIM, words)
    with pytest.raises(ValueError, match="No such file"):
        read(NIM, tmp_path / "nobody.json")
    (tmp_path / "x.json").write_text("{")
    with pytest.raises(ValueError, match="expected JSON"):
        read(NIM, tmp_path / "x.json")
    (tmp_path / "x.json").write_text('{"game": "chess", "seats": 2, "variant": "standard", "states": {}}')
    with pytest.raises(ValueError, match="expected a policy for nim"):
        read(NIM, tmp_path / "x.json")


class TestOpenSpiel:
    """Where the extra is installed."""

    @pytest.fixture(autouse=True)
    def _installed(self) -> None:
        pytest.importorskip("pyspiel", reason="the extra `learning` is not installed")

    @pytest.mark.parametrize("heaps", [(3,), (2, 1), (1, 2, 2)])
    def test_mcts_finds_the_winning_move(self, heaps: Sequence[int]) -> None:
        state = NIM.apply(State(tuple(heaps), 2), {0: choice(NIM, "openspiel:mcts:100", State(tuple(heaps), 2))})
        assert state.heaps in {(0,), (1, 1), (0, 2, 2)}

    def test_mcts_plays_games_with_secrets_and_moves_at_once(self) -> None:
        table = play_builtins(GOOFSPIEL, GOOFSPIEL.new_game(3, "standard", Random(1)), ["openspiel:mcts:9"] * 3, 1)
        assert table.over
        assert not table.faults

    def test_a_solution_by_cfr_is_a_seat_that_knows_every_state_it_comes_to(self, tmp_path: Path) -> None:
        import pyspiel  # noqa: PLC0415 - an extra
        from open_spiel.python.algorithms.cfr import CFRSolver  # noqa: PLC0415

        from gamekit.learning.spiel import register  # noqa: PLC0415

        setup, file = Setup.of(GOOFSPIEL, 2, "three"), tmp_path / "goofspiel.json"
        solver = CFRSolver(pyspiel.load_game(register(GOOFSPIEL), {"variant": "three", "deals": 0}))
        solver.evaluate_and_update_policy()
        save(setup, solver.average_policy(), file)
        states = json.loads(file.read_text())["states"]
        assert program_of(GOOFSPIEL, f"openspiel:cfr:{file}") == f"openspiel:cfr:{file}"
        for seed in range(6):
            view = setup.begin(setup.first_state(Random(seed)))
            players = [policy_of(GOOFSPIEL, f"openspiel:cfr:{file}") for _ in range(2)]
            while view.seat is not None:
                chances = states[view.information_state(view.seat)]
                action = players[view.seat](view.observation(view.seat), Random(seed), NO_DEADLINE)
                number = setup.numbering.number_of(view.table.state, view.seat, action)
                assert chances[str(number)] > 0
                view = view.answer(number or 0)

    def test_built_ins_play_as_bots(self) -> None:
        import pyspiel  # noqa: PLC0415 - an extra
        from open_spiel.python.algorithms.evaluate_bots import evaluate_bots  # noqa: PLC0415

        from gamekit.learning.bots import BuiltinBot  # noqa: PLC0415
        from gamekit.learning.spiel import register  # noqa: PLC0415

        for game, names in ((NIM, ("nim", "random")), (COIN_FIGHT, ("greedy", "random"))):
            state = pyspiel.load_game(register(game)).new_initial_state()
            bots = [BuiltinBot(game, name, player) for player, name in enumerate(names)]
            assert list(evaluate_bots(state, bots, np.random)) == [1, -1]
