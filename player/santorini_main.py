"""The executable `player/santorini`."""

import sys

from santorini.player import main

sys.exit(main())
