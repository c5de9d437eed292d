"""Text to hand and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Meld, NotationError, Win, format_win, parse
from scoring.notation import compact, expand
from scoring.tiles import FLOWERS, PLAYED, WINDS

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


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("123x", "not-understood", {"seen": "123x", "at": 1}),
        ("120m", "not-understood", {"seen": "120m", "at": 1}),
        ("[12m3,1]", "not-a-meld", {"meld": "12m3,1"}),
        ("[123m,8]", "not-a-meld", {"meld": "123m,8"}),
        ("[123m", "not-understood", {"seen": "[123m", "at": 1}),
        ("11m selfdraw", "unknown-word", {"word": "selfdraw"}),
        ("11m round=X", "not-a-wind", {"word": "round=X", "name": "round", "value": "X"}),
        ("11m round=E round=S", "given-twice", {"word": "round=S", "name": "round"}),
        ("11m self-draw discard", "contradiction", {"word": "discard", "other": "self-draw"}),
        ("11m no-kong kong", "contradiction", {"word": "kong", "other": "no-kong"}),
        ("11m flowers=f9", "not-flowers", {"word": "flowers=f9"}),
        ("11m flowers=-1", "not-flowers", {"word": "flowers=-1"}),
        ("11m discards=5m", "not-discards", {"word": "discards=5m"}),
        ("11m f1", "not-understood", {"seen": "f1", "at": 5}),
        ("１２３m", "not-understood", {"at": 1}),
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
    """Any hand the notation can write, sound or not, however much is known of how it was won.

    Thirteen tiles name no winning tile. That no kong was made is written only of a hand with a kong, not discarded.
    """
    laid = tuple(draw(st.lists(melds(), max_size=5)))
    tiles = draw(st.lists(TILES, max_size=18))
    waiting = not tiles or len(tiles) + 3 * len(laid) == 13
    named = tuple(draw(st.lists(st.sampled_from(FLOWERS), max_size=9)))
    win = Win(
        tuple(tiles if waiting else tiles[:-1]),
        None if waiting else tiles[-1],
        laid,
        draw(st.sampled_from((None, False, True))),
        *draw(st.tuples(*[st.booleans()] * 5)),
        round_wind=draw(st.sampled_from((None, *WINDS))),
        seat=draw(st.sampled_from((None, *WINDS))),
        flowers=len(named) or draw(st.integers(0, 99)),
        flower_tiles=named,
        discarder=draw(st.sampled_from((None, *WINDS))),
        discards=tuple(draw(st.lists(st.tuples(st.sampled_from(WINDS), TILES), max_size=4))),
    )
    written = win.kong or (win.has_kong and win.self_draw is not False)
    return win if written else replace(win, kong=None)


@given(hands())
def test_every_hand_survives_its_text(win: Win) -> None:
    assert parse(format_win(win)) == win
    assert parse(format_win(win)) == win


PIECES = [*"123456789mpsESWNCFP[], =-", " self-draw ", " flowers=", " kong ", "\n", "f1", "零", " seat=", "discards="]


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
