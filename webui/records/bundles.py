"""What may be wrong with a bundle of a match: with the file, or with what is in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from webui.errors import Value, WebError

BundleErrorKind = Literal["not-a-bundle", "newer-bundle", "bundle-too-large", "bundle-unreadable", "bundle-unsound"]


class BundleError(WebError):
    """A file that cannot be opened as a bundle.

    Attributes:
        kind: What is wrong. The parameters of each: `not-a-bundle` none; `newer-bundle` (`version`);
            `bundle-too-large` (`most`, megabytes); `bundle-unreadable` (`file`): its text is no record, hand or rules;
            `bundle-unsound` none: not everything in it holds, so that it is not kept.
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
    "photo-missing",
    "sheet-differs",
    "record-erased",
    "photo-pruned",
]

HARMLESS: Final = frozenset(("record-erased", "photo-pruned"))
"""The kinds that only say what cannot be checked any more, as a record says."""


@dataclass(frozen=True, slots=True)
class BundleFault:
    """Something in a bundle that does not hold.

    Attributes:
        kind: What; of those that `HARMLESS` names a record says why.
        about: The file, the number of the record, or the hash of the photograph.
    """

    kind: ProblemKind
    about: Mapping[str, Value]
