"""The JSON interface of hands: laying, reading, changing and deleting them."""

import math
from contextlib import ExitStack
from functools import partial
from typing import Final
from uuid import UUID, uuid4, uuid5

import msgspec
from flask import Response, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import UNSET

from scoring.errors import ScoringError, UnknownRulesError
from scoring.match.missing import kept_book
from scoring.rules import BOOKS
from vision.evidence import Evidence
from vision.image import ImagePartError, open_image
from vision.table.check import Check, check
from webui.base.errors import WebError
from webui.hall.remote_commands import send_change, send_hidden
from webui.hand.hand import Signed, TableHand
from webui.hand.hands import PAGE, EditConflictError
from webui.hand.photo_readings import PhotoReading
from webui.hand.reading_queue import QueuePlace
from webui.hand.serialization import edit_from
from webui.hand.unread import unread as unread_in
from webui.http import posted, shapes
from webui.http.api import Routes, converted, to_response
from webui.http.bodies import UPLOAD_LIMIT
from webui.http.context import at, gone, hand_at, speak_of_hand, table_of, the_hall, the_tables, the_words
from webui.http.errors import RequestError, status_of
from webui.http.identity import caller
from webui.http.identity import signed as signed_by
from webui.http.posted import PostedPart
from webui.http.requests import json_body, sent_id, sent_photos, whole
from webui.http.roles import expect
from webui.messages import hand as hand_words
from webui.messages import scoring as scoring_words
from webui.messages.errors import web_error
from webui.records.errors import RecordsError
from webui.serializers.endings import table_hand_json, table_listed_json
from webui.serializers.photo_readings import photo_reading_json
from webui.serializers.remote_commands import orders_json
from webui.serializers.unread import unread_json
from webui.table.table import Table

MOST_LISTED: Final = 200
"""Most hands in one list; more make an answer slow to compute and to load."""

routes = Routes("hands", __name__)


@routes.get(
    "/api/tables/<int:number>/hands",
    gives=shapes.HandsAnswer,
    query={
        "before": "integer",
        "limit": "integer",
        "hidden": "string",
        "player": "string",
        "fan": "string",
        "day": "string",
    },
)
def hands(number: int) -> shapes.HandsAnswer:
    """Return hands of a table, the newest first.

    At most `limit` of them (60 by default, 200 at most), before the hand with the number `before`; with `hidden=1`
    those that were put away. `player` (part of the name of the winner, the discarder or the author of a false win),
    `fan` (its English name in the rule book) and `day` (the beginning of the time in UTC, such as 2026-05-01) narrow
    the search.
    """
    table, words = table_of(number), the_words()
    found = sought_hands(table, whole("limit", PAGE, 1, MOST_LISTED))
    return shapes.HandsAnswer(ok=True, hands=[table_listed_json(table, hand, words) for hand in found])


def sought_hands(table: Table, limit: int) -> list[TableHand]:
    """Return the hands of a table that the address asks for, the newest first, at most `limit`."""
    asked = request.args
    tags = {kind: asked[kind] for kind in ("player", "fan") if asked.get(kind)}
    return table.hands.newest(whole("before", None), limit, asked.get("hidden") == "1", tags, asked.get("day", ""))


@routes.post(
    "/api/tables/<int:number>/hands",
    role="table",
    gives={201: shapes.NewHands, 202: shapes.BeingRead},
    empty=True,
    query={"chair": "integer", "after": "integer", "anyway": "string"},
    headers=("Idempotency-Key", "Prefer"),
    takes=posted.PostedText,
    file="photo",
    largest=UPLOAD_LIMIT,
)
def lay(number: int) -> ResponseReturnValue | tuple[shapes.HandAnswer, int]:
    """Add a hand: read from the photo in the form field `photo`, given as `{"text": hand}`, or blank without a body.

    With `?chair=n` the hand has the seat wind of that chair. With `after`, the number of the last record that the
    sender has seen, a photo or a blank hand belongs to the hand of the match that was in play then. With `anyway=1` a
    photo without tiles is accepted. A hand sent again with the same `Idempotency-Key` (UUID) is added once.

    Several photos in one form are several hands: `hand` is the first of `hands`, and `chair` belongs to it. With
    `Prefer: respond-async` the answer is 202 at once: the stream of the table sends a `reading` with each look, then
    the `hand`; nothing is stored before.
    """
    table, chair, id = table_of(number), whole("chair", 0, -1), sent_id()
    if not 0 <= chair <= 4:
        raise RequestError(400, "no-such-chair", chair=chair)
    after = whole("after", None)
    with at(table):
        went = the_hall().gone_on(number) if after is not None and table.matches.taken_back else None
        if after is None or went is None or not went.saw(after):
            return _lay(table, chair, id, after)
    there = table_of(went.table)
    with there.at():
        return _lay(there, chair, id, went.after(after), elsewhere=True)


