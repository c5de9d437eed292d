"""The `tableside` command: a click group whose subcommands are imported only when they are called."""

import io
import sys
from importlib import import_module

import click

COMMANDS = {
    "read": "Read the hand in each photograph and score it.",
    "score": "Score hands given as text.",
    "match": "Keep a match in a file of records; seat and rank tournaments.",
    "serve": "Show the page on this computer.",
    "calibrate": "Calibrate the table by printed markers.",
    "tileset": "Teach the program a set of tiles.",
    "device": "Talk to the table box on a serial line.",
    "backup": "Write all that is kept into one file.",
    "restore": "Put a backup in place of what is kept.",
}


class LazyGroup(click.Group):
    """Finds `webui.commands.<name>.command` on demand, so that `--help` needs no heavy import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"webui.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tableside", prog_name="tableside")
def main() -> None:
    """Tableside reads a winning mahjong hand from a picture, scores it and says why."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names of files that are no text, as stderr has them
