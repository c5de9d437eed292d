"""Copies of pictures with marked tiles for `--annotate`; original pictures are never replaced."""

from collections import Counter
from collections.abc import Collection
from pathlib import Path

import cv2

from vision import Reading, files
from vision.annotate import annotated
from vision.image import Picture
from webui.commands.options import complain
from webui.terminal.language import spoken

_WRITTEN = (".jpg", ".jpeg", ".png", ".webp")


def places(paths: list[Path], to: Path) -> dict[Path, Path]:
    """Return the file for each marked picture; a second picture with the same name gets `-2`, and so on."""
    if len(paths) == 1 and to.suffix.lower() in _WRITTEN and not _is_folder(to):
        return {paths[0]: to}
    times: Counter[str] = Counter()
    found = {}
    for path in paths:
        times[path.stem] += 1
        found[path] = to / f"{path.stem}{f'-{times[path.stem]}' if times[path.stem] > 1 else ''}.jpg"
    return found


def _is_folder(path: Path) -> bool:
    """Return True if this is a folder; False if that is unknown."""
    try:
        return path.is_dir()
    except OSError:
        return False


def annotate(
    target: Path, picture: Picture, reading: Reading, pointed: Collection[int], originals: list[Path], force: bool
) -> bool:
    """Write the marked picture, with a ring round some tiles; return False, with a message on stderr, if that fails.

    Args:
        target: The file to write.
        picture: Its pixels without marks.
        reading: The reading.
        pointed: Indices of the tiles that get a ring.
        originals: The pictures being read, which are never replaced.
        force: True to replace other files.
    """
    words = spoken()
    try:
        if target.exists() and any(target.samefile(each) for each in originals if each.exists()):
            complain(target, words("is a photo that is read, and is not replaced: give another place to --annotate"))
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(target.suffix.lower(), annotated(picture, reading, words("no hand"), pointed))
        if not force:
            target.open("xb").close()  # reserves the name
        try:
            files.write(target, data.tobytes())
        except OSError:
            if not force:
                target.unlink(missing_ok=True)
            raise
    except FileExistsError:
        complain(target, words("exists already: give another place to --annotate, or --force to replace it"))
        return False
    except OSError as error:
        why = {"reason": error}
        complain(
            target, words("the marked picture could not be written (%(reason)s): give another place to --annotate", why)
        )
        return False
    return True
