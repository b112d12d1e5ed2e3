"""Every command of every game ends with the same exit statuses, and lists them in its help."""

import importlib
from collections.abc import Iterator, Mapping

import pytest

from gamekit.commands.common.main import main
from gamekit.commands.common.parsing import COMMANDS
from gamekit.commands.common.status import MEANINGS, Status
from gamekit.game import AnyGame

CLIS = {
    "economancy": "economancy.commands.cli",
    "santorini": "santorini.commands.cli",
    "coinfight": "coinfight.commands.cli",
    "lost_cities": "lost_cities.commands.cli",
    "thud": "thud.commands.cli",
}
PARTS = {"economancy": ["bench", "batch"], "santorini": ["bench", "perft"], "lost_cities": ["bench", "real"]}


def commands() -> Iterator[tuple[str, list[str]]]:
    for game, module in CLIS.items():
        for command in {**COMMANDS, **importlib.import_module(module).OWN}:
            yield game, [command]
        yield game, PARTS.get(game, [])


@pytest.mark.parametrize(("game", "words"), [*commands()])
def test_every_help_lists_the_exit_statuses(game: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    cli = importlib.import_module(CLIS[game])
    own: Mapping[str, str] = cli.OWN
    rules: AnyGame = importlib.import_module(f"{game}.game").GAME
    with pytest.raises(SystemExit, match="0"):
        main(rules, own, [*words, "--help"])
    assert " ".join(MEANINGS.split()) in " ".join(capsys.readouterr().out.split())


def test_the_help_lists_all_that_there_are() -> None:
    text = " ".join(MEANINGS.split())
    assert all(f" {status.value} " in text for status in Status)
