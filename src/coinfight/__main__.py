"""`python -m coinfight` is the player, as the executable."""

import sys

from coinfight.player import main

sys.exit(main())
