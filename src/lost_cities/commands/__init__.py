"""The command `lost-cities`."""
