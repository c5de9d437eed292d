"""The option `--camera`, whose help lists the kinds of cameras."""

from collections.abc import Callable
from typing import Any

import click

from vision.live.sources.finding import camera_kinds
from webui.messages import Messages
from webui.terminal.language import FilledOption


def _kinds(words: Messages) -> dict[str, str]:
    return {"kinds": words(", ").join(words(kind.help) for kind in camera_kinds())}


def camera_option(help: str) -> Callable[[Any], Any]:
    """Add `--camera` to a command.

    Args:
        help: Its help, with `%(kinds)s` for the kinds of cameras.
    """
    return click.option("--camera", metavar="SOURCE", cls=FilledOption, about=_kinds, help=help)
