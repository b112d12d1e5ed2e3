"""A tournament's record that people edited, that was begun twice at once, or whose page cannot be written."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from gamekit.commands.common.main import main
from gamekit.files import OwnFolder, replace_file
from gamekit.tournament.records import Record, RecordError
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import Capture

WORDS = ("tournament", "--games", "2", "--seed", "1", "--jobs", "1")
SEATS = ("nim", "random")


def run(*words: object) -> int:
    return main(NIM, {}, [*map(str, (*WORDS, *words, *SEATS))])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return the lines of a record of two games."""
    out = tmp_path_factory.mktemp("recorded") / "out"
    assert run("--out", out) == 0
    return [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]


GAME_EDITS: dict[str, object] = {
    "game": [-1, 2, 10**30, "0", None, True, 0.0, [], {}],
    "table": ["x", 1, -1, None, 0.0, False, []],
    "block": ["x", 1, -1, None],
    "variant": ["unknown", None, 1, [], {}],
    "seats": [["nim"], ["random", "random"], "nim", None, [1, 2], [["nim"], "random"], {}],
    "seed": [0, "1", None, 10**40],
    "returns": [["1", "-1"], [1], [1, 2, 3], None, "x", [1e308, True], [None, 1], {}, [10**400, 0]],
    "forfeit": [0, 2, -1, "0", True, []],
    "reason": ["but no fault", 5, []],
    "faults": [[2], [-1], ["0"], None, "x", [[]], [True]],
    "length": [-1, "5", None, 1e308, 10**30, True],
    "moves": [-1, "5", None, 0.5, []],
    "seconds": [[[1e308], [1]], [[-1], [1]], [["x"], [1]], [[1]], "x", None, [1, 2], [[True], []], [[None], []]],
    "start": [5, None, []],
    "actions": [5, None, {}],
}


@pytest.mark.parametrize("name", GAME_EDITS)
def test_each_line_is_checked_against_its_game_and_the_one_that_does_not_fit_is_named(
    name: str, recorded: list[dict[str, Any]], tmp_path: Path, capsys: Capture
) -> None:
    settings, first, second = recorded
    edits: Any = GAME_EDITS[name]
    gone = {key: value for key, value in second.items() if key != name}
    for edited in [*({**second, name: value} for value in edits), *([] if name in ("start", "actions") else [gone])]:
        lines = [settings, edited, first]
        (tmp_path / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        before = (tmp_path / "games.jsonl").read_bytes()
        assert run("--resume", "--out", tmp_path, "--report", tmp_path / "page.html") == 2, edited
        said = capsys.readouterr().err
        assert "games.jsonl: " in said, said
        assert "line 2" in said, said
        assert said.count("\n") == 1, said
        assert (tmp_path / "games.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    "edit",
    [
        {"players": "nim"},
        {"players": [1, 2]},
        {"players": ["nim"]},
        {"programs": ["nim", "random"]},
        {"programs": [{}, {}]},
        {"programs": None},
        {"seed": -1},
        {"seed": "1"},
        {"games": 10**30},
        {"games": "2"},
        {"seats": []},
        {"variants": None},
    ],
    ids=str,
)
def test_edited_settings_are_one_line(
    edit: dict[str, object], recorded: list[dict[str, Any]], tmp_path: Path, capsys: Capture
) -> None:
    lines = [{"settings": {**recorded[0]["settings"], **edit}}, *recorded[1:]]
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run("--resume", "--out", tmp_path) == 2
    said = capsys.readouterr().err
    assert "games.jsonl was begun with other settings" in said
    assert said.count("\n") == 1


def test_a_reason_without_end_is_cut(recorded: list[dict[str, Any]], tmp_path: Path, capsys: Capture) -> None:
    settings, first, second = recorded
    faulty = {**first, "returns": None, "forfeit": 0, "faults": [0], "reason": "x" * 10_000_000}
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in (settings, faulty, second)))
    assert run("--resume", "--out", tmp_path, "--report", tmp_path / "page.html", "--json") == 0
    assert len(capsys.readouterr().out) < 20_000
    assert (tmp_path / "page.html").stat().st_size < 100_000


def test_a_tournament_that_starts_while_another_does_wipes_nothing(tmp_path: Path) -> None:
    """The second has opened the record, and goes on once the first one is done."""
    opened, done, failed = threading.Event(), threading.Event(), list[Exception]()

    class SlowFolder(OwnFolder):
        def open(self, name: str) -> int:
            number = super().open(name)
            opened.set()
            done.wait(20)
            return number

    def second() -> None:
        try:
            Record(SlowFolder(tmp_path), "games", {}, key="game")
        except RecordError as error:
            failed.append(error)

    thread = threading.Thread(target=second)
    thread.start()
    assert opened.wait(20)
    first = Record(OwnFolder(tmp_path), "games", {}, key="game")
    first.append({"game": 1})
    first.close()
    done.set()
    thread.join()
    assert "holds a record already" in str(failed[0])
    assert list(Record(OwnFolder(tmp_path), "games", {}, key="game", resume=True).rows) == [1]


def test_a_page_that_cannot_be_written_costs_no_game(tmp_path: Path, capsys: Capture) -> None:
    page = tmp_path / "folder" / "page.html"
    page.parent.mkdir()
    gone = f"sh -c 'rm -rf {page.parent}'"  # a player that takes the page's folder away, and forfeits
    words = [*WORDS, "--sandbox", "off", "--out", tmp_path / "out", "--report", page, "--json", "nim", gone]
    assert main(NIM, {}, [*map(str, words)]) == 4
    out, err = capsys.readouterr()
    assert json.loads(out)["games"] == 2
    assert f"cannot write {page}: No such file or directory" in err
    assert len((tmp_path / "out" / "games.jsonl").read_text().splitlines()) == 3


def test_two_tournaments_may_write_one_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    statuses: list[int] = []

    def write() -> None:
        for _ in range(200):
            replace_file(page, b"x" * 10_000)
        statuses.append(0)

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
