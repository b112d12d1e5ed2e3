"""Training: self-play, fitting, best responses, and the commands around them. Small, for all of it costs time."""

import json
from argparse import ArgumentParser
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from economancy.arrays.choices import Choices, choices
from economancy.arrays.games import ATTACKING, BUYING, END, INVESTING, NOBODY, Games, batch_of, concat, state_of, take
from economancy.arrays.rules import dawn, night
from economancy.commands.cli import main
from economancy.commands.train import add_arguments, settings_of
from economancy.game import GAME
from economancy.policy import baselines
from economancy.rivals.types import PlayerType
from economancy.rules.game import apply, new_game, players_to_move
from economancy.rules.state import Attacking, Buying, End, Phase, State
from economancy.search.decision import decide
from economancy.search.features import rotated
from economancy.search.look_ahead import Search
from economancy.search.node import Floats
from economancy.search.value import Outcomes, certain, pack, trained, unpack, weights_name
from economancy.training import duel, self_play, train_run
from economancy.training.best_response import exploit, exploit_run
from economancy.training.best_response.deviation import LikeliestLine
from economancy.training.best_response.exact import best_response
from economancy.training.best_response.response import (
    VICTIM,
    Adversary,
    CachedSearch,
    PreparedActions,
    Response,
    SecondStrategy,
)
from economancy.training.duel import Chooser, OneByOne, Searcher, play
from economancy.training.learning.fitting import Fitter, ReplayMemory
from economancy.training.learning.returns import Examples
from economancy.training.openings import openings
from economancy.training.pool import evaluate
from economancy.training.population import MIXED
from economancy.training.self_play import SelfPlay
from economancy.training.settings import TrainingSettings
from economancy.training.trainer import VERSIONS, Trainer
from tests.economancy.positions import player, position
from tests.economancy.rivals.test_level_one import winning
from tests.economancy.search.test_look_ahead import VALUES, action_of

VALUE = replace(VALUES[2], views=2)
SEARCH = Search(VALUE)
START = batch_of([new_game(2)])
SMALL = TrainingSettings("simple", decisions=2000, hidden=(8,), games=16, memory=500, batch=32)


def fresh(number: int) -> Games:
    return take(START, np.zeros(number, np.intp))


def test_self_play_learns_from_every_decision_before_it_is_made() -> None:
    self_play = SelfPlay(SEARCH, fresh, 8, default_rng(1))
    seen = list(self_play.play(30))
    assert {examples.phase for examples in seen} == {0, 1, 2}
    assert all((examples.games.phase == examples.phase).all() for examples in seen)
    assert all((examples.games.attacker_card == 0).all() for examples in seen)
    assert all(examples.outcomes.sum(axis=1) == pytest.approx(1, abs=1e-5) for examples in seen)
    assert not (self_play.games.phase == END).any()


