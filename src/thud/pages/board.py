"""The board, as a picture for the page and as text for the terminal."""

from collections.abc import Iterable, Sequence

from gamekit.game import Change
from gamekit.pages.strips import strip, strips
from thud.pages.words import COLUMNS, SIDE_WORDS, cell_name, explanation, headline, headlines, line_behind
from thud.rules import DWARF, EMPTY, SIDES, SIZE, STONE, TROLL, Move, State, end_reason, points, side_to_move
from thud.rules.board import CELLS
from thud.rules.game import DWARF_POINTS, TROLL_POINTS
from thud.rules.moves import WALK, kind_of

FACES = {DWARF: "d", TROLL: "T", EMPTY: ".", STONE: " "}
MIDDLE = SIZE * SIZE // 2
"""Where the Thudstone lies."""
CELL, EDGE = 20, 15
"""Of a space, and of the frame with the names of columns and rows, in units of the picture."""

PIECES = {
    DWARF: '<path class="beard" d="M-6.4-2Q-6 8.6 0 8.6 6 8.6 6.4-2Z"/><path class="skin" d="M-4.6-2H4.6V.8H-4.6Z"/>'
    '<path class="helm" d="M-7.2-1.2Q-7.2-8.6 0-8.6 7.2-8.6 7.2-1.2ZM-1-1.2V2H1V-1.2Z"/>',
    TROLL: '<path class="hide" d="M-8.4 8.2-8.6-2Q-8-8.8 0-8.8 8-8.8 8.6-2L8.4 8.2Q0 9.4-8.4 8.2Z"/>'
    '<path class="eyes" d="M-5.4-3.6H-1.6V-.8H-5.4ZM1.6-3.6H5.4V-.8H1.6Z"/>'
    '<path class="tusk" d="M-4.6 8V2.2L-1.6 8ZM4.6 8V2.2L1.6 8Z"/>',
}
"""Each drawn around (0, 0)."""

STYLE = """
.thud > svg { display: block; width: min(100%, 44rem); max-height: max(26rem, 100vh - 19rem); margin: 0 auto; }
.thud p { margin: 0.5rem 0 0; } .thud .strip { margin: 0; flex-basis: 15rem; }
.thud svg * { stroke: none; }
.thud .frame { fill: #35322d; }
.thud .edge { fill: #f2ecdd; font: bold 10px system-ui, sans-serif; text-anchor: middle; }
.thud .c0 { fill: #d9d0bd; } .thud .c1 { fill: #c4b89f; }
.thud .stone { fill: #55504a; } .thud svg .rune { fill: none; stroke: #cfc6b4; stroke-width: 1.4; }
.thud .beard { fill: #a84d14; } .thud .skin { fill: #f3cfa8; } .thud .helm { fill: #1f4788; }
.thud .hide { fill: #43524a; } .thud .eyes { fill: #ffd54a; } .thud .tusk { fill: #fff; }
.thud svg :is(.beard, .helm, .hide) { stroke: #16140f; stroke-width: 0.6; }
.thud svg .line { fill: #f0c987; stroke: #a34a00; stroke-width: 0.8; }
.thud svg .to { fill: #f5b548; stroke: #a34a00; stroke-width: 1.6; }
.thud svg .way { fill: none; stroke: #a34a00; stroke-width: 2.2; stroke-linecap: round; pointer-events: none; }
.thud svg .walked { stroke-dasharray: 0.5 4; }
.thud svg .dead { fill: none; stroke: #b3261e; stroke-width: 2.2; stroke-linecap: round; pointer-events: none; }
.thud svg .clickable > rect { fill: #a9c6f5; stroke: #0a4fd0; stroke-width: 1.2; }
.thud svg .hinted > rect { stroke: #b000b8; stroke-width: 2.4; stroke-dasharray: 4 2; }
.thud svg .picked > rect { fill: #fff; stroke: #111; stroke-width: 2; }
.thud g.clickable { cursor: pointer; outline: none; }
#board .thud g.clickable:focus-visible > rect { fill: #fff; stroke: #0a4fd0; stroke-width: 2.4; }
"""


def board_text(state: State) -> str:
    """Return the board for a terminal, with its columns and rows."""
    faces = [FACES[piece] for piece in state.board]
    faces[MIDDLE] = "#"
    rows = [f"{y + 1:2} {' '.join(faces[SIZE * y : SIZE * (y + 1)])} {y + 1}".rstrip() for y in range(SIZE)]
    letters = f"   {' '.join(COLUMNS)}"
    return "\n".join([headline(state), letters, *rows, letters, "d dwarf, T troll, # the Thudstone"])


def board_page(state: State, names: Sequence[str], last: Sequence[Change[State, Move]] = ()) -> str:
    """Return the players and the board as HTML; each space can be clicked by its name."""
    mover = None if end_reason(state) else side_to_move(state)
    above = strips([_player(state, seat, names[seat], seat == mover) for seat in range(2)])
    moves = [(change.before, move) for change in last for move in change.actions.values()]
    told = " ".join(filter(None, (explanation(before, move) for before, move in moves)))
    said = f"\n<p>{told}</p>" if told else ""
    where = "".join(f"<span>{part} </span>" for part in headlines(state))  # each is the same in many drawings
    return f'<div class="thud">\n{above}\n{picture(state.board, moves)}{said}\n<p>{where}</p></div>'


