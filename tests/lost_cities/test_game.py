"""The game as gamekit knows it: values, words, pages, hints, and whole games by every built-in."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from rich.console import Console

from gamekit.deadline import NO_DEADLINE
from gamekit.game import YOU, Observation
from gamekit.referee import play_builtins
from gamekit.traces import TraceWriter, replay, split_games
from gamekit.wire.json_stream import Value, values_of
from lost_cities.game import GAME
from lost_cities.pages.words import WORDS, card_text, value_text
from lost_cities.policy import NAMES, builtin
from lost_cities.rules import Draw, State, View, legal_actions, observe, players_to_move
from tests.lost_cities.model_inputs import MAX_PICKUPS
from tests.lost_cities.positions import random_game, seeds

BUILTINS = [name for name in NAMES if ":" not in name] + ["noisy:0.2:bred"]


def played(*names: str, seed: int = 1) -> tuple[State, bytes]:
    lines: list[bytes] = []
    state = GAME.new_game(2, "standard", Random(seed))
    match = play_builtins(GAME, state, names, seed, trace=TraceWriter(GAME, lines.append))
    assert isinstance(match.state, State)
    return match.state, b"\n".join(lines)


def asked(state: State | View, seat: int | None) -> Observation[State | View]:
    return Observation(state, seat)


@pytest.mark.parametrize("name", BUILTINS)
def test_every_built_in_plays_legally_to_the_end_and_the_trace_is_verified(name: str) -> None:
    state, trace = played(name, "lost-cities")
    assert GAME.players_to_move(state) == ()
    (values,) = split_games(GAME, values_of(trace))
    assert list(replay(GAME, values))[-1].after == state


@pytest.mark.parametrize("name", ["nobody", "noisy:x:bred", "noisy:0.1:nobody"])
def test_other_names_are_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        builtin(name)


def test_our_game_ends_though_the_other_never_touches_the_deck() -> None:
    state, _ = played("lost-cities", "hoarder")
    assert GAME.length(state) <= 44 + 2 * MAX_PICKUPS


@settings(max_examples=10)
@given(seeds)
def test_ours_decides_a_play_and_its_draw_as_one_turn(seed: int) -> None:
    for state in list(random_game(seed))[:: 1 + seed % 7]:
        if players_to_move(state):
            view = observe(state, state.mover)
            action = builtin("lost-cities")(view, Random(0), NO_DEADLINE)
            assert action in legal_actions(view)


@settings(max_examples=10)
@given(seeds)
def test_a_seat_decides_the_same_on_its_view_and_whatever_is_hidden(seed: int) -> None:
    for state in list(random_game(seed))[:: 20 + seed % 7]:
        if players_to_move(state):
            view = observe(state, state.mover)
            whole = asked(state, state.mover)
            seen = asked(view, state.mover)
            ours = GAME.policy("lost-cities")
            assert ours(whole, Random(0), NO_DEADLINE) == ours(seen, Random(0), NO_DEADLINE)


def test_the_story_names_a_card_picked_up_and_the_end() -> None:
    told: list[str] = []
    state, trace = played("lost-cities", "ads-like", seed=3)
    values = [item for item in values_of(trace) if isinstance(item, Value)]
    for step in replay(GAME, values):
        told += GAME.story(step.before, step.actions, step.after, ["A", "B"])
    assert any("pick up" in line for line in told)
    most, least = sorted(map(int, GAME.returns(state)), reverse=True)
    assert told[-1].endswith(f" wins, {most} to {least}")
    assert sum("wins" in line for line in told) == 1


def test_an_end_is_told_to_the_winner_as_you() -> None:
    state, _ = played("lost-cities", "risk")
    assert GAME.outcome(state, [YOU, "risk"]).startswith("You win, ")


def test_hidden_cards_stand_in_no_drawing_for_a_seat_and_in_those_for_onlookers() -> None:
    state = GAME.new_game(2, "standard", Random(4))
    other = [card for card in state.hands[1] if card not in state.hands[0]]
    seen, whole = asked(observe(state, 0), 0), asked(state, None)
    for observation, shown in ((seen, False), (whole, True)):
        console = Console(width=80, record=True)
        console.print(GAME.draw_text(observation, [YOU, "B"]))
        text = console.export_text()
        assert max(map(len, text.splitlines())) <= 80
        page = GAME.draw_page(observation, [YOU, "B"])
        assert (f"{WORDS[other[0].suit]} {value_text(other[0])}" in text) == shown, text
        for card in other:
            assert (f"<title>{card_text(card)}</title>" in page) == shown
            assert f'data-click="{card_text(card)}"' not in page


def test_names_are_escaped_on_the_page() -> None:
    state = GAME.new_game(2, "standard", Random(4))
    assert "<i>" not in GAME.draw_page(asked(state, None), ["<i>", "<i>"])


def test_every_legal_action_is_offered_and_can_be_clicked() -> None:
    for state in random_game(5):
        if not players_to_move(state):
            break
        observation = asked(observe(state, state.mover), state.mover)
        question = GAME.question(observation, [YOU, "B"])
        page = GAME.draw_page(observation, [YOU, "B"])
        assert {option.action for option in question.options} == set(legal_actions(state))
        assert len({option.clicks for option in question.options}) == len(question.options)
        for option in question.options:
            for click in option.clicks:
                assert f'data-click="{click}"' in page


def test_hints_come_best_first_for_every_action_that_our_rule_allows() -> None:
    state = GAME.new_game(2, "standard", Random(4))
    observation = asked(observe(state, 0), 0)
    hints = GAME.hints(observation, Random(0), NO_DEADLINE)
    assert {hint.action for hint in hints} == set(legal_actions(state))
    assert all(
        re.fullmatch(r"\d+ % to win, [+-][\d.]+ points \(by learned values\)", hint.text.replace("%", " %"))
        for hint in hints
    )
    chances = [int(hint.text.partition("%")[0]) for hint in hints]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("value", [None, 5, "", "InvD", "11d", "dn", ["n"]])
def test_what_is_no_answer_is_refused_with_the_path(value: object) -> None:
    with pytest.raises(ValueError, match=r"expected an answer such as .* at \$"):
        GAME.decode_action(value)


def test_an_answer_may_be_spelt_in_capitals() -> None:
    assert GAME.decode_action(" N ") == Draw()


def test_new_games_have_two_seats() -> None:
    with pytest.raises(ValueError, match="expected 2 seats"):
        GAME.new_game(3, "standard", Random(1))
