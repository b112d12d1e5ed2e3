"""Text from strangers (names, reasons, standard error, paths), made safe to show."""

import re

# What a terminal or a page acts on instead of showing it: C0, DEL and C1 control characters, bidirectional controls,
# line and paragraph separators; and lone surrogates, which no encoding has: bytes of a file's name that are no UTF-8.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escaped(text: str) -> str:
    r"""Return a text on one line that changes nothing where it is shown: ``\x1b``, ``\n``, ``\u202e`` stand for such
    characters, ``\xff`` for a byte that is no UTF-8. What is escaped stays the same when it is escaped again.
    """
    return _UNSAFE.sub(_escape, text)


def escaped_lines(text: str) -> list[str]:
    """Return the lines of a text, each escaped; tabulators are blanks."""
    return [escaped(line.expandtabs()) for line in text.splitlines()]


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # how Python carries the byte 0x80 to 0xff of a name that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return match[0].encode("unicode_escape").decode()
