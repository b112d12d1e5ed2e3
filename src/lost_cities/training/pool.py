"""Who sits at the other side of some tables: opponents by rule of several kinds, some of them noisy."""

from lost_cities.search.core import PlayerKind, Style

GUESTS: tuple[Style, ...] = (
    Style(kind=PlayerKind.BRED),
    Style(kind=PlayerKind.BRED, random=0.05),
    Style(kind=PlayerKind.SIMPLE),
    Style(kind=PlayerKind.SIMPLE, random=0.1),
    Style(kind=PlayerKind.DISCARDER),
    Style(kind=PlayerKind.POSITIVE),
    Style(kind=PlayerKind.POSITIVE, random=0.03),
    Style(kind=PlayerKind.GREEDY, begin=5, hope=0.25, draws=1),
    Style(kind=PlayerKind.GREEDY, begin=0, hope=0.375),
    Style(kind=PlayerKind.GREEDY, begin=-5, hope=0.5, draws=1),
    Style(kind=PlayerKind.GREEDY, begin=8, hope=0.25),
)
"""Most of them never draw discards, as most published players; what they are shows in how they play."""
