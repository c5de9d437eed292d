"""The simulated box: its script, its faults, and that it behaves as a box does."""

import itertools
import random
from pathlib import Path

import pytest
import serial

from device.protocol import (
    Ack,
    Button,
    Dice,
    Fault,
    FrameDecoder,
    Greet,
    Heartbeat,
    Hello,
    Lamp,
    LineFrame,
    Message,
    encode,
)
from device.simulator import Faults, FaultyLine, ScriptError, Simulator, TableBox, garble
from tests.device.stress import plugged_in, quick_box
from tests.waiting import PATIENCE, until

LINES = b"".join(encode(LineFrame(1, number, Dice(1, 0, (3, 5)))) for number in range(1, 101))


def says(box: TableBox, now: float) -> list[LineFrame]:
    box.tick(now)
    return [item for item in FrameDecoder().feed(box.outgoing()) if isinstance(item, LineFrame)]


def hears(box: TableBox, session: int, number: int, message: Message) -> None:
    box.receive(encode(LineFrame(session, number, message)))


def test_a_box_says_hello_when_it_boots_and_when_it_is_greeted() -> None:
    box = TableBox(id="t4")
    hello = Hello(1, 0, 1, "DBL", "t4", "sim-1")
    assert says(box, 0.0) == [LineFrame(1, 0, hello), LineFrame(1, 0, Heartbeat(0, 0, 0))]
    hears(box, 55, 0, Greet())
    assert [frame.message for frame in says(box, 0.1)] == [Hello(1, 55, 1, "DBL", "t4", "sim-1")]


def test_a_box_repeats_an_event_until_it_is_acknowledged() -> None:
    box = TableBox(heartbeat=99)
    says(box, 0.0)
    assert box.happen(Dice(1, 0, (3, 5)))
    assert box.happen(Dice(2, 0, (4, 4)))
    assert [len(says(box, now / 10)) for now in range(1, 9)] == [1, 0, 0, 1, 0, 0, 1, 0]
    hears(box, 55, 0, Ack(1, 2))
    hears(box, 55, 0, Ack(2, 1))
    assert box.waiting == 2
    hears(box, 55, 0, Ack(1, 1))
    assert says(box, 0.81) == [LineFrame(1, 2, Dice(2, 0, (4, 4)))]


def test_a_full_box_counts_what_it_cannot_keep() -> None:
    box = TableBox(capacity=2, heartbeat=99)
    assert [box.happen(Fault("stuck", number)) for number in range(1, 6)] == [True, True, False, False, False]
    for number in (1, 2):
        says(box, 1.0)
        hears(box, 55, 0, Ack(1, number))
    says(box, 2.0)
    assert box.waiting == 1
    assert says(box, 3.0)[-1].message == Fault("overflow", 3)


def test_a_box_carries_a_lamp_out_once_and_acknowledges_it_each_time() -> None:
    box = TableBox(heartbeat=99)
    hears(box, 55, 0, Greet())
    says(box, 0.0)
    hears(box, 55, 2, Lamp("dealer", 1, "on"))
    hears(box, 55, 1, Lamp("dealer", 1, "off"))  # late
    hears(box, 56, 3, Lamp("dealer", 1, "off"))  # of somebody who has not greeted
    assert [frame.message for frame in says(box, 0.1)] == [Ack(55, 2), Ack(55, 1)]
    assert box.lamps == {("dealer", 1): "on"}


@pytest.mark.parametrize(
    ("faults", "least", "most"),
    [
        (Faults(), 100, 100),
        (Faults(drop=1), 0, 0),
        (Faults(drop=0.3), 50, 90),
        (Faults(duplicate=1), 200, 200),
        (Faults(reorder=1), 100, 100),
        (Faults(garble=1), 0, 40),
    ],
    ids=str,
)
def test_each_fault_does_what_it_says(faults: Faults, least: int, most: int) -> None:
    line = FaultyLine(random.Random(3))
    found = [item for item in FrameDecoder().feed(line.carry(LINES, faults)) if isinstance(item, LineFrame)]
    assert least <= len(found) <= most
    swapped = sum(later.number < earlier.number for earlier, later in itertools.pairwise(found))
    assert (swapped == 50) is (faults.reorder == 1)


def test_garbling_is_the_same_for_the_same_seed_and_takes_anything() -> None:
    assert garble(LINES, random.Random(1)) == garble(LINES, random.Random(1))
    for seed in range(200):
        garble(b"", random.Random(seed))
        garble(b"$", random.Random(seed))


@pytest.mark.parametrize("words", ["dorp=0.1", "drop", "drop=much", "drop=-1", "drop=inf"])
def test_a_fault_that_is_none_is_told(words: str) -> None:
    with pytest.raises(ScriptError, match="fault-unknown"):
        Faults.parse([words])


def test_a_script_is_carried_out(tmp_path: Path) -> None:
    script = """
    # a hand
    press 2 win            # with a comment
    press 4 win+start long
    wait 0.01
    dice 1 0 3 5
    error stuck 3
    faults duplicate=1
    dice 2 3 6 6
    send two words, 'a quote  and # no comment
    stall 0.01
    flood 0.01
    """
    with plugged_in(tmp_path) as (simulator, link):
        for line in script.splitlines():
            simulator.do(line)
        expected = [
            Button(2, ("win",), "down"),
            Button(2, ("win",), "short"),
            Button(4, ("win",), "down"),
            Button(4, ("start",), "down"),
            Button(4, ("win", "start"), "long"),
            Dice(1, 0, (3, 5)),
            Fault("stuck", 3),
            Dice(2, 3, (6, 6)),
        ]
        assert [event.message for event in iter(lambda: link.take(0.5), None)] == expected
        simulator.do("reboot")
        until(lambda: link.state().connections == 1 and (b := link.state().box) is not None and b.session > 2)
        simulator.do("unplug 0.05")
        until(lambda: link.state().connections == 2)


@pytest.mark.parametrize(
    "line",
    ["dance", "press 2", "press 5 win", "press 2 lose", "press 2 win hard", "dice 1 0 7 1", "dice 1 0 x 1"]
    + ["wait long", "faults dorp=1", "unplug", "error TOO 1"],
)
def test_a_line_that_cannot_be_done_is_told(line: str) -> None:
    with pytest.raises(ScriptError) as refused:
        Simulator().do(line)
    assert refused.value.about["line"] == line


def test_a_line_is_sent_as_it_is(tmp_path: Path) -> None:
    with (
        Simulator(tmp_path / "box", quick_box()) as simulator,
        serial.Serial(simulator.address, 115200, timeout=PATIENCE) as port,
    ):
        simulator.do("  send hello  'garbage # and all ")
        assert b"hello  'garbage # and all\r\n" in iter(port.readline, b"")


def test_the_link_s_path_goes_and_comes_with_the_cable(tmp_path: Path) -> None:
    path = tmp_path / "box"
    with Simulator(path, quick_box()) as simulator:
        assert path.is_symlink()
        simulator.unplug(PATIENCE)
        until(lambda: not path.is_symlink())
        assert not simulator.plugged
        simulator.unplug(0)
        until(path.is_symlink)
    assert not path.is_symlink()


def test_without_a_path_the_address_is_the_port_itself() -> None:
    with Simulator() as simulator:
        assert simulator.address.startswith("/dev/")
    assert simulator.address == ""
