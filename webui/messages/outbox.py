"""Sentences on data that a hall does not have yet."""

from webui.messages import N_, Messages
from webui.records.sync.outbox import HandedIn, OutboxState

UNSENT = N_("%(count)d not yet sent")
OFF = N_("The hall does not answer")
REFUSED = N_("Not sent to the hall")


def unsent(words: Messages, state: OutboxState) -> str:
    """Return the number of waiting records and hands as text; empty if the hall has all and answers."""
    if state.refused:
        return words(REFUSED)
    if state.waiting:
        return words(UNSENT, {"count": state.waiting})
    return words(OFF) if state.trouble else ""


def unhanded(words: Messages, state: OutboxState) -> str:
    """Return the number of refused records not handed in yet as text; empty for none."""
    if not state.unhanded:
        return ""
    return words.plural(
        "%(n)d record was made here since, which the hall does not have.",
        "%(n)d records were made here since, which the hall does not have.",
        state.unhanded,
    )


def handed(words: Messages, done: HandedIn) -> str:
    """Return the result of handing in records."""
    sent = words.plural(
        "%(n)d record was handed in: the table's page in the hall says what became of it.",
        "%(n)d records were handed in: the table's page in the hall says what became of them.",
        done.sent,
    )
    if not done.left:
        return sent
    left = words.plural(
        "%(n)d stays here alone: save the match as a file and give it to the desk.",
        "%(n)d stay here alone: save the match as a file and give it to the desk.",
        done.left,
    )
    return f"{sent} {left}"
