"""The server of a table: what a seat is told, and that wrong requests are refused and change nothing."""

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from economancy.game import GAME
from economancy.rules.game import new_game
from economancy.rules.position import Position
from economancy.rules.state import Action, Attacking, State
from gamekit.answer import Answer
from gamekit.deadline import NO_DEADLINE
from gamekit.game import Seat
from gamekit.seats import BuiltinSeat
from gamekit.table import Table as GameResult
from gamekit.web.http.address import OWN_NAMES
from gamekit.web.http.app import make_app
from gamekit.web.seat_page import SeatPage
from gamekit.web.session import Advise, Session
from tests.economancy.positions import player, position

Bots = Mapping[int, Seat[Position]]

NOBODY: Bots = {}
TOKENS = {0: "token-of-ann", 1: "token-of-bob"}


class Table:
    """A served table of two or more, asked as the page asks."""

    def __init__(self, client: TestClient, session: Session[Position]) -> None:
        self.client = client
        self.session = session

    def link(self, seat: int) -> str:
        return f"/seat/{seat}/{TOKENS[seat]}"

    def news(self, seat: int, after: int = -1) -> dict[str, Any]:
        answer = self.client.get(f"{self.link(seat)}/news?after={after}")
        assert answer.status_code == 200
        return dict(answer.json())

    def move(self, seat: int, action: Action, moment: int | None = None) -> tuple[int, dict[str, Any]]:
        moment = self.session.moment if moment is None else moment
        answer = self.client.post(f"{self.link(seat)}/move", json={"moment": moment, "action": [action]})
        return answer.status_code, answer.json()

    def post(self, seat: int, path: str, **body: object) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(f"{self.link(seat)}/{path}", json=body)
        return answer.status_code, answer.json()


@dataclass
class Party:
    """People, and these bots."""

    first: State
    bots: Bots

    @property
    def names(self) -> list[str]:
        seats = range(len(self.first.players))
        return [f"Player {seat + 1}" if seat not in self.bots else f"bot {seat}" for seat in seats]

    def start(self, number: int) -> Position:
        return Position(self.first)

    def open_programs(self, number: int) -> contextlib.AbstractContextManager[Bots]:
        return contextlib.nullcontext(self.bots)


@contextlib.contextmanager
def served(
    start: State | None = None, bots: Bots = NOBODY, local: bool = True, advise: Advise[Position] | None = None
) -> Iterator[Table]:
    page = SeatPage(GAME)
    session = Session(GAME, Party(start or new_game(2), bots), advise or page.hint, bytes.decode)
    tokens = {seat: TOKENS[seat] for seat in session.people}
    host = "http://127.0.0.1" if local else "http://somewhere.example"
    with TestClient(
        make_app(session, page, tokens, OWN_NAMES if local else None, poll_seconds=0.2), base_url=host
    ) as client:
        yield Table(client, session)


def builtin(name: str, seed: int = 1) -> Seat[Position]:
    return BuiltinSeat(GAME, GAME.policy(name), Random(seed), 1.0)


@pytest.fixture
def table() -> Iterator[Table]:
    with served() as opened:
        yield opened


def test_a_person_is_asked_and_what_the_others_chose_stays_hidden_until_all_have(table: Table) -> None:
    asked = table.news(0)["question"]
    assert asked["title"] == "How much do you bid?"
    assert [option["label"] for option in asked["options"]] == ["0", "1", "2", "3"]
    assert table.move(0, 2)[0] == 200
    mine, theirs = table.news(0), table.news(1)
    assert (mine["own"], theirs["own"]) == ("2", None)
    assert (mine["question"], theirs["question"]["title"]) == (None, "How much do you bid?")
    assert theirs["waiting"] == [1]
    assert "bid 2" not in theirs["board"]
    assert theirs["board"].count('"coins":3') == 2
    assert table.move(1, 1)[0] == 200
    assert ["bid 2" in theirs["board"] for theirs in (table.news(0), table.news(1))] == [True, True]
    assert table.news(1)["story"][0][0] == "Player 1 bids 2. You bid 1."


