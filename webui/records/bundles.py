"""Faults of a match's bundle: of the file, or of its contents."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from scoring.errors import Value
from webui.base.errors import WebError

BundleErrorKind = Literal["not-a-bundle", "newer-bundle", "bundle-too-large", "bundle-unreadable", "bundle-unsound"]


class BundleError(WebError):
    """A file that cannot be opened as a bundle.

    Attributes:
        kind: The fault. The parameters of each: `not-a-bundle` none; `newer-bundle` (`version`); `bundle-too-large`
            (`most`, megabytes); `bundle-unreadable` (`file`): its text is not a record, hand or rules; `bundle-unsound`
            none: its contents fail verification, so it is not imported.
    """

    kind: BundleErrorKind

    def __init__(self, kind: BundleErrorKind, **about: Value) -> None:
        super().__init__(kind, **about)


ProblemKind = Literal[
    "file-changed",
    "file-missing",
    "file-unknown",
    "record-changed",
    "record-refused",
    "rules-missing",
    "photo-missing",
    "sheet-differs",
    "chain-differs",
    "chain-missing",
    "hand-unnamed",
    "hand-missing",
    "hand-changed",
    "steps-unnamed",
    "steps-changed",
    "replays-differ",
    "record-erased",
    "photo-pruned",
]

HARMLESS: Final = frozenset(("record-erased", "photo-pruned"))
"""Kinds that only mean something can no longer be checked, as a record explains."""


BundleNoteKind = Literal[
    "earlier-format",
    "earlier-records",
    "imported-records",
    "hands-uncovered",
    "hand-edited",
    "deals-uncovered",
    "replays-unchecked",
]


@dataclass(frozen=True, slots=True)
class BundleFault:
    """A part of a bundle that fails verification, or that nothing in it covers.

    Attributes:
        kind: The fault; a record explains those in `HARMLESS`.
        about: The file, the number of the record or hand, how many there are, the name of the rules, or the hash of the
            photo.
    """

    kind: ProblemKind | BundleNoteKind
    about: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class KnownBundle:
    """The match here that a bundle has records of.

    Attributes:
        table: Number of its table.
        records: Number of the file's records that are here, as they are in the file.
        newer: Number of the file's records after those, which are not here.
        differs: Number in the file of the first record that is another one here, or not there; None if there is none.
    """

    table: int
    records: int
    newer: int
    differs: int | None
