"""How a player of Thud speaks: the description that `thud protocol` shows."""

from gamekit.game import AnyGame, Observation
from gamekit.pages.protocol.chapters import FLUSH, differences, faults, limits, reaction, table_of, traces, trying
from gamekit.pages.protocol.parts import Chapter, Exchange, Grid, Listing, laid_out
from gamekit.table import Step, Table
from thud.pages.words import cell_name, move_text
from thud.player.bundle import FORBIDDEN
from thud.protocol import encode_move
from thud.rules import CELLS, DWARF, HURL, SHOVE, SIDES, SIZE, START, STONE, TROLL, WALK, Move, State, legal_moves
from thud.rules.game import DWARF_POINTS, MAX_MOVES, TROLL_POINTS
from thud.rules.moves import kills_of, kind_of

CLASS = """\
module.exports = class {
  constructor(controller, utils) {
    this.controller = controller;
  }

  turn() {
    for (const {x, y} of this.controller.pieces()) {
      const {moves} = this.controller.space_info(x, y);
      if (moves.length > 0) {
        this.controller.select_space(x, y);
        this.controller.move(moves[0].x, moves[0].y);
        return;
      }
    }
  }

  end_turn() {
  }
};
"""
"""A whole client, of either side."""

CALLS = (
    ("turn()", "the number of the move, from 1"),
    ("scores()", "{dwarfs, trolls, difference, winning}; winning is 'd', 't' or '?'"),
    ("spaces()", f"[{{x, y, piece}}, ...], all {len(CELLS)}; piece is 'd', 't' or null"),
    (
        "space_info(x, y)",
        "{x, y, piece, moves, safe_moves, nearest_dwarf, nearest_troll, in_danger}, null if there is no space; "
        "moves: [{x, y, type, kills, in_danger}, ...]",
    ),
    ("dwarfs()", "[{x, y}, ...]; so do trolls(), and pieces(): your own"),
    ("trolls()", ""),
    ("pieces()", ""),
    ("indexed_dwarfs()", "the same in fixed places, null where one has died"),
    ("indexed_trolls()", ""),
    ("previous_move()", "{side, from, to, type, killed}; side '?' before the first one"),
    ("killing_moves()", "your moves that kill: [{from, to, kills}, ...]"),
    ("check_space(x, y)", "space_info of a piece of yours, null of others"),
    ("select_space(x, y)", "whether a piece of yours stands there: it is selected"),
    ("check_move(x, y)", "{valid, type, kills, targets} for the piece selected"),
    ("move(x, y)", "moves the piece selected; false if that is no move of it"),
    ("clear_space()", "selects nothing"),
    ("declare(yes)", "whether you would agree to end the game, until you say otherwise"),
    ("opponent_declared()", "whether the other side would"),
)
"""What a controller does, and what it returns."""


def chapters(game: AnyGame) -> list[Chapter]:
    """Return the description."""
    table = table_of(game, ("random", "random"))
    return [
        _wire(game),
        Chapter("controller", "The controller", (Grid(("call", "returns, or does"), CALLS),)),
        _messages(game, table),
        _faults(),
        limits(game),
        _numbers(),
        _differences(game),
        traces(game, table, logs=False),
    ]


def _wire(game: AnyGame) -> Chapter:
    return Chapter(
        "wire",
        "The wire",
        (
            "A player is a class in JavaScript, a file *.js. An object of it is made for each game, with a controller "
            "and some tools. When it is to move its turn() is called, which selects a piece of its own and moves it, "
            "once; then its end_turn(). One file plays both sides; of two the first has the dwarfs, the second the "
            "trolls.",
            Listing("A whole player:", CLASS),
            "Do all that you have to remember before controller.move: in the environment that call plays the rest of "
            "the game. Never move twice, and throw no error.",
            trying(game, "./bot.js"),
            Listing("A file a side:", f'{game.name} referee "dwarf.js troll.js" random > game.json'),
            "A program in any other language can play here, not in the environment: see Messages.",
        ),
    )


def _exchange(game: AnyGame, step: Step[State], title: str, text: str, *moves: Move, wrong: object = None) -> Exchange:
    board = step.state.board
    reactions = [
        reaction(
            game,
            step,
            encode_move(move),
            f"{move_text(move)}: {kind_of(board, move)}, kills {kills_of(board, move)}"
            + (", and would agree to end the game" if move.declares else ""),
        )
        for move in moves
    ]
    if wrong is not None:
        reactions.append(reaction(game, step, wrong))
    return Exchange(
        title, text, laid_out(game.encode_observation(Observation(step.state, step.seat))), tuple(reactions)
    )


