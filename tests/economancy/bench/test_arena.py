"""One game as a job: openings, seats, faults, and what comes back."""

import json
import pickle
from dataclasses import replace
from random import Random

import pytest

from economancy.bench.arena import DECENT, builtin_speed, harness
from economancy.game import GAME, Economancy
from economancy.protocol import decode_state
from economancy.rules.position import Position
from economancy.rules.state import Action, Forfeit, Investing
from gamekit.deadline import Deadline
from gamekit.game import ChildSettings, Observation, Policy
from gamekit.seeds import seat_seed
from gamekit.tournament.arena import GameResult, GameSettings, Job, Player, Report, make_opening, play_job
from gamekit.traces import replay, split_games
from gamekit.wire.json_stream import Value, dumps, loads, read_values

ASKED = ChildSettings("referee", timeout=10.0)
SETTINGS = GameSettings(GAME, ASKED)
TELL_ENVIRONMENT = "echo $ECONOMANCY_SEED ${ECONOMANCY_STRICT:-no} >&2"


def builtin(name: str) -> Player:
    return Player(name, name)


def job(*players: Player, seed: int = 1, opening_seed: int = 1) -> Job:
    return Job(0, 0, 0, "simple", players, seed, opening_seed)


def games_of(report: Report) -> list[list[Value]]:
    chunks = iter([report.trace or b""])
    return list(split_games(GAME, read_values(lambda size: next(chunks, b""))))


