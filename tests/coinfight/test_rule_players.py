"""The rule players answer every state of the golden games as the framework's own do."""

from random import Random

from coinfight.policy.rule_players import all_high, all_low, c_player, coinage, greedy, randy, thats_not_ai
from coinfight.rules import Action, State, apply, fault_reason, forfeit, is_over, new_game
from tests.coinfight.golden import golden_games

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
    found = []
    for game in golden_games():
        state = new_game(len(game["players"]))
        for seat, coin, change, *fault in game["moves"]:
            action = Action(coin, tuple(change))
            if fault:
                taking = coin and fault_reason(state, action) == "change that is not on the table"
                state = forfeit(state, coin if taking else None)
            else:
                found.append((game["players"][seat], state, action))
                state = apply(state, action)
        assert is_over(state)
    return found


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
            assert action in {randy(state, Random(seed)) for seed in range(100)}
