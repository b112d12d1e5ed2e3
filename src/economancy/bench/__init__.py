"""Measurements: each module is one of `economancy bench`."""