def _expect_rules(name: str) -> None:
    """Refuse a name of rules that are not there; an empty one names none."""
    if name and name not in BOOKS:
        unknown = UnknownRulesError(name, tuple(BOOKS))
        raise RequestError(422, "not-a-hand", reason=scoring_words.error(the_words(), unknown))


def _lay(
    table: Table, chair: int, id: str, after: int | None, elsewhere: bool = False
) -> ResponseReturnValue | tuple[shapes.HandAnswer, int]:
    """Add the hand of the request to a table, `elsewhere` if it was sent to another one, whose stream tells nothing."""
    if not request.content_length:
        return _answer(table, table.intake.blank(chair, id, after), 201)
    if request.is_json:
        sent = converted(posted.PostedText, "not-a-hand")
        _expect_rules(sent.rules)
        try:
            return _answer(table, table.intake.from_text(sent.text, chair, id, sent.rules), 201)
        except ScoringError as error:
            raise RequestError(422, "not-a-hand", reason=scoring_words.error(the_words(), error)) from error
        except ValueError as error:
            raise RequestError(422, "not-a-hand", reason=str(error)) from error
    asked = [preference.strip() for preference in request.headers.get("Prefer", "").split(",")]
    later = "respond-async" in asked and not elsewhere
    return _read_later(table, chair, id, after) if later else _read_now(table, chair, id, after)


def _read_now(table: Table, chair: int, id: str, after: int | None) -> tuple[shapes.NewHands, int]:
    """Read the photos of the request one after another; those that become no hand are listed with the others."""
    keep_unread, words = request.args.get("anyway") == "1", the_words()
    hands: list[TableHand] = []
    refused: list[shapes.RefusedPhoto] = []
    first: WebError | None = None
    for n, photo in enumerate(sent_photos()):
        try:
            with photo.naming():
                hands.append(table.intake.from_upload(photo.read, 0 if n else chair, _nth(id, n), after, keep_unread))
        except WebError as error:
            if not hands and error.kind != "photo-unreadable":
                raise
            first = first or error
            refused.append(shapes.RefusedPhoto(photo.name, *web_error(words, error), error.kind))
    if first and not hands:
        raise first
    shown = [table_hand_json(table, hand, words) for hand in hands]
    several = len(hands) + len(refused) > 1
    return shapes.NewHands(True, shown[0], hands=shown if several else UNSET, refused=refused or UNSET), 201


def _read_later(
    table: Table, chair: int, id: str, after: int | None
) -> ResponseReturnValue | tuple[shapes.HandAnswer, int]:
    """Start to read the photos of the request and answer at once; a photo that was sent before gets its hand.

    They take their place in the queue before the answer: what is accepted is read.
    """
    if id and table.hands.get(id):
        return _read_now(table, chair, id, after)
    keep_unread, words = request.args.get("anyway") == "1", the_words()
    id, begun = id or str(uuid4()), []
    with ExitStack() as taken:
        place: QueuePlace | None = None
        for n, photo in enumerate(sent_photos()):
            own = _nth(id, n)
            under_way = table.news.photos.get(own)
            if under_way and under_way.state != "failed":
                begun.append(under_way)
                continue
            place = place or taken.enter_context(table.pictures.queue.place())
            read = partial(table.intake.from_upload, photo.hold(), 0 if n else chair, own, after, keep_unread)
            begun.append(table.news.photos.start(own, read, photo.name, place))
    shown = [photo_reading_json(each, words) for each in begun]
    answer = to_response((shapes.BeingRead(True, shown[0], shown if len(shown) > 1 else UNSET), 202))
    assert isinstance(answer, Response)
    answer.headers["Preference-Applied"] = "respond-async"
    answer.headers["Location"] = url_for("hands.reading", number=table.number, reading_id=id)
    return answer


def _nth(id: str, n: int) -> str:
    """Return the id of the n-th photo of a request, from 0; "" if its sender gives none."""
    return str(uuid5(UUID(id), str(n))) if id and n else id


@routes.get("/api/tables/<int:number>/readings/<reading_id>", gives=shapes.BeingRead)
def reading(number: int, reading_id: str) -> shapes.BeingRead:
    """Return the progress of reading a photo that was sent with `Prefer: respond-async`."""
    return _being_read(table_of(number).news.photos.get(reading_id))