def _of_kind(table: Table[State], kind: str) -> tuple[Step[State], Move]:
    """Return the first step of a game in which such a move can be made, and the move."""
    return next(
        (step, move)
        for step in table.all_steps()
        for move in legal_moves(step.state.board, SIDES[step.seat])
        if kind_of(step.state.board, move) == kind
    )


def _messages(game: AnyGame, table: Table[State]) -> Chapter:
    first = next(table.all_steps())
    hurling, hurl = _of_kind(table, HURL)
    shoving, shove = _of_kind(table, SHOVE)
    walk = legal_moves(first.state.board, DWARF)[0]
    return Chapter(
        "messages",
        "Messages and answers: programs in any language",
        (
            "Your program is started once a game. States come on its standard input, a JSON object a line; to each it "
            "writes [x, y, toX, toY], from where to where. With true behind it, it would now agree to end the game. In "
            f"words here [5,0] is {cell_name(5)}.",
            Grid(
                ("key", "what it says"),
                (
                    (
                        "board",
                        f"{SIZE} rows, y = 0 first; in each x from 0: {DWARF} dwarf, {TROLL} troll, {STONE} no space",
                    ),
                    ("declared", "whether the dwarfs, and the trolls, would agree to end the game"),
                    ("max_moves", "after so many the game ends"),
                    ("moves", "made so far"),
                    ("previous", "the last move, null before the first"),
                    ("seat", "yours: 0 has the dwarfs and moves first, 1 the trolls"),
                    ("over", "only in the last state: how the game ended"),
                ),
            ),
            FLUSH,
            _exchange(
                game,
                first,
                "The first move",
                "",
                walk,
                walk._replace(declares=True),
                wrong=[walk.source % SIZE, walk.source // SIZE, walk.source % SIZE, walk.source // SIZE],
            ),
            _exchange(game, hurling, "Dwarfs that can hurl one of theirs onto a troll", "", hurl),
            _exchange(game, shoving, "Trolls that can shove one of theirs beside dwarfs", "", shove),
            Exchange(
                "The end",
                'A state with "over": no answer. returns are points by seat.',
                laid_out(game.encode_end(table.state, None, 0)),
            ),
        ),
    )


def _faults() -> Chapter:
    return faults(
        [
            ("no move", "turn() ends without a move, or with one that is not legal"),
            ("an error", "turn() throws"),
            ("too late", "no answer in time"),
        ],
        f"The environment's validator refuses a class whose text holds one of {', '.join(FORBIDDEN)} anywhere, "
        "also in a comment or inside of a longer word. It makes an object with the controller alone: do without "
        "the tools in the constructor.",
    )


def _numbers() -> Chapter:
    dwarfs, trolls = START.count(DWARF), START.count(TROLL)
    return Chapter(
        "numbers",
        "The game in numbers",
        (
            Listing("The board at the start, x to the right and y down, both from 0:", _rows()),
            Grid(
                ("side", "pieces", "points each", "together"),
                (
                    ("dwarfs (d)", str(dwarfs), str(DWARF_POINTS), str(dwarfs * DWARF_POINTS)),
                    ("trolls (t)", str(trolls), str(TROLL_POINTS), str(trolls * TROLL_POINTS)),
                ),
            ),
            Grid(
                ("move", "what it does"),
                (
                    (f"dwarf, {WALK}", "any number of empty spaces in a straight line"),
                    (
                        f"dwarf, {HURL}",
                        "onto a troll over empty spaces, at most as far as there are dwarfs in line behind it, itself "
                        "counted; the troll dies",
                    ),
                    (f"troll, {WALK}", "one space"),
                    (
                        f"troll, {SHOVE}",
                        "over empty spaces onto one beside a dwarf, at most as far as there are trolls in line "
                        "behind it, itself counted",
                    ),
                    ("troll, landing", "kills every dwarf beside it, after a walk and a shove"),
                ),
            ),
            f"The game ends after {MAX_MOVES} moves of both sides together, when a side has no piece left, or when "
            "both agree. Returns are the points left, less those of the other side.",
        ),
    )


def _rows() -> str:
    return "\n".join(START[SIZE * y : SIZE * (y + 1)] for y in range(SIZE))


def _differences(game: AnyGame) -> Chapter:
    return differences(
        "the environment",
        [
            ("controller.move", "plays the rest of the game inside itself", "returns after your move"),
            ("in_danger", "a rough guess", "false"),
            ("safe_moves", "the moves out of danger, by that guess", "all moves"),
            ("time", "no limit", f"{game.answer_seconds:g} s for an answer (--timeout)"),
            ("a wrong move", "stops the game, which counts as it stands", "loses"),
            ("no legal move", "stops the game, which counts as it stands", "ends the game as it stands"),
            ("other languages", "none", "JSON on pipes"),
        ],
    )
