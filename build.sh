#!/usr/bin/env bash
# From a clean machine with Python 3.11+ and pip to the executables, the hand-in archive and a game: player/build.py.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
[[ $(uname -s) == Linux ]] || {
    echo "build.sh: expected Linux, got $(uname -s): on Windows use WSL (wsl --install), elsewhere a virtual machine" >&2
    exit 1
}
unset PYTHONPATH PYTHONHOME  # or what they point to gets into the executables
python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "build.sh: expected Python 3.11 or newer, got $("$python" --version 2>/dev/null || echo none):" \
        "set PYTHON to another one" >&2
    exit 1
}
exec "$python" player/build.py "$@"
