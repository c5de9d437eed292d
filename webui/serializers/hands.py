"""Readings, questions and hands as plain JSON, with the edits that can be made."""

from itertools import chain
from typing import Any

import msgspec

from vision.hand.counting import Remark
from vision.quads import Quad
from vision.reading import Doubt, Reading
from webui.attempt import attempt
from webui.hand.doubts import standing
from webui.hand.hand import TableHand
from webui.hand.offers import AvailableEdits, Option, nothing_offered, offers
from webui.hand.questions import Question, questions
from webui.hand.remarks import remarks_on
from webui.hand.state import WHOLE, HandResult, HandState, Unfinished, to_json
from webui.messages import Messages
from webui.messages import hand as hand_words
from webui.messages import offers as offer_words
from webui.messages import scoring as scoring_words
from webui.messages.vision import doubt as doubt_words
from webui.messages.vision import remark as remark_words
from webui.serializers.scoring import assessment_json


def reading_json(reading: Reading, words: Messages) -> dict[str, Any]:
    """A reading, with the keys of `tableside read --json`."""
    known: dict[str, Any] = {
        "size": list(reading.size),
        "tiles": [
            {
                "tile": t.tile,
                "face": t.face,
                "confidence": round(t.confidence, 4),
                "quad": [[round(x, 1), round(y, 1)] for x, y in t.quad],
                "group": t.group,
                "alternatives": [[code, round(p, 4)] for code, p in t.alternatives],
            }
            for t in reading.tiles
        ],
        "groups": [{"kind": g.kind, "tiles": list(g.tiles)} for g in reading.groups],
        "hand": reading.hand,
        "sure": reading.sure,
        "doubts": [doubt_json(d, words) for d in reading.doubts],
        "ms": {stage: round(ms, 1) for stage, ms in reading.ms.items()},
    }
    if reading.chair:
        known["chair"] = reading.chair
    if reading.others:
        known["others"] = [area_json(area) for area in reading.others]
    return known


def area_json(area: Quad) -> list[list[float]]:
    """The corners of an area of a picture, in pixels."""
    return [[round(x, 1), round(y, 1)] for x, y in area]


def doubt_json(doubt: Doubt, words: Messages) -> dict[str, Any]:
    """A doubt: what is doubtful of which tile, and what the camera says of it."""
    return {
        "tile": doubt.tile,
        "kind": doubt.kind,
        "reason": doubt.reason,
        "about": dict(doubt.about),
        "why": doubt_words(words, doubt),
        "other_face": doubt.other_face,
        "other_group": doubt.other_group,
    }


def remark_json(remark: Remark, words: Messages) -> dict[str, Any]:
    """What the faces in sight say of the set of tiles, and the tiles of the reading that it is about."""
    return {
        "kind": remark.kind,
        "faces": list(remark.faces),
        "tiles": list(remark.tiles),
        "says": remark_words(words, remark),
    }


def question_json(asked: Question, words: Messages) -> dict[str, Any]:
    """A question with its answers to choose from; `also` are other reasons to ask it, for all the `doubts`."""
    also = dict.fromkeys(doubt_words(words, doubt) for doubt in asked.also.values())
    return {
        "doubt": asked.number,
        "kind": asked.kind,
        "about": dict(asked.about),
        "ask": hand_words.question(words, asked),
        "why": doubt_words(words, asked.doubt),
        "doubts": list(asked.doubts),
        "also": [why for why in also if why != doubt_words(words, asked.doubt)],
        "seen": list(asked.seen),
        "at": asked.at,
        "any_face": asked.any_face,
        "choices": [
            {
                "answer": choice.answer,
                "kind": choice.kind,
                "about": dict(choice.about),
                "says": hand_words.choice(words, choice),
                "tiles": list(choice.tiles),
            }
            for choice in asked.choices
        ],
    }


def offers_json(state: HandState, offered: AvailableEdits, words: Messages) -> dict[str, Any]:
    """What can be done with a hand: edits that can be sent as they are, with their labels."""
    return {
        "tiles": {
            path: {
                "actions": [
                    {
                        "kind": action.kind,
                        "label": words(offer_words.ACTIONS[action.kind]),
                        "tiles": list(action.tiles),
                        "edit": msgspec.to_builtins(action.edit),
                    }
                    for action in tile.actions
                ],
                "moves": list(tile.moves),
            }
            for path, tile in offered.tiles.items()
        },
        "melds": [
            {
                "label": offer_words.meld(words, meld),
                "giver": offer_words.giver(words, meld),
                "faces": list(offer.faces),
                "kinds": [_option_json(option, words(offer_words.MELDS[option.value])) for option in offer.kinds],
                "givers": [_option_json(option, words(offer_words.GIVERS[option.value])) for option in offer.givers],
            }
            for meld, offer in zip(state.melds, offered.melds, strict=True)
        ],
        "held": offered.held,
        "whole": WHOLE,
        "wanted": offered.wanted,
        "faces": list(offered.faces),
        "new_melds": [
            {
                "kind": kind,
                "label": words(offer_words.MELDS[kind]),
                "ask": words(offer_words.NEW_MELDS[kind]),
                "faces": list(faces),
            }
            for kind, faces in offered.new_melds.items()
        ],
        "flowers": [_option_json(option) for option in offered.flowers],
        "circumstances": [
            {
                "name": circumstance.name,
                "label": words(offer_words.CIRCUMSTANCES[circumstance.name]),
                "settings": [
                    {
                        "value": setting.value,
                        "label": offer_words.setting(words, circumstance.name, setting.value),
                        "sets": dict(setting.sets),
                        "chosen": setting.chosen,
                    }
                    for setting in circumstance.settings
                ],
                "source": circumstance.source,
                "said": words(offer_words.SOURCES[circumstance.source]) if circumstance.source else None,
            }
            for circumstance in offered.circumstances
        ],
        "toggles": [
            {
                "luck": toggle.luck,
                "kind": toggle.kind,
                "label": words(offer_words.TOGGLES[toggle.kind]),
                "on": toggle.on,
                "sets": dict(toggle.sets),
                "seen": list(toggle.seen),
            }
            for toggle in offered.toggles
        ],
    }


