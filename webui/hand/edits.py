"""Edits of a hand, one at a time, each checked before it is made.

Edits name tiles by the paths of `webui.hand.state.places`; `a7` is tile 7 of the reading, left out of the hand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal, cast

from msgspec import Meta, Struct

from scoring.errors import About
from scoring.groups import GROUP_OF
from scoring.hand import MeldKind
from scoring.match.missing import kept_book
from scoring.rules import BOOKS
from scoring.tiles import FACES, FLOWERS, KIND, capacity
from vision.reading import Reading
from webui.hand.effects import EditRejectedError, Effect, EffectKind
from webui.hand.state import (
    MELD_SIZE,
    RED,
    Circumstances,
    Face,
    HandState,
    MatchHand,
    MeldState,
    SaidSource,
    Slot,
    Teller,
    Wind,
    changed_of,
    drawn,
    held,
    in_game,
    places,
    seated,
    stating,
    with_source,
)
from webui.hand.text import from_text

SlotPath = Annotated[str, Meta(pattern=r"^(c\d{1,2}|w|m[0-5]\.[0-3]|f\d{1,2}|a\d{1,3})$")]
SlotPaths = Annotated[tuple[SlotPath, ...], Meta(min_length=1, max_length=16)]
Target = Annotated[str, Meta(pattern="^([cwfa]|m[0-5])$")]
MeldIndex = Annotated[int, Meta(ge=0, le=5)]


class Name(Struct, frozen=True, tag_field="do", tag="name"):
    """Set the face of a tile; the other tiles of its meld follow, unless they already form a meld with it."""

    at: SlotPath
    tile: Face


class MarkRed(Struct, frozen=True, tag_field="do", tag="red"):
    """Mark a five as red, or as an ordinary one."""

    at: SlotPath
    red: bool


class Move(Struct, frozen=True, tag_field="do", tag="move"):
    """Move tiles to the concealed ones (`c`), the flowers (`f`), aside (`a`), a pung (`m0`), or make one win (`w`).

    A kong that loses a tile becomes a pung; the other tiles of any other meld become concealed.
    """

    at: SlotPaths
    to: Target


class Add(Struct, frozen=True, tag_field="do", tag="add", omit_defaults=True):
    """Add a tile that the camera missed: a flower, the winning tile if there are 13 others, else a concealed tile."""

    tile: Face
    red: bool = False


class LayMeld(Struct, frozen=True, tag_field="do", tag="lay"):
    """Make a meld of these tiles; a kong of three tiles gets the fourth, which the camera missed."""

    at: SlotPaths
    kind: MeldKind
    source: SaidSource = 0


class AddMeld(Struct, frozen=True, tag_field="do", tag="add-meld"):
    """Add a meld that the camera missed; `tile` is its lowest."""

    kind: MeldKind
    tile: Face
    source: SaidSource = 0


class WriteTiles(Struct, frozen=True, tag_field="do", tag="write"):
    """Replace the tiles by those of a hand notation, such as `234m 567p [CCC] 99s` or `二三四万`.

    Tiles of the reading with the same faces keep their place in the photo. Flowers and circumstances that the notation
    does not state stay as they are.
    """

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class ChangeMeld(Struct, frozen=True, tag_field="do", tag="turn"):
    """Set the kind of a meld and the neighbour who gave its tile.

    A pung that becomes a kong takes its fourth tile from the concealed ones, or a new one if they have none. The fourth
    tile of a kong that becomes a pung goes aside.
    """

    meld: MeldIndex
    kind: MeldKind
    source: SaidSource = 0


class SplitMeld(Struct, frozen=True, tag_field="do", tag="split"):
    """Make the tiles of a meld concealed."""

    meld: MeldIndex


class SetCircumstances(Struct, frozen=True, tag_field="do", tag="won"):
    """Set how the hand was won; its sources are not taken from the edit but set to whoever makes it."""

    won: Circumstances


class SetWinner(Struct, frozen=True, tag_field="do", tag="winner"):
    """Set who won, by seat wind; circumstances that another player cannot have are cleared."""

    seat: Wind


class SetGiver(Struct, frozen=True, tag_field="do", tag="giver"):
    """Set whose tile won: `self`, or the winner's own wind, is a self-drawn tile, another wind its discarder.

    Circumstances that become impossible are cleared.
    """

    seat: Wind | Literal["self"]


class SetRules(Struct, frozen=True, tag_field="do", tag="rules"):
    """Set the rules that score the hand."""

    rules: str


class SetDeal(Struct, frozen=True, tag_field="do", tag="deal"):
    """Set the hand of the match in which the tiles were won, which decides the players' winds."""

    deal: MatchHand
    won: Circumstances


