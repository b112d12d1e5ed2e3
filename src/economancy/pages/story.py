"""What happened in a round, in plain sentences to one of the players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from economancy.rules.attacking import STOP, attackers
from economancy.rules.cards import Card
from economancy.rules.investing import highest_bidder
from economancy.rules.state import PASS, Action, Attacking, End, Forfeit, Investing, State
from gamekit.game import does


def a(card: Card) -> str:
    """Return a card's name behind its article."""
    return f"{'an' if card.name[:1] in 'AEIOU' else 'a'} {card.name}"


@dataclass(frozen=True, slots=True)
class StoryRound:
    """Choices that took effect together (before a fault: those made before it), and the states around them."""

    before: State
    actions: Mapping[int, Action]
    after: State


@dataclass(frozen=True, slots=True)
class Storyteller:
    """Tells a round to one of the players, whose name is YOU, or to an onlooker."""

    names: Sequence[str]

    def _does(self, seat: int, verb: str) -> str:
        return does(self.names[seat], verb)

    def tell(self, played: StoryRound) -> list[str]:
        """Return the sentences of a round."""
        before, after = played.before, played.after
        if isinstance(after.phase, Forfeit):
            return [self.ending(after)]
        match before.phase:
            case Investing():
                lines = [*self._bids(played)]
            case Attacking(attacker, None):
                lines = [*self._attack(played, attacker)]
            case Attacking(attacker, int(index)):
                card = before.players[attacker].cards[index].card
                lines = [*self._fight(played, attacker, card)]
            case _:
                lines = [*self._purchases(played)]
        if isinstance(after.phase, End):
            return [*lines, self.ending(after)]
        if after.day != before.day:
            lines.append(self._morning(played))
        return lines

    def _bids(self, played: StoryRound) -> Iterator[str]:
        bids = played.actions
        yield " ".join(f"{self._does(seat, 'bid')} {bid}." for seat, bid in bids.items())
        attacker = highest_bidder(bids)
        if attacker is None:
            yield "The highest bid is shared: nobody attacks."
        elif attackers(played.before.players[attacker]):
            yield f"{self._does(attacker, 'attack')}."
        else:
            yield f"{self._does(attacker, 'have')} the highest bid, but no card to attack with."

    def _attack(self, played: StoryRound, attacker: int) -> Iterator[str]:
        index = int(played.actions[attacker])
        if index == STOP:
            yield f"{self._does(attacker, 'stop')} attacking."
            return
        card = played.before.players[attacker].cards[index].card
        yield f"{self._does(attacker, 'attack')} with {a(card)}."
        after = played.after.phase
        if not (isinstance(after, Attacking) and after.attacker_card is not None):  # nobody can defend
            yield from self._fight(StoryRound(played.before, {}, played.after), attacker, card)

    def _fight(self, played: StoryRound, attacker: int, attacking: Card) -> Iterator[str]:
        fainted = False
        for seat, player in enumerate(played.before.players):
            if seat == attacker or player.out:
                continue
            if seat not in played.actions:
                yield f"{self._does(seat, 'have')} no card to defend with: out of the game."
                continue
            defending = player.cards[int(played.actions[seat])].card
            fainted = fainted or defending.attack > attacking.defence
            fate = "faints" if defending.defence < attacking.attack else "holds"
            coins = f" It earns {defending.defence_income} coin." if defending.defence_income else ""
            yield f"{self._does(seat, 'defend')} with {a(defending)}, which {fate}.{coins}"
        if fainted:
            yield f"The attacking {attacking.name} faints."

    def _purchases(self, played: StoryRound) -> Iterator[str]:
        stocks = {stock.card.name: stock for stock in played.before.shop}
        wanted = Counter(name for name in played.actions.values() if name != PASS)
        for seat, name in played.actions.items():
            if name == PASS:
                yield f"{self._does(seat, 'pass')}."
                continue
            card, left = stocks[str(name)].card, stocks[str(name)].left
            if wanted[name] <= left:
                yield f"{self._does(seat, 'buy')} {a(card)}."
            elif left:
                yield f"{self._does(seat, 'pay')} for {a(card)}, but too many want it: nobody gets it."
            else:
                yield f"{self._does(seat, 'pay')} for {a(card)}, which is sold out."

    def _morning(self, played: StoryRound) -> str:
        after = played.after
        coins = ", ".join(
            f"{self._does(seat, 'have')} {player.coins}" for seat, player in enumerate(after.players) if not player.out
        )
        return f"A new day begins, day {after.day}. Coins after the income: {coins}."

    def ending(self, state: State) -> str:
        """Return how a game ended."""
        match state.phase:
            case End(None):
                return "The game ends in a draw."
            case End(int(winner)):
                left = [player for player in state.players if not player.out]
                points = state.players[winner].points
                how = "the only one left" if len(left) == 1 else f"with {points} points"
                return f"{self._does(winner, 'win')} the game, {how}."
            case Forfeit(forfeit, reason):
                return f"{self._does(forfeit, 'break')} the rules ({reason}). The game ends; nobody wins."
        raise ValueError(f"the game goes on: {state.phase}")
