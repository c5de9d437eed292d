"""Sentences for match files."""

from typing import get_args

from webui.messages import Messages
from webui.messages.exports import NOTES, PROBLEMS, known_here
from webui.records.bundles import HARMLESS, BundleNoteKind, KnownBundle, ProblemKind

ENGLISH = Messages.of("en")


def test_every_fault_and_every_note_has_a_sentence() -> None:
    assert {*PROBLEMS} == {*get_args(ProblemKind)} >= HARMLESS
    assert {*NOTES} == {*get_args(BundleNoteKind)}


def test_what_is_known_here_is_told_apart() -> None:
    known = (None, KnownBundle(2, 5, 0, None), KnownBundle(2, 5, 3, None), KnownBundle(2, 5, 0, 4))
    said = [known_here(ENGLISH, each) for each in known]
    assert len({*said}) == len(said)
    assert all("2" in each for each in said[1:])
