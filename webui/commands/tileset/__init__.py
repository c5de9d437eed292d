"""`tableside tileset`: tile sets learned from photos, for reading them later."""

import click

from webui.terminal.language import Parts


@click.group("tileset")
def command() -> None:
    """Teach Tableside a tile set, list the tile sets, delete one."""


command.commands = Parts({"learn": f"{__name__}.learn", "list": f"{__name__}.sets", "forget": f"{__name__}.sets"})
