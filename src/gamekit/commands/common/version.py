"""The version of what is installed, with its commit: as it was built, or as git says of the checkout that runs."""

import subprocess
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
"""The folder of gamekit."""

COMMIT = "commit.txt"
"""The file in it that a build writes where there is git."""

GIT_SECONDS = 2.0
"""For git to answer (guessed)."""


def version_text(package: Path = PACKAGE) -> str:
    """Return the version, and in brackets the commit where it is known."""
    from importlib import metadata  # noqa: PLC0415 - slow to import, and every command has --version

    try:
        number = metadata.version("economancy")
    except metadata.PackageNotFoundError:  # run from the sources without an installation
        number = "not installed"
    commit = commit_of(package)
    return f"{number} ({commit})" if commit else number


def commit_of(package: Path) -> str:
    """Return the commit of a folder of gamekit; empty if nobody knows."""
    written = package / COMMIT
    if written.exists():
        return written.read_text(encoding="utf-8").strip()
    root = package.parents[1]
    if not (root / ".git").exists():  # an installation somewhere in a checkout of something else is not that
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=GIT_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
