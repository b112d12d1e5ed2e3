"""`economancy play --text`: a game of one person against programs, in the terminal."""

import contextlib
from collections.abc import Mapping
from typing import BinaryIO

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from economancy.analysis.judgement import ranked
from economancy.pages.question import Question, question
from economancy.pages.screen import board, heading, new_console
from economancy.pages.story import Storyteller
from economancy.pages.table import Table
from economancy.referee import Seat
from economancy.rules.state import Action, Observation
from economancy.web.party import Party
from gamekit.wire.answer import Answer

_MOST_DIGITS = 400  # of a bid; more coins than that are beyond any game


class _Quit(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to end the game."""


def play_in_terminal(party: Party, output: str | None) -> int:
    """Play a game in this terminal, its trace written to a file if one is given; return the exit status.

    Raises OSError if the file cannot be written, or a program cannot be executed.
    """
    console = new_console()
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(output, "wb")) if output else None
        programs = stack.enter_context(party.open_programs(0))
        try:
            _play(party, programs, console, file)
        except _Quit:
            console.print("Goodbye.")
        except KeyboardInterrupt:
            console.print("\nGoodbye.")
            raise
    return 0


def _play(party: Party, programs: Mapping[int, Seat], console: Console, file: BinaryIO | None) -> None:
    (you,) = party.people
    teller = Storyteller(party.names, you)
    table = Table(party.start)
    while not table.over:
        seat, before = table.asked()[0], table
        if seat in programs:
            answer = programs[seat].ask(Observation(table.shown, seat))
        else:
            answer = Answer([_ask(console, party, table, teller)], 0.0)
        table = before.answered(seat, answer)
        for played in table.rounds[len(before.rounds) :]:
            console.print()
            for line in teller.tell(played):
                console.print(Padding(Text(line, style="bold" if table.over else ""), (0, 0, 0, 2)))
        if file:
            file.writelines(line + b"\n" for line in table.trace[len(before.trace) :])
            file.flush()
    for seat, program in programs.items():
        program.tell(table.state, seat)


def _ask(console: Console, party: Party, table: Table, teller: Storyteller) -> Action:
    """Show the position and return the person's move. Raises _Quit."""
    observation = Observation(table.shown, teller.viewer)
    asked = question(observation, party.names)
    names = [teller.who(seat) for seat in range(len(party.names))]
    console.print()
    console.print(heading(f"Day {observation.state.day}"))
    console.print(board(observation.state, names, observation.seat))
    console.print()
    console.print(Text(asked.title, style="bold"))
    console.print(Text(asked.help, style="dim"))
    keys = keys_of(asked)
    for key, option in zip(keys, asked.options, strict=True):
        console.print(Text.assemble((f"{key:>3}  ", "bold cyan"), option.label, (f"  {option.note}", "dim")))
    expected = _expected(asked)
    while True:
        typed = _read(console, expected)
        if typed == "?":
            _hint(console, party, table, teller.viewer, asked)
        elif (action := chosen(asked, typed)) is not None:
            return action
        else:
            name = "" if asked.kind == "bid" else ", or the beginning of a card's name"
            console.print(Text(f"Expected {expected}{name}; got {typed!r:.40}", style="red"))


def _read(console: Console, expected: str) -> str:
    """Return what the person types. Raises _Quit at the end of the input, too."""
    try:
        typed = console.input(f"[bold]{expected}[/] [dim](? hint, q quit)[/] > ").strip()
    except EOFError:
        console.print()
        raise _Quit from None
    if typed.lower() in ("q", "quit", "exit"):
        raise _Quit
    return typed


def keys_of(asked: Question) -> list[int]:
    """Return the number to type for each option: a card's own where it has one, else its place in the list."""
    return [option.action if isinstance(option.action, int) else place for place, option in enumerate(asked.options)]


def _expected(asked: Question) -> str:
    """Return the numbers that may be typed, in words."""
    keys = keys_of(asked)
    if asked.most is not None or keys == [*range(len(keys))]:
        return f"0 to {len(keys) - 1 if asked.most is None else asked.most}"
    return ", ".join(map(str, keys))


def chosen(asked: Question, typed: str) -> Action | None:
    """Return the move that was typed: a bid, an option's number, or the beginning of the one name that fits."""
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < _MOST_DIGITS
    if asked.most is not None:
        return int(typed) if is_number and int(typed) <= asked.most else None
    if is_number:
        keys = dict(zip(keys_of(asked), asked.options, strict=True))
        return keys[int(typed)].action if int(typed) in keys else None
    fitting = [option for option in asked.options if typed and option.label.lower().startswith(typed.lower())]
    return fitting[0].action if len({option.label for option in fitting}) == 1 else None


def _hint(console: Console, party: Party, table: Table, seat: int, asked: Question) -> None:
    """Print what the analysis says of each move."""
    with console.status("thinking"):
        analysis = party.analyst(table.state, table.played)
    labels = {option.action: option.label for option in asked.options}
    grid = Grid("move", "we choose it", "you win", "draw", box=None, header_style="dim", pad_edge=False)
    for column in grid.columns[1:]:
        column.justify = "right"
    for one in ranked(analysis.candidates.get(seat, ()), seat):
        if asked.kind != "bid" and one.action not in labels:
            continue  # sold out
        label = labels.get(one.action, f"bid {one.action}")
        grid.add_row(Text(label), f"{one.probability:.0%}", f"{one.chances.wins[seat]:.0%}", f"{one.chances.draw:.0%}")
    console.print(grid)
