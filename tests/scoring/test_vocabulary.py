"""Hands in Chinese, Japanese and the words of riichi players."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import NotationError, Win, parse
from scoring.games.riichi.words import NOTHING, RiichiExtra
from scoring.groups import GROUP_OF
from scoring.hand import Meld
from scoring.notation import format_win, read_text
from scoring.notes import without_effect
from scoring.rules import BOOKS
from scoring.tiles import FLOWERS, PLAYED, WINDS
from scoring.vocabulary import CALLS, GIVERS, Vocabulary
from tests.scoring.test_notation import hands

WORDS = Vocabulary([*BOOKS.games.values()])
SUITS = {"m": "m万萬", "p": "p筒饼餅", "s": "s条條索"}
RANKS = dict(zip("123456789", "一二三四五六七八九", strict=True))
HONORS = {
    "E": "东 東 东风 東風 🀀", "S": "南 南风 南風", "W": "西 西风 西風", "N": "北 北风 北風", "C": "中 红中 紅中 🀄",
    "F": "发 發 発 发财 發財", "P": "白 白板",
}  # fmt: skip
FLOWER_NAMES = dict(zip(FLOWERS, "梅兰菊竹春夏秋冬", strict=True))
GAP = st.sampled_from(("", "=", "：", " "))


def _written(tile: str, red: list[str], draw: st.DrawFn) -> str:
    """Return a tile in any writing."""
    if len(tile) == 1:
        return draw(st.sampled_from((tile, tile.lower(), *HONORS[tile].split())))
    rank, suit = tile
    if tile in red:
        red.remove(tile)
        return "0" + draw(st.sampled_from(SUITS[suit][0]))
    suit = draw(st.sampled_from(SUITS[suit]))
    return draw(st.sampled_from((rank, rank if suit in "mps" else RANKS[rank]))) + suit


def _meld(meld: Meld, red: list[str], draw: st.DrawFn) -> str:
    """Return a meld in brackets, or behind the word that announces it."""
    giver = ""
    if meld.source % 4:
        giver = draw(st.sampled_from([word for word, number in GIVERS.items() if number == meld.source % 4]))
    if meld.tiles in GROUP_OF and draw(st.booleans()):
        call = "added-kong" if meld.source > 4 else str(meld.kind)
        fits = meld.source < 4 or (meld.source > 4 and len(meld.tiles) == 4)
        if fits and (call != "chow" or meld.source == 1) and meld.source != 4:
            word = draw(st.sampled_from([word for word, named in CALLS.items() if named == call]))
            tiles = " ".join(_written(tile, red, draw) for tile in meld.tiles)
            return draw(st.sampled_from((f"{word}{giver}[{tiles}]", f"[{tiles},{word}{giver}]")))
    tiles = " ".join(_written(tile, red, draw) for tile in meld.tiles)
    if giver and meld.source < 4 and draw(st.booleans()):
        return f"[{tiles}, {giver}]"
    return f"[{tiles},{meld.source}]" if meld.source else f"[{tiles}]"


def _word(own: str, draw: st.DrawFn) -> str:
    """Return a word of our notation, or two of them, in any of the languages."""
    spellings = [word for word, means in WORDS.synonyms.items() if means == own]
    return draw(st.sampled_from(spellings if " " in own else [own, *spellings]))


def _valued(own: str, values: tuple[str, ...], draw: st.DrawFn) -> str:
    name = draw(st.sampled_from((own, *[word for word, means in WORDS.value_names.items() if means == own])))
    return name + ("=" if name == own else draw(GAP)) + draw(st.sampled_from(values))


@st.composite
def written_hands(draw: st.DrawFn) -> tuple[Win, str]:
    """Return a hand and its text, every part in any of the languages."""
    win = draw(hands())
    riichi = draw(st.sampled_from((None, False, True)))
    indicators = st.one_of(st.none(), st.lists(st.sampled_from(PLAYED), max_size=4).map(tuple))
    fives = [five for five in ("5m", "5p", "5s") if five in win.tiles]
    extra = RiichiExtra(
        riichi=riichi,
        double_riichi=bool(riichi) and draw(st.booleans()),
        open_riichi=bool(riichi) and draw(st.booleans()),
        from_riichi=draw(st.sampled_from((None, False, True))),
        ippatsu=draw(st.booleans()),
        dora=draw(indicators),
        ura=draw(indicators),
        honba=draw(st.integers(0, 99)),
        sticks=draw(st.integers(0, 99)),
    )
    win = replace(
        win,
        extra=None if extra == NOTHING else extra,
        red=tuple(draw(st.lists(st.sampled_from(fives), unique=True))) if fives else (),
    )
    win = replace(win, red=tuple(sorted(win.red)))
    red = list(win.red)
    parts = [_meld(meld, red, draw) for meld in win.melds]
    parts += [_written(tile, red, draw) for tile in (*win.concealed, *([win.winning] if win.winning else []))]
    words = []
    own = {
        "last-tile": win.last_tile, "last-of-kind": win.last_of_kind, "heaven": win.heaven, "earth": win.earth,
        "double-kong": win.double_kong, "flower-tile": win.flower_tile, "man": win.man,
        "kong": win.kong and not win.double_kong,
        "riichi": extra.riichi and not (extra.double_riichi or extra.open_riichi),
        "no-riichi": extra.riichi is False, "double-riichi": extra.double_riichi, "ippatsu": extra.ippatsu,
        "open-riichi": extra.open_riichi,
        "from-riichi": extra.from_riichi, "from-no-riichi": extra.from_riichi is False,
        "self-draw": win.self_draw, "discard": win.self_draw is False, "no-kong": win.kong is False and win.has_kong,
    }  # fmt: skip
    words = [_word(name, draw) for name, said in own.items() if said]
    won = "self-draw" if win.self_draw else "discard" if win.self_draw is False else ""
    words += [_word(f"{name} {won}", draw) for name in ("last-tile", "kong") if won and own[name]]
    for name, wind in (("seat", win.seat), ("round", win.round_wind), ("from", win.discarder)):
        if wind:
            words.append(_valued(name, (wind, *HONORS[wind].split()[:4]), draw))
    if win.flower_tiles:
        named = ("".join(win.flower_tiles), "".join(map(FLOWER_NAMES.get, win.flower_tiles)))  # type: ignore[arg-type]
        words.append(_valued("flowers", named, draw))
    elif win.flowers is not None:
        words.append(_valued("flowers", (str(win.flowers),), draw))
    for name, tiles in (("dora", extra.dora), ("ura", extra.ura)):
        if tiles is not None:
            words.append(_valued(name, ("".join(tiles) or "0",), draw))
    words += [_valued(name, (str(n),), draw) for name, n in (("honba", extra.honba), ("sticks", extra.sticks)) if n]
    words += [f"liable={win.liable}"] if win.liable else []
    if win.discards:
        words.append("discards=" + ",".join(seat + tile for seat, tile in win.discards))
    return win, " ".join(parts + draw(st.permutations(words)))


@given(written_hands())
def test_a_hand_in_any_of_the_languages_is_read_as_the_hand(written: tuple[Win, str]) -> None:
    win, text = written
    assert parse(text, red=True) == win


@pytest.mark.parametrize("game", ["", "mcr", "hk", "riichi"])
def test_words_of_another_game_are_kept_and_written_back(game: str) -> None:
    said = "last-tile double-riichi open-riichi ippatsu discard from-no-riichi seat=S flowers=1 dora=4p9m ura=0 honba=2"
    text = f"123m456p789sEECC C {said}"
    win = parse(text, game=game)
    assert win.extra == RiichiExtra(True, True, True, False, True, ("4p", "9m"), (), 2)
    assert format_win(win) == text
    assert parse(f"{HAND} honba=0 sticks=0") == parse(HAND)  # says nothing
    unsaid = {"double-riichi", "open-riichi", "from-no-riichi", "ippatsu", "dora", "ura", "honba"}
    notes = without_effect(read_text(text).words, "mcr" if game == "" else {"riichi": "riichi-ema"}.get(game, game))
    assert {note.about["word"] for note in notes} == (set() if game == "riichi" else unsaid)


ANYTHING = st.one_of(
    st.text(max_size=60),
    st.text(
        alphabet="".join((*WORDS.synonyms, *WORDS.value_names, *CALLS, *GIVERS)) + "东南西北中发白1230mpsz[],=:( ",
        max_size=40,
    ),
)


@given(ANYTHING, st.sampled_from(("", "mcr", "zungjung", "hk", "riichi")), st.booleans())
def test_any_text_at_all_is_a_hand_or_a_notation_error(text: str, game: str, red: bool) -> None:
    try:
        read = read_text(text, red, game)
    except NotationError as error:
        assert error.about  # noqa: PT017
    else:
        assert isinstance(read.win, Win)


@pytest.mark.parametrize("wind", WINDS)
def test_a_round_by_its_name(wind: str) -> None:
    name = HONORS[wind].split()[0]
    for text in (f"{name}风圈", f"{name}圈", f"{name}場", f"{name}1局", f"{name}四局"):
        assert parse(f"11m {text}").round_wind == wind


HAND = "123m456p789s11222m"


@pytest.mark.parametrize(
    ("words", "game", "kind", "other"),
    [
        ("海底捞月 自摸", "mcr", "last-tile-discarded", "妙手回春"),
        ("海底撈月 点和", "mcr", "", ""),
        ("海底捞月", "mcr", "", ""),
        ("妙手回春 点和", "mcr", "last-tile-drawn", "海底捞月"),
        ("妙手回春 from=S", "mcr", "last-tile-drawn", "海底捞月"),
        ("妙手回春 自摸", "mcr", "", ""),
        ("妙手回春 海底捞月", "mcr", "last-tile-discarded", "妙手回春"),
        ("海底捞月 点和", "zungjung", "last-tile-drawn", "河底捞鱼"),
        ("海底撈月 點和", "hk", "last-tile-drawn", "河底捞鱼"),
        ("海底撈月 ロン", "riichi", "last-tile-drawn", "河底捞鱼"),
        ("海底捞月 自摸", "zungjung", "", ""),
        ("海底捞月 自摸", "riichi", "", ""),
        ("海底捞月 点和", "", "", ""),  # the rules are not known
    ],
)
def test_a_name_of_the_last_tile_is_refused_where_it_contradicts(words: str, game: str, kind: str, other: str) -> None:
    text = f"{HAND} {words}"
    if not kind:
        assert read_text(text, game=game).win.last_tile
        return
    with pytest.raises(NotationError) as error:
        read_text(text, game=game)
    assert (error.value.kind, error.value.about["other"]) == (kind, other)


def test_a_name_of_the_last_tile_does_not_say_how_it_was_won() -> None:
    for name in ("海底捞月", "海底撈月", "妙手回春"):
        assert parse(f"{HAND} {name}") == replace(parse(HAND), last_tile=True)
