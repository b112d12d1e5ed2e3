"""The compiled core and its front in Python: values of turns, self-play, fitting."""
