"""Sentences about the course of a deal that a camera followed."""

from collections.abc import Callable, Iterable
from typing import Final, Literal

from scoring.follow.counts import Amiss
from scoring.follow.events import (
    UNKNOWN,
    AnyEvent,
    Claim,
    Correction,
    Declared,
    Discard,
    Drawn,
    Flower,
    Kong,
    Unseen,
    Win,
)
from scoring.follow.seen import SEATS
from scoring.follow.state import Standing, State
from scoring.notation import compact
from scoring.play import USUAL, Play
from webui.messages import N_, Messages, plural
from webui.messages.game import of_any
from webui.messages.tiles import tile as tile_name

_CLAIMS: Final = {
    "chow": N_("%(player)s: chow %(tiles)s with %(tile)s from %(source)s"),
    "pung": N_("%(player)s: pung of %(tile)s from %(source)s"),
    "kong": N_("%(player)s: kong of %(tile)s from %(source)s"),
}
_KONGS: Final = {
    "concealed": N_("%(player)s: concealed kong of %(tile)s"),
    "added": N_("%(player)s: adds %(tile)s to a pung"),
}
LATER: Final = plural("%(n)d second later", "%(n)d seconds later")
"""The delay of a stream."""

_STANDING: Final[dict[Standing, str]] = {
    "in step": N_("The camera follows the game"),
    "doubtful": N_("The last events are not certain"),
    "lost": N_("The camera does not see whose turn it is"),
}


Who = Callable[[int], str]
"""Returns the name of the player at a seat."""

TileName = Callable[[Messages, str | None], str]
"""Returns the name of a tile."""


def event(words: Messages, event: AnyEvent, who: Who | None = None) -> str:
    """Return an event as a sentence.

    Args:
        words: The language.
        event: The event.
        who: Names the players; None for the numbers of their seats.
    """
    said = unqualified(words, event, who)
    doubted = isinstance(event, Correction | Unseen) or event.sure
    return said if doubted else unsure(words, said)


def unsure(words: Messages, said: str) -> str:
    """Return a sentence on what the camera is not sure of."""
    return words(N_("%(event)s (not sure)"), {"event": said})


def unqualified(words: Messages, event: AnyEvent, named: Who | None, named_tile: TileName = tile_name) -> str:
    """Return an event as a sentence that does not tell if the camera is sure; the arguments are those of `event`.

    `named_tile` names a tile, or an unknown one.
    """

    def who(seat: int) -> str:
        return named(seat) if named else words(N_("Seat %(seat)d"), {"seat": seat})

    def giver(seat: int) -> str:
        return named(seat) if named else words(N_("seat %(seat)d"), {"seat": seat})

    def name(code: str) -> str:
        return named_tile(words, None if code == UNKNOWN else code)

    about: dict[str, object] = {"player": who(event.seat)} if event.seat else {}
    match event:
        case Discard():
            return words(N_("%(player)s: discards %(tile)s"), about | {"tile": name(event.tile)})
        case Claim():
            about |= {"tile": name(event.tile), "tiles": _run(event.tiles), "source": giver(event.source)}
            return words(_CLAIMS[event.kind], about)
        case Kong():
            return words(_KONGS[event.kind], about | {"tile": name(event.tile)})
        case Flower() if event.seat:
            said = of_any("aside").get(event.tile) or N_("%(player)s: flower %(tile)s")
            return words(said, about | {"tile": name(event.tile)})
        case Flower():
            return words(N_("Flower %(tile)s"), {"tile": name(event.tile)})
        case Declared():
            said = of_any("declarations").get(event.what) or N_("%(player)s: %(declaration)s")
            return words(said, about | {"declaration": event.what})
        case Win(source=0):
            return words(N_("%(player)s: wins by self-draw with %(tile)s"), about | {"tile": name(event.tile)})
        case Win(source=None):
            return words(N_("%(player)s: wins with %(tile)s"), about | {"tile": name(event.tile)})
        case Win():
            assert event.source is not None
            about |= {"tile": name(event.tile), "source": giver(event.source)}
            return words(N_("%(player)s: wins with %(tile)s from %(source)s"), about)
        case Drawn(waiting=tuple(seats)):
            players = words(", ").join(who(seat) for seat in seats)
            return words(N_("The wall is used up, and nobody has won; ready: %(players)s"), {"players": players})
        case Drawn():
            return words(N_("The wall is used up, and nobody has won"))
        case Unseen() if event.seat:
            return words(N_("%(player)s: something was not seen"), about)
        case Unseen():
            return words(N_("Something was not seen"))
        case Correction(now=None):
            return words(N_("Number %(number)d did not happen"), {"number": event.of})
        case Correction():
            assert event.now is not None
            now = unqualified(words, event.now, who, named_tile)
            return words(N_("Number %(number)d corrected: %(event)s"), {"number": event.of, "event": now})


def gap(words: Messages, seconds: float) -> str:
    """Return the sentence on a time in which nothing was followed."""
    return words(N_("For %(count)d seconds nothing was followed"), {"count": round(seconds)})


def left(words: Messages, count: int, uncertain: bool) -> str:
    """Return how many tiles are left in the wall; `uncertain` if something was not seen."""
    said = N_("Left in the wall: about %(count)d") if uncertain else N_("Left in the wall: %(count)d")
    return words(said, {"count": max(0, count)})


def first_seen(words: Messages, seen: AnyEvent, who: Who) -> str:
    """Return the sentence on how an event was seen at first."""
    return words(N_("First seen as: %(event)s"), {"event": event(words, seen, who)})


