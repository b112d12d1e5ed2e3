"""What a policy is."""

from collections.abc import Callable
from random import Random

from gamekit.deadline import Deadline
from santorini.rules import State

Policy = Callable[[State, Random, Deadline], State]
"""Chooses one of the states that may follow; it serves one seat of one game."""