@routes.post("/api/tables/<int:number>/readings/<reading_id>/stop", role="table", gives=shapes.BeingRead)
def stop_reading(number: int, reading_id: str) -> shapes.BeingRead:
    """Stop reading a photo before its next look: its hand is the reading so far, with its questions."""
    return _being_read(table_of(number).news.photos.stop(reading_id))


def _being_read(found: PhotoReading | None) -> shapes.BeingRead:
    if found is None:
        raise RequestError(404, "reading-gone")
    return shapes.BeingRead(ok=True, reading=photo_reading_json(found, the_words()))


@routes.get("/api/hands/<hand_id>/unread", gives=shapes.UnreadAnswer)
def unread(hand_id: str) -> shapes.UnreadAnswer:
    """Return why no hand was read in a photo: its finds, its quality, and what to do; null if one was read."""
    table, hand = hand_at(hand_id)
    why = unread_in(hand.reading, hand.laid.whole) if hand.reading and hand.photo else None
    if why is None or hand.reading is None:
        return shapes.UnreadAnswer(ok=True, unread=None)
    seen, checks = table.pictures.unread.get(hand.photo, lambda: _seen(table, hand.photo))
    shown = unread_json(why, hand.reading, seen.in_frame(hand.reading.size), checks, the_words(), hand.laid.whole)
    return shapes.UnreadAnswer(ok=True, unread=shown)


def _seen(table: Table, photo: str) -> tuple[Evidence, tuple[Check, ...]]:
    """Return the evidence of a photo and its check, when its turn comes."""
    data = table.records.photos.read(photo)

    def look() -> tuple[Evidence, tuple[Check, ...]]:
        picture = open_image(data)
        evidence = table.pictures.see(picture)
        return evidence, check(picture, evidence)

    return table.pictures.queue.run_sent(look)


@routes.post(
    "/api/hands/<hand_id>/anew",
    role="table",
    gives={201: shapes.HandAnswer},
    headers=("Idempotency-Key",),
    query={"rules": "string"},
)
def read_anew(hand_id: str) -> tuple[shapes.HandAnswer, int]:
    """Read the photo of a hand again, with the present tile set and rules: a new hand; the old one is put away.

    With `rules` it is read and scored by these. Allowed only if no hand was read in it and nobody entered one.
    """
    table, hand = hand_at(hand_id)
    _expect_open(table, hand_id)
    if not hand.photo or hand.reading is None or unread_in(hand.reading, hand.laid.whole) is None or hand.changes:
        raise RequestError(409, "hand-read")
    rules = request.args.get("rules", "")
    _expect_rules(rules)
    return _answer(table, table.intake.reread(hand, sent_id(), rules), 201)


@routes.get("/api/hands/<hand_id>", gives=shapes.HandAnswer)
def hand(hand_id: str) -> tuple[shapes.HandAnswer, int]:
    """Return a hand."""
    return _answer(*hand_at(hand_id))


@routes.post(
    "/api/hands/<hand_id>/others/<int:number>",
    role="table",
    gives={201: shapes.HandAnswer},
    headers=("Idempotency-Key",),
)
def lay_other(hand_id: str, number: int) -> tuple[shapes.HandAnswer, int]:
    """Add another hand from the photo of a hand: the one with that number in `others` of its reading, from 1."""
    table, hand = hand_at(hand_id)
    return _answer(table, table.intake.from_other_hand(hand, number, sent_id()), 201)


@routes.post(
    "/api/hands/<hand_id>/parts",
    role="table",
    gives={201: shapes.HandAnswer},
    headers=("Idempotency-Key",),
    body=PostedPart,
    refusal="not-an-area",
)
def lay_part(hand_id: str, body: PostedPart) -> tuple[shapes.HandAnswer, int]:
    """Add the hand in a part of the photo of a hand: `{"area": [[x, y], …]}`, its four corners."""
    table, hand = hand_at(hand_id)
    if not all(math.isfinite(value) for corner in body.area for value in corner):
        raise RequestError(400, "not-an-area")
    try:
        return _answer(table, table.intake.from_region(hand, body.area, sent_id()), 201)
    except ImagePartError as error:
        raise RequestError(400, "not-an-area") from error


