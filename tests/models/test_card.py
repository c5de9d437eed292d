"""The commands of the model card exist, with the options it names."""

import importlib
import re
import shlex
from pathlib import Path

import click
import pytest

pytestmark = pytest.mark.long  # the commands import torch

CARD = (Path(__file__).parents[2] / "models" / "README.md").read_text()
COMMANDS = re.findall(r"^python -m (models\S*)(.*)$", CARD, re.MULTILINE)


def test_there_are_commands_to_look_at() -> None:
    assert len(COMMANDS) >= 12


@pytest.mark.parametrize(("module", "words"), COMMANDS, ids=lambda part: str(part)[:40])
def test_every_command_knows_its_options(module: str, words: str) -> None:
    command: click.Command = importlib.import_module(module).main
    given = shlex.split(words)
    if isinstance(command, click.Group):
        command = command.commands[given[0]]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in given if word.startswith("--")} <= known
