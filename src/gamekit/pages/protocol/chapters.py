"""The chapters that games share: faults, limits, traces, the original, how to try a player; and all by a codec."""

from collections.abc import Sequence
from random import Random
from typing import Any

from gamekit.answer import Answer
from gamekit.game import NO_ANSWER, AnyGame, Fault, Observation
from gamekit.pages.protocol.parts import FAULT, Chapter, Exchange, Grid, Listing, Part, Reaction, laid_out
from gamekit.processes import sandbox, usage
from gamekit.referee import play_builtins
from gamekit.settings import variable
from gamekit.table import Step, Table, judge
from gamekit.traces import note_of_names, trace_of
from gamekit.wire.child import MAX_OUTPUT
from gamekit.wire.json_stream import MAX_BYTES, MAX_DEPTH, dumps, loads

FLUSH = (
    "Flush after every answer, or it stays in your program's buffer and nobody sees it: print(answer, flush=True) in "
    "Python, fflush(stdout) in C, System.out.flush() in Java. What you print to find a mistake goes to standard error."
)

BRACKETS = (
    "Do not wait for a line's end: none follows a state. A state is complete when its brackets are closed. A line's "
    "end after your answer does no harm, and is not needed."
)

MANY = 6
"""Answers that are listed where no game says more (guessed)."""


def table_of(game: AnyGame, names: Sequence[str], variant: str | None = None, seed: int = 1) -> Table[Any]:
    """Return a whole game among built-ins, the same for the same seed."""
    start = game.new_game(len(names), variant or game.variants[0], Random(seed))
    return play_builtins(game, start, names, seed)


def reaction(game: AnyGame, step: Step[Any], value: object, meaning: str = "") -> Reaction:
    """Return what comes of an answer, a JSON value, in a step of a game: what it means, or the fault that it is."""
    action = judge(game, step.state, step.seat, Answer(value, 0.0))
    if isinstance(action, Fault):
        return Reaction(laid_out(value), action.reason.removesuffix(f", got {dumps(value).decode()}"), FAULT)
    return Reaction(laid_out(value), meaning or game.action_text(action, step.state))


def faults(
    kinds: Sequence[tuple[str, str]], *more: Part, begin: Sequence[Part] = ("A fault loses the game. Faults are",)
) -> Chapter:
    """Return the chapter about faults: each kind and an example; what stands before them, and more behind."""
    return Chapter("faults", "Faults", (*begin, Grid(("fault", "such as"), tuple(kinds)), *more))


def limits(game: AnyGame, *own: tuple[str, str], output: int = MAX_OUTPUT, values: bool = True) -> Chapter:
    """Return the chapter about times, numbers and sizes; `values`: players write JSON."""
    seats = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]} to {game.seats[-1]}"
    rows = [
        ("seats", seats),
        ("an answer", f"{game.answer_seconds:g} s; the start of your program counts (--timeout)"),
    ]
    if game.game_seconds is not None:
        rows.append(("all answers of a game", f"{game.game_seconds:g} s together"))
    if game.max_length is not None:
        rows.append(("a game", f"ends after {game.max_length} {game.length_noun}"))
    rows += own
    rows.append(("output for an answer", f"{output:,} bytes"))
    if values:
        rows.append(("a JSON value", f"{MAX_BYTES:,} bytes, brackets {MAX_DEPTH} deep"))
    rows += [
        ("memory", f"in a sandbox {sandbox.MEMORY >> 20:,} MiB, all processes together (tournament --memory)"),
        (
            "processes",
            f"in a sandbox at most {usage.MOST_TASKS} with threads, in {usage.MOST_SESSIONS} sessions, with "
            f"{usage.MOST_SOCKETS} sockets, each with {sandbox.OPEN_FILES} open files; no network, files only to be "
            f"read, a temp folder of up to {usage.MOST_FILES:,} files",
        ),
    ]
    return Chapter("limits", "Limits", (Grid(("what", "limit"), tuple(rows)),))


