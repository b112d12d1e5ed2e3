"""A table for one machine has a name by chance, and nobody else at the other address of the same port."""

import contextlib
import os
import socket
from collections.abc import Iterator

import pytest

from gamekit.processes.peers import is_of_users
from gamekit.web.http.address import Address, listen


@contextlib.contextmanager
def listening(host: str | None, port: int = 0) -> Iterator[Address]:
    address = listen(host, port)
    with contextlib.ExitStack() as stack:
        for each in address.sockets:
            stack.enter_context(each)
        yield address


def has_ipv6() -> bool:
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


with_ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


def test_a_table_for_one_machine_has_another_name_each_time_and_answers_to_no_other() -> None:
    with listening(None) as first, listening(None) as second:
        names = [each.place.rpartition(":")[0] for each in (first, second)]
        assert names[0] != names[1]
        assert all(name.endswith(".localhost") for name in names)
        assert first.names == (names[0], "127.0.0.1", "localhost")


def test_a_table_for_a_network_is_named_by_number_and_answers_to_any_name() -> None:
    with listening("0.0.0.0") as address:
        assert address.names is None
        assert address.place.endswith(f":{address.sockets[0].getsockname()[1]}")


@with_ipv6
def test_a_table_for_one_machine_has_its_port_at_both_addresses() -> None:
    with listening(None) as address:
        names = [each.getsockname()[:2] for each in address.sockets]
        assert names == [("127.0.0.1", names[0][1]), ("::1", names[0][1])]


@with_ipv6
def test_a_port_that_somebody_has_at_the_other_address_is_not_taken() -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as other:
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=rf"cannot listen at ::1 port {port} .*: try another --host or --port"):
            listen(None, port)
        with listening("127.0.0.1", port):  # the first has been let go
            pass


@with_ipv6
def test_the_user_at_the_other_end_is_known_at_both_addresses() -> None:
    with listening(None) as address:
        for listener in address.sockets:
            with socket.create_connection(listener.getsockname()[:2]), listener.accept()[0] as connection:
                assert is_of_users(connection, {os.geteuid()})
                assert not is_of_users(connection, {os.geteuid() + 1})
