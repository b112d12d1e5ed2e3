"""What a seat remembers of its decisions, as a digest of one length: an information state costs alike at any time."""

from hashlib import blake2b

from gamekit.game import A, Game, Observation, S
from gamekit.wire.json_stream import dumps

SIZE = 16
"""Bytes of a digest."""
NOTHING = bytes(SIZE)
"""The memory of a seat that has not decided yet."""


def remembered(memory: bytes, game: Game[S, A], observation: Observation[S], action: A) -> bytes:
    """Return a memory with one more decision: what the seat observed, and what it chose."""
    return _digest(memory, _bytes(game, observation), dumps(game.encode_action(action)))


def information_state(memory: bytes, game: Game[S, A], observation: Observation[S]) -> str:
    """Return all that a seat knows: its memory and what it observes now, and its number."""
    return f"{observation.seat}:{_digest(memory, _bytes(game, observation)).hex()}"


def _bytes(game: Game[S, A], observation: Observation[S]) -> bytes:
    return dumps(game.encode_observation(observation))


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=SIZE)
    for part in parts:
        digest.update(b"%d:" % len(part))  # or other parts could join to the same bytes
        digest.update(part)
    return digest.digest()
