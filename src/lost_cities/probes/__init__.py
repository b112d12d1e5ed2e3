"""What `check` tries on a player of Lost Cities: a server of its own sends lines, also as no good server would."""

from functools import partial

from gamekit.game import AnyGame
from gamekit.probes import games, place
from gamekit.probes.bench import EXIT_SECONDS
from gamekit.probes.probe import Probe, Suite
from gamekit.probes.standard import advice, measured, whole_games
from lost_cities.probes import conduct
from lost_cities.probes.bench import LinesBench

_ANSWER = "Answer each line that ends in `?` with one line, and flush it."
_LINES = "Collect bytes until a newline comes: packets split lines and glue them together."

_RULES = (
    Probe("first-move", "answers the first question legally", games.first_move, _ANSWER),
    Probe(
        "legal",
        "answers legally throughout games by random play",
        games.legal_answers_at_random,
        "Read what is legal out of the board.",
        ("first-move",),
    ),
)

_WIRE = (
    Probe(
        "one-answer",
        "writes exactly one line for each question",
        conduct.one_answer,
        "Write one line and wait: the server takes what more you write for its next question.",
        ("first-move",),
    ),
    Probe("split", "reads a board that arrives byte by byte", conduct.split, _LINES, ("first-move",)),
    Probe("errors", "answers an `Error:` line with another answer", conduct.errors, _ANSWER, ("first-move",)),
    Probe(
        "end",
        f"exits within {EXIT_SECONDS:g} s of the last line with status 0",
        conduct.end,
        "End when the verdict has come, and close the connection.",
        ("one-answer",),
    ),
    Probe(
        "leaves-nothing",
        "leaves no process behind after the end",
        partial(place.leaves_no_process, "the end", place.is_told),
        "End what your player starts before it exits; a wrapper script should `exec` the program.",
        ("first-move", "end"),
    ),
)

_ADVICE = (
    Probe(
        "long-error",
        "skips unknown lines after an error",
        conduct.long_error,
        "A fault inside the server's program is told in several lines; answer only the first, which begins `Error:`.",
        ("errors",),
    ),
    Probe(
        "endless-errors",
        f"ends by itself when {conduct.MANY_ERRORS} answers in a row were wrong",
        conduct.endless_errors,
        "Count the errors to one question, and give up after some tens: the server never does.",
        ("errors",),
    ),
    *(
        Probe(
            f"closed-{when}",
            f"exits with a failing status when the server closes {text}",
            partial(conduct.closed, after),
            "The end of the stream before `Game over.` is a lost game: say so in one line, exit with status 1.",
            ("one-answer",),
        )
        for when, text, after in (
            ("start", "before a line", 0),
            ("line", "within a line", 40),
            ("game", "after a question", None),
        )
    ),
    Probe(
        "nobody",
        "exits with a failing status when nobody listens (clients over TCP)",
        conduct.nobody,
        "Say in one line that there is no server, exit with status 1.",
        ("first-move",),
    ),
    Probe(
        "works-elsewhere",
        "works from any folder",
        place.works_elsewhere,
        "Look for your files in the folder of your program, not in the current folder.",
        ("first-move",),
    ),
    Probe(
        "files",
        "leaves no files in its working or temporary folder",
        partial(place.leaves_no_files, {"the end": place.is_told, "the end of input": conduct.is_closed}),
        "Write no files, or remove them as early as you can.",
        ("works-elsewhere",),
    ),
)


def suite(game: AnyGame) -> Suite:
    """Return the probes by name, and the bench that speaks lines."""
    required = {probe.name: probe for probe in (*_RULES, *_WIRE)}
    tables = whole_games(game.name, game.seats, ("legal", "one-answer"))
    return Suite({**required, **tables, **advice(_ADVICE), **measured(tables)}, LinesBench)
