"""Hand-written policy, one module for each phase: for any number of seats and any shop, with no search."""

from economancy.policy.by_hand import attacking, buying, investing
from economancy.rules.state import Action, Attacking, Investing, Observation


def choose_action(observation: Observation) -> Action:
    """Return an action. The observation's seat must have a legal one."""
    match observation.state.phase:
        case Investing():
            return investing.choose_bid(observation)
        case Attacking(attacker=attacker):
            if attacker == observation.seat:
                return attacking.choose_attacker(observation)
            return attacking.choose_defender(observation)
        case _:
            return buying.choose_purchase(observation)
