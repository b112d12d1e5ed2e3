"""Reference opponents by rule, named after the published players that they resemble.

Made from descriptions of those and from watching their games; how far they agree is in README.txt and in a test.
The core knows some of them too (`search/core.c`, by the same names), for self-play.
"""

from collections.abc import Callable
from random import Random

from gamekit.deadline import Deadline
from lost_cities.rules import INVESTMENT, Action, Card, Discard, Draw, Pile, Play, View, can_follow, legal_actions

_Rule = Callable[[View, Random, Deadline], Action]


def randomly(view: View, rng: Random, deadline: Deadline) -> Action:
    """Return any legal answer; half of the draws come from the deck, so that games end."""
    if view.drawing and rng.random() < 0.5:
        return Draw()
    return rng.choice(legal_actions(view))


def noisy(share: float, policy: _Rule, view: View, rng: Random, deadline: Deadline) -> Action:
    """Return a policy's answer, or in a share of the cases a random one."""
    return (randomly if rng.random() < share else policy)(view, rng, deadline)


def playable(view: View) -> list[Card]:
    """Return the cards of the hand that can be played, in the order of the hand."""
    return [card for card in view.hand if can_follow(card, view.expeditions[0][card.suit])]


def simple(view: View, rng: Random, deadline: Deadline) -> Action:
    """Play the first card that can be played, else discard the first; draw from the deck."""
    if view.drawing:
        return Draw()
    cards = playable(view)
    return Play(cards[0]) if cards else Discard(view.hand[0])


def dumb(view: View, rng: Random, deadline: Deadline) -> Action:
    """As simple, but it never offers its last card: it plays the first that is accepted, and so gets many errors."""
    if view.drawing:
        return Draw()
    cards = [card for card in view.hand[:-1] if can_follow(card, view.expeditions[0][card.suit])]
    return Play(cards[0]) if cards else Discard(view.hand[0])


def lowest(card: Card) -> tuple[int, int]:
    """Return a key that sorts cards by value, equal ones by suit."""
    return card.value, card.suit


def bred(view: View, rng: Random, deadline: Deadline) -> Action:
    """Play the lowest card that can be played, else discard the lowest; draw from the deck."""
    if view.drawing:
        return Draw()
    cards = playable(view)
    return Play(min(cards, key=lowest)) if cards else Discard(min(view.hand, key=lowest))


def discarder(view: View, rng: Random, deadline: Deadline) -> Action:
    """Discard the first card for ever."""
    return Draw() if view.drawing else Discard(view.hand[0])


def hoarder(view: View, rng: Random, deadline: Deadline) -> Action:
    """Discard the first card, and never draw from the deck while a pile can be drawn from."""
    return legal_actions(view)[-1] if view.drawing else Discard(view.hand[0])


def risk(view: View, rng: Random, deadline: Deadline) -> Action:
    """Play what suits with many cards promise, else discard low cards; pick up what can follow a begun expedition."""
    if view.drawing:
        return useful_draw(view)
    best = max(playable(view), key=lambda card: _risk(view, card), default=None)
    if best is not None and _risk(view, best) >= 0:
        return Play(best)
    theirs = view.expeditions[1]
    mine = playable(view)
    return Discard(min(view.hand, key=lambda card: (card in mine, can_follow(card, theirs[card.suit]), card.value)))


def _risk(view: View, card: Card) -> float:
    mine, theirs = (sum(laid.value for laid in side[card.suit]) for side in view.expeditions)
    held = mine + sum(other.value for other in playable(view) if other.suit == card.suit)
    open_points = sum(range(max(card.value, 2), 11)) - held - theirs
    begun = sum(map(bool, view.expeditions[0]))
    fear = 0 if view.expeditions[0][card.suit] else 5 * (begun + 1)
    return held - 20 + open_points / 2 - fear


