"""Sentences for bundles: failed verifications, what they do not cover, and what is known of them here."""

from collections.abc import Mapping
from typing import Final, cast

from webui.messages import N_, Messages
from webui.records.bundles import BundleFault, BundleNoteKind, KnownBundle, ProblemKind

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
    "chain-missing": N_("The checksum of the chain of all records is missing."),
    "hand-unnamed": N_("No record names the hand %(number)d."),
    "hand-missing": N_("The hand %(hand)s, which a record names, is missing."),
    "hand-changed": N_("The hand %(number)d is another one than the record says that names it."),
    "steps-unnamed": N_("No record names the followed deal of hand %(number)d."),
    "steps-changed": N_("The followed deal of hand %(number)d is another one than a record says."),
    "replays-differ": N_("The replays for other programs are not those of the followed deals."),
    "record-erased": N_("Record %(number)d cannot be verified: a name was removed from it."),
    "photo-pruned": N_("The photo %(photo)s of record %(number)d was deleted to free space, as a record says."),
}
"""The failed verifications of a bundle, and those no longer possible."""


NOTES: Final[Mapping[BundleNoteKind, str]] = {
    "earlier-format": N_(
        "A match file of format %(version)d: no record covers the hands, followed deals and replays in it."
    ),
    "earlier-records": N_("Records of an earlier version, whose authors and roles nothing covers: %(count)d"),
    "imported-records": N_("Records that were imported from another file, whose authors nothing proves: %(count)d"),
    "hands-uncovered": N_("No record covers the hand %(number)d."),
    "hand-edited": N_("No record covers the last corrections of the hand %(number)d."),
    "deals-uncovered": N_("No record covers all steps of the followed deal of hand %(number)d."),
    "replays-unchecked": N_(
        "The replays for other programs are of version %(program)s, and are not compared with the followed deals."
    ),
}
"""The parts of a bundle that nothing in it covers."""

CONSISTENT: Final = N_(
    "All in the file agrees. Whoever made it could have made all of it anew: who recorded what is proven only by what "
    "was kept elsewhere."
)
"""The sentence on what the checks of a bundle prove."""


def known_here(words: Messages, found: KnownBundle | None) -> str:
    """Return how the records of a file compare with those here, as a sentence."""
    if found is None:
        return words("Not known here: whether this is how it was recorded cannot be said.")
    about = {"table": found.table, "count": found.records, "newer": found.newer}
    if found.differs is not None:
        about["number"] = found.differs
        return words("Not as recorded here, table %(table)d: record %(number)d is another one here.", about)
    if found.newer:
        return words(
            "As recorded here, table %(table)d: the first %(count)d records. The %(newer)d after them are not known "
            "here.",
            about,
        )
    return words("As recorded here, table %(table)d: all %(count)d records.", about)


def note(words: Messages, found: BundleFault) -> str:
    """Return the sentence of what a bundle does not cover."""
    return words(NOTES[cast(BundleNoteKind, found.kind)], found.about)


def problem(words: Messages, found: BundleFault) -> str:
    """Return the sentence of a failed verification."""
    return words(PROBLEMS[cast(ProblemKind, found.kind)], found.about)