def traces(game: AnyGame, table: Table[Any], *, logs: bool = True) -> Chapter:
    """Return the chapter about the format of traces, with the beginning and the end of this game's.

    `logs`: our executable keeps a log.
    """
    lines = trace_of(table)
    hides = not game.perfect_information
    shown = [note_of_names(["Ann", "Bob"]), *lines[: 2 + hides]]
    first = [laid_out(loads(line)) for line in shown]
    parts: list[Part] = [
        f"`{game.command_line()} referee` writes a game to standard output, a JSON value a line: what a seat was "
        "shown, its answer, and so on, and last the final state. `tournament --out` and the download of the play page "
        "are alike.",
        Listing("The first lines and the last, broken up here to fit:", "\n".join([*first, "...", _last(lines)])),
        "First comes who plays, by seat. An answer that did not come in time is written "
        f"{dumps(NO_ANSWER).decode()}; a player that died has none.",
        "`view` shows a trace, `verify` replays it under the rules, `analyse` says what each choice cost, `replay` "
        "asks a program again what it was asked.",
    ]
    if hides:
        parts.append(
            'The line with "start" is the whole first state; what a seat is shown lacks what is hidden from it.'
        )
    if logs:
        log = variable(game.name, "LOG")
        parts.append(f'{log}=FILE has our player append {{"state":...,"answer":...,"seconds":...}} for each answer.')
    return Chapter("traces", "Our traces", tuple(parts))


def differences(original: str, rows: Sequence[tuple[str, str, str]], *more: Part) -> Chapter:
    """Return the chapter about what is otherwise in the original, which is called so: what, there, here."""
    grid = Grid(("what", original, "here"), tuple(rows))
    return Chapter("differences", "What differs from the original", (grid, *more))


def _last(lines: Sequence[bytes]) -> str:
    return laid_out(loads(lines[-1]))


def trying(game: AnyGame, command: str = '"python bot.py"', starters: bool = True) -> Part:
    """Return what to type to try a player; a game may have none to begin with."""
    begin = f"{game.command_line()} new DIR\n" if starters else ""
    return Listing(
        f"{'A player to begin with; then check' if begin else 'Check'} your program, and watch it play:",
        f"{begin}{game.command_line()} check {command}\n"
        f"{game.command_line()} referee {command} random > game.json\n{game.command_line()} view --open game.json",
    )


def by_codec(game: AnyGame) -> list[Chapter]:
    """Return the description of a game that players speak by JSON values, one process a game, and nothing more."""
    table = table_of(game, ["random"] * game.seats[0])
    step = next(table.all_steps())
    legal = game.legal_actions(step.state, step.seat)
    end = laid_out(game.encode_end(game.observe(table.state, None), None, 0))
    return [
        Chapter(
            "wire",
            "The wire",
            (
                "Your program is started once a game. States come on its standard input, each a JSON object; to each "
                'it writes an answer, a JSON value, to standard output. A state with "over" is the last: end then, '
                "without an answer.",
                FLUSH,
                BRACKETS,
                trying(game),
            ),
        ),
        Chapter(
            "messages",
            "Messages and answers",
            (
                Exchange(
                    "Your move",
                    _legal_text(game, step, legal),
                    laid_out(game.encode_observation(Observation(game.observe(step.state, step.seat), step.seat))),
                    tuple(reaction(game, step, game.encode_action(action)) for action in legal[:MANY]),
                ),
                Exchange("The end", "No answer.", end),
            ),
        ),
        limits(game),
        traces(game, table),
    ]


def _legal_text(game: AnyGame, step: Step[Any], legal: Sequence[Any]) -> str:
    """Return how many answers are legal where not all are listed."""
    if not legal[MANY:]:
        return ""
    if isinstance(legal, range):
        return f"Legal here is {game.expected_text(step.state, step.seat)}, such as:"
    return f"{len(legal)} answers are legal here; the first {MANY}:"
