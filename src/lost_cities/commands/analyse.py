"""The command `analyse`: what each play and draw of a game was worth."""

import argparse
from collections.abc import Sequence

from gamekit.commands.main import complain
from gamekit.commands.status import Status
from gamekit.commands.verify import open_trace
from gamekit.game import AnyGame
from gamekit.numbers import positive
from gamekit.output import print_json
from gamekit.traces import Mismatch
from gamekit.wire.json_stream import read_values
from lost_cities.analysis.games import read_games
from lost_cities.analysis.judging import Judged, judge_all
from lost_cities.arrays.valued import action_of
from lost_cities.protocol.lines import card_name, encode_action
from lost_cities.rules import Draw

HELP = "what each play and draw of a game was worth"
DESCRIPTION = """Reads a player's log (LOST_CITIES_LOG), a referee's trace, or games recorded over the quiz's server,
and prints for every answer what ours expects after it: the final margin and the chance to win; where another answer
was better, the same after that one. The last lines say what each seat lost by its answers."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="LOG|TRACE", help="a file; - is standard input")
    parser.add_argument("--game", type=positive, metavar="N", help="only the N-th game of the file")
    parser.add_argument("--seat", type=int, choices=(0, 1), help="only the answers of one seat")
    parser.add_argument("--worst", type=positive, metavar="N", help="only the N most costly answers, the worst first")
    parser.add_argument("--json", action="store_true", help="print a line of JSON an answer instead")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Analyse; return the exit status."""
    try:
        with open_trace(arguments.file) as file:
            items = list(read_values(file.read))
        found = False
        for number, answers in enumerate(read_games(game, items), 1):
            if arguments.game in (None, number):
                found = True
                wanted = [each for each in answers if arguments.seat in (None, each.seat)]
                _print_game(number, list(judge_all(wanted)), arguments)
        if not found:
            raise ValueError(f"expected at least {arguments.game} games")
    except (Mismatch, ValueError) as error:
        return complain(game, "analyse", f"{arguments.file}: {error}")
    except OSError as error:
        return complain(game, "analyse", f"{arguments.file}: {error.strerror}")
    return Status.FINE


def _print_game(number: int, judged: Sequence[Judged], arguments: argparse.Namespace) -> None:
    shown = list(enumerate(judged, 1))
    if arguments.worst:
        shown = sorted(shown, key=lambda pair: -pair[1].loss)[: arguments.worst]
    if arguments.json:
        for place, each in shown:
            print_json({"game": number, "answer": place, **_record(each)})
        return
    print(f"game {number}")
    for place, each in shown:
        print(f"{place:4} {_line(each)}")
    for seat in sorted({each.answered.seat for each in judged}):
        own = [each for each in judged if each.answered.seat == seat]
        wrong = sum(not each.is_best for each in own)
        print(
            f"seat {seat}: {len(own)} answers, {wrong} not the best; lost {sum(each.loss for each in own):.1f} points"
        )


def _line(judged: Judged) -> str:
    answered, chosen, best = judged.answered, judged.chosen, judged.best
    text = f"seat {answered.seat}, deck {answered.view.deck:2}: {_name(judged):14}"
    text += f"{chosen.points:+6.1f} points, {100 * chosen.chance:3.0f} % to win"
    if judged.is_best:
        return text
    better = encode_action(action_of(best))
    return f"{text}; {better} {best.points:+.1f}, {100 * best.chance:.0f} %: lost {judged.loss:.1f}"


def _name(judged: Judged) -> str:
    """Return an answer as on the wire; of a draw from a pile also the card that it gives."""
    view, action = judged.answered.view, judged.answered.action
    if isinstance(action, Draw) and action.suit is not None:
        return f"{encode_action(action)} ({card_name(view.discards[action.suit][-1])})"
    return encode_action(action)


def _record(judged: Judged) -> dict[str, object]:
    answered = judged.answered
    return {
        "seat": answered.seat,
        "deck": answered.view.deck,
        "chosen": encode_action(answered.action),
        "points": round(judged.chosen.points, 2),
        "chance": round(judged.chosen.chance, 4),
        "best": encode_action(action_of(judged.best)),
        "best_points": round(judged.best.points, 2),
        "best_chance": round(judged.best.chance, 4),
        "loss": round(judged.loss, 2),
    }
