"""The states that the probes send: ordinary ones of every phase, and the corners that real games reach."""

from collections.abc import Callable, Iterable, Sequence

from economancy.rules.cards import BASE, EXPANSION, SHOP_CARDS, SIMPLE, card_named
from economancy.rules.game import new_game, new_shop
from economancy.rules.state import (
    OUT,
    PASS,
    Attacking,
    Buying,
    Investing,
    Observation,
    OwnedCard,
    PlayerState,
    State,
    Stock,
)

Situations = Callable[[], Sequence[Observation]]
"""Builds observations to send, each to a fresh process of the player."""

HUGE = 3461834487117869480315
"""The coins of a hoard with Magic Bean Stock on day 100 of a real game; a double rounds it down."""

_HUGE_UP = HUGE + (1 << 18)  # a double rounds it up

_HANDS = (
    ("Worker", "Ghost"),
    ("Gold Fish", "Senior Worker"),
    ("Incantation", "Worker"),
    ("Senior Worker", "Board of Monopoly"),
)


def hand(coins: int, *names: str, buys: int = 1) -> PlayerState:
    """Return a player with the Stipend and these cards; each `*` after a name is one use today."""
    cards = (OwnedCard(card_named(name.rstrip("*")), name.count("*")) for name in ("Sorcerer's Stipend", *names))
    return PlayerState(coins, buys, tuple(cards))


def look(
    phase: Attacking | Buying | Investing,
    players: Sequence[PlayerState],
    seat: int,
    shop: Sequence[Stock] | None = None,
) -> Observation:
    """Return what a seat is shown on day 2; the simple shop, full, unless given one."""
    return Observation(State(2, phase, tuple(new_shop(len(players)) if shop is None else shop), (*players,)), seat)


def describe(observation: Observation) -> str:
    """Return in a few words what the seat is asked for."""
    state, seat = observation.state, observation.seat
    match state.phase:
        case Investing():
            task = "a bid"
        case Attacking(attacker=attacker):
            task = "an attacking card" if attacker == seat else "a defending card"
        case _:
            task = "a purchase"
    return f"asked for {task} as player {seat} of {len(state.players)}"


def table(seats: int, coins: int = 4) -> tuple[PlayerState, ...]:
    """Return players as they are in the middle of a game."""
    return tuple(hand(coins + seat, *_HANDS[seat]) for seat in range(seats))


def first_state(seats: int = 2, cards: Iterable[str] = SIMPLE) -> Observation:
    """Return the first state of a game, as its last seat is sent it."""
    return Observation(new_game(seats, new_shop(seats, cards)), seats - 1)


def first_states() -> list[Observation]:
    """Return the first states of two players."""
    return [first_state(2, SIMPLE), first_state(2, BASE)]


def bids() -> list[Observation]:
    """Return states of the investing phase."""
    uneven = (hand(60, "Ghost"), hand(2, "Worker"))
    return [look(Investing(), table(2), seat) for seat in (0, 1)] + [
        look(Investing(), uneven, seat, new_shop(2, BASE)) for seat in (0, 1)
    ]


def attacks() -> list[Observation]:
    """Return states that ask for an attacking card: also with a used one, and one that cannot attack."""
    return [
        look(Attacking(0), table(2), 0),
        look(Attacking(1), table(2), 1),
        look(Attacking(0), (hand(0, "Ghost*", "Worker", "Bubble"), hand(1, "Worker*")), 0),
    ]


def defences() -> list[Observation]:
    """Return states that ask for a defending card: also with used ones, and a Wall of Wealth on its second use."""
    attacker = hand(0, "Worker*", "Ghost*")
    return [
        look(Attacking(0, 2), (attacker, table(2)[1]), 1),
        look(Attacking(1, 1), (table(2)[0], attacker), 0),
        look(Attacking(0, 2), (attacker, hand(3, "Ghost*", "Worker")), 1),
        look(Attacking(0, 2), (attacker, hand(3, "Ghost*", "Bubble")), 1),
        look(Attacking(0, 2), (attacker, hand(3, "Worker*", "Wall of Wealth*")), 1, new_shop(2, BASE)),
    ]


def purchases() -> list[Observation]:
    """Return states of the buying phase: poor, rich, and with two buys."""
    rich = (hand(30, "Apprentice", buys=2), hand(30, "Ghost"))
    return [
        look(Buying(), table(2, coins=1), 0),
        look(Buying(), table(2), 1),
        look(Buying(), rich, 0, new_shop(2, BASE)),
        look(Buying(), rich, 1, new_shop(2, BASE)),
    ]


