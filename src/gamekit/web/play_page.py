"""What a seat's page is: the file, what it is told, and what it sends. A game may bring its own (`Game.play_page`).

The page asks at these paths behind its own link: `news?after=VERSION` waits for something new and returns `news`;
`move` takes {"moment": N, ...} with what `answer` understands; `back` takes {"moment": N}, a move back; `hint` takes
{"moment": N} and returns `hint`; `new` takes {"game": N} and begins the next one once all people have asked for it, for
one who plays alone with other "seats" and another "variant" if given; `leave` takes {"game": N} and breaks that off.
With `have=GAME.ROUNDS` news leave out what the page has. `trace/N` and `watch/N` are a game's that is over, and `try`
takes {"game": N, "step": N, "seat": N}: the one person begins a game from there in that seat. `protocol` says how
programs play.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from gamekit.text import escaped
from gamekit.web.party import PERSON, Party


class PlayPage(Protocol):
    """A page to play on. Nothing that it returns for a seat may hold what the seat must not know."""

    def html(self, session: Any, seat: int, base: str) -> str:
        """Return the page of a seat of a `gamekit.web.session.Session`; its requests go below the address `base`,
        relative to its own.
        """

    def file(self, name: str) -> tuple[str, str] | None:
        """Return the text and the media type of the file that pages load from ../../static/NAME.

        The files link.js, setup.js, elements.css and colours.css are gamekit's own, for every page.
        """

    def news(self, session: Any, seat: int, since: int) -> dict[str, object]:
        """Return what the page shows to a seat, with `of_session`; `story` tells of the rounds from `since` on."""

    def answer(self, body: Mapping[str, object], session: Any, seat: int) -> object:
        """Return the answer, as on the wire, in a request to move of a seat that is asked. Raises ValueError."""

    def hint(self, table: Any, seat: int) -> dict[str, object]:
        """Return what an analysis says to a seat that is asked at a `gamekit.table.Table`; it may take seconds."""


def of_session(session: Any, seat: int, since: int) -> dict[str, object]:
    """Return what every page is told of a `Session`: where it stands, who asks for a new game, and what is kept."""
    return {
        "version": session.version,
        "moment": session.moment,
        "game": session.game,
        "line": session.line,
        "seat": seat,
        "since": since,
        "alone": len(session.people) == 1,
        "programs": session.programs,
        "away": [other for other in session.away if other != seat],
        "may_take_back": session.way_back(seat) is not None,
        "setup": setup(session.party),
        "last_words": session.last_words,
        "agreed": sorted(session.agreed),
        "finished": sorted(session.traces),
    }


def setup(party: Any) -> dict[str, object] | None:
    """Return who plays and the variant, as they can be chosen for a new game; None if nothing can be."""
    return {"seats": [*map(escaped, party.texts)], "variant": party.variant} if isinstance(party, Party) else None


def choices(party: Any) -> dict[str, object] | None:
    """Return what one who plays alone may choose for a new game; None if nothing can be."""
    if not isinstance(party, Party) or len(party.people) > 1:
        return None
    game = party.game
    return {
        "person": PERSON,
        "players": party.players,
        "variants": party.variants,
        "noun": game.variant_noun,
        "seats": [*game.seats],
        "ours": game.ours,
    }


def left(session: Any, seat: int | None) -> str | None:
    """Return in words who broke the game off, None if nobody did."""
    if session.left is None:
        return None
    return "You have left the game." if session.left == seat else f"{session.names[session.left]} has left the game."
