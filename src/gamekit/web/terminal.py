"""`play --text`: a game at one keyboard, of one person against programs or of several, in the terminal."""

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gamekit.answer import Choice, Reply
from gamekit.files import new_file
from gamekit.game import Observation, Question, Seat
from gamekit.output import writing
from gamekit.pages.telling import called, new_console, tell
from gamekit.seats import tell_rounds
from gamekit.seeds import seat_seed
from gamekit.table import Round, Table
from gamekit.traces import trace_of
from gamekit.web.kept import keep
from gamekit.web.party import Party
from gamekit.web.person import begin_so, chosen, example, expected, hints, keys_of
from gamekit.web.take_back import before_last_choice, notes_after

MANY = 40
"""More moves than fit a screen are not listed, but by the beginning that they share (guessed)."""

_BACK = object()
"""What a person answers who takes a move back."""


class _Quit(Exception):  # noqa: N818 - a request of the person, not an error
    """The person wants to end the game."""


def play_in_terminal(party: Party, output: str | None, *, kept: bool = False) -> int:
    """Play a game in this terminal; return the exit status.

    Its trace, whole or not, is written to a file if one is given; else, if it is to be `kept`, to a new one of the
    current folder, whose name is told. Raises Unwritten if the file cannot be written, and OSError if a program cannot
    be executed.
    """
    console = new_console()
    with contextlib.ExitStack() as stack:
        file = None if output is None else stack.enter_context(new_file(Path(output)))
        game = stack.enter_context(contextlib.closing(_Game(party, console)))
        try:
            game.play()
        except _Quit:
            pass
        except KeyboardInterrupt:
            console.print()
            raise
        finally:
            if file is not None:
                with writing(file.name):
                    file.writelines(line + b"\n" for line in trace_of(game.table, game.notes))
            elif kept:
                game.keep()
            if not game.table.over:
                console.print("Goodbye.")
    return 0


class _Game:
    """A game under way, its programs, and what was taken back in it."""

    def __init__(self, party: Party, console: Console) -> None:
        self._party, self._console = party, console
        self._stack = contextlib.ExitStack()
        self.table = party.table(0)
        self.notes: list[tuple[int, bytes]] = []
        self._at_keyboard: int | None = None
        self._programs: Mapping[int, Seat[Any]] = {}
        self._start_programs()

    def close(self) -> None:
        """End the programs."""
        self._stack.close()

    def play(self) -> None:
        """Play on until the game is over. Raises _Quit."""
        while not self.table.over:
            seat = self.table.asked()[0]
            if seat in self._programs:
                self._take(seat, self._programs[seat].ask(self.table.observation(seat)))
                continue
            before = before_last_choice(self.table, seat) if self._alone else None
            answer = self._ask(seat, may_go_back=before is not None)
            if answer is not _BACK:
                self._take(seat, Choice(answer, 0.0))
            elif before is not None:
                self._go_back(seat, before)
        for seat, program in self._programs.items():
            program.tell(self.table.state, seat, self.table.forfeit)

    def keep(self) -> None:
        """Write the game to a new file, unless nothing was played, and say how to go on with it. Raises Unwritten."""
        if self.table.length:
            self._console.print(Text(keep(self._party, self.table, self.notes, text=True)))

    @property
    def _alone(self) -> bool:
        return len(self._party.people) == 1

    def _start_programs(self) -> None:
        self._programs = self._stack.enter_context(self._party.open_programs(0))
        self._tell_programs(self.table.rounds())

    def _tell_programs(self, rounds: Sequence[Round[Any]]) -> None:
        for seat, program in self._programs.items():
            tell_rounds(program, seat, rounds)

    def _go_back(self, seat: int, before: Table[Any]) -> None:
        """Go back to a person's last choice; the programs are started again, and told the game up to there."""
        self.notes = notes_after(self.notes, self.table, before, seat)
        self.table = before
        self._stack.close()
        self._start_programs()
        self._console.print(Text("Taken back.", style="bold"))

    def _names(self, seat: int) -> list[str]:
        """Return the names as a person at the keyboard is told them."""
        return called(self._party.names, seat if self._alone else None)

    def _ask(self, seat: int, may_go_back: bool) -> Any:
        """Return what a person chooses, or _BACK. Raises _Quit."""
        self._hand_over(seat)
        person = _Person(self._console, self._party, seat, self._names(seat))
        return person.choose(self.table.observation(seat), may_go_back)

    def _hand_over(self, seat: int) -> None:
        """Clear the screen for another person in a game in which one must not see what another did."""
        secret = not self._party.game.perfect_information or self.table.at_once
        if secret and not self._alone and self._at_keyboard not in (None, seat):
            self._console.clear()
            _read(self._console, f"{self._party.names[seat]} is asked. Enter when nobody else looks")
        self._at_keyboard = seat

    def _take(self, seat: int, reply: Reply) -> None:
        """Take in an answer, and tell what came of it."""
        before, game = self.table, self._party.game
        self.table = before.answered(seat, reply)
        rounds = self.table.rounds(before.length)
        self._tell_programs(rounds)
        reader = self._party.people[0]
        for played in rounds:
            self._console.print()
            for line in tell(game, played, self._names(reader), reader):
                self._console.print(Padding(Text(line, style="bold" if self.table.over else ""), (0, 0, 0, 2)))


