"""The line of the page on data that a hall does not have yet."""

from types import SimpleNamespace
from typing import Any

import pytest

from webui.messages import Messages
from webui.records.errors import RecordsError
from webui.records.sync.outbox import OutboxState
from webui.serializers.outbox import outbox_json

SILENT = RecordsError("database-gone", database="the hall")
OTHER = RecordsError("table-taken", table=3)


@pytest.mark.parametrize(
    ("state", "says", "kind", "refused", "unhanded"),
    [
        (OutboxState(0, None), "", None, False, ""),
        (OutboxState(3, None), "3 not yet sent", None, False, ""),
        (OutboxState(0, SILENT), "The hall does not answer", SILENT.kind, False, ""),
        (OutboxState(3, SILENT, OTHER), "Not sent to the hall", OTHER.kind, True, ""),
        (
            OutboxState(0, None, unhanded=1),
            "",
            None,
            False,
            "1 record was made here since, which the hall does not have.",
        ),
    ],
)
def test_what_waits_is_counted_and_a_refusal_goes_before_silence(
    state: OutboxState, says: str, kind: str | None, refused: bool, unhanded: str
) -> None:
    outbox: Any = SimpleNamespace(state=state)
    shown = outbox_json(outbox, Messages.of("en"))
    assert (shown.waiting, shown.says, shown.kind, shown.refused) == (state.waiting, says, kind, refused)
    assert (shown.unhanded, shown.unhanded_says) == (state.unhanded, unhanded)
    assert bool(shown.why) == bool(shown.fix) == (kind is not None)
