"""Laid hands are read as a referee would write them down, from every side; doubt is said where there is doubt."""

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
from scoring.notation import format_win
from scoring.tiles import FACES
from tests.vision.builders import HEIGHT, WIDTH, Laid, certain, evidence, flowers, row
from vision.hand.naming import RISK
from vision.hand.read import read
from vision.reading import Doubt, Reading
from webui.views import reading_json
from webui.words import Words

SIDES = [0.0, 1.1, np.pi, 4.4]
TILTS = [0.0, 0.35, 0.7]


def same_hand(reading: Reading, text: str) -> bool:
    """Equal tiles, melds with their sources, winning tile and flowers; the order of melds is free."""
    if reading.hand is None:
        return False
    mine, want = parse(reading.hand), parse(text)
    return (
        Counter(mine.melds) == Counter(want.melds)
        and Counter(mine.concealed) == Counter(want.concealed)
        and (mine.winning, mine.flowers) == (want.winning, want.flowers)
    )


HANDS: list[tuple[str, Callable[[], list[Laid]], str]] = [
    ("the winning tile apart", lambda: row("123m456p789sEEEC C"), "123m456p789sEEEC C"),
    ("apart on the left", lambda: row("C 123m456p789sEEEC"), "123m456p789sEEEC C"),
    ("crosswise at the end", lambda: row("123m456p789sEEEC>C"), "123m456p789sEEEC C"),
    ("crosswise within", lambda: row("123m4p>5p6p789sEEECC"), "123m46p789sEEECC 5p"),
    ("last of its row, unsorted", lambda: row("CCEEE789s123m456p"), "CCEEE789s123m45p 6p"),
    ("upside down tiles", lambda: row("12m!3m!4p56p789s!EEEC C"), "123m456p789sEEEC C"),
    ("chow from the left", lambda: row("456p789sEEEC >1m23m C"), "[123m,1]456p789sEEEC C"),
    ("pung from the player before", lambda: row("456p789s123mC >EEE C"), "[EEE,1]456p789s123mC C"),
    ("pung from opposite", lambda: row("456p789s123mC E>EE C"), "[EEE,2]456p789s123mC C"),
    ("pung from the player after", lambda: row("456p789s123mC EE>E C"), "[EEE,3]456p789s123mC C"),
    ("kong from the player before", lambda: row("456p789s123mC >EEEE C"), "[EEEE,1]456p789s123mC C"),
    ("kong from opposite", lambda: row("456p789s123mC E>EEE C"), "[EEEE,2]456p789s123mC C"),
    ("kong from the player after", lambda: row("456p789s123mC EEE>E C"), "[EEEE,3]456p789s123mC C"),
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


def random_hand(rng: np.random.Generator) -> tuple[list[str], str, str]:
    """Four random sets and a pair: the groups laid apart from left to right, the concealed tiles, the winning tile."""
    while True:
        sets = []
        for _ in range(4):
            if rng.random() < 0.6:
                low, suit = int(rng.integers(1, 8)), str(rng.choice(list("mps")))
                sets.append([f"{low + i}{suit}" for i in range(3)])
            else:
                sets.append([str(rng.choice(FACES[:34]))] * 3)
        pair = [str(rng.choice(FACES[:34]))] * 2
        if max(Counter(t for s in [*sets, pair] for t in s).values()) <= 4:
            break
    claimed = int(rng.integers(0, 4))
    groups = [">" + "".join(s) for s in sets[:claimed]]
    concealed = [t for s in sets[claimed:] for t in s] + pair
    winning = concealed.pop(int(rng.integers(len(concealed))))
    concealed.sort(key=FACES.index)
    return groups, "".join(concealed), winning


def read_as(laid: list[Laid], faces: np.ndarray, side: float = 0.0) -> Reading:
    return read(evidence(laid, side, 0.4, faces))


def one_away(rng: np.random.Generator, laid: list[Laid]) -> list[Laid]:
    """The same hand with one concealed tile changed so that it does not win."""
    while True:
        at = int(rng.integers(len(laid)))
        spoilt = list(laid)
        old = laid[at]
        spoilt[at] = Laid(str(rng.choice(FACES[:34])), old.x, old.y, old.turn, old.down)
        text = read(evidence(spoilt)).hand
        if text and old.turn == 0 and max(Counter(t.tile for t in spoilt).values()) <= 4:
            hand = parse(text)
            if not score(hand).wins and len(hand.tiles) == 14:
                return spoilt


def test_no_win_is_invented() -> None:
    """Hands one tile away from a win, the classifier as unsure as a poor picture makes it."""
    rng = np.random.default_rng(7)
    for _ in range(60):
        groups, concealed, winning = random_hand(rng)
        laid = one_away(rng, row(" ".join([*groups, concealed, winning])))
        faces = certain(laid, trust=float(rng.uniform(0.7, 0.99)))
        reading = read_as(laid, faces)
        assert reading.hand is not None
        assert not score(parse(reading.hand)).wins


def blurred(laid: list[Laid], at: int, shares: dict[str, float]) -> np.ndarray:
    """Certain names but for one tile, of which the picture leaves the given faces open."""
    faces = certain(laid)
    faces[at] = 1e-4
    for code, share in shares.items():
        faces[at, FACES.index(code)] = share
    faces[at] /= faces[at].sum()
    return faces


def test_declared_win_settles_an_open_face() -> None:
    laid = row("123m456p789sEEEC C")
    reading = read_as(laid, blurred(laid, 4, {"8p": 0.52, "5p": 0.47}))
    assert same_hand(reading, "123m456p789sEEEC C")
    assert not reading.sure
    (doubt,) = reading.doubts
    assert doubt == Doubt(4, "settled-by-win", {"face": "5p", "other_face": "8p"})
    alone = read(evidence(laid, faces=blurred(laid, 4, {"8p": 0.52, "5p": 0.47})), declared=False)
    assert same_hand(alone, "123m48p6p789sEEEC C")


def test_declared_win_leaves_a_plain_face_alone() -> None:
    laid = row("123m456p789sEEEC C")
    reading = read_as(laid, blurred(laid, 4, {"8p": 0.85, "5p": 0.14}))
    assert same_hand(reading, "123m48p6p789sEEEC C")
    assert not reading.sure


def test_no_fifth_copy() -> None:
    """Three E in a claimed set and one in hand: what looks like a fifth is read as the next likeliest."""
    laid = row("E>EE 123m456p78sE9s C")
    at = len(laid) - 2
    reading = read_as(laid, blurred(laid, at, {"E": 0.6, "S": 0.3, "9s": 0.05}))
    assert reading.tiles[at].tile == "S"
    twice = row("E>EE E123m456p7sEC C")
    unsure = blurred(twice, len(twice) - 3, {"E": 0.6, "S": 0.3})
    named = read_as(twice, unsure)
    assert [t.tile for t in named.tiles].count("E") == 4
    assert any(d.tile == len(twice) - 3 and d.kind == "count" for d in named.doubts)


def test_sure_only_when_clear() -> None:
    laid = row("123m456p789sEEEC C")
    assert read(evidence(laid)).sure
    assert not read_as(laid, blurred(laid, 0, {"1m": 0.6, "2m": 0.4})).sure
    assert not read(evidence(row("123m456p789sEEECC"))).sure  # in order: the winning tile may be any
    assert not read(evidence(row("123m456p789sCC EEE"))).sure  # a set apart, with no tile crosswise


def test_cut_off_tile_is_doubted() -> None:
    laid = row("123m456p789sEEEC C", x=330)
    reading = read(evidence(laid, tilt=0.0))
    assert any(doubt.kind == "cut-off" for doubt in reading.doubts)


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


@pytest.mark.parametrize("trust", [0.97, 0.995])
def test_a_clear_tile_is_not_called_a_flower_to_make_fourteen_of_a_row(trust: float) -> None:
    laid = row("3p7m5m8mN7m6sW6sP4s3m3sE1p")
    reading = read_as(laid, certain(laid, trust))
    assert not reading.sure
    assert {t.tile for t in reading.tiles} == {t.tile for t in laid}


def test_the_ends_of_a_concealed_kong_may_seem_to_lie_crosswise() -> None:
    """Seen from low, the box round a back takes in its side: nothing tells which way it lies."""
    laid = [replace(t, turn=np.pi / 2) if t.down else t for t in row("_5s5s5s_5s 123m456p77sEE E")]
    reading = read(evidence(laid))
    assert (reading.hand, reading.sure) == ("[5555s]123m456p77sEE E", True)


def test_hidden_kong_has_no_name() -> None:
    reading = read(evidence(row("456p789s123mC _E_E_E_E C")))
    assert reading.hand is None
    assert any(doubt.kind == "face-down" for doubt in reading.doubts)


def test_nothing_seen() -> None:
    reading = read(evidence([]))
    assert (reading.tiles, reading.groups, reading.hand, reading.sure) == ((), (), None, False)


def test_upside_down_quads_follow_their_row() -> None:
    """A dot that looks the same turned by half is shown standing as its neighbours do."""
    laid = row("123m4p8p6p789sEEEC C")
    laid[4] = Laid("8p", laid[4].x, laid[4].y, np.pi)
    seen = evidence(laid)
    seen.upright[4] = 0.0
    quad = read(seen).tiles[4].quad
    assert quad[0][1] < quad[3][1]


def test_json_has_the_keys_of_the_contract() -> None:
    data = reading_json(read(evidence(row("123m456p789sEEEC C"))), Words.of("en"))
    assert set(data) == {"size", "tiles", "groups", "hand", "sure", "doubts", "ms"}
    assert set(data["tiles"][0]) == {"tile", "face", "confidence", "quad", "group", "alternatives"}
    assert data["groups"][-1] == {"kind": "winning", "tiles": [13]}


def test_a_doubt_in_json_says_what_else_it_may_be() -> None:
    """The tile after a gap within the row: of a chow, perhaps."""
    reading = read(evidence(row("123m456pEEE 789s CC")))
    assert {
        "tile": 9,
        "kind": "group",
        "reason": "two-groups",
        "about": {"group": "concealed", "other_group": "chow"},
        "why": "group unclear: concealed, or chow",
        "other_face": None,
        "other_group": "chow",
    } in reading_json(reading, Words.of("en"))["doubts"]


def test_a_face_misread_in_every_copy_is_doubted() -> None:
    """Two 2m that may both be 3m: the hand wins either way, so only a person can tell."""
    laid = row("22888m22333pCCC 2p")
    faces = certain(laid)
    for at in (0, 1):
        faces[at] = 1e-4
        faces[at, FACES.index("2m")], faces[at, FACES.index("3m")] = 0.8, 0.2
        faces[at] /= faces[at].sum()
    reading = read_as(laid, faces)
    assert same_hand(reading, "22888m22333pCCC 2p")
    assert [(d.reason, d.about) for d in reading.doubts] == [("two-faces", {"face": "2m", "other_face": "3m"})]


@pytest.mark.parametrize(("like_3m", "sure"), [(0.02, False), (1e-6, True)])
def test_of_a_hand_that_does_not_win_two_faces_may_have_been_taken_for_one(like_3m: float, sure: bool) -> None:
    """Two of four 2m look a little like 3m: with either alone the hand wins no more than with none."""
    laid = row("122334m789p234pS S")
    faces = certain(laid)
    for at, other in ((1, 1e-6), (2, 1e-6), (3, like_3m), (4, like_3m)):
        faces[at] = 1e-9
        faces[at, FACES.index("2m")], faces[at, FACES.index("3m")] = 1 - other, other
    reading = read_as(laid, faces)
    assert same_hand(reading, "122224m789p234pS S")
    assert reading.sure == sure
    if not sure:
        assert reading.doubts[0].reason == "two-faces-one-wins"
        assert reading.doubts[0].about == {"face": "2m", "other_face": "3m"}


def test_a_win_makes_weak_names_sure_only_alone() -> None:
    """A tile that could only spoil the hand is not asked about; one that would win otherwise too is."""
    laid = row("22m456p789sEEECC 2m")
    spoils = read_as(laid, blurred(laid, 3, {"5p": 0.85, "8p": 0.14}))
    assert spoils.sure
    other = row("123m456p789sEEEC C")
    wins_too = read_as(other, blurred(other, 12, {"C": 0.85, "F": 0.14}))
    assert same_hand(wins_too, "123m456p789sEEEC C")
    laid = row("111m234m456p789sC C")
    either = read_as(laid, blurred(laid, 3, {"2m": 0.85, "5m": 0.14}))
    assert not either.sure  # 345m wins as well as 234m
    assert either.doubts[0].tile == 3


def test_spoilt_hand_that_nearly_wins_is_doubted() -> None:
    laid = row("123m456p78sEEECCS 9s")
    spoilt = [*laid[:3], Laid("9p", laid[3].x, laid[3].y), *laid[4:]]
    reading = read_as(spoilt, blurred(spoilt, 3, {"9p": 0.97, "4p": 0.03}))
    assert reading.hand is not None
    assert not reading.sure


@settings(max_examples=60, deadline=None)
@given(count=st.integers(0, 24), seed=st.integers(0, 100_000), sharp=st.floats(0.3, 8))
def test_anything_seen_gives_a_sound_reading(count: int, seed: int, sharp: float) -> None:
    """Rows and scatter of random tiles, named at random: every tile in one group, the hand legal, or none."""
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
        assert not score(hand).problems


def test_which_flower_it_is_leaves_the_hand_sure() -> None:
    laid = row("123m456p789sEEEC C") + flowers("f1 s3", 240, 0)
    clear = read(evidence(laid))
    assert clear.hand is not None
    assert clear.hand.endswith("flowers=f1s3")
    unsure = read_as(laid, blurred(laid, len(laid) - 1, {"s3": 0.5, "s4": 0.45}))
    assert unsure.sure
    assert unsure.hand is not None
    assert unsure.hand.endswith("flowers=2")


def test_small_risks_add_up() -> None:
    """Tiles that are each hardly in doubt: together they are, and the greatest of them are named."""
    laid = row("22888m22333pCCC 2p")
    one, three = certain(laid), certain(laid)
    for at, share in ((2, 0.2 * RISK), (5, 0.4 * RISK), (11, 0.7 * RISK)):
        three[at] = blurred(laid, at, {laid[at].tile: 1 - share, "7s": share})[at]
    one[11] = three[11]
    assert read(evidence(laid, faces=one), declared=False).sure
    assert [d.tile for d in read(evidence(laid, faces=three), declared=False).doubts] == [11]
    assert read(evidence(laid, faces=three)).sure  # none of them would win


@pytest.mark.parametrize(("share", "sure"), [(0.12, True), (0.3, False), (0.45, False)])
def test_the_declaration_makes_no_open_face_sure(share: float, sure: bool) -> None:
    """5p wins and 8p does not; but a picture that leaves it open is to be looked at."""
    laid = row("123m456p789sEEEC C")
    reading = read_as(laid, blurred(laid, 4, {"5p": 1 - share, "8p": share}))
    assert same_hand(reading, "123m456p789sEEEC C")
    assert reading.sure == sure
    assert [d.tile for d in reading.doubts] == [] if sure else [4]


def test_two_ways_to_win_settle_nothing() -> None:
    """3p by the picture, while 5p and 8p would win: which of them, only a person can tell."""
    laid = row("567p123m456sCCCP P")
    reading = read_as(laid, blurred(laid, 0, {"3p": 0.36, "5p": 0.32, "8p": 0.31}))
    assert same_hand(reading, "367p123m456sCCCP P")
    assert any(d.tile == 0 and d.reason == "two-faces-one-wins" for d in reading.doubts)


def test_a_tile_that_may_be_a_flower_still_counts() -> None:
    """Fourteen tiles, two of which look more like flowers: there is no other way to a hand."""
    laid = row("123m456p789sEEEC C")
    faces = blurred(laid, 3, {"4p": 0.4, "f3": 0.6})
    faces[5] = blurred(laid, 5, {"6p": 0.3, "f2": 0.7})[5]
    assert same_hand(read_as(laid, faces), "123m456p789sEEEC C")
    faces[5] = blurred(laid, 5, {"6p": 0.01, "f2": 0.99})[5]
    assert read_as(laid, faces).hand is None


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 100_000), trust=st.floats(0.6, 0.999))
def test_sure_is_what_the_picture_alone_says(seed: int, trust: float) -> None:
    """Whatever is declared, a sure hand is the picture's own; and more risk allowed leaves no more to doubt."""
    rng = np.random.default_rng(seed)
    groups, concealed, winning = random_hand(rng)
    laid = row(" ".join([*groups, concealed, winning]))
    faces = certain(laid)
    for at in rng.choice(len(laid), 3, replace=False):
        faces[at] = blurred(laid, at, {laid[at].tile: trust, str(rng.choice(FACES[:34])): 1 - trust})[at]
    seen = evidence(laid, faces=faces)
    reading = read(seen)
    assert not reading.sure or reading.hand == read(seen, declared=False).hand
    assert not reading.sure or reading.risk <= RISK
    strict, lax = read(seen, most_risk=RISK / 10), read(seen, most_risk=10.0)
    assert (strict.hand, lax.hand) == (reading.hand, reading.hand)
    assert {d.tile for d in lax.doubts} <= {d.tile for d in reading.doubts} <= {d.tile for d in strict.doubts}


