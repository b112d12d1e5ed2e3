"""The probes that hold for any game: those of its rules over any wire, those of JSON values over pipes.

One flaw should fail one probe: a probe that needs what an earlier one checks is not run when that one failed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from gamekit.game import AnyGame
from gamekit.probes import conduct, games, place
from gamekit.probes.bench import EXIT_SECONDS
from gamekit.probes.json_bench import JsonBench
from gamekit.probes.probe import Probe, Suite


def advice(probes: Iterable[Probe]) -> dict[str, Probe]:
    """Return probes by name, as advice."""
    return {probe.name: replace(probe, required=False) for probe in probes}


BASICS = ("answers", "only-moves")
"""What a probe needs that asks one question."""

FRAMING = "Find the end of a JSON value by its brackets, or with a parser that reads a stream, not by lines or reads."
_LEFT = "End what your player starts before it exits; a wrapper script should `exec` the program."
_BAD_LINES = (b"this is no JSON", b"{]", b"{}", b'{"seat": "one"}', b"42")

_LEGAL = (
    Probe(
        "first-move",
        "answers a game's first question legally",
        games.first_move,
        "Read what is legal out of what you are sent.",
        BASICS,
    ),
    Probe(
        "legal",
        "answers legally throughout games by random play",
        games.legal_answers_at_random,
        "Read what is legal out of what you are sent, whoever moves and however many play.",
        ("first-move",),
    ),
)
_ORDINARY = ("legal", "one-answer")

_REQUIRED = (
    Probe(
        "answers",
        "answers the first state while its input stays open",
        conduct.answers,
        "Flush standard output after each move, and don't wait for the end of input or for a second state.",
    ),
    Probe(
        "only-moves",
        "writes moves to standard output and nothing else",
        conduct.only_moves,
        "Write a move as a JSON value, as the game says; greetings and debugging output go to standard error.",
        ("answers",),
    ),
    Probe(
        "no-newline",
        "answers a state without a newline after it",
        conduct.no_newline,
        f"A state ends with its last bracket: a newline need not follow. {FRAMING}",
        ("only-moves",),
    ),
    *_LEGAL,
    Probe(
        "one-answer",
        "writes exactly one move for each state",
        conduct.one_answer,
        "Write one move and wait: the referee takes what more you write as your next move.",
        ("legal",),
    ),
    Probe(
        "next-state",
        "answers one state after the other",
        conduct.one_after_the_other,
        "Loop: read a state, write a move, until the game is over. Trust the state and not what you remember.",
        _ORDINARY,
    ),
    Probe("pretty", "reads a state spread over many lines", conduct.pretty, FRAMING, _ORDINARY),
    Probe("pieces", "reads a state that arrives in pieces", conduct.pieces, FRAMING, ("next-state",)),
    Probe(
        "other-json",
        "reads other key orders, blanks, escapes (\\u0027)",
        conduct.other_json,
        "Use your language's JSON library instead of searching the text.",
        _ORDINARY,
    ),
    Probe(
        "end",
        f"exits within {EXIT_SECONDS:g} s of the end, its input still open",
        conduct.end,
        "When the game is over, exit at once and write nothing.",
        ("one-answer",),
    ),
    Probe(
        "leaves-nothing",
        "leaves no process behind after the end",
        partial(place.leaves_no_process, "the end", place.is_told),
        _LEFT,
        ("first-move", "end"),
    ),
)

_ADVICE = (
    Probe(
        "fault",
        "exits when somebody has forfeited",
        conduct.fault,
        "The referee ends a game so after a player's mistake: exit as after any other end.",
        ("one-answer",),
    ),
    Probe(
        "end-of-input",
        "exits when its input is closed",
        conduct.end_of_input,
        "Leave the loop when reading brings nothing more: otherwise it goes on running after the referee is gone.",
        ("one-answer",),
    ),
    *(
        Probe(
            name,
            f"leaves no process behind {when}",
            partial(place.leaves_no_process, ending, conduct.ENDINGS[ending]),
            _LEFT,
            needs,
        )
        for name, when, ending, needs in (
            ("input-leftovers", "after the end of input", "the end of input", ("end-of-input", "leaves-nothing")),
            ("kill-leftovers", "when it is killed", "being killed", ("leaves-nothing",)),
        )
    ),
    Probe(
        "works-elsewhere",
        "works from any folder",
        place.works_elsewhere,
        "Look for your files in the folder of the program, not in the current folder.",
        ("first-move",),
    ),
    Probe(
        "files",
        "leaves no files in its working or temporary folder",
        partial(place.leaves_no_files, conduct.ENDINGS),
        "Write no files, or remove them as early as you can: a player that is killed cannot tidy up.",
        ("works-elsewhere",),
    ),
    Probe(
        "glued",
        "answers states that are sent at once, without blanks",
        conduct.glued,
        f"Keep what follows the end of a value for the next one. {FRAMING}",
        ("no-newline", "next-state"),
    ),
    Probe(
        "extra-keys",
        "passes over keys that it does not know",
        partial(conduct.extra_keys, lambda value: {**value, "since": "noon"}),
        "Take the keys that you need and leave the rest: a later referee may send more.",
        _ORDINARY,
    ),
    Probe(
        "bad-input",
        "passes over bad input and answers the next state",
        partial(conduct.bad_input, _BAD_LINES),
        "Catch the error, say so on standard error, and read on at the next line.",
        ("first-move",),
    ),
)

CONDUCT: Mapping[str, Probe] = MappingProxyType({probe.name: probe for probe in _REQUIRED} | advice(_ADVICE))
"""How players that speak JSON values should behave, by name, in the order of running."""


def standard_suite(game: AnyGame) -> Suite:
    """Return the suite of a game without probes of its own, whose players speak JSON values."""
    required = {probe.name: probe for probe in _REQUIRED}
    tables = whole_games(game.name, game.seats, ("next-state",))
    return Suite({**required, **tables, **advice(_ADVICE), **measured(tables)}, JsonBench)


def whole_games(name: str, seats: Iterable[int], needs: tuple[str, ...]) -> dict[str, Probe]:
    """Return a probe for each number of seats, over any wire; each needs the one before, the first what is said."""
    found: dict[str, Probe] = {}
    for count in seats:
        found[f"games-{count}"] = Probe(
            f"games-{count}",
            f"plays whole games of {count} without a fault",
            partial(games.games, count),
            f"Play it again with `{name} referee`.",
            (*needs, *list(found)[-1:]),
        )
    return found


def measured(tables: Mapping[str, Probe], situations: games.Situations = list) -> dict[str, Probe]:
    """Return the advice about time and memory, over any wire; `speed` also asks the given slow situations."""
    needs = tuple(dict.fromkeys((next(iter(tables)), list(tables)[-1])))
    return advice(
        (
            Probe(
                "speed",
                f"needs at most {games.SHARE_OF_LIMIT:.0%} of the time limit",
                partial(games.speed, situations),
                "Give each move a time budget, and load at the start only what the first move needs.",
                needs,
                alone=True,
            ),
            Probe(
                "memory",
                f"uses at most {games.MEMORY_MIB} MiB in a game",
                partial(games.memory, games.MEMORY_MIB),
                "Bound your tables: all players of a game share a machine.",
                needs[-1:],
                alone=True,
            ),
        )
    )
