"""The reference opponents, which play like the players of the official referee: baselines, not strong players."""

from collections.abc import Sequence
from random import Random

from economancy.rules.attacking import STOP, attackers, defenders
from economancy.rules.cards import Card
from economancy.rules.game import legal_actions
from economancy.rules.state import PASS, Action, Attacking, Investing, Observation, OwnedCard, PlayerState, State


def random(observation: Observation, rng: Random) -> Action:
    """Return a uniformly random legal action."""
    actions = legal_actions(observation.state, observation.seat)
    if isinstance(actions, range):
        return rng.randint(actions[0], actions[-1])  # a range of coins may be too long for len()
    return rng.choice(actions)


def simple(observation: Observation, rng: Random) -> Action:
    """Bid at random, always attack, fight with the strongest card, buy at random."""
    match observation.state.phase:
        case Investing():
            return _random_bid(_me(observation), rng)
        case Attacking():
            return _strongest_fighter(observation, rng)
        case _:
            return _random_purchase(observation, rng)


def points(observation: Observation, rng: Random) -> Action:
    """Never bid, and buy towards eleven points."""
    match observation.state.phase:
        case Investing():
            return 0
        case Attacking():
            return _strongest_fighter(observation, rng)
        case _:
            return _first_available(observation, _points_aims(observation)) or _random_purchase(observation, rng)


def attack(observation: Observation, rng: Random) -> Action:
    """Outbid everybody when a card can attack without risk, and buy strong cards."""
    match observation.state.phase:
        case Investing():
            return _attack_bid(observation)
        case Attacking(attacker=attacker):
            if attacker == observation.seat:
                return _safe_attack(observation, rng)
            return _strongest_fighter(observation, rng)
        case _:
            return _attack_purchase(observation, rng)


def decent(observation: Observation, rng: Random) -> Action:
    """Attack like `attack`, match the coins of dangerous rivals, and buy like `points` while its cards are in stock."""
    match observation.state.phase:
        case Investing():
            return max(_attack_bid(observation), _defensive_bid(observation))
        case Attacking(attacker=attacker):
            if attacker == observation.seat:
                return _safe_attack(observation, rng, keep_lead=True)
            return _strongest_fighter(observation, rng)
        case _:
            aims = _points_aims(observation)
            affordable = _affordable(observation)
            if len(affordable) == 1:
                return affordable[0]
            return _first_available(observation, aims) or _attack_purchase(observation, rng)


def _me(observation: Observation) -> PlayerState:
    return observation.state.players[observation.seat]


def _opponents(observation: Observation) -> list[PlayerState]:
    """Return the other players that are still in the game."""
    players = observation.state.players
    return [player for seat, player in enumerate(players) if seat != observation.seat and not player.out]


def _random_bid(player: PlayerState, rng: Random) -> int:
    return rng.randint(1, player.coins) if player.coins else 0


def _strongest(indices: Sequence[int], strength: Sequence[int], rng: Random) -> int:
    """Return an index of the greatest strength, ties broken at random."""
    best = max(strength[i] for i in indices)
    return rng.choice([i for i in indices if strength[i] == best])


def _strongest_fighter(observation: Observation, rng: Random) -> int:
    player, phase = _me(observation), observation.state.phase
    assert isinstance(phase, Attacking)
    if phase.attacker == observation.seat:
        return _strongest(attackers(player), [owned.card.attack for owned in player.cards], rng)
    return _strongest(defenders(player), [owned.card.defence for owned in player.cards], rng)


def _affordable(observation: Observation) -> Sequence[str]:
    """Return the cards in stock that the seat can pay for, without PASS."""
    actions = legal_actions(observation.state, observation.seat)
    return [str(name) for name in actions if name != PASS and _left(observation.state, str(name))]


def _left(state: State, name: str) -> int:
    return next((stock.left for stock in state.shop if stock.card.name == name), 0)


def _random_purchase(observation: Observation, rng: Random) -> str:
    names = _affordable(observation)
    return rng.choice(names) if names else PASS


def _first_available(observation: Observation, aims: Sequence[str]) -> str | None:
    names = _affordable(observation)
    return next((name for name in aims if name in names), None)


def _points_aims(observation: Observation) -> Sequence[str]:
    """Return the cards that *points* prefers, best first, by the number of cards it holds."""
    match len(_me(observation).cards):
        case 1:
            return ("Worker",)
        case 2:
            return ("Gold Fish",)
        case 5:
            return ("Board of Monopoly",)
        case _:
            return ("Incantation", "Board of Monopoly")


def _attack_purchase(observation: Observation, rng: Random) -> str:
    ghosts = sum(owned.card.name == "Ghost" for owned in _me(observation).cards)
    aims = ("Senior Worker", "Worker") if ghosts >= 2 else ("Ghost", "Senior Worker", "Worker")
    return _first_available(observation, aims) or _random_purchase(observation, rng)


def _beats_and_survives(attacking: Card, defending: Card) -> bool:
    return attacking.attack > defending.defence and attacking.defence >= defending.attack


def _candidates(observation: Observation) -> list[int]:
    """Return the indices of the seat's cards that can still attack and are safe against every opponent."""
    player = _me(observation)
    usable = attackers(player)
    attacks = sum(owned.card.attacks for owned in player.cards)
    for opponent in _opponents(observation):
        if sum(owned.card.defences for owned in opponent.cards) < attacks:
            continue  # any card is safe against it; both sums ignore today's uses
        shields = [opponent.cards[i].card for i in defenders(opponent)]
        usable = tuple(i for i in usable if all(_beats_and_survives(player.cards[i].card, s) for s in shields))
    return list(usable)


def _attack_bid(observation: Observation) -> int:
    candidates = _candidates(observation)
    if not candidates:
        return 0
    coins = _me(observation).coins
    bid = min(coins, 1 + max((opponent.coins for opponent in _opponents(observation)), default=0))
    return bid if coins - bid > 1 or len(candidates) > 1 else 0


def _defensive_bid(observation: Observation) -> int:
    """Return the coins of the richest opponent that holds a card which beats all of the seat's cards."""
    player = _me(observation)
    ours = [owned.card for owned in player.cards if owned.card.defences]
    threats = [
        opponent.coins for opponent in _opponents(observation) if any(_threatens(o, ours) for o in opponent.cards)
    ]
    return min(player.coins, max(threats, default=0))


def _threatens(owned: OwnedCard, ours: Sequence[Card]) -> bool:
    return owned.card.attacks > 0 and all(_beats_and_survives(owned.card, card) for card in ours)


def _safe_attack(observation: Observation, rng: Random, keep_lead: bool = False) -> int:
    """Return a usable card of the highest attack if such a card is safe, else STOP."""
    player = _me(observation)
    usable, safe = attackers(player), _candidates(observation)
    best = max((player.cards[i].card.attack for i in usable), default=0)
    strongest = [i for i in usable if i in safe and player.cards[i].card.attack == best]
    if keep_lead:
        rival = max((opponent.points for opponent in _opponents(observation)), default=0)
        strongest = [
            i
            for i in strongest
            if not player.cards[i].card.points or player.points - player.cards[i].card.points >= rival
        ]
    return rng.choice(strongest) if strongest else STOP
