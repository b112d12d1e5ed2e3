"""The wire: JSON values to observations and actions, and back; every error names the path and what was expected."""

from collections.abc import Mapping
from typing import Literal, NoReturn

from economancy.rules.cards import DAYS, card_named
from economancy.rules.state import (
    Action,
    Attacking,
    Buying,
    End,
    Fault,
    Investing,
    Observation,
    OwnedCard,
    Phase,
    PlayerState,
    State,
    Stock,
)
from gamekit.wire.json_stream import dumps, preview

Dialect = Literal["referee", "assignment"]
"""The referee spells `attacker_card`, the assignment `attacker-card`; both are read."""

_ATTACKER_CARD: Mapping[Dialect, str] = {"referee": "attacker_card", "assignment": "attacker-card"}


TIMEOUT_MARK = "timeout"
"""What stands in a trace instead of an answer that never came or was no JSON."""


class ProtocolError(ValueError):
    """A JSON value that is not what the protocol asks for; the message is one line with the path."""


def _fail(expected: str, path: str, value: object) -> NoReturn:
    raise ProtocolError(f"expected {expected} at {path}, got {_show(value)}")


def _show(value: object) -> str:
    try:
        text = dumps(value)
    except (TypeError, ValueError, RecursionError):
        return "something that cannot be shown"
    return text.decode() if len(text) <= 40 and text.isascii() else preview(text)


def _object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        _fail("object", path, value)
    return value


def _list(value: object, path: str) -> list[object]:
    if not isinstance(value, list):
        _fail("array", path, value)
    return value


def _string(value: object, path: str) -> str:
    if not isinstance(value, str):
        _fail("string", path, value)
    return value


def _integer(value: object, path: str, least: int = 0, most: int | None = None) -> int:
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if not is_integer or value < least or (most is not None and value > most):  # type: ignore[operator]
        _fail(f"integer >= {least}" if most is None else f"integer from {least} to {most}", path, value)
    return int(value)  # type: ignore[call-overload,no-any-return]


def _member(value: Mapping[str, object], key: str, path: str) -> object:
    if key not in value:
        _fail(f"object with key {key!r}", path, value)
    return value[key]


def is_over(value: object) -> bool:
    """Tell whether a value is a last message: any object whose phase is named `end` or `fault`."""
    phase = value.get("phase") if isinstance(value, dict) else None
    return isinstance(phase, dict) and phase.get("name") in ("end", "fault")


def is_trace_note(value: object) -> bool:
    """Tell whether a value stands between the states of a trace: a move, a time-out's mark, or a `meta` object."""
    return isinstance(value, list) or value == TIMEOUT_MARK or is_meta(value)


def is_meta(value: object) -> bool:
    """Tell whether a value is a `meta` object of a tournament's stream; a state may have such a key, too."""
    return isinstance(value, dict) and "meta" in value and "phase" not in value


def decode_observation(value: object) -> Observation:
    """Return the observation of the seat that a state is addressed to. Raises ProtocolError."""
    state = decode_state(value)
    seats = len(state.players)
    return Observation(state, _integer(_member(_object(value, "$"), "player", "$"), "$.player", 0, seats - 1))


def decode_state(value: object) -> State:
    """Return the state, whether or not it is addressed to a seat. Raises ProtocolError.

    Unknown keys are ignored; cards of unknown names are carried as inert ones.
    """
    message = _object(value, "$")
    players = _list(_member(message, "players", "$"), "$.players")
    if not 2 <= len(players) <= 4:
        _fail("2 to 4 players", "$.players", len(players))
    decoded = tuple(_decode_player(player, f"$.players[{i}]") for i, player in enumerate(players))
    return State(
        day=_integer(_member(message, "day", "$"), "$.day", DAYS[0], DAYS[-1]),
        phase=_decode_phase(_object(_member(message, "phase", "$"), "$.phase"), decoded),
        shop=_decode_shop(_object(_member(message, "shop", "$"), "$.shop")),
        players=decoded,
    )


def _decode_shop(shop: Mapping[str, object]) -> tuple[Stock, ...]:
    return tuple(Stock(card_named(name), _integer(shop[name], f"$.shop[{_show(name)}]")) for name in sorted(shop))


