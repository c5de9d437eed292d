"""Sentences that a voice speaks while a camera follows the play: short, with the names of tiles in words."""

from typing import Final

from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Correction, Discard, Kong, Unseen
from webui.messages import N_, Messages, follow
from webui.messages.acts import person
from webui.messages.follow import Who
from webui.messages.offers import GIVERS
from webui.messages.tiles import RANKS, SUITS
from webui.messages.tiles import tile as tile_name

_GIVEN_FROM: Final = {3: 1, 2: 2, 1: 3}
"""The keys of `GIVERS` by the places that a player sits after another one, in the order of play."""


def wind(words: Messages, wind: str) -> str:
    """Return a player by their seat wind."""
    return person(words, wind)


def place(words: Messages, after: int) -> str:
    """Return the player so many places after the listener in the order of play; 0 is the listener."""
    return words(GIVERS[_GIVEN_FROM[after]]) if after else words(N_("you"))


def event(words: Messages, event: AnyEvent, who: Who) -> str:
    """Return an event as it is spoken; one that is not certain says so."""
    said = plain(words, event, who)
    if isinstance(event, Unseen | Correction) or event.sure or getattr(event, "tile", "") == UNKNOWN:
        return said
    return words(N_("%(event)s (not sure)"), {"event": said})


def plain(words: Messages, event: AnyEvent, who: Who) -> str:
    """Return an event as it is spoken where the camera is sure.

    A concealed kong has a name only where the camera surely saw its face, since it may lie face down.
    """
    match event:
        case Discard():
            tile = tile_name(words, None if event.tile == UNKNOWN else event.tile)
            said = words(N_("%(player)s, %(tile)s"), {"player": who(event.seat), "tile": tile})
        case Claim(kind="chow") if UNKNOWN not in event.tiles:
            tiles = _run(words, event.tiles)
            said = words(N_("%(player)s: chow %(tiles)s"), {"player": who(event.seat), "tiles": tiles})
        case Kong(kind="concealed") if not event.sure or event.tile == UNKNOWN:
            said = words(N_("%(player)s: concealed kong"), {"player": who(event.seat)})
        case _:
            said = follow.unqualified(words, event, who)
    return said[:1].upper() + said[1:]


def corrected(words: Messages, said: str) -> str:
    """Return the sentence on an event that was seen otherwise before; `said` is what holds."""
    return words(N_("Correction: %(event)s"), {"event": said})


def taken_back(words: Messages, said: str) -> str:
    """Return the sentence on an event that did not happen; `said` is what was spoken of it."""
    return words(N_("Did not happen: %(event)s"), {"event": said})


def off(words: Messages) -> str:
    """Return the sentence on a table at which nobody has the play followed."""
    return words(
        N_("The camera does not follow the play at this table: that is turned on at the set-up, under Camera.")
    )


def waiting(words: Messages) -> str:
    """Return the sentence on a table at which nothing is followed now, though it is turned on."""
    return words(N_("Nothing is followed yet: a match must be played before a calibrated camera."))


def _run(words: Messages, tiles: tuple[str, ...]) -> str:
    """Return the tiles of a chow as one name, such as `3, 4, 5 Dots`."""
    first, second, third = (words.of_context(*RANKS)[int(tile[0]) - 1] for tile in sorted(tiles))
    rank = words(N_("%(first)s, %(second)s, %(third)s"), {"first": first, "second": second, "third": third})
    return words(SUITS[tiles[0][1]], {"rank": rank})
