"""Training: fitting, and the commands around it."""

import json
from argparse import ArgumentParser
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from economancy.arrays.games import BUYING, INVESTING, batch_of
from economancy.commands.cli import main
from economancy.commands.train import add_arguments, settings_of
from economancy.game import GAME
from economancy.rivals.types import PlayerType
from economancy.rules.state import Buying
from economancy.search.value import pack, unpack, weights_name
from economancy.training import train_run
from economancy.training.learning.fitting import Fitter, ReplayMemory
from economancy.training.learning.returns import Examples
from economancy.training.pool import evaluate
from economancy.training.settings import TrainingSettings
from economancy.training.trainer import VERSIONS, Trainer
from tests.economancy.positions import player, position
from tests.economancy.search.test_look_ahead import VALUES
from tests.economancy.training.little import SEARCH, SMALL, START, copies, fresh


def test_at_three_seats_a_training_learns_from_every_order_of_the_seats() -> None:
    """The seats are told apart by their coins before the first bid: 0, 10 and 20."""
    seen: set[tuple[int, ...]] = set()

    class Watched(ReplayMemory):
        def add(self, examples: Examples) -> None:
            seen.update(tuple(coins // 10) for coins in examples.games.coins if self.encoder.phase == INVESTING)

    start = batch_of([position(*(player(coins=coins) for coins in (0, 10, 20)), shop={"Ghost": 1})])
    trainer = Trainer(replace(SMALL, seats=3, every=1), fresh=copies(start))
    trainer.memories = {phase: Watched(encoder, 1, 1) for phase, encoder in trainer.encoders.items()}
    for _ in range(40):
        trainer.self_play.games = trainer.self_play.fresh(trainer.settings.games)
        trainer.advance()
    assert seen == set(permutations((0, 1, 2)))


def test_a_training_plays_against_what_it_was_at_its_beginning_and_ever_since() -> None:
    trainer = Trainer(replace(SMALL, decisions=1400, earlier=0.3))
    begun = trainer.networks
    while not trainer.finished:
        before = len(trainer.versions)
        trainer.advance()
        assert trainer.self_play.version is not None
        assert any(trainer.self_play.version.value is version for version in trainer.versions)
        assert len(trainer.versions) - before <= 1
    assert len(trainer.versions) == VERSIONS
    games = fresh(1)
    assert (trainer.versions[0](games) == begun(games)).all()
    assert (trainer.versions[-1](games) != begun(games)).any()
    other = Trainer(replace(SMALL, decisions=1400, earlier=0.3))
    other.restore(trainer.state())
    assert all((one(games) == two(games)).all() for one, two in zip(other.versions, trainer.versions, strict=True))


@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_level_one_training_most_others_are_of_level_one_and_a_seat_looks_ahead(seats: int) -> None:
    trainer = Trainer(replace(SMALL, seats=seats, games=200, level_one=True))
    types = trainer.self_play.games.types
    assert (types == PlayerType.EQUAL).any(axis=1).all()
    assert (types[types != PlayerType.EQUAL] == PlayerType.LEVEL_ONE).mean() > 0.6


def test_a_level_one_training_of_two_seats_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "simple", str(tmp_path / "new"), "--level-one"]) == 2
    assert capsys.readouterr().err == "economancy train: expected --seats 3 or 4 with --level-one, got 2\n"
    assert not (tmp_path / "new").exists()


def test_the_same_seed_learns_the_same() -> None:
    def weights(seed: int) -> bytes:
        trainer = Trainer(replace(SMALL, seed=seed))
        trainer.advance()
        return b"".join(matrix.tobytes() for matrix, _ in trainer.networks.weights[INVESTING])

    assert weights(1) == weights(1)
    assert weights(1) != weights(2)


def test_a_training_goes_on_from_its_state() -> None:
    trainer, games = Trainer(SMALL), fresh(1)
    for _ in range(8):
        trainer.advance()
    other = Trainer(SMALL)
    other.restore(trainer.state())
    before = other.networks(games)
    assert (before == trainer.networks(games)).all()
    for _ in range(8):
        other.advance()
    assert other.decisions > trainer.decisions
    assert (other.networks(games) != before).any()


