"""How the values of boards are learnt: self-play, fitting, and what is written down of it."""
