"""Who sits at the other side of some tables: opponents by rule of several kinds, some of them noisy."""

from lost_cities.search.core import Kind, Style

GUESTS: tuple[Style, ...] = (
    Style(kind=Kind.BRED),
    Style(kind=Kind.BRED, random=0.05),
    Style(kind=Kind.SIMPLE),
    Style(kind=Kind.SIMPLE, random=0.1),
    Style(kind=Kind.DISCARDER),
    Style(kind=Kind.POSITIVE),
    Style(kind=Kind.POSITIVE, random=0.03),
    Style(kind=Kind.GREEDY, begin=5, hope=0.25, draws=1),
    Style(kind=Kind.GREEDY, begin=0, hope=0.375),
    Style(kind=Kind.GREEDY, begin=-5, hope=0.5, draws=1),
    Style(kind=Kind.GREEDY, begin=8, hope=0.25),
)
"""Most of them never draw discards, as most published players; what they are shows in how they play."""
