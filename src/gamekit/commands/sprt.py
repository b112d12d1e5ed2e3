"""The command `sprt`: is a new player better than an old one? A sequential test that stops by itself."""

import argparse
from collections import Counter
from contextlib import closing
from dataclasses import asdict, dataclass, field
from statistics import fmean

from rich.console import Console

from gamekit.commands.common.entries import entries_of
from gamekit.commands.common.main import complain, job_words, words_of
from gamekit.commands.common.status import Status
from gamekit.commands.contest.games import Contest, add_game_arguments, add_run_arguments, set_up
from gamekit.commands.contest.standings import new_table, percent, score_text
from gamekit.game import AnyGame
from gamekit.output import print_json
from gamekit.text.numbers import positive
from gamekit.tournament.arena import GameResult, Void
from gamekit.tournament.copies import Copies
from gamekit.tournament.progress import Progress
from gamekit.tournament.runner import FailedJob, LostJob
from gamekit.tournament.schedule import blocks_for
from gamekit.tournament.standings.sprt import Decision, Sprt, bounds
from gamekit.tournament.standings.statistics import Interval, mean_interval

HELP = "test whether a new player is better, with as many games as it takes"
DESCRIPTION = """Plays the SEAT NEW against OLD (at more than two seats against copies of OLD) until a generalised
sequential probability ratio test on blocks (one seating in every rotation) accepts H0: NEW is better by ELO0, or H1:
NEW is better by ELO1; or until --max-games. After eight blocks it also ends if the players are deterministic: if every
game with the same first state and seating was the same. SEATs, scores and forfeits are as in `{game} tournament`.
Because the test stops early, the score and its interval are biased towards the accepted side."""
EXAMPLES = (
    '{game} sprt --elo0 0 --elo1 10 "python new.py" "python old.py"',
    "{game} sprt --elo0 -5 --elo1 5 --max-games 2000 ./bot random",
)

ENOUGH = 8
"""Blocks after which players that repeated every game are called deterministic (as the test has it; guessed)."""


