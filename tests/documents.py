"""README and the manual: the commands they show, and what these print.

    python -m tests.documents

writes anew what the commands of all ```console blocks print. Run it after a sentence of a command has changed; the
pages in traditional characters get theirs too, after `python -m webui.translations` has made them.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import click
from click.testing import CliRunner, Result

from tests.structure import ROOT
from webui.cli import main
from webui.messages.languages import LANGUAGES, ORIGINAL, voice_of

HELP: Final = ROOT / "webui/help"

SHELLS: Final = {
    lang: "C.UTF-8" if lang == ORIGINAL else f"{voice_of(lang).replace('-', '_')}.UTF-8" for lang in LANGUAGES
}
"""Languages of the documents, and that of the shell in which their commands are shown."""

READMES: Final = {ORIGINAL: ROOT / "README.md"} | {
    lang: file for lang in LANGUAGES if (file := ROOT / f"README.{lang}.md").is_file()
}

_BLOCK: Final = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def pages(lang: str) -> dict[str, Path]:
    """Return the pages of the manual in a language by their name."""
    return {file.stem: file for file in sorted((HELP / lang).glob("*.md"))}


def documents(lang: str) -> list[Path]:
    """Return README and all pages of the manual in a language."""
    return [*([READMES[lang]] if lang in READMES else []), *pages(lang).values()]


class Shown(NamedTuple):
    """A command that a document shows."""

    file: Path
    lang: str
    command: str
    output: str


def shown_commands() -> Iterator[Shown]:
    """Yield the commands of the ```console blocks of all documents."""
    for lang in SHELLS:
        for file in documents(lang):
            for block in _BLOCK.findall(file.read_text("utf-8")):
                for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                    command, _, output = part.partition("\n")
                    yield Shown(file, lang, command, output)


def blocks(file: Path, kind: str) -> list[str]:
    """Return the blocks of a kind, such as `toml`, in a document."""
    return re.findall(rf"^```{kind}\n(.*?)^```", file.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@cache
def printed(command: str, lang: str) -> Result:
    """Run a command line that several documents may show, once."""
    return run(command, lang)


def run(command: str, lang: str) -> Result:
    """Run a command line of a document in the working folder; whatever it raises, this raises."""
    words = shlex.split(command)
    assert words[0] == "tableside"
    return CliRunner().invoke(main, words[1:], env={"LC_ALL": SHELLS[lang], "LANGUAGE": ""}, catch_exceptions=False)


def refreshed(text: str, prints: Callable[[str], str]) -> str:
    """Return a document in which each command is followed by what it prints."""

    def anew(block: re.Match[str]) -> str:
        commands = re.findall(r"^\$ (.*)$", block[1], re.MULTILINE)
        return "```console\n" + "".join(f"$ {each}\n{prints(each).rstrip()}\n" for each in commands) + "```"

    return _BLOCK.sub(anew, text)


@click.command()
def write() -> None:
    """Write anew what the commands in README and the manual print."""
    os.chdir(ROOT)
    for lang in SHELLS:
        for file in documents(lang):
            text = file.read_text("utf-8")
            file.write_text(refreshed(text, lambda command, lang=lang: printed(command, lang).stdout), "utf-8")


if __name__ == "__main__":
    write()
