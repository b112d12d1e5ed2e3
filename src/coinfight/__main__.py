"""`python -m coinfight` is the command `coinfight`."""

import sys

from coinfight.commands.cli import main

sys.exit(main())
