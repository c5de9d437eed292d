"""A table as plain JSON: the hand in play, its clock, camera, box and sets of tiles."""

from datetime import UTC, datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from device.drivers import Box
from device.link import LinkPhase as LinkPhase
from device.link import LinkState
from scoring.tiles import FACES
from vision.live.camera import FeedHealth
from vision.tilesets.files import SetError
from vision.tilesets.labelling import ASK_BELOW
from vision.tilesets.prototypes import TileSet
from webui.games.view import view_of_game
from webui.messages import Messages
from webui.messages.device import device_error
from webui.messages.errors import vision_error
from webui.messages.table import notice as notice_words
from webui.messages.table import reminders
from webui.messages.table import wall as wall_words
from webui.rig.live_hand import ClaimAsked, ClaimVerdict, LiveHand, WinClaim
from webui.rig.live_hand_store import LiveHandStore
from webui.rig.notice import Notice, NoticeKind
from webui.serializers.values import Parameters
from webui.table.table import Table
from webui.table.tile_learning import TileLearner
from webui.tilesets.drafts import Draft as TileDraft
from webui.tilesets.tilesets import TileSets


class NoticeSaid(Struct, frozen=True):
    """A notice as a sentence, with its kind and parameters; all empty if there is none."""

    says: str
    kind: NoticeKind | None
    about: Parameters


def notice_json(notice: Notice | None, words: Messages) -> NoticeSaid:
    """Return a notice as a sentence, with its kind and parameters."""
    if notice is None:
        return NoticeSaid("", None, {})
    return NoticeSaid(notice_words(words, notice), notice.kind, dict(notice.about))


class ClaimShown(Struct, frozen=True):
    """A player's claim of a win: the id of the hand that was read, or why none could be read, and if it counts."""

    chair: int
    hand: str
    trouble: str
    kind: NoticeKind | None
    about: Parameters
    verdict: ClaimVerdict


class Stack(Struct, frozen=True):
    """A stack of the wall, counted from the right end of the wall of a chair."""

    chair: int
    stack: int


class Wall(Struct, frozen=True):
    """The places where the wall opens and the deal starts, and both as a sentence."""

    chair: int
    stack: int
    deal: Stack
    words: str


class Seats(Struct, frozen=True):
    """The hand in play; `version` counts its changes, `winds` has the seat wind of each chair.

    Where its number and its round do not name a hand of the match, it has a `title`.
    """

    version: int
    hand: int
    title: str
    dealer: int
    first: tuple[int, ...] | None
    second: tuple[int, ...] | None
    claims: list[ClaimShown]
    giver: int
    winner: int
    decision: NoticeSaid | None
    calls: tuple[int, ...]
    wrong: str
    kind: NoticeKind | None
    about: Parameters
    pressed: tuple[int, tuple[str, ...]] | None
    asked: ClaimAsked
    started: str | None
    prevailing: str
    winds: list[str]
    thrower: int
    throws: int
    dice: int
    reminders: list[str]
    wall: Wall | None


def play_json(table: Table, words: Messages) -> Seats:
    """Return the hand in play for the page."""
    version, play = table.session.now()
    wrong = notice_json(play.wrong, words)
    return Seats(
        version=version,
        hand=play.hand,
        title=_title(table, words) if play.bound else "",
        dealer=play.dealer,
        first=play.first,
        second=play.second,
        claims=[_claim(play, claim, words) for claim in play.claims],
        giver=play.giver,
        winner=play.winner,
        decision=notice_json(play.decision, words) if play.decision else None,
        calls=play.calls,
        wrong=wrong.says,
        kind=wrong.kind,
        about=wrong.about,
        pressed=play.pressed,
        asked=play.asked,
        started=play.started.isoformat() if play.started else None,
        prevailing=play.prevailing,
        winds=[play.wind_of(chair) for chair in play.chairs],
        thrower=play.thrower,
        throws=play.played.throws,
        dice=play.played.dice,
        reminders=reminders(words, play),
        wall=_wall(play, words),
    )


def _title(table: Table, words: Messages) -> str:
    running = table.matches.running
    hand = running.match.current if running else None
    return view_of_game(running.match.rules.game.id).sections(words, hand).title if running and hand else ""


def _claim(live: LiveHand, claim: WinClaim, words: Messages) -> ClaimShown:
    trouble = notice_json(claim.trouble, words)
    return ClaimShown(claim.chair, claim.hand, trouble.says, trouble.kind, trouble.about, live.verdict(claim.chair))


def _wall(live: LiveHand, words: Messages) -> Wall | None:
    opening = live.opening
    if opening is None:
        return None
    deal = Stack(live.chair_of(opening.deal.seat), opening.deal.stack)
    return Wall(live.chair_of(opening.opened), opening.count, deal, wall_words(words, live))


class ListedSet(Struct, frozen=True, kw_only=True):
    """A set of tiles: its number of kinds and tiles, or why it cannot be opened."""

    name: str
    trouble: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    about: Parameters | UnsetType = UNSET
    kinds: int | UnsetType = UNSET
    tiles: int | UnsetType = UNSET


class LearnedFrom(Struct, frozen=True):
    """A hand that a set learned from, and how many of its tiles."""

    hand: str
    tiles: int


