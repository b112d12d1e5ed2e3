"""Seeds: of parts of a run below its own seed, and secrets of games, of which none tells another."""

import hmac
import secrets


def new_root() -> int:
    """Return a seed of a run that nobody can foresee or find by trying: 128 bits.

    Only who plays the games may know it before they are over.
    """
    return secrets.randbits(128)


def deal_seed(seed: int, *path: int) -> int:
    """Return the seed of the first state of a game at a path below a seed: all that chance decides but the players."""
    return _secret(seed, "deal", path)


def game_seed(seed: int, *path: int) -> int:
    """Return the seed of a game at a path below a seed, of which its seats' are made."""
    return _secret(seed, "game", path)


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of a seat in the game with this seed, which the player in this seat may know."""
    return _secret(seed, "seat", (seat,))


def derive_seed(seed: int, *path: int) -> int:
    """Return the 32-bit seed at a path below a seed, all of them 0 or more; independent of whatever else is drawn.

    Of numpy's `SeedSequence`, whose spawn key the path is: for experiments, of which nothing is secret.
    """
    from numpy.random import SeedSequence  # noqa: PLC0415 - half the start of a referee, which needs none of this

    return int(SeedSequence(seed, spawn_key=path).generate_state(1)[0])


def _secret(seed: int, label: str, path: tuple[int, ...]) -> int:
    """Return 63 bits that tell nothing of the seed, nor of what has another label or path: a keyed hash.

    As many fit a signed word of any language, and are too many to be tried.
    """
    digest = hmac.digest(b"%x" % seed, f"{label}{path}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big") >> 1
