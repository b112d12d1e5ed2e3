"""The settings of a training."""

from dataclasses import dataclass

RAREST = 0.1
"""Actions with a lower probability are not played in training (from earlier experiments; at two seats our player leaves
out fewer, see `search.decision`, and training with those was not compared).
"""


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training. Those of the package's weights stand beside them, in weights/NAME.json."""

    shop: str
    seats: int = 2
    seed: int = 1
    decisions: int = 16_000_000  # of self-play in all
    hidden: tuple[int, ...] = (128, 64)
    games: int = 256  # in lock-step
    memory: int = 120_000  # examples of each phase that are kept
    batch: int = 512  # examples of a step of fitting
    every: int = 4  # steps of self-play in a round
    fits: int = 4  # steps of fitting of each network in a round
    rounds: int = 1  # rounds in one call of `advance`: TD(lambda) targets do not reach farther
    trace: float = 0.0  # lambda of the TD(lambda) targets (see lambda_returns)
    rate: float = 1e-3  # Adam's learning rate at the start
    last_rate: float = 1e-4  # and at the end
    opened: float = 0.0  # the share of the games that begin after one or two random days
    slipping: float = 0.0  # the share of the games with few errors
    pruned: float = RAREST  # actions with a lower probability are not played
    earlier: float = 0.0  # the share of the seats that look ahead which do so by an earlier version of the values
    level_one: bool = False  # at three and four seats: most players are of level one (see `population`)
    going_on: float = 0.985  # see Search
    iterations: int = 60  # of regret matching at tables of three and four
    refining: float = 0.7  # from this share of the decisions on, leaves are valued from every seat's view (slower)
