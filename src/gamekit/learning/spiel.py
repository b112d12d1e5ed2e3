"""A game as one of OpenSpiel's.

name = register(GAME)
spiel = pyspiel.load_game(name, {"seats": 2, "variant": "standard", "seed": 7})
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel

from gamekit.game import AnyGame
from gamekit.learning.turn_view import Setup, TurnView
from gamekit.wire.json_stream import dumps

LONGEST = 100_000
"""What OpenSpiel is told of how long a game may be: most games do not say (guessed: none is as long)."""
MOST_SEATS = 8
"""And of the number of seats, where a game takes any number (guessed)."""


def register(game: AnyGame, *, simultaneous: bool = False) -> str:
    """Make a game known to OpenSpiel, once; return its name there, `gamekit_NAME`.

    Its parameters, with the game's defaults: `seats`, `variant`, `max_length` (0: the game's own), and what chance
    deals: the game of `seed`; with `deals` above 1 one of so many, of seeds from `seed` on, drawn at a chance node;
    with `deals` 0 every first state that the numbering lists. Returns are `TurnView.scores`.

    By default seats choose one after another, in secret where they move at once. `simultaneous`: together, in nodes of
    that kind, and the name ends with `_simultaneous`.
    """
    kind = _class_of(game, simultaneous)
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind.kind_of(Deals(Setup.of(game), 0, 1)), kind)
    return kind.short_name


@cache
def _class_of(game: AnyGame, simultaneous: bool) -> "type[SpielGame]":
    """Return the class of a game: OpenSpiel calls it with parameters alone."""
    name = f"gamekit_{game.name.replace('-', '_')}{'_simultaneous' * simultaneous}"
    return type(name, (SpielGame,), {"rules": game, "short_name": name, "simultaneous": simultaneous})


def from_view(view: TurnView[Any, Any]) -> "SpielState":
    """Return the state, in turns, of a game that begins where the view is: for algorithms that look ahead from it."""
    kind = _class_of(view.setup.game, simultaneous=False)
    return kind(deals=Deals(view.setup, 0, 1, [(view, 1.0)])).new_initial_state()


class Deals:
    """The first views of a game with their chances, these or what a seed deals; a pickle is what they are made from."""

    def __init__(
        self,
        setup: Setup[Any, Any],
        seed: int,
        deals: int,
        views: Sequence[tuple[TurnView[Any, Any], float]] | None = None,
    ) -> None:
        self.setup, self.seed, self.deals, self._given = setup, seed, deals, views
        self.views = self._dealt() if views is None else views

    def _dealt(self) -> Sequence[tuple[TurnView[Any, Any], float]]:
        setup, deals = self.setup, self.deals
        states: Sequence[tuple[Any, float]] | None
        if deals:
            states = [(setup.first_state(Random(self.seed + number)), 1 / deals) for number in range(deals)]
        else:
            states = setup.numbering.first_states()
            if states is None:
                raise ValueError(f"expected deals of 1 or more: {setup.game.name} has too many first states to list")
            states = [(setup.limited(state), chance) for state, chance in states]
        return [(setup.begin(state), chance) for state, chance in states]

    def __deepcopy__(self, memo: object) -> "Deals":
        return self

    def __reduce__(self) -> tuple[type["Deals"], tuple[Any, ...]]:
        return Deals, (self.setup, self.seed, self.deals, self._given)


class SpielGame(pyspiel.Game):
    """A game of gamekit; `register` makes a class for each."""

    rules: ClassVar[AnyGame]
    short_name: ClassVar[str]
    simultaneous: ClassVar[bool]

    def __init__(self, params: Mapping[str, Any] | None = None, deals: Deals | None = None) -> None:
        self.deals = deals = deals or self._deals_of({**self.defaults(), **(params or {})})
        setup = deals.setup
        info = pyspiel.GameInfo(
            num_distinct_actions=setup.numbering.count,
            max_chance_outcomes=len(deals.views) if deals.views[1:] else 0,
            num_players=setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind_of(deals), info, dict(params or {}))

    @classmethod
    def _deals_of(cls, given: Mapping[str, Any]) -> Deals:
        setup = Setup.of(cls.rules, given["seats"], given["variant"], given["max_length"] or None)
        return Deals(setup, given["seed"], given["deals"])

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the parameters where none are given."""
        return {"seats": cls.rules.seats[0], "variant": cls.rules.variants[0], "max_length": 0, "seed": 0, "deals": 1}

    @classmethod
    def kind_of(cls, deals: Deals) -> Any:
        """Return what OpenSpiel wants to know of the game before it is played."""
        kind, game = pyspiel.GameType, cls.rules
        hidden = not game.perfect_information or (not cls.simultaneous and _moves_at_once(deals.views[0][0]))
        return kind(
            short_name=cls.short_name,
            long_name=game.name,
            dynamics=kind.Dynamics.SIMULTANEOUS if cls.simultaneous else kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if deals.views[1:] else kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=game.seats[:MOST_SEATS][-1],
            min_num_players=game.seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=cls.defaults(),
        )

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return loaded, (self.rules, self.simultaneous, self.get_parameters())

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self.deals, self.simultaneous)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.deals.setup, bool(iig_obs_type and iig_obs_type.perfect_recall))


