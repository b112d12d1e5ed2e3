"""What `tournament` and `sprt` share: who meets whom, what is played, and what is said of it."""
