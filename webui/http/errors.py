"""The errors of requests, and the HTTP status of each."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from scoring.errors import Value
from vision.errors import Trouble, VisionError
from webui.access.people import NameInUseError, NotInvitedError
from webui.access.pin import TooManyPinsError, WrongPinError
from webui.base.errors import WebError
from webui.exports.sheets import PdfUnavailableError
from webui.hall.desk import NoSuchEventError, NotPlayedError, StillPlayedError
from webui.hall.entries import InvalidListError
from webui.hall.importing import ResultProblemError
from webui.hand.effects import EditRejectedError
from webui.hand.hand import NothingSeenError
from webui.hand.hands import EditConflictError, HandDeletedError
from webui.hand.pictures import NoOtherHandError
from webui.hand.reading_queue import QueueFullError, QueueStoppedError
from webui.http.viewers import RETRY_AFTER, TooManyViewersError
from webui.match.clock import ClockRejectedError
from webui.match.completing import IncompleteActError
from webui.match.errors import (
    ActRejectedError,
    CommandRejectedError,
    DependentActsError,
    RoundRunningError,
    StaleHandError,
)
from webui.messages import Messages
from webui.records.bundles import BundleError
from webui.records.errors import EventActRejectedError, InvalidActError, RecordsError, RecordsErrorKind
from webui.records.webhooks import WebhookError
from webui.rig.feed import CameraDownError
from webui.rig.sources import SourceRefusedError
from webui.serializers.matches import choices_json, hanging_json
from webui.tilesets.tilesets import NameTakenError, NoSuchTileError, TooManyTileSetsError

RequestErrorKind = Literal[
    # Any request
    "foreign-name",
    "foreign-site",
    "pin-needed",
    "not-from-here",
    "https-needed",
    "sign-in-needed",
    "other-table",
    "other-event",
    "too-many-uploads",
    "shown-later",
    "needs-player",
    "needs-table",
    "needs-scorer",
    "needs-referee",
    "needs-chief",
    "import-above-role",
    "not-json",
    "not-a-key",
    "not-an-object",
    "body-invalid",
    "json-number",
    "json-too-deep",
    "json-not-unicode",
    "too-large",
    "no-room",
    "too-much-at-once",
    "too-many-parts",
    "header-too-large",
    "not-http",
    "not-found",
    "wrong-method",
    "not-sent-as-json",
    "http-error",
    "crashed",
    "reader-unusable",
    "not-a-pin",
    "no-pin-here",
    # People
    "not-a-person",
    "pin-guessed-first",
    "nobody-such",
    "no-such-webhook",
    "no-such-message",
    "webhooks-in-hall",
    "chief-first",
    "first-role-unproved",
    "token-wrong",
    "not-a-note",
    "no-such-call",
    "no-such-order",
    "no-such-note",
    # Hands
    "no-such-chair",
    "no-photo",
    "photo-unreadable",
    "reading-gone",
    "not-a-change",
    "not-an-area",
    "hand-gone",
    "hand-read",
    # Tables
    "no-such-table",
    # Matches
    "not-a-record",
    "not-a-hand",
    "no-such-match",
    "no-match",
    "no-bundle",
    "import-at-rig",
    "not-a-table-name",
    "nothing-to-hand-in",
    "hand-approved",
    "hand-changed-since",
    # Events of many tables
    "not-a-draw",
    "not-a-rating",
    "not-seated",
    "no-list",
    "not-a-clock-act",
    # The camera
    "no-camera",
    "camera-opening",
    "no-tiles-in-sight",
    "camera-unusable",
    "no-settings",
    "not-a-size",
    "no-trial",
    "picture-gone",
    # The hand in play
    "not-an-act",
    "nothing-asked",
    "no-box-record",
    "box-log-unwritable",
    # Setting a table up
    "not-rules",
    "no-rules-file",
    "rules-unusable",
    "not-a-language",
    # Calibration
    "nothing-to-calibrate",
    "not-calibrated",
    "not-a-calibration",
    "not-a-table",
    "markers-missing",
    "outline-unclear",
    "calibration-unwritable",
    "calibration-unremovable",
    # Sets of tiles
    "no-sets-here",
    "nothing-lasts",
    "backup-by-command",
    "no-such-set",
    "set-unusable",
    "set-not-forgotten",
    "set-not-kept",
    "not-tile-names",
    "no-such-preview",
    "draft-gone",
]


class RequestError(WebError):
    """A request that is refused.

    Attributes:
        status: The HTTP status of the answer.
        kind: The reason.
    """

    kind: RequestErrorKind

    def __init__(
        self,
        status: int,
        kind: RequestErrorKind,
        cause: VisionError | WebError | Trouble | None = None,
        /,
        **about: Value,
    ) -> None:
        super().__init__(kind, **about)
        self.status = status
        self.cause = cause


STATUS: Final[Mapping[type[WebError], int]] = {
    WrongPinError: 403,
    NotInvitedError: 403,
    NameInUseError: 409,
    TooManyPinsError: 429,
    EditRejectedError: 422,
    ActRejectedError: 422,
    StaleHandError: 409,
    RoundRunningError: 409,
    DependentActsError: 409,
    IncompleteActError: 422,
    EventActRejectedError: 422,
    NoSuchEventError: 404,
    StillPlayedError: 409,
    NotPlayedError: 409,
    InvalidListError: 422,
    CommandRejectedError: 409,
    PdfUnavailableError: 501,
    SourceRefusedError: 422,
    InvalidActError: 400,
    NothingSeenError: 422,
    NoOtherHandError: 404,
    CameraDownError: 409,
    ClockRejectedError: 409,
    EditConflictError: 409,
    HandDeletedError: 409,
    TooManyTileSetsError: 409,
    NameTakenError: 409,
    NoSuchTileError: 400,
    TooManyViewersError: 503,
    RecordsError: 503,
    WebhookError: 422,
    ResultProblemError: 422,
    BundleError: 422,
    QueueFullError: 503,
    QueueStoppedError: 503,
}
"""The status of errors from other packages, which routes do not catch."""


RECORDS: Final[Mapping[RecordsErrorKind, int]] = {
    "no-space": 507,
    "id-taken": 409,
    "table-elsewhere": 409,
    "table-claimed": 409,
    "table-taken": 409,
    "differs-in-hall": 409,
    "roles-in-hall": 403,
    "tries-spent": 429,
    "limit-spent": 429,
    "overtaken": 409,
    "not-text": 422,
    "photo-missing": 404,
    "photo-damaged": 410,
    "preset-differs": 409,
    "no-such-preset": 404,
    "not-a-title": 422,
    "record-differs": 409,
    "match-differs": 409,
    "match-running": 409,
}
"""The status of those kinds of `RecordsError` that differ from the others."""


HELP: Final[Mapping[str, str]] = {
    "foreign-name": "phones",
    "pin-needed": "phones",
    "https-needed": "phones",
    "not-from-here": "phones",
    "sign-in-needed": "phones",
    "first-role-unproved": "phones",
    "token-wrong": "phones",
    "needs-player": "phones",
    "needs-table": "phones",
    "needs-scorer": "phones",
    "needs-referee": "phones",
    "needs-chief": "phones",
    "import-above-role": "phones",
    "other-event": "phones",
    "other-table": "hall",
    "no-such-table": "hall",
    "no-match": "match",
    "no-such-match": "match",
    "hand-gone": "data",
    "no-room": "data",
    "crashed": "data",
}
"""Pages of the manual with more about an error, by its kind."""


def help_page(error: WebError) -> str | None:
    """Return the name of the page of the manual about an error, or None for the contents."""
    return HELP.get(error.kind)


def details(words: Messages, error: WebError) -> dict[str, Any]:
    """Return the fields of an error that the answer has besides its sentences, for the page."""
    if not isinstance(error, DependentActsError):
        return {}
    return {"hanging": hanging_json(error, error.hanging, words), "choices": choices_json(error, words)}


def retry_after(error: WebError) -> int | None:
    """Return the seconds after which the sender may try again (RFC 9110, section 10.2.3), or None."""
    match error:
        case TooManyPinsError(about={"seconds": int(seconds)}):
            return seconds
        case TooManyViewersError() | QueueFullError() | RequestError(kind="too-much-at-once"):
            return RETRY_AFTER
    return None


def status_of(error: WebError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, RecordsError):
        return RECORDS.get(error.kind, STATUS[RecordsError])
    return error.status if isinstance(error, RequestError) else STATUS[type(error)]
