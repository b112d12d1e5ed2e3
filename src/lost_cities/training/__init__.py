"""How the values are learnt: self-play in the compiled core, with opponents by rule at some tables."""
