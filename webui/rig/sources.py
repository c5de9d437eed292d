"""Addresses of cameras and table boxes that a page may choose.

An address can reach everything that the program reaches: files of its computer, and other computers of its network. So
a page on another device may choose only detected devices, a page on this computer also addresses that reach no file,
such as those in the network, and only the command line files.
"""

import re
from collections.abc import Collection
from typing import Final

from vision.live.sources.finding import camera_kinds
from webui.base.errors import WebError

BOX_SCHEMES: Final = ("socket", "rfc2217")
"""Protocols of table boxes in the network, by pyserial's names."""

WRITING: Final = ("spy://", "alt://")
"""Addresses of pyserial that write a file, or load any class: only the command line may use them."""

_NETWORK: Final = re.compile(r"([A-Za-z0-9]+)://[!-~]+")
_PORT_HERE: Final = re.compile(
    r"keypad:/dev/input/(event[0-9]+|by-(id|path)/[\w.:+-]+)|"
    r"COM[0-9]{1,3}|/dev/(tty|cu\.|rfcomm)[\w.-]+|/dev/pts/[0-9]+|/dev/serial/by-(id|path)/[\w.:+-]+"
)


class SourceRefusedError(WebError):
    """This page may not choose this address: choose one of the list, or name it when starting Tableside."""


def check_camera(address: str, found: Collection[str], here: bool) -> None:
    """Check that a camera may be chosen.

    Args:
        address: The address of the camera.
        found: The addresses of the connected cameras, and of the one chosen before.
        here: True on a page of this computer.

    Raises:
        SourceRefusedError: The page may not choose it.
    """
    if address in found:
        return
    if not any(kind.choosable(address) for kind in camera_kinds()):
        raise SourceRefusedError("camera-not-allowed", got=address[:60])
    if not here:
        raise SourceRefusedError("camera-chosen-here")


def check_box(address: str, found: Collection[str], here: bool) -> None:
    """Check that a table box may be chosen; see `check_camera` for the arguments.

    Raises:
        SourceRefusedError: The page may not choose it.
    """
    if address in found:
        return
    network = _NETWORK.fullmatch(address)
    if not (_PORT_HERE.fullmatch(address) or (network and network[1].lower() in BOX_SCHEMES)):
        raise SourceRefusedError("box-not-allowed", got=address[:60])
    if not here:
        raise SourceRefusedError("box-chosen-here")
