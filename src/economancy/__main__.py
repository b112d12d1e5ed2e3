"""`python -m economancy` is the player, as the executable."""

import signal
import sys

signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C ends the imports with a traceback

from economancy.player import main  # noqa: E402

sys.exit(main())
