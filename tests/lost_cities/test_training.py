"""Training: a round learns, goes on from its checkpoint, and its result plays."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from gamekit.files import OwnFolder
from lost_cities.commands.cli import main
from lost_cities.search.core import PlayerKind, Style, library
from lost_cities.search.weights import read
from lost_cities.training.matches import OPPONENTS, CorePlayer, play_pairs, summary
from lost_cities.training.trainer import Trainer, TrainingReport, TrainingSettings
from lost_cities.training.weights import begin

core = library()
pytestmark = pytest.mark.skipif(core is None, reason="expected a C compiler or a shipped core")

SMALL = TrainingSettings(games=96, hidden=32, top=32)


def trained(folder: Path, settings: TrainingSettings = SMALL) -> Trainer:
    assert core
    with closing(OwnFolder(folder)) as own:
        trainer = Trainer(core, settings, own)
        trainer.run(lambda report: None)
    return trainer


def test_the_same_settings_make_the_same_weights(tmp_path: Path) -> None:
    assert trained(tmp_path / "one").trained() == trained(tmp_path / "two").trained()


@pytest.mark.ci
def test_errors_shrink(tmp_path: Path) -> None:
    reports: list[TrainingReport] = []
    assert core
    with closing(OwnFolder(tmp_path)) as own:
        trainer = Trainer(core, TrainingSettings(games=2200, hidden=32, top=32), own)
        first = trainer.trained()
        trainer.run(reports.append)
    assert [report.games for report in reports] == [2000, 2200]
    style = Style(kind=PlayerKind.VALUES, winning=0.3)
    margins, _ = play_pairs(core, CorePlayer(style, trainer.trained()), CorePlayer(style, first), 50, 1)
    assert summary(margins).margin.mean > 20


def test_a_training_goes_on_from_its_checkpoint_and_only_with_the_same_settings(tmp_path: Path) -> None:
    assert core
    done = trained(tmp_path)
    with closing(OwnFolder(tmp_path)) as own:
        again = Trainer(core, SMALL, own)
        assert (again.games, again.steps) == (done.games, done.steps)
        assert np.array_equal(again.weights, done.weights)
        with pytest.raises(ValueError, match="expected a checkpoint of"):
            Trainer(core, TrainingSettings(games=96, hidden=32, top=32, seed=8), own)


def test_the_number_of_games_may_change_on_the_way_and_the_record_says_when(tmp_path: Path) -> None:
    assert trained(tmp_path).plans == [(0, 96)]
    assert trained(tmp_path, TrainingSettings(games=128, hidden=32, top=32)).plans == [(0, 96), (96, 128)]
    assert trained(tmp_path, TrainingSettings(games=128, hidden=32, top=32)).plans == [(0, 96), (96, 128)]


@pytest.mark.parametrize(("hidden", "top"), [(33, 32), (0, 32), (544, 32), (32, 96)])
def test_widths_come_in_steps_of_32(hidden: int, top: int) -> None:
    assert core
    with pytest.raises(ValueError, match="expected widths in steps of 32"):
        begin(core, hidden, top, 1)


def test_the_command_writes_weights_and_their_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", str(tmp_path), "--games", "64", "--hidden", "32", "--nets", "2", "--checks", "5"]
    assert main(words) == 0
    weights = read(tmp_path / "values.bin")
    assert (weights.hidden, weights.top, weights.nets) == (32, 32, 2)
    assert weights.floats[: len(weights.floats) // 2] != weights.floats[len(weights.floats) // 2 :]
    assert "64 games: errors" in capsys.readouterr().out
    assert main(["train", str(tmp_path), "--seed", "9"]) == 2
    assert "expected a checkpoint of" in capsys.readouterr().err


def test_values_beat_nobody_by_looks_alone() -> None:
    assert core
    margins, turns = play_pairs(core, OPPONENTS["bred"], OPPONENTS["bred"], 20, 1)
    assert all(margins[i] == -margins[i + 1] for i in range(0, 40, 2))
    assert max(turns) <= 44


@pytest.mark.parametrize(
    ("margins", "won", "margin"), [([10, 20, -5, 5], 0.75, 7.5), ([0, 0], 0.5, 0), ([-1, -1, -1, -1], 0, -1)]
)
def test_pairs_are_summed_up_with_a_draw_as_half(margins: list[int], won: float, margin: float) -> None:
    found = summary(margins)
    assert (found.games, found.won.mean, found.margin.mean) == (len(margins), won, margin)
