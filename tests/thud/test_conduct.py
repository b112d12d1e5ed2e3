"""What a client does whatever happens to it; asked in node by small scripts."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from thud.rivals.weights import load
from thud.rules import EMPTY, SIZE, START, STONE

pytestmark = pytest.mark.skipif(not (shutil.which("node") or shutil.which("nodejs")), reason="node is not installed")

SOURCES = Path(__file__).parents[2] / "src/thud"

PRELUDE = """
const {Client} = require('./client/client.js');
const {Table} = require('./protocol/table.js');
class Idle { turn() {} end_turn() {} }
const seated = (layout, side) => {  // a client of ours alone at a table, its rival never moves
  const table = new Table(Idle, Idle, 500, true, layout);
  table.side = side;
  table.turnNumber = side === 'd' ? 1 : 2;
  return {table, client: new Client(table.controllers[side], options)};
};
"""


def layout(dwarfs: list[tuple[int, int]], trolls: list[tuple[int, int]]) -> list[str]:
    """Return the rows of a board with these pieces."""
    cells = [STONE if piece == STONE else EMPTY for piece in START]
    for piece, places in (("d", dwarfs), ("t", trolls)):
        for x, y in places:
            cells[x + SIZE * y] = piece
    return ["".join(cells[SIZE * y : SIZE * (y + 1)]) for y in range(SIZE)]


CAUGHT = """
try { client.turn(); } catch (error) { return [error === fault, table.moves.length]; }
return [false, table.moves.length];"""
"""The end of a script: whether the very error named `fault` left our turn, and how many moves were made."""

FEW = layout([(5, 3), (6, 3), (7, 3), (5, 12)], [(10, 10)])
"""Four dwarfs against one troll, which is worth as much."""
AHEAD = layout([(5, 3), (6, 3), (7, 3), (5, 12), (6, 12)], [(10, 10)])


def said(side: str, board: list[str], script: str) -> object:
    """Return the value of a script's last expression, which has `table` and `client`."""
    options = {key: load(side)[key] for key in ("weights", "settings")}
    options["settings"] |= {"nodes": 400}
    lines = (
        f"const options = {json.dumps(options)};",
        PRELUDE,
        f"const {{table, client}} = seated({json.dumps(board)}, '{side[0]}');",
        f"process.stdout.write(JSON.stringify((() => {{ {script} }})()));",
    )
    done = subprocess.run(["node", "-e", "\n".join(lines)], cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("side", ["dwarf", "troll"])
@pytest.mark.parametrize("broken", ["spaces", "turn", "declare"])
def test_a_broken_search_costs_a_good_move_and_not_the_game(side: str, broken: str) -> None:
    script = f"table.controllers.{side[0]}.{broken} = () => {{ throw new Error('broken'); }};"
    assert said(side, AHEAD, f"{script} client.turn(); return table.moves.length;") == 1


def test_what_a_rival_throws_in_its_turn_leaves_as_it_came() -> None:
    script = f"const fault = new Error('rival'); table.clients.t.turn = () => {{ throw fault; }}; {CAUGHT}"
    assert said("dwarf", FEW, script) == [True, 1]


def test_what_a_rival_throws_after_its_move_leaves_as_it_came() -> None:
    script = f"""
      const fault = new Error('rival'), rival = new Client(table.controllers.t, options);
      table.maxTurns = 3;
      table.clients.d.turn = () => client.turn();
      table.clients.t.turn = () => {{ rival.turn(); throw fault; }};
      {CAUGHT}"""
    assert said("dwarf", FEW, script) == [True, 3]


def test_what_goes_wrong_with_our_own_move_does_not_leave() -> None:
    script = "table.controllers.d.select_space = () => { throw new Error('broken'); };"
    assert said("dwarf", AHEAD, f"{script} client.turn(); return table.moves.length;") == 0


def test_measurements_see_what_is_thrown() -> None:
    script = """options.strict = true;
      table.controllers.d.spaces = () => { throw new Error('broken'); };
      try { client.turn(); } catch (error) { return error.message; }"""
    assert said("dwarf", AHEAD, script) == "broken"


def test_a_side_without_a_move_does_nothing() -> None:
    board = layout([(5, 12)], [])
    assert said("troll", board, "client.turn(); return table.moves.length;") == 0


PEACE = """
  client.offerPeace(1, %d);
  const before = table.controllers.d.declared;
  client.offerPeace(%d, %d);
  return [before, table.controllers.d.declared];
"""


@pytest.mark.parametrize(
    ("first", "turn", "second", "declared"),
    [
        (1, 150, 1, False),  # a lead, but something may still be won
        (1, 201, 1, True),  # a lead, and nothing has happened for long
        (-3, 201, -3, False),  # who is behind plays on
        (0, 201, 0, False),
        (-3, 201, 1, False),  # the lead is new
    ],
)
def test_peace_is_offered_by_who_is_ahead_when_nothing_more_is_won(
    first: int, turn: int, second: int, declared: bool
) -> None:
    assert said("dwarf", FEW, PEACE % (first, turn, second)) == [False, declared]
