"""A table as plain JSON: the hand in play, its clock, camera, box and sets of tiles."""

from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from device.link import LinkState
from scoring.match.bodies import Body
from scoring.tiles import FACES
from vision.live.camera import Health
from vision.tilesets.files import SetError
from vision.tilesets.labelling import ASK_BELOW
from vision.tilesets.prototypes import TileSet
from webui.match.clock import TableClock
from webui.messages import Messages
from webui.messages.device import device_error
from webui.messages.errors import vision_error
from webui.messages.table import notice as notice_words
from webui.messages.table import wall as wall_words
from webui.rig.live_hand import CHAIRS, LiveHand, WinClaim
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice
from webui.table.tile_learning import TileLearner
from webui.tilesets.drafts import Draft
from webui.tilesets.tilesets import TileSets


def play_json(session: LiveHandStore, words: Messages) -> dict[str, Any]:
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
    jump = clock.jump
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
        "jump": jump and {"at": jump[0].isoformat(timespec="seconds"), "seconds": round(jump[1].total_seconds())},
        "offers": {"minutes": body.minutes.get("session"), "limits": dict(body.seconds)},
    }


def notice_json(notice: Notice | None, words: Messages, sentence: str) -> dict[str, Any]:
    """A notice under the key `sentence`, empty when there is none, with its kind and what it is about."""
    if notice is None:
        return {sentence: "", "kind": None, "about": {}}
    return {sentence: notice_words(words, notice), "kind": notice.kind, "about": dict(notice.about)}


def _claim(play: LiveHand, claim: WinClaim, words: Messages) -> dict[str, Any]:
    return {
        "chair": claim.chair,
        "hand": claim.hand,
        **notice_json(claim.trouble, words, "trouble"),
        "verdict": play.verdict(claim.chair),
    }


def _wall(play: LiveHand, words: Messages) -> dict[str, Any] | None:
    opening = play.opening
    if opening is None:
        return None
    return {
        "chair": play.chair_of(opening.thrower),
        "stack": opening.count,
        "deal": {"chair": play.chair_of(opening.deal.seat), "stack": opening.deal.stack},
        "words": wall_words(words, play),
    }


def tilesets_json(tilesets: TileSets, words: Messages) -> dict[str, Any]:
    """The sets of tiles kept, and which one is read by; one that cannot be opened says why."""
    return {"chosen": tilesets.chosen, "sets": [_tileset(name, kept, words) for name, kept in tilesets.listed()]}


def _tileset(name: str, kept: TileSet | SetError, words: Messages) -> dict[str, Any]:
    if isinstance(kept, SetError):
        return {"name": name, "trouble": vision_error(words, kept), "kind": kept.kind, "about": dict(kept.about)}
    return {"name": name, "kinds": len(kept.kinds), "tiles": len(kept.faces)}


def learning_json(learning: TileLearner) -> dict[str, Any]:
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


def health_json(health: Health, words: Messages) -> dict[str, Any]:
    """How a camera is doing, and why nothing comes from it."""
    trouble = health.trouble
    return {
        "state": health.state,
        "why": vision_error(words, trouble) if trouble else "",
        "kind": trouble.kind if trouble else None,
        "about": dict(trouble.about) if trouble else {},
        "age": health.age,
    }


def box_json(session: LiveHandStore, words: Messages) -> dict[str, Any] | None:
    """How the line to the table box stands, and for how many seconds nothing has come; None without a box."""
    if session.box is None:
        return None
    state = session.box.state()
    silent = (datetime.now(UTC) - state.last_frame).total_seconds() if state.last_frame else None
    return link_json(state, words) | {"silent": silent}


def link_json(state: LinkState, words: Messages) -> dict[str, Any]:
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
