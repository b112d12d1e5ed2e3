"""The loop of a player in its own process, and the settings that it takes from the environment."""
