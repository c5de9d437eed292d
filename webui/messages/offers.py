"""Words for the possible edits of a hand."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from scoring.hand import MeldKind
from webui.hand.offered import MeldChoice, OfferedValue
from webui.hand.state import MeldState, Teller
from webui.messages import N_, Messages
from webui.messages.game import GameMessages, known, of_any, words_by_game

ACTIONS: Final[Mapping[str, str]] = {
    "add": N_("Add it"),
    "confirm": N_("Correct"),
    "red": N_("Red five"),
    "ordinary": N_("Not a red five"),
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

GIVERS: Final[Mapping[int, str]] = {0: N_("?"), 1: N_("left"), 2: N_("across"), 3: N_("right")}
"""The player who gave the tile of a meld, by `MeldState.source`, as choices after “Given by the player”."""

FROM: Final[Mapping[int, str]] = {1: N_("from the left"), 2: N_("from across"), 3: N_("from the right")}
"""The same apart from the name of a meld."""

TITLES: Final[Mapping[tuple[str, int], str]] = {
    ("pung", 1): N_("Pung (from the left)"),
    ("pung", 2): N_("Pung (from across)"),
    ("pung", 3): N_("Pung (from the right)"),
    ("kong", 1): N_("Exposed kong (from the left)"),
    ("kong", 2): N_("Exposed kong (from across)"),
    ("kong", 3): N_("Exposed kong (from the right)"),
    ("added", 1): N_("Added kong (from the left)"),
    ("added", 2): N_("Added kong (from across)"),
    ("added", 3): N_("Added kong (from the right)"),
}
"""Melds with the player who discarded the claimed tile, by kind and `MeldState.source`."""

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
    "kong": N_("Won on a kong's replacement tile?"),
    "no_flowers": N_("Flowers"),
    "more_flowers": N_("Flowers"),
    "liable": N_("Liable for the last meld"),
}

SETTINGS: Final[Mapping[tuple[str, OfferedValue], str]] = {
    ("self_draw", False): N_("On a discard"),
    ("self_draw", True): N_("Self-drawn"),
    ("discarder", None): N_("?"),
    ("first_discarder", None): N_("Nobody"),
    ("kong", False): N_("No"),
    ("kong", True): N_("Yes"),
    ("no_flowers", True): N_("No flowers"),
    ("more_flowers", False): N_("These, and no more"),
    ("liable", None): N_("Nobody"),
}
"""Values of circumstances other than winds."""

TOGGLES: Final[Mapping[str, str]] = {
    "last-tile": N_("Last tile"),
    "last-discard": N_("Last Tile Claim"),
    "last-draw": N_("Last Tile Draw"),
    "robbed-kong": N_("Robbing the Kong"),
    "last-of-kind": N_("Last of Its Kind"),
    "heaven": N_("Blessing of Heaven"),
    "earth": N_("Blessing of Earth"),
    "double-kong": N_("Kong on Kong"),
    "flower-tile": N_("Flower Replacement"),
    "man": N_("Blessing of Man"),
}
"""Rare luck, by the names of its fan in Chinese Official."""

SOURCES: Final[Mapping[Teller, str]] = {
    "person": N_("edited"),
    "table box": N_("from the table box"),
    "camera": N_("read from the photo"),
    "play": N_("from the table"),
    "match": N_("from the match"),
}
"""Sources of a circumstance, after its name; the page calls the live hand “At the table”."""

SEEN: Final = N_("seen by the camera")
"""The source of a circumstance other than the seat that is from the camera: it followed the play."""


def source(words: Messages, name: str, teller: Teller) -> str:
    """Return the source of a circumstance."""
    followed = teller == "camera" and name != "seat"
    return words(SEEN if followed else SOURCES[teller])


@cache
def actions(words: Messages) -> Mapping[str, str]:
    """Return the names of the changes of a tile, those of the installed games too."""
    games = [each.tables.get("actions", {}) for each in words_by_game().values()]
    return {kind: words(name) for each in (*reversed(games), ACTIONS) for kind, name in each.items()}


def meld(words: Messages, meld: MeldState) -> str:
    """Return the name of a meld, such as `Added kong`."""
    return words(MELDS[_kind(meld)])


def title(words: Messages, meld: MeldState) -> str:
    """Return the name of a meld with its giver, such as `Pung (from the left)`, if known and not implied."""
    return words(TITLES.get((_kind(meld), meld.source % 4)) or MELDS[_kind(meld)])


def _kind(meld: MeldState) -> MeldKind | MeldChoice:
    return "added" if meld.source > 4 else meld.kind


def giver(words: Messages, meld: MeldState) -> str | None:
    """Return the player who gave the tile of a meld, such as `from across`, or None if unknown or implied by its
    kind."""
    sentence = FROM.get(meld.source % 4) if meld.kind != "chow" else None
    return words(sentence) if sentence else None


def toggle(words: GameMessages, kind: str) -> str:
    """Return the name of rare luck in the rule book in force."""
    return words(words.game.tables.get("toggles", {}).get(kind) or TOGGLES[kind])


def circumstance(words: GameMessages, name: str) -> str:
    """Return the name of a circumstance in the rule book in force."""
    if otherwise := words.game.tables.get("settings", {}).get(name):
        return words.of_context(*otherwise)
    return words(known(CIRCUMSTANCES, "questions", name))


def setting(words: Messages, name: str, value: OfferedValue) -> str | None:
    """Return a value of a circumstance, or None for a wind, which is shown as its tile."""
    sentence = SETTINGS.get((name, value)) or of_any("replies").get((name, value))
    return words(sentence) if sentence else None
