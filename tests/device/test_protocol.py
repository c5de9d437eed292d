"""The codec: every message there and back, and what is no frame."""

import random
import re
from binascii import crc_hqx
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.protocol import (
    BUTTONS,
    LAMP_STATES,
    LAMPS,
    MAX_FRAME,
    NUMBERS,
    PRESSES,
    Ack,
    Button,
    Dice,
    Fault,
    FrameDecoder,
    FrameError,
    Greet,
    Heartbeat,
    Hello,
    Lamp,
    LineFrame,
    Noise,
    Ping,
    Unknown,
    distance,
    encode,
    following,
)
from tests.device.stress import fuzz
from tests.rows import row_by_row

FRAMES = [
    (b"$MJ,47110000,GREET,01*C064\r\n", LineFrame(4711, 0, Greet())),
    (b"$MJ,00170000,HELLO,01,4711,0042,DBL,uno,1.0.0*", LineFrame(17, 0, Hello(1, 4711, 42, "DBL", "uno", "1.0.0"))),
    (b"$MJ,00170000,HB,0000012,00,00003*6AE1\r\n", LineFrame(17, 0, Heartbeat(12, 0, 3))),
    (b"$MJ,00170000,PING*4721\r\n", LineFrame(17, 0, Ping())),
    (b"$MJ,00170000,ACK,00170042*C7E2\r\n", LineFrame(17, 0, Ack(17, 42))),
    (b"$MJ,00170000,DICE,1,0,3,5*EB45\r\n", LineFrame(17, 0, Dice(1, 0, (3, 5)))),
    (b"$MJ,00170000,BTN,2,win+start,long*DF3A\r\n", LineFrame(17, 0, Button(2, ("win", "start"), "long"))),
    (b"$MJ,00170000,LAMP,all,0,off*6087\r\n", LineFrame(17, 0, Lamp("all", 0, "off"))),
    (b"$MJ,00170000,ERR,overflow,0003*F455\r\n", LineFrame(17, 0, Fault("overflow", 3))),
    (b"$MJ,00170001,SCORE,12,-8*", LineFrame(17, 1, Unknown("SCORE", ("12", "-8")))),
]

word = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", min_size=1, max_size=8)
four = st.integers(0, 9999)
seat = st.integers(1, 4)
die = st.integers(1, 6)
names = st.sets(st.sampled_from(BUTTONS), min_size=1).map(lambda some: tuple(n for n in BUTTONS if n in some))
messages = st.one_of(
    st.builds(Greet, st.integers(0, 99)),
    st.builds(Hello, st.integers(0, 99), four, four, st.text("ABDL", min_size=1, max_size=6), word, word),
    st.builds(Heartbeat, st.integers(0, 9_999_999), st.integers(0, 99), st.integers(0, 99_999)),
    st.just(Ping()),
    st.builds(Ack, four, four),
    st.builds(Dice, st.integers(1, 2), st.integers(0, 4), st.tuples(die, die)),
    st.builds(Button, seat, names, st.sampled_from(PRESSES)),
    st.builds(Lamp, st.sampled_from(LAMPS[:-1]), seat, st.sampled_from(LAMP_STATES)),
    st.builds(Lamp, st.just("all"), st.just(0), st.sampled_from(LAMP_STATES)),
    st.builds(Fault, st.text("abcdefgh", min_size=1, max_size=12), four),
    st.builds(Unknown, st.sampled_from(["SCORE", "WALL", "XY"]), st.lists(word, max_size=3).map(tuple)),
)
frames = st.builds(LineFrame, four, four, messages)


PAGE = Path(__file__).parents[2] / "device" / "PROTOCOL.md"


def test_every_frame_on_the_protocol_s_page_is_one() -> None:
    lines = re.findall(r"^    (\$MJ.*)$", PAGE.read_text(), re.MULTILINE)
    decoded = [FrameDecoder().feed(line.encode() + b"\r\n") for line in lines]
    assert all(len(items) == 1 and isinstance(items[0], LineFrame) for items in decoded)
    shown = {type(item.message) for (item,) in decoded if isinstance(item, LineFrame)}
    assert shown == {Greet, Hello, Heartbeat, Ping, Ack, Dice, Button, Lamp, Fault}


def test_the_checksum_is_crc_16_ccitt_false() -> None:
    # The check value that catalogues of CRCs give for this one.
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1


