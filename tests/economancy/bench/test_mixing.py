import numpy as np
import pytest
from numpy.random import default_rng

from economancy.arrays.games import batch_of
from economancy.bench import mixing as bench_mixing
from economancy.bench.mixing import Mixed
from economancy.commands.cli import main
from economancy.rules.game import new_game
from economancy.rules.state import End
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES


def test_a_mixed_value_lies_between_what_was_learned_and_what_rollouts_return() -> None:
    games = batch_of([new_game(2)] * 3)
    learned, returned, mixed = (Mixed(VALUES[2], share, 50, default_rng(1))(games) for share in (0.0, 1.0, 0.25))
    assert learned == pytest.approx(VALUES[2](games))
    assert (returned * 50) % 1 == pytest.approx(0, abs=1e-4)
    assert mixed == pytest.approx(0.75 * learned + 0.25 * returned, abs=1e-6)
    assert np.allclose(mixed.sum(axis=1), 1)


def test_where_nothing_is_open_both_say_the_same() -> None:
    games = batch_of([position(player(), player(out=True), phase=End(0))])
    assert Mixed(VALUES[2], 0.5, 2, default_rng(1))(games).tolist() == [[1, 0, 0]]


def test_the_command_prints_a_score_for_each_shop_and_share(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_mixing, "ROLLOUTS", 1)
    assert main(["bench", "mixing", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        f"{shop} shop, {share} of each value from 1 rollouts, 2 games"
        for shop in ("simple", "base")
        for share in ("10%", "30%")
    ]
    assert all(0 <= float(line.split(": ")[1].split()[0]) <= 100 for line in lines)