@pytest.mark.parametrize("slipping", [0.0, 1.0])
def test_in_a_game_of_few_errors_each_may_be_the_last(slipping: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here they come with the first decision; other games go on with their errors until they are calmed."""
    monkeypatch.setattr(self_play, "SLIPS", np.ones(1))
    monkeypatch.setattr(self_play, "ERRORS", np.ones(1))
    monkeypatch.setattr(self_play, "ERRING", 1.0)
    games = SelfPlay(SEARCH, fresh, 300, default_rng(1), slipping=slipping)
    assert (games.errors == 1).all()
    assert len(list(games.play(1))) == 1
    ended = self_play.LAST if slipping else 0
    assert (games.errors == 0).mean() == pytest.approx(
        ended + (1 - ended) * self_play.CALMING, abs=0.08 if slipping else 0.02
    )


@pytest.mark.parametrize("pruned", [0.0, 1.0])
def test_self_play_leaves_out_actions_that_are_rarer_than_it_is_told(
    pruned: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here 90 % are for the first bid, and the other ones share the rest."""
    monkeypatch.setattr(self_play, "ERRING", 0)
    monkeypatch.setattr(self_play, "VISITED", 0)

    class FirstOrAny(Search):
        def _equilibrium(self, games: Games, named: Choices, *_: Any) -> Floats:
            chances: Floats = 0.1 * named.legal / named.legal.sum(axis=2, keepdims=True)
            chances[:, :, 0] += 0.9
            return chances

    games = SelfPlay(FirstOrAny(VALUE), fresh, 100, default_rng(1), pruned=pruned)
    list(games.play(1))
    other_bids = (games.games.coins != games.games.coins[0]).any()
    assert other_bids == (not pruned)


def test_self_play_with_a_trace_of_all_tells_of_a_position_how_its_game_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first seat ends it here by its attack, of which a look ahead at the bids alone hopes a little less."""
    monkeypatch.setattr(self_play, "ERRING", 0)
    monkeypatch.setattr(self_play, "VISITED", 0)

    def hopeful(games: Games) -> Outcomes:
        chances = np.where((games.phase == ATTACKING)[:, None], [0.9, 0.1, 0.0], [0.0, 0.0, 1.0]).astype(np.float32)
        return np.where((games.phase == END)[:, None], certain(games), chances)

    kill = batch_of([position(player("Ghost", coins=3), player("Stipend", coins=0))])

    def certain_at_first(trace: float) -> int:
        games = SelfPlay(Search(hopeful), lambda number: take(kill, np.zeros(number, np.intp)), 30, default_rng(1))
        *_, first = games.play(4, trace)
        return int((first.outcomes[:, 0] == 1).sum())

    assert certain_at_first(0.0) == 0
    assert certain_at_first(1.0) == 30


def test_seats_of_an_earlier_version_do_what_it_finds_best_and_ours_learns_what_it_thinks_itself() -> None:
    def certain_of(winner: int) -> Search:
        """Thinks that this seat will win if there is an attack, and that the game is drawn else."""
        ends = np.eye(3, dtype=np.float32)
        return Search(lambda games: ends[np.where(games.phase == ATTACKING, winner, 2)])

    strong = batch_of([position(player("Ghost", coins=3), player("Stipend", coins=0))])  # only the first can bid
    start = take(strong, np.zeros(40, np.intp))

    def play(earlier: float) -> tuple[NDArray[Any], int]:
        games = SelfPlay(certain_of(0), lambda number: start, 40, default_rng(1), 1, 0, earlier, certain_of(1))
        games.errors[:] = 0
        (examples,) = games.play(1)
        assert games.solved.all() == (not earlier)
        return examples.outcomes, int((games.games.phase == ATTACKING).sum())

    ours, attacks = play(0)
    assert attacks == 40
    learnt, attacks = play(1)
    assert attacks == 0
    assert (learnt == ours).all()


def test_at_three_seats_a_training_learns_from_every_order_of_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seats are told apart by their coins before the first bid: 0, 10 and 20."""
    seen: set[tuple[int, ...]] = set()

    def add(memory: ReplayMemory, examples: Examples) -> None:
        seen.update(tuple(coins // 10) for coins in examples.games.coins if memory.encoder.phase == INVESTING)

    monkeypatch.setattr(ReplayMemory, "add", add)
    start = batch_of([position(*(player(coins=coins) for coins in (0, 10, 20)), shop={"Ghost": 1})])
    trainer = Trainer(replace(SMALL, seats=3, every=1), fresh=lambda number: take(start, np.zeros(number, np.intp)))
    for _ in range(40):
        trainer.self_play.games = trainer.self_play.fresh(trainer.settings.games)
        trainer.advance()
    assert seen == set(permutations((0, 1, 2)))


def test_a_training_plays_against_what_it_was_at_its_beginning_and_ever_since() -> None:
    trainer = Trainer(replace(SMALL, earlier=0.3))
    begun = trainer.networks
    while not trainer.finished:
        before = len(trainer.versions)
        trainer.advance()
        assert trainer.self_play.version is not None
        assert any(trainer.self_play.version.value is version for version in trainer.versions)
        assert len(trainer.versions) - before <= 1
    assert len(trainer.versions) == VERSIONS
    games = fresh(1)
    assert (trainer.versions[0](games) == begun(games)).all()
    assert (trainer.versions[-1](games) != begun(games)).any()
    other = Trainer(replace(SMALL, earlier=0.3))
    other.restore(trainer.state())
    assert all((one(games) == two(games)).all() for one, two in zip(other.versions, trainer.versions, strict=True))


def test_at_a_table_of_three_others_come_to_look_ahead_without_errors_while_they_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("economancy.training.self_play.TURNING", 1.0)
    start = batch_of([new_game(3)])
    search = Search(VALUES[3], iterations=5)
    self_play = SelfPlay(search, lambda number: take(start, np.zeros(number, np.intp)), 8, default_rng(1))
    before, erring = self_play.games.types.copy(), self_play.errors.copy()
    others = before != PlayerType.EQUAL
    assert others.any()
    assert erring[others].any()
    list(self_play.play(1))
    assert (self_play.games.types == PlayerType.EQUAL).all()
    assert not self_play.errors[others].any()


def test_at_a_table_of_three_those_of_level_one_do_what_is_best_against_simple_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def indifferent(games: Games) -> Outcomes:
        return np.full((len(games), 4), 0.25, np.float32)

    monkeypatch.setattr(self_play, "ERRING", 0)
    start = batch_of([winning()])  # for seat 1
    games = SelfPlay(
        Search(indifferent),
        lambda number: take(start, np.zeros(number, np.intp)),
        120,
        default_rng(1),
        population=replace(MIXED, others=np.eye(len(PlayerType))[PlayerType.LEVEL_ONE], noise=[0]),
    )
    of_level_one = games.games.types[:, 1] == PlayerType.LEVEL_ONE
    list(games.play(1))
    assert games.ended > 0.8 * of_level_one.sum() > 0.25 * 120  # what comes of it by chance


@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_level_one_training_most_others_are_of_level_one_and_a_seat_looks_ahead(seats: int) -> None:
    trainer = Trainer(replace(SMALL, seats=seats, games=200, level_one=True))
    types = trainer.self_play.games.types
    assert (types == PlayerType.EQUAL).any(axis=1).all()
    assert (types[types != PlayerType.EQUAL] == PlayerType.LEVEL_ONE).mean() > 0.6


def test_a_level_one_training_of_two_seats_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "simple", str(tmp_path / "new"), "--level-one"]) == 2
    assert capsys.readouterr().err == "economancy train: expected --seats 3 or 4 with --level-one, got 2\n"
    assert not (tmp_path / "new").exists()


def test_the_same_seed_learns_the_same() -> None:
    def weights(seed: int) -> bytes:
        trainer = Trainer(replace(SMALL, seed=seed))
        trainer.advance()
        return b"".join(matrix.tobytes() for matrix, _ in trainer.networks.weights[INVESTING])

    assert weights(1) == weights(1)
    assert weights(1) != weights(2)


def test_a_training_goes_on_from_its_state() -> None:
    trainer, games = Trainer(SMALL), fresh(1)
    for _ in range(8):
        trainer.advance()
    other = Trainer(SMALL)
    other.restore(trainer.state())
    before = other.networks(games)
    assert (before == trainer.networks(games)).all()
    for _ in range(8):
        other.advance()
    assert other.decisions > trainer.decisions
    assert (other.networks(games) != before).any()


def test_examples_are_learnt_from_the_view_of_every_seat() -> None:
    encoder = VALUES[2].encoders[INVESTING]
    memory = ReplayMemory(encoder, 10, views=2)
    state = position(player("Ghost", coins=3), player("Worker", coins=1), shop={"Ghost": 2})
    memory.add(Examples(INVESTING, batch_of([state]), np.array([[0.7, 0.1, 0.2]], np.float32)))
    mirrored = position(*reversed(state.players), shop={"Ghost": 2})
    assert len(memory) == 2
    assert memory.outcomes[:2] == pytest.approx(np.array([[0.7, 0.1, 0.2], [0.1, 0.7, 0.2]]))
    assert (memory.features[1] == encoder(batch_of([mirrored]))[:, 0].astype(np.float16)).all()


def test_a_memory_keeps_the_last_examples() -> None:
    memory = ReplayMemory(VALUES[2].encoders[BUYING], 4, views=1)
    games = batch_of([position(player(), player(), phase=Buying())] * 3)
    for chance in (0.0, 1.0):
        memory.add(Examples(BUYING, games, np.tile(np.array([chance, 0, 0], np.float32), (3, 1))))
    assert sorted(memory.outcomes[:, 0].tolist()) == [0, 1, 1, 1]


def test_fitting_brings_the_chances_nearer_to_the_outcomes() -> None:
    rng = default_rng(1)
    fitter = Fitter(5, (16,), 3, rng)
    features = rng.normal(size=(64, 5)).astype(np.float32)
    outcomes = np.eye(3, dtype=np.float32)[(features[:, 0] > 0).astype(np.intp)]
    losses = [fitter.fit(features, outcomes, 1e-2) for _ in range(200)]
    assert losses[-1] < 0.1 < losses[0]


def test_games_in_lock_step_end_as_they_do_one_by_one() -> None:
    # From the table of reference opponents: decent always beats attack in the simple shop, attack always simple.
    attack, decent = OneByOne(baselines.attack), OneByOne(baselines.decent)
    assert play(fresh(20), [attack, decent], default_rng(1)).tolist() == [1] * 20
    assert play(fresh(20), [decent, attack], default_rng(1)).tolist() == [0] * 20
    assert play(fresh(4), [OneByOne(baselines.points)] * 2, default_rng(1)).tolist() == [NOBODY] * 4


def test_openings_are_two_mornings_in_and_nobody_is_out() -> None:
    games = openings(START, 50, 2, default_rng(1))
    assert (len(games), set(games.day.tolist()), set(games.phase.tolist())) == (50, {3}, {INVESTING})
    assert games.alive.all()
    assert len({state_of(games, row) for row in range(50)}) > 25


def test_an_evaluation_counts_every_game_once() -> None:
    found = evaluate(SEARCH, START, SEARCH, 4, default_rng(1))
    assert [*found] == ["random", "simple", "points", "attack", "decent", "before"]
    assert all(sum(result) == 4 and min(result) >= 0 for result in found.values())


POSITION = position(
    player("Ghost", coins=2), player("Worker", "Ghost", coins=3), shop={"Ghost": 1, "Worker": 2, "Bubble": 1}
)


@pytest.mark.parametrize("phase", [POSITION.phase, Buying(), Attacking(0), Attacking(1)])
def test_a_best_response_scores_at_least_the_value_of_the_game(phase: Phase) -> None:
    games = batch_of([replace(POSITION, phase=phase, players=tuple(replace(p, buys=1) for p in POSITION.players))])
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH, pruned=0.3))
    best, equilibrium = response.solve(games).outcomes[0], SEARCH.solve(games).outcomes[0]
    assert best[0] + best[2] / 2 >= equilibrium[0] + equilibrium[2] / 2 - 1e-5


