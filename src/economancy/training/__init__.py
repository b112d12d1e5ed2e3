"""How the values that come with the package are made: self-play, fitting, and measuring what came of it."""
