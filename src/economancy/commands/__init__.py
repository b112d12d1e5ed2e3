"""The command `economancy`: a module for each subcommand."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before anything imports numpy; more threads only fight for cores
