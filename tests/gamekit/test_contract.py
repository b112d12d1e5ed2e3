"""The contract test: all our games keep what `Game` promises, and it finds each flaw of a game that does not."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import nan
from pathlib import Path
from random import Random
from typing import Any

import pytest

import coinfight.game
import economancy.game
import lost_cities.game
import santorini.game
import thud.game
from gamekit.game import AnyGame, Game, Observation, Question, Section
from gamekit.probes import contract
from gamekit.probes.contract.promise import BrokenPromiseError
from gamekit.probes.contract.run import check_contract
from gamekit.probes.samples import random_observations
from tests.gamekit.goofspiel import GOOFSPIEL, Goofspiel
from tests.gamekit.goofspiel import State as Prizes
from tests.gamekit.nim import NIM, Action, Nim, State, after

GAMES: list[AnyGame] = [
    economancy.game.GAME,
    santorini.game.GAME,
    coinfight.game.GAME,
    lost_cities.game.GAME,
    thud.game.GAME,
    NIM,
    GOOFSPIEL,
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_keeps_its_contract(game: AnyGame) -> None:
    check_contract(game, Random(1))


class ManySeats(Nim):
    seats = range(2, 1 << 40)


def test_a_game_for_any_number_of_seats_is_tried_with_the_smallest_ones() -> None:
    check_contract(ManySeats(), Random(1))


class AnyNumber(Game[tuple[int, ...], int]):
    """Two seats name a number, one after the other; the higher one wins."""

    name = "any-number"
    seats = range(2, 3)
    numbers = range(10**30)

    def new_game(self, seats: int, variant: str, rng: Random) -> tuple[int, ...]:
        if seats not in self.seats or variant not in self.variants:
            raise ValueError("expected 2 seats and a variant that there is")
        return ()

    def seats_of(self, state: tuple[int, ...]) -> int:
        return 2

    def players_to_move(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return (len(state),) if len(state) < 2 else ()

    def legal_actions(self, state: tuple[int, ...], seat: int) -> Sequence[int]:
        return self.numbers if seat in self.players_to_move(state) else ()

    def apply(self, state: tuple[int, ...], actions: Mapping[int, int]) -> tuple[int, ...]:
        if not actions or actions.keys() != {*self.players_to_move(state)}:
            raise ValueError("expected an action of who moves")
        (number,) = actions.values()
        return (*state, self.decode_action(number))

    def returns(self, state: tuple[int, ...]) -> tuple[float, ...]:
        return tuple(map(float, state))

    def encode_state(self, state: tuple[int, ...]) -> dict[str, object]:
        return {"named": list(state)}

    def decode_state(self, value: object) -> tuple[int, ...]:
        match value:
            case {"named": [*named]} if len(named) <= 2:
                return tuple(map(self.decode_action, named))
        raise ValueError("expected an object with at most two numbers")

    def encode_action(self, action: int) -> object:
        return action

    def decode_action(self, value: object) -> int:
        if type(value) is not int or value not in self.numbers:
            raise ValueError("expected a number from 0 on")
        return value


def test_a_range_of_actions_may_be_longer_than_any_list() -> None:
    game = AnyNumber()
    check_contract(game, Random(1))
    assert game.opening(2, game.variants[0], 1, Random(1))
    assert random_observations(game, [2])


class AnyNumberOfSeats(Nim):
    def new_game(self, seats: int, variant: str, rng: Random) -> State:
        if variant not in self.variants:
            raise ValueError("expected a variant")
        return State((3, 4, 5), seats)


class ActionsForEverybody(Nim):
    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        return super().legal_actions(state, state.turn % state.seats)


class Unsorted(Nim):
    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        return super().legal_actions(state, seat)[::-1]


class AnyAction(Nim):
    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        if not any(state.heaps) or actions.keys() != {state.turn % state.seats}:
            raise ValueError("expected the seat to move")
        heap, take = next(iter(actions.values()))
        return State(after(state.heaps, (heap, min(take, state.heaps[heap]))), state.seats, state.turn + 1)


class AnySeat(Nim):
    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        mover = state.turn % state.seats
        return super().apply(state, {mover: actions.get(mover, (-1, 0))})


class TrueIsOne(Nim):
    def decode_action(self, value: object) -> Action:
        match value:
            case [int(heap), int(take)]:
                return heap, take
        raise ValueError("expected an action")


class Endless(Nim):
    def after_fault(self, state: State, seat: int, answer: object | None) -> State | None:
        return State(state.heaps, state.seats, state.turn + 1)


class ForgetsTheTurn(Nim):
    def decode_state(self, value: object) -> State:
        state = super().decode_state(value)
        return State(state.heaps, state.seats)


class HidesNothing(Goofspiel):
    def observe(self, state: Prizes, seat: int | None) -> Prizes:
        return state


class ShowsBids(Goofspiel):
    def reveal(self, state: Prizes, seat: int, action: int) -> Prizes:
        hands = [() if each == seat else hand for each, hand in enumerate(state.hands)]
        return Prizes(state.prizes, state.played, tuple(hands), state.points)

    def asked_at_once(self, state: Prizes) -> bool:
        return True


class Changes(Nim):
    """Its `apply` changes what both states share."""

    def encode_state(self, state: State) -> dict[str, object]:
        return {**super().encode_state(state), "count": len(_SHARED)}

    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        _SHARED.append(1)
        return super().apply(state, actions)


_SHARED: list[int] = []


class NoNumber(Nim):
    def returns(self, state: State) -> tuple[float, ...]:
        return tuple(nan for _ in super().returns(state))


class OneNumber(Nim):
    def returns(self, state: State) -> Any:
        return 1


class NoJson(Nim):
    def encode_state(self, state: State) -> dict[str, object]:
        return {**super().encode_state(state), "heaps": {*state.heaps}}


class Lists(Nim):
    def legal_actions(self, state: State, seat: int) -> Any:
        return [[*action] for action in super().legal_actions(state, seat)]

    def apply(self, state: State, actions: Any) -> State:
        return super().apply(state, {seat: tuple(action) for seat, action in actions.items()})


class Chancy(Nim):
    def apply(self, state: State, actions: Mapping[int, Action]) -> State:
        after = super().apply(state, actions)
        return State(after.heaps[::-1], after.seats, after.turn) if next(_COIN) % 3 == 1 else after


_COIN = count()


class TrueIsANumber(Nim):
    def decode_state(self, value: object) -> State:
        true = isinstance(value, dict) and value.get("turn") is True
        return super().decode_state({**value, "turn": 1} if isinstance(value, dict) and true else value)


class OpenSecrets(Goofspiel):
    def observe(self, state: Prizes, seat: int | None) -> Prizes:
        return state

    def sample(self, observation: Observation[Prizes], rng: Random) -> Prizes:
        return observation.state


class Unescaped(Nim):
    def draw_page(self, observation: Observation[State], names: Sequence[str], last: Any = ()) -> str:
        return f"<p>{names[0]}</p>"


class Numbered(Nim):
    def draw_page(self, observation: Observation[State], names: Sequence[str], last: Any = ()) -> str:
        return "<p id=heaps></p>"


class Unclickable(Nim):
    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        options = super().question(observation, names).options
        return Question("Which?", options=tuple(replace(one, clicks=(str(one.action),)) for one in options))


class SameClicks(Nim):
    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        options = super().question(observation, names).options
        return Question("Which?", options=tuple(replace(one, clicks=("heap",)) for one in options))


class Ruled(Nim):
    def rules_text(self) -> Any:
        return ("Goal", Section("Goal"))


class DrawsNothing(Goofspiel):
    def sample(self, observation: Observation[Prizes], rng: Random) -> Prizes:
        return None  # type: ignore[return-value]


class DrawsAnotherMover(lost_cities.game.LostCities):
    def sample(self, observation: Observation[Any], rng: Random) -> Any:
        state = super().sample(observation, rng)
        return state if state.mover == observation.seat else replace(state, mover=2)


class DrawsSometimes(Goofspiel):
    def sample(self, observation: Observation[Prizes], rng: Random) -> Prizes:
        return None if observation.state.played else super().sample(observation, rng)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("game", "promise"),
    [
        (Changes(), "`apply` leaves the state that it is given as it was"),
        (NoNumber(), "`returns` are finite numbers"),
        (OneNumber(), "`returns` is a tuple with a result of each seat"),
        (NoJson(), "`encode_state` returns what JSON has .*, not: .*set"),
        (Lists(), "actions are hashable"),
        (TrueIsANumber(), "decode_state takes neither true nor 1.0 for 1"),
        (Chancy(), "`apply` is a function"),
        (OpenSecrets(), "`observe` hides something from a seat"),
        (Unescaped(), "`draw_page` escapes names"),
        (Numbered(), "`draw_page` has no id"),
        (Unclickable(), "clicks of `question` are drawn"),
        (SameClicks(), "each Option of `question` has clicks of its own"),
        (Ruled(), "`rules_text` returns Sections"),
        (DrawsNothing(), "`sample` draws a whole state"),
        (DrawsSometimes(), "`sample` draws a whole state"),
        (DrawsAnotherMover(), "whoever moves does so whatever is hidden from seat"),
        (AnyNumberOfSeats(), "seats raises ValueError in new_game"),
        (ActionsForEverybody(), "which does not move, has no `legal_actions`"),
        (Unsorted(), "`legal_actions` are sorted"),
        (AnyAction(), "illegal for seat ., raises ValueError in apply"),
        (AnySeat(), "an action of seat .* raises ValueError in apply"),
        (TrueIsOne(), "takes neither true nor 1.0 for 1"),
        (Endless(), "a game ends if every answer is a fault"),
        (ForgetsTheTurn(), "a state that `decode_state` returns equals the one before"),
        (HidesNothing(), "what is hidden from seat 0 changes nothing that it observes"),
        (ShowsBids(), "sees nothing of what seat . chooses in secret"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Nim | Goofspiel) else "",
)
def test_a_broken_promise_is_found_and_named(game: AnyGame, promise: str) -> None:
    with pytest.raises(BrokenPromiseError, match=promise) as broken:
        check_contract(game, Random(1))
    assert (broken.value.state is None) == ("new_game" in promise or isinstance(game, STATELESS))


STATELESS = (DrawsNothing, OpenSecrets, Ruled)
"""Games whose flaw is no state's."""


