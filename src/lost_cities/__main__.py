"""`python -m lost_cities` is the command `lost-cities`."""

import sys

from lost_cities.commands.cli import main

sys.exit(main())
