"""Cards as pictures: a band with the number and the sign of the suit, which stays seen where cards overlap."""

from html import escape

from lost_cities.pages.words import card_text, value_text
from lost_cities.rules import INVESTMENT, SUITS, Card

WIDE, HIGH, BAND = 42, 58, 16
"""Of a card, and of the band at its top, in units of the picture."""

SIGNS = (
    "M-1 6V0H-5V-4H-3V-2H-1V-6H1V0H3V-3H5V2H1V6Z",  # a cactus
    "M-6-3q3-4 6 0t6 0v3q-3 4-6 0t-6 0ZM-6 3q3-4 6 0t6 0v2q-3 4-6 0t-6 0Z",  # waves
    "M-6.5 5.5L-2-5.5 1 0 3-3 6.5 5.5Z",  # peaks
    "M-5.5 5.5Q-7-5.5 5.5-5.5 7 5.5-3 3.5L2-2-4 3Z",  # a leaf
    "M-6.5 5.5L-2.4-1.5H2.4L6.5 5.5ZM-1.2-6.5H1.2V-2.8H-1.2ZM-4.5-5H-3V-3H-4.5ZM3-5H4.5V-3H3Z",  # a volcano
)
"""By suit, each drawn around (0, 0)."""
assert len(SIGNS) == len(SUITS)

STYLE = """
.lc .s0 { --suit: #8a6a00; } .lc .s1 { --suit: #1f5f9e; } .lc .s2 { --suit: #5f6670; } .lc .s3 { --suit: #1f7043; }
.lc .s4 { --suit: #a3301f; }
.lc svg * { stroke: none; }
.lc svg .face { fill: #fffdf6; stroke: var(--suit); stroke-width: 1; }
.lc .band, .lc .big, .lc .sign { fill: var(--suit); } .lc .v, .lc .light { fill: #fff; }
.lc text { font: bold 13px system-ui, sans-serif; text-anchor: middle; }
.lc .v { text-anchor: start; } .lc text.big { font-size: 22px; } .lc text.word { font-size: 9.5px; fill: var(--suit); }
.lc svg rect.back { fill: #6b4a2b; stroke: #f1e3c8; stroke-width: 1; }
.lc svg .weave { fill: none; stroke: #c9a87a; stroke-width: 1; }
.lc svg .new > .face, .lc svg .new > .back { stroke: #e08a00; stroke-width: 3; }
"""


def card(one: Card, x: float, y: float, new: bool = False, whole: bool = True) -> str:
    """Return a card with its corner at (x, y), in lines of which one is the same wherever it lies.

    Not `whole`: only its band is seen.
    """
    value = value_text(one)
    sign = f'd="{SIGNS[one.suit]}"'
    kind = f"s{one.suit} new" if new else f"s{one.suit}"
    body = ""
    if whole:
        large = (
            '<text class="word" x="21" y="33">invest</text>'
            if one.value == INVESTMENT
            else f'<text class="big" x="21" y="38">{value}</text>'
        )
        body = f'{large}<path class="sign" transform="translate(21 48)" {sign}/>'
    return (
        f'<g transform="translate({x:g} {y:g})">\n<g class="{kind}"><title>{card_text(one)}</title>'
        f'<rect class="face" width="{WIDE}" height="{HIGH}" rx="4"/>'
        f'<path class="band" d="M0 4a4 4 0 0 1 4-4H{WIDE - 4}a4 4 0 0 1 4 4V{BAND}H0Z"/>'
        f'<text class="v" x="4" y="12.5">{value}</text>'
        f'<path class="light" transform="translate({WIDE - 9} 8) scale(.9)" {sign}/>{body}</g>\n</g>'
    )


def back(x: float, y: float, title: str, new: bool = False, size: float = 1) -> str:
    """Return the back of a card."""
    scale = f" scale({size:g})" if size != 1 else ""
    kind = "new" if new else "hidden"
    return (
        f'<g class="{kind}" transform="translate({x:g} {y:g}){scale}"><title>{escape(title)}</title>'
        f'<rect class="back" width="{WIDE}" height="{HIGH}" rx="4"/>'
        f'<path class="weave" d="M5 5H{WIDE - 5}V{HIGH - 5}H5ZL{WIDE - 5} {HIGH - 5}M{WIDE - 5} 5L5 {HIGH - 5}"/></g>'
    )
