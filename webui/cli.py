"""The `tableside` command: a click group whose subcommands are imported only when they are called."""

import io
import sys
from importlib import import_module

import click

from webui.messages import N_
from webui.terminal.language import SpokenGroup, in_words, libraries, spoken

COMMANDS = {
    "try": N_("Show the program at work, without any hardware."),
    "read": N_("Read the hand in each photo and score it."),
    "score": N_("Score hands given in notation."),
    "deal": N_("Settle whole deals that are given act by act."),
    "follow": N_("Follow a deal in a clip or by a camera over the table."),
    "match": N_("Keep a match in a file of records; seat and rank tournaments."),
    "serve": N_("Show the page on this computer."),
    "hall": N_("Run an event of many tables from the command line."),
    "worker": N_("Read the photos of a hall on this computer."),
    "calibrate": N_("Calibrate the table by corner markers."),
    "rules": N_("List, rename and remove the rules of clubs and houses."),
    "tileset": N_("Teach Tableside a tile set."),
    "models": N_("Use networks of your own."),
    "device": N_("Talk to the table box on a serial line."),
    "backup": N_("Write a backup into one file."),
    "restore": N_("Restore a backup."),
    "prune": N_("Delete old photos to free space."),
    "doctor": N_("Check the installation and suggest fixes."),
}


_MODULES = {"try": "tryout"}
"""The modules of commands whose names are words of Python."""


def command_of(name: str) -> click.Command:
    """Import a command's module now, and return the command."""
    command: click.Command = import_module(f"webui.commands.{_MODULES.get(name, name)}").command
    return command


class LazyGroup(SpokenGroup):
    """A group that imports `webui.commands.<name>.command` on demand, so that `--help` needs no heavy import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with libraries():
            return in_words(command_of(cmd_name), spoken())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = spoken()
        with formatter.section(words("Commands")):
            formatter.write_dl([(name, words(about)) for name, about in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tableside", prog_name="tableside")
def main() -> None:
    """Tableside reads a winning mahjong hand from a photo, scores it and says why."""
    out = getattr(sys.stdout, "unescaped", sys.stdout)
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # file names that are not text, as on stderr
