"""Probes that only Economancy has and that are more than states and legal answers."""

from economancy.probes.bench import EconomancyBench, positions
from economancy.probes.states import attack_and_defence, is_sold_out, sold_out


def purchases_when_sold_out(bench: EconomancyBench) -> str:
    """Expect legal purchases; a card that is sold out is legal, too."""
    note = ""
    for seen, observation in zip(sold_out(), positions(sold_out()), strict=True):
        with bench.player() as run:
            action = bench.game.decode_action(run.move(observation).value)
            if is_sold_out(seen, action):
                note = f"it named {action}, which is sold out: legal, but the coins are lost"
    return note


def spelling(wire: str, bench: EconomancyBench) -> str:
    """Expect legal answers to the attacking phase in one spelling."""
    for observation in positions(attack_and_defence()):
        with bench.player() as run:
            run.move_upon(bench.spelt(observation, wire), observation)
    return ""
