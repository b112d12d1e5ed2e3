"""The built-ins that every game has, by name: `random` and `uct:N`."""

from random import Random

from gamekit.deadline import Deadline
from gamekit.game import A, AnyGame, Game, Observation, Policy, S, any_of
from gamekit.policies.uct import can_search, uct

_RANDOM = "random"
_UCT = "uct:"


def common_names(game: AnyGame) -> tuple[str, ...]:
    """Return their names, for help texts, without those that the game gives itself."""
    names = (_RANDOM, *[f"{_UCT}N"] * can_search(game))
    return tuple(name for name in names if name not in game.policy_names)


def common_policy(game: Game[S, A], name: str) -> Policy[S, A] | None:
    """Return the policy of such a name, None for another. Raises ValueError if the game cannot be searched."""
    if name == _RANDOM:
        return _random(game)
    if not name.startswith(_UCT) or f"{_UCT}N" in game.policy_names:
        return None
    if not can_search(game):
        raise ValueError(
            f"{name} needs a `sample` that draws anew what {game.name} hides: add it, or name another player, "
            f"such as {_RANDOM}"
        )
    games = name.removeprefix(_UCT)
    if not (games.isascii() and games.isdecimal() and len(games) < 10 and int(games) > 0):
        raise ValueError(f"expected uct:N, N games to play on for a move, got {name!r}")
    return uct(game, int(games))


def _random(game: Game[S, A]) -> Policy[S, A]:
    def play(observation: Observation[S], rng: Random, deadline: Deadline) -> A:
        assert observation.seat is not None
        return any_of(game.legal_actions(observation.state, observation.seat), rng)

    return play
