"""A decoded course against what happened: events right, added, and wrong though sure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.follow.events import AnyEvent, Claim, Correction, Declared, Discard, Drawn, Flower, Kong, Unseen, Win

WITHIN = 3.0
"""Seconds that an event may be off."""


def essence(event: AnyEvent) -> tuple[object, ...]:
    """Return what must agree, as the clips' checker has it."""
    match event:
        case Discard():
            return ("discard", event.seat, event.tile)
        case Claim():
            return (event.kind, event.seat, event.tile, tuple(sorted(event.tiles)), event.source)
        case Kong():
            return (event.kind, event.seat, event.tile, event.tiles)
        case Flower():
            return ("flower", event.seat, event.tile)
        case Declared():
            return ("riichi", event.seat)
        case Win():
            return ("win", event.seat, event.tile, event.source)
        case Drawn():
            return ("draw",)
        case Unseen():
            return ("unseen",)
        case Correction():
            return ("correction",)


@dataclass
class Count:
    """The counts of one deal or of many."""

    right: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    added: int = 0
    sure: int = 0
    sure_wrong: list[AnyEvent] = field(default_factory=list)
    whole: int = 0
    deals: int = 0
    missing: list[AnyEvent] = field(default_factory=list)

    def __iadd__(self, other: "Count") -> "Count":
        self.right += other.right
        self.all += other.all
        self.added += other.added
        self.sure += other.sure
        self.sure_wrong += other.sure_wrong
        self.whole += other.whole
        self.deals += other.deals
        return self

    @property
    def share(self) -> float:
        """The share of events that are right."""
        return self.right.total() / max(1, self.all.total())

    def __str__(self) -> str:
        kinds = "  ".join(f"{kind} {self.right[kind] / n:.2%}" for kind, n in sorted(self.all.items()))
        return (
            f"{self.share:.2%} of {self.all.total()} events, "
            f"{self.whole / max(1, self.deals):.1%} of {self.deals} deals whole, "
            f"{self.added} added, {self.sure} sure, {len(self.sure_wrong)} surely wrong  ({kinds})"
        )


def check(
    truth: Sequence[AnyEvent], answer: Sequence[AnyEvent], since: float = 0.0, dark: tuple[float, float] = (0, 0)
) -> Count:
    """Compare a course with the truth, events in order of time and within three seconds of each other.

    Args:
        truth: What happened.
        answer: What was decoded.
        since: Second from which it counts.
        dark: Seconds in between which it does not, since nobody could see when things happened.
    """
    count = Count(deals=1)
    for riichi in (False, True):
        own = [event for event in truth if isinstance(event, Declared) == riichi and event.t >= since]
        given = sorted(
            (event for event in answer if isinstance(event, Declared) == riichi and event.t >= since),
            key=lambda event: event.t,
        )
        found, used = _align(own, given)
        for k, event in enumerate(own):
            kind = type(event).__name__.lower()
            count.all[kind] += 1
            if dark[0] < event.t < dark[1]:
                count.all[kind] -= 1
                continue
            count.right[kind] += k in found
            if k not in found:
                count.missing.append(event)
        count.added += sum(
            k not in used and not isinstance(event, Unseen) and not dark[0] < event.t < dark[1]
            for k, event in enumerate(given)
        )
        count.sure += sum(event.sure for event in given)
        count.sure_wrong += [event for k, event in enumerate(given) if event.sure and k not in used]
    count.whole = int(count.right == count.all and not count.added)
    return count


def _align(own: Sequence[AnyEvent], given: Sequence[AnyEvent]) -> tuple[set[int], set[int]]:
    """Return the positions of events that agree, in the longest common order."""
    one, two = [essence(event) for event in own], [essence(event) for event in given]
    rows = [[0] * (len(two) + 1) for _ in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        row, above = rows[i], rows[i - 1]
        for j in range(1, len(two) + 1):
            if one[i - 1] == two[j - 1] and abs(own[i - 1].t - given[j - 1].t) <= WITHIN:
                row[j] = above[j - 1] + 1
            else:
                row[j] = above[j] if above[j] >= row[j - 1] else row[j - 1]
    found, used = set(), set()
    i, j = len(one), len(two)
    while i and j:
        if (
            one[i - 1] == two[j - 1]
            and abs(own[i - 1].t - given[j - 1].t) <= WITHIN
            and (rows[i][j] == rows[i - 1][j - 1] + 1)
        ):
            found.add(i - 1)
            used.add(j - 1)
            i, j = i - 1, j - 1
        elif rows[i][j] == rows[i - 1][j]:
            i -= 1
        else:
            j -= 1
    return found, used