@pytest.mark.parametrize("kind", KINDS)
def test_random_hands_of_every_kind_with_a_pond_beyond(kind: str) -> None:
    """Named without a fault and boxed nearly so, every hand is read exactly; four tiles face down are asked for."""
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


def test_what_counts_as_a_flower_must_look_like_one() -> None:
    laid = row("123m456p789sEEEC C") + flowers("f1 s3", 240, 0)
    assert read_as(laid, blurred(laid, len(laid) - 1, {"s3": 0.7, "9s": 0.3})).sure
    reading = read_as(laid, blurred(laid, len(laid) - 1, {"s3": 0.6, "9s": 0.4}))
    assert reading.doubts == (Doubt(len(laid) - 1, "two-faces", {"face": "s3", "other_face": "9s"}),)
    laid[-1] = replace(laid[-1], turn=np.pi / 2, x=laid[-1].x + 8)
    assert [d.reason for d in read(evidence(laid)).doubts] == ["flower-crosswise"]


@pytest.mark.parametrize("among", [False, True])
def test_flowers_lie_beside_the_sets_not_among_them(among: bool) -> None:
    """What looks like one in a gap between two groups is more likely cloth."""
    laid = row(">1m2m3m 456p789sCC12m 3m", between=34.0)
    reading = read(evidence([*laid, *flowers("f1", (laid[2].x + laid[3].x) / 2 if among else -240, 0)]))
    assert reading.hand is not None
    assert reading.hand.endswith("flowers=f1")
    assert [doubt.reason for doubt in reading.doubts] == (["flower-among-sets"] if among else [])


