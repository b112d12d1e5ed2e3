"""A method of a game of one's own that returns what it may not is named in words, and spoils no record."""

from pathlib import Path

import pytest

from tests.gamekit.test_workshop import ONE, run

SLIPS = {
    "returns: nothing": "    def returns(self, state): pass\n",
    "returns: too few": "    def returns(self, state): return (1.0,)\n",
    "returns: words": "    def returns(self, state): return ('won',) * state.seats\n",
    "returns: truths": "    def returns(self, state): return (True,) * state.seats\n",
    "returns: no numbers": "    def returns(self, state): return (float('nan'),) * state.seats\n",
    "returns: too much": "    def returns(self, state): return (10**400,) * state.seats\n",
    "length: half a turn": "    def length(self, state): return state.turn / 2\n",
    "length: no number": "    def length(self, state): return None\n",
    "players_to_move: one": "    def players_to_move(self, state): return state.turn % state.seats\n",
    "encode_action: a set": "    def encode_action(self, action): return {*action}\n",
}
TOURNAMENT = ("tournament", "--games", "2", "--jobs", "1", "--out", "out", "--yes", "random", "uct:5")


@pytest.mark.parametrize("slip", SLIPS)
def test_a_wrong_result_stops_a_tournament_in_words_that_name_the_method_before_it_is_kept(
    slip: str, tmp_path: Path
) -> None:
    (tmp_path / "one.py").write_text(ONE + SLIPS[slip] + "GAME = One()\n")
    status, _, errors = run(tmp_path, "one.py", *TOURNAMENT)
    assert status == 2
    assert slip.partition(":")[0] in errors
    assert "Traceback" not in errors
    assert [path.read_text().count("\n") for path in tmp_path.glob("out/games.jsonl")] == [1]  # no game
    (tmp_path / "one.py").write_text(ONE + "GAME = One()\n")
    assert run(tmp_path, "one.py", *TOURNAMENT, "--resume")[0] == 0


@pytest.mark.parametrize(
    "words",
    [("referee", "random", "random"), ("play", "--text", "--no-keep", "person", "random")],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("slip", ["returns: nothing", "players_to_move: one"])
def test_a_wrong_result_ends_other_commands_in_words_that_name_the_method(
    words: tuple[str, ...], slip: str, tmp_path: Path
) -> None:
    (tmp_path / "one.py").write_text(ONE + SLIPS[slip] + "GAME = One()\n")
    status, _, errors = run(tmp_path, "one.py", *words, typed="0\n" * 60)
    assert status == 2
    assert slip.partition(":")[0] in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("variants", value) for value in ("()", "(1, 2)", "'standard'")),
        *(("answer_seconds", value) for value in ("float('inf')", "None", "0", "'1'")),
        *(("seats", value) for value in ("range(2, 10**12)", "range(0)", "2")),
        *(("ours", "None"), ("ladder", "'random'"), ("max_length", "0"), ("game_seconds", "float('nan')")),
    ],
)
def test_an_attribute_that_is_not_what_it_has_to_be_is_said_in_a_line(name: str, value: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE + f"    {name} = {value}\nGAME = One()\n")
    status, _, errors = run(tmp_path, "one.py", "referee", "random", "random")
    assert (status, errors.count("\n")) == (2, 1)
    assert f"one.py: expected One.{name}, " in errors


def test_a_policy_that_is_no_function_is_named(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE + "    def policy(self, name): pass\nGAME = One()\n")
    status, _, errors = run(tmp_path, "one.py", "referee", "random", "random")
    assert (status, errors.count("\n")) == (2, 1)
    assert "expected a policy, a function, got None, in policy (one.py, line 5)" in errors
