"""What a state shows of a fight that is not over: the answers of the defenders who chose before this seat."""

from collections.abc import Iterator

from economancy.rules.state import Attacking, OwnedCard, State

Cards = tuple[OwnedCard, ...]


def shown_answers(last: State | None, state: State, seat: int) -> dict[int, int]:
    """Return seat -> slot of the card just chosen, for each defender before this seat whose choice can be inferred.

    A choice shows as one more use of a card than in `last`, the state before the fight.
    """
    phase = state.phase
    if not isinstance(phase, Attacking) or phase.attacker_card is None or seat == phase.attacker:
        return {}
    same_attack = last is not None and isinstance(last.phase, Attacking) and last.day == state.day
    shown = {}
    for other in range(seat):
        cards = state.players[other].cards
        if other != phase.attacker:
            before = last.players[other].cards if last is not None and same_attack else None
            raised = {slot for held in _held_before(before, cards) if (slot := _raised(held, cards)) is not None}
            if len(raised) == 1:
                shown[other] = raised.pop()
    return shown


def _held_before(last: Cards | None, cards: Cards) -> Iterator[Cards]:
    """Yield the cards that a seat may have held before its answer. `last`: its cards in the last state of the attack;
    one that defended may have fainted since. None: no such state, so all cards are unused.
    """
    if last is None:
        yield tuple(OwnedCard(owned.card) for owned in cards)
    elif len(last) == len(cards):
        yield last
    else:
        for slot, owned in enumerate(last):
            if owned.uses:
                yield last[:slot] + last[slot + 1 :]


def _raised(before: Cards, cards: Cards) -> int | None:
    """Return the slot of the card that has one more use, or None if anything else differs."""
    if [owned.card for owned in before] != [owned.card for owned in cards]:
        return None
    changed = [slot for slot, (old, new) in enumerate(zip(before, cards, strict=True)) if old != new]
    if len(changed) != 1:
        return None
    old, new = before[changed[0]], cards[changed[0]]
    return changed[0] if new.uses == old.uses + 1 <= new.card.defences else None
