"""Words for the possible edits of a hand."""

from collections.abc import Mapping
from typing import Final

from webui.hand.offers import ActionKind, MeldChoice, ToggleKind, Value
from webui.hand.state import MeldKind, MeldState, Teller
from webui.messages import N_, Messages

ACTIONS: Final[Mapping[ActionKind, str]] = {
    "add": N_("Add it"),
    "confirm": N_("Correct"),
    "make-winning": N_("Winning tile"),
    "not-winning": N_("Not the winning tile"),
    "take-out": N_("Remove from the meld"),
    "fourth-tile": N_("Fourth tile of the kong"),
    "lay-chow": N_("chow"),
    "lay-pung": N_("pung"),
    "lay-kong": N_("exposed kong"),
    "lay-concealed-kong": N_("concealed kong"),
    "split": N_("Put back in the hand"),
    "remove": N_("Remove"),
    "not-of-hand": N_("Remove from the hand"),
    "remove-meld": N_("Remove the meld"),
}

MELDS: Final[Mapping[MeldKind | MeldChoice, str]] = {
    "chow": N_("Chow"),
    "pung": N_("Pung"),
    "kong": N_("Exposed kong"),
    "added": N_("Added kong"),
    "concealed-kong": N_("Concealed kong"),
}

GIVERS: Final[Mapping[int, str]] = {0: N_("?"), 1: N_("before"), 2: N_("opposite"), 3: N_("after")}
"""The player who gave the tile of a meld, by `MeldState.source`, as choices after “Given by the player”."""

FROM: Final[Mapping[int, str]] = {1: N_("from before"), 2: N_("from opposite"), 3: N_("from after")}
"""The same after the name of a meld."""

NEW_MELDS: Final[Mapping[MeldKind, str]] = {
    "chow": N_("Tap its lowest tile."),
    "pung": N_("Tap its tile."),
    "kong": N_("Tap its tile."),
    "concealed-kong": N_("Tap its tile."),
}
"""Instructions for naming the tiles of a new meld."""

CIRCUMSTANCES: Final[Mapping[str, str]] = {
    "self_draw": N_("How it was won"),
    "discarder": N_("Discarder"),
    "first_discarder": N_("Who had just discarded the same tile"),
    "seat": N_("Seat wind"),
    "round": N_("Prevalent wind"),
    "kong": N_("Replacement tile after a kong"),
    "no_flowers": N_("Flowers"),
    "liable": N_("Liable for the last meld"),
}

SETTINGS: Final[Mapping[tuple[str, Value], str]] = {
    ("self_draw", False): N_("On a discard"),
    ("self_draw", True): N_("Self-drawn"),
    ("discarder", None): N_("?"),
    ("first_discarder", None): N_("Nobody"),
    ("kong", False): N_("No"),
    ("kong", True): N_("Yes"),
    ("no_flowers", True): N_("No flowers"),
    ("liable", None): N_("Nobody"),
}
"""Values of circumstances other than winds."""

TOGGLES: Final[Mapping[ToggleKind, str]] = {
    "last-tile": N_("Last tile"),
    "last-discard": N_("Last discard of the hand"),
    "last-draw": N_("Last tile of the wall"),
    "robbed-kong": N_("By robbing a kong"),
    "last-of-kind": N_("Last of its kind"),
    "heaven": N_("Blessing of heaven"),
    "earth": N_("Blessing of earth"),
    "double-kong": N_("Kong on kong"),
    "flower-tile": N_("Replacement tile of a flower"),
    "man": N_("Blessing of man"),
}

SOURCES: Final[Mapping[Teller, str]] = {
    "person": N_("edited"),
    "table box": N_("from the table box"),
    "camera": N_("read from the photo"),
    "play": N_("from the table"),
    "match": N_("from the match"),
}
"""Sources of a circumstance, after its name; the page calls the live hand “At the table”."""


def meld(words: Messages, meld: MeldState) -> str:
    """Return the name of a meld, such as `Added kong`."""
    return words(MELDS["added" if meld.source > 4 else meld.kind])


def giver(words: Messages, meld: MeldState) -> str | None:
    """Return the player who gave the tile of a meld, such as `from opposite`, or None if unknown or implied by its
    kind."""
    sentence = FROM.get(meld.source % 4) if meld.kind != "chow" else None
    return words(sentence) if sentence else None


def setting(words: Messages, name: str, value: Value) -> str | None:
    """Return a value of a circumstance, or None for a wind, which is shown as its tile."""
    sentence = SETTINGS.get((name, value))
    return words(sentence) if sentence else None
