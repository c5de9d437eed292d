"""Sentences for bundles: failed verifications."""

from collections.abc import Mapping
from typing import Final

from webui.messages import N_, Messages
from webui.records.bundles import BundleFault, ProblemKind

PROBLEMS: Final[Mapping[ProblemKind, str]] = {
    "file-changed": N_("%(file)s was changed or damaged since the match file was made."),
    "file-missing": N_("%(file)s is missing."),
    "file-unknown": N_("%(file)s does not belong in a match file."),
    "record-changed": N_("Record %(number)d is not what was recorded: its checksum differs."),
    "record-refused": N_("Record %(number)d does not follow from those before it."),
    "rules-missing": N_(
        "The rules %(rules)s are not installed here, so the records and the match sheet are not checked."
    ),
    "photo-missing": N_("The photo %(photo)s of record %(number)d is missing."),
    "sheet-differs": N_("The match sheet is not what the records add up to."),
    "chain-differs": N_(
        "The records are not those that the match file was made with: the checksum of their chain differs."
    ),
    "record-erased": N_("Record %(number)d cannot be verified: a name was removed from it."),
    "photo-pruned": N_("The photo %(photo)s of record %(number)d was deleted to free space, as a record says."),
}
"""The failed verifications of a bundle, and those no longer possible."""


def problem(words: Messages, found: BundleFault) -> str:
    """Return the sentence of a failed verification."""
    return words(PROBLEMS[found.kind], found.about)