class Learning(Struct, frozen=True):
    """The learning of sets: `on` if they learn from approved hands, the hands that the set in use learned from, and
    `offered` if these are enough for a new set."""

    on: bool
    hands: list[LearnedFrom]
    offered: bool


class SetList(Struct, frozen=True):
    """The sets of tiles, and the one in use."""

    chosen: str | None
    sets: list[ListedSet]
    learning: Learning | None


def tilesets_json(tilesets: TileSets, learning: TileLearner | None, words: Messages) -> SetList:
    """Return the sets of tiles, the one in use, and the hands that they learn from; an unreadable one has the reason.

    Args:
        tilesets: The sets.
        learning: The learner from approved hands, or None.
        words: The language.
    """
    listed = [_tileset(name, kept, words) for name, kept in tilesets.listed()]
    return SetList(tilesets.chosen, listed, _learning(learning) if learning else None)


def _tileset(name: str, kept: TileSet | SetError, words: Messages) -> ListedSet:
    if isinstance(kept, SetError):
        return ListedSet(name=name, trouble=vision_error(words, kept), kind=kept.kind, about=dict(kept.about))
    return ListedSet(name=name, kinds=len(kept.kinds), tiles=len(kept.faces))


def _learning(learning: TileLearner) -> Learning:
    return Learning(learning.on, [LearnedFrom(each.hand, each.tiles) for each in learning.hands], learning.offered)


class DraftTile(Struct, frozen=True):
    """A tile of a set that is being learned: its photo, row and place, and if a person named it."""

    photo: int
    row: int
    place: int
    said: bool


class DraftGroup(Struct, frozen=True):
    """Tiles that look alike, by their numbers, with their face, null if unknown, and other possible faces."""

    tiles: list[int]
    tile: str | None
    sure: bool
    others: list[str]


class DraftShown(Struct, frozen=True):
    """A set that is being learned: its groups of tiles with their names, and the missing faces."""

    id: str
    photos: int
    tiles: list[DraftTile]
    groups: list[DraftGroup]
    missing: list[str]


def draft_json(draft: TileDraft) -> DraftShown:
    """Return a set that is being learned."""
    tiles, groups = draft.tiles, draft.named()
    have = {group.face for group in groups}
    return DraftShown(
        id=draft.id,
        photos=int(tiles.photos.max(initial=-1)) + 1,
        tiles=[
            DraftTile(int(photo), int(row), int(place), n in draft.said)
            for n, (photo, (row, place)) in enumerate(zip(tiles.photos, tiles.rows, strict=True))
        ],
        groups=[
            DraftGroup(
                tiles=[int(n) for n in group.tiles],
                tile=None if group.face is None else FACES[group.face],
                sure=bool(group.confidence >= ASK_BELOW),
                others=[FACES[face] for face in group.alternatives],
            )
            for group in groups
        ],
        missing=[code for face, code in enumerate(FACES) if face not in have],
    )


class CameraHealth(Struct, frozen=True):
    """The health of a camera, the reason why it sends nothing, and seconds since its newest picture; its pictures are
    "withheld" from strangers while the play goes out later."""

    state: Literal["opening", "live", "stalled", "lost", "withheld"]
    why: str
    kind: str | None
    about: Parameters
    age: float | None


def health_json(health: FeedHealth, words: Messages) -> CameraHealth:
    """Return the health of a camera, and the reason why it sends nothing."""
    trouble = health.trouble
    return CameraHealth(
        state=health.state,
        why=vision_error(words, trouble) if trouble else "",
        kind=trouble.kind if trouble else None,
        about=dict(trouble.about) if trouble else {},
        age=health.age,
    )


class BoxLine(Struct, frozen=True, kw_only=True):
    """The connection to a table box, with times as ISO 8601; `problem` is "" if nothing is wrong, and `silent` is for
    how many seconds nothing has come."""

    phase: LinkPhase
    since: str
    address: str
    box: Box | None
    last_frame: str | None
    quality: float
    connections: int
    frames: int
    bad: int
    noise: int
    duplicates: int
    events: int
    lost: int
    waiting: int
    problem: str
    problem_kind: str | None
    problem_about: Parameters
    silent: float | UnsetType | None = UNSET


def box_json(session: LiveHandStore, words: Messages) -> BoxLine | None:
    """Return the state of the connection to the table box and for how many seconds nothing has come, or None."""
    if session.box is None:
        return None
    state = session.box.state()
    silent = (datetime.now(UTC) - state.last_frame).total_seconds() if state.last_frame else None
    return link_json(state, words, silent)


def link_json(state: LinkState, words: Messages, silent: float | UnsetType | None = UNSET) -> BoxLine:
    """Return the state of the connection to a table box; `silent` is for how many seconds nothing has come, if
    shown."""
    trouble = state.trouble
    return BoxLine(
        phase=state.phase,
        since=state.since.isoformat(timespec="milliseconds"),
        address=state.address,
        box=state.box,
        last_frame=state.last_frame.isoformat(timespec="milliseconds") if state.last_frame else None,
        quality=round(state.quality, 3),
        connections=state.connections,
        frames=state.frames,
        bad=state.bad,
        noise=state.noise,
        duplicates=state.duplicates,
        events=state.events,
        lost=state.lost,
        waiting=state.waiting,
        problem=device_error(words, trouble) if trouble else "",
        problem_kind=trouble.kind if trouble else None,
        problem_about=dict(trouble.about) if trouble else {},
        silent=silent,
    )