def response_by_recursion(state: State, response: Response, days: int) -> NDArray[Any]:
    """Return what a best response gets, one state at a time by the plain rules."""
    games = batch_of([state])
    if isinstance(state.phase, End) or not days:
        value: NDArray[Any] = response.value(games)[0]
        return value
    named, movers = choices(games), players_to_move(state)
    mixtures = [
        (named.legal[0, seat] / named.legal[0, seat].sum())
        if seat != VICTIM or VICTIM not in movers
        else np.pad(decide(SEARCH, games, VICTIM).probabilities[0], (0, named.legal.shape[2]))[: named.legal.shape[2]]
        for seat in (0, 1)
    ]
    best = None
    for own in np.flatnonzero(named.legal[0, 0]):
        expected = np.zeros(3)
        for theirs in np.flatnonzero(named.legal[0, 1] & (mixtures[1] > 0)):
            places = (own, theirs)
            actions = {seat: action_of(state, int(named.actions[0, seat, places[seat]])) for seat in movers}
            after = apply(state, actions)
            left = days - (after.day != state.day)
            expected += mixtures[1][theirs] * response_by_recursion(after, response, left)
        if best is None or expected[0] + expected[2] / 2 > best[0] + best[2] / 2 + 1e-9:
            best = expected
    assert best is not None
    return best


