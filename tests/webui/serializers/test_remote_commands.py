"""Orders of a hall that a device has not carried out yet."""

from tests.served import Answers
from webui.messages import Messages
from webui.messages.game import in_game
from webui.records.remote_commands import RemoteCommand
from webui.serializers.remote_commands import _says, orders_json
from webui.table.table import Table
from webui.table.tables import Tables

ENGLISH = Messages.of("en")


def test_a_table_without_a_hall_has_no_orders(answers: Answers) -> None:
    assert orders_json(Tables(Table(answers), 2), ENGLISH) == []


def test_an_order_is_told_by_its_kind_and_never_by_a_removed_name() -> None:
    told = {
        ("record", "Void"): {"type": "Void", "of": 5, "reason": "x"},
        ("erase", ""): {"name": "Ann"},
        ("hide", "deleted"): {"hidden": True},
        ("hide", "restored"): {"hidden": False},
        ("step", ""): {},
        ("change", ""): {},
    }
    says = {
        key: _says(RemoteCommand(1, "id", key[0], act, "Li", "referee"), in_game(ENGLISH))  # type: ignore[arg-type]
        for key, act in told.items()
    }
    assert "5" in says["record", "Void"]
    assert says["erase", ""] == "A player's name is removed"
    assert says["hide", "deleted"] == "A hand is deleted"
    assert says["hide", "restored"] == "A hand is restored"
    assert says["step", ""] == "A step of the replay is corrected"
    assert says["change", ""] == ""
