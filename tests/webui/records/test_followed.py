"""Steps of followed deals, in every database."""

from webui.records.followed import NewStep
from webui.records.store import Storage


def step(n: int, began: int = 0) -> NewStep:
    return NewStep(f'{{"n": {n}}}', f"2026-01-0{n}", began, b"tile %d" % n)


def test_steps_and_deals_are_numbered_at_each_table(records: Storage) -> None:
    store = records.followed
    assert store.append(1, None, [step(1, began=7), step(2)]) == 1
    assert store.append(2, None, [step(1, began=9)]) == 1
    assert store.append(1, None, [step(3, began=8)]) == 2
    assert store.append(1, 1, [step(4)]) == 1
    assert [(each.number, each.step[-2]) for each in store.steps(1, 1)] == [(1, "1"), (2, "2"), (4, "4")]
    assert [(each.number, each.deal, each.began) for each in store.heads(1)] == [(1, 1, 7), (3, 2, 8)]
    assert [each.deal for each in store.heads(1, since=8)] == [2]
    assert store.newest() == {1: (2, 8), 2: (1, 9)}
    assert (store.picture(1, 4), store.picture(2, 1), store.picture(2, 2)) == (b"tile 4", b"tile 1", None)
    assert records.news(1).stamp == 3  # each append is a turn


def test_a_deal_is_deleted_and_its_number_stays_taken(records: Storage) -> None:
    store = records.followed
    store.append(1, None, [step(1, began=7), step(2)])
    assert store.delete(1, 1)
    assert not store.delete(1, 1)
    assert (store.steps(1, 1), store.heads(1), store.picture(1, 1)) == ([], [], None)
    assert store.append(1, None, [step(3)]) == 2
    assert [each.number for each in store.steps(1, 2)] == [3]


def test_old_pictures_are_removed_and_the_steps_stay(records: Storage) -> None:
    store = records.followed
    for table in (1, 2):
        store.append(table, None, [step(n) for n in (1, 2, 3)])
    assert store.prune("2026-01-03", {2: "2026-01-02"}) == 3
    assert [[each.pictured for each in store.steps(table, 1)] for table in (1, 2)] == [
        [False, False, True],
        [False, True, True],
    ]
