"""Questions and hands, with the edits offered."""

from itertools import chain
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, structs

from scoring.circumstances import Luck
from scoring.hand import MeldKind
from scoring.match.missing import kept_book
from webui.games.verdict import Verdict, best_pattern, verdict_on
from webui.games.view import view_of
from webui.hand.attempt import attempt
from webui.hand.doubts import standing
from webui.hand.edits import Edit
from webui.hand.effects import EffectKind
from webui.hand.hand import By, TableHand
from webui.hand.offered import AvailableEdits, OfferedValue, Option, Stated, V, Wanted
from webui.hand.offers import nothing_offered, offers
from webui.hand.questions import ChoiceKind, Question, QuestionKind
from webui.hand.remarks import remarks_on
from webui.hand.serialization import plain_won
from webui.hand.state import (
    Circumstances,
    HandResult,
    HandState,
    MatchHand,
    MeldState,
    Slot,
    Teller,
    Unfinished,
    UnfinishedKind,
    values_of,
)
from webui.hand.waits import waiting, waits
from webui.messages import N_, Messages
from webui.messages import hand as hand_words
from webui.messages import offers as offer_words
from webui.messages import scoring as scoring_words
from webui.messages.game import in_game
from webui.messages.vision import doubt as doubt_words
from webui.serializers.readings import (
    DoubtShown,
    ReadingShown,
    RemarkShown,
    doubt_json,
    reading_json,
    remark_json,
    size_remarks,
)
from webui.serializers.scoring import Score, Tiles, assessment_json
from webui.serializers.values import Parameters


class ChoiceShown(Struct, frozen=True):
    """An answer to a question, with the tiles to show with it."""

    answer: str
    kind: ChoiceKind
    about: Parameters
    says: str
    tiles: Tiles


class QuestionShown(Struct, frozen=True):
    """A question with a choice of answers; `also` has further reasons for it, and `doubts` all doubts that it
    covers. One about all the rest has the questions that it stands for as `rest`."""

    doubt: int
    kind: QuestionKind
    about: Parameters
    ask: str
    why: str
    doubts: tuple[int, ...]
    also: list[str]
    seen: tuple[int, ...]
    at: str
    any_face: bool
    choices: list[ChoiceShown]
    rest: list["QuestionShown"] | UnsetType = UNSET


def question_json(asked: Question, words: Messages) -> QuestionShown:
    """Return a question with a choice of answers."""
    also = dict.fromkeys(doubt_words(words, doubt) for doubt in asked.also.values())
    return QuestionShown(
        doubt=asked.number,
        kind=asked.kind,
        about=dict(asked.about),
        ask=hand_words.question(words, asked),
        why=doubt_words(words, asked.doubt),
        doubts=tuple(asked.doubts),
        also=[why for why in also if why != doubt_words(words, asked.doubt)],
        seen=asked.seen,
        at=asked.at,
        any_face=asked.any_face,
        choices=[
            ChoiceShown(
                answer=choice.answer,
                kind=choice.kind,
                about=dict(choice.about),
                says=hand_words.choice(words, choice),
                tiles=choice.tiles,
            )
            for choice in asked.choices
        ],
        rest=[question_json(each, words) for each in asked.rest] or UNSET,
    )


class OptionShown(Struct, frozen=True, kw_only=True):
    """One of several choices, of which the hand has one already."""

    value: str | int
    label: str | UnsetType = UNSET
    edit: Edit
    chosen: bool


class ActionShown(Struct, frozen=True):
    """A change of a tile, and the tiles that it is about."""

    kind: str
    label: str
    tiles: Tiles
    edit: Edit


class TileEdits(Struct, frozen=True):
    """The changes of a tile, and the places it can be moved to."""

    actions: list[ActionShown]
    moves: tuple[str, ...]


class MeldEdits(Struct, frozen=True):
    """The changes of a meld: its faces, its kinds, and the possible givers of its tile."""

    label: str
    giver: str | None
    title: str
    faces: Tiles
    kinds: list[OptionShown]
    givers: list[OptionShown]


class NewMeld(Struct, frozen=True):
    """A kind of meld that can be added, and its possible faces."""

    kind: MeldKind
    label: str
    ask: str
    faces: Tiles


