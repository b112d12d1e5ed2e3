"""What holds in every game of any seats and any subset of the shop, and for any input to the loop."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from economancy.player import EconomancyWire
from economancy.policy import BUILTINS, OURS
from economancy.protocol import decode_action, decode_observation, encode_state
from economancy.rules.cards import STIPEND
from economancy.rules.game import apply, legal_actions, new_game, players_to_move, reveal
from economancy.rules.state import Action, Buying, End, Investing, Observation, State
from gamekit.deadline import NO_DEADLINE, Deadline
from gamekit.player.loop import PlayerLoop
from gamekit.settings import Settings
from gamekit.wire.json_stream import Value, dumps, loads, values_of
from tests.conftest import LONG_EXAMPLES
from tests.economancy.strategies import JSON, joint_action, reached_states, starts, states


def check_invariants(state: State, before: State) -> None:
    """Check what is true of every state that play reaches, and of every step to it."""
    for player in state.players:
        assert player.coins >= 0
        assert player.buys >= 0
        assert player.cards or (player.coins, player.buys) == (0, 0)
        assert not player.cards or player.cards[0].card is STIPEND
        if isinstance(state.phase, Investing | Buying):
            assert all(owned.uses == 0 for owned in player.cards)
        assert all(owned.uses <= max(owned.card.attacks, owned.card.defences) for owned in player.cards)
    for stock, earlier in zip(state.shop, before.shop, strict=True):
        assert stock.card == earlier.card
        assert 0 <= stock.left <= earlier.left
    movers = players_to_move(state)
    assert bool(movers) != isinstance(state.phase, End)
    for seat in range(len(state.players)):
        legal = legal_actions(state, seat)
        assert bool(legal) or seat not in movers
        assert isinstance(legal, range) or list(legal) == sorted(legal)
    for now, then in zip(state.players, before.players, strict=True):
        assert then.cards or not now.cards  # nobody comes back


@given(starts(), st.randoms(use_true_random=False))
def test_random_play_keeps_the_invariants(state: State, rng: Random) -> None:
    for _ in range(150):
        if not players_to_move(state):
            break
        after = apply(state, joint_action(state, rng))
        check_invariants(after, state)
        state = after


@given(reached_states(), st.randoms(use_true_random=False))
def test_an_illegal_action_changes_nothing_and_raises(state: State, rng: Random) -> None:
    actions = joint_action(state, rng)
    seat = players_to_move(state)[0]
    with pytest.raises(ValueError, match="illegal action"):
        apply(state, {**actions, seat: -1})


@settings(max_examples=LONG_EXAMPLES if settings().max_examples == LONG_EXAMPLES else 16)  # each asks every built-in
@given(reached_states(), st.randoms(use_true_random=False))
def test_every_builtin_chooses_legal_actions_in_any_position_of_play(state: State, rng: Random) -> None:
    shown = state
    for seat in players_to_move(state):
        for policy in BUILTINS.values():
            assert policy(Observation(shown, seat), rng, NO_DEADLINE) in legal_actions(shown, seat)
        shown = reveal(shown, seat, joint_action(state, rng)[seat])


def reading(*chunks: bytes) -> Callable[[int], bytes]:
    """Return what reads these chunks, and then the end of the input."""
    left = iter(chunks)
    return lambda size: next(left, b"")


def answers(text: bytes) -> tuple[int, list[object], list[str]]:
    """Return what our player makes of an input: exit status, answers, complaints."""
    out = bytearray()
    complaints: list[str] = []
    ours = Settings(Random(1), strict=True, complain=complaints.append)
    player = PlayerLoop(EconomancyWire(), BUILTINS[OURS], ours, reading(text), out.extend)
    status = player.run()
    items = values_of(bytes(out))
    assert all(isinstance(item, Value) for item in items)
    return status, [item.data for item in items if isinstance(item, Value)], complaints


@given(states(), st.integers(0, 3))
def test_any_state_at_all_gets_a_legal_answer_or_a_complaint(state: State, seat: int) -> None:
    seat %= len(state.players)
    legal = legal_actions(state, seat)
    status, moves, complaints = answers(dumps(encode_state(state, seat)))
    if legal:
        assert decode_action(moves[0]) in legal
    assert len(moves) == (1 if legal else 0)
    assert len(complaints) == (0 if legal or isinstance(state.phase, End) or status == 0 else 1)


@given(st.binary(max_size=200))
def test_random_bytes_never_crash_the_loop(text: bytes) -> None:
    status, moves, _ = answers(text)
    assert status in (0, 2)
    assert not moves


@given(reached_states(), st.data())
def test_mutated_states_never_crash_the_loop_nor_get_an_illegal_answer(state: State, data: st.DataObject) -> None:
    message = loads(dumps(encode_state(state, players_to_move(state)[0])))
    mutated = dumps(data.draw(mutations(message)))
    _, moves, _ = answers(mutated)
    for move in moves:
        observation = decode_observation(loads(mutated))
        assert decode_action(move) in legal_actions(observation.state, observation.seat)


@given(reached_states(), st.data())
def test_garbled_bytes_never_crash_the_loop(state: State, data: st.DataObject) -> None:
    text = bytearray(dumps(encode_state(state, players_to_move(state)[0])))
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    assert answers(bytes(text))[0] in (0, 2)


def mutations(value: object) -> st.SearchStrategy[object]:
    """Return a strategy for a value with one part of it, at any depth, replaced or left out."""
    other: list[st.SearchStrategy[object]] = [JSON]
    if isinstance(value, dict) and value:
        other += [mutations(value[key]).map(_with(value, key)) for key in value]
        other += [st.just({k: v for k, v in value.items() if k != key}) for key in value]
    if isinstance(value, list) and value:
        other += [mutations(value[i]).map(_with(value, i)) for i in range(len(value))]
    return st.one_of(other)


def _with(container: dict[str, object] | list[object], key: str | int) -> Callable[[object], object]:
    def replaced(part: object) -> object:
        copy = container.copy()
        copy[key] = part  # type: ignore[index]
        return copy

    return replaced


def test_a_policy_that_errs_costs_a_move_and_not_the_game() -> None:
    def illegal(observation: Observation, rng: Random, deadline: Deadline) -> Action:
        return 99

    def broken(observation: Observation, rng: Random, deadline: Deadline) -> Action:
        raise IndexError("off by one")

    first = dumps(encode_state(new_game(2), 0))
    for policy, bug in ((illegal, "the policy chose 99"), (broken, "IndexError: off by one")):
        complaints: list[str] = []
        ours = Settings(Random(1), complain=complaints.append)
        written: list[bytes] = []
        player = PlayerLoop(EconomancyWire(), policy, ours, reading(2 * first), written.append)
        assert player.run() == 0
        assert written == [b"[0]\n", b"[0]\n"]
        assert len(complaints) == 2
        assert bug in complaints[0]
        assert '"phase":{"name":"investing"}' in complaints[0]
        with pytest.raises((ValueError, IndexError)):
            replace(player, settings=replace(ours, strict=True), read=reading(first)).run()


def test_the_last_state_ends_the_loop_though_more_follows() -> None:
    first = dumps(encode_state(new_game(2), 0))
    assert answers(first + b'{"phase":{"name":"end"}}' + first) == (0, [[0]], [])
