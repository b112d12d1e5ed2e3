"""Training of the learned values: self-play, fitting, and measuring the results."""
