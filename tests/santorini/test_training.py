"""Self-play and fits: what they write is what the core reads, and the same seed gives the same."""

import json
from pathlib import Path

import numpy as np
import pytest

from santorini.commands.cli import main
from santorini.search import core
from santorini.search.decision import WEIGHTS
from santorini.training import linear
from santorini.training.fitting import targets
from santorini.training.self_play import Positions, play_games


def test_self_play_keeps_quiet_positions_and_who_won() -> None:
    played = play_games(None, games=6, nodes=200, seed=1)
    assert len(played) > 20
    assert set(played.results) == {0, 1}
    for record in played.records:
        assert not core.wins(record.tobytes(), 0)
        assert not core.wins(record.tobytes(), 1)
    again = play_games(None, games=6, nodes=200, seed=1)
    assert (again.records == played.records).all()
    assert (again.scores == played.scores).all()


def test_targets_are_between_the_result_and_the_score() -> None:
    played = play_games(None, games=3, nodes=100, seed=2)
    by_result, by_score, mixed = (targets(played, share) for share in (1.0, 0.0, 0.5))
    assert (by_result == played.results).all()
    assert np.allclose(mixed, (by_result + by_score) / 2, atol=1e-6)


@pytest.mark.parametrize("kind", ["linear", "wide"])
def test_train_plays_and_fits_and_writes_how(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    games, file = tmp_path / "games", tmp_path / "value.bin"
    play = ["train", "play", str(games), "--files", "2", "--games", "8", "--nodes", "100"]
    assert main(play) == 0
    before = {path: path.read_bytes() for path in games.iterdir()}
    assert main(play) == 0  # what is there already is left
    assert {path: path.read_bytes() for path in games.iterdir()} == before
    fit = ["train", "fit", str(file), "--data", str(games), "--kind", kind, "--passes", "2"]
    assert main(fit) == 0
    value = file.read_bytes()
    core.Engine(value, bits=4)
    record = json.loads(file.with_suffix(".json").read_text())
    assert record["kind"] == kind
    assert record["positions"] == sum(len(Positions.load([path])) for path in games.iterdir())
    assert main(fit) == 0
    assert file.read_bytes() == value
    capsys.readouterr()


def test_no_games_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "fit", str(tmp_path / "value.bin"), "--data", str(tmp_path), "--kind", "linear"]) == 2
    assert "expected files of games, got none" in capsys.readouterr().err


def test_the_linear_features_count_what_each_token_sees() -> None:
    played = play_games(None, games=4, nodes=100, seed=3)
    from santorini.arrays.windows import KINDS, windows  # noqa: PLC0415 - beside what it checks

    seen = windows(played.records)
    counts = linear.features(seen)
    assert (counts.sum(axis=(1, 2)) == 4 + (seen.kinds < KINDS).sum(axis=(1, 2))).all()


def test_beside_each_value_stands_how_it_was_made() -> None:
    for path in WEIGHTS.glob("*.bin"):
        record = json.loads(path.with_suffix(".json").read_text())
        assert {"kind", "passes", "seed", "files", "positions", "held_out_loss"} <= set(record)
        core.Engine(path.read_bytes(), bits=4)