def useful_draw(view: View) -> Draw:
    """Return the draw of the highest top that can follow an expedition begun, the last of equal ones; else the deck."""
    found = Draw()
    most = -1
    for suit, (pile, mine) in enumerate(zip(view.discards, view.expeditions[0], strict=True)):
        fits = pile and mine and suit != view.discarded and can_follow(pile[-1], mine)
        if fits and _rank(pile[-1]) > most:
            found, most = Draw(suit), _rank(pile[-1])
    return found


def ads_like(view: View, rng: Random, deadline: Deadline) -> Action:
    """Weigh each card by what its suit promises and by what is passed over; pick up what fits."""
    if view.drawing:
        return useful_draw(view)
    return greedy(view, begin=5, hope=0.25)


def positive(view: View, rng: Random, deadline: Deadline) -> Action:
    """Begin only what the hand alone brings above 0; never draw discards."""
    if view.drawing:
        return Draw()
    action = greedy(view, begin=-10, hope=0)
    suit = action.card.suit
    if isinstance(action, Play) and not view.expeditions[0][suit] and prospect(view, suit, 0) <= 0:
        return greedy(view, begin=1e6, hope=0)
    return action


def _rank(card: Card) -> int:
    return 0 if card.value == INVESTMENT else card.value - 1


def _numbers(cards: Pile | list[Card]) -> set[int]:
    return {card.value for card in cards if card.value != INVESTMENT}


def _gone(view: View, suit: int) -> set[int]:
    return _numbers([*view.expeditions[0][suit], *view.expeditions[1][suit], *view.discards[suit]])


def _investments(cards: Pile | list[Card]) -> int:
    return sum(card.value == INVESTMENT for card in cards)


def prospect(view: View, suit: int, hope: float) -> float:
    """Return what a suit could bring: its own cards, and a share of the points that have not been seen."""
    mine = view.expeditions[0][suit]
    last = mine[-1].value if mine else 0
    hand = [card for card in view.hand if card.suit == suit]
    above = {value for value in range(2, 11) if value > last}
    held = _numbers(hand) & above
    investments = _investments(mine) + (0 if last else _investments(hand))
    unseen = above - _gone(view, suit) - _numbers(hand)
    return (sum(_numbers(mine)) + sum(held) + hope * sum(unseen) - 20) * (1 + investments)


def _cost(view: View, card: Card, hope: float) -> float:
    """Return how bad it is to play a card now: the numbers passed over that are held or may still come."""
    mine = view.expeditions[0][card.suit]
    hand = [other for other in view.hand if other.suit == card.suit]
    numbers = _numbers(hand)
    if card.value == INVESTMENT:
        return 30 if view.deck < 12 and not numbers else -2
    last = mine[-1].value if mine else 0
    passed = set(range(max(last + 1, 2), card.value))
    maybe = passed - _gone(view, card.suit) - numbers
    times = (1 + _investments(mine)) * (1 if view.deck > 10 else 0.3)
    return (sum(passed & numbers) + hope * 0.5 * sum(maybe)) * times + (0 if last else 6 * _investments(hand))


def greedy(view: View, begin: float, hope: float) -> Play | Discard:
    """Return the play of the highest worth, begun suits before those that promise more than `begin`; or a discard.

    `hope` is the share of unseen points that is counted on.
    """
    best, play, least, throw = -1e9, None, 1e9, view.hand[0]
    for card in sorted(set(view.hand)):
        mine, theirs = (side[card.suit] for side in view.expeditions)
        points = prospect(view, card.suit, hope)
        worth = -1e9
        fits = can_follow(card, mine)
        if fits:
            promise = 20 if mine else points - begin - 10 * (1 - view.deck / 44)
            worth = promise - _cost(view, card, hope)
        if worth > best:
            best, play = worth, card
        to_me = (_rank(card) + 5 if mine else _rank(card) + 2 if points > 0 else 0) if fits else -2
        to_them = (_rank(card) + 3 if theirs else 1) if can_follow(card, theirs) else 0
        if to_me + to_them < least:
            least, throw = to_me + to_them, card
    if play is not None and best > 0 and (best > 8 or least > 0):
        return Play(play)
    return Discard(throw)
