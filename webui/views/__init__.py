"""Values as plain JSON, with the sentences of the reader's language beside their kinds."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from device.link import LinkState
from scoring.circumstances import Assessment, Assumption
from scoring.explain import Explanation
from scoring.findings import Finding
from scoring.match.bodies import Body
from scoring.notation import format_win
from scoring.notes import Note
from scoring.sheet import LeftOut, Line, RulingEffect, ScoreSheet
from scoring.tiles import FACES
from vision.live.camera import Health
from vision.reading import Doubt, Reading
from vision.tilesets.files import SetError
from vision.tilesets.labelling import ASK_BELOW
from vision.tilesets.prototypes import TileSet
from webui.hand.offers import Offers, Option, offers
from webui.hand.questions import Question, question
from webui.hand.state import WHOLE, HandState, to_json
from webui.table.clock import TableClock
from webui.table.drafts import Draft
from webui.table.hands import TableHand
from webui.table.learning import Learning
from webui.table.notice import Notice
from webui.table.play import CHAIRS, Claim, Play
from webui.table.session import Session
from webui.table.tilesets import TileSets
from webui.words import Words
from webui.words import hand as hand_words
from webui.words import offers as offer_words
from webui.words import scoring as wording
from webui.words.device import device_error
from webui.words.errors import vision_error
from webui.words.table import notice as notice_words
from webui.words.table import wall as wall_words
from webui.words.vision import doubt as doubt_words


def reading_json(reading: Reading, words: Words) -> dict[str, Any]:
    """A reading, with the keys of `tableside read --json`."""
    return {
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
    } | ({"chair": reading.chair} if reading.chair else {})


def doubt_json(doubt: Doubt, words: Words) -> dict[str, Any]:
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


def question_json(asked: Question, words: Words) -> dict[str, Any]:
    """A question with its answers to choose from."""
    return {
        "doubt": asked.number,
        "kind": asked.kind,
        "about": dict(asked.about),
        "ask": hand_words.question(words, asked),
        "why": doubt_words(words, asked.doubt),
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


def sheet_json(sheet: ScoreSheet, words: Words) -> dict[str, Any]:
    """A score sheet, with the keys of `tableside score --json`; those in Chinese are there in every language."""
    chinese = Words.of("zh")
    return {
        "hand": format_win(sheet.win),
        "rules": sheet.rules,
        "version": sheet.version,
        "wins": sheet.wins,
        "legal": sheet.legal,
        "total": sheet.total,
        "minimum": sheet.minimum,
        "short_by": sheet.short_by,
        **({"limit": sheet.limit} if sheet.limit else {}),
        "patterns": [
            {
                "id": line.id,
                "name": line.name,
                "zh": line.zh,
                **_said(line, words),
                "points": line.points,
                "count": line.count,
                "sets": _lists(line.sets),
            }
            for line in sheet.lines
        ],
        "left_out": [
            {
                "id": left.id,
                "name": left.name,
                "zh": left.zh,
                **_said(left, words),
                "because": wording.because(words, left),
                "because_zh": wording.because(chinese, left),
                "principle": left.principle,
                "why": wording.left_out(words, left),
                **_because(left),
                "sets": _lists(left.sets),
            }
            for left in sheet.left_out
        ],
        "arrangement": _lists(sheet.arrangement),
        "ties": [
            {
                "arrangement": _lists(tie.arrangement),
                "patterns": list(tie.patterns),
                "patterns_zh": list(tie.patterns_zh),
            }
            for tie in sheet.ties
        ],
        **({"rulings": [_ruling_json(effect, words) for effect in sheet.rulings]} if sheet.rulings else {}),
        **({"payments": sheet.payments} if sheet.payments is not None else {}),
        "problems": [
            {
                "problem": finding.problem.name,
                "message": wording.finding(words, finding),
                "zh": wording.finding(chinese, finding),
                "kind": finding.kind,
                "about": finding.about,
            }
            for finding in sheet.findings
        ],
    }


def _said(pattern: Line | LeftOut, words: Words) -> dict[str, str]:
    """A pattern's name in the reader's language, where that is not the English one."""
    return {} if words.lang == "en" else {"said": wording.pattern(words, pattern.name, pattern.zh)}


def _ruling_json(effect: RulingEffect, words: Words) -> dict[str, Any]:
    return {
        "switch": effect.switch,
        "answer": effect.answer,
        "other": effect.other,
        "otherwise": effect.otherwise,
        "says": wording.ruling(words, effect),
    }


def assessment_json(assessment: Assessment, words: Words, ask_next: bool = True) -> dict[str, Any]:
    """What a hand is worth as far as it is known how it was won: the sheet, and what is open.

    While something is open, `total` is null, `legal` null where it depends on that, and the sheet has what holds in any
    case.

    Args:
        assessment: What the hand is worth.
        words: The language.
        ask_next: Whether its sentence says what to add to the command line.
    """
    values = sheet_json(assessment.shared, words)
    if assessment.open:
        values |= {"total": None, "legal": assessment.legal, "short_by": None}
        values.pop("limit", None)
    return values | {
        "low": assessment.low,
        "high": assessment.high,
        "open": list(assessment.open),
        "without": list(assessment.without),
        "says": [
            *([wording.spread(words, assessment, ask_next)] if assessment.open else []),
            *([wording.without(words, assessment)] if assessment.without else []),
        ],
    }


def worth_json(worth: Assessment | None) -> dict[str, Any]:
    """What a hand is worth in figures, all null where it is no win; `total` also while it depends on what is open."""
    if worth is None or not worth.wins:
        return {"total": None, "low": None, "high": None, "legal": None, "open": []}
    return {
        "total": worth.sheet.total if worth.sheet else None,
        "low": worth.low,
        "high": worth.high,
        "legal": worth.legal,
        "open": list(worth.open),
    }


def assumption_json(assumption: Assumption, words: Words) -> dict[str, Any]:
    """The sheet of a hand with what it does not say taken for granted, and what of that matters."""
    return sheet_json(replace(assumption.sheet, win=assumption.win), words) | {
        "low": assumption.low,
        "high": assumption.high,
        "open": list(assumption.open),
        "says": [wording.taken(words, assumption)] if assumption.open else [],
    }


def note_json(note: Note, words: Words) -> dict[str, Any]:
    """A remark on the text of a hand."""
    return {"kind": note.kind, "about": note.about, "message": wording.note(words, note)}


def _because(left: LeftOut) -> dict[str, Any]:
    """What keeps a pattern from counting, as a kind with parameters."""
    match left.because:
        case Finding():
            return {"kind": left.because.kind, "about": left.because.about}
        case int():
            return {"kind": "reading", "about": {"points": left.because}}
        case _:
            return {"kind": "patterns", "about": {"ids": [name.id for name in left.because]}}


def explanation_json(explained: Explanation, words: Words) -> dict[str, Any]:
    """An explanation, with the keys that `tableside score --json --explain` adds to those of the sheet."""
    values: dict[str, Any] = {}
    if explained.waits is not None:
        values["waits"] = [
            {
                "tile": wait.tile,
                "left": wait.left,
                "self_drawn": {"total": wait.self_drawn.total, "legal": wait.self_drawn.legal},
                "discarded": {"total": wait.discarded.total, "legal": wait.discarded.legal},
            }
            for wait in explained.waits
        ]
    if payer := explained.responsible:
        values["responsible"] = {
            "seat": payer.seat,
            "known": payer.known,
            "why": wording.responsible(words, payer),
            "kind": payer.kind,
            "about": payer.about,
        }
    if explained.changes is not None:
        values["changes"] = [
            {
                "kind": change.kind,
                "what": wording.change(words, change),
                "tiles": list(change.tiles),
                "hand": format_win(change.sheet.win),
                "total": change.sheet.total,
            }
            for change in explained.changes
        ]
    if far := explained.distance:
        values["distance"] = {
            "tiles": far.tiles,
            "wrong": list(far.wrong),
            "missing": list(far.missing),
            "shape": wording.shape(words, far.shape),
            "kind": far.shape,
            "exchanges": [list(exchange) for exchange in far.exchanges],
        }
    return values


def offers_json(state: HandState, offered: Offers, words: Words) -> dict[str, Any]:
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


def hand_json(hand: TableHand, words: Words) -> dict[str, Any]:
    """A hand of the table as its page gets it: with all that can be done to it."""
    offered = offers(hand.laid, hand.reading, hand.open_doubts)
    return listed_hand_json(hand, words) | {"offers": offers_json(hand.laid, offered, words)}


def listed_hand_json(hand: TableHand, words: Words) -> dict[str, Any]:
    """A hand of the table as a list of hands has it."""
    standing = {change.number for change in hand.standing}
    worth, unfinished = hand.outcome.assessment, hand.outcome.unfinished
    return {
        "id": hand.id,
        "number": hand.number,
        "hidden": hand.hidden,
        "at": hand.at.isoformat(timespec="seconds"),
        "version": hand.version,
        "photo": f"/hands/{hand.id}/photo.jpg" if hand.photo else None,
        "reading": reading_json(hand.reading, words) if hand.reading else None,
        "laid": to_json(hand.laid),
        "open": hand.open_doubts,
        "questions": [
            question_json(question(hand.reading, hand.laid, n), words) for n in hand.open_doubts if hand.reading
        ],
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
        "score": assessment_json(worth, words, ask_next=False) if worth else None,
        "problem": hand_words.unfinished(words, unfinished) if unfinished else None,
        "unfinished": {"kind": unfinished.kind, "about": dict(unfinished.about)} if unfinished else None,
    }


def play_json(session: Session, words: Words) -> dict[str, Any]:
    """The hand in play, as the page gets it; `version` counts its changes."""
    version, play = session.now()
    return {
        "version": version,
        "hand": play.hand,
        "dealer": play.dealer,
        "first": play.first,
        "second": play.second,
        "claims": [_claim(play, claim, words) for claim in play.claims],
        "giver": play.giver,
        "winner": play.winner,
        "decision": notice_json(play.decision, words, "says") if play.decision else None,
        "calls": play.calls,
        **notice_json(play.wrong, words, "wrong"),
        "pressed": play.pressed,
        "started": play.started and play.started.isoformat(),
        "prevailing": play.prevailing,
        "winds": [play.wind_of(chair) for chair in CHAIRS],
        "thrower": play.thrower,
        "wall": _wall(play, words),
    }


def clock_json(clock: TableClock, body: Body) -> dict[str, Any]:
    """A clock as it stands at this moment; times in seconds, those of the session in minutes where people say them.

    A page counts on from the moment that it gets this; it need not know what time it is.

    Args:
        clock: The clock.
        body: The body that the match is played by.
    """
    version, now, state = clock.version, clock.now(), clock.clock
    left, limit, limit_left = state.left(now), state.limit, state.limit_left(now)
    return {
        "version": version,
        "at": now.isoformat(timespec="milliseconds"),
        "phase": state.phase(now),
        "started": state.started and state.started.isoformat(timespec="seconds"),
        "minutes": None if state.length is None else state.length.total_seconds() / 60,
        "extra": state.extra.total_seconds() / 60,
        "word": None if state.word is None else state.word.total_seconds() / 60,
        "played": state.played(now).total_seconds(),
        "left": None if left is None else left.total_seconds(),
        "limit": limit
        and limit_left is not None
        and {"name": limit.name, "seconds": limit.length.total_seconds(), "left": limit_left.total_seconds()},
        "offers": {"minutes": body.minutes.get("session"), "limits": dict(body.seconds)},
    }


def notice_json(notice: Notice | None, words: Words, sentence: str) -> dict[str, Any]:
    """A notice under the key `sentence`, empty when there is none, with its kind and what it is about."""
    if notice is None:
        return {sentence: "", "kind": None, "about": {}}
    return {sentence: notice_words(words, notice), "kind": notice.kind, "about": dict(notice.about)}


def _claim(play: Play, claim: Claim, words: Words) -> dict[str, Any]:
    return {
        "chair": claim.chair,
        "hand": claim.hand,
        **notice_json(claim.trouble, words, "trouble"),
        "verdict": play.verdict(claim.chair),
    }


def _wall(play: Play, words: Words) -> dict[str, Any] | None:
    opening = play.opening
    if opening is None:
        return None
    return {
        "chair": play.chair_of(opening.thrower),
        "stack": opening.count,
        "deal": {"chair": play.chair_of(opening.deal.seat), "stack": opening.deal.stack},
        "words": wall_words(words, play),
    }


def tilesets_json(tilesets: TileSets, words: Words) -> dict[str, Any]:
    """The sets of tiles kept, and which one is read by; one that cannot be opened says why."""
    return {"chosen": tilesets.chosen, "sets": [_tileset(name, kept, words) for name, kept in tilesets.listed()]}


def _tileset(name: str, kept: TileSet | SetError, words: Words) -> dict[str, Any]:
    if isinstance(kept, SetError):
        return {"name": name, "trouble": vision_error(words, kept), "kind": kept.kind, "about": dict(kept.about)}
    return {"name": name, "kinds": len(kept.kinds), "tiles": len(kept.faces)}


def learning_json(learning: Learning) -> dict[str, Any]:
    """Whether sets learn from approved hands, from which the one in use did, and whether a set is offered."""
    return {
        "on": learning.on,
        "hands": [{"hand": each.hand, "tiles": each.tiles} for each in learning.hands],
        "offered": learning.offered,
    }


def draft_json(draft: Draft) -> dict[str, Any]:
    """A set being learnt: its tiles in groups with their names, and the faces that it lacks."""
    tiles, groups = draft.tiles, draft.named()
    have = {group.face for group in groups}
    return {
        "id": draft.id,
        "photos": int(tiles.photos.max(initial=-1)) + 1,
        "tiles": [
            {"photo": int(photo), "row": int(row), "place": int(place), "said": n in draft.said}
            for n, (photo, (row, place)) in enumerate(zip(tiles.photos, tiles.rows, strict=True))
        ],
        "groups": [
            {
                "tiles": list(group.tiles),
                "tile": None if group.face is None else FACES[group.face],
                "sure": group.confidence >= ASK_BELOW,
                "others": [FACES[face] for face in group.alternatives],
            }
            for group in groups
        ],
        "missing": [code for face, code in enumerate(FACES) if face not in have],
    }


def health_json(health: Health, words: Words) -> dict[str, Any]:
    """How a camera is doing, and why nothing comes from it."""
    trouble = health.trouble
    return {
        "state": health.state,
        "why": vision_error(words, trouble) if trouble else "",
        "kind": trouble.kind if trouble else None,
        "about": dict(trouble.about) if trouble else {},
        "age": health.age,
    }


def box_json(session: Session, words: Words) -> dict[str, Any] | None:
    """How the line to the table box stands, and for how many seconds nothing has come; None without a box."""
    if session.box is None:
        return None
    state = session.box.state()
    silent = (datetime.now(UTC) - state.last_frame).total_seconds() if state.last_frame else None
    return link_json(state, words) | {"silent": silent}


def link_json(state: LinkState, words: Words) -> dict[str, Any]:
    """How the line to a table box stands, times as ISO 8601; `problem` is "" when nothing is wrong."""
    trouble = state.trouble
    values = asdict(replace(state, trouble=None))
    del values["trouble"]
    return values | {
        "since": state.since.isoformat(timespec="milliseconds"),
        "last_frame": state.last_frame and state.last_frame.isoformat(timespec="milliseconds"),
        "quality": round(state.quality, 3),
        "problem": device_error(words, trouble) if trouble else "",
        "problem_kind": trouble.kind if trouble else None,
        "problem_about": dict(trouble.about) if trouble else {},
    }


def _lists(sets: Iterable[Iterable[str]]) -> list[list[str]]:
    return [list(tiles) for tiles in sets]
