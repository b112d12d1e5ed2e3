"""How the weights of the clients are found."""
