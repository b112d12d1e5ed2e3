"""The wire: JSON values to states, and back; every error names the path and what was expected.

A message is a set-up (an array of players) or a board (an object), an answer the message after the turn. The player to
move stands first, both in messages and in states; spaces are `[row, column]` from 1.
"""

from gamekit.wire.decoding import as_integer, fail
from santorini.rules.board import CAP, SIZE, SPACES
from santorini.rules.state import PlayerState, State


def decode(value: object) -> State:
    """Return the state of a message: a set-up to be answered, or a board. Raises ProtocolError.

    Unknown keys are ignored, and a board may have come about in any way.
    """
    if isinstance(value, list):
        return _decode_set_up(value)
    if not isinstance(value, dict):
        fail("a set-up (array) or a board (object)", "$", value)
    state = decode_board(value)
    if state.turn < 0 or state.placing or not state.other.tokens:
        fail("a board with all tokens on it and a turn >= 0", "$", value)
    return state


def decode_board(value: object) -> State:
    """Return the state of a board, also before all tokens are placed (turn -2 and -1). Raises ProtocolError."""
    if not isinstance(value, dict):
        fail("a board (object)", "$", value)
    for key in ("players", "spaces", "turn"):
        if key not in value:
            fail(f"object with key {key!r}", "$", value)
    players = value["players"]
    if not isinstance(players, list) or len(players) != 2:
        fail("array of two players", "$.players", players)
    turn = as_integer(value["turn"], "$.turn", -2)
    placed = (turn > -1, turn > -2)
    mover, other = (_decode_player(player, f"$.players[{i}]", placed[i]) for i, player in enumerate(players))
    levels = _decode_levels(value["spaces"])
    _check_tokens((mover, other), levels, "$.players")
    return State(mover, other, levels, turn)


def encode(state: State) -> object:
    """Return a state as the message that the player to move is sent, which is also the answer of who moved last.

    Before all tokens stand that is the set-up, with or without cards.
    """
    if state.turn >= 0:
        return encode_board(state)
    players = [_encode_player(player) for player in (state.mover, state.other)]
    return [player for player in players if player]


def encode_board(state: State) -> dict[str, object]:
    """Return a state as a board, of one before all tokens are placed as well."""
    players = [_encode_player(player) for player in (state.mover, state.other)]
    rows = [list(state.levels[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE)]
    return {"players": players, "spaces": rows, "turn": state.turn}


def encode_answer(after: State) -> object:
    """Return the answer by which a state comes about; the last one of the set-up is an array of both players."""
    return encode_board(after)["players"] if after.turn == 0 else encode(after)


def echo(message: object, answer: object) -> object:
    """Return an answer to a message that was decoded, with its players as they came, but for tokens that have moved.

    So a referee that compares values finds the tokens in their order and the keys that are not known here.
    """
    if isinstance(message, dict) and isinstance(answer, dict):
        return {**answer, "players": echo(message["players"], answer["players"])}
    if not isinstance(message, list) or not isinstance(answer, list):
        return answer
    came = message[::-1]  # the other player stands first in an answer; alone, also in the message
    return [_echo_player(*pair) for pair in zip(came, answer, strict=False)] + answer[len(came) :]


def _echo_player(came: object, now: object) -> object:
    if isinstance(came, dict) and isinstance(now, dict):
        if "tokens" not in came or "tokens" not in now:
            return {**came, **now}
        return {**came, "tokens": _echo_player(came["tokens"], now["tokens"])}
    if not isinstance(came, list) or not isinstance(now, list):
        return now
    moved = iter([token for token in now if token not in came])
    return [token if token in now else next(moved) for token in came]


def decode_answer(value: object) -> State:
    """Return the state that an answer leads to. Raises ProtocolError.

    A finished set-up (two players with tokens) is the first board; whether a turn won is not seen from it.
    """
    if isinstance(value, list) and len(value) == 2 and all(_has_tokens(player) for player in value):
        mover, other = (_decode_player(player, f"$[{i}]") for i, player in enumerate(value))
        _check_tokens((mover, other), (0,) * len(SPACES), "$")
        return State(mover, other)
    return decode(value)


def _decode_set_up(value: list[object]) -> State:
    if not value:
        return State(PlayerState(), PlayerState(), turn=-2)
    if len(value) == 1:
        first = _decode_player(value[0], "$[0]")
        _check_tokens((first,), (0,) * len(SPACES), "$[0]")
        return State(PlayerState(), first, turn=-1)
    if len(value) > 2 or not all(isinstance(player, dict) for player in value):
        fail("an array of at most one player, or of two with cards", "$", value)
    if _has_tokens(value[0]):
        fail("a player whose tokens are still to be placed", "$[0]", value[0])
    mover = PlayerState(card=_decode_card(value[0], "$[0]"))
    if not _has_tokens(value[1]):
        return State(mover, PlayerState(card=_decode_card(value[1], "$[1]")), turn=-2)
    other = _decode_player(value[1], "$[1]")
    _check_tokens((other,), (0,) * len(SPACES), "$[1]")
    return State(mover, other, turn=-1)


def _has_tokens(player: object) -> bool:
    return isinstance(player, list) or (isinstance(player, dict) and "tokens" in player)


def _decode_player(value: object, path: str, placed: bool = True) -> PlayerState:
    card = _decode_card(value, path) if isinstance(value, dict) else None
    if not placed and not (value if card is None else _has_tokens(value)):
        return PlayerState(card=card)
    if isinstance(value, dict):
        if "tokens" not in value:
            fail("object with key 'tokens'", path, value)
        return PlayerState(_decode_tokens(value["tokens"], f"{path}.tokens"), card)
    return PlayerState(_decode_tokens(value, path))


def _decode_card(value: object, path: str) -> str:
    card = value.get("card") if isinstance(value, dict) else None
    if not isinstance(card, str):
        fail("object with key 'card', a string,", path, value)
    return card


def _decode_tokens(value: object, path: str) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 2:
        fail("array of two tokens", path, value)
    return tuple(sorted(_decode_space(token, f"{path}[{i}]") for i, token in enumerate(value)))


def _decode_space(value: object, path: str) -> int:
    if not isinstance(value, list) or len(value) != 2:
        fail("[row, column]", path, value)
    row, column = (as_integer(number, f"{path}[{i}]", 1, SIZE) for i, number in enumerate(value))
    return (row - 1) * SIZE + column - 1


def _decode_levels(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != SIZE:
        fail(f"array of {SIZE} rows", "$.spaces", value)
    levels: list[int] = []
    for i, row in enumerate(value):
        if not isinstance(row, list) or len(row) != SIZE:
            fail(f"array of {SIZE} levels", f"$.spaces[{i}]", row)
        levels += [as_integer(level, f"$.spaces[{i}][{j}]", 0, CAP) for j, level in enumerate(row)]
    return tuple(levels)


def _check_tokens(players: tuple[PlayerState, ...], levels: tuple[int, ...], path: str) -> None:
    tokens = [token for player in players for token in player.tokens]
    if len(set(tokens)) < len(tokens):
        fail("tokens on different spaces", path, [_encode_space(token) for token in tokens])
    for token in tokens:
        if levels[token] == CAP:
            fail(f"tokens below level {CAP}", path, _encode_space(token))


def _encode_player(player: PlayerState) -> object:
    tokens = [_encode_space(token) for token in player.tokens]
    if player.card is None:
        return tokens
    return {"card": player.card, "tokens": tokens} if tokens else {"card": player.card}


def _encode_space(space: int) -> list[int]:
    return [space // SIZE + 1, space % SIZE + 1]
