"""`python -m thud`: the command `thud`."""

import sys

from thud.commands.cli import main

sys.exit(main())
