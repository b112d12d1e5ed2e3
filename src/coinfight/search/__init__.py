"""Looking ahead: two seats solved, positions of few coins solved on the spot, and Monte Carlo tree search."""
