"""Games of any kind to be watched, as one self-contained page."""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamekit.analysis.frames import read_games, read_record
from gamekit.analysis.games import Appraiser
from gamekit.deadline import Deadline
from gamekit.game import AnyGame
from gamekit.pages.assets import asset, browser_json, template_environment
from gamekit.pages.drawings import Drawings
from gamekit.pages.replay import OptionCatalogue, Replay
from gamekit.wire.json_stream import MalformedInput, Value, values_of

WATCH_SECONDS = 5.0
"""How long the games of a page are appraised, unless said otherwise (guessed: nobody likes to wait longer)."""

_PACKAGE = "gamekit.pages"


class Heading(NamedTuple):
    """What a page is called, and how the file of its trace is typed in a shell."""

    title: str
    file: str = "TRACE"


def watch_page(game: AnyGame, title: str, trace: bytes, seconds: float = WATCH_SECONDS) -> str:
    """Return the page of a trace or a stream of them. Raises Mismatch if there is no game."""
    return page(game, Heading(title), values_of(trace), seconds)


def page(
    game: AnyGame,
    heading: Heading,
    items: Sequence[Value | MalformedInput],
    seconds: float = WATCH_SECONDS,
    seed: int = 1,
) -> str:
    """Return the page of some games as HTML; it asks no network for anything. Raises Mismatch if there is no game."""
    return "".join(page_parts(game, heading, items, seconds, seed))


def page_parts(
    game: AnyGame,
    heading: Heading,
    items: Sequence[Value | MalformedInput],
    seconds: float = WATCH_SECONDS,
    seed: int = 1,
) -> Iterator[str]:
    """Yield the page in parts: the first shows the games, the others what they were worth, round by round.

    So many seconds are spent on that. Raises Mismatch, at the first, if there is no game.
    """
    drawings, options = Drawings(), OptionCatalogue()
    replays = [Replay(game, watched, drawings, options) for watched in read_games(game, items)]
    games = [replay.data() for replay in replays]
    command = f"{game.command_line()} play --from {heading.file}"
    data = {"title": heading.title, "command": command, "games": games, **drawings.take(), "options": []}
    template = template_environment().from_string(asset(_PACKAGE, "watch.html"))
    whole = template.render(
        title=heading.title,
        style=game.page_style(),
        script=game.page_script(),
        asset=asset,
        data=browser_json(data),
        record=read_record(items),
    )
    body, end, rest = whole.rpartition("</body>")
    yield body
    for found in _appraised(replays, Deadline.after(seconds, time.monotonic), seed):
        coming = {**drawings.take(), "options": options.take()}
        data = {**found, **{name: more for name, more in coming.items() if more}}
        yield f"<script>appraised({browser_json(data)});</script>\n"
    yield f"<script>appraisalDone();</script>\n{end}{rest}"


def _appraised(replays: Sequence[Replay], deadline: Deadline, seed: int) -> Iterator[dict[str, object]]:
    """Yield what is known of each round; the time is shared among the games."""
    for number, replay in enumerate(replays):
        part = deadline.part(1 / (len(replays) - number))
        for one in Appraiser(replay.game, seed).by_round(replay.watched.rounds, part):
            yield {**({"game": number} if number else {}), **replay.appraised(one)}
