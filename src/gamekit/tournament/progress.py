"""The progress of a long run on standard error: a bar on a terminal, otherwise a line every few seconds."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich import progress
from rich.console import Console
from rich.text import Text

from gamekit.text import escaped

_PAUSE = 30.0  # seconds between lines where there is no terminal

WORTH_SAYING = 10.0
"""Seconds from which on the time that is left is told at the start."""

LONG = 1800.0
"""Seconds from which on a person is asked before a tournament goes on."""


class _Speed(progress.ProgressColumn):
    def render(self, task: progress.Task) -> Text:
        return Text(f"{task.speed:.4g} games/s" if task.speed else "", style="progress.data.speed")


class Progress:
    """A context manager; `warnings` are those shown, `done` counts games, those of an earlier run included."""

    def __init__(self, command: str, total: int, done: int = 0, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.warnings: list[str] = []
        self.done = done
        self.total = total
        self._command = command
        self._before = self._measured = done
        self._clock = clock
        self._started = self._told = clock()
        self._first: float | None = None  # when a game ended
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        columns = (progress.BarColumn(None), progress.MofNCompleteColumn(), _Speed())
        self._bar = progress.Progress(
            *columns,
            progress.TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            progress.TextColumn("{task.description}"),
            console=self._console,
            transient=True,
            expand=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total, completed=done)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return self._clock() - self._started

    @property
    def speed(self) -> float:
        """Games a second since the start."""
        return (self.done - self._before) / max(self.seconds, 1e-9)

    @property
    def left(self) -> float:
        """Seconds that the games not played yet take at this speed."""
        return (self.total - self.done) / self.later_speed if self.later_speed else float("inf")

    @property
    def later_speed(self) -> float:
        """Games a second since the first one that is measured ended: without the start of the workers; 0 if nobody
        knows.
        """
        since = self._clock() - self._first if self._first is not None else 0.0
        return (self.done - self._measured - 1) / since if since else 0.0

    def knows_speed(self, jobs: int) -> bool:
        """Tell whether the speed says something: as many games have ended as are played at a time, or some time has."""
        played = self.done - self._measured
        return played > 2 * jobs or (self.seconds > _PAUSE and played > jobs)

    def measure_anew(self) -> None:
        """Judge how fast the games go by those to come: workers start once more."""
        self._measured, self._first = self.done, None

    @property
    def is_terminal(self) -> bool:
        return self._console.is_terminal

    def ask(self, question: str) -> bool:
        """Ask a person at the terminal for a yes or no; the time until the answer does not count."""
        begun = self._clock()
        self._bar.stop()
        answer = self._console.input(f"{self._command}: {question} [y/N] ", markup=False)
        self._bar.start()
        waited = self._clock() - begun
        self._started += waited
        self._first = None if self._first is None else self._first + waited
        return answer.strip().lower().startswith("y")

    def pace(self, jobs: int) -> str:
        """Return the time and the speed in words, without the games of an earlier run."""
        played = self.done - self._before
        speed = f"{self.speed:.4g} games/s with --jobs {jobs}" if played else "nothing left to play"
        return f"{self.seconds:.1f} s, {speed}"

    def advance(self, note: str = "") -> None:
        """Count a game; the note is shown beside it."""
        self.done += 1
        self._first = self._clock() if self._first is None else self._first
        if self._console.is_terminal:
            self._bar.update(self._task, completed=self.done, description=note)
        elif self._clock() - self._told >= _PAUSE:
            self._told = self._clock()
            self.say(f"{self.done} of {self.total} games, {duration_in_words(self.left)} left" + (note and f", {note}"))

    def take_back(self, games: int) -> None:
        """Count so many games as not played yet."""
        self.done -= games
        self._before -= games
        self._measured -= games

    def say(self, line: str) -> None:
        """Show a line, escaped."""
        self._console.print(Text(f"{self._command}: {escaped(line)}"))

    def warn(self, line: str | None) -> None:
        """Show a warning, if it is one that was not shown before, and keep it."""
        if line is not None and line not in self.warnings:
            self.warnings.append(line)
            self.say(f"warning: {line}")


def duration_in_words(seconds: float) -> str:
    """Return a time in words, as exactly as an estimate is."""
    if seconds == float("inf"):
        return "some time"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
