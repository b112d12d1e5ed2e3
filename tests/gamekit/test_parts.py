"""A text that is read while a thread makes it."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from gamekit.web.parts import Parts


def test_a_part_is_read_before_the_next_is_made_and_later_readers_get_all() -> None:
    go_on = threading.Event()

    def make() -> Iterator[str]:
        yield "first"
        assert go_on.wait(30)
        yield "second"

    async def read() -> list[str]:
        page = Parts(make)
        await page.begun()
        parts = page.read()
        found = [await anext(parts)]
        assert not page.over
        go_on.set()
        found += [part async for part in parts]
        assert [part async for part in page.read()] == found
        return found

    assert asyncio.run(read()) == ["first", "second"]


@pytest.mark.parametrize("good", [0, 1])
def test_what_goes_wrong_is_raised_to_every_reader_after_what_was_made(good: int) -> None:
    def make() -> Iterator[str]:
        yield from ["part"] * good
        raise ValueError("no game")

    async def collect(page: Parts, found: list[str]) -> None:
        await page.begun()
        async for part in page.read():
            found.append(part)  # noqa: PERF401 - those before the error are kept

    async def read() -> None:
        page = Parts(make)
        for _ in range(2):
            found: list[str] = []
            with pytest.raises(ValueError, match="no game"):
                await collect(page, found)
            assert found == ["part"] * good

    asyncio.run(read())
