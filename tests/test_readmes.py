"""The READMEs are short enough to be read: the one at the top in lines, all of them in columns; so are the C files."""

from pathlib import Path

import pytest

TOP = Path(__file__).parents[1] / "README.txt"
READMES = (TOP, *sorted(TOP.parent.glob("src/*/README.txt")))
CORES = (*sorted(TOP.parent.glob("src/*/*/*.c")), *sorted(TOP.parent.glob("player/*.c")))
MOST_LINES, MOST_COLUMNS = 100, 120


def test_the_readme_at_the_top_has_at_most_a_hundred_lines() -> None:
    assert len(TOP.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.parent.name)
def test_no_line_of_a_readme_is_wider_than_a_screen(path: Path) -> None:
    assert wide_lines(path) == []


def test_no_line_of_a_c_file_is_wider_than_one_of_python() -> None:
    assert {path.name: wide for path in CORES if (wide := wide_lines(path))} == {}
    assert CORES


def wide_lines(path: Path) -> list[str]:
    """Return the lines of a file that have too many columns."""
    return [line for line in path.read_text().splitlines() if len(line) > MOST_COLUMNS]


def test_each_game_has_a_readme() -> None:
    games = {folder.parent.name for folder in TOP.parent.glob("src/*/game.py")} - {"gamekit"}
    assert {path.parent.name for path in READMES[1:]} >= games
