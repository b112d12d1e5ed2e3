"""`replay` asks a player again what it was asked in a game, and shows where it answers otherwise."""

import sys
from pathlib import Path

import pytest

from gamekit.answer import Choice
from gamekit.commands.common.main import main
from gamekit.table import Table
from gamekit.traces import trace_of
from tests.gamekit.nim import NIM, State

BOT = """
import json, sys
for line in sys.stdin:
    state = json.loads(line)
    if "over" in state:
        break
    heap = max(range(len(state["heaps"])), key=lambda k: state["heaps"][k])
    {extra}
    print(json.dumps([heap, 1]), flush=True)
"""


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """Return the trace of a game in which player 1 takes one stick of the first largest heap, player 2 the first."""
    table = Table.begin(NIM, State((3, 4, 5), 2))
    while asked := table.asked():
        heaps = table.state.heaps
        largest = max(range(len(heaps)), key=lambda k: heaps[k])
        action = (largest, 1) if asked[0] == 0 else NIM.legal_actions(table.state, 1)[0]
        table = table.answered(asked[0], Choice(action, 0.0))
    path = tmp_path / "game.json"
    path.write_bytes(b"\n".join(trace_of(table)))
    return path


def run(trace: Path, tmp_path: Path, extra: str, *words: str) -> int:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.replace("{extra}", extra))
    return main(NIM, {}, ["replay", str(trace), f"{sys.executable} {bot}", *words])


def test_the_same_player_answers_the_same(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(trace, tmp_path, "pass", "--seat", "1") == 0
    assert "answers, 0 other than the game's" in capsys.readouterr().out


def test_another_answer_is_shown_beside_the_game_s(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(trace, tmp_path, "heap = 0 if state['turn'] == 2 else heap", "--seat", "1") == 1
    out = capsys.readouterr().out
    assert "Decision 2 of Player 1" in out
    assert "the game has  take 1 of heap 2" in out or "the game has  take 1 of heap 3" in out
    assert "now           take 1 of heap 1" in out
    assert " 1 other than the game's" in out


def test_an_index_error_is_found_with_its_traceback(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(trace, tmp_path, "state['heaps'][3 if state['turn'] == 4 else 0]", "--seat", "1") == 1
    out = capsys.readouterr().out
    assert "Decision 3 of Player 1" in out
    assert "now           a fault: " in out
    assert "IndexError: list index out of range" in out


def test_an_illegal_answer_is_a_fault(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(trace, tmp_path, "heap = 9", "--seat", "1", "--most", "1") == 1
    assert "now           a fault: illegal move: expected" in capsys.readouterr().out


def test_it_can_begin_later(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(trace, tmp_path, "heap = 9 if state['turn'] == 0 else heap", "--seat", "1", "--from", "2") == 0
    assert "0 other" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--seat", "3"], "expected --seat from 1 to 2, got 3"),
        (["--seat", "1", "--game", "2"], "expected --game from 1"),
    ],
)
def test_what_is_not_there_is_said(
    words: list[str], complaint: str, trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(trace, tmp_path, "pass", *words) == 2
    assert complaint in capsys.readouterr().err
