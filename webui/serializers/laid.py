"""The hands that lie on a table now, as its camera sees on its own."""

from msgspec import Struct

from webui.games.verdict import verdict_on
from webui.hand.attempt import attempt
from webui.hand.hand import TableHand
from webui.messages import Messages
from webui.messages.errors import vision_error
from webui.messages.follow import hindered
from webui.serializers.endings import Ending, ending_json
from webui.serializers.hands import QuestionShown, StateShown, question_json, state_json
from webui.table.outcomes import proposed_outcome
from webui.table.table import Table
from webui.table.watching import LaidHand


class LaidHandShown(Struct, frozen=True, kw_only=True):
    """A hand that lies on the table.

    `chair` is 0 if the camera is not calibrated, and `player` is "" while the owner is unknown. `id` is that of the
    stored hand, null until its reading has `settled`. `says` is its worth, or why it has none yet, `low` and `high` its
    lowest and highest score, and `asks` is what is still open. `ending` says how it may be recorded.
    """

    chair: int
    player: str
    id: str | None
    version: int
    settled: bool
    sure: bool
    text: str | None
    laid: StateShown
    kind: str
    says: str
    low: int | None
    high: int | None
    asks: list[str]
    questions: list[QuestionShown]
    ending: Ending | None


class TableLaid(Struct, frozen=True):
    """The hands that lie on a table now and are not recorded.

    `watches` is true while the camera looks on its own, `follows` while it follows the play, and `trouble` says why it
    sees nothing, or that the computer is too slow to follow it.
    """

    version: int
    watches: bool
    follows: bool
    trouble: str
    hands: list[LaidHandShown]


def laid_json(table: Table, words: Messages) -> TableLaid:
    """Return the hands that lie on a table now and are not recorded: a win of a hand in play leaves its tiles there."""
    version, feed, following = table.equipment.laid, table.equipment.feed, table.equipment.following
    watches = feed is not None and table.equipment.watcher.wanted()
    trouble = feed.camera.health().trouble if feed and watches else None
    lying = [laid for laid in table.equipment.watcher.laid() if not table.matches.counted(laid.hand.id)]
    hands = [_hand_json(table, laid, words) for laid in lying]
    says = vision_error(words, trouble) if trouble else hindered(words, following.slow, following.misplaced)
    return TableLaid(version, watches, following.wanted, says, hands)


def _hand_json(table: Table, laid: LaidHand, words: Messages) -> LaidHandShown:
    hand = laid.hand
    worth, questions = hand.outcome.assessment, hand.asked
    ending = attempt("ending", lambda: _ending(table, hand, words), None, hand.id) if laid.stored else None
    open_doubts = bool(hand.open_doubts) or not laid.settled
    verdict = verdict_on(words, hand.outcome, asked=len(questions) or open_doubts)
    missing = ending.missing if ending and not questions else None
    asked = [question_json(each, words) for each in questions]
    return LaidHandShown(
        chair=laid.chair,
        player=(ending.winner if ending else None) or table.now().chairs.get(laid.chair, ""),
        id=hand.id if laid.stored else None,
        version=hand.version,
        settled=laid.settled,
        sure=not open_doubts,
        text=hand.outcome.text,
        laid=state_json(hand.laid),
        kind=verdict.kind,
        says=verdict.watched if open_doubts else verdict.brief if worth else verdict.why,
        low=worth.low if worth else None,
        high=worth.high if worth else None,
        asks=[*(each.ask for each in asked), *([missing] if missing else [])],
        questions=asked,
        ending=ending,
    )


def _ending(table: Table, hand: TableHand, words: Messages) -> Ending | None:
    found = proposed_outcome(hand, table.matches, table.session.play, table.hands)
    return ending_json(found, hand, words) if found else None
