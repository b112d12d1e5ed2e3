"""Game after game at one table: begun anew, left, kept and forgotten."""

import asyncio
import contextlib
import time
from collections.abc import Iterator, Mapping
from random import Random

from gamekit.game import Seat
from gamekit.pages.watch import Heading, page_parts
from gamekit.web.errors import RequestError
from gamekit.web.session import Session
from gamekit.wire.json_stream import values_of
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.goofspiel import State as Prizes
from tests.gamekit.nim import NIM
from tests.gamekit.tables import link, served
from tests.gamekit.test_web import Gathered


def test_each_game_of_a_session_has_its_own_deal() -> None:
    with served(GOOFSPIEL, "person", "person") as table:
        deals = []
        for number in range(4):
            deals.append(table.session.table.state.prizes)
            table.play_on(Random(1))
            for seat in (0, 1):
                assert table.post(seat, "new", game=number)[0] == 200
        assert len(set(deals)) > 1


def test_two_people_begin_a_new_game_when_both_agree() -> None:
    with served(NIM, "person", "person") as table:
        table.move(0, [2, 5])
        assert table.post(1, "new", game=0)[1]["agreed"] == [1]
        assert (table.news(0)["agreed"], table.session.game) == ([1], 0)
        assert table.post(0, "new", game=0)[1]["story"] == []
        assert (table.news(1)["agreed"], table.session.game) == ([], 1)
        assert table.post(1, "new", game=0) == (409, {"error": "a new game has begun already"})


def test_either_of_two_people_may_leave_and_the_other_is_told() -> None:
    with served(NIM, "person", "person", "random") as table:
        table.move(0, [2, 5])
        assert table.post(1, "leave", game=0)[1]["over"] == "You have left the game."
        news = table.news(0)
        assert (news["over"], news["question"], news["waiting"]) == ("Player 2 has left the game.", None, [])
        assert table.move(1, [1, 1])[0] == 409
        assert table.post(0, "leave", game=0)[0] == 409
        assert table.client.get(f"{link(0)}/trace/0").status_code == 200
        for seat in (0, 1):
            table.post(seat, "new", game=0)
        assert (table.session.game, table.news(0)["over"]) == (1, None)


def test_news_leave_out_what_the_page_has_of_the_story() -> None:
    with served(NIM, "person", "person") as table:
        for seat, action in enumerate(([2, 5], [1, 1])):
            table.move(seat, action)

        def story(have: str) -> tuple[int, int]:
            news = table.client.get(f"{link(0)}/news?after=-1&have={have}").json()
            return news["since"], len(news["story"])

        assert story("0.1") == (1, 1)
        assert story("0.9") == (2, 0)
        for other in ("1.1", "0.-1", "0.x", "0.", "", "0.99999999999", "²." * 9):
            assert story(other) == (0, 2)


def test_one_who_begins_game_after_game_has_the_programs_of_two_at_most() -> None:
    async def flood() -> int:
        session: Session[Prizes] = Session(GOOFSPIEL, party, lambda table, seat: {}, bytes.decode)
        session.begin()
        asked = [asyncio.ensure_future(session.restart(0, session.game)) for _ in range(20)]
        await asyncio.wait(asked)
        refused = sum(isinstance(each.exception(), RequestError) for each in asked)
        for _ in range(10):
            await session.restart(0, session.game)
        await session.close()
        return refused

    class Slow(Gathered):
        opened = most = 0

        @contextlib.contextmanager
        def open_programs(self, number: int) -> Iterator[Mapping[int, Seat[Prizes]]]:
            self.opened += 1
            self.most = max(self.most, self.opened)
            with super().open_programs(number) as programs:
                yield programs
                time.sleep(0.02)  # that they take to end
            self.opened -= 1

    party = Slow()
    assert asyncio.run(flood()) == 19
    assert (party.most, len(party.programs)) == (2, 12)


def test_an_evening_of_games_keeps_the_last_ones_only() -> None:
    with served(NIM, "person", "random") as table:
        for number in range(25):
            table.play_on(Random(number))
            if number % 8 == 0:  # a page takes long to make
                assert table.client.get(f"{link(0)}/watch/{number}").status_code == 200
            assert table.post(0, "new", game=number)[0] == 200
        assert table.news(0)["finished"] == [*range(5, 25)]
        assert table.client.get(f"{link(0)}/trace/4").status_code == 404


def test_of_the_pages_to_watch_the_last_two_are_kept_and_others_made_again() -> None:
    made: list[bytes] = []

    def watch(trace: bytes) -> list[str]:
        made.append(trace)
        return ["page"]

    with served(NIM, "person", "random", watch=watch) as table:
        for number in range(3):
            table.play_on(Random(number))
            assert table.post(0, "new", game=number)[0] == 200
        for game, so_far in ((0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (0, 4)):
            assert table.client.get(f"{link(0)}/watch/{game}").status_code == 200
            assert len(made) == so_far, game


def test_of_a_game_that_was_left_before_its_first_move_there_is_nothing_to_watch() -> None:
    def watch(trace: bytes) -> Iterator[str]:
        return page_parts(NIM, Heading("a game"), values_of(trace))

    with served(NIM, "person", "nim", watch=watch) as table:
        table.post(0, "leave", game=0)
        response = table.client.get(f"{link(0)}/watch/0")
    assert (response.status_code, response.json()["error"][:24]) == (409, "there is nothing to watc")
