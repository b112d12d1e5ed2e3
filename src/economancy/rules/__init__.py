"""The whole game as pure functions over immutable values: no input or output, no numpy, no clock."""