class Grudging(Nim):
    def question(self, observation: Observation[State], names: Sequence[str]) -> Question[Action]:
        return Question("Which?", options=super().question(observation, names).options[1:])


def test_what_only_a_person_can_judge_is_told() -> None:
    hidden = check_contract(GOOFSPIEL, Random(1))
    assert hidden == ["seat 0 does not see prizes[1..4]", "seat 1 does not see prizes[1..4]"]
    assert check_contract(NIM, Random(1)) == []
    (line,) = check_contract(Grudging(), Random(1))
    assert line == "`question` does not offer seat 0 (0, 1), and 0 more that are legal"


def test_every_promise_names_the_method_that_it_is_about() -> None:
    texts = [
        ast.unparse(node.args[1])
        for path in Path(contract.__path__[0]).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "expect"
    ]
    assert len(texts) > 30
    passed_on = (
        "DRAWS",
        "UNCHANGED",
        "{method}",
        "{what}",
        "{name}",
        "__name__",
    )  # texts that name it where they come from
    named = [*passed_on, *(f"`{name}`" for name in dir(Game))]
    assert [text for text in texts if not any(name in text for name in named)] == []


class Builtinless(Goofspiel):
    ours = "uct:400"
    sample = Nim.sample  # type: ignore[assignment]


def test_a_player_that_there_is_not_is_found() -> None:
    with pytest.raises(BrokenPromiseError, match=r"`ours` and `ladder` name built-ins"):
        check_contract(Builtinless(), Random(1))


@pytest.mark.parametrize("game", [lost_cities.game.GAME, GOOFSPIEL], ids=lambda game: game.name)
def test_what_is_hidden_is_drawn_anew(game: Any) -> None:
    state = game.new_game(2, "standard", Random(1))
    seen = Observation(game.observe(state, 0), 0)
    assert len({game.sample(seen, Random(seed)) for seed in range(5)}) > 1