def _option_json(option: Option[Any], label: str | None = None) -> dict[str, Any]:
    return {
        "value": option.value,
        **({"label": label} if label is not None else {}),
        "edit": msgspec.to_builtins(option.edit),
        "chosen": option.chosen,
    }


def hand_json(hand: TableHand, words: Messages) -> dict[str, Any]:
    """A hand of the table as its page gets it: with all that can be done to it."""
    laid, reading = hand.laid, hand.reading

    def offered() -> dict[str, Any]:
        return offers_json(laid, offers(laid, reading, hand.open_doubts), words)

    def remarks() -> list[dict[str, Any]]:
        return [remark_json(remark, words) for remark in remarks_on(reading, laid)] if reading else []

    return listed_hand_json(hand, words) | {
        "offers": attempt("offers", offered, None, hand.id) or offers_json(laid, nothing_offered(laid, reading), words),
        "remarks": attempt("remarks", remarks, [], hand.id),
    }


def _score_json(found: HandResult, words: Messages) -> dict[str, Any] | None:
    """The score of a hand, with the rare luck that it may be declared by and that nobody has ruled out."""
    worth, lifting = found.assessment, found.lifting
    if worth is None:
        return None
    unless = scoring_words.unless(words, worth.minimum, lifting) if lifting else None
    named = list(dict.fromkeys(chain(*lifting)))
    return assessment_json(worth, words, ask_next=False) | {"lifting": named, "unless": unless}


def _open_doubts_json(hand: TableHand, words: Messages) -> list[dict[str, Any]]:
    """The doubts that nobody has settled, as they hold of the hand now."""
    still = standing(hand.reading, hand.laid, hand.outcome) if hand.reading else {}
    return [{"n": n} | doubt_json(still[n], words) for n in hand.open_doubts]


def asked_of(hand: TableHand) -> tuple[Question, ...]:
    """What is asked about a hand: not whether it is right as it lies while it has not the tiles of one."""
    found = questions(hand.reading, hand.laid, hand.open_doubts) if hand.reading else ()
    return tuple([asked for asked in found if asked.kind != "hand-right" or not hand.outcome.unfinished])


def listed_hand_json(hand: TableHand, words: Messages) -> dict[str, Any]:
    """A hand of the table as a list of hands has it."""
    standing = {change.number for change in hand.standing}
    worth, unfinished = hand.outcome.assessment, hand.outcome.unfinished
    score = attempt("score", lambda: _score_json(hand.outcome, words), None, hand.id)
    if worth and score is None:
        unfinished = Unfinished("no-score")
    return {
        "id": hand.id,
        "number": hand.number,
        "hidden": hand.hidden,
        "at": hand.at.isoformat(timespec="seconds"),
        "version": hand.version,
        "photo": f"/hands/{hand.id}/photo.jpg" if hand.photo else None,
        "photograph": {"sha256": hand.photo, "sent": hand.sent or hand.photo} if hand.photo else None,
        "reading": reading_json(hand.reading, words) if hand.reading else None,
        "laid": to_json(hand.laid),
        "open": hand.open_doubts,
        "doubts": _open_doubts_json(hand, words),
        "questions": [question_json(asked, words) for asked in asked_of(hand)],
        "settled_by": hand.settled_by,
        "sure": hand.settled_by == "camera" and hand.outcome.sheet is not None,
        "changes": [
            {
                "number": change.number,
                "at": change.at.isoformat(timespec="seconds"),
                "by": change.by,
                "who": change.signed.who,
                "reason": change.signed.reason,
                "kind": change.effect.kind,
                "about": dict(change.effect.about),
                "says": hand_words.effect(words, change.effect, undone=bool(change.undoes)),
                "undoes": change.undoes,
                "stands": change.number in standing,
            }
            for change in hand.changes
        ],
        "text": hand.outcome.text,
        "score": score,
        "problem": hand_words.unfinished(words, unfinished) if unfinished else None,
        "unfinished": {"kind": unfinished.kind, "about": dict(unfinished.about)} if unfinished else None,
    }
