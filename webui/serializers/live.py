"""The news in the stream of a table: a hand, the camera and its view, the equipment."""

from dataclasses import replace

from msgspec import UNSET, Struct, UnsetType, structs

from scoring.errors import Circumstance
from vision.live.tracker import TrackerState
from webui.games.verdict import verdict_on
from webui.hand.state import from_reading, outcome
from webui.messages import N_, Messages
from webui.messages.errors import camera
from webui.rig.feed import Feed, FeedLook
from webui.rig.notice import NoticeKind
from webui.serializers.readings import ReadingShown, reading_json
from webui.serializers.scoring import worth_json
from webui.serializers.tables import CameraHealth, health_json, notice_json
from webui.serializers.values import Parameters
from webui.table.table import Table


class HandNews(Struct, frozen=True):
    """News of a hand that was laid, changed, put away or brought back; all null if any hand may have changed."""

    id: str | None
    version: int | None
    hidden: bool | None


def hand_news_json(table: Table, id: str | None) -> HandNews:
    """Return the news of a hand."""
    hand = table.hands.get(id) if id else None
    return HandNews(id, hand.version if hand else None, hand.hidden if hand else None)


class EquipmentNews(Struct, frozen=True):
    """The name of the camera, null without one, and the rules in force."""

    camera: str | None
    rules: str


def equipment_json(table: Table, words: Messages) -> EquipmentNews:
    """Return the equipment of a table."""
    return EquipmentNews(camera(words, table.equipment.feed.camera.name) if table.equipment.feed else None, table.rules)


class WatchedCamera(CameraHealth, frozen=True, kw_only=True):
    """The health of a camera, if it is calibrated, and how it has moved since."""

    calibrated: bool
    moved: str
    moved_kind: NoticeKind | None
    moved_about: Parameters


def watched_json(table: Table, feed: Feed, words: Messages) -> WatchedCamera:
    """Return the health of the camera, and if its place at the table is known."""
    moved = notice_json(table.equipment.rig.trouble, words)
    return WatchedCamera(
        **structs.asdict(health_json(feed.camera.health(), words)),
        calibrated=table.equipment.rig.calibration is not None,
        moved=moved.says,
        moved_kind=moved.kind,
        moved_about=moved.about,
    )


def withheld_json(feed: Feed, words: Messages) -> CameraHealth:
    """Return the health of a camera whose pictures a stranger gets none of while it follows the play."""
    why = words(N_("The camera follows the play, which spectators of this table see later"))
    return structs.replace(health_json(feed.camera.health(), words), state="withheld", why=why)


class LookShown(Struct, frozen=True, kw_only=True):
    """The view of the camera at one moment, and the address of its picture; with a reading also its score."""

    number: int
    picture: str
    why: str
    kind: NoticeKind | None
    about: Parameters
    state: TrackerState | None
    sure: bool
    joined: int
    reading: ReadingShown | UnsetType = UNSET
    total: int | UnsetType | None = UNSET
    low: int | UnsetType | None = UNSET
    high: int | UnsetType | None = UNSET
    legal: bool | UnsetType | None = UNSET
    open: tuple[Circumstance, ...] | UnsetType = UNSET
    worth: str = ""


def look_json(table: Table, look: FeedLook, words: Messages) -> LookShown:
    """Return the view of the camera at one moment."""
    trouble = notice_json(look.trouble, words)
    shown = LookShown(
        number=look.number,
        picture=f"/api/tables/{table.number}/live/{look.number}.jpg",
        why=trouble.says,
        kind=trouble.kind,
        about=trouble.about,
        state=look.state,
        sure=look.sure,
        joined=look.sight.fused if look.sight else 0,
    )
    if look.reading is None:
        return shown
    laid = replace(from_reading(look.reading, table.now().in_force), won=table.intake.circumstances(look.reading))
    found = outcome(laid)
    worth = worth_json(found)
    says = "" if worth.low is None else verdict_on(words, found).brief
    return structs.replace(shown, reading=reading_json(look.reading, words), worth=says, **structs.asdict(worth))
