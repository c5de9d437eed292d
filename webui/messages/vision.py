"""Words for the doubts of a reading."""

from typing import Final, cast

from vision.hand.counting import Remark, RemarkKind
from vision.reading import Doubt, DoubtReason, GroupKind
from webui.messages import N_, Messages

DOUBTS: Final[dict[DoubtReason, str]] = {
    "two-faces": N_("two faces close: %(face)s or %(other_face)s"),
    "two-faces-one-wins": N_("two faces close: %(face)s or %(other_face)s, which would win"),
    "settled-by-win": N_("two faces close: %(other_face)s by the picture alone, %(face)s because a win was declared"),
    "glare": N_("glare: %(face)s is a guess"),
    "part-seen": N_("covered: only a part of the tile is seen"),
    "hardly-seen": N_("covered or blurred: it may be no tile"),
    "guess": N_("covered or unknown: %(face)s is a guess"),
    "not-still": N_("covered or moving: taken before the hand lay still, so check every tile"),
    "cut-off": N_("cut off by the edge of the picture"),
    "no-hand": N_(
        "count wrong: the row that shows the most has %(count)d tiles without flowers, and no 14 lie as a hand"
    ),
    "over-capacity": N_("count wrong: a set of tiles has fewer of some face than this hand shows"),
    "one-too-many": N_("count wrong: %(other_face)s would be one too many"),
    "copies-seen": N_("count wrong: %(count)d tiles in the picture look like %(face)s"),
    "left-out": N_("count wrong: left out, for it may be no tile; with it the hand would be another"),
    "weak-left-out": N_("count wrong: weak finds left out: %(count)d"),
    "weak-taken": N_("count wrong: weak finds taken for tiles: %(count)d"),
    "two-groups": N_("group unclear: %(group)s, or %(other_group)s"),
    "unclear-groups": N_("group unclear"),
    "none-crosswise": N_("group unclear: the set lies apart, but none of its tiles lies crosswise"),
    "kong-face-up": N_("group unclear: four alike, but none lies crosswise or face down"),
    "kongs-face-up": N_("group unclear: these kongs have no tile crosswise or face down: %(kongs)s"),
    "kong-backs": N_("group unclear: a concealed kong, but its outer two tiles do not lie face down"),
    "kong-like": N_("group unclear: four alike with one crosswise, but not taken for a kong"),
    "fourth-beside": N_("group unclear: a fourth tile like these lies beside the pung"),
    "fourth-hidden": N_(
        "group unclear: the tile that lies crosswise is not clear, so a kong's fourth may lie beside it"
    ),
    "fourth-below": N_("group unclear: the tile that lies crosswise may lie on a kong's fourth"),
    "tile-beside": N_("group unclear: a tile that is not part of the hand touches it"),
    "flower-near": N_("group unclear: a flower that is not part of the hand lies near it"),
    "flower-crosswise": N_("group unclear: a flower lies crosswise"),
    "flower-among-sets": N_("group unclear: a flower lies between the sets"),
    "scattered": N_("group unclear: the concealed tiles lie in several places"),
    "row-direction": N_("group unclear: its row may be read either way round, and then another player gave the tile"),
    "gap": N_("group unclear: the gap before this tile may or may not separate two groups"),
    "unusual-order": N_("group unclear: the tiles lie in no usual order, so check every group"),
    "not-placed": N_(
        "group unclear: the hand does not win, and tiles in the picture are not taken as part of it: %(count)d"
    ),
    "waits": N_("group unclear: the hand waits, but not for this tile, which lies apart and may be a discard"),
    "none-apart": N_("group unclear: no tile lies apart, so the last of the row is taken as the winning tile"),
    "white-or-back": N_("group unclear: white dragons, or tiles lying face down"),
    "face-down": N_("the four tiles of a concealed kong lie face down: turn one of them over"),
    "whose-hand": N_("whose hand: chairs %(chairs)s show one, so press the winner's button"),
    "several-hands": N_("whose hand: %(count)d hands are in the picture"),
    "on-display": N_(
        "screen: the tiles look drawn, as a game shows them. Photograph tiles on a table; if these are real, say so"
    ),
    "unsure": N_("The reading as a whole is not sure."),
}
"""The sentence of each reason, with the parameters that `vision.reading.REASONS` names."""

GROUPS: Final[dict[GroupKind, str]] = {
    "concealed": N_("concealed"),
    "chow": N_("chow"),
    "pung": N_("pung"),
    "kong": N_("kong"),
    "concealed-kong": N_("concealed kong"),
    "winning": N_("winning"),
    "flowers": N_("flowers"),
    "aside": N_("aside"),
}
"""Kinds of groups of tiles, as a word within a sentence."""

REMARKS: Final[dict[RemarkKind, str]] = {
    "extra-copies": N_("%(count)d tiles in the picture look like %(faces)s, and a set has four: look at each of them"),
    "missing-tiles": N_("All tiles of a set are in the picture but for %(faces)s"),
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
    return words(DOUBTS[doubt.reason], about)


def remark(words: Messages, remark: Remark) -> str:
    """Return a remark on the tile set as a sentence, with tiles as codes."""
    about = {"count": len(remark.tiles), "faces": words(N_(", ")).join(remark.faces)}
    return words(REMARKS[remark.kind], about)