def test_an_exact_response_is_that_of_the_plain_rules() -> None:
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    found = best_response(batch_of([POSITION]), response, 1)
    assert found.outcomes == pytest.approx(response_by_recursion(POSITION, response, 1), abs=1e-5)
    assert len(found.games) > 10


def test_an_exact_response_that_is_played_reaches_what_was_found() -> None:
    """Two mornings of 500 games, valued as it values them then."""
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    found = best_response(START, response, 2)
    choosers: list[Chooser] = [PreparedActions(found.games, found.actions, Adversary(response)), Searcher(SEARCH)]
    games, rng = fresh(500), default_rng(1)
    reached: list[float] = []
    for _ in range(40):
        games = duel.advance(games, choosers, rng)
        over = night(games)
        games = concat([dawn(take(games, np.flatnonzero(over))), take(games, np.flatnonzero(~over))])
        leaves = (games.day == 3) & (games.phase == INVESTING)
        reached.extend(response.value(take(games, np.flatnonzero(leaves))) @ [1, 0, 0.5] if leaves.any() else [])
        games = take(games, np.flatnonzero(~leaves))
        if not len(games):
            break
    assert len(reached) == 500
    assert np.mean(reached) == pytest.approx(found.outcomes @ [1, 0, 0.5], abs=4 * np.std(reached) / 500**0.5 + 1e-6)


