"""The delivery of a table's records to a hall, as plain JSON."""

from msgspec import Struct

from webui.messages import Messages
from webui.messages import outbox as wording
from webui.messages.errors import web_error
from webui.records.sync.outbox import Outbox


class OutboxLine(Struct, frozen=True):
    """The records and hands that the hall does not have yet, as a sentence, and the reason."""

    waiting: int
    says: str
    why: str
    fix: str
    kind: str | None
    refused: bool
    unhanded: int
    unhanded_says: str


def outbox_json(outbox: Outbox, words: Messages) -> OutboxLine:
    """Return the number of records and hands that the hall does not have yet, and the reason."""
    state = outbox.state
    trouble = state.refused or state.trouble
    why, fix = web_error(words, trouble) if trouble else ("", "")
    return OutboxLine(
        waiting=state.waiting,
        says=wording.unsent(words, state),
        why=why,
        fix=fix,
        kind=trouble.kind if trouble else None,
        refused=state.refused is not None,
        unhanded=state.unhanded,
        unhanded_says=wording.unhanded(words, state),
    )
