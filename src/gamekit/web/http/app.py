"""The server of a table: a page for each seat, under a link that only its player knows, and the requests it makes.

Every request names a link by its number, the seat of its person at first, and carries its token in the path. All
addresses on the pages are relative: a proxy may serve them below a path of its own. Moves are POSTed as JSON, which no
form of a foreign page can send, and a server for this machine alone answers to its own names only, so that no foreign
page can reach it by a name of its own. A request that is refused changes nothing; it is answered with a status and
`{"error": one line}`.
"""

import contextlib
import secrets
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gamekit.game.source import OURS, bug_text
from gamekit.pages.assets import asset, template_environment
from gamekit.pages.protocol.formats import protocol_page
from gamekit.web.errors import IllegalMoveError, RequestError
from gamekit.web.http.address import OWN_NAMES
from gamekit.web.http.bodies import MOST_DIGITS, body_of, number, path_number
from gamekit.web.http.headers import SELF_CONTAINED, with_headers
from gamekit.web.party import PERSON, Party
from gamekit.web.seat_page import SeatPage
from gamekit.web.session import Session
from gamekit.web.threads import in_thread
from gamekit.wire.json_stream import dumps

POLL_SECONDS = 20.0
"""How long a request for news waits for some (guessed: below what routers and browsers cut off)."""

_SHARED = {
    "link.js": ("gamekit.web", "text/javascript"),
    "setup.js": ("gamekit.web", "text/javascript"),
    "elements.css": ("gamekit.pages", "text/css"),
    "colours.css": ("gamekit.pages", "text/css"),
}


