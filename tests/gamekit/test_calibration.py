"""`bench calibration` sets predictions beside what came: right ones pass, wrong ones don't, a run goes on."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from gamekit.bench.calibration import Pair, Prediction, margin_bins, report, share_bins
from gamekit.commands.common.main import main
from tests.gamekit.nim import NIM

NAN = float("nan")


def predictions(games: int, bias: float = 0.0, points: float = NAN) -> list[Prediction]:
    """Return predictions that are too high by a bias, of shares and of margins."""
    rng = Random(1)
    found = []
    for _ in range(games):
        share = rng.uniform(0.1, 0.9)
        margin = rng.gauss(20 * share, 10)
        found.append(Prediction(min(1.0, share + bias), float(rng.random() < share), 20 * share + points, margin))
    return found


def test_right_predictions_meet_the_bars(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(predictions(200), 1)
    assert "margin" not in capsys.readouterr().out


def test_shares_that_are_too_high_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert not report(predictions(200, 0.2), 1)
    out = capsys.readouterr().out
    assert int(re.findall(r"bins beyond two standard errors: (\d+); by chance 0\.\d", out)[0]) >= 3
    assert "right predictions are as far off: 0.000 of times" in out


def test_margins_that_are_too_high_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(predictions(200, points=0.0), 1)
    assert not report(predictions(200, points=5.0), 1)


def test_shares_that_say_nothing_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    coins = [Prediction(0.5, float(number % 2), NAN, NAN) for number in range(40)]
    assert not report(coins, 1)


def test_there_is_a_log_loss_where_all_is_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert not report([Prediction(0.9, 1.0, NAN, NAN)] * 4, 1)
    assert "log loss below the base rate's by -0.104 " in capsys.readouterr().out


def test_a_bin_is_off_by_standard_errors_of_what_was_predicted() -> None:
    (found,) = share_bins([Pair(0.5, 1.0)] * 75 + [Pair(0.5, 0.0)] * 25)
    assert (found.games, found.mean, found.came, found.error) == (100, 0.5, 0.75, 0.05)
    assert found.distance == pytest.approx(5)


def test_bins_of_margins_have_equally_many_games() -> None:
    assert [one.games for one in margin_bins([Pair(float(k), float(k * k)) for k in range(50)])] == [10] * 5


def test_a_bin_in_which_nothing_rare_came_is_not_sure_of_it() -> None:
    rare = [Pair(-31.0, 32.0), *[Pair(-31.0, -32.0)] * 49]
    certain = [Pair(31.7, 32.0)] * 200
    *_, last = margin_bins([*rare, *certain])
    assert last.error == pytest.approx(63 / 50)
    assert abs(last.distance) < 1


def test_a_game_counts_for_its_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    """The same round leads to a short game that is won and to a long one that is lost: the chance is a half, though of
    rounds that are drawn in each game the first kind is drawn more often.
    """
    rng, found = Random(1), []
    for _ in range(900):
        won = rng.random() < 0.5
        rounds = 2 if won else 6
        if not rng.randrange(rounds):
            found.append(Prediction(0.5, float(won), NAN, NAN, float(rounds)))
    found += [Prediction(one, one, NAN, NAN, 4.0) for one in (0.0, 1.0)] * 100
    assert report(found, 1)
    assert not report([one._replace(rounds=1.0) for one in found], 1)


def run(out: Path, games: int, *words: str) -> int:
    return main(NIM, {}, ["bench", "calibration", "--games", str(games), "--out", str(out), *words])


def test_a_run_goes_on_where_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(whole, 12, "nim", "random")
    said = capsys.readouterr().out
    for games in (5, 12):
        run(parts, games, "nim", "random")
    assert whole.read_text() == parts.read_text()
    assert capsys.readouterr().out.endswith(said)


def test_a_run_cut_in_the_middle_of_a_line_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "figures"
    run(path, 3, "nim", "random")
    whole = path.read_text()
    path.write_text(whole[:-20])
    run(path, 3, "nim", "random")
    assert path.read_text() == whole


def test_games_of_other_players_are_others(tmp_path: Path) -> None:
    path = tmp_path / "figures"
    for names in (("nim", "random"), ("random", "nim"), ("nim", "random")):
        run(path, 2, *names)
    assert len(path.read_text().splitlines()) == 1 + 2 * 2


@pytest.mark.parametrize("damage", ["missing", "text", []])
def test_a_damaged_game_in_the_file_is_named(
    damage: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "figures"
    run(path, 2, "nim", "random")
    first, *rows = path.read_text().splitlines()
    row = json.loads(rows[1]) | {"won": damage}
    if damage == "missing":
        del row["won"]
    path.write_text("\n".join([first, rows[0], json.dumps(row), ""]))
    assert run(path, 2, "nim", "random") == 2
    assert f"{path}: line 3: expected a number from 0 to 1 as 'won'" in capsys.readouterr().err


def test_a_file_of_another_kind_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figures"
    path.write_text('{"share": 0.5}\n')
    assert run(path, 1, "nim", "random") == 2
    assert f"{path}: expected settings on the first line" in capsys.readouterr().err
