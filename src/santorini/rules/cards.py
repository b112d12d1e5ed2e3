"""The cards, by the names that the wire spells."""

APOLLO = "Apollo"
ARTEMIS = "Artemis"
ATLAS = "Atlas"
DEMETER = "Demeter"
HEPHASTUS = "Hephastus"
MINOTAUR = "Minotaur"
PAN = "Pan"
PROMETHEUS = "Prometheus"

CARDS = (APOLLO, ARTEMIS, ATLAS, DEMETER, HEPHASTUS, MINOTAUR, PAN, PROMETHEUS)

POWERS = {
    APOLLO: "may move onto a rival's token; the two swap",
    ARTEMIS: "may move one token a second time, not back to where it began",
    ATLAS: "may build a dome on any level",
    DEMETER: "may build a second time, on another space",
    HEPHASTUS: "may build two levels on one space, up to level 3",
    MINOTAUR: "may move onto a rival's token that can be pushed one space straight on",
    PAN: "also wins by moving down two levels or more",
    PROMETHEUS: "may build before moving, if the move then does not go up",
}
"""What the owner of each card may do, in words."""
