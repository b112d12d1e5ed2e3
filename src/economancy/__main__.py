"""`python -m economancy` is the command `economancy`."""

import sys

from economancy.commands.cli import main

sys.exit(main())
