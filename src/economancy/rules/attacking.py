"""The attacking phase: the attacker names a card, every defender answers with one, and they fight."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from economancy.rules.state import OUT, Action, Attacking, Buying, OwnedCard, PlayerState, State
from economancy.rules.victory import concluded

STOP = 0


def attackers(player: PlayerState) -> tuple[int, ...]:
    """Return the indices of the cards that may still attack today; the first card, index 0, means STOP."""
    return tuple(i for i, owned in enumerate(player.cards) if owned.uses < owned.card.attacks and i)


def defenders(player: PlayerState) -> tuple[int, ...]:
    """Return the indices of the cards that may still defend today."""
    return tuple(i for i, owned in enumerate(player.cards) if owned.uses < owned.card.defences and i)


def _phase(state: State) -> Attacking:
    assert isinstance(state.phase, Attacking)
    return state.phase


def players_to_move(state: State) -> tuple[int, ...]:
    """Return the attacker; once it has named a card, all other seats that can still defend."""
    phase = _phase(state)
    if phase.attacker_card is None:
        return (phase.attacker,) if attackers(state.players[phase.attacker]) else ()
    return tuple(seat for seat, player in enumerate(state.players) if seat != phase.attacker and defenders(player))


def legal_actions(state: State, seat: int) -> Sequence[int]:
    """Return STOP and the attacker's usable cards, or a defender's usable cards; empty for all other seats."""
    phase, player = _phase(state), state.players[seat]
    if (seat == phase.attacker) != (phase.attacker_card is None) or player.out:
        return ()
    return (STOP, *attackers(player)) if seat == phase.attacker else defenders(player)


def reveal(state: State, seat: int, action: Action) -> State:
    """Return the state as the next seat is shown it: a named card is tapped at once, for all to see."""
    return state if action == STOP else _with_player(state, seat, _tapped(state.players[seat], int(action)))


def apply(state: State, actions: Mapping[int, Action]) -> State:
    """Return the state after the attacker's choice, or after the fight that the defenders' choices complete."""
    phase = _phase(state)
    if phase.attacker_card is not None:
        for seat, action in actions.items():
            state = reveal(state, seat, action)
        return _fight(state, phase.attacker, phase.attacker_card, actions)
    index = int(actions[phase.attacker])
    if index == STOP:
        return _calm(state)
    state = replace(reveal(state, phase.attacker, index), phase=Attacking(phase.attacker, index))
    return state if players_to_move(state) else _fight(state, phase.attacker, index, {})


def _fight(state: State, attacker: int, index: int, choices: Mapping[int, Action]) -> State:
    """Return the state after all named cards have fought at once; a defender without a card is eliminated."""
    attacking = state.players[attacker].cards[index].card
    players = list(state.players)
    fainted = False
    for seat, player in enumerate(players):
        if seat == attacker:
            continue
        if seat not in choices:
            players[seat] = OUT
            continue
        theirs = int(choices[seat])
        defending = player.cards[theirs].card
        fainted = fainted or defending.attack > attacking.defence
        left = _without(player, theirs) if defending.defence < attacking.attack else player
        players[seat] = replace(left, coins=left.coins + defending.defence_income)
    if fainted:
        players[attacker] = _without(players[attacker], index)
    after = concluded(replace(state, phase=Attacking(attacker), players=tuple(players)))
    return after if after.phase != Attacking(attacker) or players_to_move(after) else _calm(after)


def _calm(state: State) -> State:
    """Return the state when the attack is over: every card is untapped, and the purchases follow."""
    players = tuple(
        replace(player, cards=tuple(OwnedCard(owned.card) if owned.uses else owned for owned in player.cards))
        for player in state.players
    )
    return replace(state, phase=Buying(), players=players)


def _with_player(state: State, seat: int, player: PlayerState) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _tapped(player: PlayerState, index: int) -> PlayerState:
    owned = player.cards[index]
    cards = (*player.cards[:index], OwnedCard(owned.card, owned.uses + 1), *player.cards[index + 1 :])
    return replace(player, cards=cards)


def _without(player: PlayerState, index: int) -> PlayerState:
    return replace(player, cards=player.cards[:index] + player.cards[index + 1 :])
