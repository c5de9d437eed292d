"""The statements of the builders' pages: commands, pins, drawing."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from device.protocol import PROTOCOL
from webui.cli import main

DEVICE = Path(__file__).parents[2] / "device"
README = (DEVICE / "firmware" / "README.md").read_text()
SKETCH = (DEVICE / "firmware" / "tablebox" / "tablebox.ino").read_text()
COMMANDS = [
    line.strip()
    for page in (README, (DEVICE / "PROTOCOL.md").read_text())
    for line in re.findall(r"^    (tableside .*)$", page, re.MULTILINE)
]
PINS = [*(f"D{n}" for n in range(2, 14)), *(f"A{n}" for n in range(6))]


def test_there_are_commands_to_look_at() -> None:
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_is_one(line: str) -> None:
    command: click.Command = main
    words = shlex.split(line, comments=True)[1:]
    context = command.make_context("tableside", list(words))
    while isinstance(command, click.Group):
        name, command, words = command.resolve_command(context, words)  # type: ignore[assignment]
        context = command.make_context(name, list(words), parent=context)


def test_every_pin_is_in_the_table_and_in_the_drawing() -> None:
    table = set(re.findall(r"\b[AD]\d+\b", README))
    drawing = ElementTree.parse(DEVICE / "firmware" / "wiring.svg")
    drawn = {word for text in drawing.iter("{http://www.w3.org/2000/svg}text") for word in (text.text or "").split()}
    assert set(PINS) <= table
    assert set(PINS) <= drawn


def test_the_sketch_says_what_the_pages_say() -> None:
    assert f"#define PROTOCOL {PROTOCOL}\n" in SKETCH
    for name, value in (
        ("DEBOUNCE", "5"),
        ("LONG_PRESS", "800"),
        ("RESEND", "250"),
        ("QUEUE", "16"),
        ("DICE_PAIR", "5000"),
    ):
        assert f" {name} = {value};" in SKETCH
    for words in ("steady for 5 ms", "held for 0.8 s", "keeps 16 events", "within 5 s"):
        assert words in README.replace("\n", " ")
