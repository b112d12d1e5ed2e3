import re
import shutil
import subprocess
from pathlib import Path

import pytest

from thud.commands.cli import main
from thud.pages.client_page import client_page

FIRST_MOVE = """class {
  constructor(controller) { this.controller = controller; }
  turn() {
    const {x, y} = this.controller.pieces().find(({x, y}) => this.controller.space_info(x, y).moves.length > 0);
    const to = this.controller.space_info(x, y).moves[0];
    this.controller.select_space(x, y);
    this.controller.move(to.x, to.y);
  }
  end_turn() {}
}"""


def test_the_page_holds_both_clients_and_nothing_from_outside(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert main(["page", str(file)]) == 0
    page = file.read_text()
    assert page.count("static make(controller)") == 2
    assert "module.exports" not in page
    assert not re.search(r"""(?:src|href)=|https?:""", page)


def test_a_class_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", str(tmp_path / "page.html"), "--dwarf", str(tmp_path / "none.js")]) == 2
    assert "none.js" in capsys.readouterr().err


@pytest.mark.ci
@pytest.mark.skipif(not shutil.which("chromium"), reason="chromium is not installed")
def test_two_classes_play_a_whole_game_in_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(client_page({"dwarf": FIRST_MOVE, "troll": FIRST_MOVE}))
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    done = subprocess.run(
        [*command, "--virtual-time-budget=60000", "--dump-dom", f"{file.as_uri()}#client,client"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'<p id="status"[^>]*>move (\d+): dwarfs (\d+), trolls (\d+); ([^<]*)<', done.stdout)
    assert found is not None
    assert found[4] in ("Timeout", "No more dwarfs", "No more trolls")
