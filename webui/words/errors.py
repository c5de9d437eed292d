"""Sentences for errors: what cannot be used, why, and what to do."""

from collections.abc import Mapping
from typing import Final

from vision.errors import Value, VisionError
from vision.live.camera import Trouble
from webui.words import N_, Words

VISION: Final[Mapping[str, str]] = {
    # Pictures
    "image-missing": N_("there is no such file: check the path"),
    "image-is-folder": N_("this is a folder: name a picture in it"),
    "image-forbidden": N_("the file may not be read: check its permissions"),
    "image-empty": N_("the file is empty: take or copy the picture again"),
    "image-unknown": N_("this is no picture that can be read: save it as JPEG, PNG, WebP or HEIC"),
    "image-damaged": N_("the picture is damaged or cut short (%(reason)s): copy it again"),
    "image-too-large": N_(
        "the picture has %(width)d x %(height)d = %(megapixels)d megapixels, at most %(limit)d are read: "
        "save it smaller"
    ),
    "image-far-too-large": N_("the picture has far too many megapixels, at most %(limit)d are read: save it smaller"),
    # Weights
    "weights-missing": N_("%(file)s: the weights file is missing: install the program again"),
    "weights-broken": N_("%(file)s: not a usable ONNX model (%(reason)s): install it again"),
    "weights-input": N_("%(file)s: expected input %(expected)s, got %(got)s"),
    "weights-output": N_(
        "%(file)s: expected output %(expected)s, got %(got)s: "
        "export it again with ultralytics' default options for ONNX"
    ),
    # Sources of live pictures
    "source-unknown": N_("%(source)s is no camera, no address, no clip and no folder: check its name"),
    "source-closed": N_("%(source)s does not open: is it connected, and used by no other program?"),
    "source-stopped": N_("%(source)s has stopped sending; it is opened again."),
    "source-ended": N_("%(source)s has ended; it is opened again."),
    "source-repeats": N_("%(source)s sends the same picture again and again; it is opened again."),
    "source-failed": N_("%(source)s failed (%(reason)s); it is opened again."),
    "source-hangs": N_("%(source)s hangs; it is opened again."),
    "source-silent": N_("No picture has come from %(source)s for %(seconds).0f seconds."),
    "clip-broken": N_("%(source)s is no clip that can be played: save it as MP4"),
    "clip-empty": N_("%(source)s holds no picture: save it again"),
    "folder-closed": N_("The folder %(source)s cannot be read (%(reason)s): is it still there?"),
    "folder-empty": N_("The folder %(source)s holds no pictures yet: put a JPEG, PNG or WebP there"),
    # Sets of tiles
    "set-name": N_(
        "%(name).60r cannot be a set's name: use 1 to 40 letters, digits, spaces, dots, hyphens or apostrophes, "
        "with a letter or digit first and last"
    ),
    "set-size": N_("%(count)d tiles were named: a set is kept with 1 to %(most)d"),
    "set-unknown": N_("no set is called %(name).60r in %(folder)s; there are: %(kept)s"),
    "no-sets": N_("no set is called %(name).60r in %(folder)s; none is kept there yet"),
    "set-damaged": N_("%(file)s: the set is damaged (%(reason)s): copy it again, or learn it anew"),
    "set-checksum": N_("%(file)s: the set is damaged (its checksum differs): copy it again, or learn it anew"),
    "set-shape": N_(
        "%(file)s: expected a picture of %(expected)s for %(count)d tiles, got %(got)s: "
        "copy it again, or learn the set anew"
    ),
    "set-not-one": N_("%(file)s: this picture holds no set of tiles: it was drawn or saved by another program"),
    "set-version": N_(
        "%(file)s: expected a set of version %(expected)d, got %(got)s: "
        "install the newest program, or learn the set anew"
    ),
    "set-tiles": N_("%(file)s: the names of its tiles are damaged: copy it again, or learn the set anew"),
    "set-unwritable": N_("%(file)s: the set cannot be written (%(reason)s): choose another folder"),
    "set-unremovable": N_("%(file)s: the set cannot be removed (%(reason)s): remove the file by hand"),
    # Calibration
    "corner-outside": N_("A corner of the table is no place in the picture: drag it into the picture."),
    "corners-crossed": N_(
        "The four corners do not go round the table: drag corner 1 to the left hand of chair 1, "
        "and the others in the order of play."
    ),
    "table-small": N_(
        "The table would fill only %(share).1f%% of the picture: drag each corner to a corner of the table."
    ),
    "zone-depth": N_("A zone reaches 0.05 to 0.5 of the table's side, got %(depth)s."),
    "table-side": N_("A table's side is 300 to 2000 mm long, got %(side).0f: measure it again."),
    "marker-hidden": N_(
        "Marker %(missing)s is not seen: lay it flat at the corner to the left of that chair, with its white rim, "
        "in even light."
    ),
}
"""The sentence for each kind of `VisionError` and of a camera's `Trouble`."""


def vision_error(words: Words, error: VisionError | Trouble) -> str:
    """What cannot be used, why, and what to do about it."""
    return words(VISION[error.kind], {name: _plain(value) for name, value in error.about.items()})


def _plain(value: Value) -> str | int | float | None:
    """A list as it stands in a sentence; any other value as it is."""
    return ", ".join(str(each) for each in value) if isinstance(value, tuple) else value
