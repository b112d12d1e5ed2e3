"""JSON values that must be of some kind: what is not raises ProtocolError, with the path and what was expected."""

from collections.abc import Mapping
from typing import NoReturn

from gamekit.wire.json_stream import dumps, preview


class ProtocolError(ValueError):
    """A JSON value that is not what the protocol asks for; the message is one line with the path."""


def fail(expected: str, path: str, value: object) -> NoReturn:
    """Raise ProtocolError: what was expected at the path, and the value there, shortened."""
    raise ProtocolError(f"expected {expected} at {path}, got {show(value)}")


def show(value: object) -> str:
    """Return a value as JSON, shortened, for a message."""
    try:
        text = dumps(value)
    except (TypeError, ValueError, RecursionError):
        return "something that cannot be shown"
    return text.decode() if len(text) <= 40 and text.isascii() else preview(text)


def as_object(value: object, path: str) -> Mapping[str, object]:
    """Return the value if it is an object."""
    if not isinstance(value, dict):
        fail("object", path, value)
    return value


def as_array(value: object, path: str) -> list[object]:
    """Return the value if it is an array."""
    if not isinstance(value, list):
        fail("array", path, value)
    return value


def as_string(value: object, path: str) -> str:
    """Return the value if it is a string."""
    if not isinstance(value, str):
        fail("string", path, value)
    return value


def as_integer(value: object, path: str, least: int = 0, most: int | None = None) -> int:
    """Return the value if it is an integer within the bounds, which are included."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least or (most is not None and value > most):
        fail(f"integer >= {least}" if most is None else f"integer from {least} to {most}", path, value)
    return value


def member(value: Mapping[str, object], key: str, path: str) -> object:
    """Return what an object has under a key that it must have."""
    if key not in value:
        fail(f"object with key {key!r}", path, value)
    return value[key]
