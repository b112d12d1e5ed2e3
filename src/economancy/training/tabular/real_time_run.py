"""Makes the table of a shop in a folder, from its checkpoint to its file (see `real_time`)."""

import sys
import time
from pathlib import Path

from economancy.arrays.games import batch_of
from economancy.rules.game import new_game, new_shop
from economancy.search.look_ahead import DRAWS, Search
from economancy.search.value import OPENING, SHOP_CARD_NAMES, trained, weights_name
from economancy.training.checkpoint import CHECKPOINT, read, write
from economancy.training.record import write_result
from economancy.training.tabular.real_time import RealTime

LEAST_VISITS = 10
"""Positions with fewer visits are not kept (guessed)."""


def tabulate(shop: str, folder: Path, decisions: int, looks: int, seed: int) -> int:
    """Make the table from the checkpoint in a folder, or from nothing; return the exit status."""
    networks = trained(shop, 2)
    if networks is None:
        print(f"economancy tabulate: expected weights for the {shop} shop, found none", file=sys.stderr)
        return 2
    start = batch_of([new_game(2, new_shop(2, SHOP_CARD_NAMES[shop]))])
    made = RealTime(networks, Search(networks, draw=DRAWS[2]), start, seed=seed)
    seconds = 0.0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            checkpoint = read(folder / CHECKPOINT)
            if (of := checkpoint.about.get("of")) != [shop, seed]:
                raise ValueError(f"expected the checkpoint of {[shop, seed]} in {folder}, got {of}")
            made.restore(checkpoint)
            seconds = checkpoint.about["seconds"]
            print(f"going on from {made.decisions:,} decisions", flush=True)
    except (OSError, ValueError) as error:
        print(f"economancy tabulate: {error}", file=sys.stderr)
        return 2
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
        checkpoint.about.update(of=[shop, seed], seconds=seconds)
        write(folder / CHECKPOINT, checkpoint)
        about = {"decisions": made.decisions, "seed": seed, "seconds": round(seconds), "positions": len(table.keys)}
        write_result(folder / weights_name(shop, 2, OPENING), table.packed(), about)
    return 0
