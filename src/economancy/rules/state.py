"""The state of a game as immutable values, and what one seat observes of it."""

from dataclasses import dataclass

from economancy.rules.cards import Card

Action = int | str
"""A bid, the index of a card (0: stop attacking), or the name of a card to buy (or PASS): as on the wire."""

PASS = "Pass"


@dataclass(frozen=True, slots=True)
class OwnedCard:
    """A card that a player holds, and how often it attacked or defended today."""

    card: Card
    uses: int = 0


@dataclass(frozen=True, slots=True)
class PlayerState:
    """One seat: coins (unbounded), buys left today, cards in the order acquired. An eliminated player has no card."""

    coins: int
    buys: int
    cards: tuple[OwnedCard, ...]

    @property
    def out(self) -> bool:
        return not self.cards

    @property
    def points(self) -> int:
        return sum(owned.card.points for owned in self.cards)


OUT = PlayerState(coins=0, buys=0, cards=())


@dataclass(frozen=True, slots=True)
class Investing:
    """Everybody bids, secretly and at once."""


@dataclass(frozen=True, slots=True)
class Attacking:
    """The attacker is to name a card (attacker_card is None), or the defenders answer the named one (its index)."""

    attacker: int
    attacker_card: int | None = None


@dataclass(frozen=True, slots=True)
class Buying:
    """Everybody who has a buy left names a card, at once."""


@dataclass(frozen=True, slots=True)
class End:
    """The game is over; winner None is a draw."""

    winner: int | None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The game is over because a player broke the protocol or the rules: it forfeits and nobody wins."""

    forfeit: int
    reason: str


Phase = Investing | Attacking | Buying | End | Forfeit


@dataclass(frozen=True, slots=True)
class Stock:
    """A pile of the shop: a card and how many are left."""

    card: Card
    left: int


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment: the day (1 to 3), the phase, the shop sorted by name, the players by seat."""

    day: int
    phase: Phase
    shop: tuple[Stock, ...]
    players: tuple[PlayerState, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat is shown when it has to act: the state (nothing is hidden but simultaneous choices) and its seat."""

    state: State
    seat: int
