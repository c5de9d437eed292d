"""Sentences of the check of the camera's picture: aspects, values, grades, and remedies."""

from collections.abc import Mapping
from typing import Final

from vision.table.check import Aspect, Check, Grade
from webui.messages import N_, Messages

ASPECTS: Final[Mapping[Aspect, str]] = {
    "tiles": N_("Tiles found"),
    "pixels": N_("Size of the tiles"),
    "sharpness": N_("Sharpness"),
    "light": N_("Light"),
    "glare": N_("Glare"),
    "angle": N_("Angle"),
    "view": N_("Table in view"),
}
"""Names of the aspects."""

VALUES: Final[Mapping[Aspect, str]] = {
    "tiles": N_("%(value)d"),
    "pixels": N_("%(value)d pixels across"),
    "sharpness": N_("%(value)d of 100"),
    "light": N_("brightness %(value)d %%"),
    "glare": N_("glare on %(value)d %% of the tiles"),
    "angle": N_("%(value)d° from straight above"),
    "view": N_("%(value)d %% of it"),
}
"""Values of the aspects."""

GRADES: Final[Mapping[Grade, str]] = {"good": N_("good"), "fair": N_("fair"), "bad": N_("bad")}

FIXES: Final[Mapping[Aspect, str]] = {
    "tiles": N_("Lay some tiles face up where hands will lie, and take your hands away."),
    "pixels": N_("Move the camera nearer, or let it send larger pictures."),
    "sharpness": N_("Focus the lens on the tiles, wipe it, and give more light."),
    "light": N_("Give more light from above, or let the camera expose longer."),
    "glare": N_("Move the lamp or the camera, so that no lamp is mirrored in the tiles; or let it expose shorter."),
    "angle": N_("Hang the camera higher and nearer the middle of the table."),
    "view": N_("Move the camera back or turn it until all four corners are in the picture."),
}
"""Remedies for aspects that are not good."""

PERCENT: Final = frozenset[Aspect]({"sharpness", "glare", "view"})
"""Aspects whose value is a share, shown as a percentage."""


WHITEST: Final = 255
"""The highest value of a pixel, of which the brightness is a percentage."""


def aspect(words: Messages, each: Check) -> str:
    """Return the name of an aspect."""
    return words(ASPECTS[each.aspect])


def value(words: Messages, each: Check) -> str:
    """Return the value of an aspect."""
    scale = 100 if each.aspect in PERCENT else 100 / WHITEST if each.aspect == "light" else 1
    return words(VALUES[each.aspect], {"value": round(each.value * scale)})


def grade(words: Messages, each: Check) -> str:
    """Return the grade of an aspect."""
    return words(GRADES[each.grade])


def fix(words: Messages, each: Check) -> str:
    """Return the remedy; empty if the aspect is good."""
    return "" if each.grade == "good" else words(FIXES[each.aspect])
