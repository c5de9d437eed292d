"""The address of an MQTT broker, and the library that speaks to it."""

import re
import threading
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final
from urllib.parse import unquote, urlsplit
from uuid import uuid4

EXTRA: Final = "mqtt"
"""The extra that installs the library."""

TOPIC: Final = "tableside"
"""The beginning of all topics, where the address has no path."""

_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


class BrokerError(Exception):
    """A text is no address of a broker."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker.

    Attributes:
        host: Its name or address.
        port: Its port.
        tls: True if the line is encrypted, and its certificate checked.
        topic: The beginning of all topics.
        user: The user, or empty for none.
        password: The password, which is never shown.
    """

    host: str
    port: int
    tls: bool
    topic: str = TOPIC
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def of(cls, address: str) -> "Broker":
        """Return the broker of an address such as `mqtts://user:password@broker.example/hall`.

        Raises:
            BrokerError: It is none.
        """
        try:
            parts = urlsplit(address)
            port = parts.port or _PORTS[parts.scheme]
        except (KeyError, ValueError) as error:
            raise BrokerError(str(error)) from error
        topic = unquote(parts.path).strip("/") or TOPIC
        if not parts.hostname or parts.query or parts.fragment or re.search(r"[+#\x00\s]|//|^\$", topic):
            raise BrokerError("no host, or characters that no topic has")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, port, parts.scheme == "mqtts", topic, user, password)

    def __str__(self) -> str:
        """Return its address, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"mqtt{'s' * self.tls}://{host}:{self.port}/{self.topic}"

    def refusal(self, seconds: float) -> str | None:
        """Return None if the broker takes this program, else the reason, which is empty if none came in time."""
        client, answered, found = self.client(), threading.Event(), [""]

        def heard(code: Any) -> None:
            found[0] = str(code) if code.is_failure else "taken"
            answered.set()

        client.on_connect = lambda _client, _data, _flags, code, _properties: heard(code)
        try:
            client.connect(self.host, self.port)
            client.loop_start()
            answered.wait(seconds)
            client.disconnect()
            client.loop_stop()
        except OSError as error:  # an unknown host, a closed port, a certificate that does not fit
            return error.strerror or str(error)
        return None if found[0] == "taken" else found[0]

    def client(self) -> Any:
        """Return a client of the library for it, which has not connected.

        Raises:
            ImportError: The library is not installed.
        """
        mqtt = import_module("paho.mqtt.client")
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=f"tableside-{uuid4().hex[:12]}")
        if self.user:
            client.username_pw_set(self.user, self.password)
        if self.tls:
            client.tls_set()
        return client