@pytest.mark.parametrize(("line", "frame"), FRAMES, ids=lambda value: str(value)[:24])
def test_each_message_has_its_line(line: bytes, frame: LineFrame) -> None:
    assert encode(frame).startswith(line)
    assert FrameDecoder().feed(encode(frame)) == [frame]


@given(frames)
def test_what_is_encoded_is_decoded_the_same(frame: LineFrame) -> None:
    line = encode(frame)
    assert len(line) <= MAX_FRAME
    assert FrameDecoder().feed(line) == [frame]


@given(st.lists(frames, max_size=5), st.lists(st.integers(1, 30), min_size=1, max_size=50))
def test_pieces_do_not_matter(sent: list[LineFrame], steps: list[int]) -> None:
    data = b"".join(map(encode, sent))
    decoder, found, at = FrameDecoder(), [], 0
    for step in steps:
        found += decoder.feed(data[at : at + step])
        at += step
    found += decoder.feed(data[at:])
    assert found == sent
    assert len(decoder) == 0


@given(st.binary(max_size=300))
def test_no_bytes_break_the_decoder(data: bytes) -> None:
    decoder = FrameDecoder()
    decoder.feed(data)
    assert len(decoder) <= MAX_FRAME
    frame = LineFrame(1, 2, Dice(1, 2, (3, 4)))
    assert decoder.feed(encode(frame))[-1] == frame


@given(frames, st.integers(0), st.integers(0, 255))
def test_a_changed_byte_is_never_accepted(frame: LineFrame, where: int, value: int) -> None:
    line = bytearray(encode(frame)[:-2])
    where %= len(line)
    before, line[where] = line[where], value
    found = FrameDecoder().feed(bytes(line) + b"\r\n")
    if value == before:
        return
    assert [item for item in found if isinstance(item, LineFrame)] == []


@row_by_row("keep", range(1, 42))
def test_a_frame_cut_short_costs_only_itself(keep: int) -> None:
    cut = encode(LineFrame(17, 41, Button(2, ("win", "start"), "long")))[:keep]
    whole = LineFrame(17, 42, Dice(2, 0, (6, 6)))
    assert [item for item in FrameDecoder().feed(cut + encode(whole)) if isinstance(item, LineFrame)][-1] == whole


NOISE = [
    (b"optiboot 8.3\r\n", "text"),
    (b"$MJ,00170042,DICE,1,0,3,5*0000\r\n", "checksum"),
    (b"$MJ,0017,DICE,1,0,3,5*0000\r\n", "form"),
    (b"$GPGGA,123519,4807.038,N*47\r\n", "form"),
    (b"$MJ,00170042,DICE,1,0,3,5*eb45\r\n", "form"),
    (b"$" + b"x" * 200 + b"\r\n", "long"),
    (b"y" * 200, "text"),
]


@pytest.mark.parametrize(("data", "why"), NOISE, ids=lambda value: str(value)[:24])
def test_noise_says_what_it_is(data: bytes, why: str) -> None:
    found = FrameDecoder().feed(data)
    assert [item.why for item in found if isinstance(item, Noise)] == [why]
    assert len(found) == 1
    assert all(len(item.data) <= MAX_FRAME for item in found if isinstance(item, Noise))


@pytest.mark.parametrize(
    "fields",
    ["DICE,3,0,3,5", "DICE,1,5,3,5", "DICE,1,0,7,5", "DICE,1,0,3", "BTN,5,win,short", "BTN,1,start+win,short"]
    + ["BTN,1,lose,short", "LAMP,all,1,on", "LAMP,dealer,0,on", "LAMP,dealer,1,dim", "HB,1,2,3", "ACK,42", "PING,1"],
)
def test_a_sound_checksum_does_not_make_a_wrong_field_right(fields: str) -> None:
    body = f"MJ,00170042,{fields}".encode()
    line = b"$%s*%04X\r\n" % (body, crc_hqx(body, 0xFFFF))
    assert [item.why for item in FrameDecoder().feed(line) if isinstance(item, Noise)] == ["form"]