class _Endpoints:
    """What a seat may ask for; all raise HTTPException or RequestError."""

    def __init__(self, session: Session[Any], page: SeatPage, tokens: Mapping[int, str], poll_seconds: float) -> None:
        self._session = session
        self._page = page
        self._tokens = tokens
        self._poll_seconds = poll_seconds

    def _seat_of(self, request: Request) -> int:
        """Return the seat of a request that carries the token of its link."""
        link = path_number(request.path_params["seat"])
        token = self._tokens.get(link)
        if token is None or not secrets.compare_digest(token.encode(), request.path_params["token"].encode()):
            raise HTTPException(403, f"this is not the link of Player {link + 1}: use the link that you were given")
        if know := getattr(request.state, "know", None):  # the connection's
            if request.state.is_foreign():
                raise HTTPException(403, "this table is its starter's alone: play --host 0.0.0.0 lets others in")
            know(link)
        return self._session.seat_of(link)

    async def index(self, request: Request) -> Response:
        session = self._session
        lines = [
            f"{name}: {'a program' if seat in session.programs else 'a person'}{', away' * (seat in session.away)}"
            for seat, name in enumerate(session.names)
        ]
        told = "A link for each person stands in the terminal that serves this table: open yours."
        return _plain(request, f"A table of {session.rules.title}", lines, told)

    async def page(self, request: Request) -> Response:
        seat = self._seat_of(request)
        return HTMLResponse(self._page.html(self._session, seat, request.path_params["token"]))

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        package, kind = _SHARED.get(name, ("", ""))
        found = (asset(package, name), kind) if package else self._page.file(name)
        if found is None:
            raise HTTPException(404, "no such file")
        return Response(found[0], media_type=found[1])

    async def news(self, request: Request) -> Response:
        seat = self._seat_of(request)
        after = request.query_params.get("after", "-1")
        if not after.removeprefix("-").isdecimal() or len(after) > 20:
            raise HTTPException(400, f"expected a whole number behind `after=`, got {after!r:.40}")
        await self._session.wait(int(after), self._poll_seconds, seat)
        return self._news(request, self._seat_of(request))  # the one person may have changed seats meanwhile

    def _news(self, request: Request, seat: int) -> Response:
        """Return the news for a page that has some rounds of a game already: `have=GAME.ROUNDS.LINE`."""
        session, had = self._session, request.query_params.get("have", "").split(".")
        short = all(each.isascii() and each.isdecimal() and len(each) <= MOST_DIGITS for each in had)
        numbers = [*map(int, had), 0] if short else []
        known = len(numbers) > 2 and (numbers[0], numbers[2]) == (session.game, session.line)
        since = numbers[1] if known else 0
        return _json(self._page.news(self._session, seat, min(since, session.table.length)))

    async def move(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await body_of(request)
        moment = number(body, "moment")
        self._session.expect(seat, moment)
        try:
            value = self._page.answer(body, self._session, seat)
        except ValueError as error:
            raise HTTPException(400, str(error)) from error
        self._session.answer(seat, moment, value)
        return self._news(request, seat)

    async def restart(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await body_of(request)
        party = self._party(body["seats"], body.get("variant")) if "seats" in body else None
        await self._session.restart(seat, number(body, "game"), party)
        return self._news(request, self._session.seat_of(seat))

    def _party(self, texts: object, variant: object) -> Party:
        """Return the party that one who plays alone chooses. Raises HTTPException."""
        party = self._session.party
        if not isinstance(party, Party) or not isinstance(texts, list):
            raise HTTPException(400, f"expected a list of seats, got {texts!r:.40}")
        try:
            return party.changed(texts, variant)
        except ValueError as error:
            raise HTTPException(400, str(error)) from error

    async def take_back(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await body_of(request)
        await self._session.take_back(seat, number(body, "moment"))
        return self._news(request, seat)

    async def play_on(self, request: Request) -> Response:
        """Begin a game from a step of one that is over, in a seat of it."""
        seat, body = self._seat_of(request), await body_of(request)
        game, step, wanted = (number(body, key) for key in ("game", "step", "seat"))
        session, party = self._session, self._session.party
        if game not in session.archive.traces or not isinstance(party, Party) or wanted not in range(len(party.texts)):
            raise HTTPException(404, f"there is no game {game + 1} with a Player {wanted + 1}")
        others = [name for name in party.chosen if name != PERSON]
        party = self._party([*others[:wanted], PERSON, *others[wanted:]], party.variant)
        table = await session.archive.table_at(game, step)
        await session.restart(seat, session.game, party, table)
        return self._news(request, wanted)

    async def stand_in(self, request: Request) -> Response:
        """Let a built-in play for a person who is away."""
        seat, body = self._seat_of(request), await body_of(request)
        absent, game, name = number(body, "seat"), number(body, "game"), body.get("player")
        session, party = self._session, self._session.party
        if not isinstance(party, Party) or not isinstance(name, str) or name not in party.builtins:
            raise HTTPException(400, f"expected a built-in as 'player', got {name!r:.40}")
        await session.stand_in(game, absent, name, lambda: party.stand_in(absent, name, game))
        return self._news(request, seat)

    async def leave(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await body_of(request)
        self._session.leave(seat, number(body, "game"))
        return self._news(request, seat)

    async def hint(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await body_of(request)
        return _json(await self._session.hint(seat, number(body, "moment")))

    async def trace(self, request: Request) -> Response:
        game = self._finished_game(request)
        name = f'attachment; filename="{self._session.rules.name}-{game + 1}.json"'
        trace = self._session.archive.traces[game]
        return Response(trace, headers={"Content-Disposition": name}, media_type="application/json")

    async def watch(self, request: Request) -> Response:
        parts = await self._session.archive.page(self._finished_game(request))
        return StreamingResponse(parts, headers=SELF_CONTAINED, media_type="text/html")

    async def protocol(self, request: Request) -> Response:
        self._seat_of(request)
        page = await in_thread(lambda: protocol_page(self._session.rules))
        return HTMLResponse(page, headers=SELF_CONTAINED)

    def _finished_game(self, request: Request) -> int:
        """Return the number of the game that a seat asks for, once it is over."""
        self._seat_of(request)
        game = path_number(request.path_params["game"])
        if game not in self._session.archive.traces:
            raise HTTPException(404, f"game {game + 1} is not over, was never begun, or is kept no more")
        return game


def make_app(
    session: Session[Any],
    page: SeatPage,
    tokens: Mapping[int, str],
    names: Sequence[str] | None = OWN_NAMES,
    *,
    poll_seconds: float = POLL_SECONDS,
) -> Starlette:
    """Return the server of a session whose people have these tokens by seat; it answers to these host names alone."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        session.begin()
        try:
            yield
        finally:
            await session.close()

    endpoints = _Endpoints(session, page, tokens, poll_seconds)
    link = "/seat/{seat}/{token}"
    middleware = [Middleware(with_headers), Middleware(_with_short_bugs)]
    if names is not None:
        middleware.append(Middleware(TrustedHostMiddleware, allowed_hosts=names, www_redirect=False))
    app = Starlette(
        routes=[
            Route("/", endpoints.index),
            Route(link, endpoints.page),
            Route(f"{link}/news", endpoints.news),
            Route(f"{link}/move", endpoints.move, methods=["POST"]),
            Route(f"{link}/new", endpoints.restart, methods=["POST"]),
            Route(f"{link}/leave", endpoints.leave, methods=["POST"]),
            Route(f"{link}/stand-in", endpoints.stand_in, methods=["POST"]),
            Route(f"{link}/back", endpoints.take_back, methods=["POST"]),
            Route(f"{link}/try", endpoints.play_on, methods=["POST"]),
            Route(f"{link}/hint", endpoints.hint, methods=["POST"]),
            Route(f"{link}/trace/{{game}}", endpoints.trace),
            Route(f"{link}/watch/{{game}}", endpoints.watch),
            Route(f"{link}/protocol", endpoints.protocol),
            Route("/static/{name}", endpoints.file),
        ],
        middleware=middleware,
        exception_handlers={HTTPException: _refuse, RequestError: _refuse, Exception: _refuse},
        lifespan=lifespan,
    )
    app.state.game = session.rules
    return app


def _json(value: object, status: int = 200) -> Response:
    return Response(dumps(value), status, media_type="application/json")


def _plain(request: Request, title: str, lines: Sequence[str], told: str = "", status: int = 200) -> Response:
    """Return a page of some lines."""
    up = "../" * (request.url.path.count("/") - 1)
    template = template_environment().from_string(asset("gamekit.web", "plain.html"))
    return HTMLResponse(template.render(title=title, lines=lines, told=told, up=up), status)


async def _refuse(request: Request, error: Exception) -> Response:
    match error:
        case HTTPException() if "text/html" in request.headers.get("accept", ""):  # somebody has typed an address
            told = "The link for your seat stands in the terminal that serves the table, or was given to you."
            return _plain(request, "There is no such page", [error.detail], told, error.status_code)
        case HTTPException():
            return _json({"error": error.detail}, error.status_code)
        case IllegalMoveError():
            return _json({"error": str(error)}, 422)
        case RequestError():
            return _json({"error": str(error)}, 409)
    line = bug_text(request.app.state.game, error)
    if "text/html" in request.headers.get("accept", ""):
        return _plain(request, "The page could not be made", [line], status=500)
    return _json({"error": line}, 500)


def _with_short_bugs(app: ASGIApp) -> ASGIApp:
    """Say a bug of a game of one's own in a line, also in the terminal, where ours have their traceback."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except Exception as error:
            line = bug_text(scope["app"].state.game, error)
            if scope["type"] != "http" or line.startswith(OURS):
                raise
            print(line, file=sys.stderr, flush=True)
            with contextlib.suppress(RuntimeError):  # a part of the page was sent
                await (await _refuse(Request(scope), error))(scope, receive, send)

    return wrapped