class _Person:
    """Asks a person at the terminal for one move."""

    def __init__(self, console: Console, party: Party, seat: int, names: list[str]) -> None:
        self._console, self._game, self._names = console, party.game, names
        self._seed = seat_seed(party.seed, seat)
        self._who = "" if len(party.people) == 1 else f"{names[seat]}: "

    def choose(self, observation: Observation[Any], may_go_back: bool) -> Any:
        """Show the position and return the person's move, or _BACK. Raises _Quit."""
        console = self._console
        asked = self._game.question(observation, self._names)
        console.print()
        console.print(self._game.draw_text(observation, self._names))
        console.print()
        console.print(Text(self._who + asked.title, style="bold"))
        if asked.help:
            console.print(Text(asked.help, style="dim"))
        self._list(asked)
        keys = "? hint, u take back, q quit" if may_go_back else "? hint, q quit"
        while True:
            typed = _read(console, f"[bold]{expected(asked)}[/] [dim]({keys})[/]")
            if typed == "?":
                self._hint(observation, asked)
                continue
            if typed.lower() == "u":
                if may_go_back:
                    return _BACK
                console.print(Text("Nothing can be taken back here.", style="red"))
                continue
            fitting = chosen(asked, typed)
            if fitting:
                return fitting[0]
            if len(begin_so(asked, typed)) > 1 and len(asked.options) > MANY:
                self._list(asked, typed)
                continue
            console.print(Text(_complaint(asked, typed), style="red"))

    def _list(self, asked: Question[Any], typed: str = "") -> None:
        """Print the moves that begin with what was typed, or how to have them listed if they are too many."""
        listed = [*zip(keys_of(asked), asked.options, strict=True)]
        if typed:
            fitting = begin_so(asked, typed)
            listed = [(key, option) for key, option in listed if option in fitting]
        if len(listed) > MANY:
            text = f"{len(listed)} moves, such as: {listed[0][1].label}. Type more of a name to see all that begin so."
            if example(asked):
                text += f" Or type a move as in: {example(asked)}"
            self._console.print(Text(text, style="dim"))
            return
        for key, option in listed:
            self._console.print(Text.assemble((f"{key:>3}  ", "bold cyan"), option.label, (f"  {option.note}", "dim")))

    def _hint(self, observation: Observation[Any], asked: Question[Any]) -> None:
        """Print what the analysis says of each move that is offered."""
        with self._console.status("thinking"):
            found = hints(self._game, observation, self._seed)
        labels = {option.action: option.label for option in asked.options}
        grid = Grid.grid(padding=(0, 2))
        for hint in found:
            if asked.numbers is not None or hint.action in labels:
                words = labels.get(hint.action) or self._game.action_text(hint.action, observation.state)
                grid.add_row(Text(words), Text(hint.text))
        self._console.print(grid if grid.rows else "There is no hint.")


def _read(console: Console, prompt: str) -> str:
    """Return what the person types. Raises _Quit at the end of the input, too."""
    try:
        typed = console.input(f"{prompt} > ").strip()
    except EOFError:
        console.print()
        raise _Quit from None
    if typed.lower() in ("q", "quit", "exit"):
        raise _Quit
    return typed


def _complaint(asked: Question[Any], typed: str) -> str:
    name = "" if asked.numbers is not None else ", or the beginning of a name"
    spelt = f", or a move as in: {example(asked)}" if example(asked) else ""
    return f"Expected {expected(asked)}{name}{spelt}; got {typed!r:.40}"
