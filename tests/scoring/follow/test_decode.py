"""Deals decoded from noisy looks, thousands of them in the long tests, and what no game generator would play."""

from random import Random
from time import process_time
from typing import Final

import msgspec
import pytest

from scoring.follow.decode import Decoder, Settings
from scoring.follow.events import Correction, Discard, Drawn, Flower, Unseen, Win
from scoring.follow.seen import Change, Lies, Look, SeenTile, Zone
from scoring.rules import BOOKS
from tests.long import long_but
from tests.scoring.follow.checking import Count, check
from tests.scoring.follow.playing import Pond, Style, play
from tests.scoring.follow.watching import KINDS, PERFECT, REAL, Eyes, watch

TABLES: Final[tuple[tuple[Style, Pond], ...]] = (("riichi", "rows"), ("chinese", "rows"), ("chinese", "thrown"))
"""The games, and the ways to discard."""
UNLAWFUL: Final = 0.04
"""Probability of a discard out of turn, and of a false chow, in a deal played unlawfully."""
MISHAPS: Final = 0.1
"""Probability that a discard is taken back, put down twice, or turned."""
AFTER_DARK: Final = 3.5
"""Seconds after the light is back until events count again."""
SLOWEST: Final = 0.005
"""Processor seconds of a look on average: the share of a core that a live decoder may take at a few looks a second."""
LONG: Final = 110.0
"""Processor seconds that the long test spends on deals."""


def followed(seed: int, style: Style, pond: Pond, eyes: Eyes, kind: str = "none") -> tuple[Count, Count, float]:
    """Return the counts of a deal's course at the end and as it was given out, and the seconds of a look."""
    rng = Random(seed)
    deal = play(
        rng, style, pond, UNLAWFUL if kind == "unlawful" else 0.0, MISHAPS if kind == "mishaps" else 0.0
    )  # fmt: skip
    looks = watch(deal, eyes, rng, kind)
    decoder = Decoder(Settings(play=BOOKS.plays[style], dealer=0 if kind == "middle" else deal.dealer))
    start = process_time()
    given = [event for look in looks for event in decoder.look(look)]
    given += decoder.finish()
    spent = (process_time() - start) / len(looks)
    since = looks[0].t + 0.01 if kind == "middle" else 0.0
    covered = [look.t for look in looks if len(look.covered) > 9]
    dark = (covered[0] - 2, covered[-1] + AFTER_DARK) if covered else (0.0, 0.0)
    live = [event for event in given if not isinstance(event, Correction)]
    return (
        check(deal.events, decoder.events(), since, dark),
        check(deal.events, live, since, dark),
        spent,
    )


def many(seeds: range, eyes: Eyes, kind: str = "none") -> Count:
    """Return the counts of deals of all tables in turn, none of them surely wrong, at the end or as given out."""
    total = Count()
    for seed in seeds:
        style, pond = TABLES[seed % len(TABLES)]
        course, live, _ = followed(seed, style, pond, eyes, kind)
        assert not course.sure_wrong, (seed, style, pond, kind)
        assert not live.sure_wrong, (seed, style, pond, kind)
        total += course
    return total


def test_clear_looks_each_second_or_two_give_whole_deals() -> None:
    total = many(range(6), PERFECT)
    assert total.share >= 0.98, total  # small samples of 99% and 90%, which the long test asks for
    assert total.whole >= 4, total
    assert total.sure > 0.3 * total.all.total()


def test_a_game_of_three_suits_without_chows_and_flowers_is_followed() -> None:
    total = Count()
    for seed in range(300, 303):
        course, live, _ = followed(seed, "sichuan", "rows", REAL)
        assert not course.sure_wrong, seed
        assert not live.sure_wrong, seed
        total += course
    assert total.share >= 0.97, total


def test_a_game_of_sixteen_tiles_is_followed() -> None:
    total = Count()
    for seed in range(310, 312):
        course, live, _ = followed(seed, "taiwan", "rows", REAL)
        assert not course.sure_wrong, seed
        assert not live.sure_wrong, seed
        total += course
    assert total.share >= 0.97, total
    assert total.all["flower"]


def of_three(seeds: range, kind: str = "none") -> Count:
    """Return the counts of deals of three, who set Norths aside and rob them, likewise."""
    total = Count()
    for seed in seeds:
        course, live, _ = followed(seed, "sanma", "rows" if seed % 3 else "thrown", REAL, kind)
        assert not course.sure_wrong, (seed, kind)
        assert not live.sure_wrong, (seed, kind)
        total += course
    return total


def test_a_deal_of_three_is_followed() -> None:
    total = of_three(range(100, 103))
    assert total.share >= 0.97, total
    assert total.all["flower"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("none", 0.99),
        ("unlawful", 0.97),
        ("mishaps", 0.97),
        ("straightened", 0.97),
        ("bump", 0.97),
        ("dark", 0.97),
        ("arm", 0.95),
        ("cup", 0.95),
        ("ghosts", 0.97),
        ("middle", 0.9),
    ],
)
def test_trouble_of_three(kind: str, least: float) -> None:
    total = of_three(range(200, 212), kind)
    assert total.share >= least, total
    assert total.all["claim"]
    assert total.all["win"]
    assert not any("chow" in str(event) for event in total.missing)