class Confirm(Struct, frozen=True, tag_field="do", tag="confirm"):
    """Confirm that the hand is right despite these doubts of the reading."""

    doubts: Annotated[tuple[int, ...], Meta(min_length=1, max_length=200)]


class Undo(Struct, frozen=True, tag_field="do", tag="undo"):
    """Undo the last change that was not taken back."""


Edit = (
    Name
    | MarkRed
    | Move
    | Add
    | LayMeld
    | AddMeld
    | WriteTiles
    | ChangeMeld
    | SplitMeld
    | SetCircumstances
    | SetWinner
    | SetGiver
    | SetRules
    | SetDeal
    | Confirm
)

_MOVED: Final[Mapping[str, EffectKind]] = {
    "c": "moved-to-hand",
    "f": "moved-to-flowers",
    "a": "moved-aside",
    "w": "made-winning",
}
"""The effect of `Move` for each target except a meld."""


def edited(
    state: HandState, edit: Edit, reading: Reading | None = None, teller: Teller = "person"
) -> tuple[HandState, Effect]:
    """Return the hand after an edit, and the effect.

    Args:
        state: The hand before.
        edit: The edit.
        reading: The reading of the hand, if it has one.
        teller: The source of the edit.

    Raises:
        EditRejectedError: The result is no possible hand, or the edit names a tile or meld that does not exist.
        NotationError: The text of `WriteTiles` is no hand.
    """
    match edit:
        case Name(at, tile):
            changed, effect = _named(state, at, tile, reading)
        case MarkRed(at, red):
            changed, effect = _marked(state, at, red)
        case Move(at, to):
            changed, effect = _moved(state, at, to, reading)
        case Add(tile, red):
            if red and tile not in RED:
                raise EditRejectedError("not-a-five", tiles=(tile,))
            changed = _put(state, (Slot(tile, red=red),), _where_missing(state, tile))
            effect = Effect("added" if changed.winning == state.winning else "added-as-winning", {"tiles": (tile,)})
        case LayMeld(at, kind, source):
            changed, effect = _meld_laid(state, at, kind, source, reading)
        case AddMeld(kind, tile, source):
            codes = _chow(tile, 0) if kind == "chow" else (tile,) * MELD_SIZE[kind]
            meld = _meld(kind, tuple(map(Slot, codes)), source)
            changed, effect = replace(state, melds=(*state.melds, meld)), Effect("meld-added", about_meld(meld))
        case WriteTiles(text):
            changed = _written(state, from_text(text, state.rules), reading, teller)
            effect = Effect("written", {"tiles": tuple(slot.tile for slot in places(changed).values())})
        case ChangeMeld(at, kind, source):
            changed, effect = _meld_changed(state, at, kind, source)
        case SplitMeld(at):
            meld = _nth(state, at)
            changed = _without(state, {f"m{at}.{n}" for n in range(len(meld.tiles))})
            changed = replace(changed, concealed=changed.concealed + meld.tiles)
            effect = Effect("meld-split", {"meld": meld.kind, "tiles": _codes(meld.tiles)})
        case SetCircumstances(won):
            changed, effect = _won(state, won, teller)
        case SetWinner(seat):
            changed, effect = _won(state, seated(state.won, seat), teller)
        case SetGiver(seat):
            own = seat in ("self", state.won.seat)
            changed, effect = _won(state, drawn(state.won, own, None if own else cast(Wind, seat)), teller)
        case SetRules(rules):
            if rules not in BOOKS:
                raise EditRejectedError("unknown-rules", rules=rules, known=tuple(BOOKS))
            changed, effect = replace(state, rules=rules), Effect("rules", {"rules": rules})
        case SetDeal(deal, won):
            changed = replace(state, deal=deal, won=with_source(state.won, _stated(state, won), teller))
            effect = Effect("dealt", {"hand": deal.hand})
        case Confirm(doubts):
            changed, effect = settled(state, doubts, reading), Effect("confirmed")
    if changed.won.more_flowers and teller == "person" and (changed.won.no_flowers or changed.flowers != state.flowers):
        changed = replace(changed, won=with_source(changed.won, replace(changed.won, more_flowers=False), teller))
    if changed.won.no_flowers and changed.flowers:
        changed = replace(changed, won=with_source(changed.won, replace(changed.won, no_flowers=False), teller))
    if changed.won.ruled_out and changed.winning != state.winning:
        changed = replace(changed, won=with_source(changed.won, replace(changed.won, ruled_out=()), teller))
    _check(state, changed)
    return settled(changed, _answered(state, changed, edit, reading), reading), effect


