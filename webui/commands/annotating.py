"""Copies of pictures with their tiles marked: where `--annotate` writes them, and what it never replaces."""

from collections import Counter
from collections.abc import Collection
from pathlib import Path

import cv2

from vision import Reading, files
from vision.annotate import annotated
from vision.image import Picture
from webui.commands.language import spoken
from webui.commands.options import complain

_WRITTEN = (".jpg", ".jpeg", ".png", ".webp")


def places(paths: list[Path], to: Path) -> dict[Path, Path]:
    """The file for each marked picture; of pictures with one name the second gets `-2`, and so on."""
    if len(paths) == 1 and to.suffix.lower() in _WRITTEN and not _is_folder(to):
        return {paths[0]: to}
    times: Counter[str] = Counter()
    found = {}
    for path in paths:
        times[path.stem] += 1
        found[path] = to / f"{path.stem}{f'-{times[path.stem]}' if times[path.stem] > 1 else ''}.jpg"
    return found


def _is_folder(path: Path) -> bool:
    """Whether this is a folder, as far as can be seen."""
    try:
        return path.is_dir()
    except OSError:
        return False


def annotate(
    target: Path, picture: Picture, reading: Reading, pointed: Collection[int], originals: list[Path], force: bool
) -> bool:
    """Writes the marked picture, with a ring round some tiles; False, with a word on stderr, when that cannot be done.

    Args:
        target: The file to write.
        picture: Its pixels without marks.
        reading: What was read from it.
        pointed: Indices of the tiles that get a ring.
        originals: The pictures that are read, none of which is replaced.
        force: Whether another file may be.
    """
    words = spoken()
    try:
        if target.exists() and any(target.samefile(each) for each in originals if each.exists()):
            complain(target, words("is a picture that is read, and is not replaced: give another place to --annotate"))
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(target.suffix.lower(), annotated(picture, reading, words("no hand"), pointed))
        if not force:
            target.open("xb").close()  # so that nobody else takes the name meanwhile
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
