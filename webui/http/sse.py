"""The stream of server-sent events of a page."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final
from weakref import WeakKeyDictionary

from flask import Response, request
from flask.typing import ResponseReturnValue
from msgspec import Raw

from webui.hall.desk import Hall
from webui.http.api import Routes
from webui.http.context import table_of, the_hall, the_words
from webui.http.identity import CONNECTION, Connection, watcher
from webui.http.roles import sight_of
from webui.http.site import the_site
from webui.messages import Messages
from webui.rig.feed import Feed
from webui.serializers.clocks import clock_json
from webui.serializers.deals import waiting
from webui.serializers.encoding import encoded
from webui.serializers.endings import table_match_json
from webui.serializers.laid import laid_json
from webui.serializers.live import equipment_json, hand_news_json, look_json, watched_json, withheld_json
from webui.serializers.outbox import outbox_json
from webui.serializers.photo_readings import photo_reading_json
from webui.serializers.tables import box_json, play_json
from webui.table.news import NewsCursor, from_id, to_id
from webui.table.sight import Sight, deals_told, shows_camera
from webui.table.table import Table

routes = Routes("events", __name__)

HEARTBEAT: Final = 0.5
"""Seconds between two reports on camera and box, by which a page notices a dead connection. More delays that; less
sends more."""

STREAM_LIFE: Final = 18.0
"""Seconds after which a stream ends and its viewer opens another one, so that none outlives its viewer for long: a
sleeping phone goes on acknowledging data. Together with `webui.http.server.SILENCE` it stays below 30."""

GATHER: Final = 0.02
"""Seconds to wait for further changes before viewers of all tables are notified, as one act is often stored in several
steps. More delays the news; less sends some of it twice."""

_MAKING: Final = threading.BoundedSemaphore(2)
"""Streams whose news is made at the same time. More slows down the record that comes next; fewer tells of news later
where the database is waited for."""

PAUSE: Final = 50
"""Milliseconds after which the viewer of a stream that ends as announced opens a new one. More leaves a longer gap."""

PAUSE_LOST: Final = 3000
"""Milliseconds after which the viewer of a broken stream opens a new one, and again while the server is down. More
delays the news; less asks a dead server more often. The pages of Tableside pause by themselves (`live.js`)."""


@routes.get(
    "/api/tables/<int:number>/events",
    gives=("text/event-stream",),
    query={"live": "string", "changes": "string", "since": "string"},
    headers=("Last-Event-ID",),
)
def stream(number: int) -> ResponseReturnValue:
    """Send the news of the table as server-sent events, by topic.

    `seats`, the hand in play; `hand`, the id of a hand that was laid, changed, put away or brought back, null after too
    many; `laid`, the hands that lie on the table now, as its camera sees on its own; `deal`, the number of changes of
    the deals that its camera follows, for strangers as late as the table's stream; `reading`, a photo sent with
    `Prefer: respond-async`; `match` at a new record; `clock`; `equipment`, the camera and the rules; `box` at every
    heartbeat; and once `access`, whether anybody has a role. With `?live=1` and a camera, also `look` for a new
    picture, and `health` at every heartbeat. With `?changes=1` also `changes`, soon after a change at any table. An
    event has the whole state of its topic. A stream that is opened again with the last id, in `Last-Event-ID` or
    `?since=`, sends only newer events. Each ends with `again` after `STREAM_LIFE`.
    """
    table = table_of(number)
    live = request.args.get("live") == "1"
    sight = sight_of(number)
    feed = _feed(table, live, sight)
    known = _known(table, sight, request.headers.get("Last-Event-ID") or request.args.get("since", ""))
    with ExitStack() as stack:
        stack.enter_context(the_site().viewers.one_more(watcher()))
        connection: Connection | None = request.environ.get(CONNECTION)
        if connection is not None:
            connection.watches = True
            stack.callback(setattr, connection, "watches", False)
        if feed:
            stack.enter_context(feed.watched())
        whole = request.args.get("changes") == "1"
        people = the_site().people.store.anybody()
        sent = _events(table, the_hall(), sight, feed, live, whole, known, people, the_words())
        response = Response(sent, mimetype="text/event-stream")
        response.call_on_close(stack.pop_all().close)
        return response


class _Matches:
    """The present matches of tables as JSON, each made once for all who watch it; safe to use from many threads."""

    def __init__(self) -> None:
        self._made: Final[WeakKeyDictionary[Table, dict[str, tuple[NewsCursor, Raw]]]] = WeakKeyDictionary()
        self._lock: Final = threading.Lock()

    def get(self, table: Table, hall: Hall, words: Messages) -> Raw:
        """Return the match of a table of a hall, not older than its news."""
        with self._lock:
            versions, made = replace(table.news.versions, look=0), self._made.setdefault(table, {})
            before, match = made.get(words.tag, (None, Raw()))
            if before != versions:
                match = Raw(encoded(table_match_json(table, words, hall)))
                made[words.tag] = (versions, match)
            return match


_MATCHES: Final = _Matches()


def _feed(table: Table, live: bool, sight: Sight) -> Feed | None:
    """Return the feed of the camera whose looks a viewer gets, if they ask for them and may see them now."""
    return table.equipment.feed if live and shows_camera(table, sight) else None


def _known(table: Table, sight: Sight, id: str) -> NewsCursor:
    """Return what a viewer knows who names the id of an event, or of a page; one who names none asks for the hands."""
    known = from_id(id)
    if known != NewsCursor() or id == to_id(known):
        return known
    return replace(table.news.known_to_page, kept=0, deal=deals_told(table, 0, sight, datetime.now(UTC)))


def event(name: str, data: Any, id: str = "") -> str:
    """Return a server-sent event with JSON data; without an id, the last id stays in force."""
    named = f"id: {id}\n" if id else ""
    return f"{named}event: {name}\ndata: {encoded(data).decode()}\n\n"


def _events(
    table: Table,
    hall: Hall,
    sight: Sight,
    feed: Feed | None,
    live: bool,
    whole: bool,
    known: NewsCursor,
    people: bool,
    words: Messages,
) -> Iterator[str]:
    """Yield the events of a stream; one that shows the camera ends when another camera is chosen.

    Streams of the whole hall wait for changes at any table, including their own; they are few, and viewers of one table
    are not woken by others.
    """
    end = time.monotonic() + STREAM_LIFE
    due = 0.0
    while (now := time.monotonic()) < end and not table.news.stopped and _feed(table, live, sight) is feed:
        with _MAKING:
            news = list(_news(table, hall, sight, feed, known, words))
        for name, data, reached in news:
            known = reached
            yield event(name, data, to_id(known))
        if whole and (kept := table.records.changes.count) > known.kept:
            known = replace(known, kept=kept)
            yield event("changes", {"count": kept}, to_id(known))
        if now >= due:
            begins, due = due == 0.0, now + HEARTBEAT
            if feed:
                yield event("health", watched_json(table, feed, words))
            elif live and table.equipment.feed:
                yield event("health", withheld_json(table.equipment.feed, words))
            yield event("box", box_json(table.session, words))
            if table.outbox:
                yield event("hall", outbox_json(table.outbox, words))
            if begins:
                yield f"retry: {PAUSE_LOST}\n{event('access', {'people': people})}"
        if whole:
            table.records.changes.wait(known.kept, due - time.monotonic())
            time.sleep(GATHER)
        else:
            late = (
                replace(known, deal=table.news.versions.deal) if sight == "late" else known
            )  # told of as time goes by
            table.news.wait(late, feed is not None, due - time.monotonic())
    if not table.news.stopped:
        yield f"retry: {PAUSE}\n{event('again', {})}"


def _news(
    table: Table, hall: Hall, sight: Sight, feed: Feed | None, known: NewsCursor, words: Messages
) -> Iterator[tuple[str, Any, NewsCursor]]:
    """Yield the news after what is known: the topic, its state, and what is known then."""
    if table.session.version > known.play:
        seats = play_json(table, words)
        known = replace(known, play=seats.version)
        yield "seats", seats, known
    if table.news.hands.count > known.hand:
        count, changed = table.news.hands.since(known.hand)
        *first, last = changed if changed is not None else (None,)
        for id in first:  # a stream that breaks off before the last one tells of all of them again
            yield "hand", hand_news_json(table, id), known
        known = replace(known, hand=count)
        yield "hand", hand_news_json(table, last), known
    for reading in table.news.photos.since(known.reading):
        known = replace(known, reading=reading.number)
        yield "reading", photo_reading_json(reading, words), known
    if (seen := table.matches.seen) >= known.match:  # a record that is made meanwhile is told next
        match = _MATCHES.get(table, hall, words)
        known = replace(known, match=seen + 1, clock=0)  # the limits are those of the match's body
        yield "match", match, known
    if table.equipment.laid > known.laid:
        laid = laid_json(table, words)
        known = replace(known, laid=laid.version)
        yield "laid", laid, known
    if (deals := deals_told(table, known.deal, sight, datetime.now(UTC))) > known.deal:
        known = replace(known, deal=deals)
        yield "deal", {"count": deals}, known
        if (found := table.now().match) and waiting(
            table, found
        ):  # who is chosen at first where it is entered as drawn
            yield "match", _MATCHES.get(table, hall, words), known
    if table.clock.version > known.clock:
        clock = clock_json(table.clock, table.now().body)
        known = replace(known, clock=clock.version)
        yield "clock", clock, known
    if table.news.versions.equipment > known.equipment:
        known = replace(known, equipment=table.news.versions.equipment)
        yield "equipment", equipment_json(table, words), known
    look = feed.newest if feed else None
    if look and look.number > known.look:
        known = replace(known, look=look.number)
        yield "look", look_json(table, look, words), known
