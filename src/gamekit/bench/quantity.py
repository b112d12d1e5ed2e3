"""Numbers that a command printed, and whether two of them say the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
_INTERVAL = re.compile(rf"\(\s*({NUMBER})\s*(?:to|-|…)\s*({NUMBER})\s*\)")
_VALUE = re.compile(rf"(?<![\w.])({NUMBER})(?: ?%)?(?:\s*(\([^()]*\))|\s*\+-\s*({NUMBER}))?")
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its 95 % interval, if it has one, and the decimals that it is written with."""

    value: float
    interval: tuple[float, float] | None
    decimals: int

    def __str__(self) -> str:
        texts = [f"{each:,.{self.decimals}f}" for each in (self.value, *(self.interval or ()))]
        return f"{texts[0]} ({texts[1]} to {texts[2]})" if self.interval else texts[0]


def number_of(text: str) -> tuple[float, int]:
    """Return the number of a text that `NUMBER` matches, and how many decimals it has."""
    return float(text.replace(",", "")), len(text.partition(".")[2])


def interval_of(text: str) -> tuple[float, float] | None:
    """Return the interval of a text such as (1.5 to 2), (1.5-2) or (1.5…2); None if it is none."""
    match = _INTERVAL.fullmatch(text)
    return (number_of(match[1])[0], number_of(match[2])[0]) if match else None


def printed(output: str, name: str) -> Quantity | None:
    """Return the number that a command printed behind a name at the start of a line, None if there is none.

    Of a line it is the first number with an interval, else the first; of several lines the last with an interval, else
    the last.
    """
    bare = last = None
    for line in output.splitlines():
        head, found, rest = line.strip().partition(name)
        if not found or head or re.match(r"\w", rest):
            continue
        numbers = list(_numbers(rest))
        bare = numbers[0] if numbers else bare
        last = next((number for number in numbers if number.interval), last)
    return last or bare


def _numbers(text: str) -> Iterator[Quantity]:
    for match in _VALUE.finditer(text):
        value, decimals = number_of(match[1])
        interval = interval_of(match[2]) if match[2] else None
        if match[3]:
            half = number_of(match[3])[0]
            interval = (value - half, value + half)
        yield Quantity(value, interval, decimals)


def agree(stated: Quantity, found: Quantity, times: int = 1) -> bool:
    """Tell whether a number that was measured again is as stated; `times` such comparisons err together in 5 %.

    Without a stated interval it is the same number, as far as it was written down. With one, the interval of the
    difference covers 0 (R. G. Newcombe's hybrid of two intervals, method 10 in "Interval estimation for the difference
    between independent proportions", Statistics in Medicine 17, 1998); a number without an interval lies in it.
    """
    if stated.interval is None:
        return round(found.value, stated.decimals) == stated.value
    if found.interval is None:
        return stated.interval[0] <= found.value <= stated.interval[1]
    smaller, larger = sorted((stated, found), key=lambda each: each.value)
    assert smaller.interval
    assert larger.interval
    half = sqrt((smaller.interval[1] - smaller.value) ** 2 + (larger.value - larger.interval[0]) ** 2)
    normal = NormalDist()
    wider = normal.inv_cdf(1 - (1 - _CONFIDENCE) / 2 / times) / normal.inv_cdf((1 + _CONFIDENCE) / 2)
    return larger.value - smaller.value <= wider * half
