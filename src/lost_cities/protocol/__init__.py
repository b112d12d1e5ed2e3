"""The wire, both ways: `lines` writes and reads single lines, `reading` a game's as a client, `table` is the server."""
