"""Runs a tournament of the zoo inside the outer namespace (see test_zoo), and says what it did, as JSON.

`zoo_keeper.py auto|off PLAYER...`: in a sandbox each, or without. It listens where players may connect to, and looks at
what is left of them.
"""

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent
SOUND = ("nim=nim", "other=nim", "any=random", "some=random")


def listen(connections: list[str]) -> int:
    """Note who connects, to a port, an abstract socket or one in the file system; return the port."""
    port = socket.create_server(("127.0.0.1", 0))
    sockets = [port]
    for path in ("\0zoo", "/tmp/zoo.socket"):
        sockets.append(socket.socket(socket.AF_UNIX))
        sockets[-1].bind(path)
        sockets[-1].listen()

    def accept(server: socket.socket) -> None:
        while True:
            server.accept()
            connections.append(repr(server.getsockname()))

    for each in sockets:
        threading.Thread(target=accept, args=(each,), daemon=True).start()
    return int(port.getsockname()[1])


def files() -> dict[str, str]:
    """Return hashes of what lies beside the zoo."""
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in HERE.iterdir() if each.is_file()}


def left() -> list[str]:
    """Return the commands of processes that are not the keeper's own."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) not in (1, os.getpid(), os.getppid()):
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            found += [words] if words else []  # zombies have none
    return found


def main(sandbox: str, players: list[str]) -> None:
    connections: list[str] = []
    port, before = listen(connections), files()
    record = Path("/tmp/out/games.jsonl")
    seats = [f"{name}={sys.executable} {HERE / 'zoo.py'} {name} {record}" for name in players]
    words = ["--seats", "4", "--timeout", "4", "--jobs", "2", "--seed", "1", "--memory", "150M"]
    tables = ["--tables", str(-(-len([*seats, *SOUND]) // 2)), "--games", "4", "--drop-after", "2"]
    command = [sys.executable, str(HERE / "little.py"), "nim", "tournament", *words, "--sandbox", sandbox, "--json"]
    alone = subprocess.run([*command, "--games", "48", *SOUND], capture_output=True, check=True)
    started = time.monotonic()
    run = subprocess.run(
        [*command, *tables, "--out", "/tmp/out", *SOUND, *seats],
        env={**os.environ, "ZOO_PORT": str(port), "NIM_ZOO": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    disk = os.statvfs("/tmp")
    errors = "".join(each.read_text() for each in Path("/tmp/out/errors").glob("*"))
    print(
        json.dumps(
            {
                "status": run.returncode,
                "errors": run.stderr[-3000:],
                "document": json.loads(run.stdout or "null"),
                "alone": json.loads(alone.stdout),
                "seconds": time.monotonic() - started,
                "connections": connections,
                "changed": [name for name, value in files().items() if before.get(name) != value],
                "left": left(),
                "used": (disk.f_blocks - disk.f_bfree) * disk.f_frsize,
                "read": "READ" in errors,
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
