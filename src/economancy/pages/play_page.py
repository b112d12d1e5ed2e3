"""Economancy's own page to play on: cards on a board, drawn by the same script as the page of a trace."""

from collections.abc import Mapping
from random import Random
from typing import Any

from economancy.analysis.analyst import HINT_ROLLOUTS, analyse
from economancy.pages.board import asset
from economancy.pages.faces import faces
from economancy.pages.seat_json import hinted, seen
from economancy.protocol import decode_action
from economancy.rules.position import Position
from gamekit.pages.assets import browser_json, template_environment
from gamekit.table import Table
from gamekit.web.play_page import choices
from gamekit.web.session import Session

_KINDS = {"board.css": "text/css", "board.js": "text/javascript", "play.css": "text/css", "play.js": "text/javascript"}


class Page:
    """The page of a seat; see `gamekit.web.play_page.PlayPage`."""

    def html(self, session: Session[Position], seat: int, base: str) -> str:
        names = [stock.card.name for stock in session.table.state.state.shop]
        return (
            template_environment()
            .from_string(asset("play.html"))
            .render(
                name=session.names[seat],
                base=base,
                faces=browser_json(faces(names)),
                choices=browser_json(choices(session.party)),
                emblems=asset("emblems.svg"),
            )
        )

    def file(self, name: str) -> tuple[str, str] | None:
        return (asset(name), _KINDS[name]) if name in _KINDS else None

    def news(self, session: Session[Position], seat: int, since: int) -> dict[str, object]:
        return seen(session, seat, since)

    def answer(self, body: Mapping[str, object], session: Session[Position], seat: int) -> list[Any]:
        """Return the answer of {"action": a number or a card's name}."""
        if "action" not in body:
            raise ValueError(f"expected the key 'action', got {sorted(body)!r:.80}")
        return [decode_action([body["action"]])]

    def hint(self, table: Table[Position], seat: int) -> dict[str, object]:
        analysis = analyse(table.state.state, Random(table.length), table.revealed, HINT_ROLLOUTS)
        return hinted(analysis, seat)
