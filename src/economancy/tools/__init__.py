"""The command `economancy`: one module a subcommand, imported when it is called."""
