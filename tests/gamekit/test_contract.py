"""The contract test: all our games keep what `Game` promises, and it finds each flaw of a game that does not."""

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import coinfight.game
import economancy.game
import lost_cities.game
import santorini.game
import thud.game
from gamekit.game import AnyGame, Game, Observation
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


class DrawsNothing(Goofspiel):
    def sample(self, observation: Observation[Prizes], rng: Random) -> Prizes:
        return None  # type: ignore[return-value]


class DrawsSometimes(Goofspiel):
    def sample(self, observation: Observation[Prizes], rng: Random) -> Prizes:
        return None if observation.state.played else super().sample(observation, rng)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("game", "promise"),
    [
        (DrawsNothing(), "`sample` draws a whole state"),
        (DrawsSometimes(), "`sample` draws a whole state"),
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
    assert (broken.value.state is None) == ("new_game" in promise or isinstance(game, DrawsNothing))


def test_every_promise_names_the_method_that_it_is_about() -> None:
    texts = [
        ast.unparse(node.args[1])
        for path in Path(contract.__path__[0]).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "expect"
    ]
    assert len(texts) > 30
    passed_on = ("DRAWS", "{what}", "{name}", "__name__")  # texts that name it where they come from
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
