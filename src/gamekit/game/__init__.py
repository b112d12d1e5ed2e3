"""The interface between a game and everything that plays, watches and measures games.

A game is a subclass of `Game` whose instances have no state, and one instance of it. The members without a default are
required; the others are optional. `tests/gamekit/nim.py` is a whole game in turns, `tests/gamekit/goofspiel.py` is one
with simultaneous moves, chance and hidden bids. `gamekit.probes.contract` tests whether a game keeps what stands here.

`gamekit new-game DIR` writes a small game to begin with: in turns, with chance, or with simultaneous moves. `gamekit
FILE.py play` plays the game of a file in a browser, `gamekit test FILE.py` says in words which method breaks what
stands here. What has no default is enough for all commands, for the built-ins `random` and `uct:N`, and for hints.

**States** are immutable values that compare by value. `apply` is a function of its arguments alone: all chance of a
game lies in its first state (a shuffled deck, the order of prizes, the seed of dice), drawn by `new_game` from the
generator it is given. So a first state and the actions are the whole game, and the same deal can be played again with
the seats exchanged. `observe` removes what a seat must not see.

**Actions** are hashable values with an order (`<`). `legal_actions` returns them sorted, as a sequence that may be a
`range` too long to enumerate: test membership, index, and pick from it. A seat that is not to move has none.

**Seats** are numbered from 0. When several seats move at once they choose in secret, in any order, unless `reveal`
shows the choice of one to the seats that are asked after it.

Learning libraries also ask for a finite numbering of actions and for observations as arrays: `numbering` brings both.

A game has three parts, each read alone: `rules` is what it is, `codec` how its values are spelt, `display` how it is
shown. `seat` is who plays it.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from random import Random
from typing import Any, Generic

from gamekit.deadline import Deadline
from gamekit.game.appraisal import Appraisal
from gamekit.game.codec import NO_ANSWER, Codec
from gamekit.game.display import YOU, Change, Display, Hint, Option, Question, Section, does
from gamekit.game.numbering import Numbering
from gamekit.game.rules import A, Fault, Observation, Rules, S, any_of, win_shares
from gamekit.game.seat import OURS, ChildSettings, Policy, Sandbox, Seat, Surroundings

__all__ = [
    "NO_ANSWER",
    "OURS",
    "YOU",
    "A",
    "AnyGame",
    "Appraisal",
    "Change",
    "ChildSettings",
    "Codec",
    "Display",
    "Fault",
    "Game",
    "Hint",
    "Numbering",
    "Observation",
    "Option",
    "Policy",
    "Question",
    "Rules",
    "S",
    "Sandbox",
    "Seat",
    "Section",
    "Surroundings",
    "any_of",
    "does",
    "win_shares",
]


class Game(Codec[S, A], Display[S, A], Generic[S, A]):
    """A game: its rules, its values, its display, and who plays it.

    Instances have no state: only the class of an instance is sent to other processes.
    """

    command: tuple[str, ...] = ()
    """The words that start its command; (): its name. `gamekit FILE.py` sets them in the class."""
    ours: str = "uct:400"
    """The built-in that people play against, and that our executable plays."""
    policy_names: tuple[str, ...] = ()
    """The names that `policy` knows, for help texts: "montecarlo:N" stands for a family."""
    ladder: tuple[str, ...] = ("random", "uct:50", "uct:400")
    """Built-ins, the weakest first, that a new player is measured against."""
    wires: tuple[str, ...] = ("json",)
    """The protocols that players outside this process may speak; the first is the default."""
    benches: Mapping[str, str] = {}
    """What `bench` measures of this game alone, by the module that each is (see `gamekit.bench.registry`)."""

    def command_line(self, *words: str) -> str:
        """Return what is typed to run a command of the game, for a shell."""
        import shlex  # noqa: PLC0415 - players type nothing

        return shlex.join([*(self.command or [self.name]), *words])

    def speaking(self, wire: str) -> "Game[S, A]":
        """Return the game that encodes values for this wire; most games have one encoding for all wires."""
        return self

    def policy(self, name: str) -> Policy[S, A]:
        """Return a policy of this game alone, for one seat of one game: some remember what they observe.

        Raises ValueError for other names. Every game also has the built-ins `random` and `uct:N`, which looks ahead by
        N games played on (see `gamekit.policies`); a name that the game gives itself comes first. A game that hides
        something needs `sample` for uct:N; without it, it says what else is `ours` and its `ladder`.
        """
        raise ValueError(f"expected a policy of {self.name} ({', '.join(self.policy_names) or 'none'}), got {name!r}")

    def open_child(self, command: Sequence[str], settings: ChildSettings) -> AbstractContextManager[Seat[S]] | None:
        """Start a player in another process; leaving the context ends it and all that it started. Raises OSError.

        None: the player speaks JSON values over its pipes, one process a game (see `gamekit.wire.json_seat`):
        `encode_observation` to it, `decode_action` from it, `encode_end` last.
        """
        return None

    def program_of(self, command: Sequence[str]) -> str:
        """Return what is executed for the player of a command: its first word, or what plays the files that it names.

        Raises OSError and ValueError.
        """
        return command[0]

    def bot(self, name: str) -> int | None:
        """Play as a built-in on standard input and output, as our executable does; return the exit status.

        The name is one that `policy` knows. None: gamekit plays, over JSON values (see `gamekit.player.values`).
        """
        return None

    def appraise(
        self, observation: Observation[S], played: Mapping[int, A], rng: Random, deadline: Deadline
    ) -> Appraisal[A] | None:
        """Return what a position is worth to each seat, and the candidates of the seats that move.

        A seat's own view is appraised without what it cannot see; an onlooker's (seat None) with the whole state. What
        seats have `played` is among their candidates. A position that is over is never asked about. Some answer comes
        however early the deadline; the same generator and enough time give the same answer. None: the game has no
        values, or none for this position; then games are played on (see `gamekit.policies.appraisals`).
        """
        return None

    def hints(self, observation: Observation[S], rng: Random, deadline: Deadline) -> Sequence[Hint[A]]:
        """Return what `appraise` says of the candidates of a seat."""
        appraisal = self.appraise(observation, {}, rng, deadline)
        if appraisal is None or observation.seat is None:
            return ()
        return [Hint(one.action, one.worth.text) for one in appraisal.candidates.get(observation.seat, ())]

    def numbering(self, seats: int, variant: str) -> Numbering[S, A] | None:
        """Return actions as numbers and observations as arrays, at a number of seats and in a variant that exist.

        None: learners number an action by its place among the legal ones, and hash what is observed
        (`gamekit.learning.plain`).
        """
        return None

    def probes(self) -> Any:
        """Return what `check` does with a player, a `gamekit.probes.probe.Suite`: probes by name, and their bench.

        None: `gamekit.probes.standard.standard_suite`, for players that speak JSON values.
        """
        return None

    def __reduce__(self) -> tuple[type["Game[Any, Any]"], tuple[()]]:
        return type(self), ()


AnyGame = Game[Any, Any]
"""A game of any state and action type."""
