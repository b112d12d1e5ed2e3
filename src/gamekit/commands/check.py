"""The command `check`: does a player keep to the protocol and the rules?"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamekit.commands.common.arguments import (
    add_sandbox_argument,
    add_timeout_argument,
    program_of,
    surroundings_asked,
)
from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.output import print_json
from gamekit.probes.probe import Probe, Result, Suite
from gamekit.probes.runner import inspect, with_needs
from gamekit.probes.standard import standard_suite
from gamekit.text import escaped, escaped_lines
from gamekit.text.numbers import positive, seconds

HELP = "check that a player keeps to the protocol and the rules"
DESCRIPTION = """Starts each player CMD many times, asks it as a game would, and says what it does wrong and how to
mend it. CMD is a path (with a slash: ./bot), a quoted command ("python bot.py") or a built-in's name. FAIL: the
protocol or the rules require it, and a game may be lost by it. advice: worth doing."""
EXAMPLES = (
    '{game} check "python bot.py"',
    "{game} check --verbose --timeout 2 ./bot",
)

SECONDS = 18.0
"""So that a player of 0.3 s a move is checked within 20 s: all that is required, and beginnings of games."""

_STYLES = {"ok": "green", "fail": "bold red", "advice": "yellow", "not run": "dim"}
_WORDS = {"fail": "FAIL"}

_PLAY_BUILTIN = """
import sys
sys.path[:] = sys.argv[1].split(":")
from importlib import import_module
from gamekit.commands.common.main import main
module, name, policy = sys.argv[2:5]
sys.exit(main(getattr(import_module(module), name)(), {}, ["bot", policy]))
"""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("players", nargs="*", metavar="CMD", help="a player; of several, what is wrong with each")
    add_timeout_argument(parser, game)
    add_sandbox_argument(parser, "off")
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help="about what it may take for a player; what does not fit is left out, and said so (%(default)s)",
    )
    parser.add_argument("--strict", action="store_true", help="advice counts as a failure")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="show this probe only (see --list); may be repeated"
    )
    parser.add_argument("--list", action="store_true", help="list the probes and stop")
    parser.add_argument("--verbose", action="store_true", help="show the message sent last and the standard error")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")
    parser.add_argument(
        "--jobs",
        type=positive,
        default=min(2, os.cpu_count() or 1),
        metavar="N",
        help="probes to run at a time (%(default)s)",
    )


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Check the players; return the exit status."""
    console = Console(highlight=False, quiet=arguments.json)
    suite = game.probes() or standard_suite(game)
    if arguments.list:
        for probe in suite.probes.values():
            console.print(_listed(probe))
        return Status.FINE
    documents = []
    for text in arguments.players:
        try:
            if arguments.players[1:]:
                console.print(Text(escaped(text), style="bold"))
            documents.append(_check(text, arguments, game, suite, console))
        except ValueError as error:
            return complain(game, "check", str(error))
        except OSError as error:
            return complain(game, "check", f"cannot start {text}: {error.strerror}")
    if not documents:
        return complain(game, "check", "expected CMD, the player to check (or --list)")
    passed = all(document["passed"] for document in documents)
    if arguments.json:
        print_json({"passed": passed, "players": documents} if documents[1:] else documents[0])
    return Status.FINE if passed else Status.NO


def _check(
    text: str, arguments: argparse.Namespace, game: AnyGame, suite: Suite, console: Console
) -> dict[str, object]:
    """Check a player, and print each result as it comes, of one among several what is not fine; return all as JSON.

    Raises OSError and ValueError.
    """
    for name in arguments.only or ():
        if name not in suite.probes:
            raise ValueError(f"--only: expected one of {', '.join(suite.probes)}; got {name!r}")
    results = []
    for result in _results(_command(game, program_of(game, text)), arguments, game, suite, console):
        results.append(result)
        if not arguments.players[1:] or result.status in ("fail", "advice"):
            console.print(_row(result))
            if arguments.verbose:
                console.print(_evidence(result), soft_wrap=True, end="")
    wrong = ("fail", "advice") if arguments.strict else ("fail",)
    passed = not any(result.status in wrong for result in results)
    verdict = _verdict(results, only=bool(arguments.only))
    console.print(verdict, style="bold" if passed else "bold red")
    document = {"command": escaped(text), "timeout": arguments.timeout, "passed": passed, "verdict": verdict}
    return {**document, "probes": [_record(result) for result in results]}


