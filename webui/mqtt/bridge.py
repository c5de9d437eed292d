"""The connection of the tables to a broker: what changes is published there, and acts of boards come in.

What is published is state, not news: it stays at the broker, and only its newest counts. So nothing is kept here for a
time without the broker, unlike the listeners of the journals.
"""

import logging
import re
import threading
from collections.abc import Callable
from typing import Any, Final

import msgspec

from scoring.errors import ScoringError
from webui.base.errors import WebError
from webui.messages import N_, Messages
from webui.messages.errors import web_error
from webui.messages.scoring import error as scoring_error
from webui.mqtt.broker import Broker
from webui.mqtt.states import box_state, discovery, discovery_topic, lamp_states, table_state
from webui.records.errors import RecordsError
from webui.rig.live_hand import AnswerBox, BoxAct
from webui.serializers.encoding import encoded
from webui.table.table import Table
from webui.table.tables import Tables

LOOK: Final = 0.2
"""Seconds between two looks at tables in use, if no record wakes them. More lights a lamp later; less takes time."""

LONGEST_ACT: Final = 4096
"""Most bytes of an act. More lets a stranger at the broker send more; no act needs as many."""

LONGEST_PAUSE: Final = 60
"""Longest pause in seconds before the broker is tried again. More is late once it is back; less asks it in vain."""

_SURE: Final = 1
"""Quality of service: at least once, since state may be told twice and acts have ids."""

_GOODBYE: Final = 2.0
"""Seconds that the broker has to take the last message. More holds up the end of the program."""

_NUMBER: Final = re.compile(r"[0-9]{1,5}")
"""The number of a table in a topic."""

_log: Final = logging.getLogger(__name__)


