"""Deals that a table's camera followed: their page, their pictures, and their deletion."""

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID, uuid4

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import ScoringError
from scoring.match.state import Hand
from webui.exports.replays import OWN, about, others, own_lines
from webui.games.view import view_of_game
from webui.hall.remote_commands import send_words
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import caller, signed
from webui.http.photographs import FRESH
from webui.http.requests import sent_id
from webui.http.roles import sight_of
from webui.match.matches import TableMatch
from webui.records.errors import RecordsError
from webui.serializers.corrections import choices_json
from webui.serializers.deals import deal_json, held
from webui.serializers.remote_commands import orders_json
from webui.table.follow.hands import HandDeal
from webui.table.follow.journal import FollowedDeal
from webui.table.follow.saying import NoSuchStepError, SaidOfStep, entries, step_at
from webui.table.sight import seen_at
from webui.table.table import Table

routes = Routes("deals", __name__)


@routes.get("/api/tables/<int:table>/deals/<int:deal>/steps/<int:step>.jpg", gives=("image/jpeg",))
def picture(table: int, deal: int, step: int) -> Response:
    """Return the picture of a step of a followed deal, once the viewer may see the step."""
    found = seen_deal(table, deal)
    pictured = any(each.number == step and each.pictured for each in (*found.steps, *found.denied))
    data = table_of(table).followed.picture(step) if pictured else None
    if data is None:
        raise RequestError(404, "not-found", path=request.path)
    response = Response(data, mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = FRESH
    return response


@routes.page("/t/<int:table>/deals/newest")
def newest(table: int) -> ResponseReturnValue:
    """Lead to the replay of the hand in play, before its first step to the match sheet, whose rows lead to others."""
    at = table_of(table)
    hand = at.matches.deal()
    deal = at.followed.latest(hand) if hand else None
    if deal is None:
        return redirect(url_for("pages.hand_sheet", table=table))
    return redirect(url_for(".page", table=table, deal=deal.number))


@routes.page("/t/<int:table>/deals/<int:deal>")
def page(table: int, deal: int) -> str:
    """Return the replay of a deal that the table's camera followed."""
    at, words, found = table_of(table), the_words(), seen_deal(table, deal)
    match, hand = _hand(at, found)
    shown = deal_json(at, found, words)
    files = _files(match, hand, found)
    return render_template(
        "deal.html",
        table=table,
        number=deal,
        deal=shown,
        hand=hand,
        hand_title=view_of_game(match.match.rules.game.id).sections(words, hand).title if match and hand else "",
        match=match.number if match and match is not at.matches.current else None,
        files=list(files),
        about=about(match, _whole(match, hand, found), len(files) > 1, words),
        data={"tiles": shown.tiles, "counts": [held(found.state(0)), *(step.counts for step in shown.steps)]},
    )


@routes.page("/t/<int:table>/deals/<int:deal>/replay.<form>")
def download(table: int, deal: int, form: str) -> Response:
    """Return a deal that the table's camera followed as a file: `jsonl`, or a form that other programs read."""
    found = seen_deal(table, deal)
    files = _files(*_hand(table_of(table), found), found)
    if form not in files:
        raise RequestError(404, "not-found", path=request.path)
    kind = "application/json" if form.endswith(".json") else "application/x-ndjson"
    name = f"deal-{found.at.date().isoformat()}-{table}-{deal}.{form}"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    response = Response(files[form], mimetype=kind, headers=headers)
    response.cache_control.no_store = True
    return response


def _hand(table: Table, deal: FollowedDeal) -> tuple[TableMatch | None, Hand | None]:
    """Return the match of a deal and its hand there, as far as they are known."""
    match = table.matches.of_record(deal.begun.hand.match)
    hands = match.match.hands if match else ()
    return match, next((each for each in hands if match and match.deal_of(each) == deal.begun.hand), None)


def _files(match: TableMatch | None, hand: Hand | None, deal: FollowedDeal) -> Mapping[str, str]:
    """Return the texts of the files of a deal by their endings, of one that the viewer sees in part our own alone."""
    return {OWN: own_lines(deal, hand)} | dict(others(_whole(match, hand, deal)))


def _whole(match: TableMatch | None, hand: Hand | None, deal: FollowedDeal) -> list[HandDeal]:
    """Return the hand of a deal that the viewer sees whole, or nothing."""
    whole = deal == followed_at(deal.table, deal.number)
    return [HandDeal(match, hand, deal)] if whole and match and hand else []


@routes.get("/api/tables/<int:table>/deals/<int:deal>", gives=shapes.FollowedDealAnswer)
def state(table: int, deal: int) -> shapes.FollowedDealAnswer:
    """Return a deal that the table's camera followed, step by step, a running one as late as the table's stream: only
    those with a role see it at once."""
    found = deal_json(table_of(table), seen_deal(table, deal), the_words())
    return shapes.granted(shapes.FollowedDealAnswer, found)


@routes.delete("/api/tables/<int:table>/deals/<int:deal>", role="referee", gives=shapes.Done)
def delete(table: int, deal: int) -> shapes.Done:
    """Delete what the camera followed of a deal, with its pictures, for good; the hand of the match stays."""
    if not table_of(table).followed.delete(deal):
        raise RequestError(404, "not-found", path=request.path)
    return shapes.Done(ok=True)


@routes.get("/api/tables/<int:table>/deals/<int:deal>/steps/<int:step>", gives=shapes.StepChoicesAnswer)
def choices(table: int, deal: int, step: int) -> shapes.StepChoicesAnswer:
    """Return what a person may say of a step, the likeliest first: its number is the end of its picture's address."""
    at, found = table_of(table), seen_deal(table, deal)
    try:
        return shapes.granted(shapes.StepChoicesAnswer, choices_json(at, found, *step_at(found, step), the_words()))
    except NoSuchStepError as error:
        raise RequestError(404, "not-found", path=request.path) from error


@routes.post(
    "/api/tables/<int:table>/deals/<int:deal>/steps/<int:step>",
    role="table",
    gives={200: shapes.FollowedDealAnswer, 202: shapes.Ordered},
    headers=("Idempotency-Key",),
    body=posted.PostedStep,
)
def correct(
    table: int, deal: int, step: int, body: posted.PostedStep
) -> tuple[shapes.FollowedDealAnswer | shapes.Ordered, int]:
    """Correct a step of a followed deal, which the camera does not take back; what it saw stays beside it.

    `do` is `say` with the `word` on what happened, of which what is left out stays as it was, `deny` if nothing did,
    `undo` to take back what people said last of the step, or `put-in` for a step that was not seen after this one, or
    after step 0 for before the first. If a device has the table, a referee's word is sent to it, and the answer is 202
    with the `order`.
    """
    at, found, id = table_of(table), followed_at(table, deal), sent_id()
    who, sent = signed(body.who), UUID(id) if id else uuid4()
    try:
        words = entries(found, step, SaidOfStep(do=body.do, word=body.word), sent)
    except NoSuchStepError as error:
        raise RequestError(404, "not-found", path=request.path) from error
    except ScoringError as error:
        raise RequestError(400, "body-invalid", reason=str(error)) from error
    try:
        at.filling.say(found, words, who)
    except RecordsError as error:
        if error.kind != "table-elsewhere" or not caller().may("referee"):
            raise
        send_words(at, deal, words, sent, who, caller().recorded)
        orders = orders_json(the_tables(), the_words(), table)
        return shapes.Ordered(ok=True, order=str(sent), orders=orders), 202
    return shapes.granted(shapes.FollowedDealAnswer, deal_json(at, followed_at(table, deal), the_words())), 200


def seen_deal(table: int, deal: int) -> FollowedDeal:
    """Return the deal of an address as its viewer may see it."""
    return seen_at(table_of(table), followed_at(table, deal), sight_of(table), datetime.now(UTC))


def followed_at(table: int, deal: int) -> FollowedDeal:
    """Return the deal of an address.

    Raises:
        RequestError: There is none, or it was deleted.
    """
    found = table_of(table).followed.read(deal)
    if found is None:
        raise RequestError(404, "not-found", path=request.path)
    return found