def test_an_exact_response_is_played_in_either_seat_and_beyond_it_another() -> None:
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    found = best_response(batch_of([POSITION]), response, 1)

    def beyond(games: Games, seat: int, rng: Generator) -> NDArray[Any]:
        return np.full(len(games), -1)

    for seat in (0, 1):
        known = rotated(found.games, seat)
        chosen = PreparedActions(found.games, found.actions, beyond)(concat([known, fresh(2)]), seat, default_rng(1))
        assert (chosen[:-2] == found.actions).all()
        assert (chosen[-2:] == -1).all()


def nothing(games: Games, seat: int, rng: Generator) -> NDArray[Any]:
    return np.zeros(len(games), np.int64)


def test_on_our_way_every_other_action_of_the_first_seat_is_tried() -> None:
    """Day 1 with three coins: bids of 1 to 3 instead of 0, and each card that they buy instead of none."""
    found = list(LikeliestLine(START, nothing, nothing, nothing).deviations(1, 2, default_rng(1)))
    assert [one.day for one in found] == [1] * len(found)
    assert [int(one.actions[-1]) for one in found[:3]] == [1, 2, 3]
    assert [len(one.games) for one in found] == [1] * 3 + [2] * (len(found) - 3)
    buying = batch_of([apply(new_game(2), {0: 0, 1: 0})])
    assert {int(one.actions[-1]) for one in found[3:]} == {*choices(buying).actions[0, 0].tolist()} - {0}
    assert all(one.score == 0.5 for one in found)  # nobody ever attacks


def test_another_action_scores_what_it_brings() -> None:
    """Who bids may attack one who holds nothing worth a card, and wins."""
    games = batch_of([position(player("Ghost", "Ghost", coins=2), player())])

    def attacks(games: Games, seat: int, rng: Generator) -> NDArray[Any]:
        return np.where(games.phase == ATTACKING, choices(games).actions[:, seat].max(axis=1), 0)

    found = list(LikeliestLine(games, nothing, nothing, attacks).deviations(1, 2, default_rng(1)))
    scores = {int(one.actions[-1]): one.score for one in found if len(one.games) == 1}
    assert scores == {1: 1.0}


def test_a_response_looks_further_than_its_rival_and_does_not_lose_by_it() -> None:
    response = Response(value=VALUE, rival=SecondStrategy(SEARCH))
    worth = [best_response(START, response, days).outcomes for days in (1, 2)]
    assert all(outcomes[0] + outcomes[2] / 2 >= 0.5 - 1e-5 for outcomes in worth)  # it can mirror its rival


def test_games_that_are_alike_are_decided_alike() -> None:
    games = take(batch_of([POSITION, new_game(2)]), np.array([1, 0, 0, 1]))
    many = decide(SEARCH, games, 1)
    for row in range(4):
        one = decide(SEARCH, take(games, np.array([row])), 1)
        assert many.probabilities[row, many.legal[row]] == pytest.approx(one.probabilities[0, one.legal[0]], abs=1e-4)


def test_what_a_rival_was_just_asked_is_not_solved_again() -> None:
    class Asked:
        number = 0

        def __call__(self, games: Games) -> NDArray[Any]:
            Asked.number += 1
            return VALUE(games)

    search = CachedSearch(Asked())
    first, other = fresh(1), batch_of([POSITION])
    node = search.solve(first)
    asked = Asked.number
    assert search.solve(first) is node
    assert Asked.number == asked
    assert (search.solve(other).strategies == SEARCH.solve(other).strategies).all()
    assert Asked.number > asked


def test_a_searcher_may_play_its_likeliest_moves_only() -> None:
    games = fresh(50)
    pure = Searcher(SEARCH, pure=True)(games, 0, default_rng(1))
    assert len(set(pure.tolist())) == 1


@pytest.mark.parametrize(("seats", "share"), [("2", 0), ("3", 0.2), ("4", 0.2)])
def test_at_tables_of_three_and_four_train_plays_against_earlier_versions_unless_told_not_to(
    seats: str, share: float
) -> None:
    parser = ArgumentParser()
    add_arguments(parser, GAME)
    assert settings_of(parser.parse_args(["base", "folder", "--seats", seats])).earlier == share
    assert settings_of(parser.parse_args(["base", "folder", "--seats", seats, "--earlier", "0"])).earlier == 0


