"""The commands that only this game has: analyse, bench, bot."""

import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gamekit.compiled import compile_library
from santorini.bench.arena import INNER, starts_of
from santorini.commands.cli import main
from santorini.search.core import SOURCE
from tests.santorini.test_protocol import SPEC


def test_analyse_names_the_win(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board"
    file.write_text(SPEC)
    assert main(["analyse", "--seconds", "0.5", str(file)]) == 0
    out = capsys.readouterr().out
    assert "c2 to d3, and wins" in out
    assert "Win share: Player 1 100.0%" in out


@pytest.mark.parametrize(
    ("board", "complaint"), [("{}", "expected object with key 'players' at $"), ("", "got nothing")]
)
def test_analyse_tells_what_is_no_board(
    board: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board"
    file.write_text(board)
    assert main(["analyse", str(file)]) == 2
    assert complaint in capsys.readouterr().err
    assert main(["analyse", str(tmp_path / "nothing")]) == 2


def test_bench_perft_prints_every_count_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "perft"]) == 0
    out = capsys.readouterr().out
    assert out.count(" ok\n") == 18
    assert "[80, 6176, 426384] ok" in out


def test_bench_decisions_says_how_late_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["bench", "decisions", "--decisions", "30", "--seconds", "0.002"])
    assert status in {0, 1}  # the bars are for an idle machine
    assert "decisions of 0.002 s, late by at most, in ms: 50 % " in capsys.readouterr().out


def test_bench_match_counts_games_in_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "match", "--games", "4", "linear,nodes=300", "hand,nodes=30,depth=1,use=1"]) == 0
    assert " of 4, " in capsys.readouterr().out


@pytest.mark.ci
def test_a_match_takes_another_core_and_starts_on_the_inner_spaces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compile_library("cc", SOURCE, tmp_path / "core.so")
    other = f"hand,nodes=40,core={tmp_path / 'core.so'}"
    assert main(["bench", "match", "--games", "4", "--cards", "--inner", "hand,nodes=300", other]) == 0
    assert " of 4, " in capsys.readouterr().out


def test_starts_on_the_inner_spaces_have_no_token_at_the_edge() -> None:
    starts = islice(starts_of("cards", Random(1), INNER), 30)
    assert all(0 < token // 5 < 4 and 0 < token % 5 < 4 for start in starts for token in start[25:29])


def test_bench_cards_gives_both_cards_of_a_pair_a_hundred_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "cards", "--games", "2", "--nodes", "20", "--value", "hand"]) == 0
    head, *rows = (line.split() for line in capsys.readouterr().out.splitlines())
    assert head == ["Apo", "Art", "Atl", "Dem", "Hep", "Min", "Pan", "Pro", "all"]
    for i in range(8):
        for j in range(i):
            assert int(rows[i][1 + j]) + int(rows[j][1 + i]) == 100


def test_bench_outside_writes_games_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANTORINI_MOVE_SECONDS", "0.01")
    file = tmp_path / "games"
    rival = f"{sys.executable} -m santorini bot greedy"
    settings = ["bench", "outside", "--cards", "--seconds", "0.005", "--file", str(file)]
    assert main([*settings, "--games", "2", rival]) == 0
    first = file.read_text()
    assert "0 by a fault" in capsys.readouterr().out
    assert main([*settings, "--games", "4", rival]) == 0
    assert file.read_text().startswith(first)
    assert len(file.read_text().splitlines()) == 1 + 4


def test_bot_tells_the_names_of_the_builtins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "nobody"]) == 2
    assert "expected one of santorini, random" in capsys.readouterr().err
