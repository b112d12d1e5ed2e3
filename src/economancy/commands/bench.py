"""`economancy bench`: the measurements quoted in README.txt; each prints its figures."""

import argparse

from economancy.bench.table_rows import GROUPS
from gamekit.commands.arguments import natural, positive, seconds
from gamekit.game import AnyGame

HELP = "measure speed, strength and robustness"
DESCRIPTION = "Measures and prints figures."


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    baselines = what.add_parser("baselines", help="compare our reference opponents with the originals")
    baselines.add_argument("--games", type=positive, default=1000, metavar="N", help="for each pairing (%(default)s)")
    baselines.add_argument("--seed", type=int, default=1, metavar="N", help="the first game's (%(default)s)")
    startup = what.add_parser("startup", help="time to the first answer, compared with a bare interpreter")
    startup.add_argument("--starts", type=positive, default=20, metavar="N", help="of each (%(default)s)")
    many = "executables to compare; the bars are for the first (player/economancy)"
    startup.add_argument("executables", nargs="*", default=["player/economancy"], help=many)
    what.add_parser("batch", help="game-days a second of the rules as arrays and of the plain rules")
    decisions = what.add_parser(
        "decisions", help="CPU time of our policy's decisions, or their wall time within a limit"
    )
    decisions.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="at a table (%(default)s)")
    decisions.add_argument("--games", type=positive, default=100, metavar="N", help="in each shop (%(default)s)")
    decisions.add_argument("--seed", type=int, default=1, metavar="N", help="the first game's (%(default)s)")
    limit = "measure wall time instead, with this limit for each decision"
    decisions.add_argument("--move-seconds", type=seconds, metavar="S", help=limit)
    decisions.add_argument(
        "--decisions", type=positive, default=3000, metavar="N", help="with it: in all (%(default)s)"
    )
    decisions.add_argument(
        "--busy", type=natural, default=0, metavar="N", help="with it: busy programs beside (%(default)s)"
    )
    tables = what.add_parser("tables", help="win rates at three and four seats, of ours and of one player among ours")
    tables.add_argument("--seats", type=int, choices=(3, 4), help="only tables with this number of seats")
    shop = tables.add_mutually_exclusive_group()
    shop.add_argument("--simple", action="store_const", const="simple", dest="only", help="only the simple shop")
    shop.add_argument("--base", action="store_const", const="base", dest="only", help="only the base shop")
    number = "a row, at least; 2.5 times as many for one-montecarlo (%(default)s)"
    tables.add_argument("--games", type=positive, default=400, metavar="N", help=number)
    tables.add_argument(
        "--opening-days", type=positive, default=1, metavar="N", help="random days of an opening (%(default)s)"
    )
    longest = "the longest time for a decision (%(default)s)"
    tables.add_argument("--move-seconds", type=seconds, default=game.move_seconds, metavar="S", help=longest)
    rows = f"only these of {', '.join(GROUPS)}"
    tables.add_argument("--rows", nargs="+", choices=GROUPS, default=GROUPS, metavar="ROW", help=rows)
    tables.add_argument("--jobs", type=positive, metavar="N", help="games at a time (this machine's cores)")
    tables.add_argument("--seed", type=positive, default=1, metavar="N", help="random seed (%(default)s)")
    abuse = what.add_parser("abuse", help="bad messages, many players at once, a long game: answers, time and memory")
    abuse.add_argument("executable", nargs="?", default="player/economancy", help="the executable (%(default)s)")
    answers = what.add_parser("answers", help="whether two executables give the same answers, and their CPU times")
    answers.add_argument("old", help="an executable, such as one of an earlier version")
    answers.add_argument("--new", default="player/economancy", metavar="FILE", help="another one (%(default)s)")
    answers.add_argument("--states", type=positive, default=2000, metavar="N", help="at most (%(default)s)")
    answers.add_argument("traces", nargs="+", metavar="TRACE", help="games whose states are asked about")
    what.add_parser("fitting", help="steps of fitting a second")
    what.add_parser("arena", help="games a minute between built-ins, and the harness's overhead per move")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:  # noqa: PLR0911 - one for each measurement
    """Run the measurement; return the exit status."""
    match arguments.what:
        case "baselines":
            from economancy.bench.baselines import baselines  # noqa: PLC0415 - import no more than is asked for

            return baselines(arguments.games, arguments.seed)
        case "startup":
            from economancy.bench.startup import startup  # noqa: PLC0415

            return startup(arguments.executables, arguments.starts)
        case "batch":
            from economancy.bench import batch  # noqa: PLC0415

            return batch.run_bench()
        case "decisions":
            if arguments.move_seconds:
                from economancy.bench import in_time  # noqa: PLC0415

                bounds = (arguments.seed, arguments.seats, arguments.move_seconds, arguments.busy)
                return in_time.run_bench(arguments.decisions, *bounds)
            from economancy.bench import decisions  # noqa: PLC0415

            return decisions.run_bench(arguments.games, arguments.seed, arguments.seats)
        case "tables":
            from economancy.bench import tables  # noqa: PLC0415

            return tables.run_bench(arguments)
        case "abuse":
            from economancy.bench.abuse import abuse  # noqa: PLC0415

            return abuse(arguments.executable)
        case "answers":
            from economancy.bench.answers import answers  # noqa: PLC0415

            return answers(arguments.old, arguments.new, arguments.traces, arguments.states)
        case "fitting":
            from economancy.bench import fitting  # noqa: PLC0415

            return fitting.run_bench()
        case _:
            from economancy.bench.arena import run_bench  # noqa: PLC0415

            return run_bench()
