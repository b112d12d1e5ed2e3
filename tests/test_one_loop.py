"""A game under way is one thing: whoever plays a game drives a `gamekit.table.Table`.

What else goes from state to state is listed here with its reason.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"

WALKS = {
    "gamekit/game/rules.py": "an opening: random legal actions",
    "economancy/game.py": "an opening: mostly random moves",
    "economancy/policy/playout.py": "a rollout: one default policy chooses for all, and nobody can answer wrong",
    "coinfight/search/montecarlo.py": "a rollout, and the way down a search tree",
    "coinfight/analysis.py": "a playout by rule players, for the win shares of the seats that do not move",
    "gamekit/pages/appraisals.py": "an expected line, told ply by ply",
    "gamekit/pages/replay.py": "an expected line, drawn ply by ply",
    "gamekit/policies/uct.py": "a rollout, and the way down a search tree",
    "coinfight/recorded.py": "a record of the original framework, compared line by line",
    "thud/recorded.py": "a record of the public environment, compared line by line",
    "thud/bench/agree.py": "positions in which two move generators are compared",
}


def names(node: ast.AST) -> set[str]:
    """Return the names that stand in a piece of code."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def calls_of(node: ast.AST, function: str) -> Iterator[ast.Call]:
    """Return the calls of a function, a method or not."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func).rsplit(".", 1)[-1] == function:
            yield call


def walks(source: str) -> bool:
    """Tell whether a loop goes from state to state: `state = apply(state, ...)`."""
    return "apply(" in source and any(
        names(call.args[0]) & {name for target in assignment.targets for name in names(target)}
        for loop in ast.walk(ast.parse(source))
        if isinstance(loop, ast.While | ast.For)
        for assignment in ast.walk(loop)
        if isinstance(assignment, ast.Assign)
        for call in calls_of(assignment.value, "apply")
    )


def test_every_loop_from_state_to_state_that_is_no_table_has_its_reason() -> None:
    found = {str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py") if walks(path.read_text("utf-8"))}
    assert found == WALKS.keys()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("while True:\n    state = game.apply(state, {0: ask()})", True),
        ("for seat in seats:\n    day, state = state.day, rules.apply(state, ask(seat))", True),
        ("while True:\n    after = apply(state, action)", False),
        ("while asked := table.asked():\n    table = table.answered(0, seat.ask())", False),
    ],
)
def test_such_a_loop_is_found(source: str, found: bool) -> None:
    assert walks(source) == found
