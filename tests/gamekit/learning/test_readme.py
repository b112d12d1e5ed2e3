"""The programs of the README of gamekit.learning run as they stand."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
README = ROOT / "src" / "gamekit" / "learning" / "README.txt"


def programs() -> dict[str, str]:
    """Return the indented programs by the name in their first line, `# NAME: ...`."""
    found: dict[str, str] = {}
    for name, text in re.findall(r"^    # (\w+\.py): .*\n((?:    .*\n|\n)+)", README.read_text(), re.MULTILINE):
        found[name] = "\n".join(line[4:] for line in text.splitlines())
    return found


def test_there_are_two_programs_of_at_most_forty_lines() -> None:
    assert programs().keys() == {"mine.py", "solve.py"}
    for text in programs().values():
        ast.parse(text)
        assert len(text.splitlines()) <= 40


@pytest.mark.ci
def test_the_program_for_openspiel_solves_its_game_and_writes_it_down(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="the extra `learning` is not installed")
    program = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{programs()['solve.py']}"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True, text=True)
    assert float(done.stdout) < 0.2  # uniform play has 1.33
    assert (tmp_path / "goofspiel.json").exists()
