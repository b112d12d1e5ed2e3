"""What the decisions of a game cost, told by `analyse` and by gamekit.analysis; on Nim, which proves its values."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.analysis.games import Appraiser, spread
from gamekit.answer import Choice, Failure, Kind
from gamekit.commands.common.main import main
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.game import Appraisal, Observation
from gamekit.game.appraisal import SURE, Basis, Candidate, Grade, Worth, both, cost_error, grade, share_error
from gamekit.output import VERSION
from gamekit.table import Table
from gamekit.traces import trace_of
from gamekit.wire.json_stream import dumps
from tests.gamekit.goofspiel import Goofspiel
from tests.gamekit.nim import NIM, Action, Nim, State

GOOD, BAD = (2, 5), (0, 1)
"""In heaps of 3, 4 and 5: which leaves a nim-sum of zero is only (0, 2)."""
WINNING = (0, 2)


def played(*actions: Action | Failure, game: Nim = NIM) -> Table[State]:
    """Return the table of heaps 3, 4, 5 at two seats after these answers, and random ones to the end."""
    table = Table.begin(game, State((3, 4, 5), 2))
    rng, given = Random(1), list(actions)
    while asked := table.asked():
        chosen = given.pop(0) if given else rng.choice(NIM.legal_actions(table.state, asked[0]))
        table = table.answered(asked[0], chosen if isinstance(chosen, Failure) else Choice(chosen, 0.0))
    return table


def appraised(table: Table[State], deadline: Deadline = NO_DEADLINE):  # type: ignore[no-untyped-def]
    return Appraiser(table.game, 1).appraise(table.rounds(), deadline)


def test_a_choice_costs_the_best_candidate_s_share_less_its_own() -> None:
    found = appraised(played(BAD, (1, 1)))
    assert found.judgements[0].cost == 1
    assert found.judgements[0].best.action == WINNING
    assert found.judgements[0].grade is Grade.BLUNDER


def test_the_best_choice_costs_nothing() -> None:
    found = appraised(played(WINNING))
    assert found.judgements[0].cost == 0
    assert found.judgements[0].grade is Grade.FINE


def test_in_a_lost_position_nothing_costs() -> None:
    assert appraised(played(WINNING, (1, 1))).judgements[1].cost == 0


def test_the_shares_of_every_round_and_of_the_end_are_known() -> None:
    table = played(WINNING)
    found = appraised(table)
    assert sorted(found.worths) == list(range(table.length + 1))
    assert [one.share for one in found.worths[0]] == [1, 0]
    assert tuple(one.share for one in found.worths[table.length]) == NIM.returns(table.state)


def test_a_fault_costs_all_that_was_to_be_had_and_the_others_share_the_win() -> None:
    table = played(Failure(Kind.LATE, "late", 1.0))
    found = appraised(table)
    assert found.judgements[0].played is None
    assert found.judgements[0].cost == 1
    assert [one.share for one in found.worths[1]] == [0, 1]


def test_without_time_only_the_end_is_known() -> None:
    table = played(WINNING)
    found = appraised(table, Deadline(lambda: 1.0, 0.0))
    assert list(found.worths) == [table.length]
    assert not found.judgements


def test_a_game_without_values_is_judged_by_games_played_on() -> None:
    table = Table.begin(NIM, State((1, 1, 1), 3))
    while asked := table.asked():
        table = table.answered(asked[0], Choice(NIM.legal_actions(table.state, asked[0])[0], 0.0))
    found = Appraiser(NIM, 1).appraise(table.rounds(), NO_DEADLINE)
    assert [(one.step.seat, round(one.cost, 3)) for one in found.judgements] == [(0, 0), (1, 0), (2, 0)]
    assert sorted(found.worths) == [0, 1, 2, 3]


@given(st.integers(0, 300))
def test_a_spread_is_even_at_every_length(number: int) -> None:
    order = spread(number)
    assert sorted(order) == list(range(number))
    for length in (2**power for power in range(2, 9) if 2**power < number):
        chosen = sorted(order[:length])
        gaps = [b - a for a, b in zip(chosen, [*chosen[1:], number], strict=True)]
        assert max(gaps) <= 3 * number / length + 1


def test_grades_have_bounds() -> None:
    assert [grade(lost, 0.0) for lost in (0.04, 0.05, 0.1, 0.2)] == [
        Grade.FINE, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER
    ]  # fmt: skip


def test_what_may_be_chance_has_no_grade() -> None:
    assert grade(0.3, 0.15) is Grade.FINE
    assert grade(0.31, 0.15) is Grade.BLUNDER


def test_the_error_of_a_cost_has_both_errors_in_it() -> None:
    best, other = (
        Candidate(k, Worth(share, Basis.ROLLOUTS, 10, error)) for k, share, error in ((0, 0.9, 0.03), (1, 0.5, 0.04))
    )
    assert cost_error(other, [best, other]) == pytest.approx(0.05)


def test_the_error_of_a_share_is_that_of_its_logit_and_least_where_little_is_open() -> None:
    assert share_error(0.5, 0.2) == pytest.approx(0.05, abs=0.001)
    assert share_error(0.9, 0.2) == pytest.approx(share_error(0.1, 0.2)) == pytest.approx(0.018, abs=0.001)
    assert share_error(0.0, 0.2) == share_error(1.0, 0.2) == share_error(0.5, 0.0) == 0
    assert share_error(0.5, 1e9) == pytest.approx(0.5)


class Uncertain(Nim):
    """Nim whose values are estimates."""

    def appraise(self, observation: Observation[State], played: Mapping[int, Action], rng: Random, deadline: Deadline) -> Appraisal[Action]:  # fmt: skip  # noqa: E501
        found = super().appraise(observation, played, rng, deadline)
        assert found is not None
        seat, candidates = next(iter(found.candidates.items()))
        loose = tuple(Candidate(one.action, Worth(rng.random(), Basis.ROLLOUTS, 4, 0.2)) for one in candidates)
        return Appraisal(found.worths, {seat: loose})


def test_the_same_seed_gives_the_same_figures() -> None:
    table = played(BAD, game=Uncertain())
    first, again = (Appraiser(Uncertain(), seed).appraise(table.rounds(), NO_DEADLINE) for seed in (1, 1))
    assert [one.cost for one in first.judgements] == [one.cost for one in again.judgements]
    other = Appraiser(Uncertain(), 2).appraise(table.rounds(), NO_DEADLINE)
    assert [one.cost for one in first.judgements] != [one.cost for one in other.judgements]


def test_what_may_be_chance_is_not_among_the_worst() -> None:
    found = [
        Appraiser(Uncertain(), seed).appraise(played(BAD, game=Uncertain()).rounds(), NO_DEADLINE) for seed in range(9)
    ]
    costs = [one.cost for each in found for one in each.worst(100)]
    assert costs
    assert min(costs) > SURE * 0.2
    assert any(0.1 < one.cost <= SURE * 0.2 for each in found for one in each.judgements)


# The command


def run(*words: object) -> int:
    return main(NIM, {}, [str(word) for word in words])


class Secretive(Goofspiel):
    """Goofspiel that does not say how what is hidden can be drawn."""

    ours = "uct:400"
    sample = Nim.sample  # type: ignore[assignment]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    names = dumps({"meta": "players", "names": ["Ann", "Bob"]})
    path.write_bytes(b"\n".join([names, *trace_of(played(BAD, (1, 1)))]))
    return path


def test_a_trace_is_told_with_its_worst_decisions(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", trace) == 0
    told = capsys.readouterr().out
    assert "decision 1, round 1, Ann: lost 100.0% of a win (blunder)" in told
    assert "played  take 1 of heap 1: loses (proved)" in told
    assert "better  take 2 of heap 1: wins (proved)" in told


def test_its_lines_fit_80_columns(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("analyse", trace)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_json_has_a_version_and_every_decision(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", trace, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == VERSION
    (game,) = found["games"]
    assert game["names"] == ["Ann", "Bob"]
    assert game["decisions"][0]["played"] == [0, 1]
    assert game["decisions"][0]["cost"] == 1
    assert {"action": [0, 2], "share": 1.0, "basis": "proved", "amount": 0, "error": 0.0, "line": []} in (
        game["decisions"][0]["candidates"]
    )


def test_a_move_is_shown_with_all_candidates(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse", trace, "--move", 1) == 0
    told = capsys.readouterr().out
    assert told.count("take ") >= 12
    assert "take 1 of heap 1  <- played" in told


def test_a_state_alone_is_shown_with_its_candidates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(dumps(NIM.encode_observation(Observation(State((3, 4, 5), 2), 0))))
    assert run("analyse", path) == 0
    assert "Win share: Player 1 100.0%, Player 2 0.0%" in capsys.readouterr().out


def test_a_log_is_judged_decision_by_decision(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log"
    lines = [
        {
            "state": NIM.encode_observation(Observation(State(heaps, 2, turn), turn % 2)),
            "answer": answer,
            "seconds": 0.1,
        }
        for heaps, turn, answer in (((3, 4, 5), 0, [0, 1]), ((2, 3, 5), 2, [2, 4]), ((3, 4, 5), 0, [0, 2]))
    ]
    path.write_bytes(b"\n".join(map(dumps, lines)))
    assert run("analyse", path) == 0
    told = capsys.readouterr().out
    assert "Game 2 of 2" in told
    assert "decision 1, round 1, Player 1: lost 100.0%" in told


def test_a_player_s_worst_decisions_over_all_games_of_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games"
    assert run("tournament", "--games", 4, "--jobs", 1, "--out", out, "random", "nim", "--table") == 0
    capsys.readouterr()
    for place in (out, out / "games.jsonl"):
        assert run("analyse", place, "--player", "random", "--worst", 3) == 0
        told = capsys.readouterr().out
        assert "decisions of random in 4 games" in told
        assert 1 <= told.count("lost 100.0% of a win (blunder)") <= 3
        assert "heap 1:" in told
    assert run("analyse", out, "--player", "nobody") == 2
    assert "got none of 'nobody'" in capsys.readouterr().err


def test_the_time_can_be_bounded(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    started = time.monotonic()
    assert run("analyse", trace, "--seconds", 30) == 0
    assert time.monotonic() - started < 30
    assert "blunder" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "expected"),
        (b'{"state": 1, "answer": 2}', "a question and its answer"),
        (b'{"heaps": [0], "seats": 2, "turn": 0, "seat": 0}', "expected a state in which somebody moves"),
        (b"nonsense", "expected"),
    ],
)
def test_what_cannot_be_analysed_is_said_in_a_line(
    content: bytes, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert run("analyse", path) == 2
    assert complaint in capsys.readouterr().err


def test_a_game_that_breaks_the_rules_is_told_up_to_there(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace.write_bytes(trace.read_bytes().replace(b"[1,1]", b"[1,9]", 1))
    assert run("analyse", trace) == 1
    assert "This is no whole game by the rules" in capsys.readouterr().out


def test_a_game_that_cannot_draw_what_it_hides_has_no_values_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "game.json"
    main(Secretive(), {}, ["referee", "--quiet", "match", "random"])
    trace.write_text(capsys.readouterr().out)
    assert main(Secretive(), {}, ["analyse", str(trace)]) == 0
    assert "No decision could be valued: the game hides something" in capsys.readouterr().out
    assert main(Secretive(), {}, ["play", "--no-open"]) == 2
    assert capsys.readouterr().err.endswith("To play now: goofspiel play person random\n")


def test_what_one_of_two_seats_is_worth_leaves_the_rest_to_the_other_one() -> None:
    mine = Worth(0.75, Basis.SEARCH, 9, points=4.0)
    other = Worth(0.25, Basis.SEARCH, 9, points=-4.0)
    assert both(0, mine) == (mine, other)
    assert both(1, mine) == (other, mine)
