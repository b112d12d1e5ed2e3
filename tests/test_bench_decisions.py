import pytest

from economancy.tools.cli import main


def test_decisions_are_timed_in_both_shops_and_with_hoards(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["bench", "decisions", "--games", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0, lines  # the bars leave room for slow machines: about ten times what was measured
    assert [line.split(",")[:2] for line in lines[1:]] == [
        [f"{shop} shop", f" {what}"] for shop in ("simple", "base") for what in ("games", "hoards")
    ]
