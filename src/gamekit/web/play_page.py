"""What a seat's page is: the file, what it is told, and what it sends. A game may bring its own (`Game.play_page`).

The page asks at these paths behind its own link: `news?after=VERSION` waits for something new and returns `news`;
`move` takes {"moment": N, ...} with what `answer` understands; `hint` takes {"moment": N} and returns `hint`; `new`
takes {"game": N}. `trace/N` and `watch/N` are a finished game's.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class PlayPage(Protocol):
    """A page to play on. Nothing that it returns for a seat may hold what the seat must not know."""

    def html(self, session: Any, seat: int, base: str) -> str:
        """Return the page of a seat of a `gamekit.web.session.Session`; its requests go below the path `base`."""

    def file(self, name: str) -> tuple[str, str] | None:
        """Return the text and the media type of the file that pages load from /static/NAME.

        The files link.js and elements.css are gamekit's own, for every page.
        """

    def news(self, session: Any, seat: int) -> dict[str, object]:
        """Return all that the page shows to a seat, with `version`, `moment` and `game` of the session."""

    def answer(self, body: Mapping[str, object]) -> object:
        """Return the answer, as on the wire, that a request to move holds. Raises ValueError."""

    def hint(self, table: Any, seat: int) -> dict[str, object]:
        """Return what an analysis says to a seat that is asked at a `gamekit.table.Table`; it may take seconds."""
