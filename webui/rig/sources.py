"""Addresses of cameras and table boxes that may be chosen on a page: the one list of what they may name.

An address reaches what the program reaches: files of its computer, and other computers of its network. So a page on
another device may choose only what is found, a page on this computer also what speaks over the network, and only the
command line what reads files.
"""

import re
from collections.abc import Collection
from typing import Final

from webui.errors import WebError

CAMERA_SCHEMES: Final = ("rtsp", "rtsps", "http", "https")
"""What a network camera speaks."""

BOX_SCHEMES: Final = ("socket", "rfc2217")
"""What a table box in the network speaks, as pyserial names it."""

WRITING: Final = ("spy://", "alt://")
"""Addresses of pyserial that write a file, or load any class: none of them is opened but from the command line."""

_NETWORK: Final = re.compile(r"([A-Za-z0-9]+)://[!-~]+")
_CAMERA_HERE: Final = re.compile(r"[0-9]{1,4}|/dev/(video[0-9]+|v4l/by-(id|path)/[\w.:+-]+)")
_PORT_HERE: Final = re.compile(
    r"COM[0-9]{1,3}|/dev/(tty|cu\.|rfcomm)[\w.-]+|/dev/pts/[0-9]+|/dev/serial/by-(id|path)/[\w.:+-]+"
)


class SourceRefusedError(WebError):
    """This address may not be chosen on this page: choose one of the list, or name it when Tableside is started."""


def check_camera(address: str, found: Collection[str], here: bool) -> None:
    """Checks that a camera may be chosen.

    Args:
        address: The camera.
        found: The addresses of the cameras that are connected, and that of the one chosen before.
        here: True on a page of this computer.

    Raises:
        SourceRefusedError: it may not.
    """
    if address in found:
        return
    if not (_CAMERA_HERE.fullmatch(address) or _is_network(address, CAMERA_SCHEMES)):
        raise SourceRefusedError("camera-not-allowed", got=address[:60])
    if not here:
        raise SourceRefusedError("camera-chosen-here")


def check_box(address: str, found: Collection[str], here: bool) -> None:
    """Checks that a table box may be chosen; the arguments are those of `check_camera`.

    Raises:
        SourceRefusedError: it may not.
    """
    if address in found:
        return
    if not (_PORT_HERE.fullmatch(address) or _is_network(address, BOX_SCHEMES)):
        raise SourceRefusedError("box-not-allowed", got=address[:60])
    if not here:
        raise SourceRefusedError("box-chosen-here")


def _is_network(address: str, schemes: Collection[str]) -> bool:
    found = _NETWORK.fullmatch(address)
    return found is not None and found[1].lower() in schemes