def test_a_declared_hand_that_does_not_win_is_hardly_sure() -> None:
    """Three tiles alike of which two are misread with one voice: nothing is doubtful about them but the hand."""
    laid = row("222m567m567p66sPP 6s")
    faces = certain(laid)
    for at in (0, 1):
        faces[at] = blurred(laid, at, {"1m": 0.98, "2m": 0.01})[at]
    reading = read_as(laid, faces)
    assert same_hand(reading, "112m567m567p66sPP 6s")
    assert not reading.sure


@pytest.mark.parametrize(("hand", "sure"), [("123m456p789sEEEC 5p", True), ("123m456p789sEEEC C", False)])
def test_a_small_gap_before_the_last_tile_says_enough_where_it_is_out_of_order(hand: str, sure: bool) -> None:
    """It was laid there last, with a gap or without; in order, it may be any tile of the row."""
    reading = read(evidence(row(hand, between=6.5)))
    assert same_hand(reading, hand)
    assert reading.sure == sure
    assert all(doubt.kind == "group" for doubt in reading.doubts)


@pytest.mark.parametrize(("off", "sure"), [(0.0, True), (4.0, False)])
def test_the_gap_before_the_winning_tile_is_clear_where_it_is_far_wider_than_the_others(off: float, sure: bool) -> None:
    laid = row("123m456p789sEEEC C", gap=5, between=9)
    laid[:3] = [replace(tile, x=tile.x - off) for tile in laid[:3]]
    reading = read(evidence(laid))
    assert same_hand(reading, "123m456p789sEEEC C")
    assert reading.sure == sure