def _results(
    command: Sequence[str], arguments: argparse.Namespace, game: AnyGame, suite: Suite, console: Console
) -> Iterator[Result]:
    """Run the probes on a player; yield each result that is to be shown. Raises OSError and ValueError."""
    with tempfile.TemporaryDirectory(prefix=f"{game.name}-check-") as scratch:
        bench = suite.bench(game, command, arguments.timeout, Path(scratch), arguments.wire)
        bench.surroundings, _ = surroundings_asked(arguments)
        bench.seconds = arguments.seconds
        shown = arguments.only or suite.probes
        found = inspect(bench, with_needs(shown, suite.probes), arguments.jobs)
        with contextlib.closing(found), console.status("checking..."):
            for result in found:
                if result.probe.name in shown or result.status in ("fail", "advice"):
                    yield result
        if bench.left_out:
            more = f"--seconds {3 * arguments.seconds:g} tries more"
            console.print(Text(f"What did not fit into {arguments.seconds:g} s was left out: {more}.", style="dim"))


def _command(game: AnyGame, program: str | tuple[str, ...]) -> list[str]:
    """Return the command that plays as a built-in, or the given one."""
    if isinstance(program, tuple):
        return [*program]
    kind = type(game)
    return [sys.executable, "-P", "-c", _PLAY_BUILTIN, ":".join(sys.path), kind.__module__, kind.__name__, program]


def _grid(*cells: Text) -> Table:
    """Return a row of cells under those of other rows: a status, a name, and text that wraps under itself."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=7)
    grid.add_column(width=16)
    grid.add_column(overflow="fold")
    grid.add_row(*cells)
    return grid


def _row(result: Result) -> Table:
    status = Text(_WORDS.get(result.status, result.status), _STYLES[result.status])
    text = Text(result.probe.checks)
    if result.note:
        text.append(f" ({escaped(result.note)})", "dim")
    if result.came:
        text.append("\nwhat came: ", "bold").append("\n".join(escaped_lines(result.came)))
        text.append("\nwhat to do: ", "bold").append(result.todo)
    return _grid(status, Text(result.probe.name), text)


def _evidence(result: Result) -> Text:
    """Return what was sent last and the standard error, to be copied: not wrapped, not indented."""
    text = Text()
    for label, content in (("sent last", result.sent), ("standard error", result.stderr)):
        if content:
            text.append(f"{label}:\n", "bold").append("".join(f"{line}\n" for line in escaped_lines(content)))
    return text


def _listed(probe: Probe) -> Table:
    return _grid(Text("" if probe.required else "advice", _STYLES["advice"]), Text(probe.name), Text(probe.checks))


def _verdict(results: Sequence[Result], only: bool) -> str:
    """Return the verdict in one line; `only`: only some probes were run."""
    failed = [result.probe.name for result in results if result.status == "fail"]
    missing = sum(result.status == "not run" for result in results)
    advice = sum(result.status == "advice" for result in results)
    also = f"; {advice} to improve (advice)" if advice else ""
    if failed:
        waiting = f", {missing} not run" if missing else ""
        return f"NOT ready: {len(failed)} failed{waiting}{also}. Begin with {failed[0]}."
    return f"{'Passed' if only else 'Ready: all that is required passed'}{also}."


def _record(result: Result) -> dict[str, object]:
    """Return a result as a JSON object."""
    probe = {"name": result.probe.name, "checks": result.probe.checks, "required": result.probe.required}
    found = {"status": result.status, "note": result.note, "came": result.came, "todo": result.todo}
    return {**probe, **found, "sent": result.sent, "stderr": result.stderr}
