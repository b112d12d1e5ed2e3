"""The parser of a game's command line: its subcommands in groups, their examples, and errors in few lines."""

import argparse
import importlib
import re
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from gamekit.commands.common.status import MEANINGS
from gamekit.game import AnyGame

GROUPS: Mapping[str, tuple[str, ...]] = {
    "play and watch": ("play", "view", "rules", "referee", "verify"),
    "write a player": ("new", "protocol", "check", "bot"),
    "find mistakes": ("analyse", "replay", "improve"),
    "measure": ("tournament", "sprt", "bench", "figures"),
}
"""The commands of every game, as its help shows them."""

FOLDERS: Mapping[str, str] = {"rules": "manual.", "protocol": "manual.", "new": "workshop."}
"""The folder of a command that does not stand in gamekit/commands itself."""

COMMANDS: Mapping[str, str] = {
    name: f"gamekit.commands.{FOLDERS.get(name, '')}{name}" for names in GROUPS.values() for name in names
}
"""The same, by the module that each is. A module has HELP, DESCRIPTION and EXAMPLES, two lines (with {game} for the
game's name and {ours} for its player), `add_arguments(parser, game)` and `run(arguments, game)`, which returns the exit
status."""

LEFT = 14
"""Columns in which the names of commands stand."""

_OPTION = re.compile(r"\[-[^][]*(?:\[[^][]*\][^][]*)*\] ?")


class Parser(argparse.ArgumentParser):
    """A parser whose help, and that of all its subcommands, ends with examples and the exit statuses; `listing` are
    lines that stand before the options. An error shows the usage without the options.
    """

    def __init__(self, *, description: str = "", listing: str = "", examples: Sequence[str] = (), **named: Any) -> None:
        shown = "\n".join(["examples:", *(f"  {line}" for line in examples)]) if examples else ""
        super().__init__(
            description="\n\n".join(filter(None, (filled(description or ""), listing))),
            epilog="\n\n".join(filter(None, (shown, filled(MEANINGS)))),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **named,
        )
        self.register("type", Path, _path)  # for every argument of that type

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return what is parsed; of words that a subcommand does not know, the error is the subcommand's."""
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            parser: Parser = getattr(found, "parser", self)
            what = "an option" if unknown[0].startswith("-") else "an argument"
            parser.error(f"{unknown[0]} is not {what} of this command; `{parser.prog} --help` lists what there is")
        return found

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, below the usage without its options, and exit."""
        prog, usage = self.prog, " ".join(self.format_usage().split()).removeprefix("usage: ")
        rest = _OPTION.sub("", usage.removeprefix(prog)).strip()
        self.exit(2, f"usage: {prog} [options] {rest}".rstrip() + f"\n{prog}: error: {message}\n")


def parser_of(game: AnyGame, own: Mapping[str, str], words: Sequence[str] = ()) -> Parser:
    """Return the parser of a game's command line, of which what it parses has the command's `run`; `own` are the
    modules of its own commands, which may replace common ones.

    With words, it need not know other subcommands than the one that they name.
    """
    modules = {**COMMANDS, **own}
    names = words[:1] if words[:1] and words[0] in modules else tuple(modules)  # import no more than is asked for
    found = {name: importlib.import_module(modules[name]) for name in names}
    parser = Parser(
        prog=game.command_line(),
        usage="%(prog)s [--version] COMMAND ...",
        description=f"Play, referee, check and measure games of {game.name}.",
        listing=_listing(game, found),
        examples=(
            game.command_line("play"),
            game.command_line("referee", "--help"),
        ),
    )
    parser.add_argument("--version", action="store_true", help="print the version, with the commit, and exit")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", prog=game.command_line(), help=argparse.SUPPRESS
    )
    for name, module in found.items():
        description = module.DESCRIPTION.replace("{game}", game.command_line())
        subparser = commands.add_parser(name, description=description, examples=examples_of(game, module))
        module.add_arguments(subparser, game)
        subparser.set_defaults(run=module.run, own=own, parser=subparser)
    return parser


def examples_of(game: AnyGame, module: ModuleType) -> list[str]:
    """Return the examples of a command as they are typed for a game."""
    return [
        line.replace("{game}", game.command_line()).replace("{ours}", game.ours)
        for line in getattr(module, "EXAMPLES", ())
    ]


def _listing(game: AnyGame, found: Mapping[str, ModuleType]) -> str:
    """Return the commands in groups, those of no group last."""
    grouped = {name for names in GROUPS.values() for name in names}
    groups = {**GROUPS, f"only {game.name}": tuple(name for name in found if name not in grouped)}
    lines = []
    for title, names in groups.items():
        known = [name for name in names if name in found]
        lines += [f"{title}:", *(_row(name, found[name].HELP) for name in known), ""] if known else []
    return "\n".join(lines).rstrip()


def _row(name: str, text: str) -> str:
    return textwrap.fill(text, _width(), initial_indent=f"  {name:<{LEFT - 2}}", subsequent_indent=" " * LEFT)


def filled(text: str) -> str:
    """Return a text as a paragraph as wide as the terminal."""
    return textwrap.fill(" ".join(text.split()), _width())


def _width() -> int:
    return max(shutil.get_terminal_size().columns - 2, 2 * LEFT)


def _path(text: str) -> Path:
    """Return a path. Raises ArgumentTypeError for an empty text, which pathlib takes for the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("expected a path, got ''")
    return Path(text)
