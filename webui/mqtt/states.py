"""The messages about a table: its match, its box, its lamps, and its description for Home Assistant."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Final, Literal

from msgspec import Struct

from scoring.tiles import WINDS
from webui.games.view import view_of_game
from webui.messages import N_, Messages
from webui.messages.scoring import WINDS as WIND_NAMES
from webui.records.calls import Call
from webui.rig.live_hand import CHAIRS, ClaimAsked, lamps
from webui.serializers.tables import box_json
from webui.table.table import Table

DISCOVERY: Final = "homeassistant"
"""The topic under which Home Assistant looks for devices, unless it was told another."""

ON: Final = {True: "ON", False: "OFF"}
"""The state of a lamp, as Home Assistant has it."""

_LAMPS: Final = {
    "dealer": N_("Dealer, seat %(seat)d"),
    "wind": N_("Prevailing wind: %(wind)s"),
    "accepted": N_("Win accepted, seat %(seat)d"),
    "refused": N_("Win refused, seat %(seat)d"),
    "referee": N_("Referee called, seat %(seat)d"),
}

_BUTTONS: Final = {"call": N_("Call the referee"), "next": N_("Next hand"), "draw": N_("Draw")}


class MqttPlayer(Struct, frozen=True):
    """A player of the match that is being played, with the wind of this hand; 0 for a seat of no known chair."""

    name: str
    chair: int
    wind: str
    points: int


class MqttTable(Struct, frozen=True):
    """The state of a table.

    `says` is it as a sentence, `asks` the question that a key of the box opened, `referee` tells if one was called or
    is on the way, and `players` are those of the match begun last, in the order of its seating.
    """

    state: Literal["none", "playing", "over"]
    says: str
    rules: str
    hand: int
    last: int | None
    title: str
    prevailing: str
    dealer: int
    asks: ClaimAsked
    referee: Literal["", "called", "coming"]
    players: list[MqttPlayer]


class MqttBox(Struct, frozen=True):
    """The connection to a table's box; `phase` is "none" without one."""

    phase: str
    box: str
    address: str
    problem: str


def table_state(table: Table, words: Messages) -> MqttTable:
    """Return the state of a table."""
    with table.at() as now:
        live, found = now.play, now.match
        match = found.match if found else None
        chairs = {name: chair for chair, name in now.chairs.items()}
        state: Literal["none", "playing", "over"] = "none" if match is None else "over" if match.over else "playing"
        hand = match.current if match else None
        title = view_of_game(match.rules.game.id).sections(words, hand).title if match and hand else ""
        players = [
            MqttPlayer(name, chairs.get(name, 0), live.wind_of(chairs[name]) if name in chairs else "", points)
            for name, points in (match.points if match else {}).items()
        ]
        return MqttTable(
            state,
            _says(words, state, live.hand, match.last if match else None, title),
            now.in_force,
            live.hand,
            match.last if match else None,
            title,
            live.prevailing,
            live.dealer,
            live.asked,
            _referee(table.records.calls.open(table.number)),
            players,
        )


def _referee(calls: Sequence[Call]) -> Literal["", "called", "coming"]:
    if not calls:
        return ""
    return "coming" if all(call.taken_at for call in calls) else "called"


def _says(words: Messages, state: str, hand: int, last: int | None, title: str) -> str:
    if state == "none":
        return words(N_("No match yet"))
    if state == "over":
        return words(N_("The match is over"))
    if title:
        return title
    about = {"number": hand, "count": last}
    return words(N_("Hand %(number)d of %(count)d") if last else N_("Hand %(number)d"), about)


def box_state(table: Table, words: Messages) -> MqttBox:
    """Return the connection to the box of a table."""
    found = box_json(table.session, words)
    if found is None:
        return MqttBox("none", "", "", "")
    return MqttBox(found.phase, found.box.id if found.box else "", found.address, found.problem)


def lamp_states(table: Table) -> dict[str, str]:
    """Return the lamps of a table's box, lit or not, by their topics below that of the table; also without a box."""
    return {f"lamps/{lamp}/{n}": ON[lit] for (lamp, n), lit in lamps(table.session.play).items()}


def discovery_topic(base: str, number: int) -> str:
    """Return the topic of a table's description for Home Assistant."""
    return f"{DISCOVERY}/device/{_id(base, number)}/config"


def discovery(base: str, number: int, words: Messages) -> dict[str, Any]:
    """Return the description of a table for Home Assistant: one device with its sensors, lamps and buttons.

    Args:
        base: The beginning of all topics.
        number: Number of the table.
        words: The language of the names.
    """
    at, id = f"{base}/tables/{number}", _id(base, number)

    def part(key: str, platform: str, name: str, **more: Any) -> tuple[str, dict[str, Any]]:
        return key, {"p": platform, "unique_id": f"{id}_{key}", "name": name, **more}

    def state(value: str) -> dict[str, str]:
        return {"state_topic": f"{at}/state", "value_template": f"{{{{ {value} }}}}"}

    whole = {"json_attributes_topic": f"{at}/state"}
    linked = {"state_topic": f"{at}/box", "value_template": "{{ 'ON' if value_json.phase == 'connected' else 'OFF' }}"}
    parts = [
        part("state", "sensor", words(N_("Match")), **state("value_json.says"), **whole),
        part("hand", "sensor", words(N_("Hand")), **state("value_json.hand")),
        part(
            "called",
            "binary_sensor",
            words(N_("Referee called")),
            **state("'ON' if value_json.referee == 'called' else 'OFF'"),
        ),
        part("box", "binary_sensor", words(N_("Table box")), device_class="connectivity", **linked),
    ]
    for place in range(len(CHAIRS)):
        seat = f"value_json.players[{place}]"
        named = f"{{{{ {seat} | default({{}}, true) | tojson }}}}"
        parts.append(
            part(
                f"points_{place + 1}",
                "sensor",
                words(N_("Points, player %(number)d"), {"number": place + 1}),
                **state(f"{seat}.points if value_json.players | count > {place} else none"),
                json_attributes_topic=f"{at}/state",
                json_attributes_template=named,
            )
        )
    for lamp, name in _LAMPS.items():
        for n in CHAIRS:
            about = {"seat": n, "wind": words(WIND_NAMES[WINDS[n - 1]])}
            topic = {"state_topic": f"{at}/lamps/{lamp}/{n}"}
            parts.append(part(f"{lamp}_{n}", "binary_sensor", words(name, about), **topic))
    for act, name in _BUTTONS.items():
        press = {"command_topic": f"{at}/act", "payload_press": f'{{"do": "{act}"}}', "qos": 1}
        parts.append(part(act, "button", words(name), **press))
    for n in CHAIRS:
        press = {"command_topic": f"{at}/act", "payload_press": f'{{"do": "win", "chair": {n}}}', "qos": 1}
        parts.append(part(f"win_{n}", "button", words(N_("Win, seat %(seat)d"), {"seat": n}), **press))
    name = words(N_("Mahjong table %(number)d"), {"number": number})
    return {
        "dev": {"ids": id, "name": name, "mf": "Tableside", "sw": version("tableside")},
        "o": {"name": "Tableside", "sw": version("tableside")},
        "availability_topic": f"{base}/status",
        "cmps": dict(parts),
    }


def _id(base: str, number: int) -> str:
    """Return the id of a table, of letters, digits, and lines."""
    safe = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in base)
    return f"{safe}_table_{number}"
