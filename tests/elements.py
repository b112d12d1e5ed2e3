"""What a browser would find in a page."""

from html.parser import HTMLParser


class _Names(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.begin: list[str] = []
        self.end: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.begin.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.end.append(tag)


def element_names(page: str) -> tuple[list[str], list[str]]:
    """Return the names of the elements that begin in a page, and of those that end: what stands in a script is none."""
    names = _Names()
    names.feed(page)
    return names.begin, names.end