def said(words: Messages, who: str, denied: bool) -> str:
    """Return the sentence on a person's correction; `denied` if nothing happened, "" for one who is not named."""
    if denied:
        return words(N_("Did not happen, says %(who)s"), {"who": who}) if who else words(N_("Did not happen"))
    return words(N_("Corrected by %(who)s"), {"who": who}) if who else words(N_("Corrected"))


Robbed = Literal["", "kong", "north"]
"""The loot of a winner: nothing, an added kong, or a North set aside."""

_GAVE: Final[dict[Robbed, str]] = {
    "": N_("%(player)s discarded it"),
    "kong": N_("%(player)s added it to a kong, which was robbed"),
    "north": N_("%(player)s set it aside, and it was robbed"),
}


def giver(words: Messages, player: str, robbed: Robbed) -> str:
    """Return the sentence on who gave the winning tile, by a discard or robbed; "" for the winner."""
    return words(_GAVE[robbed], {"player": player}) if player else words(N_("Self-drawn"))


def winning(words: Messages, code: str) -> str:
    """Return the sentence on the tile that won."""
    return words(N_("Won with %(tile)s"), {"tile": tile_name(words, code)})


def flowers(words: Messages, codes: Iterable[str]) -> str:
    """Return the sentence on flowers beside a hand."""
    tiles = words(N_(", ")).join(tile_name(words, code) for code in codes)
    return words(N_("Flowers: %(tiles)s"), {"tiles": tiles})


def kong(words: Messages, is_own: bool, happened: bool, play: Play = USUAL) -> str:
    """Return the sentence on a kong before the win: the winner's own and its replacement tile, or one robbed.

    In some plays the replacement tile of a flower, or of a North, counts as that of a kong.
    """
    if not happened:
        return words(N_("No kong came before it"))
    own = N_("It was a kong's replacement tile")
    if play.flower_kong:
        own = N_("It was the replacement tile of a kong or a flower")
    elif play.aside:
        own = N_("It was the replacement tile of a kong or a North")
    return words(own if is_own else N_("It was added to a kong"))


def too_slow(words: Messages) -> str:
    """Return the sentence on a computer that is too slow to follow the play, with the remedy."""
    return words(
        N_("This computer is too slow to follow every tile: set the camera to 1280 × 720, or end other programs.")
    )


def misplaced(words: Messages) -> str:
    """Return the sentence on walls that do not fit the corners of the table, with the remedy."""
    return words(
        N_(
            "The walls do not fit the corners of the table: the play is followed where the walls stand. On /calibrate, "
            "drag the corners so that the hands lie just inside them."
        )
    )


def hindered(words: Messages, slow: bool, off: bool) -> str:
    """Return what is wrong with the following of a table, with the remedy; empty if nothing is.

    Args:
        words: The language.
        slow: True if the computer is too slow.
        off: True if the walls do not fit the corners.
    """
    return too_slow(words) if slow else misplaced(words) if off else ""


def standing(words: Messages, standing: Standing) -> str:
    """Return the sentence on the step with the game."""
    return words(_STANDING[standing])


_AMISS: Final[dict[Amiss, str]] = {
    "too-many": N_("%(player)s holds a tile too many"),
    "out-of-turn": N_("%(player)s discarded out of turn: are the tiles right in number?"),
    "kong-on-claim": N_("%(player)s made a kong in the turn of a chow or pung: it needs a drawn tile"),
}


def amiss(words: Messages, player: str, kind: Amiss) -> str:
    """Return the sentence on a hand with a wrong number of tiles, or on a kong out of place."""
    return words(_AMISS[kind], {"player": player})


def dead(words: Messages, player: str) -> str:
    """Return the question whether the hand of a player with a tile too many is dead."""
    return words(N_("%(player)s held a tile too many: a dead hand?"), {"player": player})


def shows_kong(words: Messages, player: str) -> str:
    """Return the reminder of a player whose concealed kong lies face down as the hand ends."""
    return words(N_("%(player)s has a concealed kong: turn it up for the others to check"), {"player": player})


def turn(words: Messages, player: str) -> str:
    """Return whose turn it is; "" if that is not known."""
    return words(N_("%(player)s to play"), {"player": player}) if player else standing(words, "lost")


def delay(words: Messages, delay: int | Literal["deal"]) -> str:
    """Return how late a stream shows the play: seconds, or "deal" once a hand is recorded."""
    if delay == "deal":
        return words(N_("once the hand is recorded"))
    return words.plural(*LATER, delay) if delay else words(N_("at once"))


def state(words: Messages, state: State, standing: Standing) -> list[str]:
    """Return lines that say what stands on the table."""
    lines = []
    for seat in SEATS:
        about: dict[str, object] = {"seat": seat}
        if pond := [laid.tile for laid in state.pond(seat)]:
            lines.append(words(N_("Seat %(seat)d, pond: %(tiles)s"), about | {"tiles": " ".join(pond)}))
        if state.melds[seat]:
            melds = " ".join(_run(meld.tiles) for meld in state.melds[seat])
            lines.append(words(N_("Seat %(seat)d, melds: %(tiles)s"), about | {"tiles": melds}))
        if state.flowers[seat]:
            flowers = " ".join(state.flowers[seat])
            said = (
                N_("Seat %(seat)d, set aside: %(tiles)s")
                if state.play.aside
                else N_("Seat %(seat)d, flowers: %(tiles)s")
            )
            lines.append(words(said, about | {"tiles": flowers}))
    lines.append(words(N_("Left in the wall: %(count)d"), {"count": max(0, state.left)}))
    return lines if state.over else [*lines, words(_STANDING[standing])]


def _run(tiles: tuple[str, ...]) -> str:
    return compact(tiles) if UNKNOWN not in tiles else " ".join(tiles)