def test_looks_as_noisy_as_real_ones() -> None:
    total = many(range(100, 103), REAL)
    assert total.share >= 0.97, total


@pytest.mark.parametrize(
    ("kind", "least"),
    long_but(
        [("unlawful", 0.94), ("straightened", 0.95), ("dark", 0.95)],
        [
            ("unlawful", 0.94),
            ("mishaps", 0.95),
            ("straightened", 0.95),
            ("bump", 0.95),
            ("dark", 0.95),
            ("arm", 0.9),  # what is thrown under a resting arm is seen late
            ("cup", 0.93),
            ("ghosts", 0.93),
            ("middle", 0.85),
        ],
    ),
)
def test_trouble(kind: str, least: float) -> None:
    total = many(range(200, 200 + len(TABLES)), REAL, kind)
    assert total.share >= least, total


def test_a_kong_of_which_one_tile_is_seen_late_is_no_sure_pung() -> None:
    many(range(70009, 70010), REAL, "arm")


def test_a_tile_read_once_is_no_sure_part_of_a_chow() -> None:
    """Such a look took a 5 of Dots for the 7, which lies in the chow, too."""
    many(range(41538309, 41538310), REAL, "straightened")


def test_a_tile_that_was_taken_back_is_not_a_later_one_of_its_face() -> None:
    """Follow a dragon that a player took back for a wind laid in its place, before the next one discarded another."""
    course, live, _ = followed(964300425, "chinese", "thrown", REAL, "mishaps")
    assert not [*course.sure_wrong, *live.sure_wrong]
    assert course.share == 1.0


def test_a_tile_that_flickers_as_a_hand_with_its_face_is_laid_is_no_sure_discard() -> None:
    course, live, _ = followed(991400189, "sichuan", "thrown", REAL, "ghosts")
    assert not [*course.sure_wrong, *live.sure_wrong]


def test_a_fresh_sample_claims_nothing_wrong() -> None:
    """Take another sample each time; a failure names the seed, for `followed` to repeat it."""
    start = Random().randrange(1 << 30)
    for seed in range(start, start + 2):
        kind = ("none", "unlawful", *KINDS[1:])[seed % 9]
        many(range(seed, seed + 1), REAL, kind)


def test_a_look_takes_few_milliseconds() -> None:
    spent = [followed(seed, style, pond, REAL)[2] for seed, (style, pond) in enumerate(TABLES)]
    assert sum(spent) / len(spent) < SLOWEST


