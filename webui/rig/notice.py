"""What people at the table must know: a kind with parameters, which `webui.messages.table` puts into sentences."""

from dataclasses import dataclass, field
from typing import Literal

from webui.errors import About

NoticeKind = Literal[
    # What was done wrong
    "wrong-thrower",
    "no-first-throw",
    "wrong-wall",
    "nothing-claimed",
    "claim-after-self-draw",
    "claim-by-discarder",
    "hand-not-recorded",
    # What the table box reports
    "box-overflow",
    "box-stuck",
    "box-watchdog",
    "box-fault",
    # Which of several claims counts
    "discarder-open",
    "first-claimant",
    "self-drawn",
    # Why a claimed hand could not be read
    "no-camera",
    "camera-dark",
    "no-tiles",
    "hand-unreadable",
    "hand-unrecorded",
    # What cannot be kept
    "play-unrecorded",
    # What is wrong with the camera's picture or place
    "picture-unreadable",
    "calibration-unreadable",
    "calibration-unsaved",
    "camera-moved",
    "camera-lost-table",
    "marker-moved",
]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people at the table must know.

    Attributes:
        kind: What it is.
        about: The parameters of that kind, by name; chairs are numbers from 1 to 4.
    """

    kind: NoticeKind
    about: About = field(default_factory=dict)
