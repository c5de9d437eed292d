"""What people change about a hand: one edit at a time, each checked before it counts and said in words.

An edit names places by the paths of `webui.hand.state.places`; `a7` is tile 7 of the reading, which lies aside.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Final

from msgspec import Meta, Struct

from scoring.groups import GROUP_OF
from scoring.tiles import FACES, FLOWERS
from vision.reading import Reading
from webui.hand.state import MELD_SIZE, Circumstances, Face, Laid, LaidMeld, MeldKind, Slot, Source, held, places

Path = Annotated[str, Meta(pattern=r"^(c\d{1,2}|w|m[0-5]\.[0-3]|f\d{1,2}|a\d{1,3})$")]
Paths = Annotated[tuple[Path, ...], Meta(min_length=1, max_length=16)]
To = Annotated[str, Meta(pattern="^([cwfa]|m[0-5])$")]
Nth = Annotated[int, Meta(ge=0, le=5)]

GIVERS: Final = {1: "the player before", 2: "the player opposite", 3: "the player after"}


class Impossible(ValueError):
    """An edit that cannot be, so that the hand stays as it was; `fix` says what to do."""

    def __init__(self, error: str, fix: str) -> None:
        super().__init__(f"{error}. {fix}.")
        self.error = error
        self.fix = fix


class Name(Struct, frozen=True, tag_field="do", tag="name"):
    """A tile has this face; in a meld its other tiles follow, unless the tiles are a set without that."""

    at: Path
    tile: Face


class Move(Struct, frozen=True, tag_field="do", tag="move"):
    """Tiles go to the concealed ones (`c`), to the flowers (`f`), aside (`a`) or into a pung (`m0`); one has won (`w`).

    A kong that loses a tile is a pung; of any other meld the rest goes to the concealed tiles.
    """

    at: Paths
    to: To


class Add(Struct, frozen=True, tag_field="do", tag="add"):
    """A tile that the camera missed: a flower, the fourteenth as the winning tile, any other concealed."""

    tile: Face


class Lay(Struct, frozen=True, tag_field="do", tag="lay"):
    """These tiles are a meld; where a kong is one tile short, that one was missed."""

    at: Paths
    kind: MeldKind
    source: Source = 0


class AddMeld(Struct, frozen=True, tag_field="do", tag="add-meld"):
    """A meld that the camera missed; `tile` is its lowest."""

    kind: MeldKind
    tile: Face
    source: Source = 0


class Turn(Struct, frozen=True, tag_field="do", tag="turn"):
    """A meld is of this kind and was given by this neighbour.

    A pung that is a kong takes its fourth tile from the concealed ones; where there is none, it was missed. The
    fourth tile of a kong that is a pung goes aside.
    """

    meld: Nth
    kind: MeldKind
    source: Source = 0


class Split(Struct, frozen=True, tag_field="do", tag="split"):
    """A meld is none: its tiles are concealed ones."""

    meld: Nth


class Won(Struct, frozen=True, tag_field="do", tag="won"):
    """How the hand was won."""

    won: Circumstances


class Book(Struct, frozen=True, tag_field="do", tag="rules"):
    """The rules it is scored by."""

    rules: str


class Confirm(Struct, frozen=True, tag_field="do", tag="confirm"):
    """A person looked at these doubts of the reading: it is right as it lies."""

    doubts: Annotated[tuple[int, ...], Meta(min_length=1, max_length=200)]


class Undo(Struct, frozen=True, tag_field="do", tag="undo"):
    """The last change that stands is taken back."""


Edit = Name | Move | Add | Lay | AddMeld | Turn | Split | Won | Book | Confirm


def edited(laid: Laid, edit: Edit, reading: Reading | None = None) -> tuple[Laid, str]:
    """The hand after an edit, and what that changed, in words with the tiles' codes.

    Raises:
        Impossible: no set of tiles, or no hand, can be so; or the edit names what is not there.
        ValueError: the rules are unknown.
    """
    match edit:
        case Name(at, tile):
            changed, says = _named(laid, at, tile, reading)
        case Move(at, to):
            changed, says = _moved(laid, at, to, reading)
        case Add(tile):
            changed = _put(laid, (Slot(tile),), _where_missing(laid, tile))
            says = f"{tile} added" + (" as the winning tile" if changed.winning != laid.winning else "")
        case Lay(at, kind, source):
            changed, says = _laid_out(laid, at, kind, source, reading)
        case AddMeld(kind, tile, source):
            codes = _chow(tile, 0) if kind == "chow" else (tile,) * MELD_SIZE[kind]
            meld = _meld(kind, tuple(map(Slot, codes)), source)
            changed, says = replace(laid, melds=(*laid.melds, meld)), f"{said_meld(meld)} added"
        case Turn(at, kind, source):
            changed, says = _turned(laid, at, kind, source)
        case Split(at):
            meld = _nth(laid, at)
            changed = _without(laid, {f"m{at}.{n}" for n in range(len(meld.tiles))})
            changed = replace(changed, concealed=changed.concealed + meld.tiles)
            says = f"{_codes(meld.tiles)} is no {_KINDS[meld.kind]}: in the hand"
        case Won(won):
            changed, says = replace(laid, won=won), _circumstances(laid.won, won)
        case Book(rules):
            changed, says = replace(laid, rules=rules), f"Scored by {rules}"
        case Confirm(doubts):
            changed, says = settled(laid, doubts, reading), "Looked at: right as it lies"
    _check(laid, changed)
    return settled(changed, _dealt_with(laid, changed, edit, reading), reading), says


def settled(laid: Laid, doubts: Iterable[int], reading: Reading | None) -> Laid:
    """The hand with these doubts of the reading dealt with.

    Raises:
        Impossible: the reading has no such doubt.
    """
    known = len(reading.doubts) if reading else 0
    unknown = [n for n in doubts if not 0 <= n < known]
    if unknown:
        raise Impossible(f"There is no doubt {unknown[0]}: the reading has {known}", "Load the hand again")
    return replace(laid, settled=laid.settled | frozenset(doubts))


def _dealt_with(before: Laid, after: Laid, edit: Edit, reading: Reading | None) -> list[int]:
    """The doubts that an edit answers: those about the faces of tiles named, and the places of tiles put elsewhere."""
    doubts = reading.doubts if reading else ()
    old, new = _by_tile(before), _by_tile(after)
    match edit:
        case Name(at):
            handled = {slot.seen for slot in _beside(before, at)}
        case Move(at):
            handled = {_slot(before, path, reading).seen for path in at} | {
                laid.winning.seen for laid in (before, after) if edit.to == "w" and laid.winning
            }
        case Lay(at):
            handled = {_slot(before, path, reading).seen for path in at}
        case Turn(at) | Split(at):
            handled = {slot.seen for slot in before.melds[at].tiles}
        case _:
            return []
    named = isinstance(edit, Name)
    gone = set(old) - set(new)
    found = [
        n
        for n, doubt in enumerate(doubts)
        if doubt.tile in gone or (doubt.tile in handled and (doubt.kind == "group") != named)
    ]
    hidden = any(slot.tile is None for meld in before.melds for slot in meld.tiles)
    if hidden and not any(slot.tile is None for meld in after.melds for slot in meld.tiles):
        found += [n for n, doubt in enumerate(doubts) if doubt.kind == "face-down"]
    return found


def _by_tile(laid: Laid) -> dict[int, Slot]:
    return {slot.seen: slot for slot in places(laid).values() if slot.seen is not None}


def _beside(laid: Laid, path: str) -> tuple[Slot, ...]:
    """The tile at a place, with the others of its meld."""
    if path.startswith("m"):
        return _nth(laid, int(path[1])).tiles
    slot = places(laid).get(path)
    return (slot,) if slot else ()


def _slot(laid: Laid, path: str, reading: Reading | None) -> Slot:
    if path.startswith("a"):
        n = int(path[1:])
        if reading is None or n >= len(reading.tiles) or n in _by_tile(laid):
            raise Impossible(f"Tile {n} does not lie aside", "Load the hand again")
        return Slot(reading.tiles[n].tile, n)
    found = places(laid).get(path)
    if found is None:
        raise Impossible(f"There is no tile at {path}", "Load the hand again")
    return found


def _nth(laid: Laid, at: int) -> LaidMeld:
    if at >= len(laid.melds):
        raise Impossible(f"There is no meld {at + 1}", "Load the hand again")
    return laid.melds[at]


def _without(laid: Laid, paths: set[str]) -> Laid:
    """The hand without these tiles; a kong without one is a pung, the rest of another meld is concealed."""
    melds: list[LaidMeld] = []
    loose: list[Slot] = []
    for m, meld in enumerate(laid.melds):
        rest = tuple(slot for n, slot in enumerate(meld.tiles) if f"m{m}.{n}" not in paths)
        if rest == meld.tiles:
            melds.append(meld)
        elif len(rest) == 3:
            melds.append(_meld("pung", rest, meld.source))
        else:
            loose += rest
    return replace(
        laid,
        melds=tuple(melds),
        concealed=(*(slot for n, slot in enumerate(laid.concealed) if f"c{n}" not in paths), *loose),
        winning=None if "w" in paths else laid.winning,
        flowers=tuple(slot for n, slot in enumerate(laid.flowers) if f"f{n}" not in paths),
    )


def _put(laid: Laid, slots: Sequence[Slot], to: str) -> Laid:
    """The hand with more tiles."""
    match to:
        case "w":
            if len(slots) != 1:
                raise Impossible(f"{len(slots)} tiles cannot all have won", "Choose the one the hand was won on")
            back = (laid.winning,) if laid.winning else ()
            return replace(laid, winning=slots[0], concealed=(*laid.concealed, *back))
        case "c":
            return replace(laid, concealed=(*laid.concealed, *slots))
        case "f":
            return replace(laid, flowers=(*laid.flowers, *slots))
        case "a":
            return laid
    at = int(to[1])
    meld = _nth(laid, at)
    if meld.kind != "pung" or len(slots) != 1:
        raise Impossible(
            f"{_codes(slots)} cannot join the {_KINDS[meld.kind]} {_codes(meld.tiles)}",
            "A fourth tile makes a pung a kong; for anything else split the meld first",
        )
    joined = _meld("kong", (*meld.tiles, *slots), meld.source)
    return replace(laid, melds=(*laid.melds[:at], joined, *laid.melds[at + 1 :]))


def _where_missing(laid: Laid, tile: str) -> str:
    if tile in FLOWERS:
        return "f"
    return "w" if held(laid) >= 13 and laid.winning is None else "c"


def _named(laid: Laid, at: str, tile: str, reading: Reading | None) -> tuple[Laid, str]:
    slot = _slot(laid, at, reading)
    if at.startswith("m"):
        return _renamed(laid, int(at[1]), int(at[3]), tile)
    says = f"{slot.tile or '?'} is {tile}"
    changed = replace(slot, tile=tile)
    flower = tile in FLOWERS
    if at.startswith("a") or flower != at.startswith("f"):
        rest = _without(laid, {at})
        return _put(rest, (changed,), _where_missing(rest, tile)), says
    if at == "w":
        return replace(laid, winning=changed), says
    n = int(at[1:])
    if flower:
        return replace(laid, flowers=(*laid.flowers[:n], changed, *laid.flowers[n + 1 :])), says
    return replace(laid, concealed=(*laid.concealed[:n], changed, *laid.concealed[n + 1 :])), says


def _renamed(laid: Laid, at: int, within: int, tile: str) -> tuple[Laid, str]:
    """A meld, one of whose tiles has another face: alone where that makes a set, else with the others."""
    meld = _nth(laid, at)
    codes = [slot.tile for slot in meld.tiles]
    alone = [*codes[:within], tile, *codes[within + 1 :]]
    if meld.kind != "chow":
        alone = [tile] * len(codes)
    elif not _is_set(alone):
        alone = list(_chow(tile, within))
    slots = tuple(replace(slot, tile=code) for slot, code in zip(meld.tiles, alone, strict=True))
    changed = _meld(meld.kind, slots, meld.source)
    says = f"{_codes(meld.tiles)} is {_codes(changed.tiles)}"
    return replace(laid, melds=(*laid.melds[:at], changed, *laid.melds[at + 1 :])), says


def _moved(laid: Laid, at: Sequence[str], to: str, reading: Reading | None) -> tuple[Laid, str]:
    slots = [_slot(laid, path, reading) for path in dict.fromkeys(at)]
    if to == "f" and any(slot.tile not in FLOWERS for slot in slots):
        raise Impossible(f"{_codes(slots)} is no flower", "Say which flower it is")
    if to in ("c", "w") and any(slot.tile in FLOWERS for slot in slots):
        raise Impossible(f"{_codes(slots)} is a flower, which is set aside in play", "Say which other tile it is")
    meld = _nth(laid, int(to[1])) if to.startswith("m") else None
    rest = _without(laid, set(at))
    if meld is not None:  # melds before it may be gone
        kept = [n for n, other in enumerate(rest.melds) if other is meld]
        if not kept:
            raise Impossible(f"{_codes(slots)} lies in that meld already", "Move it to another group")
        to = f"m{kept[0]}"
    what = {"c": "in the hand", "f": "with the flowers", "a": "aside", "w": "is the winning tile"}
    says = f"{_codes(slots)} {what[to]}" if meld is None else f"{_codes(slots)} joins {_codes(meld.tiles)}"
    return _put(rest, slots, to), says


def _laid_out(
    laid: Laid, at: Sequence[str], kind: MeldKind, source: Source, reading: Reading | None
) -> tuple[Laid, str]:
    slots = [_slot(laid, path, reading) for path in dict.fromkeys(at)]
    if MELD_SIZE[kind] == 4 and len(slots) == 3:
        slots.append(Slot(slots[0].tile))
    meld = _meld(kind, tuple(slots), source)
    rest = _without(laid, set(at))
    return replace(rest, melds=(*rest.melds, meld)), f"{said_meld(meld)} laid out"


def _turned(laid: Laid, at: int, kind: MeldKind, source: Source) -> tuple[Laid, str]:
    old = _nth(laid, at)
    slots, rest = old.tiles[: MELD_SIZE[kind]], laid
    if len(slots) < MELD_SIZE[kind]:
        own = next((path for path, slot in places(laid).items() if path[0] == "c" and slot.tile == slots[0].tile), None)
        slots = (*slots, laid.concealed[int(own[1:])] if own else Slot(slots[0].tile))
        rest = _without(laid, {own}) if own else laid
    meld = _meld(kind, slots, source)
    return replace(rest, melds=(*rest.melds[:at], meld, *rest.melds[at + 1 :])), said_meld(meld)


def _meld(kind: MeldKind, slots: tuple[Slot, ...], source: int) -> LaidMeld:
    """A meld of these tiles, a chow in order.

    Raises:
        Impossible: they are no such set, or nobody gives it from there.
    """
    codes = [slot.tile for slot in slots]
    known = [code for code in codes if code]
    equal = len(set(known)) <= 1 and not set(known) & set(FLOWERS)
    right = _is_set(codes) and not equal if kind == "chow" else equal
    if len(slots) != MELD_SIZE[kind] or not right:
        needs = "three tiles in a row of one suit" if kind == "chow" else f"{_NUMBERS[MELD_SIZE[kind]]} equal tiles"
        raise Impossible(f"{_codes(slots)} is no {_KINDS[kind]}", f"A {_KINDS[kind]} has {needs}: name its tiles first")
    if kind == "chow":
        slots = tuple(sorted(slots, key=lambda slot: FACES.index(slot.tile or "")))
        source = 1
    if kind == "concealed-kong" or (kind == "pung" and source > 3):
        source = max(0, source - 4) if kind == "pung" else 0
    return LaidMeld(kind, slots, source)  # type: ignore[arg-type]


def _is_set(codes: Sequence[str | None]) -> bool:
    return None not in codes and tuple(sorted(codes, key=_rank)) in GROUP_OF


def _rank(code: str | None) -> int:
    return FACES.index(code or "")


def _chow(tile: str, at: int) -> tuple[str, ...]:
    """The chow with `tile` at this position, as near as the suit allows."""
    if tile[-1] not in "mps" or len(tile) != 2:
        raise Impossible(f"{tile} is in no chow", "Split the meld first, or say that it is a pung")
    low = min(7, max(1, int(tile[0]) - at))
    return tuple(f"{low + n}{tile[1]}" for n in range(3))


def _check(before: Laid, after: Laid) -> None:
    """Refuses what no set of tiles and no hand has, where the edit makes it so.

    Raises:
        Impossible: too many of a tile, of the tiles or of the melds.
    """
    old, new = places(before), places(after)
    had = Counter(slot.tile for slot in old.values() if slot.tile)
    for code, count in Counter(slot.tile for slot in new.values() if slot.tile).items():
        most = 1 if code in FLOWERS else 4
        if count > most and count > had[code]:
            one = "each flower once" if code in FLOWERS else "four of each tile"
            raise Impossible(f"{count} times {code}: a set has {one}", f"Change or put aside another {code} first")
    if len(after.melds) > max(4, len(before.melds)):
        raise Impossible("A hand has four melds at most", "Split another meld first")
    if held(after) > 14 and len(new) > len(old):
        raise Impossible(
            f"That would be {held(after)} tiles, counting a kong as three, where a hand has 14",
            "Put another tile aside first",
        )


_KINDS: Final = {"chow": "chow", "pung": "pung", "kong": "kong", "concealed-kong": "concealed kong"}
_NUMBERS: Final = {3: "three", 4: "four"}


def _codes(slots: Iterable[Slot]) -> str:
    return " ".join(slot.tile or "?" for slot in slots)


def said_meld(meld: LaidMeld) -> str:
    """A meld in words, as in `pung C C C from the player opposite`."""
    giver = GIVERS.get(meld.source % 4)
    kind = f"added {meld.kind}" if meld.source > 4 else _KINDS[meld.kind]
    return f"{kind} {_codes(meld.tiles)}" + (f" from {giver}" if giver and meld.kind != "chow" else "")


def _circumstances(old: Circumstances, new: Circumstances) -> str:
    told = {
        name.replace("_", " "): getattr(new, name)
        for name in Circumstances.__dataclass_fields__
        if getattr(old, name) != getattr(new, name)
    }
    values = {True: "yes", False: "no", None: "not known"}
    return ", ".join(f"{name}: {values.get(value, value)}" for name, value in told.items()) or "Nothing changed"