@pytest.mark.parametrize(("score", "sure"), [(0.95, False), (0.3, True)])
def test_what_may_be_a_flower_counts_only_as_far_as_a_tile_is_seen(score: float, sure: bool) -> None:
    laid = row("123m456p789sEEEC C") + flowers("f1", -150, 55)
    seen = evidence(laid, faces=blurred(laid, len(laid) - 1, {"f1": 0.2, "1p": 0.8}))
    seen.scores[-1] = score
    reading = read(seen)
    assert same_hand(reading, "123m456p789sEEEC C")
    assert reading.sure == sure


@pytest.mark.parametrize(("hand", "sure"), [("_EEE_E 456p789s123mC C", True), ("E_E_EE 456p789s123mC C", False)])
def test_a_back_hardly_seen_at_the_end_of_a_concealed_kong_is_clear(hand: str, sure: bool) -> None:
    laid = row(hand)
    seen = evidence(laid)
    seen.scores[[t.down for t in laid].index(True)] = 0.3
    reading = read(seen)
    assert same_hand(reading, "[EEEE]456p789s123mC C")
    assert [doubt.kind for doubt in reading.doubts] == ([] if sure else ["covered"])


@pytest.mark.parametrize(
    ("score", "whole", "named", "sure"),
    [
        (0.44, 0.7, 0.9, True),
        (0.37, 0.97, 0.999, False),  # a half that was found for a whole tile scores so
        (0.95, 0.05, 0.999, False),
    ],
)
def test_a_tile_is_sure_as_far_as_it_is_seen(score: float, whole: float, named: float, sure: bool) -> None:
    laid = row("123m456p789sEEEC C")
    seen = evidence(laid, faces=blurred(laid, 4, {"5p": named, "2p": 1 - named}))
    seen.scores[4], seen.whole[4] = score, whole
    reading = read(seen)
    assert same_hand(reading, "123m456p789sEEEC C")
    assert [(doubt.kind, doubt.tile) for doubt in reading.doubts] == ([] if sure else [("covered", 4)])


