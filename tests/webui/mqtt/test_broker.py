"""Addresses of brokers."""

import pytest

from webui.mqtt.broker import Broker, BrokerError


def test_addresses() -> None:
    assert Broker.of("mqtt://broker.example") == Broker("broker.example", 1883, False)
    found = Broker.of("mqtts://hall%40home:p%2Fw%3A@[::1]:9000/club/one/")
    assert found == Broker("::1", 9000, True, "club/one", "hall@home", "p/w:")
    assert str(found) == "mqtts://[::1]:9000/club/one"
    assert "p/w" not in repr(found)


@pytest.mark.parametrize(
    "address",
    ["", "broker", "http://broker", "mqtt://", "mqtt://h:port", "mqtt://h:70000", "mqtt://h/a+b", "mqtt://h/%23"]
    + ["mqtt://h/$SYS", "mqtt://h/a?b", "mqtt://h/a%20b", "mqtt://[h"],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BrokerError):
        Broker.of(address)
