"""What commands share: the command line of a game, arguments of several, SEATs, exit statuses."""
