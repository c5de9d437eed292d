"""References in acts: photos by their hashes, and hands by their ids."""

from collections.abc import Iterator
from typing import Literal

from scoring.match.records import Act, Claimed, Corrected, Result


def referenced_ids(act: Act, what: Literal["photo", "laid"]) -> Iterator[str]:
    """Yield the hashes of the photos, or the ids of the hands, that an act names."""
    match act:
        case Claimed():
            for claim in act.claims:
                yield from referenced_ids(claim, what)
        case Corrected():
            yield from referenced_ids(act.act, what)
        case Result() if what == "photo" and act.sheet:
            yield act.sheet
        case _:
            if name := getattr(act, what, ""):
                yield str(name)