def settled(state: HandState, doubts: Iterable[int], reading: Reading | None) -> HandState:
    """Return the hand with these doubts of the reading settled.

    Raises:
        EditRejectedError: The reading has no such doubt.
    """
    known = len(reading.doubts) if reading else 0
    unknown = [n for n in doubts if not 0 <= n < known]
    if unknown:
        raise EditRejectedError("no-such-doubt", doubt=unknown[0], known=known)
    return replace(state, settled=state.settled | frozenset(doubts))


def _answered(before: HandState, after: HandState, edit: Edit, reading: Reading | None) -> list[int]:
    """Return the doubts that an edit answers: about the faces of tiles it names or the groups of tiles it moves."""
    doubts = reading.doubts if reading else ()
    old, new = _by_tile(before), _by_tile(after)
    match edit:
        case Name(at):
            handled = {slot.seen for slot in _with_its_meld(before, at)}
        case Move(at):
            handled = {_slot(before, path, reading).seen for path in at} | {
                state.winning.seen for state in (before, after) if edit.to == "w" and state.winning
            }
        case LayMeld(at):
            handled = {_slot(before, path, reading).seen for path in at}
        case ChangeMeld(at) | SplitMeld(at):
            handled = {slot.seen for slot in before.melds[at].tiles}
        case WriteTiles():
            return list(range(len(doubts)))
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


def _written(state: HandState, written: HandState, reading: Reading | None, teller: Teller) -> HandState:
    """Return the hand with the tiles and circumstances of a notation; tiles of the photo stay those of the photo."""
    seen = [slot for slot in places(state).values() if slot.seen is not None]
    seen += [
        Slot(tile.tile, n, tile.red)
        for n, tile in enumerate(reading.tiles if reading else ())
        if n not in _by_tile(state)
    ]
    says_red = kept_book(state.rules).red

    def found(slot: Slot) -> Slot:
        alike = [each for each in seen if each.tile == slot.tile]
        if not alike:
            return slot
        one = next((each for each in alike if says_red and each.red == slot.red), alike[0])
        seen.remove(one)
        return replace(one, red=slot.red) if says_red else one

    new = changed_of(in_game(Circumstances(), kept_book(state.rules).game), written.won)
    return replace(
        state,
        melds=tuple([replace(meld, tiles=tuple(map(found, meld.tiles))) for meld in written.melds]),
        concealed=tuple(map(found, written.concealed)),
        winning=found(written.winning) if written.winning else None,
        flowers=tuple(map(found, written.flowers)) or state.flowers,
        won=with_source(state.won, stating(state.won, new), teller),
    )


def _by_tile(state: HandState) -> dict[int, Slot]:
    return {slot.seen: slot for slot in places(state).values() if slot.seen is not None}


