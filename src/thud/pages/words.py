"""Spaces, moves and positions in words."""

from collections.abc import Mapping

from thud.rules import DWARF, SIZE, Move, State, end_reason, points, side_to_move
from thud.rules.board import RAYS
from thud.rules.moves import HURL, SHOVE, Kind, kills_of, kind_of, line_length

COLUMNS = "abcdefghijklmno"
SIDE_WORDS = ("dwarfs", "trolls")
ENDS: Mapping[str, str] = {
    "Timeout": "all moves are made",
    "No more dwarfs": "no dwarf is left",
    "No more trolls": "no troll is left",
    "Players agreed to finish": "both sides agreed to end",
    "No legal move": "the side to move has no move",
}
"""Why a game is over, by the environment's words."""


def cell_name(cell: int) -> str:
    """Return a cell as people write it: h8 is the middle; rows count from 1 at the top."""
    return f"{COLUMNS[cell % SIZE]}{cell // SIZE + 1}"


def line_behind(board: str, move: Move) -> tuple[int, ...]:
    """Return the cells of the line that throws a piece in a hurl or a shove, the piece's own first."""
    direction = next(at for at, ray in enumerate(RAYS[move.source]) if move.target in ray)
    length = line_length(board, move.source, direction ^ 4)
    return (move.source, *RAYS[move.source][direction ^ 4][: length - 1])


def move_text(move: Move, board: str | None = None) -> str:
    """Return a move in a few words: from, to, and on its board what it kills."""
    words = f"{cell_name(move.source)} to {cell_name(move.target)}"
    if board is not None and (note := move_note(board, move)):
        words += f", {note}"
    return f"{words}, and would end the game" if move.declares else words


def move_note(board: str, move: Move) -> str:
    """Return how a legal move comes about and what it kills; nothing for a walk that kills nothing."""
    kind, line = kind_of(board, move), len(line_behind(board, move))
    thrown = {HURL: f"hurled by a line of {line}" if line > 1 else "strikes", SHOVE: f"shoved by a line of {line}"}
    killed = victims(board, move)
    return ", ".join(filter(None, (thrown.get(kind), f"kills {killed}" if killed else "")))


def victims(board: str, move: Move) -> str:
    """Return what a legal move kills, such as `2 dwarfs`; nothing if it kills nothing."""
    kills = kills_of(board, move)
    if board[move.source] == DWARF:
        return "a troll" if kills else ""
    return "" if not kills else "a dwarf" if kills == 1 else f"{kills} dwarfs"


def story(before: State, move: Move) -> str:
    """Return in a sentence what a legal move does."""
    board, kind = before.board, kind_of(before.board, move)
    piece = "dwarf" if board[move.source] == DWARF else "troll"
    origin, target = cell_name(move.source), cell_name(move.target)
    killed = victims(board, move)
    peace = "; its side would end the game now" if move.declares else ""
    way = _way(kind, target, len(line_behind(board, move)))
    return f"the {piece} on {origin} {way}{f' and kills {killed}' if killed else ''}{peace}"


def _way(kind: Kind, target: str, line: int) -> str:
    if kind == HURL:
        return f"strikes at {target}" if line == 1 else f"is hurled by a line of {line} to {target}"
    return f"is shoved by a line of {line} to {target}" if kind == SHOVE else f"walks to {target}"


def explanation(before: State, move: Move) -> str:
    """Return what kind of move it was and what the rules say of it, for a reader who sees it on the board."""
    board, kind = before.board, kind_of(before.board, move)
    line = len(line_behind(board, move))
    if kind == HURL and line == 1:
        return "Hurl: a single dwarf strikes the troll beside it, which dies."
    if kind == HURL:
        return f"Hurl: a line of {line} dwarfs throws its first up to {line} spaces, onto a troll, which dies."
    if kind == SHOVE:
        return f"Shove: a line of {line} trolls throws its first up to {line} spaces; the dwarfs around it die."
    if victims(board, move):
        return "A troll kills every dwarf on the eight spaces around where it lands."
    return ""


def headline(state: State) -> str:
    """Return moves, points, and who is to move or why nobody is in a line."""
    return " ".join(headlines(state))


def headlines(state: State) -> tuple[str, str, str]:
    """Return the three parts of the headline."""
    dwarfs, trolls = points(state)
    reason = end_reason(state)
    what = ENDS[reason] if reason else f"the {SIDE_WORDS[side_to_move(state)]} are to move"
    number = min(state.moves + 1, state.max_moves)
    return f"Move {number} of {state.max_moves}:", f"dwarfs {dwarfs}, trolls {trolls};", what


def outcome_text(state: State, lead: str) -> str:
    """Return how a game that is over ended, after who won it."""
    dwarfs, trolls = points(state)
    return f"{lead}: dwarfs {dwarfs}, trolls {trolls} ({ENDS.get(end_reason(state) or '', 'it goes on')})"
