"""The READMEs are short enough to be read: the one at the top in lines, all of them in columns."""

from pathlib import Path

import pytest

TOP = Path(__file__).parents[1] / "README.txt"
READMES = (TOP, *sorted(TOP.parent.glob("src/*/README.txt")))
MOST_LINES, MOST_COLUMNS = 100, 120


def test_the_readme_at_the_top_has_at_most_a_hundred_lines() -> None:
    assert len(TOP.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.parent.name)
def test_no_line_of_a_readme_is_wider_than_a_screen(path: Path) -> None:
    assert [line for line in path.read_text().splitlines() if len(line) > MOST_COLUMNS] == []


def test_each_game_has_a_readme() -> None:
    games = {folder.parent.name for folder in TOP.parent.glob("src/*/game.py")} - {"gamekit"}
    assert {path.parent.name for path in READMES[1:]} >= games
