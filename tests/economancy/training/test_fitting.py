"""Fitting the networks: the gradient, Adam, and a checkpoint that is data only."""

import json
import os
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from economancy.bench.fitting import SIZES
from economancy.commands.cli import main
from economancy.search.value import forward, softmax
from economancy.training import checkpoint
from economancy.training.checkpoint import Checkpoint
from economancy.training.learning.adam import Adam
from economancy.training.learning.fitting import Fitter, vector_of
from economancy.training.settings import TrainingSettings
from economancy.training.trainer import Trainer
from gamekit.files import OwnFolder
from gamekit.files.arrays import Form

SMALL = TrainingSettings("simple", decisions=2000, hidden=(8,), games=16, memory=500, batch=32)


def examples(number: int, inputs: int, outputs: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    rng = default_rng(2)
    features = rng.normal(size=(number, inputs)).astype(np.float32)
    return features, rng.dirichlet(np.ones(outputs), number).astype(np.float32)


def loss_by_definition(layers: Any, features: NDArray[Any], outcomes: NDArray[Any]) -> float:
    hidden = features
    for number, (matrix, bias) in enumerate(layers):
        hidden = (np.maximum(hidden, 0) if number else hidden) @ matrix.T + bias
    chances = np.exp(hidden) / np.exp(hidden).sum(axis=1, keepdims=True)
    return float(-(outcomes * np.log(chances)).sum(axis=1).mean())


def test_the_gradient_is_that_of_finite_differences() -> None:
    """These in double precision."""
    fitter = Fitter(5, (7, 4), 3, default_rng(1))
    features, outcomes = examples(11, 5, 3)
    loss, gradient = fitter.gradient(features, outcomes)
    exact = fitter.parameters.astype(np.float64)
    layers: Any = fitter.layers_of(exact)  # type: ignore[arg-type]
    assert loss == pytest.approx(loss_by_definition(layers, features, outcomes), abs=1e-6)
    for place, begun in enumerate(exact.copy()):
        around = []
        for exact[place] in (begun - 1e-6, begun + 1e-6):
            around.append(loss_by_definition(layers, features, outcomes))
        exact[place] = begun
        assert gradient[place] == pytest.approx((around[1] - around[0]) / 2e-6, abs=1e-6)
    assert (gradient != 0).mean() > 0.5


def test_a_fitter_takes_batches_of_any_size() -> None:
    fitter = Fitter(5, (7, 4), 3, default_rng(1))
    features, outcomes = examples(12, 5, 3)
    whole = fitter.gradient(features, outcomes)[1].copy()
    halves = [fitter.gradient(features[rows], outcomes[rows])[1].copy() for rows in (slice(6), slice(6, None))]
    assert whole == pytest.approx(sum(halves) / 2, abs=1e-6)


def test_adam_takes_the_steps_of_its_formula() -> None:
    """Two parameters, three steps, by the lines of the paper's algorithm 1."""
    adam, parameters = Adam(2), np.array([1.0, -2.0], np.float32)
    expected, mean, square = np.array([1.0, -2.0]), np.zeros(2), np.zeros(2)
    for number, gradient in enumerate(np.array([[0.5, -1e-3], [0.25, 4.0], [-1.0, 0.0]]), 1):
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        expected -= 0.1 * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
        adam.step(parameters, gradient.astype(np.float32), 0.1)
        assert parameters == pytest.approx(expected, abs=1e-6)
    assert adam.steps == 3


def test_a_network_begins_evenly_within_one_over_the_root_of_its_inputs() -> None:
    for matrix, bias in Fitter(100, (400,), 3, default_rng(1)).averaged:
        bound = matrix.shape[1] ** -0.5
        assert 0.95 * bound < np.abs(matrix).max() <= bound
        assert matrix.std() == pytest.approx(bound / 3**0.5, rel=0.05)
        assert 0 < np.abs(bias).max() <= bound


def test_what_plays_is_averaged_and_stays_as_it_is() -> None:
    fitter = Fitter(5, (7,), 3, default_rng(1))
    features, outcomes = examples(32, 5, 3)
    before = fitter.averaged
    was = vector_of(before).copy()
    fitter.fit(features, outcomes, 1e-2)
    fitter.average()
    assert (vector_of(before) == was).all()
    assert vector_of(fitter.averaged) == pytest.approx(0.9 * was + 0.1 * fitter.parameters)


def test_a_fitter_goes_on_from_its_state_as_if_it_had_not_stopped() -> None:
    features, outcomes = examples(32, 5, 3)
    fitter, other = (Fitter(5, (7, 4), 3, default_rng(seed)) for seed in (1, 2))
    for _ in range(5):
        fitter.fit(features, outcomes, 1e-2)
    fitter.average()
    other.restore(fitter.state())
    for one in (fitter, other):
        for _ in range(5):
            one.fit(features, outcomes, 1e-2)
        one.average()
    assert all((one == two).all() for one, two in zip(fitter.state().values(), other.state().values(), strict=True))


def test_a_checkpoint_holds_all_that_a_training_goes_on_from(tmp_path: Path) -> None:
    trainer = Trainer(replace(SMALL, earlier=0.3))
    while not all(fitter.adam.steps for fitter in trainer.fitters.values()):
        trainer.advance()
    with closing(OwnFolder(tmp_path)) as folder:
        checkpoint.write(folder, trainer.state())
    other = Trainer(replace(SMALL, earlier=0.3))
    other.restore(checkpoint.read(tmp_path / "checkpoint.npz", other.arrays_of))
    (about, arrays), (others_about, others) = trainer.state(), other.state()
    assert about == others_about
    assert arrays.keys() == others.keys()
    assert all((arrays[name] == others[name]).all() for name in arrays)
    assert all(fitter.adam.steps > 0 for fitter in other.fitters.values())
    assert trainer.rng.integers(2**63) == other.rng.integers(2**63)


class Trap:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("sprung",)


def test_reading_a_checkpoint_runs_nothing_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    about = json.dumps({"decisions": 1, "rng": default_rng().bit_generator.state})
    np.savez(tmp_path / "checkpoint.npz", about=np.array(about), trap=np.array([Trap()], dtype=object))
    with pytest.raises(ValueError, match="expected float64"):
        checkpoint.read(tmp_path / "checkpoint.npz", lambda file, about: {"trap": file.array("trap", Form(np.float64))})
    assert not (tmp_path / "sprung").exists()


def test_a_file_of_another_kind_is_named(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.npz"
    with closing(OwnFolder(tmp_path)) as folder:
        checkpoint.write(folder, Checkpoint({"decisions": 1}, {"a": np.zeros(3)}))
    whole = file.read_bytes()
    single = tmp_path / "array.npy"
    np.save(single, np.zeros(3))
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    contents = [b"", whole[:-30], b"PK", b"no npz", single.read_bytes(), (tmp_path / "empty.zip").read_bytes()]
    for content in contents:
        file.write_bytes(content)
        with pytest.raises(ValueError, match=f"expected a checkpoint in {file}"):
            checkpoint.read(file, lambda file, about: {})


def test_a_networks_chances_are_those_that_it_plays_by() -> None:
    fitter = Fitter(5, (7, 4), 3, default_rng(1))
    features, outcomes = examples(32, 5, 3)
    loss, _ = fitter.gradient(features, outcomes)
    chances = softmax(forward(fitter.averaged, features.T))
    assert loss == pytest.approx(-(outcomes * np.log(chances)).sum(axis=1).mean(), abs=1e-5)


def test_the_bench_prints_steps_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "fitting", "--rounds", "1", "--seconds", "0.001"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(SIZES)
