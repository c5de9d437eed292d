"""Looks at a table, written and read back."""

import msgspec

from scoring.follow.seen import SEATS, Change, Lies, Look, SeenTile, Stick


def test_a_look_is_read_back_as_it_was_written() -> None:
    tile = SeenTile(track=7, x=0.25, y=0.5, faces={"E": 0.9}, lies=(Lies("pond", 2, 0.8),), facing={2: 0.7})
    change = Change(kind="appeared", tile=tile, after=1.0, until=1.5, reached={2: 0.9})
    look = Look(
        t=2.0,
        changes=(change,),
        sticks=(Stick(seat=3, appeared=True, after=1.0, until=2.0),),
        covered=(("pond", 1),),
        standing={1: 13},
        wall=70,
    )
    assert msgspec.json.decode(msgspec.json.encode(look), type=Look) == look


def test_a_look_without_changes_says_nothing_else() -> None:
    look = Look(t=1.0)
    assert (look.changes, look.sticks, look.covered, look.standing, look.wall) == ((), (), (), {}, None)
    assert not look.still
    assert SEATS == (1, 2, 3, 4)
