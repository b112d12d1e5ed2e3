"""The rules as pure functions from state to state. A turn is two actions: a play or discard, then a draw."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from lost_cities.rules.cards import DECK, HAND, SUITS, Card, Pile, can_follow, score
from lost_cities.rules.state import Action, Discard, Draw, Memory, Play, State, View

_T = TypeVar("_T")


def deal(rng: Random) -> tuple[tuple[tuple[Card, ...], tuple[Card, ...]], tuple[Card, ...]]:
    """Return two hands of eight cards and the deck of the 44 others, the next card first."""
    cards = list(DECK)
    rng.shuffle(cards)
    return (tuple(cards[:HAND]), tuple(cards[HAND : 2 * HAND])), tuple(cards[2 * HAND :])


def new_game(hands: Sequence[Iterable[Card]], deck: Iterable[Card], first: int) -> State:
    """Return the start of a game. Raises ValueError unless hands and deck are the sixty cards, eight in a hand."""
    mine, theirs = (tuple(sorted(hand)) for hand in hands)
    rest = tuple(deck)
    if len(mine) != HAND or len(theirs) != HAND or sorted((*mine, *theirs, *rest)) != list(DECK):
        raise ValueError(
            f"expected two hands of {HAND} cards and the {len(DECK) - 2 * HAND} others, got {hands}, {rest}"
        )
    if first not in (0, 1):
        raise ValueError(f"expected seat 0 or 1 to move first, got {first}")
    empty: tuple[Pile, ...] = ((),) * len(SUITS)
    return State(rest, (mine, theirs), (empty, empty), empty, first)


def players_to_move(state: State | View) -> tuple[int, ...]:
    """Return the seat that is asked, or none when the game is over."""
    if not state.deck:
        return ()
    if isinstance(state, View):
        return (state.seat if state.asked else 1 - state.seat,)
    return (state.mover,)


def legal_plays(hand: Iterable[Card], expeditions: Sequence[Pile]) -> tuple[Play | Discard, ...]:
    """Return what a hand can play, then what it can discard, each sorted, equal cards once."""
    cards = sorted(set(hand))
    plays = [Play(card) for card in cards if can_follow(card, expeditions[card.suit])]
    return (*plays, *(Discard(card) for card in cards))


def legal_draws(discards: Sequence[Pile], discarded: int | None) -> tuple[Draw, ...]:
    """Return the draw from the deck, then those from piles with a card, but for the one just discarded on."""
    return (Draw(), *(Draw(suit) for suit, pile in enumerate(discards) if pile and suit != discarded))


def legal_actions(state: State | View, seat: int | None = None) -> tuple[Action, ...]:
    """Return the legal actions of the seat that is asked: at least one; none for the other seat or after the end."""
    if isinstance(state, View):
        hand, expeditions, over = state.hand, state.expeditions[0], not state.deck or not state.asked
    else:
        hand, expeditions, over = state.hands[state.mover], state.expeditions[state.mover], not state.deck
        over = over or (seat is not None and seat != state.mover)
    if over:
        return ()
    return legal_draws(state.discards, state.discarded) if state.drawing else legal_plays(hand, expeditions)


def apply(state: State, action: Action) -> State:
    """Return the state after the mover's action. Raises ValueError, changing nothing, if it is not legal."""
    if action not in legal_actions(state):
        raise ValueError(f"illegal action {action} in {state}")
    if isinstance(action, Draw):
        return _draw(state, action.suit)
    card, seat = action.card, state.mover
    hand = _without(state.hands[seat], card)
    memory = state.memories[seat]
    if card in memory.known:
        memory = replace(memory, known=_without(memory.known, card))
    state = replace(
        state,
        hands=_pair(state.hands, seat, hand),
        memories=_pair(state.memories, seat, memory),
        drawing=True,
        discarded=card.suit if isinstance(action, Discard) else None,
    )
    if isinstance(action, Discard):
        return replace(state, discards=_put(state.discards, card))
    return replace(state, expeditions=_pair(state.expeditions, seat, _put(state.expeditions[seat], card)))


