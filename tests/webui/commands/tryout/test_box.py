"""The simulated table box of `tableside try`, spoken to as the program speaks to every box."""

from contextlib import closing

from device.link import Link
from device.ports import drivers, search
from device.protocol import Button, Dice
from tests.waiting import PATIENCE, until
from webui.commands.tryout.box import SocketBox


def test_dice_and_buttons_arrive_in_order_once_and_are_waited_for() -> None:
    with closing(SocketBox()) as box:
        box.roll(1, 3, (2, 5))
        assert box.waiting == 1
        with Link(search(box.address, drivers())) as link:
            box.win(2)
            events = [link.take(PATIENCE) for _ in range(3)]
            until(lambda: box.waiting == 0)
    assert [each.message for each in events if each] == [
        Dice(1, 3, (2, 5)),
        Button(2, ("win",), "down"),
        Button(2, ("win",), "short"),
    ]
