"""Files that a training goes on from or learns from may be anybody's: one that is wrong is a line with its path, and
nothing of it reaches compiled code. Its folder is its own, and nobody leads elsewhere what is written there.
"""

import json
import os
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from coinfight.commands.cli import main as coinfight
from economancy.arrays.games import batch_of
from economancy.commands.cli import main as economancy
from economancy.rules.game import new_game, new_shop
from economancy.search.look_ahead import Search
from economancy.search.value import SHOP_CARD_NAMES, trained
from economancy.training import checkpoint
from economancy.training.checkpoint import Checkpoint
from economancy.training.settings import TrainingSettings
from economancy.training.tabular.real_time import RealTime
from economancy.training.trainer import Trainer
from gamekit.files import OwnFolder
from lost_cities.commands.cli import main as lost_cities
from lost_cities.search.core import library
from lost_cities.training.trainer import RECIPE
from lost_cities.training.weights import begin
from santorini.commands.cli import main as santorini
from santorini.training import wide
from tests.swapping import swap
from thud.commands.cli import main as thud
from thud.rivals import weights as thud_weights

Capture = pytest.CaptureFixture[str]
Arrays = dict[str, Any]

BOARD = bytes([0] * 25 + [0, 1, 2, 3, 1, 2, 0])
"""Four tokens on level 0, and two cards."""


def refused(main: Callable[[list[str]], int], words: list[str], path: Path, capsys: Capture) -> None:
    assert main(words) == 2, words
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1, lines
    assert str(path) in lines[0]
    assert "expected" in lines[0]


def no_arrays(path: Path) -> None:
    path.write_bytes(b"PK\3\4junk")


def positions(count: int = 40) -> Arrays:
    records = np.tile(np.frombuffer(BOARD, np.uint8), (count, 1))
    return {"records": records, "scores": np.zeros(count, np.int16), "results": np.ones(count, np.int8)}


def with_byte(place: int, value: int) -> Arrays:
    found = positions()
    found["records"][7, place] = value
    return found


POSITIONS: dict[str, Arrays] = {
    "a level past the cap": with_byte(9, 5),
    "levels far past it": with_byte(9, 255),
    "a token off the board": with_byte(26, 25),
    "a token not placed": with_byte(28, 255),
    "two tokens on one space": with_byte(28, 0),
    "a token on a cap": with_byte(2, 4),
    "an unknown card": with_byte(29, 11),
    "cards far past the last": with_byte(30, 255),
    "other bytes a board": positions() | {"records": np.zeros((40, 3), np.uint8)},
    "another type": positions() | {"records": positions()["records"].astype(np.int64)},
    "fewer results": positions() | {"results": np.ones(39, np.int8)},
    "no result": positions() | {"results": np.full(40, 2, np.int8)},
    "no scores": {name: array for name, array in positions().items() if name != "scores"},
}


