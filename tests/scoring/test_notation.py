"""Text to hand and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Meld, NotationError, Win, format_win, parse, score
from scoring.notation import LONGEST, compact, expand, read_text
from scoring.notes import without_effect
from scoring.tiles import FLOWERS, PLAYED, WINDS
from tests.rows import row_by_row
from tests.scoring.usual import usual

TILES = st.sampled_from(PLAYED)


@pytest.mark.parametrize(
    ("text", "win"),
    [
        ("123m456p789sEEECC", Win(expand("123m456p789sEEEC"), "C")),
        ("123m 456p 789s EEE C C", Win(expand("123m456p789sEEEC"), "C")),
        (
            "[CCC,1]123m456p789sE E self-draw round=E seat=S flowers=2 last-tile kong last-of-kind",
            Win(
                expand("123m456p789sE"), "E", (Meld(("C", "C", "C"), 1),), self_draw=True, last_tile=True, kong=True,
                last_of_kind=True, round_wind="E", seat="S", flowers=2,
            ),
        ),
        ("[CCCC][EEEE,7][123m,1]11p222s", Win(expand("11p22s"), "2s", (
            Meld(("C",) * 4), Meld(("E",) * 4, 7), Meld(("1m", "2m", "3m"), 1)))),
        ("1112345678999m", Win(expand("1112345678999m"), None)),
        ("11m22p33s44mEESSC C flowers=f1s4", Win(expand("11m22p33s44mEESSC"), "C", flowers=2,
                                                 flower_tiles=("f1", "s4"))),
        ("11m22p33s44mEESSC C from=S heaven earth", Win(expand("11m22p33s44mEESSC"), "C", discarder="S", heaven=True,
                                                        earth=True)),
        ("11m22p33s44mEESSC C discards=S3p,WC", Win(expand("11m22p33s44mEESSC"), "C",
                                                    discards=(("S", "3p"), ("W", "C")))),
        ("", Win((), None)),
        ("123m456p789sEEEC C discard", Win(expand("123m456p789sEEEC"), "C", self_draw=False)),
        ("[CCCC]123m456p789s9m 9m self-draw no-kong", Win(expand("123m456p789s9m"), "9m", (Meld(("C",) * 4),),
                                                          self_draw=True, kong=False)),
    ],
)  # fmt: skip
def test_text_is_read(text: str, win: Win) -> None:
    assert parse(text) == win
    assert parse(format_win(win)) == win


@row_by_row(
    ("text", "kind", "about"),
    [
        ("123x", "not-understood", {"seen": "123x", "at": 1}),
        ("[12m3,1]", "not-a-meld", {"meld": "12m3,1"}),
        ("[123m,8]", "not-a-meld", {"meld": "123m,8"}),
        ("[123m", "not-understood", {"seen": "[123m", "at": 1}),
        ("11m selfdraw", "unknown-word", {"word": "selfdraw"}),
        ("11m round=X", "not-a-wind", {"word": "round=X", "name": "round", "value": "X"}),
        ("11m round=E round=S", "given-twice", {"word": "round=S", "name": "round"}),
        ("11m self-draw discard", "contradiction", {"word": "discard", "other": "self-draw"}),
        ("11m no-kong kong", "contradiction", {"word": "kong", "other": "no-kong"}),
        ("11m flowers=f9", "not-flowers", {"word": "flowers=f9"}),
        ("11m double-kong no-kong", "contradiction", {"word": "no-kong", "other": "kong"}),
        ("11m no-kong double-kong", "contradiction", {"word": "kong", "other": "no-kong"}),
        ("11m liable=X", "not-a-wind", {"name": "liable"}),
        ("11m liable=E liable=S", "given-twice", {"name": "liable"}),
        ("11m flowers=-1", "not-flowers", {"word": "flowers=-1"}),
        ("11m discards=5m", "not-discards", {"word": "discards=5m"}),
        ("11m f1", "not-understood", {"seen": "f1", "at": 5}),
        ("123b456d", "unclear-suit", {"run": "123b", "suit": "b"}),  # bamboo, or 饼 dots
        ("123m456t", "unclear-suit", {"run": "456t", "suit": "t"}),  # 条 bamboo, or 筒 dots
        ("123m11w", "unclear-suit", {"run": "11w", "suit": "w"}),
        ("E123m456p789", "not-understood", {"seen": "789", "at": 10}),  # no suit after them, E is none before
        ("123m456p789PP", "not-understood", {"seen": "789PP", "at": 9}),  # 789 lacks its suit, P is a dragon
        ("M123P456S789", "not-understood", {"at": 1}),  # P and S in capitals before digits could be honors
        ("123mss", "not-understood", {"seen": "ss", "at": 5}),  # South, or bamboo twice
        ("123m f1", "not-understood", {"seen": "f1", "at": 6}),  # Green, or plum
        ("杠中中中中", "unclear-kong", {"word": "杠"}),
        ("[中中中中,槓]", "unclear-kong", {"word": "槓"}),
        ("碰中中", "not-the-meld", {"word": "碰", "tiles": ("C", "C")}),
        ("碰中中中发发发", "not-the-meld", {"word": "碰"}),
        ("吃一二四万", "not-the-meld", {"word": "吃"}),
        ("吃东南西", "not-the-meld", {"word": "吃"}),
        ("吃下家123m", "not-the-meld", {"word": "吃"}),
        ("暗杠上家3333m", "not-the-meld", {"word": "暗杠"}),
        ("碰[123m]", "not-the-meld", {"word": "碰"}),
        ("碰[CCC,碰]", "not-a-meld", {"meld": "碰[CCC,碰"}),
        ("11m 自摸 点和", "contradiction", {"word": "discard", "other": "self-draw"}),
        ("11m 门风南 门风西", "given-twice", {"word": "seat=西", "name": "seat"}),
        ("11m 花9x", "not-flowers", {"word": "flowers=9x"}),
        ("W1B2T3F5", "not-understood", {"seen": "F5", "at": 7}),
        ("🀇🀈🀪", "not-understood", {"at": 3}),  # a joker
        ("1118z", "not-an-honor", {"run": "1118z"}),
        ("0z", "not-an-honor", {"run": "0z"}),
        ("[🀢🀢🀢]", "not-a-meld", {"meld": "🀢🀢🀢"}),
        ("11m|EE10", "not-a-tail", {"tail": "|EE10"}),
        ("11m|EE1002", "not-a-tail", {"tail": "|EE1002"}),
        ("11m|EE1000|9", "not-a-tail", {"tail": "|EE1000|9"}),
        ("11m|EE0000|EE0000", "not-a-tail", {"tail": "|EE0000|EE0000"}),
        ("11m|EE0000| |EE1000", "tail-disagrees", {"tail": "|EE1000", "word": "|EE0000|"}),
        ("11m|EE0000 kong", "tail-disagrees", {"tail": "|EE0000", "word": "kong"}),
        ("11m|EE0000 self-draw", "tail-disagrees", {"tail": "|EE0000", "word": "self-draw"}),
        ("11m|ES0000 seat=W", "tail-disagrees", {"tail": "|ES0000", "word": "seat"}),
        ("11m🀢 flowers=1", "given-twice", {"name": "flowers"}),
        ("11m seat=South seat=南", "given-twice", {"word": "seat=南", "name": "seat"}),
        ("11m seat=middle", "not-a-wind", {"value": "middle"}),
    ],
)
def test_what_is_no_hand_text_is_named(text: str, kind: str, about: dict[str, object]) -> None:
    with pytest.raises(NotationError) as error:
        parse(text)
    assert error.value.kind == kind
    assert about.items() <= error.value.about.items()
    assert str(error.value).startswith(f"{kind}: ")


def melds() -> st.SearchStrategy[Meld]:
    return st.builds(Meld, st.lists(TILES, min_size=1, max_size=5).map(tuple), st.integers(0, 7))


@st.composite
def hands(draw: st.DrawFn) -> Win:
    """Return any hand that the notation can write, valid or not, with any circumstances known.

    Thirteen tiles name no winning tile. That no kong was made is written only of a hand with a kong, not discarded.
    """
    laid = tuple(draw(st.lists(melds(), max_size=5)))
    tiles = draw(st.lists(TILES, max_size=18))
    waiting = not tiles or len(tiles) + 3 * len(laid) in (13, 16)
    named = tuple(draw(st.lists(st.sampled_from(FLOWERS), max_size=9)))
    win = Win(
        tuple(tiles if waiting else tiles[:-1]),
        None if waiting else tiles[-1],
        laid,
        draw(st.sampled_from((None, False, True))),
        *draw(st.tuples(*[st.booleans()] * 5)),
        round_wind=draw(st.sampled_from((None, *WINDS))),
        seat=draw(st.sampled_from((None, *WINDS))),
        flowers=len(named) or draw(st.one_of(st.none(), st.integers(0, 99))),
        flower_tiles=named,
        discarder=draw(st.sampled_from((None, *WINDS))),
        discards=tuple(draw(st.lists(st.tuples(st.sampled_from(WINDS), TILES), max_size=4))),
        double_kong=draw(st.booleans()),
        flower_tile=draw(st.booleans()),
        man=draw(st.booleans()),
        liable=draw(st.sampled_from((None, *WINDS))),
    )
    if win.double_kong:  # which says of itself that there was a kong
        return replace(win, kong=True)
    written = win.kong or (win.has_kong and win.self_draw is not False)
    return win if written else replace(win, kong=None)


TENHOU = "Tenhou's notation, as documented by the package mahjong (mpsz)"
GB_MAHJONG = "GB-Mahjong's README, 字符串与手牌对象的转换"
PYMAHJONGGB = "PyMahjongGB's README, TileCode Table; Botzone has the same"
UNICODE = "the Unicode Standard, block Mahjong Tiles"
CHINESE = "the characters on the tiles, simplified and traditional"
ISSUE = "hands as people typed them"

ACCEPTED = [
    (TENHOU, "123m406p789s11555z", "123m456p789sEEPPP"),
    (TENHOU, "1122334455667z 7z", "EESSWWNNPPFFC C"),
    (TENHOU, "[666z,2]123m456p789s11z", "[FFF,2]123m456p789sEE"),
    (ISSUE, "m123p456s789z11 z222", "123m456p789sEESSS"),
    (ISSUE, "[m123,1]m456 PP", "[123m,1]456mPP"),
    (ISSUE, "m12340E", "12345mE"),
    (ISSUE, "123M 456P 789S EE", "123m456p789sEE"),
    (ISSUE, "[123M,1]999S11Z", "[123m,1]999sEE"),
    (ISSUE, "１２３ｍ４５６ｐ　ＥＥ", "123m456pEE"),
    (ISSUE, "［１２３ｍ，１］ＥＥ　ｓｅａｔ＝Ｓ", "[123m,1]EE seat=S"),
    (ISSUE, "123mEE tsumo", "123mEE self-draw"),
    (ISSUE, "123mEE Zimo", "123mEE self-draw"),
    (ISSUE, "123mEE 自摸", "123mEE self-draw"),
    (GB_MAHJONG, "[EEEE]123mPP|EE1000", "[EEEE]123mPP self-draw no-kong round=E seat=E"),
    (GB_MAHJONG, "[EEEE]123mPP|EE0001", "[EEEE]123mPP discard kong round=E seat=E"),
    (ISSUE, "123mEE ron", "123mEE discard"),
    (ISSUE, "123mEE self-drawn", "123mEE self-draw"),
    (ISSUE, "123mEE Self-Draw LAST-TILE", "123mEE self-draw last-tile"),
    (ISSUE, "123mEE seat=South Round=west from=NORTH", "123mEE seat=S round=W from=N"),
    (ISSUE, "123mEE seat=南 round=西风 from=東", "123mEE seat=S round=W from=E"),
    (CHINESE, "一二三万 四五六萬 七八九筒", "123m456m789p"),
    (CHINESE, "一二三饼 四五六餅 七八九索 伍条 1條", "123p456p789s5s1s"),
    (CHINESE, "123万 456筒 789索", "123m456p789s"),
    (CHINESE, "东东南西北中发白 東發発", "EESWNCFPEFF"),
    (CHINESE, "[红中中中,2]东风东风 发财發財白板", "[CCC,2]EEFFP"),
    (UNICODE, "🀀🀁🀂🀃🀄🀅🀆", "ESWNCFP"),
    (UNICODE, "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀄\ufe0e", "123456789mC"),
    (UNICODE, "🀐🀑🀒🀓🀔🀕🀖🀗🀘", "123456789s"),
    (UNICODE, "[🀙🀚🀛,1] 🀜🀝🀞🀟🀠🀡", "[123p,1]456789p"),
    (UNICODE, "🀙🀙🀢🀤🀥🀩", "1p1p flowers=f1f4f3s4"),  # 🀤 is bamboo, 🀥 chrysanthemum
    (PYMAHJONGGB, "W1B2T3F1F2F3F4J1J2J3", "1m2p3sESWNCFP"),
    (PYMAHJONGGB, "W1 W1 W9 [B2B2B2,3] H1H8", "1m1m9m[222p,3] flowers=2"),
    (GB_MAHJONG, "11123456789999m|EE1000", "11123456789999m self-draw round=E seat=E"),
    (GB_MAHJONG, "345s3p55p5567p[7777s]4p|EE0100|cbaghdfe",
     "345s3p55p5567p[7777s]4p discard last-of-kind round=E seat=E flowers=f4f2f1s3s4f3s2s1"),
    (GB_MAHJONG, "[1111s,1][2222m,2][3333p,7][4444p]88s|SN0000|2",
     "[1111s,1][2222m,2][3333p,7][4444p]88s discard round=S seat=N flowers=2"),
    (GB_MAHJONG, "[456s,1][456s,2][456s,3]45s55m |EE0000|fah",
     "[456s,1][456s,1][456s,1]45s55m discard round=E seat=E flowers=s2f1s4"),
    (GB_MAHJONG, "[CCCC][FFFF][PPPP][EEEE]NN|EE1011|8",
     "[CCCC][FFFF][PPPP][EEEE]NN self-draw last-tile kong round=E seat=E flowers=8"),
    (ISSUE, "碰中中中 吃一二三万 暗杠9m 11p 22p 点和 门风南 圈风东 花2",
     "[CCC][123m,1][9999m]11p2p 2p discard seat=S round=E flowers=2"),
    (ISSUE, "[中中中,碰] [123m,吃] [東東東東,明槓下家] 加杠(对家)5p 11s自摸、東風圈，門風：西",
     "[CCC][123m,1][EEEE,3][5555p,6]11s self-draw round=E seat=W"),
    (ISSUE, "[ccc,1] eee ff 123m ss", "[CCC,1]EEEFF123mSS"),
    (ISSUE, "cccc 123mee", "CCCC123mEE"),
    (ISSUE, "11m 梅春", "11m flowers=f1s1"),
    (ISSUE, "11m 花梅竹夏", "11m flowers=f1f4s2"),
    (ISSUE, "11m 无花 和绝张 抢杠和", "11m flowers=0 last-of-kind kong discard"),
    (ISSUE, "[1111m] 22m 杠上开花", "[1111m]22m kong self-draw"),
    (ISSUE, "11m 海底捞月", "11m last-tile"),
    (ISSUE, "11m 妙手回春 點和", "11m last-tile discard"),
    (ISSUE, "11m 河底捞鱼", "11m last-tile discard"),
    (ISSUE, "11m 点和者北 圈风=南风 自風東", "11m from=N round=S seat=E"),
    (ISSUE, "m123p456 eee", "123m456pEEE"),
    (GB_MAHJONG, "🀇🀈🀉东东|SW1000| from=E", "123mEE self-draw round=S seat=W from=E"),
]  # fmt: skip


@row_by_row(("source", "text", "own"), ACCEPTED, ids=[text for _, text, _ in ACCEPTED])
def test_texts_of_other_programs_and_of_people_are_read(source: str, text: str, own: str) -> None:
    assert parse(text, red=False) == parse(own)
    assert parse(format_win(parse(text))) == parse(text)


def test_red_fives_are_read_as_japanese_writes_them() -> None:
    assert parse("三四赤五筒 赤5萬 567索", red=True) == parse("340p0m567s", red=True)
    assert parse("三四赤五筒", red=True).red == ("5p",)
    assert parse("赤五筒", red=False) == parse("5p", red=False)


def test_a_red_five_is_read_as_mjai_writes_it() -> None:
    assert parse("345pr5mr 567s", red=True) == parse("340p0m567s", red=True)
    assert parse("3m4m5mr 6p7p8p dora=5sr", red=True) == parse("340m678p dora=5s", red=True)
    assert parse("5mr", red=False) == parse("5m", red=False)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("123m456p789sEE", []),
        ("123m1234z", []),
        ("m123z56", [("numbered-dragons", {"written": ("5z", "6z")})]),
        ("[777Z,1]55Z", [("numbered-dragons", {"written": ("7z", "5z")})]),
        ("340p05s", [("red-five", {"tiles": ("5p", "5s")})]),
        ("[123m,2]EE", [("chow-giver", {"tiles": ("1m", "2m", "3m"), "source": 2})]),
        ("[123m,1][EEE,2]", []),
        ("明杠5s 11m", [("kong-giver", {"tiles": ("5s",) * 4, "source": 1})]),
        ("[5555s,加杠] 11m", [("kong-giver", {"tiles": ("5s",) * 4, "source": 5})]),
        ("明杠对家5s 暗杠6s 11m", []),
        ("[123m,2]EE|EE0000", []),  # the digit is that of the tile
    ],
)
def test_what_was_taken_for_granted_is_noted(text: str, notes: list[tuple[str, dict[str, object]]]) -> None:
    assert [(note.kind, note.about) for note in read_text(text).notes] == notes


def test_words_are_named_as_the_notation_has_them() -> None:
    text = read_text("123mEE Tsumo seat=South heaven 🀢")
    assert text.words == ("self-draw", "seat", "heaven", "flowers")
    assert read_text("123mEE last-of-kind|EE0100|2").words == ("last-of-kind", "flowers")


@pytest.mark.parametrize(
    ("words", "rules", "without"),
    [
        ("heaven earth last-tile kong round=S", "mcr", ["heaven", "earth"]),
        ("heaven", "mcr-1998", ["heaven"]),
        ("heaven earth last-tile kong from=S", "zungjung", []),
        ("last-of-kind round=S flowers=2", "zungjung", ["last-of-kind", "round", "flowers"]),
        ("man flower-tile liable=N", "mcr", ["man", "flower-tile", "liable"]),
        ("man liable=N heaven", "zungjung", ["man", "liable"]),
        ("last-of-kind round=S heaven liable=N flowers=2", "hk", ["last-of-kind"]),
    ],
)
def test_words_without_effect_change_no_sheet(words: str, rules: str, without: list[str]) -> None:
    hand = "234m234p234678s5p 5p"
    notes = without_effect(read_text(f"{hand} {words}").words, rules)
    assert [note.about["word"] for note in notes] == without
    for word in without:
        said = next(each for each in words.split() if each.startswith(word))
        plain, with_it = score(usual(f"{hand} seat=S"), rules), score(usual(f"{hand} seat=S {said}"), rules)
        assert (plain.total, plain.lines, plain.payments) == (with_it.total, with_it.lines, with_it.payments)


@given(hands())
def test_every_hand_survives_its_text(win: Win) -> None:
    assert parse(format_win(win)) == win
    assert parse(format_win(win)) == win


PIECES = [*"123456789mpsESWNCFP[], =-", " self-draw ", " flowers=", " kong ", "\n", "f1", "零", " seat=", "discards="]
PIECES += [
    *"碰吃杠花梅门风圈自摸点和ecnf：，、(",
    "明杠",
    "暗槓",
    "上家",
    "海底捞月",
    "本场",
    " 门风=",
    "宝牌指示牌",
    "东1局",
]
PIECES += [*"0zMZwb一万東发🀀🀢🀪|５", "W1", "H1", "m1", " tsumo", "|EE1000", "|fah", "[🀇🀈🀉,2]", "[123m,3]"]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_text_is_a_hand_or_a_notation_error(text: str) -> None:
    try:
        win = parse(text)
    except NotationError as error:
        assert len(str(error)) > 10  # noqa: PT017
    else:
        assert parse(format_win(win)) == win


@given(st.lists(TILES).map(tuple))
def test_runs_of_tiles_expand_to_the_same_tiles(codes: tuple[str, ...]) -> None:
    assert expand(compact(codes)) == codes


def test_a_text_of_more_tiles_than_any_hand_has_is_refused() -> None:
    assert len(parse("1" * 199 + "m").concealed) == 198
    with_words = "[CCC,1]" + "1" * 192 + "m self-draw discards=" + ",".join(["E1m"] * 300)
    assert parse(with_words).self_draw
    for text in ("1" * 200 + "m", "[CCC,1]" * 29, "一万" * 101, "[" + "1" * 200 + "m]", "1m" + " 1m" * 100):
        with pytest.raises(NotationError) as refused:
            parse(text)
        assert refused.value.kind == "too-many-characters"
    longest = "123m456p789sEEEC C".ljust(LONGEST)
    assert parse(longest) == parse(longest.rstrip())
    with pytest.raises(NotationError, match="too-long"):
        parse(f"{longest} ")
