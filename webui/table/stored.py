"""Small state of a table that its device writes into its hall: what of it is damaged, which stops nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, cast, get_args

import msgspec

from webui.match.clock import JUMP, events_from, jump_from
from webui.match.clock import KEY as CLOCK
from webui.records.values import UNREADABLE, ValueStore
from webui.rig.live_hand_store import KEY as PLAY
from webui.rig.serialization import stored_from_json
from webui.table.table_name import KEY as NAME
from webui.table.table_name import PAGE, name_from, page_from

StateKey = Literal["play", "clock", "jump", "name", "page"]
"""The keys of the small state that a table's device writes into its hall."""

_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    PLAY: stored_from_json,
    CLOCK: events_from,
    JUMP: jump_from,
    NAME: name_from,
    PAGE: page_from,
}


def is_damaged(key: str, text: str) -> bool:
    """Return True if small state, as it is stored, is not what its key says."""
    try:
        kept = msgspec.json.decode(text)
        if kept is not None:  # it was removed
            _READERS[key](kept)
    except UNREADABLE:
        return True
    return False


def damaged(values: ValueStore, table: int | None = None) -> dict[int, list[StateKey]]:
    """Return the keys of damaged small state by the numbers of their tables.

    Args:
        values: The store of the state.
        table: Number of the only table to look at, or None for all.
    """
    found: dict[int, list[StateKey]] = {}
    for number, key, text in values.texts(get_args(StateKey), table):
        if is_damaged(key, text):
            found.setdefault(number, []).append(cast(StateKey, key))
    return found