def test_train_writes_weights_and_their_record_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "train",
        "simple",
        str(tmp_path),
        "--decisions",
        "600",
        "--hidden",
        "4",
        "--looks",
        "1",
        "--games",
        "2",
    ]
    assert main(arguments) == 0
    assert "decisions" in capsys.readouterr().out
    name = weights_name("simple", 2)
    record = json.loads((tmp_path / name).with_suffix(".json").read_text())
    assert record["settings"]["hidden"] == [4]
    assert record["decisions"] >= 600
    assert set(unpack((tmp_path / name).read_bytes())) == {0, 1, 2}
    assert main(arguments) == 0
    assert "going on from" in capsys.readouterr().out
    assert main([*arguments, "--seed", "2"]) == 2
    assert "expected the checkpoint of" in capsys.readouterr().err


def test_an_adversary_that_a_draw_is_worth_less_wins_more_and_draws_less() -> None:
    value = trained("simple", 2)
    assert value
    victim = exploit.Victim(value, Search(value))
    shy, bold = (best_response(START, exploit.one_step(victim, draw).response, 1).outcomes for draw in (0.5, 0))
    assert bold[0] > shy[0]
    assert bold[-1] < shy[-1]


def test_exploit_prints_what_adversaries_score(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploit_run, "GAMES_OF_OTHERS", 1)
    monkeypatch.setattr(duel, "DAYS", 4)
    for name in ("OPENINGS_TO_LEARN_FROM", "POSITIONS_TO_CHOOSE_BY", "LOOKS"):
        monkeypatch.setattr(exploit, name, 2)
    sizes = "--games 4 --starts 2 --seeds 1 --decisions 600 --days 1 --way 1"
    assert main(["exploit", "simple", *sizes.split(), "--no-pure", "--draw", "0.3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split(",")[0] for line in lines if not line.startswith(" ")] == [
        "one look ahead",
        "trained",
        "worst from random openings",
        "exact to the morning of day 2",
        "the best of 10 other actions on our way",
    ]


@pytest.mark.parametrize("opened", [0, 0.6, 1])
def test_of_the_games_of_an_adversarys_training_as_many_as_are_asked_for_begin_after_two_random_days(
    opened: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Games] = []

    class Seen(Trainer):
        def advance(self) -> None:
            begun.append(self.self_play.games)
            self.decisions = self.settings.decisions

    monkeypatch.setattr(exploit, "Trainer", Seen)
    monkeypatch.setattr(duel, "DAYS", 1)
    for name in ("OPENINGS_TO_LEARN_FROM", "POSITIONS_TO_CHOOSE_BY", "LOOKS"):
        monkeypatch.setattr(exploit, name, 4)
    value = Trainer(SMALL).networks
    settings = replace(SMALL, opened=opened, games=1000)
    exploit.trained(exploit.Victim(value, Search(value)), settings, START, lambda *_: None)
    assert [(begun[0].day == day).mean() for day in (1, 3)] == pytest.approx([1 - opened, opened], abs=0.05)


@pytest.mark.parametrize("seats", [2, 3])
def test_of_the_games_of_a_training_as_many_as_are_asked_for_begin_after_random_days(seats: int) -> None:
    shares = []
    for opened in (0, 0.6):
        days = Trainer(replace(SMALL, seats=seats, opened=opened, games=2000)).self_play.games.day
        shares.append([(days == day).mean() for day in (1, 2, 3)])
    assert shares[0] == [1, 0, 0]
    assert shares[1] == pytest.approx([0.4, 0.3, 0.3], abs=0.05)


def test_a_training_begins_with_weights_of_its_own_shape_and_no_others(tmp_path: Path) -> None:
    trainer, other = Trainer(TrainingSettings("simple", hidden=(8,))), Trainer(TrainingSettings("simple", hidden=(9,)))
    file = tmp_path / "weights.npz"
    file.write_bytes(pack(other.networks.weights))
    with pytest.raises(ValueError, match="expected layers of"):
        train_run.begun_networks(file, trainer)
    found = train_run.begun_networks(file, other)
    for phase, layers in other.networks.weights.items():
        for (matrix, _), (expected, _) in zip(found.weights[phase], layers, strict=True):
            assert matrix == pytest.approx(expected, abs=1e-3)