def loaded(game: AnyGame, simultaneous: bool, parameters: Mapping[str, Any]) -> Any:
    """Return the game of OpenSpiel's, registered in this process, too."""
    return pyspiel.load_game(register(game, simultaneous=simultaneous), parameters)


def _moves_at_once(view: TurnView[Any, Any]) -> bool:
    """Tell whether several seats move at once in a random game from here."""
    rng = Random(0)
    while view.seat is not None and not view.table.at_once:
        view = view.answer(rng.choice([*view.numbered(view.seat)]))
    return view.seat is not None


class SpielState(pyspiel.State):
    """A state: a view of the table, None before chance has dealt."""

    def __init__(self, game: SpielGame, deals: Deals, simultaneous: bool) -> None:
        super().__init__(game)
        self.deals, self.simultaneous = deals, simultaneous
        self.view: TurnView[Any, Any] | None = None if deals.views[1:] else deals.views[0][0]

    def current_player(self) -> int:
        if self.view is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.view.seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        together = self.simultaneous and self.view.table.at_once
        return int(pyspiel.PlayerId.SIMULTANEOUS) if together else self.view.seat

    def is_terminal(self) -> bool:
        return self.view is not None and self.view.seat is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in enumerate(self.deals.views)]

    def _legal_actions(self, player: int) -> list[int]:
        current = self.current_player()
        if self.view is None or current not in (player, pyspiel.PlayerId.SIMULTANEOUS):
            return []
        return [*self.view.numbered(player)]

    def _apply_action(self, action: int) -> None:
        self.view = self.deals.views[action][0] if self.view is None else self.view.answer(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        assert self.view is not None
        self.view = self.view.answer_round({seat: actions[seat] for seat in self.view.movers})

    def _action_to_string(self, player: int, action: int) -> str:
        if self.view is None or player < 0:
            return f"deal {action}"
        actions = self.view.numbered(player)
        return (
            dumps(self.deals.setup.game.encode_action(actions[action])).decode() if action in actions else f"{action}"
        )

    def returns(self) -> list[float]:
        return [0.0] * self.deals.setup.seats if self.view is None else [*self.view.scores]

    def hides_state_from_agents(self) -> bool:
        """Tell whether a serialised state, which holds the whole game, tells a player more than it may know."""
        return not self.deals.setup.game.perfect_information or (self.view is not None and self.view.table.at_once)

    def __str__(self) -> str:
        if self.view is None:
            return "deal"
        game, table = self.deals.setup.game, self.view.table
        made = [[step.seat, game.encode_action(step.action)] for step in table.steps]
        return dumps([game.encode_state(table.state), made]).decode()


class SpielObserver:
    """What a player observes: an array and a text; with perfect recall, its information state."""

    def __init__(self, setup: Setup[Any, Any], perfect_recall: bool) -> None:
        self.setup, self.perfect_recall = setup, perfect_recall
        shaped = np.zeros(setup.numbering.shape, np.float32)
        self.tensor = shaped.reshape(-1)
        self.dict = {"observation": shaped}

    def set_from(self, state: SpielState, player: int) -> None:
        """Take what a player observes of a state."""
        self.dict["observation"][...] = 0 if state.view is None else state.view.array(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player observes of a state."""
        if state.view is None:
            return "deal"
        if self.perfect_recall:
            return state.view.information_state(player)
        game = self.setup.game
        return dumps(game.encode_observation(state.view.observation(player))).decode()
