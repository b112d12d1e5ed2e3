"""How a seat outside this process is asked."""
