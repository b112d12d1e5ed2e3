"""What a seat does, and when, in words."""

from economancy.rules.attacking import STOP
from economancy.rules.state import PASS, Action, Attacking, Buying, End, Forfeit, Investing, State


def move(state: State, seat: int, action: Action) -> str:
    """Return what a seat does by a legal action: `invests 3`, `attacks with Ghost`, `buys Golem`."""
    match state.phase:
        case Investing():
            return f"invests {action}"
        case Attacking(attacker) if attacker == seat:
            return "stops attacking" if action == STOP else f"attacks with {_owned(state, seat, action)}"
        case Attacking():
            return f"defends with {_owned(state, seat, action)}"
    if action == PASS:
        return "passes"
    return f"pays for {action}, which is sold out" if sold_out(state, action) else f"buys {action}"


def sold_out(state: State, action: Action) -> bool:
    """Tell whether an action names a card of the shop that is sold out: legal, but it only wastes coins."""
    return isinstance(state.phase, Buying) and any(stock.card.name == action and not stock.left for stock in state.shop)


def _owned(state: State, seat: int, index: Action) -> str:
    return state.players[seat].cards[int(index)].card.name


def phase_name(state: State) -> str:
    """Return the phase as a heading."""
    match state.phase:
        case Investing():
            return "Investing"
        case Attacking(_, None):
            return "Attacking"
        case Attacking():
            return "Defending"
        case End() | Forfeit():
            return "The end"
    return "Buying"
