"""What commands write: where it cannot be written, what an output cannot show, and what strangers put into it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from gamekit.answer import Failure, Kind
from gamekit.commands.common.main import main
from gamekit.files import replace_file
from gamekit.game import Fault, Observation
from gamekit.output import Unwritten, writing
from gamekit.referee import outcome
from gamekit.table import Table
from gamekit.text import escaped, escaped_lines
from gamekit.text.sheets import sheet
from gamekit.traces import Mismatch
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import child, document, printed, program

Capture = pytest.CaptureFixture[str]

TOURNAMENT = ["tournament", "--jobs", "1", "--games", "2", "--seed", "1", "nim", "random"]
LINES = {
    "referee": ["referee", "--seed", "1", "nim", "nim"],
    "verify": ["verify", "trace.json"],
    "view": ["view", "--text", "trace.json"],
    "tournament": TOURNAMENT,
    "tournament --json": [*TOURNAMENT, "--json"],
    "sprt": ["sprt", "--jobs", "1", "--elo0", "-500", "--elo1", "500", "--seed", "1", "nim", "random"],
    "check": ["check", "--list"],
    "help": ["--help"],
    "help of a command": ["referee", "--help"],
}
"""Commands that write to standard output."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """Stand in a folder with a trace."""
    monkeypatch.chdir(tmp_path)
    Path("trace.json").write_text(printed(capsys, NIM, "referee", "--seed", 1, "nim", "nim"))
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize("words", LINES.values(), ids=LINES)
@pytest.mark.usefixtures("folder")
def test_a_full_disk_is_one_line_and_status_4(
    words: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open("/dev/full", "w", buffering=1) as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(NIM, {}, words) == 4
    *before, said = capsys.readouterr().err.splitlines()
    assert said == f"nim {words[0]}: cannot write standard output: No space left on device"
    assert before in ([], ["nim tournament: 1 table, 2 games to play"])


@pytest.mark.parametrize("words", [LINES["referee"], LINES["help"]], ids=["referee", "help"])
def test_a_closed_output_is_one_line_and_status_4(words: list[str]) -> None:
    command = ["sh", "-c", '"$@" >&-', "-", *program("nim", *words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr == f"nim {words[0]}: cannot write standard output: Bad file descriptor\n"


def test_a_player_whose_output_is_full_ends_with_status_4() -> None:
    state = json.dumps(NIM.encode_observation(Observation(NIM.new_game(2, "standard", Random(1)), 0)))
    with open("/dev/full", "w") as full:
        words = program("nim", "bot", "nim")
        done = subprocess.run(words, input=state, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)


def test_who_reads_no_more_is_told_nothing(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing_end = os.pipe()
    os.close(reading)
    with open(writing_end, "w", buffering=1) as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main(NIM, {}, LINES["referee"]) == 128 + 13
    assert capsys.readouterr().err == ""


def test_a_game_goes_on_where_standard_error_is_full(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w", buffering=1) as full:
        monkeypatch.setattr(sys, "stderr", full)
        assert main(NIM, {}, LINES["referee"]) == 4
    assert '"over"' in capsys.readouterr().out.splitlines()[-1]


def test_a_file_that_cannot_be_written_is_named() -> None:
    with pytest.raises(Unwritten, match=r"^cannot write /dev/full: No space left on device$"), writing("/dev/full"):
        Path("/dev/full").write_text("x")


def test_what_replaces_no_file_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with pytest.raises(Unwritten, match=r"page.html: Is a directory"):
        replace_file(tmp_path / "page.html", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_results_are_printed_whatever_the_encoding(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(tmp_path / "out", "w", encoding=encoding) as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(NIM, {}, TOURNAMENT) == 0
    assert "(95 %)" in (tmp_path / "out").read_text(encoding)


def test_json_is_utf_8_whatever_the_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = f"{child(NIM, 'random')} ☃"
    with open(tmp_path / "out", "w", encoding="ascii") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(NIM, {}, ["tournament", "--jobs", "1", "--games", "2", "--seed", "1", "--json", "nim", player]) == 0
    assert player in json.loads((tmp_path / "out").read_bytes())["settings"]["players"]


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """Return the path of a player whose name is no UTF-8."""
    path = os.fsencode(tmp_path) + b"/bot-\xff.sh"
    with open(path, "wb") as file:
        file.write(f"#!/bin/sh\nexec {sys.executable} {program('nim')[1]} nim bot random\n".encode())
    os.chmod(path, 0o755)
    return os.fsdecode(path)


def test_a_file_name_that_is_no_utf_8_is_escaped_in_every_result(bot: str, tmp_path: Path, capsys: Capture) -> None:
    name = f"{tmp_path}/bot-\\xff.sh"
    where = ("--out", tmp_path / "out", "--pages", "--report", tmp_path / "page.html")
    words = ("tournament", "--jobs", "1", "--games", 2, "--seed", 1, *where, "nim", bot)
    assert {each["name"] for each in document(capsys, NIM, *words)["players"]} == {"nim", name}
    assert document(capsys, NIM, *words, "--resume")["games"] == 2
    assert "bot-\\xff.sh" in (tmp_path / "page.html").read_text()


def test_a_trace_whose_file_name_is_no_utf_8_is_shown(folder: Path, capsys: Capture) -> None:
    trace = os.fsdecode(b"trace-\xff.json")
    os.rename("trace.json", trace)
    page = os.fsdecode(b"page-\xff.html")
    assert printed(capsys, NIM, "view", "-o", page, trace) == "page-\\xff.html\n"
    assert "trace-\\xff" in (folder / page).read_text()
    assert printed(capsys, NIM, "verify", trace) == "trace-\\xff.json: ok\n"


HOSTILE = "a\x1b[2J\x9b2J\u202e\u2066b\nseat 1 wins"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 漢 👍", "plain é 漢 👍"),
        (HOSTILE, r"a\x1b[2J\x9b2J\u202e\u2066b\nseat 1 wins"),
        ("\r\x00\x7f\u2028", r"\r\x00\x7f\u2028"),
        ("bot-\udcff \ud800", r"bot-\xff \ud800"),
    ],
)
def test_what_a_terminal_would_act_on_is_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown
    assert escaped(shown) == shown


def test_lines_stay_lines_where_there_may_be_several() -> None:
    assert escaped_lines("one\n\ttwo\r\nthree\x1b") == ["one", "        two", "three\\x1b"]


def test_a_reason_forges_no_line_of_a_result() -> None:
    table = Table.begin(NIM, NIM.new_game(2, "standard", Random(1)))
    table = table.answered(0, Failure(Kind.DEAD, HOSTILE, 0.0))
    assert outcome(table, ["one", "two"]).count("\n") == 0


def test_a_trace_forges_no_line_of_a_difference() -> None:
    assert str(Mismatch(1, "this", HOSTILE)).count("\n") == 3


def test_names_and_reasons_in_a_trace_are_escaped(folder: Path, capsys: Capture) -> None:
    lines = Path("trace.json").read_text().splitlines()
    state = json.loads(lines[1])
    end = NIM.encode_end(NIM.decode_observation(state).state, Fault(0, HOSTILE))
    names = {"meta": "players", "names": [HOSTILE, "two"]}
    Path("forged.json").write_text("\n".join(map(json.dumps, (names, state, "timeout", end))))
    text = printed(capsys, NIM, "view", "--text", "forged.json")
    assert not set(text) & {"\x1b", "\x9b", "\u202e", "\u2066"}
    assert not any(line.strip() == "seat 1 wins" for line in text.splitlines())
    printed(capsys, NIM, "view", "forged.json")
    assert "\u202e" not in (folder / "forged.html").read_text()


def test_the_standard_error_of_a_player_is_escaped(capsys: Capture) -> None:
    player = r"sh -c 'printf \"\\033[2J\\nseat 1 wins\\n\" >&2; exit 3'"
    assert main(NIM, {}, ["referee", "--seed", "1", player.replace('\\"', '"'), "nim"]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert any(line.endswith(": \\x1b[2J") for line in lines)
    assert any(line.endswith(": seat 1 wins") for line in lines)
    assert main(NIM, {}, ["check", "--only", "first-move", "--verbose", player.replace('\\"', '"')]) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_a_message_forges_no_line_of_a_complaint(capsys: Capture) -> None:
    assert main(NIM, {}, ["view", f"\x1b{HOSTILE}"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_a_stream_that_is_no_descriptor_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(NIM, {}, ["check", "--list"]) == 0
    assert sys.stdout is stream


def test_a_spreadsheet_executes_nothing_of_a_table() -> None:
    assert sheet([["=1+1", -1, "a"], ["@x", "-y", "\tz"]]) == b"'=1+1,-1,a\r\n'@x,'-y,'\tz\r\n"
