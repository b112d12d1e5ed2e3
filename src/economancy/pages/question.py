"""What a seat has to decide, in words: the moves worth offering and what each would do."""

from collections.abc import Iterator, Sequence

from economancy.pages.faces import effects
from economancy.pages.story import a
from economancy.rules.attacking import STOP
from economancy.rules.cards import Card
from economancy.rules.game import legal_actions
from economancy.rules.state import PASS, Action, Attacking, Investing, Observation
from economancy.rules.victory import POINTS_TO_WIN
from gamekit.game import Option, Question


def question(observation: Observation, names: Sequence[str]) -> Question[Action]:
    """Return what is asked of a seat that has to move; names are those of all seats.

    Naming a card that is sold out is legal, but only wastes coins: it is not offered.
    """
    state, seat = observation.state, observation.seat
    player = state.players[seat]
    match state.phase:
        case Investing():
            return Question(
                "How much do you bid?",
                "All pay what they bid. Only the highest bidder attacks; if the highest bid is shared, nobody does.",
                numbers=range(player.coins + 1),
            )
        case Attacking(attacker, None) if attacker == seat:
            return Question(
                "Attack with which card?",
                "Every opponent has to defend with a card. Who has none left is out of the game.",
                tuple(_attacks(observation)),
            )
        case Attacking(attacker, int(index)):
            attacking = state.players[attacker].cards[index].card
            return Question(
                f"{names[attacker]} attacks you with {a(attacking)}. Defend with which card?",
                f"It has attack {attacking.attack} and defence {attacking.defence}: your card faints if its defence is "
                f"below {attacking.attack}, and makes the attacker faint if its attack is above {attacking.defence}.",
                tuple(_defences(observation, attacking)),
            )
        case _:
            return Question(
                "Buy which card?",
                f"You have {_number(player.coins, 'coin')} and {_number(player.buys, 'buy')}. If more players name a "
                "card than are left, all of them pay and nobody gets it. "
                f"{POINTS_TO_WIN} points, and more than anyone else, win the game.",
                tuple(_purchases(observation)),
            )


def _attacks(observation: Observation) -> Iterator[Option[Action]]:
    seat = observation.seat
    cards = observation.state.players[seat].cards
    for action in legal_actions(observation.state, observation.seat):
        if action == STOP:
            yield Option(STOP, "Stop attacking", "on to the purchases")
        else:
            card = cards[int(action)].card
            yield Option(action, card.name, f"attack {card.attack}, defence {card.defence}", _card(seat, action))


def _defences(observation: Observation, attacking: Card) -> Iterator[Option[Action]]:
    seat = observation.seat
    cards = observation.state.players[seat].cards
    for action in legal_actions(observation.state, observation.seat):
        card = cards[int(action)].card
        fate = "faints" if card.defence < attacking.attack else "holds"
        beats = f"makes {attacking.name} faint" if card.attack > attacking.defence else "does no harm"
        yield Option(action, card.name, f"{fate}, {beats}", _card(seat, action))


def _purchases(observation: Observation) -> Iterator[Option[Action]]:
    legal = legal_actions(observation.state, observation.seat)
    yield Option(PASS, "Pass", "keep your coins")
    for stock in observation.state.shop:
        if stock.left and stock.card.name in legal:
            note = f"costs {stock.card.cost}, {stock.left} left. {' '.join(effects(stock.card))}"
            yield Option(stock.card.name, stock.card.name, note.strip(), (f"buy-{stock.card.name}",))


def _card(seat: int, index: Action) -> tuple[str, ...]:
    return (f"card-{seat}-{index}",)


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
