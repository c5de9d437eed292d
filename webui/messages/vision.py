"""Words for the doubts of a reading."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from vision.reading import Doubt, DoubtReason, GroupKind
from webui.messages import N_, Messages

if TYPE_CHECKING:
    from vision.hand.counting import Remark, RemarkKind

DOUBTS: Final[dict[DoubtReason, str]] = {
    "two-faces": N_("Is this %(face)s or %(other_face)s?"),
    "two-faces-one-wins": N_("Is this %(face)s, or %(other_face)s, which makes a win?"),
    "settled-by-win": N_("Looks like %(other_face)s, but only %(face)s makes a win. Which is it?"),
    "glare": N_("Glare: %(face)s is a guess"),
    "part-seen": N_("Covered: only part of the tile is visible"),
    "hardly-seen": N_("Covered or blurred: it may not be a tile"),
    "unreadable": N_("Unreadable: something covers the tile, or light blows it out"),
    "guess": N_("Covered or unknown: %(face)s is a guess"),
    "not-still": N_("The tiles were still moving: check each one"),
    "cut-off": N_("Cut off by the edge of the photo"),
    "no-hand": N_("No hand lies here (tiles in the longest row: %(count)d)"),
    "over-capacity": N_("This hand shows more of a tile than a tile set has"),
    "one-too-many": N_("%(other_face)s would be one too many"),
    "copies-seen": N_("%(count)d tiles in the photo look like %(face)s"),
    "left-out": N_("Not counted, as it may not be a tile; with it the hand would change"),
    "weak-left-out": N_("Unclear shapes not counted as tiles: %(count)d"),
    "weak-taken": N_("Unclear shapes counted as tiles: %(count)d"),
    "two-groups": N_("Is this %(group)s or %(other_group)s?"),
    "unclear-groups": N_("Please check this group"),
    "none-crosswise": N_("The meld is set apart, but none of its tiles lies crosswise"),
    "kong-face-up": N_("Four equal tiles, but none lies crosswise or face down"),
    "kongs-face-up": N_("These kongs have no tile crosswise or face down: %(kongs)s"),
    "kong-backs": N_("Read as a concealed kong, but its outer two tiles are not face down"),
    "kong-like": N_("Four equal tiles with one crosswise, but not read as a kong"),
    "fourth-beside": N_("A fourth equal tile lies beside the pung"),
    "fourth-hidden": N_("The crosswise tile is not clear, so a kong's fourth tile may lie beside it"),
    "fourth-outside": N_("The pung lies at the edge of the photo, and a kong's fourth tile may lie beyond it"),
    "fourth-below": N_("This tile of the pung may lie on a kong's fourth tile"),
    "tile-beside": N_("A tile outside the hand touches it"),
    "flower-near": N_("A flower outside the hand lies near it"),
    "flower-crosswise": N_("A flower lies crosswise"),
    "flower-among-sets": N_("A flower lies between the melds"),
    "scattered": N_("The concealed tiles lie in several places"),
    "row-direction": N_("The row can be read from either end, which changes the discarder"),
    "gap": N_("The gap before this tile may not separate two groups"),
    "unusual-order": N_("The tiles lie in no usual order: check every group"),
    "not-placed": N_("The hand does not win, and %(count)d tiles in the photo were left out"),
    "waits": N_("The hand is ready, but not for this tile, which is set apart and may be a discard"),
    "none-apart": N_("No tile is set apart, so we took the last one in the row as the winning tile"),
    "white-or-back": N_("White Dragons, or tiles face down?"),
    "face-down": N_("the four tiles of a concealed kong lie face down: turn one of them over"),
    "whose-hand": N_("seats %(chairs)s show a hand: press the winner's button"),
    "several-hands": N_("%(count)d hands in the photo: tap the one that won"),
    "on-display": N_(
        "screen: the tiles look drawn, as a game shows them. Take a photo of tiles on a table; if these are real, "
        "say so"
    ),
    "unsure": N_("We are not sure about this hand: please check it."),
}
"""The sentence of each reason, with the parameters that `vision.reading.REASONS` names."""

NO_HAND: Final[dict[range, str]] = {
    range(10, 13): N_("%(count)d tiles in the row, and a hand has at least 14: the others are missing or not seen"),
    range(13, 14): N_("13 tiles in the row: one is missing or not seen. Where?"),
    range(14, 15): N_("14 tiles in the row, but they do not lie as a hand"),
    range(15, 19): N_("%(count)d tiles in the row. Which of them are kongs?"),
    range(19, 145): N_("%(count)d tiles in the row, more than a hand has: move the others away"),
}
"""Sentences of "no-hand" by the number of tiles in the row; with fewer tiles a row is nobody's hand."""

GROUPS: Final[dict[GroupKind, str]] = {
    "concealed": N_("concealed"),
    "chow": N_("chow"),
    "pung": N_("pung"),
    "kong": N_("kong"),
    "concealed-kong": N_("concealed kong"),
    "winning": N_("winning"),
    "flowers": N_("flowers"),
    "aside": N_("outside the hand"),
}
"""Kinds of groups of tiles, as a word within a sentence."""

REMARKS: Final[dict["RemarkKind", str]] = {
    "unknown-set": N_(
        "The names of %(count)d tiles are guesses. If the photo is sharp, Tableside does not know this tile set: "
        "teach it the set, or enter the hand yourself"
    ),
    "extra-copies": N_("%(count)d tiles in the photo look like %(faces)s, and a tile set has four: check each of them"),
    "missing-tiles": N_("All tiles of a tile set are in the photo except %(faces)s"),
}
"""Remarks on the tile set in the picture; `count` tiles are highlighted, `faces` are codes."""


def doubt(words: Messages, doubt: Doubt) -> str:
    """Return a doubt as a sentence, with tiles as codes."""
    about: dict[str, object] = dict(doubt.about)
    for name in ("group", "other_group"):
        if name in about:
            about[name] = words(GROUPS[cast("GroupKind", about[name])])
    if "chairs" in about:
        about["chairs"] = words(N_(" and ")).join(map(str, cast("tuple[int, ...]", about["chairs"])))
    if "kongs" in about:
        about["kongs"] = words(", ").join(" ".join([face] * 4) for face in cast("tuple[str, ...]", about["kongs"]))
    return words(_sentence(doubt), about)


def says_no_hand(doubt: Doubt) -> bool:
    """Return True if the sentence of a doubt alone says that there is no hand."""
    return doubt.reason == "no-hand" and _sentence(doubt) == DOUBTS["no-hand"]


def _sentence(doubt: Doubt) -> str:
    if doubt.reason == "no-hand":
        count = doubt.about["count"]
        return next((said for counts, said in NO_HAND.items() if count in counts), DOUBTS["no-hand"])
    return DOUBTS[doubt.reason]


def remark(words: Messages, remark: "Remark") -> str:
    """Return a remark on the tile set as a sentence, with tiles as codes."""
    about = {"count": len(remark.tiles), "faces": words(N_(", ")).join(remark.faces)}
    return words(REMARKS[remark.kind], about)


def made_as(words: Messages, made: Mapping[str, str]) -> str:
    """Return how an own network was made, by what its file says.

    Args:
        words: The language.
        made: The facts of its file, by the keys `vision.networks.runtime.MADE`.
    """
    if "recipe" in made:
        return words("your own, made by the recipe %(recipe)s", {"recipe": made["recipe"]})
    facts = [made[key] for key in ("description", "version") if key in made]
    facts += [made["date"].partition("T")[0]] if "date" in made else []
    return words("your own, made by %(what)s", {"what": words(", ").join(facts)}) if facts else words("your own")
