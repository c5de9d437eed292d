"""The journal of followed deals: what is stored, and how corrections and gaps read."""

from datetime import UTC, datetime

import msgspec
import pytest

from scoring.follow.events import Correction, Discard, Drawn, Evidence, Unseen, Win
from webui.hand.state import MatchHand
from webui.records.followed import NewStep
from webui.records.store import Storage
from webui.table.follow.journal import Begun, FollowedDeal, FollowJournal, Resumed, TakenBack, hand_in, moved, shifted

HAND = MatchHand(1, 7, 3)
BEGUN = Begun(hand=HAND, style="chinese", east=2)
AT = datetime(2026, 11, 27, 12, tzinfo=UTC)
QUAD = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0))


def discard(number: int, seat: int, tile: str, t: float = 0.0, sure: bool = True) -> Discard:
    return Discard(number=number, seat=seat, tile=tile, t=t or float(number), sure=sure, evidence=(Evidence(5, QUAD),))


@pytest.fixture
def journal() -> FollowJournal:
    return FollowJournal(Storage.open(None).followed, 4)


def test_events_come_back_with_their_times_and_pictures(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    journal.append(
        deal, AT, [(discard(1, 2, "E"), b"jpeg"), (Unseen(number=2, t=2.0, seat=3, count=1, after=1.0), None)]
    )
    found = journal.read(deal)
    assert found is not None
    assert (found.begun, found.at, found.numbers, found.last) == (BEGUN, AT, 2, 2.0)
    assert [step.event for step in found.steps] == [
        discard(1, 2, "E"),
        Unseen(number=2, t=2.0, seat=3, count=1, after=1.0),
    ]
    assert [(step.pictured, (step.at - AT).total_seconds()) for step in found.steps] == [(True, 1.0), (False, 2.0)]
    assert journal.picture(found.steps[0].number) == b"jpeg"
    assert found.state().turn == 4
    assert found.state(1).turn == 3
    assert (found.over, found.win) == (False, None)


def test_a_correction_stands_in_the_place_of_what_it_corrects_with_what_was_said_first(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    first, second, third = discard(1, 2, "E"), discard(2, 3, "5p"), discard(3, 4, "9m")
    journal.append(deal, AT, [(each, None) for each in (first, second, third)])
    now = msgspec.structs.replace(second, tile="6p")
    once = Correction(number=4, t=2.0, of=2, now=now)
    twice = Correction(number=5, t=2.0, of=2, now=msgspec.structs.replace(second, tile="7p"))
    journal.append(deal, AT, [(once, None), (twice, None), (Correction(number=6, t=1.0, of=1, now=None), None)])
    found = journal.read(deal)
    assert found is not None
    assert [(step.event.tile, step.first) for step in found.steps] == [("7p", second), ("9m", None)]  # type: ignore[union-attr]
    late = Correction(number=7, t=1.0, of=1, now=first)  # it happened after all
    journal.append(deal, AT, [(late, None)])
    again = journal.read(deal)
    assert again is not None
    assert again.steps[0].event == first


def test_a_deal_that_goes_on_has_a_gap_and_goes_on_in_its_numbers_and_seconds(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    journal.append(deal, AT, [(discard(1, 2, "E"), None), (discard(2, 3, "S"), None)])
    known = journal.latest(HAND)
    assert known is not None
    journal.append(deal, AT, [(Resumed(t=60.0, after=known.last), None)])
    later = Correction(number=2, t=4.0, of=1, now=discard(1, 4, "W", t=3.0))
    for event in (discard(1, 4, "N", t=3.0), later, Unseen(number=3, t=5.0, count=1, after=3.0)):
        journal.append(deal, AT, [(shifted(event, known.numbers, 60.0), None)])
    found = journal.read(deal)
    assert found is not None
    assert [(type(step.event).__name__, step.event.t) for step in found.steps] == [
        ("Discard", 1.0),
        ("Discard", 2.0),
        ("Resumed", 60.0),
        ("Discard", 63.0),
        ("Unseen", 65.0),
    ]
    assert found.steps[3].event.tile == "W"  # type: ignore[union-attr]
    assert found.steps[4].event.after == 63.0  # type: ignore[union-attr]
    assert found.numbers == 5


def test_a_deal_is_found_by_its_hand_of_the_match_also_after_it_was_assigned_to_another(journal: FollowJournal) -> None:
    other = MatchHand(1, 9, 4)
    short, long = journal.begin(BEGUN, AT), journal.begin(BEGUN, AT)
    journal.append(long, AT, [(discard(1, 2, "E"), None)])
    for deal in (journal.of(HAND), journal.latest(HAND)):
        assert deal is not None
        assert deal.number == long
    journal.assign(long, msgspec.structs.replace(BEGUN, hand=other, east=3))
    found = journal.of(HAND), journal.of(other)
    assert [deal and (deal.number, deal.begun.east) for deal in found] == [(short, 2), (long, 3)]
    assert journal.numbers([HAND, other, MatchHand(1, 99, 9)]) == {7: (short,), 9: (long,)}
    assert journal.of(MatchHand(1, 99, 9)) is None


def test_the_end_of_a_deal_is_seen(journal: FollowJournal) -> None:
    for end in (Win(number=1, t=9.0, seat=1, tile="E", source=0), Drawn(number=1, t=9.0)):
        deal = journal.begin(BEGUN, AT)
        journal.append(deal, AT, [(end, None)])
        found = journal.read(deal)
        assert found is not None
        assert found.over
        assert (found.win is not None) == isinstance(end, Win)


@pytest.mark.parametrize(("style", "left"), [("chinese", 91), ("riichi", 69), ("sichuan", 55)])
def test_the_wall_of_a_deal_is_that_of_its_game(journal: FollowJournal, style: str, left: int) -> None:
    found = journal.read(journal.begin(msgspec.structs.replace(BEGUN, style=style), AT))
    assert found is not None
    assert found.state().left == left


def test_a_deal_of_a_game_that_is_not_installed_is_left_out(journal: FollowJournal) -> None:
    assert journal.read(journal.begin(msgspec.structs.replace(BEGUN, style="washizu"), AT)) is None


def test_damaged_entries_are_left_out_and_a_deleted_deal_is_none(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    store = journal._store
    for text, at in (
        ("{", AT.isoformat()),
        ('{"type":"Other"}', AT.isoformat()),
        ('{"type":"Drawn","t":1}', "no time"),
    ):
        store.append(4, deal, [NewStep(text, at)])
    journal.append(deal, AT, [(discard(1, 2, "E"), None)])
    found = journal.read(deal)
    assert found is not None
    assert len(found.steps) == 1
    assert journal.delete(deal)
    assert (journal.read(deal), journal.of(HAND), journal.read(9)) == (None, None, None)


def test_an_entry_of_another_tableside_names_the_hand_as_it_is_numbered_here(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    journal.append(deal, AT, [(discard(1, 2, "E"), None)])
    head, event = journal._store.steps(4, deal)
    assert (hand_in(head), hand_in(event)) == (HAND, None)
    here = MatchHand(20, 26, 3)
    new = moved(head, here)
    assert new is not None
    assert (new.began, msgspec.json.decode(new.step, type=Begun).hand) == (26, here)
    assert moved(head, None) is None
    kept = moved(event, None)
    assert kept is not None
    assert (kept.step, kept.at) == (event.step, event.at)


def said(journal: FollowJournal, deal: int, *words: Correction | TakenBack) -> FollowedDeal:
    journal.say(deal, words, "Ann")
    found = journal.read(deal)
    assert found is not None
    return found


def test_the_camera_never_takes_back_what_a_person_says(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    seen = [discard(1, 2, "E"), discard(2, 3, "5p"), discard(3, 4, "9m")]
    journal.append(deal, AT, [(each, b"jpeg") for each in seen])
    now = msgspec.structs.replace(seen[1], tile="6p")
    said(journal, deal, Correction(t=2.0, of=2, now=now), Correction(t=3.0, of=3, now=None))
    later = [
        Correction(number=4, t=2.0, of=2, now=msgspec.structs.replace(seen[1], tile="7p")),
        Correction(number=5, t=3.0, of=3, now=msgspec.structs.replace(seen[2], tile="8m")),
        Correction(number=6, t=2.0, of=2, now=None),
    ]
    for each in later:
        journal.append(deal, AT, [(each, None)])
        found = journal.read(deal)
        assert found is not None
        assert [step.event.tile for step in found.steps] == ["E", "6p"]  # type: ignore[union-attr]
    (denied,) = found.denied
    assert (denied.event.tile, denied.said and denied.said.by) == ("8m", "Ann")  # type: ignore[union-attr]
    step = found.steps[1]
    assert step.first == msgspec.structs.replace(seen[1], tile="7p")
    assert (step.number, step.pictured) == (3, True)
    assert step.said is not None
    assert (step.said.by, step.said.word) == ("Ann", 1)
    assert (found.numbers, found.last) == (6, 3.0)
    assert [laid.tile for laid in found.state().discards] == ["E", "6p"]


def test_a_word_is_taken_back_to_the_one_before_and_to_what_the_camera_says_then(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    first = discard(1, 2, "E")
    journal.append(deal, AT, [(first, None)])
    once, twice = (Correction(t=1.0, of=1, now=msgspec.structs.replace(first, tile=tile)) for tile in "SW")
    said(journal, deal, once, twice)
    back = said(journal, deal, TakenBack(t=1.0, of=1, word=2))
    assert back.steps[0].event.tile == "S"  # type: ignore[union-attr]
    seen = Correction(number=2, t=1.0, of=1, now=msgspec.structs.replace(first, tile="N"))
    journal.append(deal, AT, [(seen, None)])
    again = said(journal, deal, TakenBack(t=1.0, of=1, word=1), TakenBack(t=1.0, of=1, word=2))
    assert (again.steps[0].event.tile, again.steps[0].said) == ("N", None)  # type: ignore[union-attr]
    assert len(journal._store.steps(4, deal)) == 8  # nothing is lost


def test_a_step_that_is_put_in_stands_once_also_after_the_camera_saw_it(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    journal.append(deal, AT, [(discard(1, 2, "E"), None), (discard(2, 4, "9m"), None)])
    put = Correction(t=1.5, of=-9, now=discard(-9, 3, "5p", t=1.5))
    found = said(journal, deal, put, put)
    assert [(step.event.tile, step.said is not None) for step in found.steps] == [  # type: ignore[union-attr]
        ("E", False),
        ("5p", True),
        ("9m", False),
    ]
    assert (found.steps[1].at - AT).total_seconds() == 1.5
    assert found.numbers == 2
    journal.append(deal, AT, [(discard(3, 3, "5p", t=1.8), b"jpeg")])
    late = journal.read(deal)
    assert late is not None
    assert [(step.event.number, step.pictured) for step in late.steps] == [(1, False), (3, True), (2, False)]
    assert late.steps[1].said is not None
    journal.append(deal, AT, [(discard(4, 3, "5p", t=60.0), None)])
    other = journal.read(deal)
    assert other is not None
    assert len(other.steps) == 4
    gone = said(journal, deal, TakenBack(t=1.5, of=-9, word=1), TakenBack(t=1.5, of=-9, word=2))
    assert all(step.said is None for step in gone.steps)


def test_every_change_is_told(journal: FollowJournal) -> None:
    told: list[int] = []
    heard = FollowJournal(journal._store, 4, lambda: told.append(1))
    deal = heard.begin(BEGUN, AT)
    heard.append(deal, AT, [(discard(1, 2, "E"), None)])
    heard.say(deal, [], "Ann")
    heard.say(deal, [Correction(t=1.0, of=1, now=None)], "Ann")
    heard.delete(deal)
    assert len(told) == 4


def test_words_of_people_come_along_to_another_tableside(journal: FollowJournal) -> None:
    deal = journal.begin(BEGUN, AT)
    first = discard(1, 2, "E")
    journal.append(deal, AT, [(first, None)])
    words = [Correction(t=1.0, of=1, now=msgspec.structs.replace(first, tile=tile)) for tile in "SW"]
    here = said(journal, deal, *words, TakenBack(t=1.0, of=1, word=2))
    other = Storage.open(None).followed
    taken = [moved(step, HAND if hand_in(step) else None) for step in journal._store.steps(4, deal)]
    other.append(9, None, [step for step in taken if step])
    there = FollowJournal(other, 9).read(1)
    assert there is not None
    assert there.steps == here.steps
    assert [step.event.tile for step in there.steps] == ["S"]  # type: ignore[union-attr]
