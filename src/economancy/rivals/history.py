"""What two states that a seat was shown one after the other tell of what lies between."""

from collections.abc import Iterator

from economancy.arrays.cards import bit_of
from economancy.arrays.games import COIN_CAP
from economancy.rules.state import Buying, Investing, State


def may_follow(last: State, state: State) -> bool:
    """Return whether `state` may be a later state of the same game: no eliminated player is back, no pile grew."""
    return (
        len(last.players) == len(state.players)
        and [stock.card for stock in last.shop] == [stock.card for stock in state.shop]
        and all(before.left >= after.left for before, after in zip(last.shop, state.shop, strict=True))
        and not any(before.out and not after.out for before, after in zip(last.players, state.players, strict=True))
    )


def acted(last: State, state: State) -> Iterator[tuple[int, int]]:
    """Yield (seat, action) for each choice in `last` that `state` reveals: a bid, or the bit of a purchased card."""
    for seat, (before, after) in enumerate(zip(last.players, state.players, strict=True)):
        if before.out or after.out:
            continue
        match last.phase:
            case Investing() if last.day == state.day and not isinstance(state.phase, Investing):
                # no fight lies between: every seat in the game is asked during a fight
                if before.coins >= after.coins and before.coins <= COIN_CAP:
                    yield seat, before.coins - after.coins
            case Buying() if before.buys and len(after.cards) > len(before.cards):
                yield seat, bit_of(after.cards[len(before.cards)].card)