@row_by_row(
    "message",
    [
        Dice(1, 0, (0, 5)),
        Dice(3, 0, (1, 5)),
        Button(5, ("win",), "short"),
        Button(1, (), "short"),
        Button(1, ("start", "win"), "short"),
        Lamp("all", 2, "on"),
        Lamp("wind", 0, "on"),
        Hello(1, 0, 1, "DBL", "名", "1"),
        Hello(1, 0, 1, "DBL", "much too long", "1"),
        Fault("über", 1),
        Unknown("toolong", ()),
        Unknown("OK", ("a,b",)),
        Unknown("OK", ("a$b",)),
        Unknown("LONG", ("x" * 60,)),
        Heartbeat(10_000_000, 0, 0),
    ],
    ids=str,
)
def test_what_cannot_be_in_a_frame_is_refused(message: Dice) -> None:
    with pytest.raises(FrameError) as refused:
        encode(LineFrame(1, 1, message))
    assert refused.value.kind in ("frame-long", "frame-value")
    assert str(refused.value.about["frame"]).startswith("$MJ,00010001")


@pytest.mark.parametrize(
    ("button", "calls"),
    [
        (Button(1, ("referee",), "short"), True),
        (Button(1, ("win", "start"), "long"), True),
        (Button(1, ("win", "start"), "down"), False),
        (Button(1, ("win",), "long"), False),
    ],
)
def test_who_calls_the_referee(button: Button, calls: bool) -> None:
    assert button.calls_referee is calls


def full(size: int) -> bytes:
    """Return the line of a sound frame of any type, of so many bytes with its `$` and line end."""
    body = "MJ,00170042,LONG,"
    body += "x" * (size - len(body) - 8)
    return f"${body}*{crc_hqx(body.encode(), 0xFFFF):04X}\r\n".encode()


@pytest.mark.parametrize("pieces", [1, 2, MAX_FRAME])
@pytest.mark.parametrize("before", [b"", b"optiboot", b"$MJ,0017"])
def test_the_longest_frame_is_one_and_a_longer_one_is_noise(before: bytes, pieces: int) -> None:
    for size in range(MAX_FRAME - 2, MAX_FRAME + 3):
        line = before + full(size)
        decoder, step = FrameDecoder(), max(1, len(line) // pieces)
        found = [item for at in range(0, len(line), step) for item in decoder.feed(line[at : at + step])]
        whole = LineFrame(17, 42, Unknown("LONG", ("x" * (size - 25),)))
        fits = size <= MAX_FRAME
        assert (size, whole in found, len(decoder)) == (size, fits, 0)
        if fits:
            assert encode(whole) == full(size)
        else:
            assert "long" in {item.why for item in found if isinstance(item, Noise)}
            with pytest.raises(FrameError) as refused:
                encode(whole)
            assert (refused.value.kind, refused.value.about["size"]) == ("frame-long", size)


def test_a_longest_frame_that_never_ends_is_held_until_one_byte_more() -> None:
    decoder = FrameDecoder()
    assert decoder.feed(full(MAX_FRAME)[:-2]) == []
    assert len(decoder) == MAX_FRAME - 2
    assert [item.why for item in decoder.feed(b"x") if isinstance(item, Noise)] == ["long"]
    assert len(decoder) == 0


def test_running_numbers_are_each_met_once_before_the_first_again() -> None:
    numbers = list(accumulate(range(NUMBERS), lambda number, _: following(number), initial=1))
    assert numbers == [*range(1, NUMBERS + 1), 1]


@given(st.integers(1, NUMBERS), st.integers(0, NUMBERS - 1))
def test_running_numbers_go_round(number: int, steps: int) -> None:
    later = number
    for _ in range(min(steps, 50)):
        later = following(later)
    assert 1 <= later <= NUMBERS
    assert distance(later, number) == min(steps, 50)


def test_a_bad_line_passes_no_false_frame_and_costs_no_whole_one() -> None:
    result = fuzz(120_000, seed=20)
    assert result.size >= 120_000
    assert (result.false, result.missed) == (0, 0)
    assert result.intact > 300
    assert result.kept <= MAX_FRAME
    assert result.memory < 100_000


def test_a_flood_in_one_piece_is_bounded_too() -> None:
    decoder = FrameDecoder()
    found = decoder.feed(random.Random(1).randbytes(200_000).replace(b"\n", b"").replace(b"\r", b"").replace(b"$", b""))
    assert [type(item) for item in found] == [Noise]
    assert len(decoder) == 0