def add_arguments(parser: argparse.ArgumentParser, game: AnyGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--elo0", type=float, required=True, metavar="A", help="Elo difference under H0")
    parser.add_argument(
        "--elo1", type=float, required=True, metavar="B", help="Elo difference under H1, greater than A"
    )
    parser.add_argument(
        "--alpha", type=float, default=0.05, metavar="P", help="probability to accept H1 if H0 holds (%(default)s)"
    )
    parser.add_argument(
        "--beta", type=float, default=0.05, metavar="P", help="probability to accept H0 if H1 holds (%(default)s)"
    )
    add_game_arguments(parser, game, openings=2)
    parser.add_argument(
        "--max-games",
        type=positive,
        default=20_000,
        metavar="N",
        help="stop undecided after so many games (%(default)s)",
    )
    add_run_arguments(parser)
    parser.add_argument("players", nargs=2, metavar="SEAT", help="NEW and OLD")


def run(arguments: argparse.Namespace, game: AnyGame) -> int:
    """Test; return the exit status."""
    try:
        sprt = Sprt(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta, arguments.seats)
        entries = entries_of(game, arguments.players)
        if len(entries) != 2:
            raise ValueError(f"expected NEW and OLD, got {len(entries)} SEATs")
        contest = set_up(arguments, game, entries, [(0,) + (1,) * (arguments.seats - 1)])
    except (OSError, ValueError) as error:
        return complain(game, "sprt", words_of(error))
    test = SequentialTest(contest.players[0].name, sprt)
    blocks = blocks_for(arguments.max_games, arguments.seats, len(contest.variants))
    progress = Progress(f"{game.name} sprt", blocks * arguments.seats)
    try:
        with progress, closing(contest.play(contest.jobs(blocks), progress)) as reports:
            for report in reports:
                if isinstance(report, Void):
                    test.leave_out(report)
                else:
                    test.add(report.played)
                progress.advance(f"LLR {test.sprt.llr:+.2f}")
                if test.over:
                    break
    except (KeyboardInterrupt, SystemExit):  # also a signal's
        progress.say(f"stopped undecided after {test.sprt.games} games, LLR {test.sprt.llr:+.2f}")
        raise
    except (FailedJob, LostJob) as error:
        return complain(game, "sprt", job_words(game, error))
    _report(arguments, contest, test, progress)
    return Status.NO if test.decision == "accept H0" else Status.FINE


@dataclass
class SequentialTest:
    """Feeds the test whole blocks in the order of the schedule: short games end first and must not count first."""

    new: str
    sprt: Sprt
    copies: Copies = field(default_factory=Copies)
    deterministic: bool = False
    scores: dict[int, float] = field(default_factory=dict)  # by block
    results: Counter[str] = field(default_factory=Counter)
    void: list[Void] = field(default_factory=list)
    _waiting: dict[int, list[GameResult | Void]] = field(default_factory=dict)
    _next: int = 0  # the block to take in next

    @property
    def over(self) -> bool:
        return self.deterministic or self.sprt.decision is not None

    @property
    def decision(self) -> Decision | None:
        """The decision; none if the players are deterministic: copies of a game are no evidence."""
        return None if self.deterministic else self.sprt.decision

    def score(self) -> Interval | None:
        """Return the score of NEW, without blocks that are copies of others."""
        copied = {block for _, block in self.copies.copied_blocks()}
        scores = [score for block, score in self.scores.items() if block not in copied]
        return mean_interval(scores) if scores else None

    def add(self, played: GameResult) -> None:
        """Take in a game."""
        self._take(played.block, played)

    def leave_out(self, void: Void) -> None:
        """Take in that a game has no result: its block does not count."""
        self.void.append(void)
        self._take(void.job.block, void)

    def _take(self, number: int, game: GameResult | Void) -> None:
        self._waiting.setdefault(number, []).append(game)
        while not self.over and len(self._waiting.get(self._next, ())) == self.sprt.seats:
            number, games = self._next, self._waiting.pop(self._next)
            self._next += 1
            block = [game for game in games if isinstance(game, GameResult)]
            if len(block) < len(games):
                continue
            self.scores[number] = fmean(game.shares()[game.seats.index(self.new)] for game in block)
            self.results.update(self._result(game) for game in block)
            for played in block:
                self.copies.add(played)
            decision = self.sprt.update(self.scores[number])
            if self.sprt.blocks == ENOUGH or (decision and self.sprt.blocks < ENOUGH):
                self.deterministic = self.copies.repeats().deterministic > 0

    def _result(self, played: GameResult) -> str:
        seat = played.seats.index(self.new)
        if played.faults:
            return "forfeits" if seat in played.faults else "forfeits of OLD"
        share = played.shares()[seat]
        return "wins" if share == 1 else "draws" if share else "losses"


def _report(arguments: argparse.Namespace, contest: Contest, test: SequentialTest, progress: Progress) -> None:
    sprt, counts = test.sprt, test.results
    lower, upper = bounds(sprt.alpha, sprt.beta)
    names = ("wins", "draws", "losses", "forfeits", "forfeits of OLD")
    score = test.score()
    if arguments.json:
        document = {
            "new": contest.players[0].name,
            "old": contest.players[1].name,
            **{name: getattr(arguments, name) for name in ("elo0", "elo1", "alpha", "beta", "openings", "seats")},
            f"{contest.settings.game.variant_noun}s": contest.variants,
            "llr": sprt.llr,
            "bounds": [lower, upper],
            "decision": test.decision,
            "blocks": sprt.blocks,
            "games": sprt.games,
            **{name.replace(" ", "_").lower(): counts[name] for name in names},
            "score": asdict(score) if score else None,
            "seed": contest.seed,
            "seconds": round(progress.seconds, 3),
            "warnings": progress.warnings,
            "void": [each.to_row() for each in test.void],
            "repeats": asdict(test.copies.repeats()),
        }
        print_json(document)
        return
    console = Console(highlight=False)
    new, old = (player.name for player in contest.players)
    table = new_table(f"NEW {new}, OLD {old}", "games", *names, "score % (95 %)")
    table.add_row(str(sprt.games), *(str(counts[name]) for name in names), score_text(score) if score else "-")
    console.print(table)
    console.print(f"LLR {sprt.llr:+.2f}, bounds {lower:+.2f} and {upper:+.2f}; par is {percent(1 / sprt.seats)} %")
    if line := test.copies.repeats().line():
        console.print(line, soft_wrap=True)
    console.print(f"{_verdict(test)} (H0: {sprt.elo0:+g} Elo, H1: {sprt.elo1:+g} Elo)")
    console.print(progress.pace(contest.workers), soft_wrap=True)
    console.print(f"--seed {contest.seed}", soft_wrap=True)


def _verdict(test: SequentialTest) -> str:
    if test.deterministic:
        return f"stopped undecided after {test.sprt.games} games: copies are no evidence"
    if test.decision is None:
        return f"undecided after {test.sprt.games} games"
    return f"{test.decision} after {test.sprt.games} games"
