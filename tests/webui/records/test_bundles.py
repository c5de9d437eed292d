"""Faults of a match file."""

from typing import get_args

from webui.records.bundles import HARMLESS, BundleError, BundleErrorKind, BundleNoteKind, ProblemKind


def test_no_kind_is_both_a_fault_and_a_note() -> None:
    assert not {*get_args(ProblemKind)} & {*get_args(BundleNoteKind)}
    assert {*get_args(ProblemKind)} >= HARMLESS


def test_an_error_has_its_kind() -> None:
    for kind in get_args(BundleErrorKind):
        assert BundleError(kind, name="x").kind == kind