@pytest.mark.parametrize(
    ("hand", "doubted"),
    [
        ("12m456p789sEEECP C", ["P"]),  # the 3m that the chow lacks may be the tile taken for a white dragon
        ("123m456p789sEEEC P", ["P"]),
        ("123m456p789sPPPE F", []),  # no other tile in the place of a white dragon would win
        ("123m456p789sPPPE E", []),
    ],
)
def test_a_white_dragon_with_which_a_hand_does_not_win_may_be_a_covered_tile(hand: str, doubted: list[str]) -> None:
    reading = read(evidence(row(hand)))
    assert same_hand(reading, hand)
    assert [reading.tiles[d.tile or 0].tile for d in reading.doubts] == doubted
    assert all(doubt.reason == "two-faces-one-wins" for doubt in reading.doubts)


@pytest.mark.parametrize(
    ("hand", "score", "sure"),
    [("123m456p789sEEEC C", 0.7, True), ("123m456p789sEEEC F", 0.7, False), ("123m456p789sEEEC F", 0.95, True)],
)
def test_a_hand_that_does_not_win_is_sure_only_where_every_tile_is_clear(hand: str, score: float, sure: bool) -> None:
    laid = row(hand)
    seen = evidence(laid, faces=blurred(laid, 4, {"5p": 0.98, "4p": 0.02}))
    seen.scores[4] = score
    reading = read(seen)
    assert same_hand(reading, hand)
    assert reading.sure == sure