def _with_its_meld(state: HandState, path: str) -> tuple[Slot, ...]:
    """Return the slot with a path, and the others of its meld."""
    if path.startswith("m"):
        return _nth(state, int(path[1])).tiles
    slot = places(state).get(path)
    return (slot,) if slot else ()


def _slot(state: HandState, path: str, reading: Reading | None) -> Slot:
    if path.startswith("a"):
        n = int(path[1:])
        if reading is None or n >= len(reading.tiles) or n in _by_tile(state):
            raise EditRejectedError("not-aside", index=n)
        return Slot(reading.tiles[n].tile, n, reading.tiles[n].red)
    found = places(state).get(path)
    if found is None:
        raise EditRejectedError("no-such-place", path=path)
    return found


def _nth(state: HandState, at: int) -> MeldState:
    if at >= len(state.melds):
        raise EditRejectedError("no-such-meld", number=at + 1)
    return state.melds[at]


def _without(state: HandState, paths: set[str]) -> HandState:
    """Return the hand without these tiles; a kong becomes a pung, other melds become concealed tiles."""
    melds: list[MeldState] = []
    loose: list[Slot] = []
    for m, meld in enumerate(state.melds):
        rest = tuple(slot for n, slot in enumerate(meld.tiles) if f"m{m}.{n}" not in paths)
        if rest == meld.tiles:
            melds.append(meld)
        elif len(rest) == 3:
            melds.append(_meld("pung", rest, meld.source))
        else:
            loose += rest
    return replace(
        state,
        melds=tuple(melds),
        concealed=(*(slot for n, slot in enumerate(state.concealed) if f"c{n}" not in paths), *loose),
        winning=None if "w" in paths else state.winning,
        flowers=tuple(slot for n, slot in enumerate(state.flowers) if f"f{n}" not in paths),
    )


def _put(state: HandState, slots: Sequence[Slot], to: str) -> HandState:
    """Return the hand with more tiles at a target of `Move`."""
    match to:
        case "w":
            if len(slots) != 1:
                raise EditRejectedError("one-wins", count=len(slots))
            back = (state.winning,) if state.winning else ()
            return replace(state, winning=slots[0], concealed=(*state.concealed, *back))
        case "c":
            return replace(state, concealed=(*state.concealed, *slots))
        case "f":
            return replace(state, flowers=(*state.flowers, *slots))
        case "a":
            return state
    at = int(to[1])
    meld = _nth(state, at)
    if meld.kind != "pung" or len(slots) != 1:
        raise EditRejectedError("cannot-join", tiles=_codes(slots), meld=meld.kind, joined=_codes(meld.tiles))
    joined = _meld("kong", (*meld.tiles, *slots), meld.source)
    return replace(state, melds=(*state.melds[:at], joined, *state.melds[at + 1 :]))


def _where_missing(state: HandState, tile: str) -> str:
    """Return the target of `Move` for a tile that the hand lacks."""
    if tile in FLOWERS:
        return "f"
    return "w" if held(state) >= state.whole - 1 and state.winning is None else "c"


def _named(state: HandState, at: str, tile: str, reading: Reading | None) -> tuple[HandState, Effect]:
    slot = _slot(state, at, reading)
    if at.startswith("m"):
        return _renamed(state, int(at[1]), int(at[3]), tile)
    effect = Effect("named", {"was": (slot.tile,), "tiles": (tile,)})
    changed = slot.named(tile)
    flower = tile in FLOWERS
    if at.startswith("a") or flower != at.startswith("f"):
        rest = _without(state, {at})
        return _put(rest, (changed,), _where_missing(rest, tile)), effect
    if at == "w":
        return replace(state, winning=changed), effect
    n = int(at[1:])
    if flower:
        return replace(state, flowers=(*state.flowers[:n], changed, *state.flowers[n + 1 :])), effect
    return replace(state, concealed=(*state.concealed[:n], changed, *state.concealed[n + 1 :])), effect