def every_phase() -> list[Observation]:
    """Return one state for each thing that a player may be asked for."""
    return [situations()[0] for situations in (bids, attacks, defences, purchases)]


def attack_and_defence() -> list[Observation]:
    """Return the two states of the phase that is spelled in two ways."""
    return [attacks()[0], defences()[0]]


def more_players(seats: int) -> list[Observation]:
    """Return ordinary states of three or four players; a defender sees which card the one before it named."""
    players = table(seats)
    tapped = (players[0], hand(4, "Gold Fish*", "Senior Worker"), *players[2:])
    return [
        first_state(seats, SIMPLE),
        first_state(seats, BASE),
        look(Investing(), players, seats - 1),
        look(Attacking(seats - 1), players, seats - 1),
        look(Attacking(0, 2), tapped, seats - 1),
        look(Buying(), players, 1),
    ]


def no_coins() -> list[Observation]:
    """Return states without a coin: only [0], and only Pass, is legal."""
    players = (hand(0, "Worker"), hand(0))
    return [look(phase, players, seat) for phase in (Investing(), Buying()) for seat in (0, 1)]


def sold_out() -> list[Observation]:
    """Return purchases from shops in which some cards, or all, are sold out."""
    some = tuple(Stock(stock.card, index % 2) for index, stock in enumerate(new_shop(2)))
    none = tuple(Stock(stock.card, 0) for stock in new_shop(2))
    return [look(Buying(), table(2, coins), 0, shop) for shop in (some, none) for coins in (2, 9)]


def someone_out() -> list[Observation]:
    """Return states in which others are out of the game: they have no card, no coins, no buys."""
    one, two, three, four = table(4)
    return [
        look(Investing(), (OUT, two, three), 2),
        look(Attacking(0), (one, OUT, three), 0),
        look(Attacking(2, 1), (OUT, two, three), 1),
        look(Investing(), (OUT, two, OUT, four), 1),
        look(Attacking(3, 2), (OUT, two, OUT, four), 1),
        look(Buying(), (one, OUT, OUT, four), 3),
    ]


def odd_shops() -> list[Observation]:
    """Return shops that sell nothing, one card, no card with points, or the expansion alone."""
    pointless = [card.name for card in SHOP_CARDS if not card.points]
    shops = [new_shop(2, names) for names in ((), ("Worker",), ("Incantation",), EXPANSION, pointless)]
    return [look(Buying(), table(2), 0, shop) for shop in shops] + [
        look(Investing(), table(2), 1, shop) for shop in (shops[0], shops[3])
    ]


def full_hands() -> list[Observation]:
    """Return every phase with the whole base shop bought and spread over four hands."""
    names = [card.name for card in SHOP_CARDS for _ in range(card.per_player)]
    sold = tuple(Stock(card_named(name), 0) for name in sorted(BASE))
    phases = (Investing(), Attacking(0), Attacking(1, 3), Buying())
    return [look(phase, [hand(40, *names)] * 4, 0, sold) for phase in phases]


def huge_coins() -> list[Observation]:
    """Return states with more coins than 64 bits hold, our own or the others'."""
    rich, poor = hand(HUGE, "Magic Bean Stock", "Ghost"), hand(3, "Worker")
    return [
        look(Investing(), (rich, hand(_HUGE_UP, "Ghost")), 0),
        look(Investing(), (rich, hand(_HUGE_UP, "Ghost")), 1),
        look(Investing(), (rich, poor), 1),
        look(Attacking(0, 2), (rich, poor), 1),
        look(Buying(), (rich, poor), 0),
        look(Buying(), (rich, poor), 1),
    ]


def unknown_cards() -> list[Observation]:
    """Return states with a card that no rule names in the shop, in a hand, and attacking."""
    shop = new_shop(2, (*SIMPLE, "Dragon"))
    players = (hand(5, "Dragon", "Ghost"), hand(5, "Worker", "Dragon"))
    return [
        look(phase, players, seat, shop)
        for phase, seat in ((Investing(), 0), (Attacking(0), 0), (Attacking(0, 1), 1), (Buying(), 0))
    ]


def is_sold_out(observation: Observation, action: object) -> bool:
    """Tell whether an action names a card of which the shop has none left."""
    return action != PASS and any(stock.card.name == action and not stock.left for stock in observation.state.shop)
