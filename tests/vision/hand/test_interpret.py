"""Laid hands are read as a referee would write them down, from every side; where no hand lies, the reading says so."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.render import layouts
from models.render.hands import KINDS, win_of_kind
from scoring import parse, score
from scoring.circumstances import assumed
from scoring.notation import format_win
from scoring.tiles import FACES
from tests.vision.builders import HEIGHT, WIDTH, Laid, blurred, evidence, flowers, row, same_hand
from vision.hand.costs import Likelihoods
from vision.hand.grouping import find_grouping
from vision.hand.interpret import Known, read
from vision.reading import Doubt

SIDES = [0.0, 1.1, np.pi, 4.4]


TILTS = [0.0, 0.35, 0.7]


HANDS: list[tuple[str, Callable[[], list[Laid]], str]] = [
    ("the winning tile apart", lambda: row("123m456p789sEEEC C"), "123m456p789sEEEC C"),
    ("apart on the left", lambda: row("C 123m456p789sEEEC"), "123m456p789sEEEC C"),
    ("crosswise at the end", lambda: row("123m456p789sEEEC>C"), "123m456p789sEEEC C"),
    ("crosswise within", lambda: row("123m4p>5p6p789sEEECC"), "123m46p789sEEECC 5p"),
    ("last of its row, unsorted", lambda: row("CCEEE789s123m456p"), "CCEEE789s123m45p 6p"),
    ("upside down tiles", lambda: row("12m!3m!4p56p789s!EEEC C"), "123m456p789sEEEC C"),
    ("chow from the left", lambda: row("456p789sEEEC >1m23m C"), "[123m,1]456p789sEEEC C"),
    ("pung from the player on the left", lambda: row("456p789s123mC >EEE C"), "[EEE,1]456p789s123mC C"),
    ("pung from opposite", lambda: row("456p789s123mC E>EE C"), "[EEE,2]456p789s123mC C"),
    ("pung from the player on the right", lambda: row("456p789s123mC EE>E C"), "[EEE,3]456p789s123mC C"),
    ("kong from the player on the left", lambda: row("456p789s123mC >EEEE C"), "[EEEE,1]456p789s123mC C"),
    ("kong from opposite", lambda: row("456p789s123mC E>EEE C"), "[EEEE,2]456p789s123mC C"),
    ("kong from the player on the right", lambda: row("456p789s123mC EEE>E C"), "[EEEE,3]456p789s123mC C"),
    ("added kong, left", lambda: row("456p789s123mC >E+EEE C"), "[EEEE,5]456p789s123mC C"),
    ("added kong, middle", lambda: row("456p789s123mC E>E+EE C"), "[EEEE,6]456p789s123mC C"),
    ("added kong, right", lambda: row("456p789s123mC EE>E+E C"), "[EEEE,7]456p789s123mC C"),
    ("concealed kong, outer two down", lambda: row("456p789s123mC _EEE_E C"), "[EEEE]456p789s123mC C"),
    ("concealed kong, inner two down", lambda: row("456p789s123mC E_E_EE C"), "[EEEE]456p789s123mC C"),
    ("melds on the left", lambda: row(">1m23m F>FF 45678pCC 3p"), "[123m,1][FFF,2]45678pCC 3p"),
    ("four melds", lambda: row(">1m23m F>FF 9s9s>9s _EEE_E C C"), "[123m,1][FFF,2][999s,3][EEEE]C C"),
    (
        "melds in a second row",
        lambda: row("456p789sCC", y=-60) + row(">1m23m F>FF", x=40),
        "[123m,1][FFF,2]456p789sC C",
    ),
    (
        "flowers in a row behind",
        lambda: row("123m456p789sEEEC C") + flowers("f1 s3", -150, 55),
        "123m456p789sEEEC C flowers=2",
    ),
    (
        "flowers in the row",
        lambda: flowers("f2", -215, 0) + row("123m456p789sEEEC C"),
        "123m456p789sEEEC C flowers=1",
    ),
    ("sets apart, all concealed", lambda: row("123m 456p 789s EEE CC"), "123m456p789sEEEC C"),
    (
        "a pond beside it",
        lambda: row("123m456p789sEEEC C", y=-120) + row("9m1sWN3p8m", y=60) + row("2s2s7pSF", x=-13, y=97),
        "123m456p789sEEEC C",
    ),
    ("seven pairs", lambda: row("1133557799mEEC C"), "1133557799mEEC C"),
]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize(("lay", "hand"), [h[1:] for h in HANDS], ids=[h[0] for h in HANDS])
def test_hands(lay: Callable[[], list[Laid]], hand: str, side: float, tilt: float) -> None:
    laid = lay()
    reading = read(evidence(laid, side, tilt))
    assert same_hand(reading, hand), (reading.hand, hand)
    assert sorted(t for g in reading.groups for t in g.tiles) == list(range(len(laid)))
    for group, members in enumerate(reading.groups):
        assert all(reading.tiles[t].group == group for t in members.tiles)


@pytest.mark.parametrize(
    ("lay", "count"),
    [
        (lambda: row("123m456p789sEEEC"), 13),
        (lambda: row("1m9s3pEE"), 5),
        (lambda: [t for y in range(5) for t in row("1m9s3pEC", y=37.0 * y)], 5),
        (lambda: row("123m456p789sEEECCFFNN"), 18),
        (lambda: row("1m9s3pEE") + row("_2m" * 9, y=140.0), 5),
    ],
    ids=["thirteen", "five", "grid", "eighteen", "beside a wall"],
)
def test_no_hand(lay: Callable[[], list[Laid]], count: int) -> None:
    laid = lay()
    reading = read(evidence(laid))
    assert reading.hand is None
    assert not reading.sure
    assert reading.doubts == (Doubt(None, "no-hand", {"count": count}),)
    assert [t.tile for t in reading.tiles] == [None if t.down else t.tile for t in laid]
    assert all(group.kind == "aside" for group in reading.groups)


def test_hidden_kong_has_no_name() -> None:
    reading = read(evidence(row("456p789s123mC _E_E_E_E C")))
    assert reading.hand is None
    assert any(doubt.kind == "face-down" for doubt in reading.doubts)


def test_nothing_seen() -> None:
    reading = read(evidence([]))
    assert (reading.tiles, reading.groups, reading.hand, reading.sure) == ((), (), None, False)


def test_upside_down_quads_follow_their_row() -> None:
    """Check that a tile that looks the same upside down follows its neighbours."""
    laid = row("123m4p8p6p789sEEEC C")
    laid[4] = Laid("8p", laid[4].x, laid[4].y, np.pi)
    seen = evidence(laid)
    seen.upright[4] = 0.0
    quad = read(seen).tiles[4].quad
    assert quad[0][1] < quad[3][1]


@settings(max_examples=60, deadline=None)
@given(count=st.integers(0, 24), seed=st.integers(0, 100_000), sharp=st.floats(0.3, 8))
def test_anything_seen_gives_a_sound_reading(count: int, seed: int, sharp: float) -> None:
    """Check random tiles, named at random: every tile is in one group, and the hand is legal or missing."""
    rng = np.random.default_rng(seed)
    at, laid = -300.0, []
    for _ in range(count):
        turn = float(rng.choice([0, np.pi / 2, np.pi, rng.uniform(0, 6.3)], p=[0.7, 0.1, 0.1, 0.1]))
        y = 0.0 if rng.random() < 0.8 else float(rng.uniform(-200, 200))
        laid.append(Laid(str(rng.choice(FACES)), at, y, turn, bool(rng.random() < 0.1)))
        at += float(rng.choice([27, 31, 45, 90], p=[0.7, 0.15, 0.1, 0.05]))
    faces = rng.dirichlet(np.full(43, 0.05), count) ** sharp if count else np.zeros((0, 43))
    faces /= np.maximum(faces.sum(axis=1, keepdims=True), 1e-30)
    seen = evidence(laid, side=rng.uniform(0, 6.3), tilt=rng.uniform(0, 0.8), faces=faces)
    reading = read(seen)
    shown = len(reading.tiles)
    assert shown >= (seen.backs | (seen.scores * seen.faces[:, :-1].max(axis=1, initial=0) >= 0.2)).sum()
    assert sorted(t for g in reading.groups for t in g.tiles) == list(range(shown))
    assert all(t in reading.groups[tile.group].tiles for t, tile in enumerate(reading.tiles))
    assert all(0 <= t.confidence <= 1 for t in reading.tiles)
    assert all(d.tile is None or 0 <= d.tile < shown for d in reading.doubts)
    for doubt in reading.doubts:
        mine = None if doubt.tile is None else reading.tiles[doubt.tile]
        assert doubt.other_face is None or (mine and doubt.other_face in {*FACES} - {mine.tile})
        assert doubt.other_group is None or (mine and reading.groups[mine.group].kind != doubt.other_group)
    assert not (reading.sure and (reading.hand is None or reading.doubts))
    if reading.hand is not None:
        hand = parse(reading.hand)
        assert len(hand.tiles) == 14 + sum(len(m.tiles) == 4 for m in hand.melds)
        assert max(Counter(hand.tiles).values()) <= 4
        assert not score(assumed(hand)).faults


@pytest.mark.parametrize("kind", KINDS)
def test_random_hands_of_every_kind_with_a_pond_beyond(kind: str) -> None:
    """With certain names and nearly exact boxes every hand is read exactly; a kong that lies face down is doubted."""
    for seed in range(8):
        rng = np.random.default_rng([seed, KINDS.index(kind)])
        win = win_of_kind(rng, kind)
        size = layouts.TileSize(WIDTH, HEIGHT, 18)
        own = layouts.declared(rng, win, size)
        placed = own + [p for p in layouts.beyond(rng, win, size) if p.level == 0]
        laid = [Laid(p.tile, p.x, p.y, p.turn, p.pose == "down") for p in placed]
        seen = evidence(laid, side=float(rng.uniform(0, 6.3)), tilt=float(rng.uniform(0, 0.5)))
        edge = np.linalg.norm(seen.quads[:, 1] - seen.quads[:, 0], axis=1)[:, None, None]
        near = replace(seen, size=(4000, 4000), quads=seen.quads + rng.normal(0, 0.03, seen.quads.shape) * edge)
        reading = read(near)
        named = {p.tile for p in own if p.pose == "up"}
        if all(meld.tiles[0] in named for meld in win.melds):
            assert same_hand(reading, format_win(win)), (reading.hand, format_win(win))
        else:
            assert reading.hand is None
            assert any(doubt.kind == "face-down" for doubt in reading.doubts)


def test_what_is_hardly_a_tile_is_shown_only_where_it_counts() -> None:
    """Check that it is left out next to a hand or without one, but not if it is in the hand or doubted."""
    hand = row("123m456p789sEEEC C", y=-120)
    glimpses = row("7p", x=-200, y=60)
    seen = evidence([*glimpses, *hand, *row("9m1s", y=60)])
    seen.scores[0] = 0.4
    assert len(read(seen).tiles) == 17  # faint, but clearly named
    seen.faces[0] = 0.4 * seen.faces[0] + 0.6 / seen.faces.shape[1]
    clear = read(seen)
    assert (clear.hand, clear.sure) == ("123m456p789sEEEC C", True)
    assert [t.tile for t in clear.tiles] == [t.tile for t in [*hand, *row("9m1s")]]
    assert sorted(t for g in clear.groups for t in g.tiles) == list(range(16))
    seen.scores[4] = 0.3
    seen.faces[4] = 0.4 * seen.faces[4] + 0.6 / seen.faces.shape[1]
    doubted = read(seen)
    assert doubted.hand == clear.hand
    assert [doubted.tiles[d.tile].tile for d in doubted.doubts if d.tile is not None] == ["4p"]
    assert [t.tile for t in read(seen.only(np.arange(17) % 8 == 0)).tiles] == ["8s", "1s"]


@pytest.mark.parametrize(
    ("tiles", "winning", "doubts"),
    [
        ({"5p": 60, "E": 60}, "5p", []),  # a declared hand wins: so the other is a discard
        ({"5p": 60, "2p": 60}, None, ["two-groups"]),
        ({"5p": 75, "E": 60}, "5p", ["two-groups"]),  # farther than one with which it does not win
        ({"9s": 60, "E": 60}, None, ["two-groups", "not-placed", "waits"]),
    ],
)
def test_which_of_two_loose_tiles_won_is_asked_unless_one_alone_wins(
    tiles: dict[str, float], winning: str | None, doubts: list[str]
) -> None:
    laid = [*row("234m2345p234678s"), *(Laid(code, 70 - 140 * n, y) for n, (code, y) in enumerate(tiles.items()))]
    reading = read(evidence(laid, tilt=0.1))
    assert [doubt.reason for doubt in reading.doubts] == doubts
    assert winning is None or reading.hand == f"234m2345p234678s {winning}"


def test_a_misread_tile_is_no_reason_to_take_another_hand() -> None:
    """Read a hand that wins with the loose tile by a face that the picture does not give."""
    laid = [*row("234m2345p234678s"), Laid("5p", 70, 60), Laid("E", -70, 60)]
    faces = blurred(laid, 13, {"6p": 0.55, "5p": 0.45})
    assert "two-groups" in {doubt.reason for doubt in read(evidence(laid, tilt=0.1, faces=faces)).doubts}


def test_what_other_reads_made_known_changes_no_reading() -> None:
    """Compare reads that differ in one kind of evidence, or in tiles beside the hand, one after another and back."""
    laid = [*row("123m456pEEE C>CC 789s9s", y=-120), *row("9m1sWN3p8m", y=60)]
    seen, known = evidence(laid), Known()
    down = np.arange(len(laid)) % 5 == 0
    reads = [
        seen,
        replace(seen, backs=down),
        replace(seen, upright=-seen.upright),
        evidence(laid, faces=blurred(laid, 3, {"4p": 0.52, "7p": 0.47})),
        seen.only(seen.quads.mean(axis=1)[:, 1] < np.median(seen.quads[..., 1])),
        replace(seen, scores=np.where(down, 0.3, seen.scores)),
    ]
    assert len({repr(read(each)) for each in reads}) == len(reads)
    for each in (*reads, *reversed(reads)):
        assert read(each, known=known) == read(each)


def test_rows_and_names_are_found_once() -> None:
    laid = row("123m456p789sEEEC C")
    seen, known = evidence([*laid, *row("5m", y=200)]), Known()
    beside = np.arange(len(seen.scores)) == len(laid)
    other = replace(seen, backs=beside)
    layout = known.layout(seen)
    assert known.layout(other) is layout
    assert known.layout(seen.only(~beside)) is not layout
    cut = find_grouping(layout, Likelihoods.of(seen))
    assert cut is not None
    assert known.named(cut, seen) is known.named(cut, other)
    assert known.named(cut, seen) is not known.named(cut, replace(seen, faces=np.roll(seen.faces, 1, axis=0)))
