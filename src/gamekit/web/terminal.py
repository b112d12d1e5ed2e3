"""`play --text`: a game of one person against programs, in the terminal."""

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gamekit.answer import Choice, Reply
from gamekit.files import new_file
from gamekit.game import Observation, Option, Question, Seat
from gamekit.output import writing
from gamekit.pages.telling import called, new_console, tell
from gamekit.seats import tell_rounds
from gamekit.seeds import seat_seed
from gamekit.table import Table
from gamekit.traces import TraceWriter
from gamekit.web.party import Party
from gamekit.web.person import hints, whole_number

MANY = 40
"""More moves than fit a screen are not listed, but by the beginning that they share (guessed)."""


class _Quit(Exception):  # noqa: N818 - a request of the person, not an error
    """The person wants to end the game."""


def play_in_terminal(party: Party, output: str | None) -> int:
    """Play a game in this terminal, its trace written to a file if one is given; return the exit status.

    Raises Unwritten if the file cannot be written, and OSError if a program cannot be executed.
    """
    console = new_console()
    with contextlib.ExitStack() as stack:
        file = None
        if output is not None:
            file = stack.enter_context(new_file(Path(output)))
        programs = stack.enter_context(party.open_programs(0))
        try:
            _play(party, programs, console, file)
        except _Quit:
            console.print("Goodbye.")
        except KeyboardInterrupt:
            console.print("\nGoodbye.")
            raise
    return 0


def _play(party: Party, programs: Mapping[int, Seat[Any]], console: Console, file: BinaryIO | None) -> None:
    game, (you,) = party.game, party.people
    names = called(party.names, you)
    table = Table.begin(game, party.start(0))
    lines: list[bytes] = []
    trace = TraceWriter(game, lines.append)
    trace.start(table.state)
    while not table.over:
        seat, before = table.asked()[0], table
        observation = table.observation(seat)
        if seat in programs:
            reply: Reply = programs[seat].ask(observation)
        else:
            reply = Choice(_Person(console, party, names).choose(observation), 0.0)
        table = before.answered(seat, reply)
        for played in table.rounds(before.length):
            console.print()
            for line in tell(game, played, names, you):
                console.print(Padding(Text(line, style="bold" if table.over else ""), (0, 0, 0, 2)))
            trace.round(played)
            for other, program in programs.items():
                tell_rounds(program, other, [played])
        if table.over:
            trace.end(table.state, table.forfeit)
        if file:
            with writing(file.name):
                file.writelines(line + b"\n" for line in lines)
                file.flush()
            lines.clear()
    for seat, program in programs.items():
        program.tell(table.state, seat, table.forfeit)


class _Person:
    """Asks the person at the terminal for one move."""

    def __init__(self, console: Console, party: Party, names: list[str]) -> None:
        self._console, self._game, self._names = console, party.game, names
        self._seed = seat_seed(party.seed, party.people[0])

    def choose(self, observation: Observation[Any]) -> Any:
        """Show the position and return the person's move. Raises _Quit."""
        console = self._console
        asked = self._game.question(observation, self._names)
        console.print()
        console.print(self._game.draw_text(observation, self._names))
        console.print()
        console.print(Text(asked.title, style="bold"))
        if asked.help:
            console.print(Text(asked.help, style="dim"))
        self._list(asked)
        expected = _expected(asked)
        while True:
            typed = self._read(expected)
            if typed == "?":
                self._hint(observation, asked)
                continue
            fitting = chosen(asked, typed)
            if fitting:
                return fitting[0]
            if len(asked.options) > MANY and len(begin_so(asked, typed)) > 1:
                self._list(asked, typed)
                continue
            name = "" if asked.numbers is not None else ", or the beginning of a name"
            console.print(Text(f"Expected {expected}{name}; got {typed!r:.40}", style="red"))

    def _list(self, asked: Question[Any], typed: str = "") -> None:
        """Print the moves that begin with what was typed, or how to have them listed if they are too many."""
        listed = [*zip(keys_of(asked), asked.options, strict=True)]
        if typed:
            fitting = begin_so(asked, typed)
            listed = [(key, option) for key, option in listed if option in fitting]
        if len(listed) > MANY:
            text = f"{len(listed)} moves, such as: {listed[0][1].label}. Type more of a name to see all that begin so."
            self._console.print(Text(text, style="dim"))
            return
        for key, option in listed:
            self._console.print(Text.assemble((f"{key:>3}  ", "bold cyan"), option.label, (f"  {option.note}", "dim")))

    def _read(self, expected: str) -> str:
        """Return what the person types. Raises _Quit at the end of the input, too."""
        try:
            typed = self._console.input(f"[bold]{expected}[/] [dim](? hint, q quit)[/] > ").strip()
        except EOFError:
            self._console.print()
            raise _Quit from None
        if typed.lower() in ("q", "quit", "exit"):
            raise _Quit
        return typed

    def _hint(self, observation: Observation[Any], asked: Question[Any]) -> None:
        """Print what the analysis says of each move that is offered."""
        with self._console.status("thinking"):
            found = hints(self._game, observation, self._seed)
        labels = {option.action: option.label for option in asked.options}
        grid = Grid.grid(padding=(0, 2))
        for hint in found:
            if asked.numbers is not None or hint.action in labels:
                grid.add_row(
                    Text(labels.get(hint.action) or self._game.action_text(hint.action, observation.state)),
                    Text(hint.text),
                )
        self._console.print(grid if grid.rows else "There is no hint.")


def keys_of(asked: Question[Any]) -> list[int]:
    """Return the number to type for each option: the action where all are numbers, else its place in the list."""
    actions = [option.action for option in asked.options]
    if all(isinstance(action, int) and action >= 0 for action in actions):
        return actions
    return list(range(len(actions)))


def _expected(asked: Question[Any]) -> str:
    """Return the numbers that may be typed, in words."""
    if asked.numbers is not None:
        return f"{asked.numbers[0]} to {asked.numbers[-1]}"
    keys = keys_of(asked)
    return f"0 to {len(keys) - 1}" if keys == [*range(len(keys))] else ", ".join(map(str, keys))


def begin_so(asked: Question[Any], typed: str) -> list[Option[Any]]:
    """Return the moves whose names begin with what was typed, none if that is nothing."""
    return [option for option in asked.options if typed and option.label.lower().startswith(typed.lower())]


def chosen(asked: Question[Any], typed: str) -> tuple[Any, ...]:
    """Return the move that was typed (empty: none): a number, or the beginning of the one name that fits."""
    number = whole_number(typed)
    if asked.numbers is not None:
        return () if number is None or number not in asked.numbers else (number,)
    if number is not None:
        keys = dict(zip(keys_of(asked), asked.options, strict=True))
        return (keys[number].action,) if number in keys else ()
    fitting = begin_so(asked, typed)
    return (fitting[0].action,) if len({option.label for option in fitting}) == 1 else ()
