"""Tabular values of positions near the start, computed by real-time dynamic programming."""
