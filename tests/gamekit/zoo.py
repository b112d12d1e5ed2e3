# mypy: ignore-errors
"""Thirty hostile and broken players of Nim: `zoo.py NAME`. To be started only as test_zoo does, never bare.

A sound move is [heap, sticks]; `sound` plays one at random of those that are legal.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

ME = os.path.abspath(__file__)


def states():
    for line in sys.stdin:
        state = json.loads(line)
        if state.get("heaps") and any(state["heaps"]):
            yield state


def move(state) -> str:
    heap = random.choice([heap for heap, sticks in enumerate(state["heaps"]) if sticks])
    return json.dumps([heap, random.randint(1, min(state["heaps"][heap], 3))])


def sound(deed=lambda: None) -> None:
    """Play legally; first do something."""
    for number, state in enumerate(states()):
        if not number:
            deed()
        print(move(state), flush=True)


def quietly(deed, *values):
    try:
        return deed(*values)
    except OSError:
        return None


def every_process():
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]


def signalled(number):
    return lambda: [quietly(os.kill, pid, number) for pid in every_process()]


def forks():
    while True:
        quietly(os.fork)


def fills_memory():
    kept = []
    while True:
        kept.append(b"x" * (1 << 24))


def fills_disk():
    for number in range(1000):
        for folder in ("/tmp", "/var/tmp", "/dev/shm", os.path.dirname(ME), "."):
            try:
                with open(f"{folder}/zoo-{number}", "wb") as file:
                    for _ in range(1000):
                        file.write(b"x" * (1 << 20))
            except OSError:
                pass


def floods(stream):
    while True:
        stream.write("x" * (1 << 16))


def reads_neighbours():
    for root in sys.argv[2:]:
        if os.path.exists(root):
            with open(root, "rb") as file:
                sys.stderr.write(f"READ {len(file.read())} of {root}\n")
            print(json.dumps("READ"), flush=True)


def connects():
    for address in (("127.0.0.1", int(os.environ.get("ZOO_PORT", "9"))), ("10.0.0.1", 80)):
        with socket.socket() as link:
            link.settimeout(0.2)
            quietly(link.connect, address)
    for path in ("\0zoo", "/tmp/zoo.socket"):
        with socket.socket(socket.AF_UNIX) as link:
            quietly(link.connect, path)


def listens():
    with socket.create_server(("0.0.0.0", 0)) as server:
        server.settimeout(0.2)
        quietly(server.accept)


def rewrites_itself():
    with open(ME, "a") as file:
        file.write("# written to\n")


def daemonises():
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execve("/bin/sleep", ["sleep", "987654"], {})


def ignores_term():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    subprocess.Popen(["sh", "-c", "trap '' TERM HUP INT; sleep 987654"], start_new_session=True)


def byte_by_byte():
    for _ in states():
        for letter in " " * 1000:
            print(letter, end="", flush=True)
            time.sleep(1)


def answers_late():
    for state in states():
        time.sleep(60)
        print(move(state), flush=True)


def closes():
    os.close(1)
    time.sleep(600)


def says(text):
    return lambda: [print(text, flush=True) for _ in states()]


def renices():
    for pid in every_process():
        quietly(os.setpriority, os.PRIO_PROCESS, pid, 19)
    quietly(os.nice, -20)


def traces():
    for pid in every_process():
        quietly(open, f"/proc/{pid}/mem", "r+b")


ALIVE = {  # what these do is nobody's harm in a sandbox: they play on
    "kills-parent": lambda: sound(lambda: quietly(os.kill, os.getppid(), signal.SIGKILL)),
    "kills-all": lambda: sound(signalled(signal.SIGKILL)),
    "stops-all": lambda: sound(signalled(signal.SIGSTOP)),
    "renices": lambda: sound(renices),
    "traces": lambda: sound(traces),
    "fills-disk": lambda: sound(lambda: quietly(fills_disk)),
    "connects": lambda: sound(connects),
    "listens": lambda: sound(listens),
    "rewrites-itself": lambda: sound(lambda: quietly(rewrites_itself)),
    "daemonises": lambda: sound(daemonises),
    "ignores-term": lambda: sound(ignores_term),
    "reads-neighbours": lambda: sound(lambda: quietly(reads_neighbours)),
    "random": sound,
    "floods-errors": lambda: sound(lambda: sys.stderr.write("x" * (1 << 26))),
}
CULPRITS = {  # and the cause that is on record
    "kills-itself": (lambda: os.kill(os.getpid(), signal.SIGKILL), "killed by SIGKILL"),
    "kills-group": (lambda: os.killpg(0, signal.SIGKILL), "killed|exited"),
    "forks": (forks, "ran more than|used more than"),
    "fills-memory": (fills_memory, "used more than"),
    "floods": (lambda: floods(sys.stdout), "wrote more than|JSON"),
    "mute": (lambda: time.sleep(600), "no answer within"),
    "answers-late": (answers_late, "no answer within"),
    "byte-by-byte": (byte_by_byte, "no answer within"),
    "closes": (closes, "closed its output"),
    "exits": (lambda: sys.exit(3), "exited with status 3"),
    "raises": (lambda: 1 / 0, "exited with status 1"),
    "garbage": (says("\x00\x1b[2J}{"), "JSON"),
    "wrong-shape": (says('"seven"'), "wrong shape|expected"),
    "illegal": (says("[0, 99]"), "illegal|legal"),
    "huge": (says("[" * 5000), "JSON|wrote more|no answer within"),
    "silent-exit": (lambda: os._exit(0), "exited with status 0"),
}
PLAYERS = {**ALIVE, **{name: deed for name, (deed, _) in CULPRITS.items()}}

if __name__ == "__main__":
    PLAYERS[sys.argv[1]]()
