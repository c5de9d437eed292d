"""Notices for people at the table: a kind with parameters, which `webui.messages.table` puts into sentences."""

from dataclasses import dataclass, field
from typing import Literal

from scoring.errors import About

NoticeKind = Literal[
    # Errors of players
    "wrong-thrower",
    "no-first-throw",
    "wrong-wall",
    "nothing-claimed",
    "claim-after-self-draw",
    "claim-by-discarder",
    "claim-out",
    "nobody-there",
    "hand-not-recorded",
    # Reports of the table box
    "box-overflow",
    "box-stuck",
    "box-watchdog",
    "box-fault",
    # Decisions between several claims
    "discarder-open",
    "first-claimant",
    "discarder-unknown",
    "all-win",
    "self-drawn",
    # Reasons why a claimed hand could not be read
    "no-camera",
    "camera-dark",
    "no-tiles",
    "hand-unreadable",
    "hand-unrecorded",
    # Failures to store
    "play-unrecorded",
    "draw-unrecorded",
    # Faults of the camera's picture or place
    "picture-unreadable",
    "calibration-unreadable",
    "calibration-unsaved",
    "camera-moved",
    "camera-lost-table",
    "marker-moved",
]


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for people at the table.

    Attributes:
        kind: The kind.
        about: The parameters of that kind, by name; seats are numbers from 1 to 4.
    """

    kind: NoticeKind
    about: About = field(default_factory=dict)
