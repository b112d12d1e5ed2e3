"""The play page on a network: strangers who connect, say little or nonsense, and stay."""

import contextlib
import http.client
import json
import os
import resource
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from gamekit.processes.peers import is_of_users
from gamekit.web.http import door
from gamekit.web.http.app import make_app
from gamekit.web.seat_page import SeatPage
from gamekit.web.session import Session
from tests.gamekit.nim import NIM
from tests.gamekit.tables import link, party
from tests.gamekit.test_commands import program


@contextlib.contextmanager
def playing(descriptors: int, errors: Path) -> Iterator[list[str]]:
    """Serve a table of two people in a process with so many descriptors; yield their links."""

    words = program("nim", "play", "--no-keep", "--port", "0", "--host", "127.0.0.1", "person", "person")
    command = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "-", *words]
    with errors.open("wb") as file:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
    try:
        assert server.stdout
        yield [server.stdout.readline().split()[-1] for _ in range(2)]
    finally:
        server.terminate()
        server.wait(20)


def ask(url: str, path: str, body: object = None) -> Any:
    """Ask as a page does, over a connection of its own; return the JSON that comes back."""
    parts = urlsplit(url)
    with contextlib.closing(http.client.HTTPConnection(parts.netloc, timeout=20)) as connection:
        if body is None:
            connection.request("GET", parts.path + path)
        else:
            connection.request("POST", parts.path + path, json.dumps(body), {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())


@pytest.mark.parametrize(("descriptors", "strangers"), [(128, 160), pytest.param(1024, 1000, marks=pytest.mark.ci)])
def test_people_play_on_whoever_connects_and_stays(descriptors: int, strangers: int, tmp_path: Path) -> None:
    own, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if own < 1500 and hard < 1500:
        pytest.skip("this process may not open so many connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(own, 1500), hard))
    with contextlib.ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (own, hard))
        links = stack.enter_context(playing(descriptors, tmp_path / "errors"))
        address = str(urlsplit(links[0]).hostname), int(urlsplit(links[0]).port or 0)
        with ThreadPoolExecutor(16) as pool:  # who is let wait at the door asks again after a second
            for stranger in pool.map(lambda _: socket.create_connection(address, 20), range(strangers)):
                stack.enter_context(stranger)
        began = time.monotonic()
        for number in range(6):
            news = ask(links[number % 2], "/news?after=-1")
            move = json.loads(news["question"]["options"][0]["action"])
            told = ask(links[number % 2], "/move", {"moment": news["moment"], "action": move})
            assert len(told["story"]) == number + 1
        assert time.monotonic() - began < 10
    assert len((tmp_path / "errors").read_bytes().splitlines()) <= 2


def test_nonsense_is_answered_and_prints_nothing(tmp_path: Path) -> None:
    with playing(1024, tmp_path / "errors") as links:
        parts = urlsplit(links[0])
        upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n"
        for text in (
            b"\0\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + upgrade + b"\r\n",
            b"GET /%ff%00 HTTP/1.1\r\nHost: \xff\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            b"x" * 100_000,
        ):
            address = str(parts.hostname), int(parts.port or 0)
            with socket.create_connection(address, 20) as connection, contextlib.suppress(ConnectionError):
                connection.sendall(text)
                assert b" 50" not in connection.recv(1000)[:13]
        assert ask(links[0], "/news?after=-1")["moment"] == 0
    assert (tmp_path / "errors").read_bytes() == b""


@pytest.fixture
def hasty() -> Iterator[tuple[str, int]]:
    """Serve a table that gives half a second for a request; yield its address."""
    with served(door.Door(1024, lambda line: None, request_seconds=0.5)) as address:
        yield address


@contextlib.contextmanager
def served(opened: door.Door) -> Iterator[tuple[str, int]]:
    """Serve a table behind a door; yield its address."""
    page = SeatPage(NIM)
    session: Session[Any] = Session(NIM, party(NIM, "person", "person"), page.hint, bytes.decode)
    listener = socket.create_server(("127.0.0.1", 0))
    http_class: Any = partial(door.Connection, opened)
    config = uvicorn.Config(
        make_app(session, page, {0: "token-0", 1: "token-1"}), http=http_class, ws="none", log_level="error"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()
    finally:
        session.release()
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HTTP/1.1\r\n", b"POST /seat/0/token-0/new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_does_not_end_its_request_is_closed(said: bytes, hasty: tuple[str, int]) -> None:
    with socket.create_connection(hasty, 20) as connection:
        connection.sendall(said)
        begun = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while connection.recv(1000):
                pass
        assert time.monotonic() - begun < 10


def test_who_waits_for_news_is_not_closed_and_may_ask_again(hasty: tuple[str, int]) -> None:
    with contextlib.closing(http.client.HTTPConnection(*hasty, timeout=20)) as connection:
        for seconds in (0.0, 0.2):
            time.sleep(seconds)
            connection.request("GET", f"{link(0)}/news?after=-1", headers={"Host": "localhost"})
            assert connection.getresponse().read()
        threading.Timer(
            1.2, ask, (f"http://{hasty[0]}:{hasty[1]}{link(0)}", "/move", {"moment": 0, "action": [0, 1]})
        ).start()
        connection.request("GET", f"{link(1)}/news?after=1", headers={"Host": "localhost"})
        assert json.loads(connection.getresponse().read())["moment"] == 1


class Opened:
    """A connection, as the door sees one."""

    def __init__(self, address: str) -> None:
        self.address, self.closed, self.transport = address, False, self

    def abort(self) -> None:
        self.closed = True


def test_the_oldest_stranger_goes_first_and_who_has_a_link_stays() -> None:
    lines: list[str] = []
    small: Any = door.Door(64, lines.append)  # 32 connections, 8 from one address
    friends = [Opened("10.0.0.1") for _ in range(2)]
    for friend in friends:
        small.enter(friend)
        small.know(friend, 0)
    strangers = [Opened("10.0.0.1") for _ in range(20)]
    for stranger in strangers:
        small.enter(stranger)
    assert [each.closed for each in friends] == [False, False]
    assert [each.closed for each in strangers] == [True] * 14 + [False] * 6
    others = [Opened(f"10.0.1.{number}") for number in range(30)]
    for other in others:
        small.enter(other)
    assert sum(not each.closed for each in [*friends, *strangers, *others]) == 32
    assert [each.closed for each in friends] == [False, False]
    assert lines == ["more than 8 connections from 10.0.0.1: the oldest without a player's link are closed"]


def test_one_link_holds_so_many_connections_and_no_more() -> None:
    small: Any = door.Door(1024, print)
    of_one = [Opened(f"10.0.0.{number}") for number in range(20)]
    for each in of_one:
        small.enter(each)
        small.know(each, 1)
    assert [each.closed for each in of_one] == [True] * 4 + [False] * 16


@pytest.mark.parametrize(("users", "status"), [({os.geteuid()}, 200), ({os.geteuid() + 1}, 403), (None, 200)])
def test_a_seat_at_a_table_of_one_user_is_for_no_other_user_who_has_its_link(
    users: set[int] | None, status: int
) -> None:
    lines: list[str] = []
    with served(door.Door(1024, lines.append, users=users)) as (host, port):
        request = http.client.HTTPConnection(host, port, timeout=20)
        request.request("GET", "/seat/0/token-0")
        assert request.getresponse().status == status
        request.close()
    assert len(lines) == (status == 403)


def test_who_has_closed_its_end_is_nobody_s() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        connection, _ = listener.accept()
        with connection:
            assert is_of_users(connection, {os.geteuid()})
            assert not is_of_users(connection, {os.geteuid() + 1})
            client.close()
            assert not is_of_users(connection, {0, os.geteuid()})
