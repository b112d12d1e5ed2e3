"""The rows of `economancy bench tables`: the players at each table, and the bars."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Literal

from economancy.policy import MIMIC, OURS, REFERENCES

SEARCHER = "montecarlo:300"
MIXED = ("points", "attack", "decent")
NOISE = ":20"

COLUMNS = (("simple", 3), ("simple", 4), ("base", 3), ("base", 4))
"""The shops and numbers of seats, in the order of Bar.percents."""


@dataclass(frozen=True, slots=True)
class PercentBar:
    """A limit of a figure, in percent, for each of COLUMNS: a lower one with `least`, else an upper one."""

    percents: tuple[float, float, float, float]
    least: bool = False
    figure: Literal["won", "upper bound", "draws"] = "won"

    def words(self, column: int) -> str:
        """Return the bar of a column in words."""
        figure = "" if self.figure == "won" else f"{self.figure} "
        return f"{figure}at {'least' if self.least else 'most'} {self.percents[column]:g}"

    def met(self, column: int, share: float) -> bool:
        """Return whether a share meets the bar of a column."""
        bar = self.percents[column] / 100
        return share >= bar if self.least else share <= bar


@dataclass(frozen=True, slots=True)
class TableGroup:
    """Tables with the same bars. Wins of the first player of each table count.

    `scale`: this row plays that many times the games of other rows. `bar` is for all tables together, `table_bar` for
    each of them, `draws_bar` for the draws at tables with *points* and *decent*.
    """

    group: str
    title: str
    tables: tuple[tuple[str, ...], ...]
    bar: PercentBar | None = None
    table_bar: PercentBar | None = None
    draws_bar: PercentBar | None = None
    scale: float = 1.0

    @property
    def first(self) -> str:
        """The player whose wins count."""
        return self.tables[0][0]

    def tables_with(self, *names: str) -> list[int]:
        """Return the numbers of the tables with players of all these names, with or without noise."""
        seated = [{name.partition(":")[0] for name in table} for table in self.tables]
        return [number for number, table in enumerate(seated) if table.issuperset(names)]


GROUPS = ("copies", "mixes", "noisy", "montecarlo", "one-montecarlo", "one-reference", "one-mimic")
"""The groups of rows that the command line can select."""


def rows(seats: int) -> list[TableGroup]:
    """Return all rows for a number of seats, in the order of GROUPS."""
    many = seats - 1
    mixes = [mix for mix in combinations_with_replacement(MIXED, many) if len(set(mix)) > 1]
    noisy = [tuple(name + NOISE for name in mix) for mix in mixes]
    found = [
        TableGroup("copies", f"copies of {name}", ((OURS, *(name,) * many),), PercentBar((99, 98, 99, 98), least=True))
        for name in REFERENCES
    ]
    found += [
        TableGroup(
            "mixes",
            f"mixes of {', '.join(MIXED)}",
            tuple((OURS, *mix) for mix in mixes),
            PercentBar((85, 95, 90, 97), least=True),
            table_bar=PercentBar((60, 88, 75, 95), least=True),
            draws_bar=PercentBar((8, 8, 8, 8), figure="draws"),
        ),
        TableGroup(
            "noisy",
            "mixes, 20 % of moves random",
            tuple((OURS, *mix) for mix in noisy),
            PercentBar((75, 60, 80, 65), least=True),
        ),
        TableGroup(
            "montecarlo",
            f"copies of {SEARCHER}",
            ((OURS, *(SEARCHER,) * many),),
            PercentBar((80, 75, 70, 60), least=True),
        ),
        TableGroup(
            "one-montecarlo",
            f"one {SEARCHER} among ours",
            ((SEARCHER, *(OURS,) * many),),
            PercentBar((36, 28, 36, 28), figure="upper bound"),
            scale=2.5,
        ),
    ]
    found += [
        TableGroup(
            "one-reference",
            f"one {name} among ours",
            ((name, *(OURS,) * many),),
            PercentBar((10, 10, 10, 10) if name == "points" else (5, 5, 5, 5)),
        )
        for name in REFERENCES
    ]
    return [
        *found,
        TableGroup("one-mimic", f"one {MIMIC} among ours", ((MIMIC, *(OURS,) * many),), PercentBar((37, 28, 37, 28))),
    ]
