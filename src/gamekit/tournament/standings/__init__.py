"""What the games of a tournament say of its players: scores, ratings, intervals, tests."""