def refused(table: Table, answer: tuple[int, dict[str, Any]], status: int, message: str, before: object) -> None:
    assert (answer[0], list(answer[1])) == (status, ["error"])
    assert message in answer[1]["error"]
    assert "\n" not in answer[1]["error"]
    assert state_of(table) == before


def state_of(table: Table) -> object:
    session = table.session
    return session.version, session.moment, session.game, session.table, dict(session.archive.traces)


def test_another_seat_s_token_opens_nothing(table: Table) -> None:
    before = state_of(table)
    for path in ("/seat/0/token-of-bob", "/seat/1/token-of-ann", "/seat/2/token-of-ann", "/seat/0/", "/seat/0/x"):
        for method, end in (("GET", ""), ("GET", "/news"), ("POST", "/move"), ("POST", "/new"), ("POST", "/hint")):
            answer = table.client.request(method, path + end, json={"moment": 0, "action": 1, "game": 0})
            assert answer.status_code in (403, 404)
            assert "token-of" not in answer.text
    answer = table.client.post("/seat/0/token-of-bob/move", json={"moment": 0, "action": [1]})
    refused(table, (answer.status_code, answer.json()), 403, "not the link of Player 1", before)


@pytest.mark.parametrize("action", [4, -1, "Ghost", "Pass", 10**30])
def test_an_illegal_move_is_refused_with_what_is_legal(action: Action, table: Table) -> None:
    before = state_of(table)
    refused(table, table.move(0, action), 422, "expected a bid from 0 to 3", before)


@pytest.mark.parametrize("action", [True, None, 1.0, [1], {"bid": 1}])
def test_a_move_of_a_wrong_shape_is_refused(action: Any, table: Table) -> None:
    before = state_of(table)
    refused(table, table.move(0, action), 400, "expected integer or string", before)


@pytest.mark.parametrize(
    ("body", "kind", "status", "message"),
    [
        (b"", "application/json", 400, "expected one JSON object, got 0 values"),
        (b'{"moment":0,"action":1', "application/json", 400, "cut off"),
        (b'{"moment":0,"action":1}{"moment":0,"action":1}', "application/json", 400, "got 2 values"),
        (b"[0,1]", "application/json", 400, "expected a JSON object"),
        (b"\xff\xfe", "application/json", 400, "expected JSON"),
        (b"[" * 2000 + b"]" * 2000, "application/json", 400, "nested"),
        (b'{"action":1}', "application/json", 400, "'moment'"),
        (b'{"moment":"0","action":1}', "application/json", 400, "whole number"),
        (b'{"moment":0}', "application/json", 400, "'action'"),
        (b'{"moment":0,"action":' + b"9" * 5000 + b"}", "application/json", 413, "4096 bytes"),
        (b'{"moment":0,"action":[' + b"9" * 300 + b"]}", "application/json", 422, "expected a bid from 0 to 3"),
        (b'{"moment":0,"action":1}', "text/plain", 415, "application/json"),
        (b"moment=0&action=1", "application/x-www-form-urlencoded", 415, "application/json"),
    ],
)
def test_a_malformed_body_is_refused(body: bytes, kind: str, status: int, message: str, table: Table) -> None:
    before = state_of(table)
    answer = table.client.post(f"{table.link(0)}/move", content=body, headers={"Content-Type": kind})
    refused(table, (answer.status_code, answer.json()), status, message, before)