@pytest.mark.long
@pytest.mark.timeout(900)
def test_nothing_sure_is_wrong_in_many_deals() -> None:
    kinds = ("none", "unlawful", "mishaps", *KINDS[1:])
    totals = {kind: Count() for kind in kinds}
    start, seed = process_time(), 1000
    while process_time() - start < LONG:
        kind = kinds[seed // len(TABLES) % len(kinds)]
        totals[kind] += many(range(seed, seed + 1), REAL, kind)
        seed += 1
    for kind, total in totals.items():
        print(f"{kind:12} {total}")
    assert totals["none"].share >= 0.97
    assert sum(total.deals for total in totals.values()) > 100


@pytest.mark.long
@pytest.mark.timeout(900)
def test_clear_looks_at_many_deals() -> None:
    total = many(range(2000, 2120), PERFECT)
    print(total)
    assert total.share >= 0.99
    assert total.whole >= 0.9 * total.deals


def tile(track: int, code: str, seat: int, place: int, looks: int = 4, up: bool = True) -> SeenTile:
    """Return a tile in the pond of a seat, in its first row."""
    x, y = ((0.42, 0.62), (0.62, 0.58), (0.58, 0.38), (0.38, 0.42))[seat - 1]
    dx, dy = ((1, 0), (0, -1), (-1, 0), (0, 1))[seat - 1]
    lies = (Lies("pond", seat, 0.95),)
    faces = {code: 0.99} if up else {}
    return SeenTile(track, x + 0.031 * dx * place, y + 0.031 * dy * place, faces, looks, up, lies=lies)


def put(track: int, code: str, seat: int, place: int, t: float, up: bool = True) -> Change:
    """Return the change of a discard by a seat's own arm."""
    return Change("appeared", tile(track, code, seat, place, up=up), t - 1, t, reached={seat: 0.9})


def rounds(decoder: Decoder, turns: int = 8) -> list[Look]:
    """Return looks at lawful turns, a tile a look, from seat 1 on."""
    codes = ("1m", "9p", "E", "S", "W", "N", "1s", "9s", "2m", "8p", "C", "F")
    return [
        Look(t=2.0 * k + 2, changes=(put(k + 1, codes[k], k % 4 + 1, k // 4, 2.0 * k + 2),), still=True)
        for k in range(turns)
    ]


@pytest.fixture
def decoder() -> Decoder:
    """A decoder whose dealer is seat 1."""
    return Decoder(Settings(play=BOOKS.plays["riichi"], dealer=1))


def discards(decoder: Decoder) -> list[tuple[int, str]]:
    """Return the discards held now, with `unseen` where a gap is."""
    return [
        (event.seat, event.tile if isinstance(event, Discard) else "unseen")
        for event in decoder.events()
        if isinstance(event, Discard | Unseen)
    ]


def test_events_are_given_out_once_they_have_settled(decoder: Decoder) -> None:
    given = [[event.t for event in decoder.look(look)] for look in rounds(decoder, 4)]
    assert given == [[], [], [2.0], [4.0]]
    assert [event.t for event in decoder.finish()] == [6.0, 8.0]
    assert [event.number for event in decoder.events()] == [1, 2, 3, 4]
    assert decoder.standing == "in step"


def test_what_is_clear_is_told_with_the_look_that_shows_it(decoder: Decoder) -> None:
    told = []
    for look in rounds(decoder, 4):
        decoder.look(look)
        told.append([(event.t, event.number) for event in decoder.heard])
    assert told == [[(2.0, 1)], [(4.0, 2)], [(6.0, 3)], [(8.0, 4)]]
    assert [event.number for event in decoder.fresh()] == [1, 2, 0, 0]  # the others are not kept yet
    decoder.finish()
    assert decoder.heard == []
    assert [(event.number, told) for event, told in decoder.timed()] == [(n, 2.0 * n) for n in range(1, 5)]


def test_what_is_told_at_once_and_was_otherwise_is_corrected_before_it_is_kept(decoder: Decoder) -> None:
    first = rounds(decoder, 1)[0].changes[0]
    faint = msgspec.structs.replace(first.tile, faces={"1s": 0.6, "1m": 0.3}, looks=1)
    early = Look(t=2.0, changes=(Change("appeared", faint, 1.0, 2.0, reached={1: 0.9}),))
    better = Change("named", first.tile, 2.0, 3.2, before=faint)
    told: list[tuple[float, object]] = []
    for look in (early, Look(t=2.5), Look(t=3.0), Look(t=3.2, changes=(better,)), Look(t=3.6), Look(t=4.0)):
        assert decoder.look(look) == []
        for event in decoder.heard:
            told.append((look.t, event.now if isinstance(event, Correction) else event))
    assert [(t, event.tile) for t, event in told if isinstance(event, Discard)] == [(3.0, "1s"), (4.0, "1m")]
    ((kept, at),) = decoder.timed()
    assert (kept, at) == (decoder.events()[0], 4.0)
    assert [event.tile for event in decoder.look(Look(t=5.0)) if isinstance(event, Discard)] == ["1m"]


def test_a_missed_discard_is_a_gap_and_a_late_tile_fills_it(decoder: Decoder) -> None:
    first, second, third, fourth, *_ = rounds(decoder, 6)
    given = [event for look in (first, third, fourth) for event in decoder.look(look)]
    assert discards(decoder) == [(1, "1m"), (2, "unseen"), (3, "E"), (4, "S")]
    assert decoder.standing == "doubtful"
    given += [event for k in range(3) for event in decoder.look(Look(t=9.0 + k, still=True))]
    assert any(isinstance(event, Unseen) for event in given)
    late = Change("appeared", second.changes[0].tile, 1.0, 12.0, reached={2: 0.9})
    given = [event for t in (12.0, 13.0, 14.0) for event in decoder.look(Look(t=t, changes=(late,) if t == 12 else ()))]
    assert discards(decoder) == [(1, "1m"), (2, "9p"), (3, "E"), (4, "S")]
    mended = [event for event in given if isinstance(event, Correction)]
    assert [event.now for event in mended] == [None]  # the gap; the discard is given out as itself
    assert [(event.seat, event.tile) for event in given if isinstance(event, Discard)] == [(2, "9p")]


@pytest.mark.parametrize("said", [1, 2, 3, 4])
def test_the_first_discards_show_who_deals_whoever_is_said_to(said: int) -> None:
    """Leave no gap and no discard out of turn where the players took other seats."""
    decoder = Decoder(Settings(play=BOOKS.plays["riichi"], dealer=said))
    for look in rounds(decoder, 8):
        decoder.look(look)
    decoder.finish()
    assert decoder.dealer == 1
    assert [seat for seat, _ in discards(decoder)] == [1, 2, 3, 4] * 2
    assert all(event.sure for event in decoder.events()[1:])


def test_a_discard_out_of_turn_is_recorded_as_it_was_played(decoder: Decoder) -> None:
    looks = rounds(decoder, 4)
    wrong = Look(t=10.0, changes=(put(9, "2s", 3, 1, 10.0),), still=True)
    after = [Look(t=12.0, changes=(put(10, "W", 1, 1, 12.0),)), Look(t=14.0, changes=(put(11, "N", 2, 1, 14.0),))]
    for look in (*looks, wrong, *after):
        decoder.look(look)
    assert [seat for seat, code in discards(decoder) if code != "unseen"] == [1, 2, 3, 4, 3, 1, 2]
    assert (3, "2s") in discards(decoder)


@pytest.mark.parametrize(("seen", "sure"), [(9.0, True), (10.5, False)])
def test_a_flower_seen_after_its_player_has_discarded_is_not_sure_when_it_was_laid(
    decoder: Decoder, seen: float, sure: bool
) -> None:
    looks = rounds(decoder, 6)
    lies = (Lies("flowers", 1, 0.95),)
    flower = SeenTile(20, 0.2, 0.9, {"s1": 0.97}, 6, lies=lies)
    laid = Look(t=seen, changes=(Change("appeared", flower, seen - 0.5, seen, reached={1: 0.9}),))
    for look in sorted((*looks, laid), key=lambda look: look.t):
        decoder.look(look)
    decoder.finish()
    said = [event.sure for event in decoder.events() if isinstance(event, Flower)]
    assert said == [sure]
    # the discard that the flower was seen after is not sure to be the first of the two
    assert [event.sure for event in decoder.events() if isinstance(event, Discard)] == [True] * 4 + [sure, True]
    assert [seat for seat, _ in discards(decoder)] == [1, 2, 3, 4, 1, 2]


def flower(code: str, seat: int, place: int, t: float) -> Look:
    """Return the look that shows a flower of a seat, at a place of its row."""
    u = 0.1 + 0.035 * place
    x, y = ((u, 0.93), (0.93, 1 - u), (1 - u, 0.07), (0.07, u))[seat - 1]
    seen = SeenTile(20 + 10 * seat + place, x, y, {code: 0.97}, 6, lies=(Lies("flowers", seat, 0.95),))
    return Look(t=t, changes=(Change("appeared", seen, t - 0.3, t, reached={seat: 0.9}),), still=True)


@pytest.mark.parametrize(
    ("laid", "sure"),
    [
        ([(1, 0, 0.3), (1, 1, 0.6), (2, 0, 0.9)], [True, True, True]),
        ([(1, 1, 0.3), (1, 0, 0.6), (2, 0, 0.9)], [False, False, True]),  # its row has another order
        ([(1, 0, 0.3), (3, 0, 0.6), (2, 0, 0.9)], [True, False, False]),  # seat 2 lays before seat 3
        ([(1, 0, 0.3), (2, 0, 0.6), (1, 1, 9.0)], [True, True, True]),  # one drawn in play
    ],
)
def test_flowers_seen_in_another_order_than_they_are_laid_are_not_sure(
    decoder: Decoder, laid: list[tuple[int, int, float]], sure: list[bool]
) -> None:
    flowers = [flower(f"f{k + 1}", *each) for k, each in enumerate(laid)]
    for look in sorted((*flowers, *rounds(decoder, 6)), key=lambda look: look.t):
        decoder.look(look)
    decoder.finish()
    assert [event.sure for event in decoder.events() if isinstance(event, Flower)] == sure
    assert all(event.sure for event in decoder.events() if isinstance(event, Discard))


def test_straightened_tiles_are_no_discards(decoder: Decoder) -> None:
    looks = rounds(decoder, 8)
    for look in looks:
        decoder.look(look)
    before = discards(decoder)
    old = [change.tile for look in looks for change in look.changes if change.tile.lies[0].seat == 1]
    gone = [Change("gone", each, 17.0, 18.0, reached={1: 0.9}) for each in old]
    again = [
        Change("appeared", tile(50 + k, max(each.faces), 1, k), 18.0, 19.0, reached={1: 0.9})
        for k, each in enumerate(old)
    ]
    decoder.look(Look(t=18.0, changes=tuple(gone)))
    decoder.look(Look(t=19.0, changes=tuple(again), still=True))
    assert discards(decoder) == before


def test_a_bump_and_a_minute_of_darkness_change_nothing(decoder: Decoder) -> None:
    looks = rounds(decoder, 8)
    for look in looks:
        decoder.look(look)
    before = discards(decoder)
    dark = tuple((zone, seat) for zone in ("pond", "meld") for seat in (1, 2, 3, 4))
    for t in range(17, 77):
        decoder.look(Look(t=float(t), covered=dark))  # type: ignore[arg-type]
    assert decoder.standing == "lost"
    everything = [change for look in looks for change in look.changes]
    fresh = tuple(
        Change("appeared", tile(100 + k, max(c.tile.faces), k % 4 + 1, k // 4), 16.0, 77.0)
        for k, c in enumerate(everything)
    )
    decoder.look(Look(t=77.0, changes=fresh, fresh=True, still=True))
    assert discards(decoder) == before
    assert decoder.standing == "in step"


@pytest.mark.parametrize(("seconds", "clear", "sure"), [(20, 1, False), (20, 2, True), (1, 1, True)])
def test_a_tile_that_one_look_after_the_dark_lacked_is_not_sure(
    decoder: Decoder, seconds: int, clear: int, sure: bool
) -> None:
    *before, last, later = rounds(decoder, 10)
    for look in before:
        decoder.look(look)
    dark = tuple((zone, seat) for zone in ("pond", "meld") for seat in (1, 2, 3, 4))
    for t in range(17, 17 + seconds):
        decoder.look(Look(t=float(t), covered=dark))  # type: ignore[arg-type]
    end = 17.0 + seconds
    for k in range(clear):
        decoder.look(Look(t=end + k, still=True))
    for k, look in enumerate((last, later)):
        new = msgspec.structs.replace(look.changes[0], after=end + clear - 1 + k, until=end + clear + k)
        decoder.look(Look(t=new.until, changes=(new,), still=True))
    decoder.finish()
    said = [event.sure for event in decoder.events() if isinstance(event, Discard)]
    assert (len(said), said[8]) == (10, sure)


@pytest.mark.parametrize(
    ("covered", "seen", "sure", "t"),
    [
        ((), 10.0, True, 10.0),
        ((), 12.0, False, 12.0),  # with the next one: it may have lain there since the fourth
        ((9.0, 9.5), 10.0, True, 10.0),
        (
            (8.5, 9.5, 10.5, 11.5),
            11.9,
            False,
            10.2,
        ),  # under an arm: somewhere in between
    ],
)
def test_a_discard_that_may_have_lain_for_longer_than_an_event_may_be_off_is_not_sure(
    decoder: Decoder, covered: tuple[float, ...], seen: float, sure: bool, t: float
) -> None:
    looks = rounds(decoder, 8)
    late = msgspec.structs.replace(looks[4].changes[0], after=seen - 0.5, until=seen)
    looks[4] = Look(t=seen, changes=(late,))
    looks += [Look(t=each, covered=(("pond", 1),)) for each in covered]
    for look in sorted(looks, key=lambda look: look.t):
        decoder.look(look)
    decoder.finish()
    played = [event for event in decoder.events() if isinstance(event, Discard)]
    assert [event.seat for event in played] == [1, 2, 3, 4] * 2
    assert (played[4].sure, played[4].t) == (sure, pytest.approx(t, abs=0.3))


WAITS = ("1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "5s", "6s", "7s", "9s")
"""Tiles that wait for 9s."""


@pytest.mark.parametrize(
    ("hand", "winning", "gone", "source", "sure"),
    [
        (WAITS, "9s", True, 4, True),
        (WAITS, "", False, 4, False),  # it lies in its pond yet, or the next player drew one that nobody saw
        (WAITS, "9s", False, 0, False),  # or another one was drawn
        ((*WAITS[:-1], "1p"), "1p", False, 0, True),
        ((*WAITS[:-1], "1p"), "1p", True, 0, False),
        ((*WAITS[:-1], "1p"), "2p", False, 0, False),  # it is not complete
    ],
)
def test_a_win_is_sure_where_the_hand_and_the_last_discard_leave_no_other_course(
    decoder: Decoder, hand: tuple[str, ...], winning: str, gone: bool, source: int, sure: bool
) -> None:
    looks = rounds(decoder, 8)
    for look in looks:
        decoder.look(look)
    laid = [
        SeenTile(50 + k, 0.3 + 0.031 * k, 0.95, {code: 0.99}, 6, lies=(Lies("hand", 1, 0.95),))
        for k, code in enumerate(hand)
    ]
    if winning:
        laid.append(SeenTile(80, 0.8, 0.95, {winning: 0.99}, 6, lies=(Lies("win", 1, 0.95),)))
    changes = [Change("appeared", each, 18.5, 19.0, reached={1: 0.9}) for each in laid]
    if gone:
        changes.append(Change("gone", looks[-1].changes[0].tile, 17.8, 18.5, reached={1: 0.9}))
    decoder.look(Look(t=18.0, still=True))
    decoder.look(Look(t=19.0, changes=tuple(changes), still=True))
    decoder.finish()
    (win,) = [event for event in decoder.events() if isinstance(event, Win)]
    assert (win.seat, win.source, win.sure) == (1, source, sure)


def test_a_win_has_the_tiles_that_lay_open_on_the_wall(decoder: Decoder) -> None:
    """Take the first one, and one turned in play, with a look too few for its name, and not what is turned later."""

    def turned(track: int, code: str, looks: int, t: float) -> Change:
        seen = SeenTile(track, 0.81, 0.3 + 0.04 * (track - 40), {code: 0.99}, looks, lies=(Lies("wall", 2, 0.8),))
        return Change("appeared", seen, max(0.0, t - 1), t)

    for look in rounds(decoder, 8):
        more = (turned(41, "7s", 8, 0.0),) if look.t == 2 else (turned(40, "2m", 1, 8.0),) if look.t == 8 else ()
        decoder.look(msgspec.structs.replace(look, changes=(*look.changes, *more)))
    laid = [
        SeenTile(50 + k, 0.3 + 0.031 * k, 0.95, {code: 0.99}, 6, lies=(Lies("hand", 1, 0.95),))
        for k, code in enumerate((*WAITS[:-1], "1p"))
    ]
    laid.append(SeenTile(80, 0.8, 0.95, {"1p": 0.99}, 6, lies=(Lies("win", 1, 0.95),)))
    changes = [Change("appeared", each, 18.5, 19.0, reached={1: 0.9}) for each in laid]
    decoder.look(Look(t=19.0, changes=tuple(changes), still=True))
    decoder.look(Look(t=21.0, changes=(turned(42, "9s", 8, 21.0),), still=True))
    decoder.finish()
    (win,) = [event for event in decoder.events() if isinstance(event, Win)]
    assert win.wall == ("7s", "?")


@pytest.mark.parametrize(("style", "over"), [("sichuan", False), ("riichi", True)])
def test_play_goes_on_after_a_win_without_the_winner(style: Style, over: bool) -> None:
    """By the rules of Sichuan; elsewhere the same is seen after a win that should have ended the deal."""
    decoder = Decoder(Settings(play=BOOKS.plays[style], dealer=1))
    looks = rounds(decoder, 8)
    for look in looks:
        decoder.look(look)
    hand = [
        SeenTile(50 + k, 0.3 + 0.031 * k, 0.95, {code: 0.99}, 6, lies=(Lies("hand", 1, 0.95),))
        for k, code in enumerate(WAITS)
    ]
    won = [*hand, SeenTile(80, 0.8, 0.95, {"9s": 0.99}, 6, lies=(Lies("win", 1, 0.95),))]
    changes = [Change("gone", looks[-1].changes[0].tile, 17.8, 18.5, reached={1: 0.9})]
    changes += [Change("appeared", each, 18.5, 19.0, reached={1: 0.9}) for each in won]
    decoder.look(Look(t=18.0, still=True))
    decoder.look(Look(t=19.0, changes=tuple(changes), still=True))
    assert decoder.state().over == over
    for k in range(6):  # seat 1 has won: 2, 3, 4 go on
        seat, t = k % 3 + 2, 21.0 + 2 * k
        decoder.look(Look(t=t, changes=(put(90 + k, f"{k + 2}p", seat, 3 + k // 3, t),), still=True))
    state = decoder.state()
    assert [(laid.seat, laid.tile) for laid in state.discards[8:]] == [(k % 3 + 2, f"{k + 2}p") for k in range(6)]
    assert (state.won, state.turn) == ((1,), 2)


def opened(seat: int, codes: tuple[str, ...], beside: str, t: float) -> tuple[Change, ...]:
    """Return the changes of a hand that a seat lays open, with a tile beside it, or "" for none."""
    places: list[tuple[str, Zone]] = [(code, "hand") for code in codes]
    places += [(beside, "win")] if beside else []
    edges = (lambda u: (u, 0.95), lambda u: (0.95, 1 - u), lambda u: (1 - u, 0.05), lambda u: (0.05, u))
    return tuple(
        Change(
            "appeared",
            SeenTile(
                100 * seat + k, *edges[seat - 1](0.2 + 0.035 * k), {code: 0.99}, 6, lies=(Lies(zone, seat, 0.95),)
            ),
            t - 0.5,
            t,
            reached={seat: 0.9},
        )
        for k, (code, zone) in enumerate(places)
    )


OTHERS: Final = (
    ("1p", "1p", "1p", "4p", "5p", "6p", "4s", "5s", "6s", "S", "S", "7s", "8s"),
    ("2m", "2m", "5m", "6m", "7m", "3p", "4p", "5p", "3s", "4s", "5s", "9s", "9s"),
)
"""More hands that wait for 9s; the first for 6s as well, the second for 2m."""


def wins_of(decoder: Decoder) -> list[tuple[int, str, int | None]]:
    """Return the wins held now."""
    return [(event.seat, event.tile, event.source) for event in decoder.events() if isinstance(event, Win)]


@pytest.mark.parametrize("winners", [2, 3])
@pytest.mark.parametrize("style", ["riichi", "chinese", "sichuan"])
@pytest.mark.parametrize("beside", [True, False])
def test_two_and_three_win_on_one_discard(style: Style, winners: int, beside: bool) -> None:
    decoder = Decoder(Settings(play=BOOKS.plays[style], dealer=1))
    for look in rounds(decoder, 8):  # the last tile is seat 4's 8p
        decoder.look(look)
    last = put(9, "9s", 1, 2, 18.0)
    decoder.look(Look(t=18.0, changes=(last,), still=True))
    gone = (Change("gone", last.tile, 20.0, 20.4, reached={2: 0.9}),) if beside else ()
    hands = [opened(2, WAITS, "9s" if beside else "", 20.5)]
    hands += [opened(seat, OTHERS[seat - 3], "", 19.0 + seat) for seat in (3, 4)[: winners - 1]]
    for k, laid in enumerate(hands):
        decoder.look(Look(t=laid[0].until, changes=(*laid, *(gone if k == 0 else ())), still=True))
    decoder.finish()
    assert wins_of(decoder) == [(seat, "9s", 1) for seat in range(2, 2 + winners)]


def test_hands_that_are_laid_open_once_the_wall_is_used_up_say_who_waits() -> None:
    """Seat 2 waits, seat 3 shows a hand that does not, the others lay theirs face down."""
    decoder = Decoder(Settings(play=BOOKS.plays["riichi"], dealer=1))
    for look in rounds(decoder, 8):
        decoder.look(msgspec.structs.replace(look, wall=14))
    backs = [
        Change(
            "appeared",
            SeenTile(500 + 20 * seat + k, 0.3 + 0.03 * k, 0.95 if seat == 1 else 0.5, up=False,
                     lies=(Lies("hand", seat, 0.95),)),
            18.5, 19.0,
        )
        for seat in (1, 4)
        for k in range(13)
    ]  # fmt: skip
    changes = (*opened(2, (*WAITS[:-1], "1p"), "", 19.0), *opened(3, (*WAITS[:-2], "1p", "F"), "", 19.0), *backs)
    decoder.look(Look(t=19.0, changes=changes, wall=14, still=True))
    for t in (20.0, 21.0, 22.5, 26.0):
        decoder.look(Look(t=t, wall=14, still=True))
    (drawn,) = [event for event in decoder.events() if isinstance(event, Drawn)]
    assert (drawn.t, drawn.waiting) == (19.0, (2,))
    assert wins_of(decoder) == []


def test_a_hand_that_waits_for_another_tile_is_shown_and_wins_nothing() -> None:
    decoder = Decoder(Settings(play=BOOKS.plays["riichi"], dealer=1))
    for look in rounds(decoder, 8):
        decoder.look(look)
    decoder.look(Look(t=18.0, changes=(last := put(9, "9s", 1, 2, 18.0),), still=True))
    gone = Change("gone", last.tile, 20.0, 20.4, reached={2: 0.9})
    decoder.look(Look(t=20.5, changes=(*opened(2, WAITS, "9s", 20.5), gone), still=True))
    decoder.look(Look(t=22.0, changes=opened(3, (*OTHERS[0][:-2], "1m", "2m"), "", 22.0), still=True))
    decoder.finish()
    assert wins_of(decoder) == [(2, "9s", 1)]


@pytest.mark.parametrize(
    ("codes", "covered", "won"),
    [
        (WAITS, "pond", [(2, "9s", 1)]),
        (OTHERS[1], "pond", [(2, "?", 1)]),  # for 2m as well
        (("2m", *OTHERS[1][:2], "P", *OTHERS[1][4:]), "pond", [(2, "F", 4)]),  # for none: a false win on what was seen
        (WAITS, "nothing", [(2, "F", 4)]),
    ],
)
def test_a_hand_wins_on_a_discard_that_lies_under_something(
    codes: tuple[str, ...], covered: str, won: list[tuple[int, str, int | None]]
) -> None:
    """Something was put down on the pond of seat 1 before its discard, and lies there to the end."""
    decoder = Decoder(Settings(play=BOOKS.plays["chinese"], dealer=1))
    for look in rounds(decoder, 12):
        decoder.look(look)
    hidden: tuple[tuple[Zone, int], ...] = (("pond", 1),) if covered == "pond" else ()
    for t in (25.0, 26.0, 27.0):
        decoder.look(Look(t=t, covered=hidden, still=True))
    for t in (28.0, 29.0, 31.0):
        laid = opened(2, codes, "", 28.0) if t == 28.0 else ()
        decoder.look(Look(t=t, changes=laid, covered=hidden, still=True))
    decoder.finish()
    assert wins_of(decoder) == won
    assert not any(event.sure for event in decoder.events()[12:])
    assert [len(event.hand) for event in decoder.events() if isinstance(event, Win)] == [13 + (won[0][1] != "?")]
    hid = [event for event in decoder.events()[12:] if isinstance(event, Discard | Unseen)]
    named = [event.tile if isinstance(event, Discard) else "?" for event in hid]
    assert named == [tile for _, tile, source in won if source == 1]
    assert not any(event.evidence for event in hid)  # no picture shows it


def test_a_second_win_where_the_first_should_have_ended_the_deal_is_told_at_once() -> None:
    """Some houses play on until three have won."""
    decoder = Decoder(Settings(play=BOOKS.plays["chinese"], dealer=1))
    for look in rounds(decoder, 8):
        decoder.look(look)
    decoder.look(Look(t=18.0, changes=(last := put(9, "9s", 1, 2, 18.0),), still=True))
    gone = Change("gone", last.tile, 20.0, 20.4, reached={2: 0.9})
    decoder.look(Look(t=20.5, changes=(*opened(2, WAITS, "9s", 20.5), gone), still=True))
    decoder.look(Look(t=22.5, changes=opened(3, OTHERS[0], "6s", 22.5), still=True))
    heard = [(event.seat, type(event)) for event in decoder.heard]
    for k in range(3):
        t, seat = 24.5 + 2 * k, (4, 1, 4)[k]
        decoder.look(Look(t=t, changes=(put(90 + k, f"{k + 2}p", seat, 4 + k, t),), still=True))
        heard += [(event.seat, type(event)) for event in decoder.heard]
        decoder.look(Look(t=t + 0.7, still=True))
        heard += [(event.seat, type(event)) for event in decoder.heard]
    assert heard == [(3, Win), (4, Discard), (1, Discard), (4, Discard)]
    assert wins_of(decoder) == [(2, "9s", 1), (3, "6s", 0)]


def test_two_discards_of_one_look_long_after_the_last_leave_open_when_the_first_was_made(decoder: Decoder) -> None:
    *before, one, two, last = rounds(decoder, 7)
    for look in before:
        decoder.look(look)
    late = [msgspec.structs.replace(look.changes[0], after=13.0, until=14.0) for look in (one, two)]
    decoder.look(Look(t=14.0, changes=tuple(late), still=True))
    decoder.look(Look(t=16.0, changes=(msgspec.structs.replace(last.changes[0], after=15, until=16.0),), still=True))
    decoder.finish()
    said = [event.sure for event in decoder.events() if isinstance(event, Discard)]
    assert said == [True] * 4 + [False, True, True]


def test_how_sure_the_steps_are_is_told_again_once_the_deal_is_over(decoder: Decoder) -> None:
    first, *others = rounds(decoder, 8)
    faint = msgspec.structs.replace(first.changes[0].tile, looks=1)
    given = list(decoder.look(Look(t=2.0, changes=(Change("appeared", faint, 1.0, 2.0, reached={1: 0.9}),))))
    for look in others:
        given += decoder.look(look)
    clear = Change("named", first.changes[0].tile, 2.0, 17.0, before=faint)
    given += decoder.look(Look(t=17.0, changes=(clear,), still=True))
    assert not any(isinstance(event, Correction) for event in given)
    assert next(iter(decoder.events())).sure
    laid = [
        SeenTile(50 + k, 0.3 + 0.031 * k, 0.95, {code: 0.99}, 6, lies=(Lies("hand", 1, 0.95),))
        for k, code in enumerate(WAITS)
    ]
    changes = tuple(Change("appeared", each, 18.5, 19.0, reached={1: 0.9}) for each in laid)
    over = [event for t in (19.0, 24.0, 26.0) for event in decoder.look(Look(t=t, changes=changes if t == 19 else ()))]
    (mended,) = [event for event in over if isinstance(event, Correction)]
    assert mended.now is not None
    assert (mended.of, mended.now.sure) == (1, True)


def test_a_tile_put_down_on_its_face_counts_once_it_is_turned(decoder: Decoder) -> None:
    first, second, *_ = rounds(decoder, 2)
    decoder.look(first)
    hidden = put(2, "9p", 2, 0, 4.0, up=False)
    decoder.look(Look(t=4.0, changes=(hidden,)))
    assert discards(decoder) == [(1, "1m")]
    turned = Change("turned", second.changes[0].tile, 4.0, 5.0, before=hidden.tile)
    decoder.look(Look(t=5.0, changes=(turned,)))
    assert discards(decoder) == [(1, "1m"), (2, "9p")]


def test_what_was_drawn_is_said_only_where_it_was_seen(decoder: Decoder) -> None:
    for drawn, look in zip((True, False, None), rounds(decoder, 3), strict=True):
        change = look.changes[0]
        decoder.look(
            Look(t=look.t, changes=(Change("appeared", change.tile, change.after, change.until, drawn=drawn),))
        )
    said = [event.tsumogiri for event in decoder.events() if isinstance(event, Discard)]
    assert said == ["yes", "no", "unknown"]


def test_a_name_that_gets_better_is_corrected(decoder: Decoder) -> None:
    first, *others = rounds(decoder, 4)
    doubtful = SeenTile(1, first.changes[0].tile.x, first.changes[0].tile.y, {"1s": 0.5, "1m": 0.4}, 1,
                        lies=first.changes[0].tile.lies)  # fmt: skip
    given = list(decoder.look(Look(t=2.0, changes=(Change("appeared", doubtful, 1.0, 2.0, reached={1: 0.9}),))))
    for look in others:
        given += decoder.look(look)
    assert [event.tile for event in given if isinstance(event, Discard)][:1] == ["1s"]
    better = Change("named", first.changes[0].tile, 2.0, 9.0, before=doubtful)
    given = [event for t in (9.0, 10.0, 11.0) for event in decoder.look(Look(t=t, changes=(better,) if t == 9 else ()))]
    mended = [event.now for event in given if isinstance(event, Correction)]
    assert [(event.tile, event.number) for event in mended if isinstance(event, Discard)] == [("1m", 1)]


@pytest.mark.parametrize("moved", [True, False])
def test_a_north_set_aside_is_robbed(moved: bool) -> None:
    """Seat 1 of three sets a North aside; seat 2 wins with it, and takes it beside the hand, or lets it lie."""
    decoder = Decoder(Settings(play=BOOKS.plays["sanma"], dealer=1))
    for k, code in enumerate(("1m", "9m", "E", "S", "W", "P")):
        t = 2.0 * k + 2
        decoder.look(Look(t=t, changes=(put(k + 1, code, k % 3 + 1, k // 3, t),), still=True))
    aside = SeenTile(20, 0.1, 0.93, {"N": 0.99}, 6, lies=(Lies("flowers", 1, 0.95),))
    decoder.look(Look(t=14.0, changes=(Change("appeared", aside, 13.0, 14.0, reached={1: 0.9}),), still=True))
    hand = ("1p", "2p", "3p", "4p", "5p", "6p", "7s", "8s", "9s", "5s", "5s", "N", "N")
    laid = [
        SeenTile(50 + k, 0.9, 0.3 + 0.031 * k, {code: 0.99}, 6, lies=(Lies("hand", 2, 0.95),))
        for k, code in enumerate(hand)
    ]
    changes = [Change("appeared", each, 16.5, 17.0, reached={2: 0.9}) for each in laid]
    if moved:
        won = SeenTile(21, 0.9, 0.8, {"N": 0.99}, 6, lies=(Lies("win", 2, 0.95),))
        changes += [Change("gone", aside, 15.5, 16.5, reached={2: 0.9}), Change("appeared", won, 16.5, 17.0)]
    decoder.look(Look(t=16.0, still=True))
    decoder.look(Look(t=17.0, changes=tuple(changes), still=True))
    decoder.finish()
    events = [event for event in decoder.events() if isinstance(event, Flower | Win)]
    assert [(type(event), event.seat, event.tile) for event in events] == [(Flower, 1, "N"), (Win, 2, "N")]
    assert isinstance(events[1], Win)
    assert events[1].source == 1
    assert decoder.state().flowers[1] == ["N"]
    assert decoder.state().left == BOOKS.plays["sanma"].draws - 6
