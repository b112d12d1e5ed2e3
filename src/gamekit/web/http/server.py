"""The command `play` in the browser: the links, and the server until Ctrl-C."""

import asyncio
import contextlib
import errno
import os
import resource
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Any

import uvicorn

from gamekit.game import AnyGame
from gamekit.pages.assets import asset
from gamekit.pages.watch import Heading, page_parts
from gamekit.web.http.address import listen
from gamekit.web.http.app import make_app
from gamekit.web.http.door import Connection, Door
from gamekit.web.kept import keep
from gamekit.web.party import Party
from gamekit.web.seat_page import SeatPage
from gamekit.web.session import Session
from gamekit.wire.json_stream import values_of

_BACKLOG = 32  # connections that are taken at once, before the door closes some


def serve(party: Party, host: str | None, port: int, *, browser: bool = False, kept: bool = True) -> int:
    """Print a link for each person and serve the table until Ctrl-C; return the exit status.

    `browser`: the link of the first person is opened in one. `kept`: a game that is not over then is kept in a file.
    Raises OSError, with the reason, if the address is not available or a program cannot be executed, and Unwritten.
    """
    address = listen(host, port)
    with contextlib.ExitStack() as stack:
        for listener in address.sockets:
            stack.enter_context(listener)
        game = party.game
        page = SeatPage(game)
        session: Session[Any] = Session(
            game,
            party,
            page.hint,
            lambda trace: _page_of(game, trace),
            table=party.table(0),
        )
        say = partial(_say, game)
        tokens = {seat: secrets.token_urlsafe(16) for seat in party.people}
        for seat, token in tokens.items():
            print(f"{party.names[seat]}: http://{address.place}/seat/{seat}/{token}")
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the server runs, which ends by it in order
        print("Open the link in a browser. Ctrl-C here ends the game.", flush=True)
        local = address.names is not None
        if browser and local and can_be_seen():  # others see this link in a command; here the door refuses them
            seat, token = next(iter(tokens.items()))
            open_in_browser(f"http://{address.place}/seat/{seat}/{token}")
        door = Door(resource.getrlimit(resource.RLIMIT_NOFILE)[0], say, users=_own_users() if local else None)
        app = make_app(session, page, tokens, address.names)
        protocol: Any = partial(Connection, door)
        config = uvicorn.Config(
            app,
            http=protocol,
            ws="none",
            loop="asyncio",
            backlog=_BACKLOG,
            log_level="error",  # strangers' malformed requests are no news
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        try:
            _Server(config, session, door).run(sockets=address.sockets)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            if kept:
                _keep(session)
    return 0


def _keep(session: Session[Any]) -> None:
    """Keep a game that is not over in a file, and say how to go on with it. Raises Unwritten."""
    party, table, people = session.party, session.table, session.people
    if isinstance(party, Party) and not session.over and any(step.seat in people for step in table.all_steps()):
        print(keep(party, table, session.notes), flush=True)


def can_be_seen() -> bool:
    """Tell whether a person at a screen has started this, so that a browser may be opened."""
    screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(screen) and sys.stdout.isatty()


def _own_users() -> set[int]:
    """Return the numbers of the users who are at home here: ours, root, and who became root for this command."""
    before = os.environ.get("SUDO_UID", "")
    return {0, os.geteuid(), *([int(before)] if before.isdecimal() else [])}


def open_in_browser(link: str) -> None:
    """Open a link in a browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()


def _say(game: AnyGame, line: str) -> None:
    """Say something in the terminal."""
    print(f"{game.name} play: {line}", file=sys.stderr, flush=True)


def _page_of(game: AnyGame, trace: bytes) -> Iterator[str]:
    """Yield the page to watch a finished game on, from any step of which a new one can begin: the game comes first."""
    parts = page_parts(game, Heading("Your game"), values_of(trace))
    yield f"{next(parts)}{asset('gamekit.web', 'try.html')}"
    yield from parts


class _Server(uvicorn.Server):
    """A server whose end does not wait for the pages, which always wait for news."""

    def __init__(self, config: uvicorn.Config, session: Session[Any], door: Door) -> None:
        super().__init__(config)
        self._session, self._door = session, door

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in order, too, when the terminal closes."""
        with super().capture_signals():
            before = signal.getsignal(signal.SIGHUP)
            if before == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():  # as under nohup
                yield
                return
            signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(signal.SIGHUP, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End, also at a second Ctrl-C, as after one: uvicorn would break off then, with a traceback."""
        super().handle_exit(sig, frame)
        self.force_exit = False

    async def main_loop(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._take_error)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        await super().main_loop()

    def _take_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say in one line, now and then, that there are no descriptors left for a connection; else as usual."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
            self._door.warn(f"no room for more connections: {error.strerror}")
        else:
            loop.default_exception_handler(context)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._session.release()
        await super().shutdown(sockets)
