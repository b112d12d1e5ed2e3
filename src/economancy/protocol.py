"""The wire: JSON values to observations and actions, and back; every error names the path and what was expected."""

from collections.abc import Mapping
from typing import Literal

from economancy.rules.cards import DAYS, card_named
from economancy.rules.state import (
    Action,
    Attacking,
    Buying,
    End,
    Forfeit,
    Investing,
    Observation,
    OwnedCard,
    Phase,
    PlayerState,
    State,
    Stock,
)
from gamekit.wire.decoding import as_array, as_integer, as_object, as_string, fail, member, show

Dialect = Literal["referee", "assignment"]
"""The referee spells `attacker_card`, the assignment `attacker-card`; both are read."""

_ATTACKER_CARD: Mapping[Dialect, str] = {"referee": "attacker_card", "assignment": "attacker-card"}

TIMEOUT_MARK = "timeout"
"""What stands in a trace instead of an answer that never came or was no JSON."""


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
    return Observation(state, as_integer(member(as_object(value, "$"), "player", "$"), "$.player", 0, seats - 1))


def decode_state(value: object) -> State:
    """Return the state, whether or not it is addressed to a seat. Raises ProtocolError.

    Unknown keys are ignored; cards of unknown names are carried as inert ones.
    """
    message = as_object(value, "$")
    players = as_array(member(message, "players", "$"), "$.players")
    if not 2 <= len(players) <= 4:
        fail("2 to 4 players", "$.players", len(players))
    decoded = tuple(_decode_player(player, f"$.players[{i}]") for i, player in enumerate(players))
    return State(
        day=as_integer(member(message, "day", "$"), "$.day", DAYS[0], DAYS[-1]),
        phase=_decode_phase(as_object(member(message, "phase", "$"), "$.phase"), decoded),
        shop=_decode_shop(as_object(member(message, "shop", "$"), "$.shop")),
        players=decoded,
    )


def _decode_shop(shop: Mapping[str, object]) -> tuple[Stock, ...]:
    return tuple(Stock(card_named(name), as_integer(shop[name], f"$.shop[{show(name)}]")) for name in sorted(shop))


def _decode_player(value: object, path: str) -> PlayerState:
    player = as_object(value, path)
    cards = as_array(member(player, "cards", path), f"{path}.cards")
    return PlayerState(
        coins=as_integer(member(player, "coins", path), f"{path}.coins"),
        buys=as_integer(member(player, "buys", path), f"{path}.buys"),
        cards=tuple(_decode_card(card, f"{path}.cards[{i}]") for i, card in enumerate(cards)),
    )


def _decode_card(value: object, path: str) -> OwnedCard:
    card = as_object(value, path)
    return OwnedCard(
        card=card_named(as_string(member(card, "name", path), f"{path}.name")),
        uses=as_integer(member(card, "uses", path), f"{path}.uses"),
    )


def _decode_phase(phase: Mapping[str, object], players: tuple[PlayerState, ...]) -> Phase:
    name = member(phase, "name", "$.phase")
    match name:
        case "investing":
            return Investing()
        case "attacking":
            return _decode_attacking(phase, players)
        case "buy":
            return Buying()
        case "end":
            winner = member(phase, "winner", "$.phase")
            return End(None if winner is False else as_integer(winner, "$.phase.winner", 0, len(players) - 1))
        case "fault":
            forfeit = as_integer(member(phase, "forfiet", "$.phase"), "$.phase.forfiet", 0, len(players) - 1)
            return Forfeit(forfeit, as_string(phase.get("reason", ""), "$.phase.reason"))
    return fail('"investing", "attacking", "buy", "end" or "fault"', "$.phase.name", name)


def _decode_attacking(phase: Mapping[str, object], players: tuple[PlayerState, ...]) -> Attacking:
    attacker = as_integer(member(phase, "attacker", "$.phase"), "$.phase.attacker", 0, len(players) - 1)
    key = next((key for key in _ATTACKER_CARD.values() if key in phase), None)
    if key is None:
        fail("object with key 'attacker_card' or 'attacker-card'", "$.phase", phase)
    card = phase[key]
    if card is False:
        return Attacking(attacker)
    cards = players[attacker].cards
    if not isinstance(card, int) or isinstance(card, bool) or not 1 <= card < len(cards):
        fail(f"false or the index of one of seat {attacker}'s cards", f"$.phase.{key}", card)
    return Attacking(attacker, card)


def encode_action(action: Action) -> list[Action]:
    """Return the one-element array of an action, as a JSON value."""
    return [action]


def decode_action(value: object) -> Action:
    """Return the action of a one-element JSON array of an integer or a string. Raises ProtocolError."""
    if not isinstance(value, list) or len(value) != 1:
        fail("array of one element", "$", value)
    action = value[0]
    if isinstance(action, bool) or not isinstance(action, int | str):
        fail("integer or string", "$[0]", action)
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
        case Forfeit(forfeit, reason):
            return {"name": "fault", "forfiet": forfeit, "reason": reason}
