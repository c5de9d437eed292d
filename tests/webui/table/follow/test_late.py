"""The delay of a table's stream."""

import pytest

from webui.records.store import Storage
from webui.table.follow.late import KEY, LONGEST, OFFERED, USUAL, choose_delay, delay_of


@pytest.mark.parametrize(
    ("kept", "delay"),
    [
        (None, USUAL),
        (0, 0),
        (LONGEST, LONGEST),
        (LONGEST + 1, USUAL),
        (-1, USUAL),
        ("deal", "deal"),
        ("later", USUAL),
        ([1], USUAL),
    ],
)
def test_what_is_kept_counts_within_its_bounds(kept: object, delay: object) -> None:
    values = Storage.open(None).values
    values.keep(1, KEY, kept)
    assert delay_of(values, 1) == delay


def test_each_delay_on_offer_may_be_chosen_for_a_table() -> None:
    values = Storage.open(None).values
    for delay in (*OFFERED, "deal"):
        choose_delay(values, 2, delay)  # type: ignore[arg-type]
        assert (delay_of(values, 2), delay_of(values, 1)) == (delay, USUAL)
