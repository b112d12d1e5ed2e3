"""`python -m economancy` is the player, as the executable."""

import sys

from economancy.player import main

sys.exit(main())
