"""The server of a table: a page for each seat, under a link that only its player knows, and the requests it makes.

Every request names a seat and carries its token in the path. Moves are POSTed as JSON, which no form of a foreign page
can send, and a server for this machine alone answers to its own names only, so that no foreign page can reach it by a
name of its own. A request that is refused changes nothing; it is answered with a status and `{"error": one line}`.
"""

import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gamekit.pages.assets import asset
from gamekit.pages.protocol.shown import protocol_page
from gamekit.web.play_page import PlayPage
from gamekit.web.session import IllegalMoveError, RequestError, Session
from gamekit.web.threads import in_thread
from gamekit.wire.json_stream import JsonSplitter, Value, dumps

OWN_NAMES = ("127.0.0.1", "localhost")
POLL_SECONDS = 20.0
"""How long a request for news waits for some (guessed: below what routers and browsers cut off)."""

_SHARED = {"link.js": ("gamekit.web", "text/javascript"), "elements.css": ("gamekit.pages", "text/css")}
_MOST_BYTES = 4096  # of a request's body: a bid of more digits than JSON numbers may have still fits
_POLICY = "Content-Security-Policy"
_SELF_CONTAINED = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
_HEADERS = {
    _POLICY: "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",  # the link is the key
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

MOST_DIGITS = 9
"""Of a number in a path: more than any seat or game has, and less than int() refuses."""


class _Endpoints:
    """What a seat may ask for; all raise HTTPException or Refused."""

    def __init__(self, session: Session[Any], page: PlayPage, tokens: Mapping[int, str], poll_seconds: float) -> None:
        self._session = session
        self._page = page
        self._tokens = tokens
        self._poll_seconds = poll_seconds

    def _seat_of(self, request: Request) -> int:
        """Return the seat of a request that carries that seat's token."""
        seat = _path_number(request.path_params["seat"])
        token = self._tokens.get(seat)
        if token is None or not secrets.compare_digest(token.encode(), request.path_params["token"].encode()):
            raise HTTPException(403, f"this is not the link of player {seat + 1}: use the link that you were given")
        if know := getattr(request.state, "know", None):  # the connection's
            know(seat)
        return seat

    async def page(self, request: Request) -> Response:
        seat = self._seat_of(request)
        return HTMLResponse(self._page.html(self._session, seat, f"/seat/{seat}/{self._tokens[seat]}"))

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
        await self._session.wait(int(after), self._poll_seconds)
        return self._news(request, seat)

    def _news(self, request: Request, seat: int) -> Response:
        """Return the news for a page that has some rounds of a game already: `have=GAME.ROUNDS`."""
        game, _, rounds = request.query_params.get("have", "").partition(".")
        short = all(each.isascii() and each.isdecimal() and len(each) <= MOST_DIGITS for each in (game, rounds))
        since = int(rounds) if short and int(game) == self._session.game else 0
        return _json(self._page.news(self._session, seat, min(since, len(self._session.table.rounds()))))

    async def move(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await _body(request)
        moment = _number(body, "moment")
        self._session.expect(seat, moment)
        try:
            value = self._page.answer(body, self._session, seat)
        except ValueError as error:
            raise HTTPException(400, str(error)) from error
        self._session.answer(seat, moment, value)
        return self._news(request, seat)

    async def restart(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await _body(request)
        await self._session.restart(seat, _number(body, "game"))
        return self._news(request, seat)

    async def leave(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await _body(request)
        self._session.leave(seat, _number(body, "game"))
        return self._news(request, seat)

    async def hint(self, request: Request) -> Response:
        seat, body = self._seat_of(request), await _body(request)
        return _json(await self._session.hint(seat, _number(body, "moment")))

    async def trace(self, request: Request) -> Response:
        game = self._finished_game(request)
        name = f'attachment; filename="{self._session.rules.name}-{game + 1}.json"'
        trace = self._session.traces[game]
        return Response(trace, headers={"Content-Disposition": name}, media_type="application/json")

    async def watch(self, request: Request) -> Response:
        page = await self._session.watch(self._finished_game(request))
        return HTMLResponse(page, headers={_POLICY: _SELF_CONTAINED})

    async def protocol(self, request: Request) -> Response:
        self._seat_of(request)
        page = await in_thread(lambda: protocol_page(self._session.rules))
        return HTMLResponse(page, headers={_POLICY: _SELF_CONTAINED})

    def _finished_game(self, request: Request) -> int:
        """Return the number of the game that a seat asks for, once it is over."""
        self._seat_of(request)
        game = _path_number(request.path_params["game"])
        if game not in self._session.traces:
            raise HTTPException(404, f"game {game + 1} is not over, was never begun, or is kept no more")
        return game


def make_app(
    session: Session[Any],
    page: PlayPage,
    tokens: Mapping[int, str],
    *,
    local: bool = True,
    poll_seconds: float = POLL_SECONDS,
) -> Starlette:
    """Return the server of a session whose people have these tokens by seat; `local` answers to OWN_NAMES only."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        session.begin()
        try:
            yield
        finally:
            await session.close()

    endpoints = _Endpoints(session, page, tokens, poll_seconds)
    link = "/seat/{seat}/{token}"
    middleware = [Middleware(_with_headers)]
    if local:
        middleware.append(Middleware(TrustedHostMiddleware, allowed_hosts=OWN_NAMES, www_redirect=False))
    return Starlette(
        routes=[
            Route(link, endpoints.page),
            Route(f"{link}/news", endpoints.news),
            Route(f"{link}/move", endpoints.move, methods=["POST"]),
            Route(f"{link}/new", endpoints.restart, methods=["POST"]),
            Route(f"{link}/leave", endpoints.leave, methods=["POST"]),
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


def _path_number(text: str) -> int:
    """Return the number in a path. Raises HTTPException."""
    if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS:
        raise HTTPException(404, "there is no such seat or game")
    return int(text)


async def _body(request: Request) -> Mapping[str, object]:
    """Return the JSON object in a request. Raises HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, f"expected Content-Type: application/json, got {kind!r:.40}")
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > _MOST_BYTES:
            raise HTTPException(413, f"expected at most {_MOST_BYTES} bytes")
    splitter = JsonSplitter()
    items = [*splitter.feed(text), *splitter.close()]
    if len(items) != 1:
        raise HTTPException(400, f"expected one JSON object, got {len(items)} values")
    item = items[0]
    if not isinstance(item, Value):
        raise HTTPException(400, item.message)
    if not isinstance(item.data, dict):
        raise HTTPException(400, "expected a JSON object")
    return item.data


def _member(body: Mapping[str, object], key: str) -> object:
    if key not in body:
        raise HTTPException(400, f"expected the key {key!r}, got {sorted(body)!r:.80}")
    return body[key]


def _number(body: Mapping[str, object], key: str) -> int:
    value = _member(body, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise HTTPException(400, f"expected a whole number as {key!r}, got {value!r:.40}")
    return value


def _json(value: object, status: int = 200) -> Response:
    return Response(dumps(value), status, media_type="application/json")


async def _refuse(request: Request, error: Exception) -> Response:
    match error:
        case HTTPException():
            return _json({"error": error.detail}, error.status_code)
        case IllegalMoveError():
            return _json({"error": str(error)}, 422)
        case RequestError():
            return _json({"error": str(error)}, 409)
    return _json({"error": f"our bug: {type(error).__name__}: {error}"}, 500)


def _with_headers(app: ASGIApp) -> ASGIApp:
    """Add headers that keep the page to itself to every answer that does not bring its own."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, send_with_headers)

    return wrapped
