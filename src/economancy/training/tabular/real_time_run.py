"""Makes the table of a shop in a folder, from its checkpoint to its file (see `real_time`)."""

import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from economancy.arrays.games import batch_of
from economancy.rules.game import new_game, new_shop
from economancy.search.look_ahead import DRAWS, Search
from economancy.search.value import OPENING, SHOP_CARD_NAMES, SHOPS, Networks, encoders, pack, trained, weights_name
from economancy.training.checkpoint import CHECKPOINT, read, write
from economancy.training.record import read_networks, write_result
from economancy.training.tabular.real_time import RealTime
from gamekit.commands.common.main import complain_as, words_of
from gamekit.files import OwnFolder

LEAST_VISITS = 2
"""Positions with fewer visits are not kept: they are half of all (guessed)."""


class Amount(NamedTuple):
    """The decisions to solve in all, and the number of results written."""

    decisions: int
    looks: int


def tabulate(shop: str, folder: OwnFolder, amount: Amount, seed: int = 1, weights: Path | None = None) -> int:
    """Make the table over the networks in a weights file, or over those of the package, from the checkpoint in a
    folder, or from nothing; return the exit status.
    """
    decisions, looks = amount
    seconds = 0.0
    start = batch_of([new_game(2, new_shop(2, SHOP_CARD_NAMES[shop]))])
    try:
        networks = _networks(shop, weights)
        of = [shop, seed, crc32(pack(networks.weights))]
        made = RealTime(networks, Search(networks, draw=DRAWS[2]), start, seed=seed)
        if CHECKPOINT in folder.names():
            checkpoint = read(folder.path / CHECKPOINT, made.arrays_of)
            if (got := checkpoint.about.get("of")) != of:
                raise ValueError(f"expected the checkpoint of {of} in {folder.path}, got {got!r:.200}")
            made.restore(checkpoint)
            seconds = checkpoint.about.get("seconds", 0.0)
            print(f"going on from {made.decisions:,} decisions", flush=True)
    except (OSError, ValueError) as error:
        return complain_as("economancy tabulate", words_of(error))
    for look in range(1, looks + 1):
        if made.decisions >= decisions * look // looks:
            continue
        started = time.monotonic()
        while made.decisions < decisions * look // looks:
            made.advance()
        seconds += time.monotonic() - started
        table = made.table(LEAST_VISITS)
        found = ", ".join(f"{chance:.3f}" for chance in made.table().find(start).outcomes[0])
        told = f"{made.decisions:,} decisions, {seconds:,.0f} s, {len(table.keys):,} positions kept"
        print(f"{told}; the start is won, lost, drawn with {found}", flush=True)
        checkpoint = made.state()
        checkpoint.about.update(of=of, seconds=seconds)
        write(folder, checkpoint)
        about = {"decisions": made.decisions, "seed": seed, "seconds": round(seconds), "positions": len(table.keys)}
        write_result(folder, weights_name(shop, 2, OPENING), table.packed(), about)
    return 0


def _networks(shop: str, file: Path | None) -> Networks:
    """Return the networks in a file, or those of the package. Raises OSError, and ValueError if there are none."""
    if file is not None:
        return read_networks(file, encoders(2, SHOPS[shop]), views=2)
    networks = trained(shop, 2)
    if networks is None:
        raise ValueError(f"expected weights for the {shop} shop, found none")
    return replace(networks, table=None)
