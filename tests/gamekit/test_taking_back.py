"""A table over an evening: moves taken back, other opponents, games taken up again, programs that crash."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from coinfight.game import GAME as COINFIGHT
from economancy.game import GAME as ECONOMANCY
from gamekit.answer import Answer
from gamekit.builtins import builtin_names
from gamekit.commands.common.main import main
from gamekit.game import AnyGame, ChildSettings, Observation, Policy
from gamekit.referee import play_builtins
from gamekit.table import Table
from gamekit.traces import TraceWriter
from gamekit.web.absence import AWAY_SECONDS, Absence
from gamekit.web.kept import Continuation, lines_of, read_kept
from gamekit.web.party import Party
from gamekit.web.session import Session
from gamekit.web.take_back import before_last_choice
from gamekit.wire.json_stream import dumps, values_of
from lost_cities.game import GAME as LOST_CITIES
from santorini.game import GAME as SANTORINI
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM, Action, Nim, State
from tests.gamekit.tables import Served, link, party, served
from thud.game import GAME as THUD

SETTINGS = ChildSettings("json", 5.0)


def waited(table: Served, seat: int = 0) -> dict[str, Any]:
    """Return the news of a seat once it is asked, or the game is over."""
    news = table.news(seat)
    while not news["question"] and not news["over"]:
        news = table.news(seat, after=news["version"])
    return news


def test_a_move_is_taken_back_to_one_s_last_choice_and_the_trace_keeps_what_was_played_and_a_note() -> None:
    with served(NIM, "person", "random") as table:
        before = table.news(0)
        assert not before["may_take_back"]
        table.move(0, [2, 4])
        news = waited(table)
        assert news["may_take_back"]
        status, back = table.post(0, "back", moment=news["moment"])
        assert (status, back["story"], back["board"]) == (200, [], before["board"])
        assert back["moment"] > news["moment"]
        assert table.post(0, "back", moment=news["moment"])[0] == 409
        table.move(0, [2, 5])
        waited(table)
        table.play_on(Random(1))
        lines = table.client.get(f"{link(0)}/trace/0").content.splitlines()
        notes = [json.loads(line) for line in lines if b"meta" in line]
        assert [note["meta"] for note in notes] == ["players", "taken-back"]
        assert notes[1]["actions"][0] == [0, [2, 4]]
        assert (json.loads(lines[3]), lines[4].count(b"["), len(table.news(0)["story"]) > 1) == ([2, 5], 1, True)


def test_the_program_is_told_the_game_anew_up_to_there() -> None:
    with served(NIM, "person", "nim") as table:
        news = waited(table)
        for _ in range(2):
            table.move(0, json.loads(news["question"]["options"][0]["action"]))
            news = waited(table)
        back = table.post(0, "back", moment=news["moment"])[1]
        assert len(back["story"]) == 2
        option = back["question"]["options"][-1]
        table.move(0, json.loads(option["action"]))
        assert waited(table)["story"][2][0] == f"You: {option['label']}"
        table.play_on(Random(3))
        assert table.session.table.over


def test_the_last_move_of_a_game_that_is_over_can_be_taken_back() -> None:
    with served(NIM, "person", "random") as table:
        table.play_on(Random(1))
        over = table.news(0)
        back = table.post(0, "back", moment=over["moment"])[1]
        assert back["over"] is None
        table.play_on(Random(2))
        assert b"taken-back" in table.client.get(f"{link(0)}/trace/0").content


def test_who_takes_back_again_and_again_has_the_programs_of_two_games_at_most() -> None:
    async def flood() -> tuple[int, int]:
        session: Session[Any] = Session(NIM, party(NIM, "person", "random"), lambda table, seat: {}, bytes.decode)
        session.begin()
        session.answer(0, 0, [2, 4])
        while session.asked != (0,):
            await session.wait(session.version, 5.0)
        moment = session.moment
        asked = [asyncio.ensure_future(session.take_back(0, moment)) for _ in range(20)]
        await asyncio.wait(asked)
        await session.close()
        return sum(each.exception() is None for each in asked), session.table.length

    assert asyncio.run(flood()) == (1, 0)


def test_only_who_plays_alone_takes_back() -> None:
    with served(NIM, "person", "person") as table:
        moment = table.move(0, [2, 4])[1]["moment"]
        assert not table.news(0)["may_take_back"]
        assert table.post(0, "back", moment=moment)[0] == 409


def test_a_choice_in_secret_is_taken_back_whatever_others_chose_at_the_same_time() -> None:
    first = Table.begin(ECONOMANCY, ECONOMANCY.new_game(2, ECONOMANCY.variants[0], Random(1)))
    assert first.at_once
    table = first
    for seat in (0, 1):
        action = ECONOMANCY.legal_actions(first.state, seat)[0]
        table = table.answered(seat, Answer(ECONOMANCY.encode_action(action), 0.0))
        before = before_last_choice(table, 0)
        assert before is not None
        assert (before.state, before.asked(), before.length) == (first.state, (0, 1), 0)
    assert table.length == 1


def test_a_choice_in_secret_is_not_taken_back_past_a_card_turned() -> None:
    table = Table.begin(GOOFSPIEL, GOOFSPIEL.new_game(2, "standard", Random(1))).answered(0, Answer(3, 0.0))
    before = before_last_choice(table, 0)
    assert before is not None
    assert before.asked() == (0, 1)
    assert before_last_choice(table.answered(1, Answer(2, 0.0)), 0) is None


def test_a_card_laid_is_taken_back_but_not_past_a_card_drawn() -> None:
    table = Table.begin(LOST_CITIES, LOST_CITIES.new_game(2, "standard", Random(1)))
    kinds = []
    for _ in range(4):
        seat = table.asked()[0]
        observation = table.observation(seat)
        deck = LOST_CITIES.encode_action(LOST_CITIES.legal_actions(observation.state, seat)[0])
        table = table.answered(seat, Answer(deck, 0.0))
        kinds.append([before_last_choice(table, each) is not None for each in (0, 1)])
    assert kinds[0] == [True, False]  # laid
    assert kinds[1] == [False, False]  # drawn from the deck
    assert kinds[2] == [False, True]


def test_one_who_plays_alone_chooses_opponents_seat_and_variant_for_a_new_game() -> None:
    with served(NIM, "person", "random") as table:
        seats = ["nim", "person", "random"]
        news = table.post(0, "new", game=0, seats=seats, variant="tall")[1]
        assert (news["seat"], news["names"], news["game"]) == (1, ["nim", "You", "random"], 1)
        assert news["setup"] == {"seats": seats, "variant": "tall"}
        news = waited(table)  # the same link leads to the new seat
        assert (news["seat"], news["own_name"]) == (1, "Player 2")
        assert table.client.get(link(0)).text.count("You are Player 2.") == 1
        assert table.move(0, [0, 1])[1]["story"][1] == ["You: take 1 of heap 1"]


@pytest.mark.parametrize(
    ("seats", "variant"),
    [
        (["person", "python bot.py"], "standard"),
        (["person", "./bot"], "standard"),
        (["person", "person"], "standard"),
        (["nim", "random"], "standard"),
        (["person"], "standard"),
        (["person"] + ["nim"] * 5, "standard"),
        (["person", ["nim"]], "standard"),
        ("person", "standard"),
        (["person", "nim"], "wide"),
        (["person", "nim"], ["tall"]),
    ],
)
def test_nothing_is_started_that_was_not_offered(seats: object, variant: object) -> None:
    with served(NIM, "person", "random") as table:
        assert table.post(0, "new", game=0, seats=seats, variant=variant)[0] == 400
        assert table.session.game == 0


def test_a_program_that_was_typed_can_be_chosen_again_by_a_name_that_says_nothing_of_where_it_lies() -> None:
    typed = Party(("person", "/home/ann/bots/random"), (None, ("/home/ann/bots/random",)), "standard", NIM, SETTINGS, 1)
    assert typed.chosen == ("person", "random (2)")
    assert typed.players == ("random", "nim", "random (2)")
    other = typed.changed(["nim", "person"], "standard").changed(["random (2)", "person"], "tall")
    assert (other.texts, other.programs) == (
        ("/home/ann/bots/random", "person"),
        (("/home/ann/bots/random",), None),
    )


def test_two_people_cannot_change_the_table_without_each_other() -> None:
    with served(NIM, "person", "person") as table:
        assert table.post(0, "new", game=0, seats=["person", "nim"], variant="standard")[0] == 409


def test_a_finished_game_is_tried_again_from_a_step_in_either_seat() -> None:
    with served(NIM, "person", "random") as table:
        table.play_on(Random(1))
        rounds = table.session.table.rounds()
        wanted = {"game": 0, "step": 2, "seat": 1}
        answer = table.client.post(f"{link(0)}/try", json=wanted)
        status, news = answer.status_code, answer.json()
        assert (status, news["seat"], news["game"], len(news["story"])) == (200, 1, 1, 1)
        assert table.session.table.state == rounds[1].before
        assert table.news(0)["question"]
        for wrong in ({"step": 99}, {"step": 0}, {"seat": 2}, {"game": 7}):
            assert table.client.post(f"{link(0)}/try", json={**wanted, **wrong}).status_code in (404, 409)


class Crashing(Nim):
    """Nim with a built-in that breaks."""

    policy_names = ("crash", *Nim.policy_names)

    def policy(self, name: str) -> Policy[State, Action]:
        def crash(observation: Observation[State], rng: Random, deadline: object) -> Action:
            raise ZeroDivisionError("by <b>zero")

        return crash if name == "crash" else super().policy(name)


def test_the_end_of_a_crashed_program_s_standard_error_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with served(Crashing(), "person", "crash") as table:
        table.move(0, [2, 4])
        news = waited(table)
        assert news["last_words"][-1].startswith("ZeroDivisionError: by <b>zero, in crash")
        assert "ZeroDivisionError: by <b>zero" in capfd.readouterr().err
        assert table.post(0, "new", game=0)[1]["last_words"] == []


def test_who_has_not_opened_the_page_within_30_s_is_away() -> None:
    now = [0.0]
    with served(NIM, "person", "person", "nim") as table:
        table.session.absence = Absence(lambda: now[0])
        assert table.news(0)["away"] == []
        now[0] = 29.9
        body = {"game": 0, "seat": 1, "player": "nim"}
        assert table.client.post(f"{link(0)}/stand-in", json=body).status_code == 409
        now[0] = 30.0
        assert table.news(0)["away"] == [1]
        table.news(1)
        assert table.news(0)["away"] == []


# Addresses


def test_addresses_survive_a_proxy_s_sub_path() -> None:
    with served(NIM, "person", "random") as table:
        outer = Starlette(routes=[Mount("/games/one", table.client.app)])
        client = TestClient(outer, base_url="http://127.0.0.1")
        page = f"/games/one{link(0)}"
        text = client.get(page).text
        addresses = [part.split('"')[0] for part in text.replace("src=", "href=").split('href="')[1:]]
        assert len(addresses) >= 9
        paths = [urlsplit(urljoin(f"http://127.0.0.1{page}", each)).path for each in addresses]
        assert [client.get(path).status_code for path in paths] == [200] * len(paths)
        assert 'data-base="token-0"' in text


def test_the_root_lists_the_table_without_a_key_and_a_wrong_link_is_a_page() -> None:
    with served(NIM, "person", "random") as table:
        root = table.client.get("/")
        assert "Player 1: a person" in root.text
        assert "token" not in root.text
        for path in ("/seat/0/wrong", "/nowhere", "/seat/x/token-0"):
            answer = table.client.get(path, headers={"Accept": "text/html,*/*"})
            assert answer.status_code in (403, 404)
            assert "There is no such page" in answer.text
            assert table.client.get(path).headers["content-type"] == "application/json"


# Kept games


def halfway(game: AnyGame, names: Sequence[str], moves: int) -> Table[Any]:
    rng = Random(2)
    table = Table.begin(game, game.new_game(2, game.variants[0], rng))
    for _ in range(moves):
        seat = table.asked()[0]
        action = rng.choice(game.legal_actions(table.observation(seat).state, seat))
        table = table.answered(seat, Answer(game.encode_action(action), 0.0))
    return table


def read(game: AnyGame, lines: Sequence[bytes], step: int | None = None) -> Continuation:
    return read_kept(game, values_of(b"\n".join(lines)), step)


@pytest.mark.parametrize("game", [NIM, GOOFSPIEL, LOST_CITIES], ids=lambda game: game.name)
def test_a_kept_game_goes_on_where_it_was_left(game: AnyGame) -> None:
    table = halfway(game, ["Ann", "Bob"], 4)
    kept = read(
        game, lines_of(table, ["Ann", "Bob"], ["person", "random"], game.variants[0], [(1, dumps({"meta": "x"}))])
    )
    assert (kept.table.state, kept.table.length) == (table.state, table.length)
    assert (kept.seats, kept.variant) == (("person", "random"), game.variants[0])
    earlier = read(game, lines_of(table, [], ["person", "random"], game.variants[0]), 2)
    assert (earlier.table.length, earlier.seat) == ((0, 1) if game is GOOFSPIEL else (1, earlier.table.asked()[0]))


def test_a_game_that_is_over_goes_on_from_a_step_only() -> None:
    lines: list[bytes] = []
    play_builtins(
        NIM, NIM.new_game(2, "standard", Random(1)), ["nim", "random"], 1, trace=TraceWriter(NIM, lines.append)
    )
    assert read(NIM, lines, 1).seats is None
    for step in (None, 99):
        with pytest.raises(ValueError, match=r"--step N|expected a step"):
            read(NIM, lines, step)


@pytest.mark.parametrize(
    ("seats", "arguments", "message"),
    [
        (["person", "./bot"], [], "it was played by person ./bot: type these SEATs"),
        (["person", "sh -c true"], [], "type these SEATs"),
        (["person", "nim"], ["--step", "99"], "expected a step from 1 to"),
        (["person", "nim"], ["--seat", "3"], "expected --seat from 1 to 2, got 3"),
        (["person", "nim"], ["--variant", "tall"], "--from brings its own seats and variant"),
        (["person", "nim"], ["person", "nim", "nim"], "expected at most 2 SEATs"),
    ],
)
def test_a_kept_game_starts_no_program_that_was_not_typed_and_wrong_usage_is_said(
    seats: list[str], arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.json"
    file.write_bytes(b"\n".join(lines_of(halfway(NIM, seats, 3), seats, seats, "standard")))
    assert main(NIM, {}, ["play", "--from", str(file), *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("game", [COINFIGHT, ECONOMANCY, LOST_CITIES, NIM, SANTORINI, THUD], ids=lambda game: game.name)
def test_a_kept_game_starts_no_built_in_with_a_number_of_its_own(
    game: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    families = [name.partition(":")[0].removesuffix("[") for name in builtin_names(game) if ":" in name]
    file = tmp_path / "kept.json"
    for family in families:
        seats = ["person", f"{family}:999999999"]
        file.write_bytes(b"\n".join(lines_of(halfway(game, seats, 2), seats, seats, game.variants[0])))
        assert main(game, {}, ["play", "--text", "--from", str(file)]) == 2
        assert f"it was played by {' '.join(seats)}: type these SEATs" in capsys.readouterr().err
    assert "uct" in families


def test_a_program_plays_for_who_is_away_until_they_are_back() -> None:
    def ask(absent: int, player: str) -> int:
        body = {"game": 0, "seat": absent, "player": player}
        return table.client.post(f"{link(0)}/stand-in", json=body).status_code

    now = [0.0]
    with served(NIM, "person", "person") as table:
        table.session.absence = Absence(lambda: now[0])
        now[0] = AWAY_SECONDS
        table.news(0)
        assert (ask(1, "./bot"), ask(0, "nim"), ask(1, "nim"), ask(1, "nim")) == (400, 409, 200, 409)
        news = table.news(0)
        assert news["stand_ins"] == {"1": "nim"}
        table.move(0, json.loads(news["question"]["options"][0]["action"]))
        while table.session.table.length < 2:
            news = table.news(0, after=news["version"])
        back = table.news(1)
        assert (back["stand_ins"], back["story"][1][0].partition(": ")[0]) == ({}, "Player 2 (nim)")
        table.move(0, json.loads(table.news(0)["question"]["options"][0]["action"]))
        assert table.session.table.over or table.news(1)["question"] is not None
        assert [json.loads(note)["player"] for _, note in table.session.notes] == ["nim", None]