@pytest.mark.parametrize(("hand", "sure"), [("6s >1p1p1p1p", True), (">1p1p1p1p", False), (">1p1p1p 1p", True)])
def test_what_lies_like_a_kong_and_is_none_is_doubted(hand: str, sure: bool) -> None:
    """A tile that was not seen may be the reason: the hand wins without it, but by accident."""
    reading = read(evidence(row(f"PPP8s7s7p6p5p3p3p {hand}", between=10)))
    assert reading.hand is not None
    assert reading.sure == sure
    assert sure or [doubt.other_group for doubt in reading.doubts] == ["kong"]


@pytest.mark.parametrize(("likely", "sure"), [(0.12, False), (0.4, True)])
def test_a_tile_named_by_the_others_of_its_set_alone_is_a_guess(likely: float, sure: bool) -> None:
    """What lies beside a pung like an added tile may be something else."""
    laid = row(">P+PPP 123m456p78sCC 9s")
    rest = dict.fromkeys(("1m", "5m", "9m", "1p", "5p", "9p", "1s", "5s"), (1 - likely) / 8)
    reading = read_as(laid, blurred(laid, 1, {"P": likely, **rest}))
    assert same_hand(reading, "[PPPP,5]123m456p78sCC 9s")
    assert [(doubt.kind, doubt.tile) for doubt in reading.doubts] == ([] if sure else [("covered", 1)])


@pytest.mark.parametrize(("tile", "sure"), [("W", False), ("4s", True)])
def test_a_tile_left_aside_may_be_the_fourth_of_the_pung_it_lies_beside(tile: str, sure: bool) -> None:
    """It is one where its outline was made out wrongly, so that it lies otherwise than an added tile does."""
    laid = row("WW>W 123s 3455m7m9p9p 6m")
    across = laid[2]
    laid.append(Laid(tile, across.x, across.y + WIDTH + 1, 0.0))
    seen = evidence(laid)
    seen.scores[-1] = 0.36
    reading = read(seen)
    assert reading.hand is not None
    fourth = [doubt for doubt in reading.doubts if doubt.reason in ("fourth-beside", "fourth-hidden")]
    assert [doubt.other_group for doubt in fourth] == ([] if sure else ["kong"])
    assert (len(laid) - 1 in {doubt.tile for doubt in reading.doubts}) == sure  # a fourth is not asked about twice


