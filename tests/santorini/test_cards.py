"""What each card's owner may do: one test a sentence."""

import pytest

from santorini.rules import CAP, CARDS, State, Turn, legal_turns, play, successors, winner
from tests.santorini.boards import at, board, spaces
from tests.santorini.test_rules import builds, targets

OTHER = "Pan"


def with_card(card: str, mover: str, other: str, levels: str = "") -> State:
    return board(mover, other, levels, (card, OTHER if card != OTHER else "Atlas"))


def after(state: State, turn: Turn) -> State:
    assert turn in legal_turns(state)
    return play(state, turn)


def test_apollo_moves_onto_a_rivals_token_and_they_swap() -> None:
    state = with_card("Apollo", "a1 e5", "a2 e1")
    swapped = after(state, Turn(at("a1"), at("a2"), ((at("b1"), 1),)))
    assert swapped.mover.tokens == spaces("a1 e1")
    assert swapped.other.tokens == spaces("a2 e5")
    assert ((at("a1"), 1),) not in builds(state, "a1", "a2")  # the rival stands there now


def test_apollo_swaps_by_the_ordinary_rules_for_levels() -> None:
    assert at("a2") not in targets(with_card("Apollo", "a1 e5", "a2 e1", "a2:2"), "a1")
    assert at("a2") in targets(with_card("Apollo", "a1 e5", "a2 e1", "a2:1"), "a1")


def test_apollo_wins_by_moving_up_onto_a_rivals_token() -> None:
    state = with_card("Apollo", "a1 e5", "a2 e1", "a1:2 a2:3")
    assert winner(after(state, Turn(at("a1"), at("a2")))) == state.seat


def test_apollo_does_not_swap_its_own_tokens() -> None:
    assert at("a2") not in targets(with_card("Apollo", "a1 a2", "e5 e1"), "a1")


def test_being_swapped_up_to_level_three_is_no_win() -> None:
    state = with_card("Apollo", "a1 e5", "a2 e1", "a1:3 a2:2 b1:1")
    swapped = after(state, Turn(at("a1"), at("a2"), ((at("b1"), 2),)))
    assert at("a1") in swapped.mover.tokens
    assert swapped.levels[at("a1")] == 3
    assert winner(swapped) is None


def test_artemis_moves_one_token_a_second_time() -> None:
    state = with_card("Artemis", "a1 e5", "e1 e2")
    assert targets(state, "a1") == set(spaces("a2 b1 b2 a3 b3 c1 c2 c3"))


def test_artemis_does_not_move_back_to_where_it_began() -> None:
    assert at("a1") not in targets(with_card("Artemis", "a1 e5", "e1 e2"), "a1")


def test_each_step_of_artemis_follows_the_ordinary_rules() -> None:
    state = with_card("Artemis", "a1 e5", "e1 e2", "a2:1 a3:2 b1:2 b2:4 c1:1")
    assert targets(state, "a1") == set(spaces("a2 a3 b3 b1"))  # b1 by a2; not over the cap, nor onward from b1


@pytest.mark.parametrize("levels", ["a1:2 a2:3", "a1:1 a2:2 a3:3"])
def test_artemis_wins_at_either_step(levels: str) -> None:
    state = with_card("Artemis", "a1 e5", "e1 e2", levels)
    assert any(each.won for each in successors(state))


def test_artemis_does_not_win_by_its_second_step_from_level_three() -> None:
    state = with_card("Artemis", "a1 e5", "e1 e2", "a1:3 a2:3 a3:3")
    assert not any(each.won for each in successors(state))


@pytest.mark.parametrize("level", [0, 1, 2])
def test_atlas_builds_a_cap_on_any_level_instead_of_one_level(level: int) -> None:
    state = with_card("Atlas", "a1 e5", "e1 e2", f"b2:{level}")
    assert ((at("b2"), CAP),) in builds(state, "a1", "a2")
    assert ((at("b2"), level + 1),) in builds(state, "a1", "a2")


def test_demeter_builds_a_second_time_on_another_space() -> None:
    state = with_card("Demeter", "a1 e5", "e1 e2", "b1:3")
    assert ((at("b1"), 4), (at("b2"), 1)) in builds(state, "a1", "a2")
    assert ((at("b2"), 1),) in builds(state, "a1", "a2")
    assert ((at("b2"), 2),) not in builds(state, "a1", "a2")


@pytest.mark.parametrize(("level", "twice"), [(0, True), (1, True), (2, False), (3, False)])
def test_hephastus_builds_two_levels_on_the_same_space_but_no_cap_as_the_second(level: int, twice: bool) -> None:
    state = with_card("Hephastus", "a1 e5", "e1 e2", f"b2:{level}")
    assert ((at("b2"), level + 1),) in builds(state, "a1", "a2")
    assert (((at("b2"), level + 2),) in builds(state, "a1", "a2")) == twice
    assert all(len(built) == 1 for built in builds(state, "a1", "a2"))


