"""What players write to their standard error is shown as it comes, and kept; a forfeit names a check to tell more."""

import itertools
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gamekit.commands.common.main import main
from gamekit.game import Fault
from gamekit.output import ErrorLines
from gamekit.seats import how_to_check
from tests.gamekit.nim import NIM
from tests.gamekit.tables import party
from tests.waiting import soon

BOT = """
import json, sys
for line in sys.stdin:
    state = json.loads(line)
    if "over" in state:
        sys.stderr.write("the end, without a line's end")
        break
    sys.stderr.write("thinks\\x1b[31m of " + str(len(state["heaps"])) + " heaps\\n")
    print(json.dumps(next([heap, 1] for heap, left in enumerate(state["heaps"]) if left)), flush=True)
"""


def bot(folder: Path) -> str:
    """Write a player that says what it thinks; return its SEAT."""
    (folder / "bot.py").write_text(BOT)
    return f"{sys.executable} -S -E {folder / 'bot.py'}"


def test_referee_shows_each_line_with_its_player_before_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def ends() -> bool:
        assert main(NIM, {}, ["referee", "--seed", "1", "random", bot(tmp_path)]) == 0
        lines = capsys.readouterr().err.splitlines()
        assert lines[0].startswith("Player 2 (bot.py): thinks\\x1b[31m of ")
        return lines[-1] == "Player 2 (bot.py): the end, without a line's end"

    assert soon(ends)  # on a busy machine a player may be ended before its last words


def test_referee_quiet_shows_only_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NIM, {}, ["referee", "--quiet", "--seed", "1", "random", bot(tmp_path)]) == 0
    assert "thinks" not in capsys.readouterr().err


def test_lines_are_put_together_from_parts_and_long_ones_shown_in_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ErrorLines("Ann")
    lines(b"one\ntw")
    lines(b"o\n" + b"x" * 5000)
    lines(b"rest")
    lines.close()
    lines.close()
    assert capsys.readouterr().err.splitlines() == ["Ann: one", "Ann: two", f"Ann: {'x' * 5000}", "Ann: rest"]


@pytest.mark.parametrize(("option", "kept"), [(["--errors"], 2), ([], 0)])
def test_a_tournament_keeps_standard_errors_of_every_game_if_asked_to(
    option: list[str], kept: int, tmp_path: Path
) -> None:
    tournament = ["tournament", "--games", "2", "--seed", "1", "--sandbox", "off", "--jobs", "1", "--out"]
    tries = itertools.count()

    def end() -> bool:
        out = tmp_path / f"out-{next(tries)}"
        assert main(NIM, {}, [*tournament, str(out), *option, bot(tmp_path), "random"]) == 0
        texts = [path.read_text() for path in (out / "errors").iterdir()]
        assert len(texts) == kept
        assert all("thinks" in text for text in texts)
        return all("the end, without a line's end" in text for text in texts)

    assert soon(end)  # on a busy machine a player may be ended before its last words


def test_errors_are_kept_in_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NIM, {}, ["tournament", "--errors", "random", "nim"]) == 2
    assert "--errors needs --out DIR" in capsys.readouterr().err


def test_who_plays_is_told_why_a_program_forfeits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tuple(shlex.split(bot(tmp_path)))
    table = replace(party(NIM, "person", "random"), texts=("person", bot(tmp_path)), programs=(None, program))
    with table.open_programs(0) as programs:
        programs[1].tell(NIM.new_game(2, NIM.variants[0], Random(1)), 1, Fault(1, "late \x1b"))
    err = capsys.readouterr().err
    assert "Player 2 (bot.py) forfeits: late \\x1b\n" in err
    assert f"nim check {shlex.quote(bot(tmp_path))} tells more" in err


def test_the_check_is_typed_as_the_player_was() -> None:
    assert how_to_check(NIM, ("./bot",)) == "nim check ./bot tells more"
    assert how_to_check(NIM, ("python", "my bot.py")) == """nim check 'python '"'"'my bot.py'"'"'' tells more"""
    assert how_to_check(NIM, "random") == ""
