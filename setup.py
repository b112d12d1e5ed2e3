"""A build writes the commit beside the package, for `--version` where there is no git. All else: pyproject.toml."""

import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCommit(build_py):
    """Copies the sources; from a checkout the commit, too."""

    def run(self) -> None:
        super().run()
        command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
        if not self.editable_mode and Path(".git").exists():
            try:
                commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            except (OSError, subprocess.SubprocessError):
                return
            Path(self.build_lib, "gamekit", "commit.txt").write_text(commit, encoding="utf-8")


setup(cmdclass={"build_py": BuildWithCommit})
