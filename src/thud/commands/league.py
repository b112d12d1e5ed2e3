"""The command `league`: the public environment itself, with our clients and others in it."""

import argparse
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gamekit.commands.common.main import complain
from gamekit.commands.common.status import Status
from gamekit.game import AnyGame
from gamekit.text import escaped
from thud.player.bundle import class_text, client, rival
from thud.protocol.node import GAME_SECONDS, Asker, NodeError
from thud.protocol.page import PageError, check_page
from thud.rivals.seats import SEAT, STYLES

HELP = "the environment's own validator and league, with our clients"
DESCRIPTION = """DIR is a checkout of the public environment. Its validator looks at both our clients; then every dwarf
client plays every troll client, and the two tables are printed, with the CPU time of our turns. Entries are those of
DIR (put others into DIR/src/clients/SIDE/entry), ours, and RIVALs (alphabeta:1, huddle, ...) on both sides."""
EXAMPLES = (
    "{game} league DIR",
    "{game} league --only-validate DIR",
)

OURS = "thud"


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="a checkout of the environment")
    parser.add_argument("rivals", nargs="*", metavar="RIVAL", help="alphabeta:N, huddle, rusher or runner")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="how the rivals choose among equal moves (1)")
    parser.add_argument("--page", action="store_true", help="instead validate and play in its page in Chromium")
    parser.add_argument("--only-validate", action="store_true", help="play no league")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Validate and play; return the exit status: 1 if a client of ours is not valid."""
    folder = Path(arguments.folder)
    if not (folder / "script/get_clients.js").is_file():
        return complain(game, "league", f"expected script/get_clients.js in {folder}: no checkout of the environment")
    try:
        texts = entries(arguments.rivals, arguments.seed)
        subprocess.run(["node", "script/get_clients.js"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        asker = Asker("league.js", str(folder), timeout=GAME_SECONDS)
    except (NodeError, OSError, ValueError, subprocess.CalledProcessError) as error:
        return complain(game, "league", str(error))
    if arguments.page:
        return _page(folder, game)
    try:
        valid = [_validate(asker, side) for side in ("dwarf", "troll")]
        if not arguments.only_validate:
            asker.ask({"add": texts})
            _show(asker.ask({"league": True}))
    finally:
        asker.close()
    return Status.FINE if all(valid) else Status.NO


def _page(folder: Path, game: AnyGame) -> int:
    texts = {side: class_text(client(side)) for side in ("dwarf", "troll")}
    try:
        result = check_page(folder, texts)
    except (PageError, OSError, subprocess.TimeoutExpired) as error:
        return complain(game, "league", str(error))
    for side, valid in result["valid"].items():
        print(f"{side}: {'valid' if valid else 'NOT VALID'} in the page")
    points, reason = result["points"], result["reason"] or "did not finish"
    print(f"ours against ours in the page: {points[0]} to {points[1]} after {result['length']} moves ({reason})")
    return Status.FINE if all(result["valid"].values()) and result["reason"] else Status.NO


def entries(rivals: Sequence[str], seed: int) -> dict[str, str]:
    """Return the texts of ours and of rivals by the environment's names. Raises ValueError for an unknown rival."""
    texts = {f"{side}/entry/{OURS}": client(side) for side in ("dwarf", "troll")}
    for name in rivals:
        options: dict[str, object]
        found = SEAT.fullmatch(name)
        if found:
            kind, options = "alphabeta", {"depth": int(found["depth"]), "shape": bool(found["shape"]), "seed": seed}
        elif name in STYLES:
            kind, options = name, {"seed": seed}
        else:
            raise ValueError(f"expected alphabeta:N or one of {', '.join(STYLES)}, got {name!r}")
        text = rival(kind, options)
        texts |= {f"{side}/entry/{name.replace(':', '_')}": text for side in ("dwarf", "troll")}
    return texts


def _validate(asker: Asker, side: str) -> bool:
    answer = asker.ask({"validate": {"side": side, "text": class_text(client(side))}})
    print(
        f"{side}: {'valid' if answer['valid'] else 'NOT VALID'}",
        *map(escaped, map(str, (*answer["errors"], *answer["messages"]))),
        sep="\n  ",
    )
    return bool(answer["valid"])


def _show(league: Mapping[str, Any]) -> None:
    for side in ("dwarf", "troll"):
        print(f"\n{side} clients by their totals")
        for row in league[side]:
            name = f"{escaped(row['name'])}, total"
            print(f"  {name:36} {row['score']:+5d}  won {row['win']:2}  lost {row['lose']:2}")
    print("\ngames (dwarfs less trolls)")
    for match in sorted(league["matches"], key=lambda match: (match["dwarf_client"], match["troll_client"])):
        name = f"{escaped(match['dwarf_client'])} against {escaped(match['troll_client'])}"
        score = match["score"]["dwarfs"] - match["score"]["trolls"]
        reason = match.get("end_reason") or "did not finish"
        print(f"  {name:58} {score:+4d}  {match['length']:3} moves  {escaped(reason)}")
    print("\nCPU milliseconds a turn, mean and worst")
    for name, times in sorted(league["times"].items()):
        print(f"  {escaped(name):26} {1000 * times['mean']:7.1f} {1000 * times['max']:7.1f}")
