"""Sentences for a photo without a hand: the detected tiles, and the remedy."""

from collections.abc import Mapping
from typing import Final

from scoring.rules import BOOKS
from vision.table.check import Aspect, Check
from webui.hand.unread import Unread, UnreadKind
from webui.messages import N_, Messages
from webui.messages.scoring import OTHER_SIZE, rules

WHY: Final[Mapping[UnreadKind, tuple[str, str]]] = {
    "no-tiles": (
        N_("We found no tile in this photo."),
        N_("Hold the camera nearer and straight above the hand, tiles face up, in more light."),
    ),
    "other-size": (
        OTHER_SIZE,
        N_("If these are the right rules, bring all tiles of the hand into the photo, and no others."),
    ),
    "too-few": (
        N_("We found %(count)d tiles, and a hand has at least %(size)d: %(missing)d are missing."),
        N_("Bring all tiles of the hand into the photo, none covered or at its edge."),
    ),
    "no-winner": (
        N_("%(most)d tiles lie in a row: the winning tile is not with them."),
        N_("Lay the winning tile beside the row, a little apart; it may still lie among the discards."),
    ),
    "in-rows": (
        N_("We found %(count)d tiles in %(rows)d rows, but no row is a hand: the longest has %(most)d."),
        N_("Push the concealed tiles together into one row, with the melds beside them and all others away."),
    ),
    "no-order": (
        N_("We found %(count)d tiles, but not a complete hand."),
        N_("Lay the concealed tiles in one row, the melds beside them, the winning tile a little apart."),
    ),
}
"""Reasons why there is no hand, with remedies."""

FIXES: Final[Mapping[Aspect, str]] = {
    "pixels": N_("The tiles are small in the photo: hold the camera nearer."),
    "sharpness": N_("The photo is blurred: hold the camera still, and wipe its lens."),
    "light": N_("The photo is dark: give more light, from above or from the side."),
    "glare": N_("Tiles shine: turn away from the lamp that is mirrored in them."),
    "angle": N_("The tiles are seen from the side: hold the camera straight above them."),
}
"""Remedies for aspects of a photo that are not good; other aspects do not apply to photos."""


def why(words: Messages, found: Unread) -> tuple[str, str]:
    """Return the reason why there is no hand, and the remedy."""
    said, fix = WHY[found.kind]
    about = dict(found.about)
    if "instead" in about:
        about["instead"] = rules(words, BOOKS[str(about["instead"])])
    return words(said, about), words(fix)


def fixes(words: Messages, checks: tuple[Check, ...]) -> list[str]:
    """Return remedies for the aspects of a photo that are not good."""
    return [words(FIXES[each.aspect]) for each in checks if each.grade != "good" and each.aspect in FIXES]
