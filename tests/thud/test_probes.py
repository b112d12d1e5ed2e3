import os
import shutil
from pathlib import Path

import pytest

from gamekit.probes.probe import Flaw
from tests.thud.test_page import FIRST_MOVE
from thud.commands.cli import main
from thud.game import GAME
from thud.probes import SUITE

pytestmark = pytest.mark.skipif(not (shutil.which("node") or shutil.which("nodejs")), reason="node is not installed")


def checked(tmp_path: Path, text: str, *probes: str) -> int:
    file = tmp_path / "client.js"
    file.write_text(text)
    only = [word for probe in probes for word in ("--only", probe)]
    return main(["check", str(file), *only])


def test_a_client_that_keeps_to_the_rules_passes(tmp_path: Path) -> None:
    assert checked(tmp_path, f"module.exports = {FIRST_MOVE}", "text", "class", "first-move") == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"module.exports = {FIRST_MOVE} // evaluate", "line 10 holds 'eval'"),
        ("module.exports = {}", "expected module.exports = class"),
        ("module.exports = class { turn() {} }", "no method end_turn"),
        ("module.exports = class { constructor(c, utils) { utils.closest_to; } }", "TypeError"),
        ("module.exports = class {", "SyntaxError"),
    ],
)
def test_what_is_wrong_with_a_class_is_said(
    tmp_path: Path, text: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(tmp_path, text, "text", "class") == 1
    assert complaint in " ".join(capsys.readouterr().out.split())


def test_a_class_that_is_a_pipe_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.js")
    assert main(["check", str(tmp_path / "pipe.js"), "--only", "text"]) == 1
    assert "expected a file" in " ".join(capsys.readouterr().out.split())


def test_a_client_that_does_not_move_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(tmp_path, "module.exports = class { turn() {} end_turn() {} }", "first-move") == 1
    assert "answered null" in " ".join(capsys.readouterr().out.split())


def test_what_to_type_after_a_fault_in_a_game_names_the_file_that_was_checked(tmp_path: Path) -> None:
    file = tmp_path / "client.js"
    file.write_text("module.exports = class { turn() {} end_turn() {} }")
    bench = SUITE.bench(GAME, [str(file)], 60.0, tmp_path)
    with pytest.raises(Flaw) as flaw:
        SUITE.probes["games-2"].run(bench)
    assert flaw.value.todo.endswith(f": thud referee --seed 0 {file} random")


def test_no_long_word_of_what_to_do_is_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "x" * 90 + "y"
    assert checked(tmp_path, f"module.exports = class {{ constructor() {{ throw Error('{said}'); }} }}", "class") == 1
    assert "xy" in capsys.readouterr().out
