"""READMEs and FIGURES are short enough to be read, and every command line in them is one that there is."""

import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from gamekit.bench.figures import read_figures
from gamekit.commands.common.parsing import parser_of
from gamekit.commands.figures import figures_file, words_of_command
from gamekit.game import AnyGame

TOP = Path(__file__).parents[1] / "README.txt"
READMES = (TOP, *sorted(TOP.parent.glob("src/*/README.txt")))
CORES = (*sorted(TOP.parent.glob("src/*/*/*.c")), *sorted(TOP.parent.glob("player/*.c")))
GAMES = sorted(folder.parent.name for folder in TOP.parent.glob("src/*/game.py"))
MOST_LINES, MOST_LINES_OF_A_GAME, MOST_COLUMNS = 100, 120, 120


def commands() -> Iterator[tuple[AnyGame, dict[str, str]]]:
    """Yield each game and the commands of its own, as pyproject.toml starts them."""
    for script in tomllib.loads((TOP.parent / "pyproject.toml").read_text())["project"]["scripts"].values():
        module = script.partition(":")[0]
        if module.startswith("gamekit."):  # of any game
            continue
        yield importlib.import_module(f"{module.partition('.')[0]}.game").GAME, importlib.import_module(module).OWN


COMMANDS = {game.name: (game, own) for game, own in commands()}


def command_lines(text: str) -> Iterator[str]:
    """Yield the indented lines of a text up to a comment, those that end in a backslash with the line after them."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith("    "):
            yield line.strip().partition("  ")[0]


def parsed(command: str) -> bool:
    """Parse the command line of a game; return whether it is one. Raises SystemExit if the parser refuses it."""
    name = next((word for word in command.split() if "=" not in word), "").removeprefix(".venv/bin/")
    if name not in COMMANDS:
        return False
    game, own = COMMANDS[name]
    words = words_of_command(command)[1]
    assert words, "no COMMAND"
    try:
        parser_of(game, own, words).parse_args(words)
    except SystemExit as end:
        if end.code:
            raise
    return True


def test_the_readme_at_the_top_has_at_most_a_hundred_lines() -> None:
    assert len(TOP.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", READMES[1:], ids=lambda path: path.parent.name)
def test_the_readme_of_a_game_has_at_most_120_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES_OF_A_GAME


@pytest.mark.parametrize("path", [*READMES, *TOP.parent.glob("src/*/FIGURES.txt")], ids=lambda path: path.parent.name)
def test_no_line_of_a_text_is_wider_than_a_screen(path: Path) -> None:
    assert wide_lines(path) == []


def test_no_line_of_a_c_file_is_wider_than_one_of_python() -> None:
    assert {path.name: wide for path in CORES if (wide := wide_lines(path))} == {}
    assert CORES


def wide_lines(path: Path) -> list[str]:
    """Return the lines of a file that have too many columns."""
    return [line for line in path.read_text().splitlines() if len(line) > MOST_COLUMNS]


def test_each_game_has_a_readme_and_figures() -> None:
    assert [path.parent.name for path in READMES[1:]] == GAMES
    assert [path.parent.name for path in sorted(TOP.parent.glob("src/*/FIGURES.txt"))] == GAMES


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.parent.name)
def test_every_command_line_of_a_readme_is_one_that_there_is(path: Path) -> None:
    assert sum(parsed(command) for command in command_lines(path.read_text())) > 3


def test_a_command_line_that_there_is_not_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed(".venv/bin/thud bench nothing")
    assert "invalid choice: 'nothing'" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_figure_names_commands_that_there_are(name: str) -> None:
    game, _ = COMMANDS[name]
    figures = read_figures(figures_file(game))
    assert figures
    for figure in figures:
        for measurement in (figure.run, figure.small):
            assert parsed(measurement.command), f"line {figure.line}: {measurement.command}"


def test_every_line_with_build_sh_is_one_that_it_knows() -> None:
    command = [sys.executable, str(TOP.parent / "player/build.py"), "?"]
    usage = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    lines = {line for path in READMES for line in re.findall(r"\./build\.sh(?: [a-z]+\b)*", path.read_text())}
    assert len(lines) > 3
    assert {line for line in lines if not re.search(rf"{re.escape(line)}( |$)", usage, re.MULTILINE)} == set()


def test_every_executable_that_a_readme_names_is_one_of_a_game() -> None:
    named = re.compile(r"\bplayer/([a-z-]+)(?:\.js)?(?![\w./-])")
    names = {name for path in READMES for name in named.findall(path.read_text())}
    assert {"economancy", "lost-cities"} <= names <= {*COMMANDS, "thud-dwarf", "thud-troll"}


def test_the_python_of_the_readme_plays_a_game() -> None:
    after = TOP.read_text().partition("In Python:\n")[2].splitlines()
    lines = takewhile(lambda line: not line or line.startswith("    "), after)
    program = "\n".join(line.removeprefix("    ") for line in lines)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in ("(1.0, 0.0)\n", "(0.5, 0.5)\n", "(0.0, 1.0)\n")
