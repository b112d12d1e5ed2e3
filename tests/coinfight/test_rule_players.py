"""The rule players answer every state of the golden games as the framework's own do."""

from random import Random

from coinfight.policy.rule_players import all_high, all_low, c_player, coinage, greedy, randy, thats_not_ai
from coinfight.recorded import steps
from coinfight.rules import Action, State
from tests.coinfight.recorded import golden_games

DETERMINISTIC = {
    "Greedy": greedy,
    "Coinage": coinage,
    "AllHigh": all_high,
    "AllLow": all_low,
    "CPlayer": c_player,
    "That's not AI!": thats_not_ai,
}


def decisions() -> list[tuple[str, State, Action]]:
    """Return (player, state, action) of every legal move of the golden games."""
    return [
        (game["players"][step.seat], step.state, step.action)
        for game in golden_games()
        for step in steps(game)
        if step.seat >= 0 and not step.fault
    ]


def test_deterministic_players_move_as_in_the_golden_games() -> None:
    seen = dict.fromkeys(DETERMINISTIC, 0)
    for player, state, action in decisions():
        if player in DETERMINISTIC:
            assert DETERMINISTIC[player](state, Random(0)) == action, (player, state)
            seen[player] += 1
    assert min(seen.values()) > 500, seen


def test_randy_can_make_each_move_of_the_golden_games() -> None:
    for player, state, action in decisions():
        if player == "Randy":
            assert any(randy(state, Random(seed)) == action for seed in range(100))