def test_minotaur_pushes_a_rivals_token_one_space_straight_on() -> None:
    state = with_card("Minotaur", "a1 e5", "b2 e1", "c3:3")
    pushed = after(state, Turn(at("a1"), at("b2"), ((at("a1"), 1),)))
    assert pushed.mover.tokens == spaces("c3 e1")  # any level will do
    assert winner(pushed) is None  # and being pushed up to level 3 is no win


@pytest.mark.parametrize(
    ("mover", "other", "levels"),
    [
        ("b1 e5", "a1 e1", ""),  # off the board
        ("a1 e5", "b2 c3", ""),  # onto a token
        ("a1 c3", "b2 e1", ""),  # onto an own one
        ("a1 e5", "b2 e1", "c3:4"),  # onto a cap
        ("a1 e5", "b2 e1", "b2:2"),  # two levels up
    ],
)
def test_minotaur_does_not_push(mover: str, other: str, levels: str) -> None:
    state = with_card("Minotaur", mover, other, levels)
    token = mover.split(maxsplit=1)[0]
    assert not {at(name) for name in other.split()} & targets(state, token)


def test_minotaur_does_not_build_where_the_rival_now_stands() -> None:
    state = with_card("Minotaur", "a1 e5", "b2 e1")
    assert ((at("c3"), 1),) not in builds(state, "a1", "b2")


def test_minotaur_wins_by_moving_up_onto_a_rivals_token() -> None:
    state = with_card("Minotaur", "a1 e5", "b2 e1", "a1:2 b2:3")
    assert winner(after(state, Turn(at("a1"), at("b2")))) == state.seat


@pytest.mark.parametrize(
    ("before", "to", "wins"), [(3, 1, True), (3, 0, True), (2, 0, True), (3, 2, False), (1, 0, False)]
)
def test_pan_also_wins_by_moving_down_two_levels_or_more(before: int, to: int, wins: bool) -> None:
    state = with_card("Pan", "a1 e5", "e1 e2", f"a1:{before} a2:{to}")
    assert (() in builds(state, "a1", "a2")) == wins


def test_pan_wins_by_moving_up_to_level_three_as_well() -> None:
    assert builds(with_card("Pan", "a1 e5", "e1 e2", "a1:2 a2:3"), "a1", "a2") == {()}


def test_prometheus_builds_before_moving_and_again_after() -> None:
    state = with_card("Prometheus", "a1 e5", "e1 e2")
    assert ((at("b1"), 1), (at("b2"), 1)) in builds(state, "a1", "a2")
    assert ((at("b2"), 2),) in builds(state, "a1", "a2")  # twice on the same space
    assert ((at("a1"), 1), (at("b1"), 1)) in builds(state, "a1", "a2")  # where it stood, afterwards


def test_prometheus_builds_first_beside_where_the_moving_token_stands() -> None:
    state = with_card("Prometheus", "a1 e5", "e1 e2")
    assert ((at("a3"), 1), (at("b3"), 1)) not in builds(state, "a1", "a2")  # neither is beside a1
    assert not any(dict(built).get(at("d4")) for built in builds(state, "a1", "a2"))  # nor with its other token


def test_prometheus_does_not_move_up_after_building_first() -> None:
    state = with_card("Prometheus", "a1 e5", "e1 e2", "a2:1")
    assert all(len(built) == 1 and built[0][1] - state.levels[built[0][0]] == 1 for built in builds(state, "a1", "a2"))


def test_prometheus_does_not_move_up_onto_what_it_built_first() -> None:
    state = with_card("Prometheus", "a1 e5", "e1 e2", "b1:4 b2:4")
    assert all(built and at("a2") not in dict(built) for built in builds(state, "a1", "a2"))


def test_prometheus_may_move_onto_what_it_built_first_if_that_is_no_higher() -> None:
    state = with_card("Prometheus", "a1 e5", "e1 e2", "a1:1")
    assert ((at("b1"), 1), (at("a2"), 1)) in builds(state, "a1", "a2")


def test_prometheus_does_not_win_after_building_first() -> None:
    state = with_card("Prometheus", "a1 e5", "e1 e2", "a1:2 a2:3")
    assert builds(state, "a1", "a2") == {()}


@pytest.mark.parametrize("card", CARDS)
def test_the_owner_of_a_card_may_also_do_without_its_power(card: str) -> None:
    plain = board("b2 d4", "d2 b4", "c3:1 a1:2")
    owned = board("b2 d4", "d2 b4", "c3:1 a1:2", (card, OTHER if card != OTHER else "Atlas"))
    won = {(turn.origin, turn.target) for turn in legal_turns(owned) if not turn.built}
    assert {turn for turn in legal_turns(plain) if (turn.origin, turn.target) not in won} <= set(legal_turns(owned))


@pytest.mark.parametrize("cards", [("Hermes", "Pan"), ("Apollo", "Apollo"), ("apollo", "Atlas"), ("Pan", "Pan")])
def test_an_unknown_card_or_the_same_one_twice_gives_no_power(cards: tuple[str, str]) -> None:
    levels = "b2:3 c1:2"
    plain, owned = (board("b2 d4", "c2 b4", levels, pair) for pair in ((None, None), cards))
    assert legal_turns(owned) == legal_turns(plain)
