"""Whole games at the server of a table: their traces, programs that are slow or break, and numbers without a bound."""

import json
import threading
from random import Random
from typing import Any

import pytest

from economancy.game import GAME
from economancy.rules.game import new_game
from economancy.rules.position import Position
from economancy.rules.state import Buying
from gamekit.answer import Answer, Failure
from gamekit.game import Fault, Observation, Seat
from gamekit.traces import replay, split_games
from gamekit.wire.json_stream import read_values
from tests.economancy.pages.test_play_page import Table, builtin, served
from tests.economancy.positions import player, position


def play_on(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Let a seat move at random, whenever it is asked, until the game is over."""
    news = table.news(seat)
    while not news["over"]:
        if (asked := news["question"]) is None:
            news = table.news(seat, after=news["version"])
            continue
        if asked["numbers"]:
            action = rng.randint(*map(int, asked["numbers"]))
        else:
            (action,) = json.loads(rng.choice(asked["options"])["action"])
        status, news = table.move(seat, action, news["moment"])
        assert status == 200
    return news


def trace_of(table: Table, game: int = 0) -> bytes:
    answer = table.client.get(f"{table.link(0)}/trace/{game}")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    return answer.content


def check(trace: bytes) -> int:
    """Replay a trace under the rules; return how many steps it has."""
    chunks = iter([trace])
    (game,) = split_games(GAME, read_values(lambda size: next(chunks, b"")))
    return len([step for played in replay(GAME, game) for step in played.steps])


def test_a_game_against_programs_is_a_trace_that_follows_the_rules() -> None:
    with served(new_game(3), {1: builtin("points"), 2: builtin("decent")}) as table:
        assert table.client.get(f"{table.link(0)}/trace/0").status_code == 404
        over = play_on(table, 0, Random(5))
        assert over["over"] == "Player 2 (bot 1) wins: 10 points to 7"
        assert over["story"][-1][-1] == "bot 1 wins the game, with 10 points."
        assert check(trace_of(table)) > 10


def test_the_page_to_watch_a_finished_game_on_is_made_of_its_trace_with_the_names() -> None:
    with served(bots={1: builtin("points")}) as table:
        assert table.client.get(f"{table.link(0)}/watch/0").status_code == 404
        play_on(table, 0, Random(5))
        answer = table.client.get(f"{table.link(0)}/watch/0")
        assert answer.content == trace_of(table)
        assert answer.content.startswith(b'{"meta":"players","names":["Player 1","bot 1"]}\n')
        assert "script-src 'unsafe-inline'" in answer.headers["content-security-policy"]


def test_a_new_game_begins_when_one_is_over_and_keeps_the_trace_of_the_old_one() -> None:
    with served(bots={1: builtin("points")}) as table:
        play_on(table, 0, Random(5))
        first = trace_of(table)
        status, news = table.post(0, "new", game=0)
        assert (status, news["game"], news["over"], news["story"]) == (200, 1, None, [])
        play_on(table, 0, Random(6))
        assert trace_of(table, 0) == first != trace_of(table, 1)


class Slow(Seat[Any]):
    """A program that answers when it is told to."""

    errors = ""

    def __init__(self, answer: Answer | Failure) -> None:
        self.answer = answer
        self.may_answer = threading.Event()
        self.told: list[tuple[Position, Fault | None]] = []

    def ask(self, observation: Observation[Position]) -> Answer | Failure:
        assert self.may_answer.wait(10)
        return self.answer

    def tell(self, state: Position, seat: int, fault: Fault | None) -> None:
        self.told.append((state, fault))


def test_a_program_that_thinks_holds_up_nobody_else() -> None:
    bot = Slow(Answer([0], 0.0))
    with served(bots={1: bot}) as table:
        status, news = table.move(0, 1)
        assert (status, news["waiting"]) == (200, [1])
        assert table.news(0, after=news["version"])["waiting"] == [1]
        bot.may_answer.set()
        while table.news(0, after=news["version"])["waiting"] == [1]:
            pass
        assert table.news(0)["story"][0][0] == "You bid 1. bot 1 bids 0."


def test_a_program_that_breaks_the_rules_ends_the_game_and_is_told() -> None:
    bot = Slow(Answer([99], 0.0))
    bot.may_answer.set()
    with served(bots={1: bot}) as table:
        news = table.move(0, 1)[1]
        while not news["over"]:
            news = table.news(0, after=news["version"])
        assert news["over"] == "bot 1 forfeits: illegal move: expected a bid from 0 to 3, got [99]."
        check(trace_of(table))
    assert bot.told == [(table.session.table.state, table.session.table.forfeit)]


class Broken(Seat[Any]):
    errors = ""

    def ask(self, observation: Observation[Position]) -> Answer:
        raise ZeroDivisionError("by zero")

    def tell(self, state: Position, seat: int, fault: Fault | None) -> None:
        pass


def test_a_bug_of_a_built_in_ends_the_game_and_not_the_server(capfd: pytest.CaptureFixture[str]) -> None:
    with served(bots={1: Broken()}) as table:
        news = table.move(0, 1)[1]
        while not news["over"]:
            news = table.news(0, after=news["version"])
        assert "our bug: ZeroDivisionError: by zero" in news["over"]
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_coins_past_what_a_browser_s_numbers_hold_are_exact() -> None:
    hoard = 3461834487117869480315
    with served(position(player("Worker", coins=hoard), player("Worker", coins=1))) as table:
        news = table.news(0)
        assert news["question"]["numbers"] == ["0", str(hoard)]
        assert f'"coins":"{hoard}"' in news["board"]
        assert table.move(0, hoard - 1)[0] == 200
        table.move(1, 0)
        assert f"Player 1 bids {hoard - 1}" in table.news(1)["story"][0][0]


def test_sold_out_cards_are_not_offered_but_a_legal_answer() -> None:
    start = position(player(coins=2), player(coins=2), phase=Buying(), shop={"Ghost": 0, "Worker": 1})
    with served(start) as table:
        assert [option["label"] for option in table.news(0)["question"]["options"]] == ["Pass", "Worker"]
        assert table.move(0, "Ghost")[0] == 200