def _marked(state: HandState, at: str, red: bool) -> tuple[HandState, Effect]:
    slot = _slot(state, at, None)
    if slot.tile not in RED:
        raise EditRejectedError("not-a-five", tiles=_codes((slot,)))
    effect = Effect("marked-red" if red else "marked-ordinary", {"tiles": (slot.tile,)})
    return _replaced(state, at, replace(slot, red=red)), effect


def _replaced(state: HandState, at: str, slot: Slot) -> HandState:
    """Return the hand with another slot at a path."""
    if at == "w":
        return replace(state, winning=slot)
    if at.startswith("m"):
        m, n = int(at[1]), int(at[3])
        tiles = state.melds[m].tiles
        meld = replace(state.melds[m], tiles=(*tiles[:n], slot, *tiles[n + 1 :]))
        return replace(state, melds=(*state.melds[:m], meld, *state.melds[m + 1 :]))
    n = int(at[1:])
    return replace(state, concealed=(*state.concealed[:n], slot, *state.concealed[n + 1 :]))


def _renamed(state: HandState, at: int, within: int, tile: str) -> tuple[HandState, Effect]:
    """Return the hand with another face for a tile of a meld, and for the whole meld if it would be none otherwise."""
    meld = _nth(state, at)
    codes = [slot.tile for slot in meld.tiles]
    alone = [*codes[:within], tile, *codes[within + 1 :]]
    if meld.kind != "chow":
        alone = [tile] * len(codes)
    elif not _is_chow(alone):
        alone = list(_chow(tile, within))
    slots = tuple(slot.named(code) if code else slot for slot, code in zip(meld.tiles, alone, strict=True))
    changed = _meld(meld.kind, slots, meld.source)
    effect = Effect("named", {"was": _codes(meld.tiles), "tiles": _codes(changed.tiles)})
    return replace(state, melds=(*state.melds[:at], changed, *state.melds[at + 1 :])), effect


def _moved(state: HandState, at: Sequence[str], to: str, reading: Reading | None) -> tuple[HandState, Effect]:
    slots = [_slot(state, path, reading) for path in dict.fromkeys(at)]
    if to == "f" and any(slot.tile not in FLOWERS for slot in slots):
        raise EditRejectedError("not-a-flower", tiles=_codes(slots))
    if to in ("c", "w") and any(slot.tile in FLOWERS for slot in slots):
        raise EditRejectedError("a-flower", tiles=_codes(slots))
    meld = _nth(state, int(to[1])) if to.startswith("m") else None
    rest = _without(state, set(at))
    if meld is None:
        return _put(rest, slots, to), Effect(_MOVED[to], {"tiles": _codes(slots)})
    kept = [n for n, other in enumerate(rest.melds) if other is meld]  # melds before it may have been removed
    if not kept:
        raise EditRejectedError("already-there", tiles=_codes(slots))
    effect = Effect("joined", {"tiles": _codes(slots), "joined": _codes(meld.tiles)})
    return _put(rest, slots, f"m{kept[0]}"), effect


def _meld_laid(
    state: HandState, at: Sequence[str], kind: MeldKind, source: SaidSource, reading: Reading | None
) -> tuple[HandState, Effect]:
    slots = [_slot(state, path, reading) for path in dict.fromkeys(at)]
    if MELD_SIZE[kind] == 4 and len(slots) == 3:
        slots.append(Slot(slots[0].tile))
    meld = _meld(kind, tuple(slots), source)
    rest = _without(state, set(at))
    return replace(rest, melds=(*rest.melds, meld)), Effect("meld-laid", about_meld(meld))


