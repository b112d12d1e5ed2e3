"""A trace or a signal that comes when nobody thinks of it: bounded, and one line."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gamekit.commands.common.main import main
from gamekit.commands.verify import open_trace
from gamekit.traces import MOST_NOTES, MOST_TRACE
from tests.gamekit.nim import NIM
from tests.gamekit.test_commands import Capture, printed, program
from tests.waiting import soon

BEGUN = b'{"heaps":[3,4,5],"seat":0,"seats":2,"turn":0}\n[2,1]\n{"heaps":[3,4,4],"seat":1,"seats":2,"turn":1}\n[2,1]\n'
BLANK = " " * 1_000_000
"""So much may stand inside of a value, and what is read of a game is counted in bytes."""


@pytest.mark.parametrize("command", ["verify", "view", "view --text"])
def test_a_trace_without_end_is_refused_before_it_fills_the_memory(
    command: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    endless = '{"heaps":[1,2,3],' + BLANK + '"seat":0}\n[0,1]\n'
    Path("trace.json").write_text(endless * 17)
    assert main(NIM, {}, [*command.split(), "trace.json"]) == 2
    said = capsys.readouterr().err
    assert "expected at most 16 MiB for a game, got more" in said
    assert said.count("\n") == 1


SPARSE = {
    "analyse .": "line 1: expected an object",
    "figures --file games.jsonl": "expected at most 1 MiB, got more",
    "improve --out . random": "expected at most 1 MiB, got more",
    "tournament --out . --resume random nim": "expected at most 1024 MiB, got more",
}


@pytest.mark.parametrize("words", SPARSE)
def test_a_sparse_file_is_refused_before_it_is_read(
    words: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("001").mkdir()
    for path in ("games.jsonl", "001/scores.json"):
        Path(path).touch()
        os.truncate(path, 60 << 30)
    assert main(NIM, {}, words.split()) == 2
    said = capsys.readouterr().err
    assert SPARSE[words] in said
    assert said.count("\n") == 1


def test_many_games_in_one_file_are_verified_however_long_it_is(tmp_path: Path, capsys: Capture) -> None:
    game = printed(capsys, NIM, "referee", "--seed", 1, "nim", "nim").replace("{", "{" + BLANK, 1)
    (tmp_path / "games.json").write_text(game * (MOST_TRACE // len(game) + 2))
    assert printed(capsys, NIM, "verify", tmp_path / "games.json").endswith(": ok\n")


@pytest.mark.parametrize("word", ["model:evil.py", "openspiel:cfr:evil.py", "./evil.py", "python evil.py"])
def test_no_program_is_started_because_a_game_to_go_on_with_names_it(
    word: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evil.py").write_text("open('ran', 'w')")
    who = '{"meta":"play","seats":["person","' + word + '"],"variant":"standard"}\n'
    Path("game.json").write_bytes(who.encode() + BEGUN)
    assert main(NIM, {}, ["play", "--text", "--from", "game.json"]) == 2
    assert "type these SEATs" in capsys.readouterr().err
    assert not Path("ran").exists()


@pytest.mark.parametrize("command", ["verify", "view --text"])
def test_notes_without_end_are_refused(command: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "notes.json").write_bytes(b'{"meta":"x"}\n' * (MOST_NOTES + 1))
    assert main(NIM, {}, [*command.split(), str(tmp_path / "notes.json")]) in (1, 2)
    assert f"more than {MOST_NOTES} notes" in "".join(capsys.readouterr())


def test_a_pipe_that_nobody_writes_to_is_waited_for_some_seconds_only(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    opening = open_trace(str(tmp_path / "pipe"), writer_seconds=0.2)
    with pytest.raises(OSError, match=r"nobody has written to this pipe for 0\.2 s"), opening:
        pass


def test_a_pipe_whose_writer_comes_later_is_read(tmp_path: Path, capsys: Capture) -> None:
    game = printed(capsys, NIM, "referee", "--seed", 1, "nim", "nim")
    os.mkfifo(tmp_path / "pipe")
    threading.Timer(0.3, (tmp_path / "pipe").write_text, (game,)).start()
    assert printed(capsys, NIM, "verify", tmp_path / "pipe").endswith(": ok\n")


@pytest.mark.parametrize("imported", ["argparse", "gamekit.game", "numpy", "gamekit.referee"])
def test_ctrl_c_while_a_command_is_still_imported_is_no_traceback(imported: str) -> None:
    words = [sys.executable, "-X", "importtime", "-m", "economancy", "tournament", "random", "simple"]
    command = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert command.stderr
    for line in command.stderr:
        if line.rstrip().endswith(imported):
            break
    command.send_signal(signal.SIGINT)
    _, said = command.communicate(timeout=60)
    assert command.returncode == 130
    assert "Traceback" not in said


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_that_comes_while_a_subcommand_is_imported_ends_it_after_the_import(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(
        "import signal, time\n"
        "HELP = DESCRIPTION = 'Wait.'; EXAMPLES = ()\n"
        "try:\n"
        f"    signal.raise_signal({int(number)}); time.sleep(0)\n"
        "except BaseException: pass\n"
        "def add_arguments(parser, game): pass\n"
        "def run(arguments, game): time.sleep(9)\n"
    )
    words = (
        "import sys; from gamekit.commands.common.main import main; from tests.gamekit.nim import NIM;"
        f"sys.path.append({str(tmp_path)!r}); sys.exit(main(NIM, {{'slow': 'slow'}}, ['slow']))"
    )
    ended = subprocess.run([sys.executable, "-c", words], capture_output=True, timeout=30, check=False)
    assert (ended.returncode, ended.stderr) == (status, b"")


def test_a_module_that_never_ends_is_ended_by_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text("import time\nprint('waits', flush=True)\ntime.sleep(60)\n")
    words = program("nim", "referee", f"model:{tmp_path / 'hangs.py'}", "random")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout
        command.stdout.readline()
        command.send_signal(signal.SIGINT)
        _, said = command.communicate(timeout=30)
    assert (command.returncode, said) == (130, b"")


def test_no_module_of_the_current_folder_is_run(tmp_path: Path) -> None:
    for name in ("multiprocessing", "json", "numpy"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')")
    (tmp_path / "bot.py").write_text("import os\nopen('path', 'w').write(os.environ.get('PYTHONSAFEPATH', 'usual'))")
    words = ("nim", "tournament", "--games", "2", "--sandbox", "off", "nim", f"{sys.executable} -P bot.py")
    subprocess.run(program(*words), cwd=tmp_path, capture_output=True, check=True, timeout=60)
    assert not (tmp_path / "ran").exists()
    assert (tmp_path / "path").read_text() == "usual"


@pytest.mark.parametrize(
    "number", [*(pytest.param(each, marks=pytest.mark.ci) for each in (signal.SIGTERM, signal.SIGHUP)), signal.SIGINT]
)
def test_a_tournament_that_a_signal_ends_says_how_to_go_on(number: signal.Signals, tmp_path: Path) -> None:
    words = ("nim", "tournament", "--games", "100000", "--jobs", "1", "--out", str(tmp_path / "out"), "nim", "random")
    command = subprocess.Popen(program(*words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    record = tmp_path / "out" / "games.jsonl"
    assert soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 1, 30)
    command.send_signal(number)
    _, said = command.communicate(timeout=30)
    assert command.returncode == 128 + number
    assert f"go on with --out {tmp_path / 'out'} --resume".encode() in said
    assert b"Traceback" not in said


def test_nohup_keeps_a_tournament_from_being_hung_up(tmp_path: Path) -> None:
    words = ("nim", "tournament", "--games", "100000", "--jobs", "1", "--out", str(tmp_path / "out"), "nim", "random")
    command = subprocess.Popen(["nohup", *program(*words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    record = tmp_path / "out" / "games.jsonl"
    assert soon(lambda: record.exists() and record.read_bytes().count(b"\n") > 1, 30)
    command.send_signal(signal.SIGHUP)
    lines = record.read_bytes().count(b"\n")
    assert soon(lambda: record.read_bytes().count(b"\n") > lines, 30)
    command.terminate()
    assert command.wait(30) == 128 + signal.SIGTERM


@pytest.mark.parametrize("pipe", ["games.jsonl", "trace"])
def test_a_pipe_in_a_tournament_s_folder_is_not_waited_for(pipe: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "games.jsonl").write_text('{"trace":"trace","seats":["a","b"]}\n')
    (tmp_path / pipe).unlink(missing_ok=True)
    os.mkfifo(tmp_path / pipe)
    assert main(NIM, {}, ["analyse", str(tmp_path)]) == 2
    assert f"{tmp_path / pipe}: expected a file" in capsys.readouterr().err


@pytest.mark.parametrize("trace", ["/etc/passwd", "../other.json", "traces/link.json", "link/other.json"])
def test_a_record_leads_to_no_trace_outside_of_its_folder(trace: str, tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "out"
    (folder / "traces").mkdir(parents=True)
    (tmp_path / "other.json").write_bytes(BEGUN)
    (folder / "traces" / "link.json").symlink_to(tmp_path / "other.json")
    (folder / "link").symlink_to(tmp_path)
    (folder / "games.jsonl").write_text(f'{{"trace":"{trace}","seats":["a","b"]}}\n')
    assert main(NIM, {}, ["analyse", str(folder)]) == 2
    assert "line 1: expected a trace of its own in the folder" in capsys.readouterr().err


def test_a_record_that_names_a_trace_again_or_too_few_players_is_refused(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "t.json").write_text(printed(capsys, NIM, "referee", "--seed", 1, "nim", "nim"))
    row = '{"trace":"t.json","seats":["a","b"]}\n'
    for text, said in (
        (row * 2, "line 2: expected a trace of its own"),
        (row.replace(',"b"', ""), "line 1: expected the names of 2 seats, got 1"),
    ):
        (tmp_path / "games.jsonl").write_text(text)
        assert main(NIM, {}, ["analyse", str(tmp_path)]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(("command", "expected"), [("verify", "a JSON value"), ("view", "a JSON value"),
                                                   ("analyse", "a state, a trace or a log")])  # fmt: skip
def test_a_file_that_is_no_trace_is_told_so_in_a_line(
    command: str, expected: str, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "README.txt").write_text("Players for five games\n")
    assert main(NIM, {}, [command, str(tmp_path / "README.txt")]) in (1, 2)
    said = "".join(capsys.readouterr())
    assert f"README.txt: line 1: expected {expected}, got 'Players'" in said
    assert said.count("\n") == 1
