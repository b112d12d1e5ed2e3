"""`improve` measures a player against a ladder, shows its worst decisions, and says what a second run has changed."""

import json
import re
from pathlib import Path

import pytest

from gamekit.commands.common.main import main
from gamekit.commands.improve import Rung, change_of_all
from gamekit.processes import sandbox
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import Capture


def run(out: Path, *words: str) -> int:
    return main(NIM, {}, ["improve", "--seconds", "1", "--jobs", "1", "--seed", "1", "--out", str(out), *words])


def test_the_score_of_each_rung_and_the_worst_decisions_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "runs", "me=random", "--worst", "2") == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines() if "…" in line] == ["random", "nim"]
    assert 1 <= out.count("me: lost 100.0% of a win (blunder)") <= 2
    assert "Kept in " in out
    assert max(map(len, out.splitlines()[:8])) <= 80


def test_a_second_run_says_what_has_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = tmp_path / "runs"
    run(runs, "me=random", "--against", "random")
    change = re.compile(r"[+-][\d.]+%: (better|worse|not enough games to tell)")
    first = capsys.readouterr().out
    assert not change.search(first)
    assert "since the last run" not in first
    run(runs, "me=nim", "--against", "random")
    out = capsys.readouterr().out
    assert change.search(out)
    assert "On average" not in out  # over one rung
    assert sorted(path.name for path in runs.iterdir()) == ["001", "002"]


@pytest.mark.ci
def test_a_second_run_says_what_has_changed_on_average_over_all_rungs(tmp_path: Path, capsys: Capture) -> None:
    for name in ("random", "nim"):
        run(tmp_path / "runs", f"me={name}", "--against", "random", "--against", "nim")
    assert re.search(r"On average over all: [+-][\d.]+% \([+-][\d.]+% to [+-][\d.]+%\): ", capsys.readouterr().out)


def test_the_same_player_again_is_no_change() -> None:
    same = Rung("random", (1.0, 0.0, 1.0, 0.5), (0.0, 1.0, 0.5, 1.0))
    assert same.change == "+0.0%: not enough games to tell"


def test_a_player_that_wins_far_more_than_before_is_better_and_the_reverse_is_worse() -> None:
    much, little = (1.0,) * 40, (0.0,) * 40
    assert Rung("random", much, little).change == "+100.0%: better"
    assert Rung("random", little, much).change == "-100.0%: worse"


def test_what_no_rung_can_tell_alone_all_may_tell_together() -> None:
    now, then = (1.0, 0.5, 1.0, 1.0, 0.5, 1.0, 0.5, 1.0), (0.5, 1.0, 0.0, 0.5, 1.0, 0.5, 0.0, 1.0)
    rungs = [Rung(name, now, then) for name in "abcd"]
    assert all("not enough games" in rung.change for rung in rungs)
    one, all_four = change_of_all(rungs[:1]), change_of_all(rungs)
    assert one is not None
    assert all_four is not None
    assert one.mean == all_four.mean == pytest.approx(0.25)
    assert one.low < 0 < all_four.low
    assert (all_four.high - all_four.low) == pytest.approx((one.high - one.low) / 2)
    assert change_of_all([Rung("new", now)]) is None


def test_rungs_of_one_file_name_are_kept_apart_and_another_player_s_run_is_no_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("anna", "bert"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text("")  # it loses
    words = ["improve", "--seconds", "1", "--jobs", "1", "--out", "runs"]
    rungs = ["--against", "python3 anna/bot.py", "--against", "python3 bert/bot.py"]
    assert main(NIM, {}, [*words, *rungs, "random"]) == 0
    assert sorted(path.name for path in (tmp_path / "runs/001").iterdir()) == ["1-bot.py", "2-bot.py", "scores.json"]
    capsys.readouterr()
    for name, again in (("anna", False), ("bert", False), ("anna", True)):
        assert main(NIM, {}, [*words, "--against", "random", f"python3 {name}/bot.py"]) == 0
        assert ("since the last run" in capsys.readouterr().out) is again


@pytest.mark.parametrize(
    "text",
    [
        *("[[", "[]", "[" * 100_000, '{"random":[1]}', '{"player":1,"scores":{}}', '{"player":"me","scores":[]}'),
        *(f'{{"player":"me","scores":{{"random":{scores}}}}}' for scores in ('"x"', '["a"]', "[2]")),
    ],
)
def test_scores_that_somebody_edited_are_said_before_a_game(text: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "001").mkdir()
    (tmp_path / "001/scores.json").write_text(text)
    assert run(tmp_path, "me=random") == 2
    assert "scores.json: expected a 'player' and its 'scores', lists of numbers from 0 to 1" in capsys.readouterr().err


@pytest.mark.skipif(sandbox.missing() is not None, reason=f"no sandbox here: {sandbox.missing()}")
def test_a_player_does_not_see_where_its_games_and_their_seed_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("import pathlib, sys; print(*pathlib.Path().rglob('*'), file=sys.stderr)")
    words = ("--seconds", "1", "--jobs", "1", "--against", "random", "python3 bot.py")
    assert main(NIM, {}, ["improve", *words]) == 0
    (errors, *_) = tmp_path.glob("improve-*/001/1-random/errors/*.txt")
    assert "bot.py" in errors.read_text()
    assert "games.jsonl" not in errors.read_text()


def test_json_has_scores_and_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "runs", "me=random", "--against", "nim", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["scores"]) == {"nim"}
    assert found["scores"]["nim"]["games"] >= 2
    assert all(each["names"][each["seat"]] == "me" for each in found["worst"])


def test_a_player_is_not_its_own_rung(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "runs", "random", "--against", "random") == 2
    assert "expected another player than random to play against" in capsys.readouterr().err


def test_what_cannot_be_started_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "runs", "./nothing-here") == 2
    assert "nothing-here" in capsys.readouterr().err


def test_a_folder_of_somebody_else_s_or_a_link_is_refused(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "real")
    assert main(NIM, {}, ["improve", "--seconds", "1", "--out", str(tmp_path / "out"), "random"]) == 4
    assert "it is a link" in capsys.readouterr().err
    assert list((tmp_path / "real").iterdir()) == []
