import shutil

import pytest

from thud.bench.agree import first_difference
from thud.player.bundle import FORBIDDEN, MOST_BYTES, BundleError, bundle, client, rival
from thud.protocol.node import Asker, NodeError, match_players
from thud.rivals.seats import ours, seat
from thud.rivals.weights import load
from thud.rules import SIZE, Move, apply, new_game

pytestmark = pytest.mark.skipif(not (shutil.which("node") or shutil.which("nodejs")), reason="node is not installed")

FEW = 400
"""Nodes a turn, for games of which only the rules matter."""


def test_the_move_generator_of_the_client_agrees_with_the_rules() -> None:
    assert first_difference(3000, seed=1) is None


@pytest.mark.parametrize("side", ["dwarf", "troll"])
def test_a_bundle_has_no_forbidden_word_and_at_most_60_kilobytes(side: str) -> None:
    text = client(side)
    assert text.startswith("module.exports = class {")
    assert not [word for word in FORBIDDEN if word in text]
    assert len(text.encode()) <= MOST_BYTES


def test_a_bundle_with_a_forbidden_word_is_refused() -> None:
    with pytest.raises(BundleError, match="expected no 'eval'"):
        bundle(("client/board.js",), "Board", {"note": "evaluation"})


def test_the_table_plays_by_the_rules_and_the_same_game_again() -> None:
    job = {"dwarf": ours(load("dwarf"), 3, FEW), "troll": seat("alphabeta:1", "troll", 5), "turns": 60, "record": True}
    with match_players(1) as players:
        first, second = players.play([job, job])
    assert first["moves"] == second["moves"]
    state = new_game()
    for x, y, to_x, to_y, _, dwarfs, trolls in first["moves"]:
        state = apply(state, Move(x + SIZE * y, to_x + SIZE * to_y))
        assert (state.board.count("d"), state.board.count("t")) == (dwarfs, trolls)
    assert state.moves == 60


def test_clients_play_500_moves_within_the_default_stack() -> None:
    with match_players(1) as players:
        job = {"dwarf": seat("runner", "dwarf", 1), "troll": ours(load("troll"), 1, FEW)}
        (result,) = players.play([job])
    assert result["reason"] in ("Timeout", "No more dwarfs")


@pytest.mark.parametrize(("kind", "options"), [("alphabeta", {"depth": 1, "seed": 1}), ("huddle", {"seed": 1})])
def test_bundled_clients_play_like_the_modules(kind: str, options: dict[str, int], tmp_path: object) -> None:
    file = f"{tmp_path}/rival.js"
    with open(file, "w") as out:
        out.write(rival(kind, dict(options)))
    jobs = [
        {"dwarf": ours(load("dwarf"), 1, FEW), "troll": troll, "turns": 40, "record": True}
        for troll in ({"kind": kind, **options}, {"kind": "file", "path": file})
    ]
    with match_players(1) as players:
        module, bundled = players.play(jobs)
    assert module["moves"] == bundled["moves"]


def test_a_node_process_that_dies_is_named_with_its_standard_error() -> None:
    asker = Asker("matches.js")
    try:
        with pytest.raises(NodeError, match=r"(?s)expected an answer of matches.js: exited with status 1\n.*TypeError"):
            asker.ask({"dwarf": None, "troll": None})
    finally:
        asker.close()


def test_a_node_process_that_does_not_answer_in_time_is_an_error() -> None:
    asker = Asker("matches.js", timeout=0.0)
    try:
        with pytest.raises(NodeError, match="no answer within 0 s"):
            asker.ask({"dwarf": ours(load("dwarf"), 3, FEW), "troll": seat("runner", "troll", 1)})
    finally:
        asker.close()
