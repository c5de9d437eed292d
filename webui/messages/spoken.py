"""Sentences that a voice speaks while a camera follows the play: short, with the names of tiles in words."""

from typing import Final

from scoring.follow.events import UNKNOWN, AnyEvent, Claim, Correction, Discard, Kong, Unseen, Win
from webui.messages import N_, Messages, follow
from webui.messages.acts import person
from webui.messages.follow import Who
from webui.messages.offers import GIVERS
from webui.messages.tiles import RANKS, SUITS, WINDS
from webui.messages.tiles import tile as tile_name

_GIVEN_FROM: Final = {3: 1, 2: 2, 1: 3}
"""The keys of `GIVERS` by the places that a player sits after another one, in the order of play."""


def wind(words: Messages, wind: str) -> str:
    """Return a player by their seat wind."""
    return person(words, wind)


def place(words: Messages, after: int) -> str:
    """Return the player so many places after the listener in the order of play; 0 is the listener."""
    return words(GIVERS[_GIVEN_FROM[after]]) if after else words(N_("you"))


def tile(words: Messages, code: str | None) -> str:
    """Return the name of a tile as it is spoken: a wind tile is not called as the player of that wind."""
    name = tile_name(words, code)
    return words(N_("the %(wind)s tile"), {"wind": name}) if code in WINDS else name


def is_doubted(event: AnyEvent) -> bool:
    """Return True if the camera named the tile of an event and is not sure of it."""
    return not (isinstance(event, Unseen | Correction) or event.sure or getattr(event, "tile", "") == UNKNOWN)


def event(words: Messages, event: AnyEvent, who: Who, doubted: bool) -> str:
    """Return an event as it is spoken; `doubted` says that the camera is not certain."""
    said = plain(words, event, who)
    return words(N_("%(event)s (not sure)"), {"event": said}) if doubted else said


def plain(words: Messages, event: AnyEvent, who: Who) -> str:
    """Return an event as it is spoken where the camera is sure.

    A concealed kong has a name only where the camera surely saw its face, since it may lie face down.
    """
    match event:
        case Discard():
            form = N_("%(player)s discards %(tile)s") if event.tile in WINDS else N_("%(player)s, %(tile)s")
            said = words(form, {"player": who(event.seat), "tile": tile(words, _known(event.tile))})
        case Claim(kind="chow") if UNKNOWN not in event.tiles:
            tiles = _run(words, event.tiles)
            said = words(N_("%(player)s: chow %(tiles)s"), {"player": who(event.seat), "tiles": tiles})
        case Kong(kind="concealed") if not event.sure or event.tile == UNKNOWN:
            said = words(N_("%(player)s: concealed kong"), {"player": who(event.seat)})
        case _:
            said = follow.unqualified(words, event, who, tile)
    return _begun(said)


def changed(words: Messages, before: AnyEvent, now: AnyEvent, who: Who, is_last: bool) -> str:
    """Return the sentence on an event that was seen otherwise before, with the parts that changed.

    Args:
        words: The language.
        before: The event as a listener has it.
        now: The event as it holds.
        who: Names the players.
        is_last: True if the player has discarded nothing since.
    """
    about: dict[str, object] = {"player": who(now.seat) if now.seat else ""}
    match before, now:
        case (Discard(), Discard()) if before.seat == now.seat and UNKNOWN not in (before.tile, now.tile):
            about |= {"tile": tile(words, now.tile), "other": _other(words, before.tile, now.tile)}
            form = _LAST if is_last else N_("%(player)s's discard was %(tile)s, not %(other)s")
        case (Discard(), Discard()) if before.tile == now.tile != UNKNOWN:
            about |= {"tile": tile(words, now.tile), "other": who(before.seat)}
            form = N_("%(tile)s was discarded by %(player)s, not by %(other)s")
        case (Claim(), Claim()) if _same(before, now, "source"):
            about |= {"source": who(now.source), "other": who(before.source)}
            form = N_("%(player)s claimed it from %(source)s, not from %(other)s")
        case (Win(source=int(one)), Win(source=int(other))) if one and other and _same(before, now, "source"):
            about |= {"source": who(other), "other": who(one)}
            form = N_("%(player)s won from %(source)s, not from %(other)s")
        case (Win(), Win()) if _same(before, now, "tile") and UNKNOWN not in (before.tile, now.tile):
            about |= {"tile": tile(words, now.tile), "other": _other(words, before.tile, now.tile)}
            form = N_("%(player)s won with %(tile)s, not %(other)s")
        case _:
            return words(N_("Correction: %(event)s"), {"event": plain(words, now, who)})
    return _begun(words(form, about))


_LAST: Final = N_("%(player)s's last discard was %(tile)s, not %(other)s")


def _same(one: Claim | Win, other: Claim | Win, but: str) -> bool:
    """Return True if two events are of one player and differ in a field alone, apart from how well they were seen."""
    names = {"seat", "tile", "source", *(("kind", "tiles") if isinstance(one, Claim) else ())} - {but}
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _other(words: Messages, code: str, than: str) -> str:
    """Return the name of a tile beside that of another: of the same suit its number alone."""
    both = code[-1] == than[-1] and code[-1] in SUITS
    return words.of_context(*RANKS)[int(code[0]) - 1] if both else tile(words, code)


def _known(code: str) -> str | None:
    return None if code == UNKNOWN else code


def _begun(said: str) -> str:
    return said[:1].upper() + said[1:]


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
