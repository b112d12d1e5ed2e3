"""The inputs and values of positions in numpy: the model of the compiled core, and what plays where there is none."""
