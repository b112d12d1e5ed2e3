"""`python -m santorini` is the command `santorini`."""

import sys

from santorini.commands.cli import main

sys.exit(main())
