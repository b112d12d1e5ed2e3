"""versions.py FILE SOURCE...: write what this Python packs players with, and what it was made from itself."""

import sys
from importlib.metadata import version
from pathlib import Path
from platform import python_version

if __name__ == "__main__":
    packages = [f"{name} {version(name)}" for name in ("numpy", "orjson", "PyInstaller")]
    lines = [f"# packed players: Python {python_version()}, {', '.join(packages)}"]
    Path(sys.argv[1]).write_text("\n".join([*lines, *(f"# source: {source}" for source in sys.argv[2:]), ""]))
