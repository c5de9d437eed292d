"""Hands as they are kept: numbered, changed, hidden and brought back, found by what they are marked with."""

from dataclasses import replace

from webui.records.hands import KeptHand
from webui.records.store import Storage

HAND = KeptHand("a", 1, 0, "2026-05-01T10:00:00+00:00", "f" * 64, '{"tiles":[]}', '{"rules":"mcr"}')


def test_a_hand_is_kept_with_its_changes(records: Storage) -> None:
    assert records.hands.get("a") is None
    assert records.hands.keep(HAND) == replace(HAND, number=1)
    records.hands.keep_change("a", 1, '{"n":1}', '{"rules":"zungjung"}')
    records.hands.keep_change("a", 2, '{"n":2}', '{"rules":"mcr-1998"}')
    changes = ('{"n":1}', '{"n":2}')
    assert records.hands.get("a") == replace(HAND, number=1, changes=changes, state='{"rules":"mcr-1998"}')


def test_hands_are_listed_in_pages_the_newest_first(records: Storage) -> None:
    for n in range(7):
        records.hands.keep(replace(HAND, id=f"h{n}"))
    records.hands.keep(replace(HAND, id="other", table=2))
    first = records.hands.newest(1, limit=3)
    assert [hand.id for hand in first] == ["h6", "h5", "h4"]
    second = records.hands.newest(1, before=first[-1].number, limit=3)
    assert [hand.id for hand in second] == ["h3", "h2", "h1"]
    assert [hand.id for hand in records.hands.newest(2)] == ["other"]
    assert records.hands.count(1) == 7


def test_a_hand_is_hidden_by_a_record_and_brought_back(records: Storage) -> None:
    records.hands.keep(HAND)
    assert records.hands.hide("a", True, "Ann")
    assert records.hands.hide("a", True, "Ann")
    assert records.hands.newest(1) == []
    assert [hand.id for hand in records.hands.newest(1, hidden=True)] == ["a"]
    assert [hand.id for hand in records.hands.newest(1, hidden=None)] == ["a"]
    assert records.hands.hide("a", False, "Ben")
    assert [hand.id for hand in records.hands.newest(1)] == ["a"]
    assert [(each.hidden, each.who) for each in records.hands.hidings("a")] == [(True, "Ann"), (False, "Ben")]
    assert not records.hands.hide("nobody", True, "Ann")


def test_hands_are_found_by_marks_and_day(records: Storage) -> None:
    records.hands.keep(HAND, {"fan": ["chow", "flush"]})
    records.hands.keep(replace(HAND, id="b", at="2026-05-02T10:00:00+00:00"), {"fan": ["chow"]})
    records.hands.mark("b", {"player": ["Ann", "Ann"]})

    def found(day: str = "", **by: str) -> list[str]:
        return [hand.id for hand in records.hands.newest(1, tags=by, day=day)]

    assert found(fan="chow") == ["b", "a"]
    assert found(fan="flush") == ["a"]
    assert found(fan="chow", player="Ann") == ["b"]
    assert found(day="2026-05-01") == ["a"]
    records.hands.keep_change("a", 1, "{}", "{}", {"fan": ["pung"]})
    assert (found(fan="flush"), found(fan="pung")) == ([], ["a"])


def test_it_is_known_which_photographs_hands_have(records: Storage) -> None:
    records.hands.keep(HAND)
    records.hands.keep(replace(HAND, id="b", photo=""))
    records.hands.hide("a", True, "")
    assert records.hands.names_photo("f" * 64)
    assert not records.hands.names_photo("0" * 64)
    assert records.hands.photos() == {"f" * 64}
