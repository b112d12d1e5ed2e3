"""The command `referee` with programs that misbehave: each is named, with its reason."""

import json
import shlex

import psutil
import pytest

from gamekit.commands.common.main import main
from tests.gamekit.fixed import FIXED
from tests.gamekit.test_tournament import BAD_PLAYERS, bad


def plays(process: psutil.Process) -> bool:
    """Tell whether a process is a living bad player; one that is dead may wait for its guard to notice."""
    try:
        return str(BAD_PLAYERS) in process.cmdline()
    except psutil.NoSuchProcess:  # gone meanwhile; a zombie is such an error, too
        return False


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("silent", "no answer within"),
        ("dead_at_once", "exited with status 1"),
        ("dead_later", "killed by SIGSEGV"),
        ("garbage", "no JSON"),
        ("flood_stdout", "wrote more than"),
        ("illegal_move", "illegal move"),
        ("wrong_shape", "wrong shape"),
        ("half_json", "no answer within"),
        ("closes_output", "closed"),
    ],
)
def test_every_fault_names_the_player_and_the_reason_and_leaves_no_process(
    kind: str, reason: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    seat = bad(kind)
    assert (
        main(
            FIXED,
            {},
            ["referee", "--timeout", "0.5" if reason.startswith("no answer") else "60", "--seed", "1", "first", seat],
        )
        == 3
    )
    out, err = capfdbinary.readouterr()
    message = err.decode()
    assert f"Player 2 ({seat}) forfeits: " in message
    assert reason in next(line for line in message.splitlines() if "forfeits: " in line)
    assert f"check {shlex.quote(seat)} tells more" in message
    assert json.loads(out.splitlines()[-1])["over"]["forfeit"] == 1
    if kind == "dead_at_once":
        assert "no licence found" in message
    assert not [child for child in psutil.Process().children(recursive=True) if plays(child)]
