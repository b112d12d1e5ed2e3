"""What `GAME protocol` says is so: real players read its messages and answer them, its tables are the rules'."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from urllib.parse import urljoin

import pytest

from coinfight.game import GAME as COINFIGHT
from coinfight.protocol import LineError, decode_action, decode_state
from coinfight.rules import change_sets, objection
from coinfight.rules import new_game as new_coins
from economancy.game import GAME as ECONOMANCY
from gamekit.answer import Answer
from gamekit.commands.common.main import main
from gamekit.game import AnyGame, Fault
from gamekit.pages.protocol.formats import chapters_of, protocol_page
from gamekit.pages.protocol.parts import COLUMNS, FAULT, GOOD, Exchange, Grid, Listing, laid_out
from gamekit.pages.telling import WIDTH
from gamekit.table import judge
from gamekit.traces import first_state
from gamekit.wire.json_stream import values_of
from lost_cities.game import GAME as LOST_CITIES
from lost_cities.pages.protocol import REJECTED
from lost_cities.protocol.lines import ERROR, RejectedError
from lost_cities.protocol.lines import decode_action as decode_line
from lost_cities.protocol.reading import Reader
from lost_cities.rules import DECK, SUITS, Play, View
from santorini.game import GAME as SANTORINI
from tests.gamekit.goofspiel import GOOFSPIEL
from tests.gamekit.nim import NIM
from tests.gamekit.tables import link, served
from tests.test_readmes import COMMANDS, parsed
from thud.game import GAME as THUD
from thud.pages.protocol import CALLS, CLASS
from thud.protocol.node import SOURCES

GAMES: list[AnyGame] = [ECONOMANCY, SANTORINI, COINFIGHT, LOST_CITIES, THUD]
IN_JSON: list[AnyGame] = [ECONOMANCY, SANTORINI, THUD, NIM, GOOFSPIEL]
"""Games whose messages are JSON values."""

needs_node = pytest.mark.skipif(not (shutil.which("node") or shutil.which("nodejs")), reason="node is not installed")


every_game = pytest.mark.parametrize("each", [*GAMES, NIM, GOOFSPIEL], ids=lambda each: each.name)
every_game_in_json = pytest.mark.parametrize("each", IN_JSON, ids=lambda each: each.name)


def rows(of: AnyGame, chapter: str, head: str) -> list[tuple[str, ...]]:
    """Return the rows of the table in a chapter whose first column is called so."""
    parts = next(each for each in chapters_of(of) if each.name == chapter).parts
    return [*next(part.rows for part in parts if isinstance(part, Grid) and part.head[0] == head)]


def exchanges(of: AnyGame) -> list[Exchange]:
    return [part for chapter in chapters_of(of) for part in chapter.parts if isinstance(part, Exchange)]


def asked(of: AnyGame) -> list[Exchange]:
    return [each for each in exchanges(of) if each.reactions]


def test_answers_that_are_not_listed_are_counted_and_no_message_ends_with_its_line() -> None:
    (nim,) = asked(NIM)
    assert nim.text == "12 answers are legal here; the first 6:"
    assert len(nim.reactions) == 6
    wire = next(each.parts for each in chapters_of(NIM) if each.name == "wire")
    assert any("Do not wait for a line's end" in str(part) for part in wire)


@every_game_in_json
def test_every_message_in_json_is_read_and_its_answers_are_what_they_are_called(each: AnyGame) -> None:
    for exchange in asked(each):
        observation = each.decode_message(json.loads(exchange.message))
        assert observation.seat is not None
        for reaction in exchange.reactions:
            found = judge(each, observation.state, observation.seat, Answer(json.loads(reaction.answer), 0.0))
            assert isinstance(found, Fault) == (reaction.word == FAULT), reaction
            assert reaction.word in (GOOD, FAULT)
    assert asked(each)


@every_game_in_json
def test_a_message_without_answers_is_the_end(each: AnyGame) -> None:
    ends = [one for one in exchanges(each) if not one.reactions]
    assert all(each.decode_end(json.loads(one.message)) is not None for one in ends)
    assert len(ends) == {ECONOMANCY: 2, SANTORINI: 0}.get(each, 1)  # Santorini's wire has no last message


@every_game_in_json
def test_every_key_of_a_message_is_explained(each: AnyGame) -> None:
    if each in (NIM, GOOFSPIEL):  # games without a description of their own
        return
    words = " ".join(
        " ".join(sum(part.rows, ())) if isinstance(part, Grid) else part if isinstance(part, str) else part.title
        for chapter in chapters_of(each)
        if chapter.name == "messages"
        for part in chapter.parts
    )
    for exchange in exchanges(each):
        value = json.loads(exchange.message)
        keys = {*value, *value["phase"]} if "phase" in value else set(value) if isinstance(value, dict) else set()
        assert {key for key in keys if not re.search(rf"\b{key}\b", f"{words} {exchange.text}")} == set()


def spoken(module: str, player: str, *messages: str) -> str:
    """Return what a built-in writes, in a process of its own, that is sent these messages on its own wire."""
    command = [sys.executable, "-m", module, "bot", player]
    env = {**os.environ, "SANTORINI_MOVE_NODES": "100"}
    done = subprocess.run(command, input="\n".join(messages), env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("each", "player"),
    [(ECONOMANCY, "economancy"), (SANTORINI, "santorini"), (THUD, "random")],
    ids=["economancy", "santorini", "thud"],
)
def test_a_player_of_ours_answers_every_message_in_json(each: AnyGame, player: str) -> None:
    messages = asked(each)
    ends = [one.message for one in exchanges(each) if not one.reactions]
    answers = spoken(each.name, player, *(one.message for one in messages), *ends[:1]).splitlines()
    assert len(answers) == len(messages)
    for exchange, answer in zip(messages, answers, strict=True):
        observation = each.decode_message(json.loads(exchange.message))
        assert observation.seat is not None
        assert not isinstance(judge(each, observation.state, observation.seat, Answer(json.loads(answer), 0.0)), Fault)


def test_every_text_of_coin_fight_is_read_and_its_answers_are_what_they_are_called() -> None:
    found = asked(COINFIGHT)
    for exchange in found:
        state = decode_state(exchange.message)
        for reaction in exchange.reactions:
            answer = reaction.answer.replace("(nothing)", "").replace("\\r", "\r").replace("\\n", "\n")
            try:
                wrong = objection(state, decode_action(answer, state.denominations)) is not None
            except LineError:
                wrong = True
            assert wrong == (reaction.word == FAULT), reaction
    state = decode_state(found[1].message)
    assert objection(state, decode_action(spoken("coinfight", "greedy", found[1].message), state.denominations)) is None


def view_of(message: str) -> View:
    """Return what a client makes of the lines of a question."""
    reader = Reader()
    for line in message.splitlines():
        reader.feed(line)
    view = reader.view()
    assert view is not None
    return view


def test_every_board_of_lost_cities_is_read_and_its_answers_are_what_they_are_called() -> None:
    lines = asked(LOST_CITIES)[:2]
    for exchange in lines:
        view = view_of(exchange.message)
        for reaction in exchange.reactions:
            if reaction.word == GOOD:
                decode_line(reaction.answer, view)
                continue
            with pytest.raises(RejectedError) as rejected:
                decode_line(reaction.answer, view)
            assert (reaction.word, reaction.meaning) == (REJECTED, f"{ERROR}  {rejected.value}")
    *_, end = (each.message for each in exchanges(LOST_CITIES) if not each.reactions)
    answers = spoken("lost_cities", "bred", *(each.message.rstrip("\n") for each in lines), end).splitlines()
    for exchange, answer in zip(lines, answers, strict=True):
        decode_line(answer, view_of(exchange.message))


def test_the_json_of_lost_cities_is_read_and_its_answers_are_what_they_are_called() -> None:
    exchange = asked(LOST_CITIES)[2]
    view = LOST_CITIES.decode_message(json.loads(exchange.message))
    for reaction in exchange.reactions:
        found = judge(LOST_CITIES, view.state, 0, Answer(json.loads(reaction.answer), 0.0))
        assert isinstance(found, Fault) == (reaction.word == FAULT)


def test_the_coins_of_the_page_are_those_of_a_game() -> None:
    state = new_coins(2)
    shown = rows(COINFIGHT, "numbers", "coin")
    assert [int(row[0]) for row in shown] == [*state.denominations]
    assert [int(row[1]) for row in shown] == [*state.hands[0]]
    rich = (30,) * len(state.denominations)
    for coin, _, most in shown:
        sets = change_sets(state.denominations, rich, int(coin))
        assert max(sum(map(int.__mul__, state.denominations, each)) for each in sets) == int(most)


def test_the_cards_of_santorini_s_page_are_those_that_can_be_dealt() -> None:
    shown = [row[0] for row in rows(SANTORINI, "cards", "card")]
    assert {"-".join(pair) for pair in combinations(shown, 2)} == set(SANTORINI.variants[1:])


def test_the_letters_of_lost_cities_page_name_the_suits_of_the_cards() -> None:
    for letter, suit in rows(LOST_CITIES, "cards", "letter"):
        action = LOST_CITIES.decode_action(f"10{letter}")
        assert isinstance(action, Play)
        assert SUITS[action.card.suit] == suit
        assert action.card in DECK


def test_the_controller_of_thud_s_page_is_the_one_that_a_class_gets() -> None:
    text = Path(SOURCES, "protocol", "table.js").read_text(encoding="utf-8")
    methods = re.findall(r"^  (\w+)\(.*\) \{", text.partition("class Controller")[2], re.MULTILINE)
    assert sorted(call.partition("(")[0] for call, _ in CALLS) == sorted(
        set(methods) - {"constructor", "own", "proxy"} - UTILS
    )


UTILS = {"closest_to", "farthest_from"}
"""Functions of table.js behind its controller."""


@needs_node
def test_the_class_of_thud_s_page_plays_whole_games(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file = tmp_path / "bot.js"
    file.write_text(CLASS, encoding="utf-8")
    for seats in ((str(file), "random"), ("random", str(file))):
        assert main(THUD, {}, ["referee", "--max-moves", "60", "--seed", "1", *seats]) == 0
    assert b"forfeit" not in capfdbinary.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_on_the_page_is_one_that_there_is(name: str) -> None:
    game, _ = COMMANDS[name]
    listings = [part.text for chapter in chapters_of(game) for part in chapter.parts if isinstance(part, Listing)]
    lines = [line for text in listings for line in text.splitlines() if line.startswith(f"{name} ")]
    assert len(lines) >= 4
    assert all(parsed(line.partition(" > ")[0]) for line in lines)


@every_game
def test_the_lines_of_a_trace_on_the_page_are_one_that_is_read(each: AnyGame) -> None:
    chapter = next(chapter for chapter in chapters_of(each) if chapter.name == "traces")
    (listing,) = (part for part in chapter.parts if isinstance(part, Listing))
    first, _, last = listing.text.partition("\n...\n")
    state, seats = first_state(each, values_of(first.encode()))
    assert each.players_to_move(state)
    assert seats == each.seats[0]
    assert each.decode_end(json.loads(last)) is not None


@every_game
def test_nothing_that_a_terminal_shows_is_wider_than_80_columns(
    each: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(each, {}, ["protocol"]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if len(line) > WIDTH] == []
    for exchange in exchanges(each):
        assert all(line.rstrip() in out for line in exchange.message.splitlines())


@every_game
def test_a_chapter_is_shown_alone_and_another_word_gets_their_names(
    each: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [chapter.name for chapter in chapters_of(each)]
    assert main(each, {}, ["protocol", "limits"]) == 0
    out = capsys.readouterr().out
    assert f"{each.answer_seconds:g} s" in out
    assert "Messages and answers" not in out
    assert main(each, {}, ["protocol", "nothing"]) == 2
    assert ", ".join(names) in capsys.readouterr().err


@every_game
def test_the_page_holds_every_message_and_needs_nothing_else(
    each: AnyGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(each, {}, ["protocol", "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    text = html.unescape(page)
    assert all(exchange.message in text for exchange in exchanges(each))
    assert not re.search(r"(?:src|href)=\"[^#]", page)
    assert all(f'id="{chapter.name}"' in page for chapter in chapters_of(each))


def test_the_page_to_play_on_links_it() -> None:
    with served(GOOFSPIEL, "person", "random") as table:
        (found,) = re.findall(r'href="([^"]*/protocol)"', table.client.get(link(0)).text)
        assert table.client.get(urljoin(link(0), found)).text == protocol_page(GOOFSPIEL)
        assert table.client.get("/seat/0/another/protocol").status_code == 403


@pytest.mark.parametrize("width", [10, 40, 50])
def test_a_value_laid_out_is_the_same_value(width: int) -> None:
    value = {
        "board": ["#" * 15] * 15,
        "deep": [[[1, 2], [3]], {"a": [None, True], "b": "x" * width}],
        "empty": [],
        "o": {},
    }
    text = laid_out(value)
    assert json.loads(text) == value
    assert all(len(line) <= COLUMNS for line in text.splitlines())
