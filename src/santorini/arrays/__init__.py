"""Many boards at once, as numpy arrays of records."""