class SettingShown(Struct, frozen=True):
    """A value of a circumstance, and all that it sets."""

    value: OfferedValue
    label: str | None
    sets: dict[str, Stated]
    chosen: bool


class CircumstanceEdits(Struct, frozen=True):
    """A circumstance with its possible values and its source."""

    name: str
    label: str
    settings: list[SettingShown]
    source: Teller | None
    said: str | None


class ToggleShown(Struct, frozen=True):
    """Rare luck that counts only if a person states it, and the tiles of the reading that suggest it."""

    luck: Luck
    kind: str
    label: str
    on: bool
    sets: dict[str, Stated]
    seen: tuple[int, ...]


class IndicatorSeen(Struct, frozen=True):
    """A tile of the reading that may be an indicator."""

    seen: int
    tile: str


class IndicatorEdits(Struct, frozen=True):
    """The indicators in one place: their codes, null while they are unknown, and the tiles to add.

    `ask` tells how to name one.
    """

    name: str
    label: str
    ask: str
    tiles: Tiles | None
    seen: list[IndicatorSeen]
    faces: Tiles
    source: Teller | None


class NumberEdits(Struct, frozen=True):
    """A number of things that lie on the table."""

    name: str
    label: str
    value: int


class EditOffers(Struct, frozen=True):
    """The edits of a hand, ready to be sent, with their labels."""

    tiles: dict[str, TileEdits]
    melds: list[MeldEdits]
    held: int
    whole: int
    wanted: Wanted | None
    faces: Tiles
    new_melds: list[NewMeld]
    flowers: list[OptionShown]
    circumstances: list[CircumstanceEdits]
    toggles: list[ToggleShown]
    indicators: list[IndicatorEdits]
    on_table: list[NumberEdits]
    red: Tiles


def offers_json(state: HandState, offered: AvailableEdits, words: Messages) -> EditOffers:
    """Return the edits offered for a hand."""
    actions, game = offer_words.actions(words), in_game(words, state.rules)
    return EditOffers(
        tiles={
            path: TileEdits(
                actions=[
                    ActionShown(action.kind, actions[action.kind], action.tiles, action.edit) for action in tile.actions
                ],
                moves=tile.moves,
            )
            for path, tile in offered.tiles.items()
        },
        melds=[
            MeldEdits(
                label=offer_words.meld(words, meld),
                giver=offer_words.giver(words, meld),
                title=offer_words.title(words, meld),
                faces=offer.faces,
                kinds=[_option_json(option, words(offer_words.MELDS[option.value])) for option in offer.kinds],
                givers=[_option_json(option, words(offer_words.GIVERS[option.value])) for option in offer.givers],
            )
            for meld, offer in zip(state.melds, offered.melds, strict=True)
        ],
        held=offered.held,
        whole=offered.whole,
        wanted=offered.wanted,
        faces=offered.faces,
        new_melds=[
            NewMeld(kind, words(offer_words.MELDS[kind]), words(offer_words.NEW_MELDS[kind]), faces)
            for kind, faces in offered.new_melds.items()
        ],
        flowers=[_option_json(option) for option in offered.flowers],
        circumstances=[
            CircumstanceEdits(
                name=circumstance.name,
                label=offer_words.circumstance(game, circumstance.name),
                settings=[
                    SettingShown(
                        value=setting.value,
                        label=offer_words.setting(words, circumstance.name, setting.value),
                        sets=dict(setting.sets),
                        chosen=setting.chosen,
                    )
                    for setting in circumstance.settings
                ],
                source=circumstance.source,
                said=offer_words.source(words, circumstance.name, circumstance.source) if circumstance.source else None,
            )
            for circumstance in offered.circumstances
        ],
        toggles=[
            ToggleShown(
                luck=toggle.luck,
                kind=toggle.kind,
                label=offer_words.toggle(game, toggle.kind),
                on=toggle.on,
                sets=dict(toggle.sets),
                seen=toggle.seen,
            )
            for toggle in offered.toggles
        ],
        indicators=[
            IndicatorEdits(
                name=each.name,
                label=offer_words.circumstance(game, each.name),
                ask=game.kind("indicator"),
                tiles=each.tiles,
                seen=[IndicatorSeen(n, tile) for n, tile in each.seen],
                faces=each.faces,
                source=each.source,
            )
            for each in offered.indicators
        ],
        on_table=[
            NumberEdits(name, words(label), values_of(state.won)[name])
            for name, label in game.game.tables.get("on_table", {}).items()
        ],
        red=offered.red,
    )