class Bridge:
    """Publishes the tables of a server at a broker, and follows the acts that come in there.

    An act may do what a button of a table's box may do, and no more.
    """

    def __init__(self, tables: Tables, broker: Broker, words: Messages) -> None:
        """Prepare it; `start` connects.

        Args:
            tables: The tables.
            broker: The broker.
            words: The language of sentences and names.

        Raises:
            ImportError: The library is not installed.
        """
        self._tables: Final = tables
        self._words: Final = words
        self._broker: Final = broker
        self._base: Final = broker.topic
        self._lock: Final = threading.Lock()
        self._sent: dict[str, bytes] = {}
        """The state that the broker has, by its topic."""
        self._seen: dict[int, object] = {}
        """The marks of the tables as they were published."""
        self._turns: dict[int, int] = {}
        self._count = -1
        self._numbers: list[int] = []
        self._trouble = False
        self._stopping: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="mqtt tables", daemon=True)
        self._client: Final = broker.client()
        self._client.will_set(f"{self._base}/status", "offline", _SURE, retain=True)
        self._client.reconnect_delay_set(1, LONGEST_PAUSE)
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda *_: self._say_trouble("")
        self._client.on_disconnect = lambda _client, _data, _flags, code, _properties: self._gone(code)
        self._client.on_message = lambda _client, _data, message: self._came(message)

    def start(self) -> None:
        """Connect, again and again until the broker answers, and begin to publish."""
        self._unwatch: Callable[[], None] = self._tables.records.watch(lambda _: None)  # the writes of others count too
        self._client.connect_async(self._broker.host, self._broker.port)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say that the tables are away, and disconnect."""
        self._stopping.set()
        self._unwatch()
        self._tables.records.changes.tell()
        self._thread.join(_GOODBYE)
        if self._client.is_connected():
            last = self._client.publish(f"{self._base}/status", "offline", _SURE, retain=True)
            last.wait_for_publish(_GOODBYE)
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: Any, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self._say_trouble(str(code))
            return
        self._trouble = False
        with self._lock:  # a broker that was started anew may have forgotten all of it
            self._sent.clear()
            self._seen.clear()
            self._count = -1
        client.subscribe(f"{self._base}/tables/+/act", _SURE)
        client.publish(f"{self._base}/status", "online", _SURE, retain=True)

    def _gone(self, code: Any) -> None:
        if code.is_failure and not self._stopping.is_set():
            self._say_trouble(str(code))

    def _say_trouble(self, why: str) -> None:
        if not self._trouble:  # once, not at each of its tries
            self._trouble = True
            about = {"broker": str(self._broker), "reason": why or self._words(N_("no answer"))}
            _log.warning("%s", self._words(N_("The MQTT broker %(broker)s is tried again: %(reason)s"), about))

    def _run(self) -> None:
        changes = self._tables.records.changes
        while not self._stopping.is_set():
            known = changes.count
            try:
                if self._client.is_connected():
                    self._look(known)
            except RecordsError as error:  # the database is out of reach: tried again
                _log.debug("tables are not published: %s", error)
            except Exception:
                _log.exception("tables cannot be published")
            changes.wait(known, LOOK)

    def _look(self, count: int) -> None:
        """Publish the tables that have changed."""
        with self._lock:
            if count != self._count:
                self._turns, self._numbers = self._tables.records.turns(), self._tables.numbers
                self._count = count
            for number in self._numbers:
                living = self._tables.living(number)
                mark = (self._turns.get(number, 0), *(_mark_of(living) if living else ()))
                if self._seen.get(number) == mark:
                    continue
                table = living or self._tables.get(number)
                if table:
                    self._publish(number, table)
                    self._seen[number] = (self._turns.get(number, 0), *_mark_of(table)) if living is None else mark

    def _publish(self, number: int, table: Table) -> None:
        at = f"{self._base}/tables/{number}"
        shown = {
            discovery_topic(self._base, number): msgspec.json.encode(discovery(self._base, number, self._words)),
            f"{at}/state": encoded(table_state(table, self._words)),
            f"{at}/box": encoded(box_state(table, self._words)),
            **{f"{at}/{name}": lit.encode() for name, lit in lamp_states(table).items()},
        }
        for topic, payload in shown.items():
            if self._sent.get(topic) != payload:
                self._client.publish(topic, payload, _SURE, retain=True)
                self._sent[topic] = payload

    def _came(self, message: Any) -> None:
        """Follow an act, and publish the answer, which nobody has to read."""
        number = message.topic.removeprefix(f"{self._base}/tables/").removesuffix("/act")
        if message.retain:  # it would be done at each connection
            kept = N_("The broker kept this act, so it was not done")
            self._answer(number, self._words(kept), self._words(N_("Send acts without “retain”")))
            return
        try:
            self._follow(number, message.payload)
        except WebError as error:
            self._answer(number, *web_error(self._words, error))
        except ScoringError as error:
            self._answer(number, scoring_error(self._words, error))
        except Exception:
            _log.exception("an act from the broker could not be followed")
            fault = self._words(N_("The program could not follow this act")), self._words(N_("Look into its log"))
            self._answer(number, *fault)
        else:
            self._answer(number)

    def _follow(self, number: str, payload: bytes) -> None:
        """Follow an act for a table.

        Raises:
            WebError: It is none, there is no such table, or the table refuses it.
            ScoringError: The match of the table refuses it.
        """
        at = int(number) if _NUMBER.fullmatch(number) else 0
        table = self._tables.get(at)
        if table is None:
            raise WebError("no-such-table", number=at)
        try:
            if len(payload) > LONGEST_ACT:
                raise msgspec.ValidationError(f"{len(payload)} > {LONGEST_ACT}")
            act = msgspec.json.decode(payload, type=BoxAct)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise WebError("not-an-act", reason=str(error)) from error
        if not table.talk.follow_board(act, act.id):
            raise WebError("nothing-asked", number=act.number if isinstance(act, AnswerBox) else 0)

    def _answer(self, number: str, error: str = "", fix: str = "") -> None:
        answer = {"ok": False, "error": error, "fix": fix} if error else {"ok": True}
        self._client.publish(f"{self._base}/tables/{number}/answer", msgspec.json.encode(answer), _SURE)


def _mark_of(table: Table) -> tuple[object, ...]:
    """Return what tells, without a query, that nothing has changed at a table."""
    box = table.session.box
    state = box.state() if box else None
    return (table.session.version, table.rules, *((state.phase, state.since, state.box) if state else ()))
