"""Headers that keep a page to itself."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = "Content-Security-Policy"
SELF_CONTAINED = {_POLICY: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"}
"""Headers of a page that holds all that it needs."""
_HEADERS = {
    _POLICY: "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",  # the link is the key
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def with_headers(app: ASGIApp) -> ASGIApp:
    """Add these headers to every answer that does not bring its own."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, send_with_headers)

    return wrapped