@pytest.mark.parametrize("kind", ["linear", "wide"])
def test_a_file_that_holds_no_positions_is_refused(kind: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "games.npz"
    words = ["train", "fit", str(tmp_path / "value.bin"), "--data", str(path), "--kind", kind, "--passes", "1"]
    for what, arrays in POSITIONS.items():
        np.savez(path, **arrays)
        refused(santorini, words, path, capsys)
        assert [each.name for each in tmp_path.iterdir()] == ["games.npz"], what
    no_arrays(path)
    refused(santorini, words, path, capsys)
    np.savez(path, **positions(3))
    assert santorini(words) == 2
    assert "expected 20 positions or more, got 3" in capsys.readouterr().err
    np.savez(path, **positions())
    assert santorini(words) == 0


def test_a_fit_refuses_a_file_that_is_no_state_of_its_own(tmp_path: Path) -> None:
    state, count = tmp_path / "state.npz", 40
    lesson = wide.Lesson(positions(count)["records"], np.full(count, 0.5, np.float32), 2)
    good: Arrays = {"arrays": np.zeros((3, wide.ROWS + 2, wide.UNITS), np.float32), "done": 1}
    good["mark"] = f"{count} positions, 1 passes, seed 1, {count / 2:.3f}"
    few, high = good["arrays"][:, :9], good["arrays"].copy()
    high[0, 0, 0] = 5
    changes: tuple[Arrays, ...] = ({}, {"done": -1}, {"done": 2}, {"done": 0.5}, {"mark": 5})
    wrong: list[Arrays] = [{"arrays": high}, *({"arrays": few, **change} for change in changes)]
    for change in wrong:
        np.savez_compressed(state, **(good | change))
        with pytest.raises(ValueError, match=f"expected the state of a fit in {state}"):
            wide.fit(lesson, 1, 1, state, lambda line: None)
    np.savez_compressed(state, **good)
    assert not wide.fit(lesson, 1, 1, state, lambda line: None).arrays.any()


def test_lost_cities_refuses_a_file_that_is_no_checkpoint(tmp_path: Path, capsys: Capture) -> None:
    core = library()
    if core is None:
        pytest.skip("no C compiler")
    path = tmp_path / "net1" / "checkpoint.npz"
    path.parent.mkdir()
    settings = asdict(replace(RECIPE[0], games=16, hidden=32))
    floats = np.frombuffer(begin(core, 32, settings["top"], 7).floats, np.float32)
    good: Arrays = {
        "weights": floats,
        "averaged": floats,
        "moments": np.zeros(2 * len(floats), np.float32),
        "games": 16,
        "steps": 0,
        "settings": json.dumps(settings),
        "plans": "[[0, 16]]",
    }
    words = ["train", str(tmp_path), "--nets", "1", "--games", "16", "--hidden", "32", "--checks", "1"]
    wrong: list[Arrays] = [
        {"weights": floats[:5]},
        {"averaged": floats[:-1]},
        {"moments": floats},
        {"weights": floats.astype(np.float64)},
        {"weights": np.full_like(floats, np.inf)},
        {"games": -5},
        {"steps": -1},
        {"steps": 1 << 62},
        {"settings": "7"},
        {"settings": "{"},
        {"settings": 7},
        {"plans": "[]"},
        {"plans": "[[0]]"},
        {"plans": '[["x", 16]]'},
    ]
    for change in wrong:
        np.savez(path, **(good | change))
        refused(lost_cities, words, path, capsys)
    no_arrays(path)
    refused(lost_cities, words, path, capsys)
    np.savez(path, **good)
    assert lost_cities(words) == 0


Change = Callable[[dict[str, Any], dict[str, NDArray[Any]]], object]
"""Changes what a checkpoint says about itself, and its arrays."""

OF_ALL: dict[str, Change] = {
    "no decisions": lambda about, arrays: about.pop("decisions"),
    "decisions that are a text": lambda about, arrays: about.update(decisions="9"),
    "fewer decisions than none": lambda about, arrays: about.update(decisions=-1),
    "no randomness": lambda about, arrays: about.pop("rng"),
    "another randomness": lambda about, arrays: about.update(rng={"bit_generator": "PCG64", "state": 5}),
    "seconds that are no number": lambda about, arrays: about.update(seconds=[1]),
    "endless seconds": lambda about, arrays: about.update(seconds=1e308),
}

OF_TRAINING: dict[str, Change] = {
    "no weights": lambda about, arrays: arrays.pop("0.average"),
    "fewer weights": lambda about, arrays: arrays.update({"1.parameters": arrays["1.parameters"][:-1]}),
    "one weight": lambda about, arrays: arrays.update({"1.parameters": arrays["1.parameters"][:1]}),
    "weights of another type": lambda about, arrays: arrays.update({"1.mean": arrays["1.mean"].astype(np.float64)}),
    "squares below 0": lambda about, arrays: arrays.update({"1.square": arrays["1.square"] - 1}),
    "steps below 0": lambda about, arrays: arrays.update({"1.steps": np.array(-1)}),
    "more versions than there are": lambda about, arrays: about.update(versions=3),
    "more versions than any": lambda about, arrays: about.update(versions=10**9),
    "versions that are a text": lambda about, arrays: about.update(versions="x"),
}

OF_TABLES: dict[str, Change] = {
    "no position": lambda about, arrays: arrays.update({name: array[:0] for name, array in arrays.items()}),
    "one position twice": lambda about, arrays: arrays.update(keys=np.zeros_like(arrays["keys"])),
    "fewer outcomes": lambda about, arrays: arrays.update(outcomes=arrays["outcomes"][:-1]),
    "outcomes above 1": lambda about, arrays: arrays.update(outcomes=arrays["outcomes"] + 1),
    "fewer visits": lambda about, arrays: arrays.update(visits=arrays["visits"][:-1]),
    "no visits": lambda about, arrays: arrays.update(visits=arrays["visits"] * 0),
    "keys of another type": lambda about, arrays: arrays.update(keys=arrays["keys"].astype(np.float64)),
}


def unread(made: Trainer | RealTime, changes: Mapping[str, Change], own: OwnFolder) -> None:
    """Read checkpoints that are changed; each must be refused with its path, and the unchanged one read."""
    path = own.path / checkpoint.CHECKPOINT
    for what, change in changes.items():
        state = made.state()
        about, arrays = {"seconds": 1.5, **state.about}, dict(state.arrays)
        change(about, arrays)
        checkpoint.write(own, Checkpoint(about, arrays))
        with pytest.raises(ValueError, match=f"^expected a checkpoint in {path}: "):
            pytest.fail(f"{what} is taken: {checkpoint.read(path, made.arrays_of)!r:.99}")
    checkpoint.write(own, made.state())
    made.restore(checkpoint.read(path, made.arrays_of))


def test_the_training_of_economancy_refuses_a_file_that_is_no_checkpoint(tmp_path: Path, capsys: Capture) -> None:
    trainer = Trainer(TrainingSettings("simple", hidden=(4,), games=4))
    with closing(OwnFolder(tmp_path)) as folder:
        unread(trainer, OF_ALL | OF_TRAINING, folder)
    no_arrays(tmp_path / "checkpoint.npz")
    words = ["train", "simple", str(tmp_path), "--hidden", "4"]
    refused(economancy, words, tmp_path / "checkpoint.npz", capsys)


def test_the_table_of_economancy_refuses_a_file_that_is_no_checkpoint(tmp_path: Path, capsys: Capture) -> None:
    networks = trained("simple", 2)
    assert networks
    start = batch_of([new_game(2, new_shop(2, SHOP_CARD_NAMES["simple"]))])
    made = RealTime(replace(networks, table=None), Search(networks), start, games=4)
    for _ in range(3):
        made.advance()
    with closing(OwnFolder(tmp_path)) as folder:
        unread(made, OF_ALL | OF_TABLES, folder)
    no_arrays(tmp_path / "checkpoint.npz")
    refused(economancy, ["tabulate", "simple", str(tmp_path)], tmp_path / "checkpoint.npz", capsys)


def test_economancy_refuses_a_file_that_holds_no_weights(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "weights.npz"
    first = np.zeros((4, 9), np.float16)
    for arrays in ({"investing.0.matrix": first}, {"keys": first}, {"investing.0.matrix": "text"}):
        np.savez(path, **arrays)
        refused(economancy, ["tabulate", "simple", str(tmp_path), "--weights", str(path)], path, capsys)
    no_arrays(path)
    refused(economancy, ["train", "simple", str(tmp_path / "new"), "--begin", str(path)], path, capsys)


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 64])
def test_coinfight_refuses_a_file_that_holds_no_choices(content: bytes, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "cache"
    path.write_bytes(content)
    refused(coinfight, ["solve", "two", "--cache", str(path)], path, capsys)


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.pop("weights"),
        lambda found: found.update(settings=5),
        lambda found: found["settings"].pop("nodes"),
        lambda found: found["weights"].update(dwarf="60"),
        lambda found: found["weights"].update(crowd=[]),
        lambda found: found["weights"].update(crowd=[1, None]),
        lambda found: found["weights"].update(line=1e300),
        lambda found: found["weights"].update(extra=1),
    ],
)
def test_thud_refuses_a_file_that_holds_no_weights(
    change: Callable[[dict[str, Any]], object], tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "weights.json"
    found = thud_weights.load("dwarf")
    path.write_text(json.dumps(found))
    assert thud_weights.read(path, "dwarf") == found
    change(found)
    path.write_text(json.dumps(found))
    refused(thud, ["pairs", "dwarf", "huddle", "--games", "1", "--weights", str(path)], path, capsys)
    path.write_text("{")
    refused(thud, ["pairs", "dwarf", "huddle", "--games", "1", "--weights", str(path)], path, capsys)


NO_FILES: list[tuple[Callable[[list[str]], int], str]] = [
    (santorini, "train play {folder} --files 1 --games 1 --value {file}"),
    (santorini, "train fit {folder} --data {file}"),
    (santorini, "bench match {file},nodes=9 hand,nodes=9"),
    (economancy, "train simple {folder} --begin {file}"),
    (economancy, "tabulate simple {folder} --weights {file}"),
    (coinfight, "solve two --cache {file}"),
    (thud, "pairs dwarf huddle --games 1 --weights {file}"),
]


@pytest.mark.parametrize(("main", "words"), NO_FILES, ids=lambda each: str(each)[:14])
def test_a_pipe_without_a_writer_and_an_endless_file_are_no_files(
    main: Callable[[list[str]], int], words: str, tmp_path: Path, capsys: Capture
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", Path("/dev/zero")):
        refused(main, words.format(folder=tmp_path / "new", file=file).split(), file, capsys)


TRAININGS: list[tuple[Callable[[list[str]], int], str]] = [
    (santorini, "train play {} --files 1 --games 1 --nodes 10"),
    (lost_cities, "train {} --nets 1 --games 16 --hidden 32 --checks 1"),
    (economancy, "train simple {} --hidden 4 --decisions 100 --looks 1 --games 2"),
    (economancy, "tabulate simple {} --decisions 100 --looks 1"),
]


@pytest.mark.parametrize(("main", "words"), TRAININGS, ids=lambda each: str(each)[:14])
def test_a_training_writes_into_no_folder_by_a_link(
    main: Callable[[list[str]], int], words: str, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "mine").symlink_to(tmp_path / "elsewhere")
    assert main(words.format(tmp_path / "mine").split()) == 4
    assert "it is a link to" in capsys.readouterr().err
    assert not [*(tmp_path / "elsewhere").iterdir()]


@pytest.mark.parametrize(("main", "words"), TRAININGS, ids=lambda each: str(each)[:14])
def test_who_swaps_a_training_s_folder_for_a_link_leads_nothing_elsewhere(
    main: Callable[[list[str]], int], words: str, tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "mine", tmp_path / "elsewhere"
    elsewhere.mkdir()
    swapping = Thread(target=swap, args=(folder, tmp_path / "moved", elsewhere))
    swapping.start()
    main(words.format(folder).split())
    swapping.join()
    assert not [*elsewhere.iterdir()]