def _option_json(option: Option[V], label: str | UnsetType = UNSET) -> OptionShown:
    return OptionShown(value=option.value, label=label, edit=option.edit, chosen=option.chosen)  # type: ignore[arg-type]


class StateShown(Struct, frozen=True):
    """A hand by its places, with the circumstances of its game beside those that several games have."""

    melds: tuple[MeldState, ...]
    concealed: tuple[Slot, ...]
    winning: Slot | None
    flowers: tuple[Slot, ...]
    won: Circumstances
    rules: str
    settled: frozenset[int]
    deal: MatchHand | None


def state_json(state: HandState) -> StateShown:
    """Return a hand by its places."""
    won: Any = plain_won(state) if state.won.extra or state.won.rest else state.won
    return StateShown(
        state.melds, state.concealed, state.winning, state.flowers, won, state.rules, state.settled, state.deal
    )


class Photograph(Struct, frozen=True):
    """The SHA-256 of a photo as stored and as sent; they differ as position and owner are removed."""

    sha256: str
    sent: str


class HandChangeShown(Struct, frozen=True):
    """A change of a hand: its author and reason, the change that it takes back, and if it stands."""

    number: int
    at: str
    by: By
    who: str
    reason: str
    kind: EffectKind
    about: Parameters
    says: str
    undoes: int
    stands: bool


class UnfinishedHand(Struct, frozen=True):
    """The reason why a hand cannot be scored yet."""

    kind: UnfinishedKind
    about: Parameters


class ListedHand(Struct, frozen=True, kw_only=True):
    """A hand for a list: its reading, its present state, the open questions, its score, and the verdict on it."""

    id: str
    number: int
    hidden: bool
    at: str
    version: int
    photo: str | None
    photograph: Photograph | None
    reading: ReadingShown | None
    laid: StateShown
    open: list[int]
    doubts: list[DoubtShown]
    questions: list[QuestionShown]
    settled_by: Literal["", "camera", "person"]
    sure: bool
    changes: list[HandChangeShown]
    text: str | None
    score: Score | None
    problem: str | None
    unfinished: UnfinishedHand | None
    verdict: Verdict


class WorthOfWait(Struct, frozen=True):
    """A tile that completes a hand of 13 tiles, and the points with it; see `webui.hand.waits.HandWait`."""

    tile: str
    low: int
    high: int


class HandShown(ListedHand, frozen=True, kw_only=True):
    """A hand with all edits offered, and the tiles that would complete it if only one is missing.

    `waiting` says what one that lacks its winning tile is worth, where it is worth anything. `two_languages` is the
    label of the switch that shows names of patterns in two languages.
    """

    offers: EditOffers
    remarks: list[RemarkShown]
    waits: list[WorthOfWait]
    waiting: str
    two_languages: str


def hand_json(hand: TableHand, words: Messages) -> HandShown:
    """Return a hand with all edits offered."""
    laid, reading = hand.laid, hand.reading

    def offered() -> EditOffers:
        return offers_json(laid, offers(laid, reading, hand.open_doubts), words)

    def remarks() -> list[RemarkShown]:
        return [remark_json(remark, words) for remark in remarks_on(reading, laid)] if reading else []

    def waited() -> list[WorthOfWait]:
        return [WorthOfWait(wait.tile, wait.low, wait.high) for wait in waits(laid)]

    def worth() -> str:
        found = waiting(laid)
        return view_of(laid.rules).of_text.waiting(words, found, kept_book(laid.rules)) if found else ""

    return HandShown(
        **structs.asdict(listed_hand_json(hand, words)),
        offers=attempt("offers", offered, None, hand.id) or offers_json(laid, nothing_offered(laid, reading), words),
        remarks=attempt("remarks", remarks, [], hand.id),
        waits=attempt("waits", waited, [], hand.id),
        waiting=attempt("waiting", worth, "", hand.id),
        two_languages=in_game(words, laid.rules).kind("two-languages"),
    )


