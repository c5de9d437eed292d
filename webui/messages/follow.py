"""Sentences about the course of a deal that a camera followed."""

from typing import Final

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
from webui.messages import N_, Messages
from webui.messages.tiles import tile as tile_name

_CLAIMS: Final = {
    "chow": N_("Seat %(seat)d: chow %(tiles)s with %(tile)s from seat %(source)d"),
    "pung": N_("Seat %(seat)d: pung of %(tile)s from seat %(source)d"),
    "kong": N_("Seat %(seat)d: kong of %(tile)s from seat %(source)d"),
}
_KONGS: Final = {
    "concealed": N_("Seat %(seat)d: concealed kong of %(tile)s"),
    "added": N_("Seat %(seat)d: adds %(tile)s to a pung"),
}
_STANDING: Final[dict[Standing, str]] = {
    "in step": N_("The camera follows the game"),
    "doubtful": N_("The last events are not certain"),
    "lost": N_("The camera does not see whose turn it is"),
}


def event(words: Messages, event: AnyEvent) -> str:
    """Return an event as a sentence."""
    said = _event(words, event)
    doubted = isinstance(event, Correction | Unseen) or event.sure
    return said if doubted else words(N_("%(event)s (not sure)"), {"event": said})


def _event(words: Messages, event: AnyEvent) -> str:
    def name(code: str) -> str:
        return tile_name(words, None if code == UNKNOWN else code)

    about: dict[str, object] = {"seat": event.seat}
    match event:
        case Discard():
            return words(N_("Seat %(seat)d: discards %(tile)s"), about | {"tile": name(event.tile)})
        case Claim():
            about |= {"tile": name(event.tile), "tiles": _run(event.tiles), "source": event.source}
            return words(_CLAIMS[event.kind], about)
        case Kong():
            return words(_KONGS[event.kind], about | {"tile": name(event.tile)})
        case Flower():
            return words(N_("Seat %(seat)d: flower %(tile)s"), about | {"tile": name(event.tile)})
        case Declared():
            return words(N_("Seat %(seat)d: riichi"), about)
        case Win(source=0):
            return words(N_("Seat %(seat)d: wins by self-draw with %(tile)s"), about | {"tile": name(event.tile)})
        case Win(source=None):
            return words(N_("Seat %(seat)d: wins with %(tile)s"), about | {"tile": name(event.tile)})
        case Win():
            about |= {"tile": name(event.tile), "source": event.source}
            return words(N_("Seat %(seat)d: wins with %(tile)s from seat %(source)d"), about)
        case Drawn():
            return words(N_("The wall is used up, and nobody has won"))
        case Unseen() if event.seat:
            return words(N_("Seat %(seat)d: something was not seen"), about)
        case Unseen():
            return words(N_("Something was not seen"))
        case Correction(now=None):
            return words(N_("Number %(number)d did not happen"), {"number": event.of})
        case Correction():
            assert event.now is not None
            return words(
                N_("Number %(number)d corrected: %(event)s"), {"number": event.of, "event": _event(words, event.now)}
            )


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
            lines.append(words(N_("Seat %(seat)d, flowers: %(tiles)s"), about | {"tiles": flowers}))
    lines.append(words(N_("Left in the wall: %(count)d"), {"count": max(0, state.left)}))
    return lines if state.over else [*lines, words(_STANDING[standing])]


def _run(tiles: tuple[str, ...]) -> str:
    return compact(tiles) if UNKNOWN not in tiles else " ".join(tiles)
