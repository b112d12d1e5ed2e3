"""Why an action is illegal, in words for who wrote the player."""

from economancy.rules.state import PASS, Action, Attacking, Buying, Investing, State

_MOVED = "count in the cards of this message: when one faints, those after it move up"


def objection(state: State, seat: int, action: Action) -> str:
    """Return why a seat that is to move may not choose an action that is illegal."""
    player, phase = state.players[seat], state.phase
    match phase:
        case Investing():
            return "" if isinstance(action, int) else "a bid is a whole number"
        case Buying():
            return _purchase(state, player.coins, action)
        case Attacking():
            return _card(state, seat, action, attacks=phase.attacker == seat)
    return ""


def _purchase(state: State, coins: int, action: Action) -> str:
    if isinstance(action, int):
        return f'a purchase is a card\'s name or "{PASS}"'
    costs = {stock.card.name: stock.card.cost for stock in state.shop}
    cost = costs.get(action)
    if cost is None:
        return f"{action[:40]} is not sold"
    return f"{action} costs {_counted(cost, 'coin')}, and it has {coins}"


def _card(state: State, seat: int, action: Action, *, attacks: bool) -> str:
    cards = state.players[seat].cards
    if not isinstance(action, int):
        return "in the attacking phase an answer is a card's index"
    if not 0 <= action < len(cards):
        return f"it has {_counted(len(cards), 'card')}, from index 0; {_MOVED}"
    name, doing = cards[action].card.name, "attack" if attacks else "defend"
    if not action:
        return f"card 0, {name}, never defends"
    most = cards[action].card.attacks if attacks else cards[action].card.defences
    return f"card {action}, {name}, {'has been used today' if most else f'never {doing}s'}; {_MOVED}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