def _meld_changed(state: HandState, at: int, kind: MeldKind, source: SaidSource) -> tuple[HandState, Effect]:
    old = _nth(state, at)
    slots, rest = old.tiles[: MELD_SIZE[kind]], state
    if len(slots) < MELD_SIZE[kind]:
        own = next(
            (path for path, slot in places(state).items() if path[0] == "c" and slot.tile == slots[0].tile), None
        )
        slots = (*slots, state.concealed[int(own[1:])] if own else Slot(slots[0].tile))
        rest = _without(state, {own}) if own else state
    meld = _meld(kind, slots, source)
    changed = replace(rest, melds=(*rest.melds[:at], meld, *rest.melds[at + 1 :]))
    return changed, Effect("meld-changed", about_meld(meld))


def _meld(kind: MeldKind, slots: tuple[Slot, ...], source: int) -> MeldState:
    """Return a meld of these tiles, with a chow in order.

    Raises:
        EditRejectedError: They are no meld of this kind.
    """
    right = _is_chow([slot.tile for slot in slots]) if kind == "chow" else is_alike(slots)
    if len(slots) != MELD_SIZE[kind] or not right:
        raise EditRejectedError("not-a-meld", tiles=_codes(slots), meld=kind)
    if kind == "chow":
        slots = tuple(sorted(slots, key=lambda slot: _rank(slot.tile)))
        source = 1
    elif kind == "concealed-kong":
        source = 0
    elif kind == "pung" and source > 3:  # the source of an added kong is numbered from 5
        source -= 4
    return MeldState(kind, slots, source)  # type: ignore[arg-type]


def is_alike(slots: Iterable[Slot]) -> bool:
    """Return True if tiles may be a pung or kong: all known ones have the same face, which is no flower."""
    known = {slot.tile for slot in slots if slot.tile}
    return len(known) <= 1 and not known & set(FLOWERS)


def _is_chow(codes: Sequence[str | None]) -> bool:
    return None not in codes and len(set(codes)) == MELD_SIZE["chow"] and tuple(sorted(codes, key=_rank)) in GROUP_OF


def _rank(code: str | None) -> int:
    return FACES.index(code or "")


def _chow(tile: str, at: int) -> tuple[str, ...]:
    """Return the chow with `tile` at this position, or the nearest that the suit allows."""
    if tile[-1] not in "mps" or len(tile) != 2:
        raise EditRejectedError("in-no-chow", face=tile)
    low = min(7, max(1, int(tile[0]) - at))
    return tuple(f"{low + n}{tile[1]}" for n in range(3))


def _check(before: HandState, after: HandState) -> None:
    """Check that an edit makes no hand that is impossible.

    Raises:
        EditRejectedError: It makes too many copies of a tile, too many tiles or too many melds.
    """
    old, new = places(before), places(after)
    had = Counter(slot.tile for slot in old.values() if slot.tile)
    for code, count in Counter(slot.tile for slot in new.values() if slot.tile).items():
        if count > max(capacity(KIND[code]), had[code]):
            raise EditRejectedError("second-flower" if code in FLOWERS else "fifth-copy", count=count, face=code)
    play = after.play
    if len(after.melds) > max(play.sets, len(before.melds)):
        raise EditRejectedError("fifth-meld", most=play.sets)
    if held(after) > play.size and len(new) > len(old):
        raise EditRejectedError("too-many-tiles", held=held(after), size=play.size)


def _codes(slots: Iterable[Slot]) -> tuple[str | None, ...]:
    return tuple(slot.tile for slot in slots)


def about_meld(meld: MeldState) -> About:
    """Return the parameters that identify a meld."""
    return {"meld": meld.kind, "tiles": _codes(meld.tiles), "source": meld.source}


def _won(state: HandState, won: Circumstances, teller: Teller) -> tuple[HandState, Effect]:
    """Return the hand with other circumstances, and which of them changed."""
    won = _stated(state, won)
    changed = changed_of(state.won, won)
    told = replace(state, won=with_source(state.won, won, teller))
    return told, Effect("circumstances", {"changed": tuple(changed.items())})


def _stated(state: HandState, won: Circumstances) -> Circumstances:
    """Return the circumstances that an edit states; those of other games, or of one not installed, stay as kept."""
    return in_game(replace(won, aside=state.won.aside, rest=state.won.rest), kept_book(state.rules).game)
