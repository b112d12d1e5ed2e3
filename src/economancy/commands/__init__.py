"""The command `economancy`: a module for each subcommand."""
