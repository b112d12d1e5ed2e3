"""The compiled core and its front in Python: values of turns, search over dealt cards, self-play."""
