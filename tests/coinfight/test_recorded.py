"""The golden games: fed the moves, our rules write the framework's states and end with its ranking."""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from coinfight.commands.cli import main
from coinfight.protocol import decode_state, encode_state
from coinfight.recorded import steps, verify
from coinfight.rules import apply, is_over, legal_actions, new_game, seat_to_move
from tests.coinfight.recorded import golden_games


def test_golden_games_replay_to_the_same_texts_and_rankings() -> None:
    for game in golden_games():
        verify(game)


def test_golden_states_are_read_as_they_are_written() -> None:
    for game in golden_games():
        for state, seat, _, _ in steps(game):
            if seat >= 0:
                assert decode_state(encode_state(state)) == state


def test_a_game_with_another_ranking_is_found() -> None:
    game = golden_games()[0]
    with pytest.raises(ValueError, match="ranking"):
        verify({**game, "ranking": game["ranking"][::-1]})


def test_a_game_with_another_move_is_found() -> None:
    game = golden_games()[0]
    moves = [[0, 10, [0, 1, 0, 0]], *game["moves"][1:]]
    with pytest.raises(ValueError, match="illegal action"):
        verify({**game, "moves": moves})


def recorded() -> dict[str, Any]:
    """Return a whole game in the framework's format."""
    rng, state, texts, moves, out = Random(1), new_game(2), [], [], []
    while not is_over(state):
        seat = seat_to_move(state)
        action = rng.choice(legal_actions(state))
        texts.append(encode_state(state))
        moves.append([seat, action.coin, list(action.change)])
        before, state = state, apply(state, action)
        out += [each for each in range(2) if any(before.hands[each]) and not any(state.hands[each])]
    ranking = [seat for seat in range(2) if seat not in out] + out[::-1]
    sha256 = hashlib.sha256("".join(texts).encode()).hexdigest()
    return {"players": ["a", "b"], "moves": moves, "ranking": ranking, "sha256": sha256}


def test_the_command_verify_reads_recorded_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, line = tmp_path / "games.jsonl", json.dumps(recorded())
    path.write_text(f"\ufeff{line}\n{line}\n", encoding="utf-8")  # a mark may stand at the start of a file
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: ok, 2 games\n"


def test_the_command_verify_names_every_recorded_game_that_leaves_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, good = tmp_path / "games.jsonl", recorded()
    bad = {**good, "ranking": good["ranking"][::-1]}
    path.write_text("\n".join(json.dumps(game) for game in (good, bad, good, {})))
    assert main(["verify", str(path)]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}: game 2: ValueError: expected the ranking")
    assert second.startswith(f"{path}: game 4: ")
    assert last == f"{path}: 2 of 4 games leave the rules"
