"""The divisions of tiles, against a plain search."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from scoring.groups import GROUP_OF, TILES_OF
from scoring.partition import KNITTED, regular, regular_waits
from scoring.tiles import ALL, ONE, PLAYED, kinds, present, size

COUNTS = (
    st.lists(st.sampled_from(range(34)), max_size=14).map(Counter).filter(lambda c: all(n <= 4 for n in c.values()))
)


def tally(counts: Counter[int]) -> int:
    return sum(ONE[kind] * times for kind, times in counts.items())


def plain(counts: Counter[int], pair: bool = True) -> set[tuple[tuple[str, ...], ...]]:
    """Return every division, by trying each group at the lowest tile."""
    left = sorted(+counts)
    if not left:
        return set() if pair else {()}
    kind = left[0]
    found = set()
    tries = [((kind,) * 3, pair)]
    if pair:
        tries.append(((kind,) * 2, False))
    if kind < 27 and kind % 9 < 7:
        tries.append(((kind, kind + 1, kind + 2), pair))
    for group, still in tries:
        if all(counts[k] >= n for k, n in Counter(group).items()):
            rest = counts - Counter(group)
            found |= {tuple(sorted((tuple(PLAYED[k] for k in group), *more))) for more in plain(rest, still)}
    return found


@given(COUNTS)
def test_every_division_is_found_once(counts: Counter[int]) -> None:
    found = [tuple(sorted(TILES_OF[group] for group in groups)) for groups in regular(tally(counts))]
    assert set(found) == plain(counts)
    assert len(found) == len(set(found))


@st.composite
def _groups(draw: st.DrawFn) -> Counter[int]:
    """Return sets and a pair from one or two suits, which have many divisions."""
    counts: Counter[int] = Counter()
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, 15).filter(lambda k: k % 9 < 7))
        counts.update([start] * 3 if draw(st.booleans()) else [start, start + 1, start + 2])
    counts.update([draw(st.integers(0, 17))] * 2)
    return counts


@given(_groups().filter(lambda c: all(n <= 4 for n in c.values())))
def test_every_division_of_winning_tiles_is_found(counts: Counter[int]) -> None:
    found = {tuple(sorted(TILES_OF[group] for group in groups)) for groups in regular(tally(counts))}
    assert found == plain(counts) != set()


@given(_groups().filter(lambda c: all(n <= 4 for n in c.values())), st.data())
def test_the_waits_are_the_tiles_that_complete(counts: Counter[int], data: st.DataObject) -> None:
    before = counts - Counter([data.draw(st.sampled_from(sorted(counts)))])
    waits = set(kinds(regular_waits(tally(before))))
    assert waits == {kind for kind in range(34) if plain(before + Counter([kind]))}


@given(COUNTS)
def test_tallies_count(counts: Counter[int]) -> None:
    assert size(tally(counts)) == counts.total()
    assert set(kinds(present(tally(counts)))) == set(counts)


def test_groups_and_their_tiles() -> None:
    assert all(TILES_OF[group] == tiles for tiles, group in GROUP_OF.items())
    assert len(GROUP_OF) == 21 + 34 + 34
    assert ALL.bit_count() == 34
    assert len(set(KNITTED)) == 6
    assert all(nine.bit_count() == 9 for nine in KNITTED)
