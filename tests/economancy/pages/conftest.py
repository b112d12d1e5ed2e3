"""Pages of traces, made once for all tests of a module."""

from typing import Any

import pytest

from economancy.commands.cli import main


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what makes the page of a trace, once for each, and returns its address."""
    folder = tmp_path_factory.mktemp("pages")

    def make(name: str, text: bytes, seconds: float = 0) -> str:
        page = folder / f"{name}-{seconds}.html"
        if not page.exists():
            trace = folder / f"{name}.json"
            trace.write_bytes(text)
            assert main(["view", str(trace), "-o", str(page), "--seconds", str(seconds)]) == 0
        return page.as_uri()

    return make
