"""The command line of every game: groups, examples, the version, errors in few lines, completion, other systems."""

import importlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from economancy.rules.shop import shop_of
from gamekit.commands.common.main import main
from gamekit.commands.common.parsing import COMMANDS, examples_of, parser_of
from gamekit.commands.common.start import foreign
from gamekit.commands.common.version import COMMIT, commit_of, version_text
from gamekit.output import VERSION
from gamekit.text.numbers import natural, positive
from tests.gamekit.nim import NIM
from tests.test_readmes import COMMANDS as GAMES

ROOT = Path(__file__).parents[1]


def commands() -> Iterator[tuple[str, str]]:
    for name, (_, own) in GAMES.items():
        yield from ((name, command) for command in {**COMMANDS, **own})


@pytest.mark.parametrize(("name", "command"), [*commands()])
def test_every_command_shows_two_examples_that_can_be_typed(
    name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, own = GAMES[name]
    examples = examples_of(game, importlib.import_module({**COMMANDS, **own}[command]))
    with pytest.raises(SystemExit, match="0"):
        main(game, own, [command, "--help"])
    shown = capsys.readouterr().out
    assert len(examples) == 2
    for example in examples:
        assert f"\n  {example}\n" in shown
        first, *words = shlex.split(example.partition(" > ")[0].partition(" < ")[0].partition(" | ")[0])
        assert (first, words[0]) == (name, command)
        parsed = parser_of(game, own, words)
        if "--help" in words:
            with pytest.raises(SystemExit, match="0"):
                parsed.parse_args(words)
        else:
            parsed.parse_args(words)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", GAMES)
def test_a_number_of_thousands_of_digits_in_a_player_s_name_is_answered_with_the_names(name: str) -> None:
    game, _ = GAMES[name]
    for family in {each.rpartition(":")[0].removesuffix("[") for each in game.policy_names if ":" in each}:
        with pytest.raises(ValueError, match=f"(?s)expected .*{family}"):
            game.policy(f"{family}:{5000 * '9'}")


@pytest.mark.parametrize("read", [positive, natural])
def test_a_number_of_thousands_of_digits_is_no_count(read: Callable[[str], int]) -> None:
    with pytest.raises(ArgumentTypeError, match="expected a whole number"):
        read(5000 * "9")


def test_a_shop_of_a_number_of_thousands_of_digits_is_answered_with_the_cards() -> None:
    with pytest.raises(ValueError, match="expected each card once"):
        shop_of(f"Ghost={5000 * '9'}", 2)


@pytest.mark.parametrize("name", GAMES)
def test_the_help_lists_every_command_once_in_a_group(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, own = GAMES[name]
    with pytest.raises(SystemExit, match="0"):
        main(game, own, ["--help"])
    lines = capsys.readouterr().out.splitlines()
    shown = [
        line.split()[0] for line in lines if line.startswith("  ") and line[2] not in " -" and line.split()[0] != name
    ]
    assert sorted(shown) == sorted({*COMMANDS, *own})
    assert f"only {name}:" in lines or set(own) <= set(COMMANDS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["referee", "--seats", "3", "a", "b", "c"], "--seats is not an option of this command"),
        (["referee"], "required: SEAT"),
        (["verify", "--nonsense", "x"], "--nonsense is not an option"),
        (["bench", "perft", "--x"], "--x is not an option"),
        (["figures", "1", "2"], "2 is not an argument of this command"),
        (["tournament", "--games", "x"], "argument --games"),
    ],
    ids=" ".join,
)
def test_an_error_is_two_lines_of_the_command_that_it_is_about(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, own = GAMES["coinfight"]
    with pytest.raises(SystemExit, match="2"):
        main(game, own, words)
    usage, error = capsys.readouterr().err.splitlines()
    assert usage.startswith(f"usage: coinfight {words[0]} [options]")
    assert error.startswith(f"coinfight {words[0]}: error: ")
    assert said in error


def test_a_wrong_seat_is_named_with_the_seats_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    game, own = GAMES["coinfight"]
    assert main(game, own, ["referee", "a", "b", "c"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("coinfight referee: ")
    assert "'a'" in line
    assert all(name in line for name in ("greedy", "a path with a slash", "a quoted command"))


def test_the_version_names_the_commit_that_a_build_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / COMMIT).write_text("0123abc\n", encoding="utf-8")
    assert version_text(tmp_path).endswith(" (0123abc)")
    assert main(NIM, {}, ["--version"]) == 0
    assert capsys.readouterr().out == f"nim {version_text()}\n"


def test_without_git_the_version_stands_alone(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()  # of nobody
    (tmp_path / "src" / "gamekit").mkdir(parents=True)
    assert commit_of(tmp_path / "src" / "gamekit") == ""
    assert commit_of(tmp_path) == ""


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_a_wheel_that_is_built_in_a_checkout_has_the_commit(tmp_path: Path) -> None:
    (tmp_path / "src" / "gamekit").mkdir(parents=True)
    (tmp_path / "src" / "gamekit" / "__init__.py").touch()
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    mine = ["git", "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=e"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*mine, *words], check=True)
    commit = subprocess.run([*mine, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    build = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path / "built")]
    subprocess.run(build, cwd=tmp_path, capture_output=True, check=True)
    assert commit_of(tmp_path / "built" / "gamekit") == commit.strip() == commit_of(tmp_path / "src" / "gamekit")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_as_json_has_its_result_and_the_trace_that_is_printed_else(
    name: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    game, own = GAMES[name]
    limit = ["--max-moves", "6"] if name == "thud" else []
    words = ["referee", "--seed", "3", *limit]
    assert main(game, own, [*words, "random", "random"]) == 0
    trace = capfdbinary.readouterr().out
    assert main(game, own, [*words, "--json", "random", "random"]) == 0
    document = json.loads(capfdbinary.readouterr().out)
    assert document["version"] == VERSION
    assert document["trace"] == [json.loads(line) for line in trace.splitlines()]
    assert (document["players"], document["seed"], document["forfeit"]) == (["random", "random"], 3, None)
    assert len(document["returns"]) == 2
    file = tmp_path / "game.json"
    file.write_bytes(trace)
    assert main(game, own, ["verify", "--json", str(file), str(tmp_path / "none")]) == 2
    verified = json.loads(capfdbinary.readouterr().out)
    assert verified["version"] == VERSION
    assert not verified["passed"]
    assert [(each["file"], each["status"]) for each in verified["files"]] == [
        (str(file), 0),
        (str(tmp_path / "none"), 2),
    ]


def test_a_fault_as_json_names_the_seat_and_the_reason(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(NIM, {}, ["referee", "--json", "random", "/bin/true"]) == 3
    document = json.loads(capfdbinary.readouterr().out)
    assert (document["forfeit"], document["returns"]) == (1, None)
    (fault,) = document["faults"]
    assert fault == {"seat": 1, "reason": "exited with status 0"}


def test_what_differs_in_a_trace_stands_in_the_json(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"nonsense\n")
    assert main(NIM, {}, ["verify", str(file)]) == 1
    text = capfdbinary.readouterr().out.decode()
    assert main(NIM, {}, ["verify", "--json", str(file)]) == 1
    (found,) = json.loads(capfdbinary.readouterr().out)["files"]
    assert found == {"file": str(file), "status": 1, "says": text.splitlines()}


def offered(line: str) -> list[str]:
    """Return what a shell would offer at the end of a line of economancy."""
    program = "import sys; sys.argv[0] = 'economancy'; from economancy.commands.cli import main; main()"
    read, write = os.pipe()
    environment = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_TYPE": "9", "COMP_LINE": line}
    environment |= {"COMP_POINT": str(len(line)), "_ARGCOMPLETE_STDOUT_FILENAME": f"/proc/self/fd/{write}"}
    subprocess.run([sys.executable, "-c", program], env={**os.environ, **environment}, pass_fds=(write,), check=True)
    os.close(write)
    with open(read, encoding="utf-8") as file:
        return [word.rstrip() for word in file.read().split("\n")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("economancy refe", ["referee"]),
        ("economancy referee --from x --see", ["--seed"]),
        ("economancy referee dece", ["decent"]),
    ],
)
def test_a_shell_is_offered_commands_options_and_built_ins(line: str, words: list[str]) -> None:
    assert offered(line) == words


@pytest.mark.parametrize("platform", ["darwin", "win32", "freebsd14"])
def test_elsewhere_than_on_linux_a_line_says_where_it_runs(platform: str) -> None:
    assert foreign("linux") == ""
    assert "WSL" in foreign(platform)
    assert platform in foreign(platform)


def test_build_sh_says_in_a_line_that_it_is_for_linux(tmp_path: Path) -> None:
    uname = tmp_path / "uname"
    uname.write_text("#!/bin/sh\necho Darwin\n", encoding="utf-8")
    uname.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([ROOT / "build.sh"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "expected Linux, got Darwin" in line
    assert "WSL" in line


def test_a_player_imports_nothing_of_the_command_line() -> None:
    program = (
        "import sys, economancy.player, santorini.player, lost_cities.player, coinfight.player; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith(("argparse", "argcomplete", "gamekit.commands"))] == []
    assert [name for name in loaded if ".pages" in name] == []
