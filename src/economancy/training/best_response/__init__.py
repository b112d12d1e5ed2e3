"""Best responses to our play, learned or exact: how far it is from an equilibrium."""
