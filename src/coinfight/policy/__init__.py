"""Who decides: ours, and the reference opponents, all by name."""

from collections.abc import Callable, Mapping
from random import Random

from coinfight.policy import ours, rule_players, searchers
from coinfight.rules import Action, State, legal_actions
from gamekit.deadline import Deadline
from gamekit.game import Observation, Policy

OURS = "coinfight"

RuleOf = Callable[[State, Random], Action]

RULE_PLAYERS: Mapping[str, RuleOf] = {
    "randy": rule_players.randy,
    "greedy": rule_players.greedy,
    "coinage": rule_players.coinage,
    "all-high": rule_players.all_high,
    "all-low": rule_players.all_low,
    "c-player": rule_players.c_player,
    "thats-not-ai": rule_players.thats_not_ai,
    "random": lambda state, rng: rng.choice(legal_actions(state)),
}
FAMILIES: Mapping[str, Callable[[int], Policy[State, Action]]] = {
    "coinfight": ours.iterations,
    "mcts": searchers.mcts,
    "mcts-rules": searchers.mcts_rules,
    "alpha-beta": searchers.alpha_beta,
}
"""What NAME:COUNT builds: iterations a turn, for alpha-beta evaluated leaves a turn."""

NAMES = (OURS, *RULE_PLAYERS, "mcts", "smarty-pants", *(f"{name}:N" for name in FAMILIES))


def builtin(name: str) -> Policy[State, Action]:
    """Return a built-in policy. Raises ValueError, which lists the names."""
    family, _, count = name.partition(":")
    if name == OURS:
        return ours.play
    if name == "mcts":
        return searchers.by_the_clock_mcts
    if name == "smarty-pants":
        return searchers.smarty_pants
    if name in RULE_PLAYERS:
        rule = RULE_PLAYERS[name]
        return lambda observation, rng, deadline: rule(observation.state, rng)
    if family in FAMILIES and count.isascii() and count.isdecimal() and len(count) < 10 and int(count):
        return FAMILIES[family](int(count))
    raise ValueError(f"expected a built-in ({', '.join(NAMES)}), got {name!r}")


__all__ = ["NAMES", "OURS", "RULE_PLAYERS", "Deadline", "Observation", "builtin"]
