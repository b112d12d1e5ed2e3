"""`replay` finds an index error planted in a bot, on every wire of every game: the decision, and the traceback."""

import sys
from pathlib import Path
from random import Random

import pytest

from coinfight.game import GAME as COINFIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.commands.common.main import main
from gamekit.game import AnyGame
from gamekit.referee import play_builtins
from gamekit.traces import trace_of
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from thud.game import GAME as THUD

RIGHT = 2
"""Questions to a bot before its error."""

VALUES = f"""
import json
import os
text, asked = "", 0
while chunk := os.read(0, 1 << 16):
    text += chunk.decode()
    try:
        json.loads(text)
    except ValueError:
        continue
    ([0] * {RIGHT})[asked]
    text, asked = "", asked + 1
    print("[0]", flush=True)
"""
TURNS = f"""
import sys
seats, turn = map(int, sys.stdin.readline().split())
([0] * {RIGHT})[turn // seats]
print("1\\n0x1")
"""
LINES = f"""
import sys
asked = 0
for line in sys.stdin:
    if "?" in line:
        print(ANSWERS[: {RIGHT}][asked], flush=True)
        asked += 1
"""
CONNECTED = """
import socket
import sys
sys.stdin = sys.stdout = socket.create_connection((sys.argv[1], int(sys.argv[2]))).makefile("rw")
"""
CLASS = f"""
class Bot {{
  constructor(controller, utils) {{ this.asked = 0; }}
  turn() {{ if (++this.asked > {RIGHT}) [][3].piece; }}
  end_turn() {{}}
}}
module.exports = Bot;
"""


WIRES: dict[str, tuple[AnyGame, str, str, str]] = {
    "economancy": (ECONOMANCY, "referee", "bot.py", VALUES),
    "economancy, as assigned": (ECONOMANCY, "assignment", "bot.py", VALUES),
    "santorini": (SANTORINI, "json", "bot.py", VALUES),
    "coinfight": (COINFIGHT, "turns", "bot.py", TURNS),
    "lost-cities": (LOST_CITIES, "json", "bot.py", VALUES),
    "lost-cities, lines": (LOST_CITIES, "lines", "bot.py", LINES),
    "lost-cities, connected": (LOST_CITIES, "lines", "bot.py HOST PORT", CONNECTED + LINES),
    "thud": (THUD, "json", "bot.js", CLASS),
}


def test_every_wire_is_tried() -> None:
    games = (ECONOMANCY, SANTORINI, COINFIGHT, LOST_CITIES, THUD)
    assert {(game.name, wire) for game, wire, _, _ in WIRES.values()} == {
        (game.name, wire) for game in games for wire in game.wires
    }


@pytest.mark.parametrize("wire", WIRES)
def test_an_index_error_is_found(wire: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, dialect, command, code = WIRES[wire]
    name, *words = command.split()
    table = play_builtins(game, game.new_game(2, game.variants[0], Random(1)), ("random", "random"), 1)
    answers = [game.encode_action(step.action) for step in table.all_steps() if step.seat == 0]
    trace, bot = tmp_path / "game.json", tmp_path / name
    trace.write_bytes(b"\n".join(trace_of(table)))
    bot.write_text(f"ANSWERS = {answers}\n{code}" if "ANSWERS" in code else code)
    player = " ".join([*([] if name.endswith(".js") else [sys.executable]), str(bot), *words])
    choice = ["--wire", dialect] if len(game.wires) > 1 else []
    assert main(game, {}, ["replay", str(trace), player, "--seat", "1", "--most", "9", *choice]) == 1
    out = capsys.readouterr().out
    assert f"Decision {RIGHT + 1} of Player 1" in out
    assert f"{RIGHT + 1} answers," in out
    assert "IndexError: list index out of range" in out or "TypeError: Cannot read properties of undefined" in out
