"""Events as JSON lines: `{"t": 36.76, "seat": 1, "act": "pung", "tile": "6m", "tiles": [...], "from": 4}`.

A line is read back into the event that it was written from, the evidence aside, of which the centre in the picture
stays (`at`). Acts: discard, chow, pung, kong, concealed-kong, added-kong, flower, win, self-draw, draw, unseen,
correction; any other is a declaration of a game.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET

from scoring.errors import ScoringError
from scoring.follow.events import (
    UNKNOWN,
    AnyEvent,
    Claim,
    Correction,
    Declared,
    Discard,
    Drawn,
    Evidence,
    Flower,
    Kong,
    Unseen,
    Win,
)

SHOWN: Final = 200
"""Characters of a line that an error shows."""

_CLAIMS: Final = ("chow", "pung", "kong")
_KONGS: Final = {"concealed-kong": "concealed", "added-kong": "added"}


def to_line(event: AnyEvent) -> dict[str, Any]:
    """Return an event as a JSON object."""
    line: dict[str, Any] = {"t": round(event.t, 2), "seat": event.seat or None}
    match event:
        case Discard():
            line |= {"act": "discard", "tile": event.tile}
            line |= {"sideways": True} if event.sideways else {}
            line |= {"tsumogiri": event.tsumogiri == "yes"} if event.tsumogiri != "unknown" else {}
        case Claim():
            line |= {"act": event.kind, "tile": event.tile, "tiles": list(event.tiles), "from": event.source}
        case Kong():
            line |= {"act": f"{event.kind}-kong", "tile": event.tile, "tiles": list(event.tiles)}
        case Flower():
            line |= {"act": "flower", "tile": event.tile}
        case Declared():
            line |= {"act": event.what, "tile": event.tile}
        case Win():
            line |= {"act": "self-draw" if event.source == 0 else "win", "tile": event.tile}
            line |= {} if event.source == 0 else {"from": event.source}
            line |= {"hand": list(event.hand)} if event.hand else {}
            line |= {"wall": list(event.wall)} if event.wall else {}
        case Drawn():
            line |= {"act": "draw"}
            line |= {"waiting": list(event.waiting)} if event.waiting else {}
        case Unseen():
            line |= {"act": "unseen", "count": event.count, "after": round(event.after, 2), "what": event.what}
        case Correction():
            line |= {"act": "correction", "of": event.of, "now": to_line(event.now) if event.now else None}
            line |= {"by": event.by} if event.by else {}
    line |= {"number": event.number} if event.number else {}
    line |= {"sure": True} if event.sure else {}
    picture = event.evidence[0].picture if event.evidence else None
    if picture is not None:
        line["at"] = [round(sum(x for x, _ in picture) / 4), round(sum(y for _, y in picture) / 4)]
    return line


def from_line(line: dict[str, Any]) -> AnyEvent:
    """Read an event from a JSON object.

    Raises:
        ScoringError: It lacks something that its act has.
    """
    try:
        return _event(line)
    except (KeyError, TypeError, ValueError) as error:
        raise ScoringError("not-an-event", line=json.dumps(line, ensure_ascii=False)[:SHOWN]) from error


def _event(line: dict[str, Any]) -> AnyEvent:
    act = line["act"]
    common: dict[str, Any] = {
        "t": float(line["t"]),
        "seat": line.get("seat") or 0,
        "sure": bool(line.get("sure", False)),
        "number": line.get("number", 0),
        "evidence": _evidence(line.get("at")),
    }
    if act == "discard":
        drawn = {True: "yes", False: "no"}.get(line.get("tsumogiri"), "unknown")  # type: ignore[arg-type]
        return Discard(**common, tile=line["tile"], sideways=bool(line.get("sideways")), tsumogiri=drawn)  # type: ignore[arg-type]
    if act in _CLAIMS:
        return Claim(**common, kind=act, tile=line["tile"], tiles=tuple(line["tiles"]), source=line["from"])
    if act in _KONGS:
        return Kong(**common, kind=_KONGS[act], tile=line["tile"], tiles=tuple(line["tiles"]))  # type: ignore[arg-type]
    if act == "flower":
        return Flower(**common, tile=line["tile"])
    if act in ("win", "self-draw"):
        source = 0 if act == "self-draw" else line.get("from")
        wall = tuple(line["wall"]) if line.get("wall") else UNSET
        return Win(**common, tile=line["tile"], source=source, hand=tuple(line.get("hand", ())), wall=wall)
    if act == "draw":
        return Drawn(**common, waiting=tuple(line["waiting"]) if line.get("waiting") else UNSET)
    if act == "unseen":
        return Unseen(**common, count=line["count"], after=line["after"], what=line.get("what", "discard"))
    if act == "correction":
        now = from_line(line["now"]) if line.get("now") else None
        return Correction(**common, of=line["of"], now=now, by=line.get("by", ""))
    return Declared(**common, what=act, tile=line.get("tile", UNKNOWN))


def _evidence(at: Any) -> tuple[Evidence, ...]:
    if at is None:
        return ()
    x, y = map(float, at)
    return (Evidence(0, ((x, y), (x, y), (x, y), (x, y))),)


def dumps(events: Iterable[AnyEvent]) -> str:
    """Return events as lines of JSON."""
    return "".join(json.dumps(to_line(event), ensure_ascii=False) + "\n" for event in events)


def loads(text: str) -> Iterator[AnyEvent]:
    """Yield the events of lines of JSON; a line without an act, such as the head of a clip's truth, is passed over.

    Raises:
        ScoringError: A line is no event.
    """
    for text_line in text.splitlines():
        if text_line.strip():
            try:
                line = json.loads(text_line)
            except json.JSONDecodeError as error:
                raise ScoringError("not-an-event", line=text_line[:SHOWN]) from error
            if isinstance(line, dict) and "act" in line:
                yield from_line(line)
