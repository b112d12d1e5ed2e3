"""The built-ins that every game has: `random` and `uct:N`, and appraisals by games played on."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import coinfight.game
import economancy.game
import lost_cities.game
from coinfight.search import two_seats
from gamekit.builtins import builtin_names, policy_of
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import AnyGame, Observation, win_shares
from gamekit.policies.appraisals import appraise, hints
from gamekit.policies.uct import Tree
from gamekit.probes.contract.appraisals import check_appraisals
from gamekit.probes.contract.promise import Promise
from tests.gamekit.goofspiel import GOOFSPIEL, Goofspiel
from tests.gamekit.goofspiel import State as Prizes
from tests.gamekit.nim import NIM, Nim, State

OVER = Deadline(lambda: 1.0, 0.0)


class Bare(Nim):
    """Nim without policies and values of its own."""

    policy_names = ()

    def policy(self, name: str) -> Any:
        return super(Nim, self).policy(name)

    def appraise(self, *words: Any) -> None:
        return None


class Passing(Bare):
    """Nim in which a seat may take nothing, so that positions come again; it counts the rounds that are played."""

    rounds = 0

    def legal_actions(self, state: State, seat: int) -> Any:
        return [(0, 0), *super().legal_actions(state, seat)] if seat in self.players_to_move(state) else []

    def apply(self, state: State, actions: Any) -> State:
        self.rounds += 1
        (action,) = actions.values()
        after = replace(state, turn=state.turn + 1) if action == (0, 0) else super().apply(state, actions)
        return replace(after, turn=after.turn % 2)


class Secretive(Goofspiel):
    """Goofspiel that does not say how what is hidden can be drawn."""

    sample = Nim.sample  # type: ignore[assignment]


class DrawsNothing(Goofspiel):
    """Goofspiel whose `sample` does not say either."""

    def sample(self, observation: Observation[Prizes], rng: Random) -> Any:
        return None


def score(game: AnyGame, name: str, games: int, seats: int = 2) -> float:
    """Return the mean win share of a built-in, in each seat in turn, against random ones."""
    shares = 0.0
    for number in range(games):
        rng, own = Random(number // seats), number % seats
        state = game.new_game(seats, game.variants[0], rng)
        policies = [policy_of(game, name if seat == own else "random") for seat in range(seats)]
        while movers := game.players_to_move(state):
            seen = {seat: Observation(game.observe(state, seat), seat) for seat in movers}
            state = game.apply(state, {seat: policies[seat](seen[seat], rng, NO_DEADLINE) for seat in movers})
        shares += win_shares(game.returns(state))[own]
    return shares / games


def test_every_game_has_random_and_uct() -> None:
    assert builtin_names(Bare()) == ("random", "uct:N")
    assert score(Bare(), "random", 20) == 0.5


def test_a_game_keeps_the_names_that_it_gives_itself() -> None:
    assert builtin_names(NIM) == ("nim", "random", "uct:N")
    assert policy_of(NIM, "random") is NIM.policy("random")


@pytest.mark.parametrize("name", ["uct:0", "uct:-1", "uct:x", "uct:", "uct:1e3", "uct:1000000000", "nosuch"])
def test_a_name_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"uct:N"):
        policy_of(NIM, name)


def test_where_things_are_hidden_and_cannot_be_drawn_there_is_no_uct() -> None:
    for game in (Secretive(), DrawsNothing()):
        assert builtin_names(game) == ("match", "random")
        with pytest.raises(ValueError, match="needs a `sample`"):
            policy_of(game, "uct:10")


@pytest.mark.parametrize(("seats", "least"), [(2, 0.9), (3, 0.6)])
def test_uct_beats_random_play_in_turns(seats: int, least: float) -> None:
    assert score(Bare(), "uct:60", 12, seats) >= least


def test_uct_beats_random_play_where_all_move_at_once() -> None:
    assert score(GOOFSPIEL, "uct:60", 24) > 0.6


def test_uct_finds_the_only_winning_move_and_proves_it() -> None:
    seen = Observation(State((1, 3), 2), 0)
    assert policy_of(NIM, "uct:400")(seen, Random(1), NO_DEADLINE) == (1, 2)
    found = appraise(Bare(), seen, {}, Random(1), NO_DEADLINE)
    assert found is not None
    assert [worth.text for worth in found.worths] == ["wins (proved)", "loses (proved)"]


def test_an_appraisal_by_games_has_the_line_that_follows() -> None:
    state = State((3, 4, 5), 2)
    found = appraise(Bare(), Observation(state, 0), {}, Random(1), NO_DEADLINE)
    assert found is not None
    best, *_ = found.candidates[0]
    for action in (best.action, *best.line):
        seat = state.turn % 2
        assert action in NIM.legal_actions(state, seat)
        state = NIM.apply(state, {seat: action})
    assert len(best.line) >= 2


def test_what_chance_brings_is_told_apart_where_the_seat_sees_it() -> None:
    seen = Observation(GOOFSPIEL.observe(GOOFSPIEL.new_game(2, "three", Random(1)), 0), 0)
    tree = Tree(GOOFSPIEL, seen, Random(1))
    tree.grow(100, NO_DEADLINE)
    found = {observed for joint, observed in tree.root.children if joint == (1, 1)}
    assert len(found) == 2


def test_a_position_that_comes_again_is_another_node() -> None:
    game = Passing()
    Tree(game, Observation(State((2, 2), 2), 0), Random(1)).grow(50, NO_DEADLINE)
    assert game.rounds < 50 * 100


def test_an_answer_comes_when_the_time_is_up_before() -> None:
    seen = Observation(State((3, 4, 5), 2), 0)
    assert policy_of(NIM, "uct:1000000")(seen, Random(1), OVER) in NIM.legal_actions(seen.state, 0)


def test_uct_does_not_know_what_is_hidden() -> None:
    """States that look the same to a seat bring the same answer."""
    hands = ((1, 2, 3, 4, 5),) * 2
    states = [Prizes((3, *rest), 0, hands, (0, 0)) for rest in ((1, 2, 4, 5), (5, 4, 2, 1))]
    seen = [Observation(GOOFSPIEL.observe(state, 0), 0) for state in states]
    assert len({policy_of(GOOFSPIEL, "uct:50")(one, Random(1), NO_DEADLINE) for one in seen}) == 1
    onlookers = [appraise(GOOFSPIEL, Observation(state, None), {}, Random(1), NO_DEADLINE) for state in states]
    assert onlookers[0] == onlookers[1]


@pytest.mark.parametrize("game", [Bare(), GOOFSPIEL], ids=["nim", "goofspiel"])
@pytest.mark.parametrize("seats", [2, 3])
def test_an_appraisal_by_games_keeps_what_appraisals_promise(game: AnyGame, seats: int) -> None:
    class Appraised(type(game)):  # type: ignore[misc]
        def appraise(self, *words: Any) -> Any:
            return appraise(game, *words)

    state = game.new_game(seats, game.variants[0], Random(1))
    actions = {seat: game.legal_actions(state, seat)[0] for seat in game.players_to_move(state)}
    check_appraisals(Appraised(), state, actions, Promise(game, "here"), Random(1))


def test_what_was_played_is_a_candidate_however_early_the_deadline() -> None:
    played = {0: (2, 5)}
    found = appraise(Bare(), Observation(State((3, 4, 5), 2), None), played, Random(1), OVER)
    assert found is not None
    assert (2, 5) in {one.action for one in found.candidates[0]}


def test_hints_are_what_an_appraisal_says_unless_a_game_has_its_own() -> None:
    seen = Observation(GOOFSPIEL.observe(GOOFSPIEL.new_game(2, "standard", Random(1)), 0), 0)
    assert {one.action for one in hints(GOOFSPIEL, seen, Random(1), NO_DEADLINE)} == {1, 2, 3, 4, 5}
    assert hints(NIM, Observation(State((1, 1), 2), 0), Random(1), NO_DEADLINE) == []


@pytest.mark.parametrize("game", [economancy.game.GAME, lost_cities.game.GAME], ids=lambda game: game.name)
def test_uct_plays_a_game_with_hidden_cards_or_endless_numbers(game: AnyGame) -> None:
    assert 0 <= score(game, "uct:3", 1) <= 1


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize(
    ("game", "games", "least"), [(Bare(), 1000, 0.99), (GOOFSPIEL, 1000, 0.80)], ids=["nim", "goofspiel"]
)
def test_uct_400_against_random_play(game: AnyGame, games: int, least: float) -> None:
    """Measured: Nim 100 %, Goofspiel 82.4 % (95 %: 79.9 to 84.6), so that other games may score less than the bar of
    80 %; these are always the same. An equilibrium of Goofspiel scores 76.5 %, who knows that the other plays at random
    at most 90.1 %.
    """
    share = score(game, "uct:400", games)
    print(f"{game.name}: {share:.1%} of {games}")
    assert share >= least


@pytest.mark.long
@pytest.mark.timeout(0)
def test_uct_400_wins_nearly_all_won_positions_of_coin_fight_against_greedy() -> None:
    """Measured: 190 of 200 in one run, just what is asserted. The exact table says that the positions are won."""
    game, seed = coinfight.game.GAME, 0
    won: list[float] = []
    while len(won) < 200:
        seed, rng = seed + 1, Random(seed)
        state = game.opening(2, game.variants[0], rng.randrange(12), rng)
        if state is None or not any(two_seats.wins(state, action) for action in two_seats.choices(state)):
            continue
        mover = game.players_to_move(state)[0]
        policies = [policy_of(game, "uct:400" if seat == mover else "greedy") for seat in range(2)]
        while movers := game.players_to_move(state):
            seat = movers[0]
            state = game.apply(state, {seat: policies[seat](Observation(state, seat), rng, NO_DEADLINE)})
        won.append(win_shares(game.returns(state))[mover])
    print(f"Coin Fight: {sum(won):g} of {len(won)}")
    assert sum(won) >= 190
