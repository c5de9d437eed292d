"""The messages of webhooks: made anew at each attempt, so that removed names are in none."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct

from scoring.match.event_acts import Released
from scoring.match.records import Appealed
from webui.hall.desk import Hall
from webui.match.matches import TableMatch
from webui.messages import N_, Messages
from webui.messages.acts import said_of_event
from webui.records.bulletin import Recorded
from webui.records.journal import fold_entries
from webui.records.listening import CallChanged, Happened, RecordedInEvent
from webui.records.webhooks import WebhookForm, WebhookTopic
from webui.serializers.encoding import encoded, plain
from webui.serializers.hall import shown_json
from webui.serializers.matches import entry_json, summary_json
from webui.serializers.referee import call_json

LONGEST_TEXT: Final = 1900
"""Characters of a text for a chat: Discord takes 2000, of which signs that are escaped take two."""

_ROWS: Final = 10
"""Places of a ranking in the text of a published round. More pushes other messages out of sight."""

_CALLS: Final = {
    "waiting": N_("Table %(table)d calls the referee"),
    "taken": N_("A referee is on the way to table %(table)d"),
    "done": N_("The call of table %(table)d is done"),
}

_ESCAPED: Final = "\\`*_~|>#[]()"
"""Signs with a meaning in texts of Discord, which get a stroke before them."""


class WebhookMessage(Struct, frozen=True, omit_defaults=True):
    """A message: its `id` is the same at each attempt, `says` is a sentence in the language of the webhook.

    `type` is the topic, or "test". A record is as `GET /api/v1/tables/N/records` has it, a match as the list of
    matches, a call as that of calls with its `state`, and standings as an event shows them.
    """

    id: str
    type: str
    when: str
    says: str
    table: int | None = None
    event: int | None = None
    round: int | None = None
    record: dict[str, Any] | None = None
    match: dict[str, Any] | None = None
    call: dict[str, Any] | None = None
    standings: list[dict[str, Any]] | None = None


def messages(hall: Hall, news: Happened, topics: tuple[WebhookTopic, ...], words: Messages) -> Iterator[WebhookMessage]:
    """Yield the messages about news, one for each topic that they concern.

    Args:
        hall: The events and tables.
        news: The news.
        topics: The wanted topics.
        words: The language of the sentences.
    """
    match news:
        case Recorded(entry) if entry:
            yield from _of_record(hall, entry, topics, words)
        case RecordedInEvent(entry=made) if isinstance(made.act, Released) and "published" in topics:
            kept = hall.get(made.stream)
            shown = shown_json(hall, kept, words)
            rows = [plain(row) for row in shown.standings]
            about = {"event": shown.name, "says": said_of_event(words, made.act, kept.event)}
            says = words("%(event)s: %(says)s", about)
            places = [f"{row.place}. {row.name} {row.points:+d}" for row in shown.standings[:_ROWS]]
            says = "\n".join([says, *places])
            id = _id(made.id, "published")
            yield WebhookMessage(
                id, "published", made.when, says, event=made.stream, round=made.act.round, standings=rows
            )
        case CallChanged(call, state) if "call" in topics:
            when = {"waiting": call.at, "taken": call.taken_at, "done": call.done_at}[state]
            says = words(_CALLS[state], {"table": call.table})
            if state == "waiting" and (call.player or call.reason):
                why = words("; ").join(filter(None, (call.player, call.reason)))
                says = words("%(says)s: %(why)s", {"says": says, "why": why})
            about_call = plain(call_json(call, when, words)) | {"state": state}
            yield WebhookMessage(
                str(uuid5(_namespace(call.id), state)), "call", when, says, call.table, call=about_call
            )


def trial(id: str, when: str, words: Messages) -> WebhookMessage:
    """Return a message that is about nothing."""
    return WebhookMessage(id, "test", when, words(N_("This is a test of Tableside.")))


def body(message: WebhookMessage, form: WebhookForm) -> bytes:
    """Return a message in the form of its receiver."""
    if form == "json":
        return encoded(message)
    text = message.says[:LONGEST_TEXT]
    if form == "slack":
        return msgspec.json.encode({"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")})
    escaped = "".join(f"\\{sign}" if sign in _ESCAPED else sign for sign in text)[:2000]
    return msgspec.json.encode({"content": escaped, "username": "Tableside", "allowed_mentions": {"parse": []}})


def _of_record(hall: Hall, entry: Any, topics: tuple[WebhookTopic, ...], words: Messages) -> Iterator[WebhookMessage]:
    matches, table = hall.matches(entry.stream), entry.stream
    shown = entry_json(entry, matches, words)
    says = words("Table %(table)d: %(says)s", {"table": table, "says": shown.says})
    if "record" in topics:
        yield WebhookMessage(_id(entry.id, "record"), "record", entry.when, says, table, record=plain(shown))
    if "appeal" in topics and isinstance(entry.act, Appealed):
        yield WebhookMessage(_id(entry.id, "appeal"), "appeal", entry.when, says, table, record=plain(shown))
    found = matches.of_record(entry.number) if "result" in topics else None
    if found and _ends(found, entry.number):
        points = found.match.points
        told = words(", ").join(f"{name} {points[name]}" for name in sorted(points, key=lambda name: -points[name]))
        about = {"table": table, "points": told}
        says = words("Table %(table)d: the match is over. %(points)s", about)
        yield WebhookMessage(
            _id(entry.id, "result"), "result", entry.when, says, table, match=plain(summary_json(found))
        )


def _ends(found: TableMatch, number: int) -> bool:
    """Return True for the record that ended a match which is over, and for one that changed its result after that."""
    if not found.match.over or found.match.missing:
        return False
    upto = [entry for entry in found.entries if entry.number <= number]
    after = fold_entries(upto)
    if not after.over:
        return False
    before = fold_entries(upto[:-1]) if upto[1:] else None
    return before is None or not before.over or before.points != after.points


def _id(record: UUID, topic: WebhookTopic) -> str:
    return str(uuid5(record, topic))


def _namespace(call: str) -> UUID:
    """Return the UUID of a call, whose id a program may have chosen."""
    try:
        return UUID(call)
    except ValueError:
        return uuid5(UUID(int=0), call)
