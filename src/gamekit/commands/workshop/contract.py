"""`gamekit test GAME`: the contract test, and in words what breaks it."""

from collections.abc import Sequence
from random import Random

from gamekit.commands.common.main import complain_as
from gamekit.commands.common.parsing import Parser
from gamekit.commands.common.status import Status
from gamekit.commands.workshop.loading import NoGameError, load
from gamekit.probes.contract.words import tested
from gamekit.text import escaped_lines

WHO = "gamekit test"


def main(argv: Sequence[str]) -> int:
    """Test the game; return the exit status."""
    parser = Parser(
        prog=WHO,
        description="Plays random games at every number of seats and tries what gamekit.game promises of each method. "
        "Says what is broken first: the method, the state, and what came.",
        examples=(f"{WHO} hex.py", f"{WHO} --seed 2 hex.py"),
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random games (%(default)s)")
    parser.add_argument("game", metavar="GAME", help="FILE.py or the name of an installed game")
    arguments = parser.parse_args(list(argv))
    try:
        game = load(arguments.game)
    except NoGameError as error:
        return complain_as(WHO, str(error))
    kept, told = tested(game, Random(arguments.seed))
    print("\n".join(escaped_lines(told)))
    return Status.FINE if kept else Status.NO