def _draw(state: State, suit: int | None) -> State:
    seat = state.mover
    memory = remember_draw(state.memories[seat], state.expeditions[seat], state.discards, state.discarded, suit)
    deck, discards, streak = state.deck, state.discards, 0
    if suit is None:
        card, deck = deck[0], deck[1:]
    else:
        card, streak = discards[suit][-1], state.streak + 1
        discards = _set(discards, suit, discards[suit][:-1])
    return replace(
        state,
        deck=deck,
        hands=_pair(state.hands, seat, tuple(sorted((*state.hands[seat], card)))),
        discards=discards,
        mover=1 - seat,
        drawing=False,
        discarded=None,
        streak=streak,
        memories=_pair(state.memories, seat, memory),
    )


def remember_draw(
    memory: Memory, expeditions: Sequence[Pile], discards: Sequence[Pile], discarded: int | None, suit: int | None
) -> Memory:
    """Return what is remembered of a seat after its draw: `discards` as they were before it."""
    if suit is not None:
        known = tuple(sorted((*memory.known, discards[suit][-1])))
        return replace(memory, known=known, pickups=memory.pickups + 1)
    useful = any(
        pile and expedition and number != discarded and can_follow(pile[-1], expedition)
        for number, (pile, expedition) in enumerate(zip(discards, expeditions, strict=True))
    )
    return replace(memory, passes=memory.passes + 1) if useful else memory


def scores(state: State | View) -> tuple[int, int]:
    """Return the points of each seat as they stand."""
    first, second = (sum(map(score, expeditions)) for expeditions in state.expeditions)
    return (second, first) if isinstance(state, View) and state.seat else (first, second)


def returns(state: State) -> tuple[float, float]:
    """Return 1 for the winner of a game that is over and -1 for the other, 0 and 0 for a draw or before the end."""
    mine, theirs = scores(state)
    won = 0 if state.deck else (mine > theirs) - (mine < theirs)
    return float(won), float(-won)


def observe(state: State, seat: int) -> View:
    """Return what a seat knows; `drawing` and `discarded` are of the turn in progress, whoever's it is."""
    other = 1 - seat
    return View(
        hand=state.hands[seat],
        expeditions=(state.expeditions[seat], state.expeditions[other]),
        discards=state.discards,
        deck=len(state.deck),
        drawing=state.drawing,
        discarded=state.discarded,
        streak=state.streak,
        memories=(state.memories[seat], state.memories[other]),
        asked=bool(state.deck) and seat == state.mover,
        seat=seat,
    )


def placed(view: View) -> Counter[Card]:
    """Return how often a seat sees each card, those that the other was seen to pick up among them."""
    piles = [pile for side in (*view.expeditions, view.discards) for pile in side]
    return Counter(card for cards in (view.hand, view.memories[1].known, *piles) for card in cards)


def sample(view: View, rng: Random) -> State:
    """Return a state that the seat cannot tell from the true one: deck and other hand are drawn anew."""
    rest = sorted((Counter(DECK) - placed(view)).elements())
    rng.shuffle(rest)
    hand = tuple(sorted((*view.memories[1].known, *rest[view.deck :])))
    hands, expeditions, memories = (view.hand, hand), view.expeditions, view.memories
    if view.seat:
        hands, expeditions, memories = hands[::-1], expeditions[::-1], memories[::-1]
    return State(
        deck=tuple(rest[: view.deck]),
        hands=hands,
        expeditions=expeditions,
        discards=view.discards,
        mover=view.seat if view.asked else 1 - view.seat,
        drawing=view.drawing,
        discarded=view.discarded,
        streak=view.streak,
        memories=memories,
    )


def _pair(pair: tuple[_T, _T], seat: int, value: _T) -> tuple[_T, _T]:
    return (pair[0], value) if seat else (value, pair[1])


def _set(piles: tuple[Pile, ...], suit: int, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:suit], pile, *piles[suit + 1 :])


def _put(piles: tuple[Pile, ...], card: Card) -> tuple[Pile, ...]:
    return _set(piles, card.suit, (*piles[card.suit], card))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])
