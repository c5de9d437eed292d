"""An act has the canonical JSON, and so the hash, that it always had."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from scoring.match.records import act_from_dict, act_to_dict
from webui.records.canonical import canonical
from webui.records.events import from_dict, to_dict

ACTS: Final = Path(__file__).parents[2] / "data" / "acts.jsonl"
"""Random acts of every kind: whose journal, the act without what is at its default, and its canonical JSON as the code
of 0.1.0 wrote it while acts were dataclasses."""

JOURNALS: Final[dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]]] = {
    "match": (act_from_dict, act_to_dict),
    "event": (from_dict, to_dict),
}


def test_acts_have_the_bytes_that_they_always_had() -> None:
    with ACTS.open(encoding="utf-8") as opened:
        lines = [json.loads(line) for line in opened]
    assert {(journal, given["type"]) for journal, given, _ in lines} >= {("match", "Won"), ("event", "Opened")}
    assert len(lines) == 353
    for journal, given, written in lines:
        read, write = JOURNALS[journal]
        act = read(given)
        assert canonical(write(act)).decode() == written
        assert read(json.loads(written)) == act
