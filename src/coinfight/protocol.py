"""The wire: the text of a state to a State, an Action to two lines, and both back; every error names the line.

A state is `P T`, then P + 1 pools of pairs `COUNTxDENOMINATION`: the table and the hand of each seat.
"""

from coinfight.rules.state import Action, Counts, State, seat_to_move

MAX_DIGITS = 4000
"""Longer numbers are refused; Python's own limit is 4,300 digits."""


_SPACE = " \t\n\r\v\f"


class LineError(ValueError):
    """Text that is not what the protocol asks for; the message is one line that names the line."""


def decode_state(text: str) -> State:
    """Return the state of a text. Raises LineError.

    Accepted: any line ends, blank lines, spaces around numbers, pairs and commas, denominations in any order and
    in some pools only, a denomination twice in a pool (added up). The seat to move must hold a coin.
    """
    lines = [(number, line.strip(_SPACE)) for number, line in enumerate(text.split("\n"), 1) if line.strip(_SPACE)]
    last = text.count("\n") + 1
    if not lines:
        raise LineError("line 1: expected the numbers of seats and of the turn, got the end of the input")
    number, line = lines[0]
    words = line.replace("\t", " ").replace("\r", " ").replace("\v", " ").replace("\f", " ").split(" ")
    words = [word for word in words if word]
    if len(words) != 2 or not all(map(_is_number, words)) or int(words[0]) < 2:
        raise LineError(f"line {number}: expected the numbers of seats (at least 2) and of the turn, got {show(line)}")
    seats, turn = map(int, words)
    pools = []
    for place in range(min(seats + 1, len(lines))):
        name = "the table" if place == 0 else f"the hand of seat {place - 1}"
        if place + 1 >= len(lines):
            raise LineError(f"line {last}: expected {name}, got the end of the input")
        pools.append(_pool(*lines[place + 1], name))
    if len(lines) > seats + 2:
        number, line = lines[seats + 2]
        raise LineError(f"line {number}: expected the end of the input, got {show(line)}")
    faces = tuple(sorted(set().union(*pools)))
    table, *hands = (tuple(pool.get(face, 0) for face in faces) for pool in pools)
    state = State(faces, table, tuple(hands), turn)
    seat = seat_to_move(state)
    if not any(hands[seat]):
        raise LineError(f"line {lines[seat + 2][0]}: expected a coin in the hand of seat {seat}, which is to move")
    return state


def _pool(number: int, line: str, name: str) -> dict[int, int]:
    """Return count by denomination."""
    pool: dict[int, int] = {}
    for pair in line.split(","):
        count, cross, face = (part.strip(_SPACE) for part in pair.partition("x"))
        if not (cross and _is_number(count) and _is_number(face) and int(face) > 0):
            raise LineError(f"line {number}: expected {name} in pairs such as 4x1, got {show(pair.strip(_SPACE))}")
        pool[int(face)] = pool.get(int(face), 0) + int(count)
    return pool


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS


def show(text: str) -> str:
    """Return a text as a short line in quotes."""
    shown = ascii(text[:40])
    return shown if len(text) <= 40 else shown[:-1] + "..." + shown[-1]


def table_faces(text: str) -> list[int]:
    """Return the denominations of the table's line of a text that `decode_state` accepts, in their order there."""
    line = [line for line in text.split("\n") if line.strip(_SPACE)][1]
    return list(dict.fromkeys(int(pair.partition("x")[2]) for pair in line.split(",")))


def encode_action(state: State, action: Action, faces: list[int] | None = None) -> str:
    """Return the two lines of an answer, with these denominations (all of the game's unless given)."""
    change = dict(zip(state.denominations, action.change, strict=True))
    return f"{action.coin}\n" + ", ".join(f"{change[face]}x{face}" for face in faces or state.denominations) + "\n"


def encode_state(state: State) -> str:
    """Return the text that the framework writes: pools in rising order of the denominations, zeros written."""
    pools = [state.table, *state.hands]
    lines = [f"{len(state.hands)} {state.turn}", *(_write_pool(state.denominations, pool) for pool in pools)]
    return "\n".join(lines) + "\n"


def _write_pool(denominations: Counts, pool: Counts) -> str:
    return ", ".join(f"{count}x{face}" for face, count in zip(denominations, pool, strict=True))


def decode_action(text: str, denominations: Counts) -> Action:
    """Return the action of an answer, read as leniently as the public framework reads it. Raises LineError.

    The coin is the number that the text begins with; the rest of its line, or else the next line that is not
    blank, is the change. An action that is returned need not be legal.
    """
    rest = text.lstrip(_SPACE)
    digits, rest = _leading_number(rest)
    if digits is None:
        raise LineError(f"line {_line_of(text, rest)}: expected a coin, got {show(rest.partition(chr(10))[0])}")
    rest = rest.lstrip(_SPACE)
    number = _line_of(text, rest)
    line = rest.partition("\n")[0]
    change = dict.fromkeys(denominations, 0)
    pairs = line.split(",")
    if not pairs[-1].strip(" \t\r\v\f\0") and not pairs[-1]:
        pairs.pop()
    for pair in pairs:
        words = pair.split("x")
        if words[-1] == "" and len(words) > 1:
            words.pop()
        if len(words) != 2:
            raise LineError(f"line {number}: expected change in pairs such as 4x1, got {show(pair)}")
        count, face = (_leading_number(word.lstrip(_SPACE))[0] or 0 for word in words)
        if face not in change or count < 0:
            raise LineError(f"line {number}: expected a denomination of {denominations}, got {show(pair)}")
        change[face] += count
    return Action(digits, tuple(change.values()))


def _leading_number(text: str) -> tuple[int | None, str]:
    """Return the number that a text begins with, signs as in C's atoi, or None; and the text after it."""
    end = start = 1 if text[:1] in ("+", "-") else 0
    while end < len(text) and text[end] in "0123456789" and end < MAX_DIGITS:
        end += 1
    return (int(text[:end]), text[end:]) if end > start else (None, text)


def _line_of(text: str, rest: str) -> int:
    return text.count("\n", 0, len(text) - len(rest)) + 1