def test_examples_are_learnt_from_the_view_of_every_seat() -> None:
    encoder = VALUES[2].encoders[INVESTING]
    memory = ReplayMemory(encoder, 10, views=2)
    state = position(player("Ghost", coins=3), player("Worker", coins=1), shop={"Ghost": 2})
    memory.add(Examples(INVESTING, batch_of([state]), np.array([[0.7, 0.1, 0.2]], np.float32)))
    mirrored = position(*reversed(state.players), shop={"Ghost": 2})
    assert len(memory) == 2
    assert memory.outcomes[:2] == pytest.approx(np.array([[0.7, 0.1, 0.2], [0.1, 0.7, 0.2]]))
    assert (memory.features[1] == encoder(batch_of([mirrored]))[:, 0].astype(np.float16)).all()


def test_a_memory_keeps_the_last_examples() -> None:
    memory = ReplayMemory(VALUES[2].encoders[BUYING], 4, views=1)
    games = batch_of([position(player(), player(), phase=Buying())] * 3)
    for chance in (0.0, 1.0):
        memory.add(Examples(BUYING, games, np.tile(np.array([chance, 0, 0], np.float32), (3, 1))))
    assert sorted(memory.outcomes[:, 0].tolist()) == [0, 1, 1, 1]


def test_fitting_brings_the_chances_nearer_to_the_outcomes() -> None:
    rng = default_rng(1)
    fitter = Fitter(5, (16,), 3, rng)
    features = rng.normal(size=(64, 5)).astype(np.float32)
    outcomes = np.eye(3, dtype=np.float32)[(features[:, 0] > 0).astype(np.intp)]
    losses = [fitter.fit(features, outcomes, 1e-2) for _ in range(200)]
    assert losses[-1] < 0.1 < losses[0]


def test_an_evaluation_counts_every_game_once() -> None:
    found = evaluate(SEARCH, START, SEARCH, 2, default_rng(1))
    assert [*found] == ["random", "simple", "points", "attack", "decent", "before"]
    assert all(sum(result) == 2 and min(result) >= 0 for result in found.values())


@pytest.mark.parametrize(("seats", "share"), [("2", 0), ("3", 0.2), ("4", 0.2)])
def test_at_tables_of_three_and_four_train_plays_against_earlier_versions_unless_told_not_to(
    seats: str, share: float
) -> None:
    parser = ArgumentParser()
    add_arguments(parser, GAME)
    assert settings_of(parser.parse_args(["base", "folder", "--seats", seats])).earlier == share
    assert settings_of(parser.parse_args(["base", "folder", "--seats", seats, "--earlier", "0"])).earlier == 0


def test_train_writes_weights_and_their_record_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "train",
        "simple",
        str(tmp_path),
        "--decisions",
        "600",
        "--hidden",
        "4",
        "--looks",
        "1",
        "--games",
        "2",
    ]
    assert main(arguments) == 0
    assert "decisions" in capsys.readouterr().out
    name = weights_name("simple", 2)
    record = json.loads((tmp_path / name).with_suffix(".json").read_text())
    assert record["settings"]["hidden"] == [4]
    assert record["decisions"] >= 600
    assert set(unpack((tmp_path / name).read_bytes())) == {0, 1, 2}
    assert main(arguments) == 0
    assert "going on from" in capsys.readouterr().out
    assert main([*arguments, "--seed", "2"]) == 2
    assert "expected the checkpoint of" in capsys.readouterr().err


@pytest.mark.parametrize("seats", [2, 3])
def test_of_the_games_of_a_training_as_many_as_are_asked_for_begin_after_random_days(seats: int) -> None:
    shares = []
    for opened in (0, 0.6):
        days = Trainer(replace(SMALL, seats=seats, opened=opened, games=2000)).self_play.games.day
        shares.append([(days == day).mean() for day in (1, 2, 3)])
    assert shares[0] == [1, 0, 0]
    assert shares[1] == pytest.approx([0.4, 0.3, 0.3], abs=0.05)


def test_a_training_begins_with_weights_of_its_own_shape_and_no_others(tmp_path: Path) -> None:
    trainer, other = Trainer(TrainingSettings("simple", hidden=(8,))), Trainer(TrainingSettings("simple", hidden=(9,)))
    file = tmp_path / "weights.npz"
    file.write_bytes(pack(other.networks.weights))
    with pytest.raises(ValueError, match="expected layers of"):
        train_run.begun_networks(file, trainer)
    found = train_run.begun_networks(file, other)
    for phase, layers in other.networks.weights.items():
        for (matrix, _), (expected, _) in zip(found.weights[phase], layers, strict=True):
            assert matrix == pytest.approx(expected, abs=1e-3)