def test_of_two_answers_at_once_one_counts(table: Table) -> None:
    results: list[tuple[int, dict[str, Any]]] = []
    both = [threading.Thread(target=lambda bid=bid: results.append(table.move(0, bid, 0))) for bid in (1, 2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    (_, counted), (status, refusal) = sorted(results, key=lambda result: result[0])
    assert (status, refusal) == (409, {"error": "you have already chosen"})
    assert table.news(0)["own"] == counted["own"]


def test_a_late_answer_to_an_earlier_moment_is_refused(table: Table) -> None:
    table.move(0, 1)
    table.move(1, 0)
    before = state_of(table)
    refused(table, table.move(0, 0, moment=0), 409, "meanwhile", before)


def test_an_answer_out_of_turn_is_refused() -> None:
    phase = Attacking(0, 1)
    with served(position(player("Worker'"), player("Worker"), phase=phase)) as table:
        before = state_of(table)
        refused(table, table.move(0, 1), 409, "not your turn", before)


def test_a_page_from_elsewhere_cannot_reach_a_local_server_by_another_name(table: Table) -> None:
    answer = table.client.get(f"{table.link(0)}/news", headers={"Host": "evil.example:8000"})
    assert answer.status_code == 400
    with served(local=False) as open_table:
        assert open_table.news(0)["seat"] == 0


def test_the_page_names_its_seat_and_lets_nothing_from_elsewhere_in(table: Table) -> None:
    answer = table.client.get(table.link(1))
    assert "Player 2" in answer.text
    assert 'data-base="token-of-bob"' in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "http://" not in answer.text.replace("http://www.w3.org", "")


def test_news_waits_until_there_is_some_and_answers_at_once_to_who_has_missed_some(table: Table) -> None:
    first = table.news(1)
    results: list[dict[str, Any]] = []
    waiting = threading.Thread(target=lambda: results.append(table.news(1, after=first["version"])))
    waiting.start()
    table.move(0, 1)
    waiting.join()
    assert results[0]["version"] == first["version"] + 1
    assert table.news(1, after=first["version"]) == results[0]


@pytest.mark.parametrize("after", ["", "one", "--1", "9" * 30])
def test_news_after_no_version_is_refused(after: str, table: Table) -> None:
    assert table.client.get(f"{table.link(0)}/news?after={after}").status_code == 400


def test_a_hint_is_the_asked_seat_s_own_analysis_and_only_while_it_is_asked(table: Table) -> None:
    status, hint = table.post(0, "hint", moment=0)
    assert status == 200
    assert sorted(one["label"] for one in hint["hints"]) == ["0", "1", "2", "3"]
    assert "you win" in hint["hints"][0]["text"]
    table.move(0, 2)
    before = state_of(table)
    refused(table, table.post(0, "hint", moment=0), 409, "nothing to decide", before)


def test_a_bug_in_an_analysis_is_said_in_a_line() -> None:
    def broken(table: GameResult[Position], seat: int) -> dict[str, object]:
        raise ZeroDivisionError("by zero")

    session = Session(GAME, Party(new_game(2), {}), broken, bytes.decode)
    app = make_app(session, SeatPage(GAME), TOKENS)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        answer = Table(client, session).post(0, "hint", moment=0)
    assert answer == (500, {"error": "our bug: ZeroDivisionError: by zero"})


def test_a_hint_is_told_what_earlier_defenders_chose_but_no_secret() -> None:
    start = position(player("Worker'"), player("Worker"), player("Worker", "Ghost"), phase=Attacking(0, 1))
    for state, first, second, known in ((start, (1, 1), 2, {1: 1}), (new_game(3), (1, 1), 2, {})):
        table = GameResult.begin(GAME, Position(state)).answered(first[0], Answer([first[1]], 0.0))
        assert (table.state.state, table.revealed) == (state, known)
        shown = table.observation(second).state
        assert (shown.before, shown.shown) == (state, known)
        offered = {str(action) for action in GAME.legal_actions(shown, second)}
        hint: Any = SeatPage(GAME).hint(table, second)
        assert hint["hints"]
        assert {one["action"].strip('[]"') for one in hint["hints"]} <= offered
        assert {str(one.action) for one in GAME.hints(table.observation(second), Random(1), NO_DEADLINE)} <= offered


# Whole games


def test_who_plays_alone_may_begin_anew_at_any_time_but_nobody_ends_the_game_of_others(table: Table) -> None:
    refused(table, table.post(0, "new", game=7), 409, "already", state_of(table))
    news = table.post(0, "new", game=0)[1]
    assert (news["game"], news["agreed"]) == (0, [0])
    with served(bots={1: builtin("points")}) as alone:
        alone.move(0, 1)
        assert alone.post(0, "new", game=0)[1]["game"] == 1
        assert alone.move(0, 3, moment=alone.session.moment)[0] == 200


@pytest.mark.parametrize("number", ["9" * 5000, "9999999999", "-1", "x"])
def test_a_number_that_no_seat_has_is_not_found(table: Table, number: str) -> None:
    assert table.client.get(f"/seat/{number}/token").status_code == 404