@pytest.mark.parametrize(
    ("tile", "score", "sure"), [(2, 0.46, False), (2, 0.55, True), (1, 0.46, True), (3, 0.46, True)]
)
def test_a_tile_across_that_is_not_clear_may_hide_a_kongs_fourth(tile: int, score: float, sure: bool) -> None:
    """The fourth lies against it: one outline may go round much of both."""
    laid = row("WW>W >1s2s3s 444m55m78p 9p")
    seen = evidence(laid)
    seen.scores[tile] = score
    reading = read(seen)
    assert reading.hand == "[WWW,3][123s,1]44455m78p 9p"
    fourth = [doubt for doubt in reading.doubts if doubt.reason in ("fourth-beside", "fourth-hidden")]
    asked = [(doubt.tile, doubt.other_group) for doubt in fourth]
    assert asked == ([] if sure else [(tile, "kong")])


@pytest.mark.parametrize(
    ("hand", "told", "doubted"),
    [
        (">PPP >5s5s5s _2s2s2s_2s 4pCCC >4p", 0.1, 2),
        (">PPP >5s5s5s _2s2s2s_2s 4pCCC >4p", 0.9, 0),  # the glyphs tell
        ("P>PP 5s>5s5s _2s2s2s_2s 4pCCC >4p", 0.1, 0),  # the player opposite is opposite either way
        (">PPP >3s4s5s _2s2s2s_2s 4pCCC >4p", 0.1, 0),  # the claimed tile of a chow lies on the left
    ],
)
def test_who_gave_a_tile_is_doubted_where_nothing_tells_how_the_row_is_read(
    hand: str, told: float, doubted: int
) -> None:
    seen = evidence(row(hand))
    reading = read(replace(seen, upright=seen.upright * told))
    assert reading.hand is not None
    assert sum(doubt.reason == "row-direction" for doubt in reading.doubts) == doubted


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_laid_loosely_is_in_order(seed: int) -> None:
    """That many gaps say little is no doubt by itself."""
    rng = np.random.default_rng(seed)
    loosely = [replace(t, x=t.x + rng.normal(0, 2)) for t in row("6s6s>6s >5m4m6m 55888m67p 5p", gap=8, between=13)]
    reading = read(evidence(loosely))
    assert reading.hand == "[666s,3][456m,1]55888m67p 5p"
    assert "unusual-order" not in [doubt.reason for doubt in reading.doubts]


def test_what_is_hardly_a_tile_is_shown_only_where_it_counts() -> None:
    """It is left out beside the hand and where there is none; not if it is of the hand, or asked about."""
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


@pytest.mark.parametrize(("off", "sure"), [(16, False), (22, True)], ids=["against", "apart"])
def test_a_face_that_lies_against_the_hand_but_is_none_of_it_is_asked_about(off: float, sure: bool) -> None:
    """Such as a flower that is named otherwise, and whose outline lies a little off its row."""
    hand = [*row("123m456p789sEEEC C"), *flowers("f2", -230, 0)]
    reading = read(evidence([*hand, Laid("F", -230 + WIDTH + 1, off)]))
    assert reading.hand == "123m456p789sEEEC C flowers=f2"
    assert reading.sure == sure
    assert [doubt.tile for doubt in reading.doubts] == ([] if sure else [len(hand)])


@pytest.mark.parametrize(("away", "sure"), [(55, False), (120, True)])
def test_a_flower_near_the_hand_that_is_none_of_it_is_asked_about(away: float, sure: bool) -> None:
    """The other one of its row is named otherwise: so they make no row of flowers."""
    hand = row("123m456p789sEEEC C", y=-60)
    reading = read(evidence([*hand, *row("F", -150, away - 60), *flowers("f2", -150 + WIDTH + 1, away - 60)]))
    assert (reading.hand, reading.sure) == ("123m456p789sEEEC C", sure)
    assert [doubt.tile for doubt in reading.doubts] == ([] if sure else [len(hand) + 1])
