"""Merging of two people's changes to one hand: the second is applied to the hand as the first left it.

A tile is identified by its index in the reading, wherever it lies; a tile that the camera did not see only by its place
and face.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from difflib import SequenceMatcher
from typing import Final

import msgspec

from scoring.match.missing import kept_book
from vision.reading import Reading
from webui.hand.edits import ChangeMeld, Confirm, Edit, SetCircumstances, SetRules, SplitMeld, edited
from webui.hand.questions import Answer, answered, question
from webui.hand.state import HandState, MeldState, Slot, changed_of, in_game, places, stating

_Matter = Hashable
"""A part of a hand that a change touches: a tile, a circumstance, the rules, a doubt."""

ALL_TILES: Final = "tiles"
"""The matter of a change of the hand as a whole."""

UNSEEN: Final = "unseen"
"""The matter of a change that adds, moves or removes tiles that the camera did not see."""


def changed_paths(before: HandState, after: HandState) -> frozenset[_Matter]:
    """Return the matters in which two states of a hand differ."""
    old, new = _seen(before), _seen(after)
    found: set[_Matter] = {("tile", n) for n in old.keys() | new.keys() if old.get(n) != new.get(n)}
    if _unseen(before) != _unseen(after):
        found.add(UNSEEN)
    found |= {("won", name) for name in changed_of(before.won, after.won)}
    found |= {("doubt", n) for n in before.settled ^ after.settled}
    found |= {name for name in ("rules", "deal") if getattr(before, name) != getattr(after, name)}
    return frozenset(found)


def clash(edit: Edit | Answer, base: HandState, now: HandState, reading: Reading | None) -> bool:
    """Return True if a change that starts from `base` touches something that was changed since.

    Args:
        edit: The change.
        base: The hand as its author saw it.
        now: The hand now.
        reading: The reading of the hand, if it has one.

    Raises:
        EditRejectedError: `base` cannot be changed this way.
    """
    theirs = changed_paths(base, now)
    mine = _meant(edit, base, reading)
    tiles = any(matter == UNSEEN or (isinstance(matter, tuple) and matter[0] == "tile") for matter in theirs)
    agreed = {("doubt", n) for n in base.settled ^ now.settled} if isinstance(edit, Confirm) else set()
    return bool((mine & theirs) - agreed) or (ALL_TILES in mine and tiles)


def rebase(edit: Edit | Answer, base: HandState, now: HandState) -> Edit | Answer | None:
    """Convert a change of one state of a hand to a change of another, where tiles and melds have other paths.

    Returns:
        The change, or None if something that it names was removed.
    """
    if isinstance(edit, Answer):
        return edit
    if isinstance(edit, SetCircumstances):
        return SetCircumstances(stating(now.won, changed_of(base.won, in_game(edit.won, kept_book(base.rules).game))))
    paths = _paths(base, now)
    values = msgspec.structs.asdict(edit)
    for name in ("at", "to", "meld"):
        if name not in values:
            continue
        value = values[name]
        if isinstance(edit, ChangeMeld | SplitMeld):
            found = paths.get(f"m{value}")
            values[name] = None if found is None else int(found[1:])
        elif isinstance(value, tuple):
            values[name] = None if any(each not in paths for each in value) else tuple(paths[each] for each in value)
        else:
            values[name] = paths.get(value)
        if values[name] is None:
            return None
    return type(edit)(**values)


def _meant(edit: Edit | Answer, base: HandState, reading: Reading | None) -> frozenset[_Matter]:
    """Return the matters that a change touches, or states although it leaves them as they are."""
    if isinstance(edit, Answer):
        if reading is None:
            return frozenset({ALL_TILES})
        after, _ = answered(reading, base, edit.doubt, edit.answer)
        about = question(reading, base, edit.doubt).seen
        return changed_paths(base, after) | ({("tile", n) for n in about} if about else {ALL_TILES})
    after, _ = edited(base, edit, reading)
    matters = set(changed_paths(base, after))
    if isinstance(edit, SetRules):
        matters.add("rules")  # even if it names the same rules
    if isinstance(edit, Confirm):
        for doubt in edit.doubts:
            tile = reading.doubts[doubt].tile if reading else None
            matters.add(ALL_TILES if tile is None else ("tile", tile))
    at = getattr(edit, "at", ())
    for path in (at,) if isinstance(at, str) else at:
        slot = places(base).get(path)
        seen = int(path[1:]) if path[0] == "a" else slot.seen if slot else None
        matters.add(UNSEEN if seen is None else ("tile", seen))
    return frozenset(matters)


def _seen(state: HandState) -> dict[int, tuple[Hashable, str | None]]:
    """Return the place and face of each tile of the reading."""
    return {slot.seen: (_whereabouts(state, path), slot.tile) for path, slot in _at(state) if slot.seen is not None}


def _unseen(state: HandState) -> Counter[tuple[Hashable, str | None]]:
    return Counter((_whereabouts(state, path), slot.tile) for path, slot in _at(state) if slot.seen is None)


def _at(state: HandState) -> list[tuple[str, Slot]]:
    return list(places(state).items())


def _whereabouts(state: HandState, path: str) -> Hashable:
    """Return the group of a path without its number: a meld is identified by its tiles."""
    return _meld_key(state.melds[int(path[1])]) if path[0] == "m" else path[0]


def _meld_key(meld: MeldState) -> Hashable:
    return meld.kind, meld.source, frozenset((slot.seen, slot.tile) for slot in meld.tiles)


def _paths(base: HandState, now: HandState) -> Mapping[str, str]:
    """Return the path in the second state for each path of the first: tiles, tiles aside, melds and other groups."""
    found = {"c": "c", "w": "w", "f": "f", "a": "a"}
    seen = {slot.seen: path for path, slot in places(now).items() if slot.seen is not None}
    for path, slot in places(base).items():
        if slot.seen is not None:
            found[path] = seen.get(slot.seen, f"a{slot.seen}")
    in_base = {slot.seen for slot in places(base).values()}
    found |= {f"a{n}": seen.get(n, f"a{n}") for n in range(_MOST + 1) if n not in in_base}
    for m, meld in enumerate(base.melds):
        same = [n for n, other in enumerate(now.melds) if _meld_key(other) == _meld_key(meld)]
        if not same and [each.kind for each in base.melds] == [each.kind for each in now.melds]:
            same = [m]  # its tiles have other names
        if same:
            found[f"m{m}"] = f"m{same[0]}"
            pairs = zip(meld.tiles, now.melds[same[0]].tiles, strict=False)
            found |= {f"m{m}.{n}": f"m{same[0]}.{n}" for n, (one, _) in enumerate(pairs) if one.seen is None}
    unseen = base.winning and now.winning and base.winning.seen is None and now.winning.seen is None
    if unseen and (base.winning == now.winning or base.concealed == now.concealed):
        found["w"] = "w"
    return found | _by_order("c", base, now) | _by_order("f", base, now)


def _by_order(group: str, base: HandState, now: HandState) -> dict[str, str]:
    """Return the paths of the unseen tiles of a group: those left by their order, those renamed by place."""
    old, new = (
        [(path, slot.tile or "") for path, slot in places(state).items() if path[0] == group and slot.seen is None]
        for state in (base, now)
    )
    matcher = SequenceMatcher(None, [tile for _, tile in old], [tile for _, tile in new], autojunk=False)
    found: dict[str, str] = {}
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal" or (tag == "replace" and last - first == end - start):
            found |= {one: other for (one, _), (other, _) in zip(old[first:last], new[start:end], strict=True)}
    return found


_MOST: Final = 999
"""Highest index in the path of a tile that lies aside."""
