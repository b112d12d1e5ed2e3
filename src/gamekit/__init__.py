"""What two games would use unchanged: it knows JSON streams, deadlines, child processes and statistics, and no game."""