@pytest.mark.parametrize("shop", ["simple", "base"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("days", [1, 2, 5])
def test_an_opening_is_a_morning_with_everybody_in(shop: str, seats: int, days: int) -> None:
    for seed in range(20):
        position = make_opening(GAME, seats, shop, days, seed)
        state = position.state
        assert state.phase == Investing()
        assert state.day == days % 3 + 1
        assert GAME.players_to_move(position) == tuple(range(seats))


def test_an_opening_depends_on_its_seed_alone_and_no_days_are_the_start() -> None:
    assert make_opening(GAME, 2, "simple", 3, 7) == make_opening(GAME, 2, "simple", 3, 7)
    assert len({make_opening(GAME, 2, "simple", 3, seed) for seed in range(20)}) > 15
    assert make_opening(GAME, 2, "simple", 0, 7) == GAME.new_game(2, "simple", Random(0))


def test_the_rotations_of_a_block_start_from_one_position() -> None:
    settings = replace(SETTINGS, opening=2, keep_trace=True)
    players = (builtin("random"), builtin("points"))
    games = [games_of(play_job(settings, job(*order, seed=n)))[0] for n, order in enumerate([players, players[::-1]])]
    first = [decode_state(game[0].data) for game in games]
    assert first[0] == first[1] == make_opening(GAME, 2, "simple", 2, 1).state


def test_a_draw_is_called_a_hundred_days_after_the_opening() -> None:
    nothing_to_buy = replace(job(builtin("points"), builtin("points")), variant="")
    played = play_job(replace(SETTINGS, opening=2), nothing_to_buy).played
    assert (played.winner, played.forfeit, played.length) == (None, None, 100)


def test_a_job_goes_through_a_pipe_and_gives_the_same_game() -> None:
    settings, original = replace(SETTINGS, opening=1, keep_trace=True), job(builtin("random"), builtin("simple"))
    copy = pickle.loads(pickle.dumps(original))
    assert play_job(settings, copy).trace == play_job(settings, original).trace
    assert str(original) == "game 0 (random, simple; simple, seed 1)"


def test_another_seed_is_another_game() -> None:
    traces = {
        play_job(replace(SETTINGS, keep_trace=True), job(builtin("random"), builtin("random"), seed=n)).trace
        for n in range(9)
    }
    assert len(traces) == 9


def test_a_trace_names_the_players_and_keeps_to_the_rules() -> None:
    report = play_job(
        replace(SETTINGS, keep_trace=True), job(builtin("simple"), Player("bot", DECENT), builtin("attack"))
    )
    assert report.trace is not None
    assert report.trace.splitlines()[0] == b'{"meta":"players","names":["simple","bot","attack"]}'
    (game,) = games_of(report)
    steps = [step for played in replay(GAME, game) for step in played.steps]
    assert len(steps) == report.played.moves == sum(map(len, report.played.seconds))
    assert report.errors is None


def test_a_win_is_one_a_draw_is_shared_and_a_forfeit_helps_the_others_alike() -> None:
    played = play_job(SETTINGS, job(builtin("random"), builtin("simple"), builtin("points"))).played
    assert replace(played, returns=(0.0, 1.0, 0.0)).shares() == (0, 1, 0)
    assert replace(played, returns=(0.5, 0.5, 0.5)).shares() == (1 / 3, 1 / 3, 1 / 3)
    assert replace(played, returns=None, forfeit=2, faults=(2,)).shares() == (0.5, 0.5, 0)


def test_a_game_survives_the_record() -> None:
    played = play_job(SETTINGS, job(builtin("random"), builtin("simple"))).played
    row = loads(dumps(played.to_row()))
    assert isinstance(row, dict)
    assert GameResult.from_row({**row, "trace": "a file"}) == played
    with pytest.raises(KeyError, match="returns"):
        GameResult.from_row({name: value for name, value in row.items() if name != "returns"})


def test_a_player_that_cannot_be_executed_forfeits_when_it_is_asked() -> None:
    report = play_job(replace(SETTINGS, keep_trace=True), job(builtin("attack"), Player("gone", ("./no/such/bot",))))
    assert (report.played.forfeit, report.played.winner, report.played.moves) == (1, None, 1)
    assert report.played.reason is not None
    assert report.played.reason.startswith("cannot be executed: [Errno 2]")
    last = decode_state(games_of(report)[0][-1].data)
    assert isinstance(last.phase, Forfeit)


class WithABug(Economancy):
    """The game with a built-in that raises."""

    def policy(self, name: str) -> Policy[Position, Action]:
        def broken(observation: Observation[Position], rng: Random, deadline: Deadline) -> Action:
            raise IndexError("off by one")

        return broken if name == "broken" else super().policy(name)


def test_a_bug_of_a_built_in_is_its_forfeit_and_its_traceback_is_kept() -> None:
    report = play_job(replace(SETTINGS, game=WithABug()), job(builtin("attack"), builtin("broken")))
    assert report.played.forfeit == 1
    assert str(report.played.reason).startswith("IndexError: off by one, in broken (test_arena.py, line ")
    assert report.errors is not None
    assert report.errors[0] == ""
    assert "in broken" in report.errors[1]


def test_an_executable_gets_its_seed_and_strictness_and_its_last_words_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ECONOMANCY_STRICT")  # the tests' own
    bids = Player("one", ("sh", "-c", f"{TELL_ENVIRONMENT}; echo [0]; exec cat >/dev/null"))
    dies = Player("other", ("sh", "-c", f"{TELL_ENVIRONMENT}; exit 3"))
    players = (bids, dies)  # each has spoken before the game ends, however busy the machine
    report = play_job(SETTINGS, job(*players, seed=5))
    assert (report.played.forfeit, report.played.reason) == (1, "exited with status 3")
    assert report.errors == tuple(f"{seat_seed(5, seat)} 1\n" for seat in range(2))
    lenient = play_job(replace(SETTINGS, asked=replace(ASKED, strict=False)), job(*players, seed=5))
    assert lenient.errors == tuple(f"{seat_seed(5, seat)} no\n" for seat in range(2))


def test_an_executable_s_answers_are_timed_and_the_first_contains_its_start() -> None:
    played = play_job(SETTINGS, job(builtin("attack"), Player("bot", DECENT))).played
    first, *rest = played.seconds[1]
    assert first > max(rest)
    assert json.dumps(played.seconds)


def test_a_late_player_forfeits_after_its_time() -> None:
    silent = Player("silent", ("sleep", "60"))  # it takes no processor time, not even to start
    played = play_job(replace(SETTINGS, asked=replace(ASKED, timeout=0.3)), job(builtin("attack"), silent)).played
    waits = "it waits, also when its input is closed: does it write an answer to each message?"
    assert (played.forfeit, played.reason) == (1, f"no answer within 0.3 s; {waits}")
    assert played.seconds[1][-1] >= 0.3


def test_the_bench_of_the_arena_measures_games_and_moves() -> None:
    assert builtin_speed(games=20) > 0
    cost = harness(games=1)
    assert cost.moves > 20
    assert cost.own > 0
    assert cost.added > 0