def _decode_player(value: object, path: str) -> PlayerState:
    player = _object(value, path)
    cards = _list(_member(player, "cards", path), f"{path}.cards")
    return PlayerState(
        coins=_integer(_member(player, "coins", path), f"{path}.coins"),
        buys=_integer(_member(player, "buys", path), f"{path}.buys"),
        cards=tuple(_decode_card(card, f"{path}.cards[{i}]") for i, card in enumerate(cards)),
    )


def _decode_card(value: object, path: str) -> OwnedCard:
    card = _object(value, path)
    return OwnedCard(
        card=card_named(_string(_member(card, "name", path), f"{path}.name")),
        uses=_integer(_member(card, "uses", path), f"{path}.uses"),
    )


def _decode_phase(phase: Mapping[str, object], players: tuple[PlayerState, ...]) -> Phase:
    name = _member(phase, "name", "$.phase")
    match name:
        case "investing":
            return Investing()
        case "attacking":
            return _decode_attacking(phase, players)
        case "buy":
            return Buying()
        case "end":
            winner = _member(phase, "winner", "$.phase")
            return End(None if winner is False else _integer(winner, "$.phase.winner", 0, len(players) - 1))
        case "fault":
            forfeit = _integer(_member(phase, "forfiet", "$.phase"), "$.phase.forfiet", 0, len(players) - 1)
            return Fault(forfeit, _string(phase.get("reason", ""), "$.phase.reason"))
    _fail('"investing", "attacking", "buy", "end" or "fault"', "$.phase.name", name)


def _decode_attacking(phase: Mapping[str, object], players: tuple[PlayerState, ...]) -> Attacking:
    attacker = _integer(_member(phase, "attacker", "$.phase"), "$.phase.attacker", 0, len(players) - 1)
    key = next((key for key in _ATTACKER_CARD.values() if key in phase), None)
    if key is None:
        _fail("object with key 'attacker_card' or 'attacker-card'", "$.phase", phase)
    card = phase[key]
    if card is False:
        return Attacking(attacker)
    cards = players[attacker].cards
    if not isinstance(card, int) or isinstance(card, bool) or not 1 <= card < len(cards):
        _fail(f"false or the index of one of seat {attacker}'s cards", f"$.phase.{key}", card)
    return Attacking(attacker, card)


def encode_action(action: Action) -> list[Action]:
    """Return the one-element array of an action, as a JSON value."""
    return [action]


def decode_action(value: object) -> Action:
    """Return the action of a one-element JSON array of an integer or a string. Raises ProtocolError."""
    if not isinstance(value, list) or len(value) != 1:
        _fail("array of one element", "$", value)
    action = value[0]
    if isinstance(action, bool) or not isinstance(action, int | str):
        _fail("integer or string", "$[0]", action)
    return action


def encode_state(state: State, seat: int | None = None, dialect: Dialect = "referee") -> dict[str, object]:
    """Return a state as the JSON object that a seat is sent, or without a seat as a trace's last line."""
    message: dict[str, object] = {
        "day": state.day,
        "phase": _encode_phase(state.phase, dialect),
        "players": [
            {
                "buys": player.buys,
                "cards": [{"name": owned.card.name, "uses": owned.uses} for owned in player.cards],
                "coins": player.coins,
            }
            for player in state.players
        ],
        "shop": {stock.card.name: stock.left for stock in state.shop},
    }
    return message if seat is None else {**message, "player": seat}


def _encode_phase(phase: Phase, dialect: Dialect) -> dict[str, object]:
    match phase:
        case Investing():
            return {"name": "investing"}
        case Attacking(attacker, card):
            shown: int | bool = False if card is None else card
            return {"name": "attacking", "attacker": attacker, _ATTACKER_CARD[dialect]: shown}
        case Buying():
            return {"name": "buy"}
        case End(winner):
            return {"name": "end", "winner": False if winner is None else winner}
        case Fault(forfeit, reason):
            return {"name": "fault", "forfiet": forfeit, "reason": reason}
