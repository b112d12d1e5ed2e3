"""Numbers and JSON objects in the requests that pages make."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request

from gamekit.wire.json_stream import Value, values_of

MOST_DIGITS = 9
"""Of a number in a path: more than any seat or game has, and less than int() refuses."""

_MOST_BYTES = 4096  # of a request's body: a bid of more digits than JSON numbers may have still fits


def path_number(text: str) -> int:
    """Return the number in a path. Raises HTTPException."""
    if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS:
        raise HTTPException(404, "there is no such seat or game")
    return int(text)


async def body_of(request: Request) -> Mapping[str, object]:
    """Return the JSON object in a request. Raises HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, f"expected Content-Type: application/json, got {kind!r:.40}")
    text = b""
    async for chunk in request.stream():
        text += chunk
        if len(text) > _MOST_BYTES:
            raise HTTPException(413, f"expected at most {_MOST_BYTES} bytes")
    items = values_of(text)
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


def number(body: Mapping[str, object], key: str) -> int:
    """Return a whole number in a request. Raises HTTPException."""
    value = _member(body, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise HTTPException(400, f"expected a whole number as {key!r}, got {value!r:.40}")
    return value
