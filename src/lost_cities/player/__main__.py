"""`python -m lost_cities.player` is what the executable runs."""

import sys

from lost_cities.player import main

sys.exit(main())
