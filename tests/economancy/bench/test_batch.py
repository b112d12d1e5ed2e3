"""The measurement of the rules as arrays."""

import pytest

from economancy.commands.cli import main

ROUND = ["bench", "batch", "--rounds", "1", "--seconds", "0.01"]


def test_it_prints_both_ways_in_one_run_and_the_bar_is_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ROUND, "--sizes", "16", "2048"]) == 0
    printed = capsys.readouterr().out
    for text in ("calibration:", "simple shop", "base shop"):
        assert printed.count(text) == 1
    for text in ("plain rules", "batch of 16 ", "batch of 2,048", "(bar: 8)"):
        assert printed.count(text) == 2


def test_a_missed_bar_is_an_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    """Arrays of a few games are slower than the plain rules."""
    assert main([*ROUND, "--sizes", "4"]) == 1
    assert capsys.readouterr().out.count("best: 1.0 (bar: 8)") == 2
