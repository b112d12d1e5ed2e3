"""Tables of the little games with people at them, for tests."""

import contextlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from starlette.testclient import TestClient

from gamekit.game import AnyGame, ChildSettings
from gamekit.web.archive import Watch
from gamekit.web.http.app import make_app
from gamekit.web.party import PERSON, Party, Program
from gamekit.web.seat_page import SeatPage
from gamekit.web.session import Session


def party(game: AnyGame, *texts: str, seed: int = 1) -> Party:
    """Return the players of a table: built-ins, and each `person`."""
    programs: tuple[Program, ...] = tuple(None if text == PERSON else text for text in texts)
    return Party(texts, programs, game.variants[0], game, ChildSettings(game.wires[0], 5.0, strict=False), seed)


class Served:
    """A table behind its server, asked as the page asks."""

    def __init__(self, client: TestClient, session: Session[Any]) -> None:
        self.client = client
        self.session = session

    def news(self, seat: int, after: int = -1) -> dict[str, Any]:
        answer = self.client.get(f"{link(seat)}/news?after={after}")
        assert answer.status_code == 200
        return dict(answer.json())

    def post(self, seat: int, path: str, **body: object) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(f"{link(seat)}/{path}", json=body)
        return answer.status_code, answer.json()

    def move(self, seat: int, action: object) -> tuple[int, dict[str, Any]]:
        return self.post(seat, "move", moment=self.session.moment, action=action)

    def play_on(self, rng: Random) -> None:
        """Let all people choose from what they are offered until the game is over."""
        version = -1
        while not self.session.table.over:
            for seat in self.session.people:
                if (question := self.news(seat)["question"]) is not None:
                    assert self.move(seat, json.loads(rng.choice(question["options"])["action"]))[0] == 200
            version = self.news(self.session.people[0], after=version)["version"]


def link(seat: int) -> str:
    """Return the path of a seat's page."""
    return f"/seat/{seat}/token-{seat}"


@contextlib.contextmanager
def served(game: AnyGame, *texts: str, seed: int = 1, watch: Watch = bytes.decode) -> Iterator[Served]:
    """Serve a table; `watch` makes the page to watch a game on."""
    page = SeatPage(game)
    session: Session[Any] = Session(game, party(game, *texts, seed=seed), page.hint, watch)
    tokens = {seat: f"token-{seat}" for seat in session.people}
    app = make_app(session, page, tokens, poll_seconds=0.2)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield Served(client, session)
