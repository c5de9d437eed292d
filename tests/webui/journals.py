"""Records written straight into a journal, whatever the matches say of them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from scoring.match.records import Act, Role
from webui.records.erasing import Erasing
from webui.records.journal import JournalEntry
from webui.records.store import Storage


def write_record(
    records: Storage,
    table: int,
    id: UUID,
    act: Act,
    who: str = "",
    role: Role = "referee",
    sent: Mapping[str, Any] | None = None,
    erasing: Erasing | None = None,
) -> JournalEntry[Act]:
    """Record an act, once; it may remove names."""
    with records.journal.writing(table, everywhere=erasing is not None) as writing:
        there = writing.again(id, sent or act)
        if there:
            return there
        entry = writing.next(id, act, who, role)
        if erasing:
            writing.erase(entry, erasing)
        else:
            return writing.append(entry, sent)
    return records.journal.entries(table)[-1]
