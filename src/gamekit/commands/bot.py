"""The command `bot`: a built-in as a player on standard input and output, speaking JSON values."""

import argparse
import os
import random
import sys
import time
from typing import Any

from gamekit.commands.main import complain
from gamekit.deadline import Deadline
from gamekit.game import AnyGame, Policy
from gamekit.wire.json_seat import environment_name
from gamekit.wire.json_stream import Malformed, dumps, read_values

HELP = "play as a built-in on standard input and output"
DESCRIPTION = """Plays as one of the built-ins: reads what a seat is shown as JSON from standard input and writes an
action for each. The seed comes from the environment, as our executable's does."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", help=f"the built-in: {', '.join(sorted(game.policy_names))}")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Play; return the exit status."""
    try:
        policy = game.policy(arguments.name)
    except ValueError as error:
        return complain(game, "bot", str(error))
    return _loop(game, policy, random.Random(os.environ.get(environment_name(game, "SEED"))))


def _loop(game: AnyGame, policy: Policy[Any, Any], rng: random.Random) -> int:
    """Answer observations until the game ends; return the exit status: 2 if the last thing read was bad, else 0."""
    status = 0
    for item in read_values(lambda count: os.read(0, count)):
        if isinstance(item, Malformed):
            status = complain(game, "bot", item.message)
            continue
        if game.is_note(item.data) or not isinstance(item.data, dict):
            continue  # the notes and answers of a trace
        try:
            if game.decode_end(item.data) is not None:
                return 0
            observation = game.decode_observation(item.data)
        except ValueError as error:
            status = complain(game, "bot", str(error))
            continue
        action = policy(observation, rng, Deadline(time.monotonic, time.monotonic() + game.move_seconds))
        sys.stdout.buffer.write(dumps(game.encode_action(action)) + b"\n")
        sys.stdout.buffer.flush()
        status = 0
    return status