@routes.post(
    "/api/hands/<hand_id>/changes",
    role="table",
    gives={200: shapes.HandAnswer, 202: shapes.Ordered},
    headers=("Idempotency-Key",),
    body=posted.PostedChange,
    refusal="not-a-change",
)
def change(hand_id: str, body: posted.PostedChange) -> tuple[shapes.HandAnswer | shapes.Ordered | shapes.Error, int]:
    """Change a hand: `{"version": n, "change": {"do": …}}` with an `Edit`, an `Answer` or an `Undo`.

    A change that starts from an older version is applied to the newest. If somebody has changed the same part since,
    the answer is 409 with the effect of the change (`mine`) and the changes since (`theirs`); `"anyway": true`
    overwrites them. Changes of the sender's own, whose ids are in `own`, do not contradict it. A hand that counts in an
    approved hand of a match needs a `"reason"`. If a device has the table, a referee's change is sent to it, and the
    answer is 202 with the `order`.
    """
    version, force = body.version, body.force
    signed = Signed(signed_by(body.who), (body.reason or "").strip())
    table, hand = hand_at(hand_id)
    try:
        edit = edit_from(body.change, json_body()["change"], kept_book(hand.laid.rules).game)
    except msgspec.ValidationError as error:
        raise RequestError(400, "not-a-change", reason=str(error)) from error
    _expect_open(table, hand_id)
    id = sent_id()
    if not (id and any(made.id == id for made in hand.changes)):  # one sent again was made before the approval
        _check_unlocked(table, hand_id, signed)
    force = force or hand.changed_only_by(body.own, version)
    try:
        try:
            changed = table.change(hand_id, edit, version, id, signed, force)
        except RecordsError as error:
            order = _order(error, id)
            send_change(table, hand, edit, version, order, signed, caller().recorded, force)
            return _ordered(table, order)
    except EditConflictError as stale:
        return _both(stale)
    except ScoringError as error:
        raise RequestError(422, "not-a-hand", reason=scoring_words.error(the_words(), error)) from error
    if changed is None:
        raise gone(hand_id)
    return _answer(table, changed)


def _both(stale: EditConflictError) -> tuple[shapes.Error, int]:
    """Return the effects of two conflicting changes of a hand, for people to choose."""
    words = the_words()
    said, fix = web_error(words, stale)
    theirs = [hand_words.effect(words, effect) for effect in stale.theirs]
    mine = hand_words.effect(words, stale.mine) if stale.mine else None
    error = shapes.Error(ok=False, error=said, fix=fix, kind=stale.kind, mine=mine, theirs=theirs)
    return error, status_of(stale)


@routes.delete(
    "/api/hands/<hand_id>", role="table", gives={200: shapes.Done, 202: shapes.Ordered}, headers=("Idempotency-Key",)
)
def forget(hand_id: str) -> tuple[shapes.Done, int]:
    """Put a hand away; nothing is deleted. 202 with the `order`, as for a change."""
    return _hide(hand_id, hidden=True)


@routes.post(
    "/api/hands/<hand_id>/shown",
    role="table",
    gives={200: shapes.HandAnswer, 202: shapes.Ordered},
    headers=("Idempotency-Key",),
)
def bring_back(hand_id: str) -> tuple[shapes.Done, int]:
    """Bring back a hand that was put away. 202 with the `order`, as for a change."""
    return _hide(hand_id, hidden=False)


def _hide(hand_id: str, hidden: bool) -> tuple[shapes.Done, int]:
    table, hand = hand_at(hand_id)
    _expect_open(table, hand_id)
    who = signed_by(None)
    try:
        moved = table.hands.hide(hand_id, hidden, who)
    except RecordsError as error:
        order = _order(error, sent_id())
        send_hidden(table, hand, hidden, order, who, caller().recorded)
        return _ordered(table, order)
    if moved is None:
        raise gone(hand_id)
    return (shapes.Done(ok=True), 200) if hidden else _answer(table, moved)


def _order(error: RecordsError, id: str) -> UUID:
    """Return the id of the order that replaces a record which only a device's table may make.

    Raises:
        RecordsError: It is another error, or the sender may not give orders.
    """
    if error.kind != "table-elsewhere" or not caller().may("referee"):
        raise error
    return UUID(id) if id else uuid4()


def _ordered(table: Table, order: UUID) -> tuple[shapes.Ordered, int]:
    return shapes.Ordered(ok=True, order=str(order), orders=orders_json(the_tables(), the_words(), table.number)), 202


def _expect_open(table: Table, hand_id: str) -> None:
    """Allow only referees to change a hand that counts in an approved one."""
    counted = table.matches.counted(hand_id)
    if counted and counted.approved:
        expect("referee")


def _check_unlocked(table: Table, hand_id: str, signed: Signed) -> None:
    counted = table.matches.counted(hand_id)
    if counted and counted.approved and not signed.reason:
        raise RequestError(409, "hand-approved", hand=counted.hand.number)


def _answer(table: Table, hand: TableHand, status: int = 200) -> tuple[shapes.HandAnswer, int]:
    speak_of_hand(hand)
    return shapes.HandAnswer(ok=True, hand=table_hand_json(table, hand, the_words())), status
