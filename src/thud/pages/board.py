"""The board as a fragment of HTML and as text, and moves in words."""

from thud.rules import DWARF, EMPTY, SIDES, SIZE, STONE, TROLL, Move, State, points, side_to_move
from thud.rules.moves import kills_of, kind_of

FACES = {DWARF: "d", TROLL: "T", EMPTY: ".", STONE: " "}
COLUMNS = "abcdefghijklmno"
SIDE_WORDS = ("dwarfs", "trolls")

STYLE = """
.thud { display: grid; grid-template-columns: repeat(15, 1fr); max-width: 36rem; border: 0; gap: 1px; }
.thud button, .thud span { aspect-ratio: 1; min-width: 0; border: 0; padding: 0; font: inherit; color: var(--ink); }
.thud .space { background: color-mix(in srgb, var(--line) 40%, var(--paper)); }
.thud .odd { background: color-mix(in srgb, var(--line) 75%, var(--paper)); }
.thud .piece::after { content: ""; display: block; margin: 18%; aspect-ratio: 1; border-radius: 50%; }
.thud .dwarf::after { background: var(--accent); }
.thud .troll::after { background: var(--ink); border-radius: 12%; margin: 10%; }
.thud .last { outline: 2px solid var(--accent); outline-offset: -2px; }
"""


def cell_name(cell: int) -> str:
    """Return a cell as people write it: h8 is the middle; rows count from 1 at the top."""
    return f"{COLUMNS[cell % SIZE]}{cell // SIZE + 1}"


def move_text(move: Move) -> str:
    """Return a move in a word: from-to, with = behind it by who agrees to end the game."""
    return f"{cell_name(move.source)}-{cell_name(move.target)}{'=' if move.declares else ''}"


def story(before: State, move: Move) -> str:
    """Return in a sentence what a legal move does."""
    kind, kills = kind_of(before.board, move), kills_of(before.board, move)
    piece = "dwarf" if before.board[move.source] == DWARF else "troll"
    verb = {"walk": "walks", "hurl": "is hurled", "shove": "is shoved"}[kind]
    victims = "" if not kills else f" and kills {'a troll' if piece == 'dwarf' else f'{kills} dwarfs'}"
    victims = victims.replace("1 dwarfs", "a dwarf")
    peace = "; its side would end the game now" if move.declares else ""
    return f"the {piece} on {cell_name(move.source)} {verb} to {cell_name(move.target)}{victims}{peace}"


def headline(state: State) -> str:
    """Return moves, points, and who is to move in a line."""
    dwarfs, trolls = points(state)
    mover = SIDE_WORDS[side_to_move(state)]
    return f"move {state.moves + 1} of {state.max_moves}: dwarfs {dwarfs}, trolls {trolls}; the {mover} are to move"


def board_text(state: State) -> str:
    """Return the board for a terminal, with its columns and rows."""
    rows = [
        f"{y + 1:2} {' '.join(FACES[piece] for piece in state.board[SIZE * y : SIZE * (y + 1)])}" for y in range(SIZE)
    ]
    return "\n".join([headline(state), f"   {' '.join(COLUMNS)}", *rows])


def board_page(state: State) -> str:
    """Return the board as HTML; each space can be clicked by its name."""
    last = (state.previous.source, state.previous.target) if state.previous else ()
    cells = "".join(_cell(state.board, cell, cell in last) for cell in range(SIZE * SIZE))
    return f'<p>{headline(state)}</p><div class="thud">{cells}</div>'


def _cell(board: str, cell: int, last: bool) -> str:
    piece, name = board[cell], cell_name(cell)
    if piece == STONE:
        return "<span></span>"
    word = {DWARF: "piece dwarf", TROLL: "piece troll"}.get(piece, "")
    shade = "odd" if (cell % SIZE + cell // SIZE) % 2 else ""
    classes = " ".join(filter(None, ("space", shade, word, "last" if last else "")))
    label = f"{name} {'' if piece not in SIDES else SIDE_WORDS[SIDES.index(piece)][:-1]}".strip()
    return f'<button type="button" class="{classes}" data-click="{name}" aria-label="{label}"></button>'
