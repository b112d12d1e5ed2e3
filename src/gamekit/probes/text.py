"""Values and messages of players, made short enough to be quoted."""

from gamekit.wire.json_stream import dumps


def shorten(value: object, length: int = 60) -> str:
    """Return a JSON value as a text of bounded length."""
    text = dumps(value).decode()
    return text if len(text) <= length else text[: length - 3] + "..."


def with_last_lines(reason: str, errors: str) -> str:
    """Return a reason with the last lines of standard error in brackets, if it has any."""
    last = last_lines(errors)
    return f"{reason} ({last})" if last else reason


def last_lines(text: str, length: int = 300) -> str:
    """Return the last lines of a text that fit, whole and joined by bars; of one that is too long the beginning.

    Lines without a letter or digit, such as Python's markers under an expression, are left out.
    """
    lines = [line.strip() for line in text.splitlines() if any(map(str.isalnum, line))]
    if not lines:
        return ""
    shown = lines[-1][:length]
    for line in reversed(lines[:-1]):
        if len(longer := f"{line} | {shown}") > length:
            break
        shown = longer
    return "".join(letter if letter.isprintable() else "?" for letter in shown)
