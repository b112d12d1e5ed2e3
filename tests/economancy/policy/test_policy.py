"""Our hand-written play: it understands the kill rule and the auction, and wastes nothing."""

from hypothesis import given

from economancy.policy import by_hand
from economancy.policy.by_hand.appraisal import kills
from economancy.rules.attacking import defenders
from economancy.rules.cards import CARDS
from economancy.rules.game import players_to_move
from economancy.rules.state import PASS, Action, Attacking, Buying, Observation, State
from tests.economancy.positions import player, position
from tests.economancy.strategies import reached_states


def ours(state: State, seat: int = 0) -> Action:
    return by_hand.choose_action(Observation(state, seat))


def test_one_more_attack_than_defences_kills() -> None:
    assert kills(player("Ghost", "Worker"), player("Worker"))
    assert not kills(player("Ghost", "Worker"), player("Wall of Wealth"))  # it defends twice
    assert not kills(player("Ghost", "Bubble"), player("Worker"))  # Bubble can't attack


def test_it_outbids_the_victim_of_a_kill_by_one() -> None:
    assert ours(position(player("Ghost", "Ghost", coins=9), player("Worker", coins=3))) == 4


def test_it_bids_all_for_a_kill_that_it_cannot_be_sure_of() -> None:
    assert ours(position(player("Ghost", "Ghost", coins=2), player("Worker", coins=3))) == 2


def test_it_ties_the_bid_of_who_could_kill_it() -> None:
    assert ours(position(player("Worker", coins=9), player("Ghost", "Ghost", coins=3))) == 3


def test_it_bids_nothing_without_a_purpose() -> None:
    assert ours(position(player("Worker", coins=9), player("Worker", coins=3))) == 0


def test_it_carries_a_kill_through() -> None:
    state = position(player("Worker", "Worker"), player("Ghost"), phase=Attacking(0))
    assert ours(state) != 0
    assert ours(position(player("Worker'", "Worker"), player("Ghost'"), phase=Attacking(0))) == 2


def test_it_stops_rather_than_lose_a_card() -> None:
    assert ours(position(player("Worker"), player("Ghost", "Ghost"), phase=Attacking(0))) == 0


def test_it_attacks_where_every_answer_costs_the_defender() -> None:
    assert ours(position(player("Ghost"), player("Worker", "Worker"), phase=Attacking(0))) == 1


def test_it_defends_with_the_card_that_comes_off_best() -> None:
    state = position(player("Ghost'"), player("Worker", "Thug", "Incantation"), phase=Attacking(0, 1))
    assert ours(state, seat=1) == 2


def test_it_gives_the_least_card_where_all_faint() -> None:
    state = position(player("Ghost'"), player("Incantation", "Worker"), phase=Attacking(0, 1))
    assert ours(state, seat=1) == 2


def test_it_ties_the_bid_of_who_would_hurt_it_by_more() -> None:
    assert ours(position(player("Worker", coins=4), player("Ghost", coins=1))) == 1
    assert ours(position(player("Worker", coins=40), player("Ghost", coins=30))) == 0


def test_outnumbered_it_buys_the_card_that_defends_most_often() -> None:
    shop = {"Wall of Wealth": 1, "Ghost": 1, "Incantation": 1}
    state = position(player("Worker", coins=9), player("Worker", "Worker"), phase=Buying(), shop=shop)
    assert ours(state) == "Wall of Wealth"
    even = position(player("Worker", coins=9), player("Worker"), phase=Buying(), shop=shop)
    assert ours(even) == "Ghost"


def test_it_never_names_a_sold_out_card() -> None:
    assert ours(position(player(coins=9), player(), phase=Buying(), shop={"Pass": 3})) == PASS
    assert ours(position(player(coins=9), player(), phase=Buying(), shop={"Ghost": 0})) == PASS


@given(reached_states())
def test_no_purchase_is_wasted_and_no_day_goes_by_without_one(state: State) -> None:
    if isinstance(state.phase, Buying):
        for seat in players_to_move(state):
            stock = {s.card.name: s.left for s in state.shop}
            coins = state.players[seat].coins
            available = [n for n, left in stock.items() if left and (CARDS[n].cost or 0) <= coins]
            assert ours(state, seat) in (available or [PASS])


@given(reached_states())
def test_no_defence_is_wasted(state: State) -> None:
    """No other card would come off strictly better: keep ours while theirs faints no less."""
    if isinstance(state.phase, Attacking) and state.phase.attacker_card is not None:
        attacking = state.players[state.phase.attacker].cards[state.phase.attacker_card].card
        for seat in players_to_move(state):
            cards = state.players[seat].cards
            chosen = cards[int(ours(state, seat))].card
            for i in defenders(state.players[seat]):
                survives, kill = cards[i].card.defence >= attacking.attack, cards[i].card.attack > attacking.defence
                if survives and kill:
                    assert chosen.defence >= attacking.attack
