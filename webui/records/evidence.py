"""Hashes of what a record rests on: the laid hands that it names, and the steps of the deal that was followed then.

Both change afterwards, by edits and by what people say of a step, so a hash is that of the first edits or steps. They
leave out what an import renumbers, and who edited: names may be removed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from scoring.match.records import Act
from webui.records.canonical import canonical, digest
from webui.records.commitments import CommittedEvidence, StepsHash
from webui.records.database.schema import followed
from webui.records.followed import STEP, KeptStep
from webui.records.hands import KeptHand, hand_in
from webui.records.references import referenced_ids
from webui.records.values import UNREADABLE

_LEFT_OUT: Final = ("deal", "signed", "hand", "by", "stamp")
"""Keys of hands and steps for the hand of the match, which an import renumbers, and for persons."""


def evidence_of(connection: Connection, table: int, act: Act) -> CommittedEvidence:
    """Return the evidence of a new record, inside its transaction."""
    found = [hand_in(connection, id) for id in referenced_ids(act, "laid")]
    hashes = tuple([hand_hash(hand, len(hand.changes)) if hand else "" for hand in found])
    asked = select(*STEP).where(followed.c.table_number == table)
    newest = connection.execute(
        asked.where(followed.c.began > 0).order_by(followed.c.number.desc()).limit(1)
    ).one_or_none()
    if newest is None:
        return CommittedEvidence(hashes)
    since = asked.where(followed.c.began >= newest.began, followed.c.step != "").order_by(followed.c.number)
    deals = {step.deal: step.began for step in connection.execute(since)}  # the last one holds
    mine = [deal for deal, began in deals.items() if began == newest.began]
    rows = connection.execute(asked.where(followed.c.deal.in_(mine), followed.c.step != ""))
    steps = [KeptStep(*row) for row in rows]
    return CommittedEvidence(hashes, StepsHash(newest.began, len(steps), steps_hash(steps)))


def hand_hash(hand: KeptHand, edits: int) -> str:
    """Return the hash of a hand after its first edits; empty if it is damaged."""
    try:
        made = [msgspec.json.decode(change) for change in hand.changes]
        state = made[edits]["before"] if edits < len(made) else msgspec.json.decode(hand.state)
        reading = msgspec.json.decode(hand.reading or "null")
        said = [hand.at, hand.photo, hand.sent, reading, made[:edits], state]
    except UNREADABLE:
        return ""
    return digest(canonical(_lasting(said)))


def steps_hash(steps: Sequence[KeptStep]) -> str:
    """Return the hash of steps in the order of their deals; empty if one is damaged."""
    ordered = sorted(steps, key=lambda step: (step.deal, step.number))
    deals = sorted({step.deal for step in ordered})
    try:
        said = [(deals.index(step.deal), step.at, msgspec.json.decode(step.step)) for step in ordered]
    except UNREADABLE:
        return ""
    return digest(canonical(_lasting(said)))


def _lasting(value: Any) -> Any:
    """Return JSON values without what changes, and without what later versions add at its default."""
    if isinstance(value, Mapping):
        kept = {key: _lasting(inner) for key, inner in value.items() if key not in _LEFT_OUT}
        return {key: inner for key, inner in kept.items() if inner not in (None, "", [], {}) and inner is not False}
    if isinstance(value, list | tuple):
        return [_lasting(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