def _player(state: State, seat: int, name: str, moving: bool) -> str:
    left, each = points(state)[seat], (DWARF_POINTS, TROLL_POINTS)[seat]
    word = SIDE_WORDS[seat]
    what = (
        "walk any way in a straight line; hurled onto a troll as far as their line is long.",
        "walk one space; shoved as far as their line is long; kill all dwarfs around where they land.",
    )[seat]
    count = left // each
    worth = f"**{count} {word if count != 1 else word[:-1]}**, {left} point{'s' * (left != 1)}"
    return strip(name, f"{worth}: {what}", sample=sample(SIDES[seat]), moving=moving)


def sample(piece: str) -> str:
    """Return a piece as a picture of its own."""
    word = SIDE_WORDS[SIDES.index(piece)][:-1]
    return f'<svg viewBox="-10 -10 20 20" role="img" aria-label="{word}">{PIECES[piece]}</svg>'


def picture(board: str, moves: Iterable[tuple[State, Move]] = ()) -> str:
    """Return the board as SVG, with marks of the moves that led to it from the states before them."""
    marks, over, came = dict[int, str](), list[str](), dict[int, int]()
    for before, move in moves:
        line = () if kind_of(before.board, move) == WALK else line_behind(before.board, move)
        marks.update(dict.fromkeys(line, " line"))
        marks[move.target] = " to"
        over += [_way(before.board, move), *map(_cross, _dead(before.board, board, move))]
        came = {move.target: move.source}
    size = SIZE * CELL + EDGE + 3
    names = "".join(
        f'<text class="edge" x="{EDGE + CELL * (at + 0.5):g}" y="11.5">{COLUMNS[at]}</text>'
        f'<text class="edge" x="7.5" y="{EDGE + CELL * (at + 0.5) + 3.5:g}">{at + 1}</text>'
        for at in range(SIZE)
    )
    x, y = _corner(MIDDLE)
    stone = (
        f'<path class="stone" d="M{x + 4} {y + 1}h12l3 6v8l-4 4h-10l-4-5v-8Z"><title>the Thudstone</title></path>'
        f'<path class="rune" d="M{x + 7} {y + 16}v-11l6 5-6 2 6 4"/>'
    )
    cells = "\n".join(_cell(board[cell], cell, marks.get(cell, ""), came) for cell in CELLS)
    return (
        f'<svg viewBox="0 0 {size} {size}" role="group" aria-label="Board">\n'
        f'<rect class="frame" width="{size}" height="{size}" rx="8"/>{names}{stone}\n{cells}\n'
        + "".join(f"{one}\n" for one in over)
        + "</svg>"
    )


def _corner(cell: int) -> tuple[int, int]:
    return EDGE + CELL * (cell % SIZE), EDGE + CELL * (cell // SIZE)


def _cell(piece: str, cell: int, mark: str, came: dict[int, int]) -> str:
    """Return a space, which is clicked by its name, and what stands on it."""
    name, (x, y), half = cell_name(cell), _corner(cell), CELL // 2
    label = name if piece == EMPTY else f"{name}, {SIDE_WORDS[SIDES.index(piece)][:-1]}"
    drawn = ""
    if piece != EMPTY:
        origin = f' data-from="{cell_name(came[cell])}"' if cell in came else ""
        drawn = f"<g{origin}>{PIECES[piece]}</g>"
    shade = f"c{(cell % SIZE + cell // SIZE) % 2}"  # around (0, 0), the same for every space, as pieces are
    return (
        f'<g data-click="{name}" transform="translate({x + half} {y + half})"><title>{label}</title>'
        f'<rect class="{shade}{mark}" x="-9.5" y="-9.5" width="19" height="19"/>{drawn}</g>'
    )


def _way(board: str, move: Move) -> str:
    """Return the way of a piece, dotted for a walk."""
    half, walked = CELL // 2, " walked" if kind_of(board, move) == WALK else ""
    (x, y), (to_x, to_y) = _corner(move.source), _corner(move.target)
    length = max(abs(to_x - x), abs(to_y - y)) / half
    short = to_x - (to_x - x) / length, to_y - (to_y - y) / length  # of the face of who stands there
    return f'<path class="way{walked}" d="M{x + half} {y + half}L{short[0] + half:g} {short[1] + half:g}"/>'


def _dead(before: str, now: str, move: Move) -> list[int]:
    """Return the cells on which something died and nothing stands now."""
    return [cell for cell in CELLS if before[cell] in SIDES and now[cell] == EMPTY and cell != move.source]


def _cross(cell: int) -> str:
    x, y = _corner(cell)
    return f'<path class="dead" d="M{x + 5} {y + 5}l10 10m0-10l-10 10"/>'
