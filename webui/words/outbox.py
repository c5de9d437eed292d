"""Sentences of what a hall does not have yet."""

from webui.records.outbox import OutboxState
from webui.words import N_, Words

UNSENT = N_("%(count)d not yet sent")
OFF = N_("The hall does not answer")
REFUSED = N_("Not sent to the hall")


def unsent(words: Words, state: OutboxState) -> str:
    """How many records and hands wait; empty where the hall has all and answers."""
    if state.trouble and state.trouble.kind in ("table-claimed", "table-taken", "differs-in-hall"):
        return words(REFUSED)
    if state.waiting:
        return words(UNSENT, {"count": state.waiting})
    return words(OFF) if state.trouble else ""
