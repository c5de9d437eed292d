"""Faults of a hand that only riichi has."""

import pytest

from scoring.games.riichi.findings import riichi_findings
from scoring.notation import parse

CLOSED = "234m567m22p345p67s 8s"
OPEN = "[234m,1]567m22p345p67s 8s"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (f"{CLOSED} riichi self-draw dora=9p ura=9p", set()),
        (f"{OPEN} riichi discard", {"riichi-open"}),
        (f"{CLOSED} riichi self-draw dora=9p ura=1p2p3p4p5p6p", {"indicator-count"}),
        (f"{CLOSED} no-riichi ippatsu discard", {"ippatsu-impossible"}),
        (f"{CLOSED} dora=2p2p2p2p2p discard", {"fifth-copy"}),
    ],
)
def test_a_fault_is_named(text: str, kinds: set[str]) -> None:
    found = {each.kind for each in riichi_findings(parse(text))}
    assert found >= kinds
    assert bool(found) == bool(kinds)
