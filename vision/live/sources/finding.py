"""The sources of this program and of installed packages, found by the text that names one."""

import logging
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from typing import Final

from vision.live.sources import clip, device, folder, stream
from vision.live.sources.source import Source, UnknownSourceError

GROUP: Final = "tableside.camera"
"""The entry-point group under which packages register a function like those of this package: it takes the text that
names a camera, and returns its `Source`, or None if the text names none of its kind."""

Finder = Callable[[str], Source | None]

_log = logging.getLogger(__name__)


def find_source(text: str) -> Source:
    """Return the source that `text` names: a camera's number or device, a URL, a clip or a folder. Open nothing.

    Raises:
        UnknownSourceError: The text is none of them.
    """
    try:
        for find in _finders():
            if source := find(text):
                return source
    except OSError as error:  # an impossible name, such as one too long, or an unreadable folder
        raise UnknownSourceError(text) from error
    raise UnknownSourceError(text)


def _finders() -> Iterator[Finder]:
    """Yield the finders of installed packages, which may know an address better, and then those of this package.

    One that cannot be imported is skipped with a warning in the log.
    """
    for entry in entry_points(group=GROUP):
        try:
            yield entry.load()
        except Exception:
            _log.warning("camera %s cannot be imported", entry.value, exc_info=True)
    yield from (stream.find, device.find, folder.find, clip.find)