def _score_json(found: HandResult, words: Messages) -> Score | None:
    """Return the score of a hand, with the rare luck that would let it be declared and that nobody ruled out."""
    worth, lifting = found.assessment, found.lifting
    if worth is None:
        return None
    game, sheet = in_game(words, worth.rules), worth.shared
    named = list(dict.fromkeys(chain(*lifting)))
    shown = assessment_json(worth, words, ask_next=False)
    patterns = [
        structs.replace(pattern, worth=game.game.counting.line(words, line))
        for pattern, line in zip(shown.patterns, sheet.lines, strict=True)
    ]
    return structs.replace(
        shown,
        patterns=patterns,
        best=best_pattern(words, sheet),
        summed=scoring_words.value(game, sheet) or words(N_("Total")),
        details=game.game.details(words, sheet),
        missing=scoring_words.missing(words, worth.open) if worth.open else UNSET,
        lifting=named,
        unless=scoring_words.unless(game, worth.minimum, lifting) if lifting else None,
        unit=game.unit(shown.total),
    )


def verdict_of(hand: TableHand, words: Messages, unfinished: Unfinished | None = None) -> Verdict:
    """Return the verdict on a hand; it says so if the photo shows as many tiles as a hand of another game.

    Args:
        hand: The hand.
        words: The language.
        unfinished: The reason why its score cannot be shown, although it has one.
    """
    found = HandResult(hand.outcome.text, None, unfinished) if unfinished else hand.outcome
    asked = len(hand.asked)
    verdict = verdict_on(words, found, asked, hand.settled_by)
    sized = size_remarks(hand.reading, words, hand.laid.whole) if asked and hand.reading else []
    return structs.replace(verdict, why=sized[0].says) if sized else verdict


def _open_doubts_json(hand: TableHand, words: Messages) -> list[DoubtShown]:
    """Return the doubts that nobody has settled, as they apply to the hand now."""
    still = standing(hand.reading, hand.laid, hand.outcome) if hand.reading else {}
    return [structs.replace(doubt_json(still[n], words), n=n) for n in hand.open_doubts]


def listed_hand_json(hand: TableHand, words: Messages) -> ListedHand:
    """Return a hand for a list of hands."""
    standing = {change.number for change in hand.standing}
    worth, unfinished = hand.outcome.assessment, hand.outcome.unfinished
    score = attempt("score", lambda: _score_json(hand.outcome, words), None, hand.id)
    if worth and score is None:
        unfinished = Unfinished("no-score")
    return ListedHand(
        id=hand.id,
        number=hand.number,
        hidden=hand.hidden,
        at=hand.at.isoformat(timespec="seconds"),
        version=hand.version,
        photo=f"/hands/{hand.id}/photo.jpg" if hand.photo else None,
        photograph=Photograph(hand.photo, hand.sent or hand.photo) if hand.photo else None,
        reading=reading_json(hand.reading, words) if hand.reading else None,
        laid=state_json(hand.laid),
        open=hand.open_doubts,
        doubts=_open_doubts_json(hand, words),
        questions=[question_json(asked, words) for asked in hand.asked],
        settled_by=hand.settled_by,
        sure=hand.settled_by == "camera" and hand.outcome.sheet is not None,
        changes=[
            HandChangeShown(
                number=change.number,
                at=change.at.isoformat(timespec="seconds"),
                by=change.by,
                who=change.signed.who,
                reason=change.signed.reason,
                kind=change.effect.kind,
                about=dict(change.effect.about),
                says=hand_words.effect(words, change.effect, undone=bool(change.undoes)),
                undoes=change.undoes,
                stands=change.number in standing,
            )
            for change in hand.changes
        ],
        text=hand.outcome.text,
        score=score,
        problem=hand_words.unfinished(words, unfinished) if unfinished else None,
        unfinished=UnfinishedHand(unfinished.kind, dict(unfinished.about)) if unfinished else None,
        verdict=verdict_of(hand, words, unfinished),
    )
