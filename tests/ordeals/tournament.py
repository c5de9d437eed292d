"""A tournament played by HTTP alone, from the list of its players to its workbook, which is added up here again.

`python -m tests.ordeals.tournament` plays 40 players × 8 rounds; other numbers may be given.
"""

import io
import json
import random
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from uuid import uuid4

from openpyxl import load_workbook

from tests.ordeals.served import serving

Send = Callable[[str, str, Any], tuple[int, bytes]]
"""Sends a request: method, path, JSON body or None; gives status and body of the answer."""

SHARES = (4, 2, 1, 0)
"""Table points of the ranks of a table."""


@dataclass
class Sums:
    """The sums of a tournament, added up without the program.

    Attributes:
        points: Points won and lost by each player.
        shares: Table points of each player.
        hands: Hands that were recorded.
    """

    points: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    shares: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    hands: int = 0


def asked(send: Send, method: str, path: str, body: Any = None) -> Any:
    """Return the JSON of an answer to a granted request."""
    status, data = send(method, path, body)
    assert status in (200, 201), (method, path, status, data[:300])
    return json.loads(data)


def play(send: Send, players: int, rounds: int, seed: int, hands: int = 16) -> tuple[str, Sums]:
    """Play a tournament; return the path of its event and its sums."""
    chance, sums = random.Random(seed), Sums()
    opened = {"type": "Opened", "name": "Ordeal", "rules": "mcr", "body": "ema", "rounds": rounds, "hands": hands}
    event = asked(send, "POST", "/api/hall/events", {"id": str(uuid4()), "act": opened})["event"]
    path = f"/api/hall/events/{event}"

    def act(**what: Any) -> Any:
        return asked(send, "POST", f"{path}/records", {"id": str(uuid4()), "act": what})["event"]

    text = "First name;Last name;EMA;Country\n" + "\n".join(
        f"First{n};Last{n};{4_000_000 + n};{('FRA', 'GER', 'ITA')[n % 3]}" for n in range(1, players + 1)
    )
    people = [
        {name: value for name, value in each.items() if name != "like"}
        for each in asked(send, "POST", f"{path}/people", {"text": text})["people"]
    ]
    act(type="Entered", people=people)
    state = asked(send, "POST", f"{path}/draw", {"id": str(uuid4()), "since": 1, "seed": seed})["event"]
    for number in range(1, rounds + 1):
        act(type="Started", round=number)
        asked(send, "POST", f"{path}/clocks", {"round": number, "do": "start"})
        for table, names in enumerate([each["names"] for each in state["drawn"][number - 1]["tables"]], 1):
            _play_table(send, table, names, hands, chance, sums)
        act(type="Released", round=number)
    return path, sums


def _play_table(send: Send, table: int, names: list[str], hands: int, chance: random.Random, sums: Sums) -> None:
    """Record a match by the names of its players, and add it up."""
    points = dict.fromkeys(names, 0)
    for _ in range(hands):
        kind = chance.random()
        if kind < 0.15:
            act: dict[str, Any] = {"type": "Drawn"}
        else:
            winner, giver = chance.sample(names, 2)
            worth = chance.randrange(8, 89)
            drew = kind < 0.4
            act = {"type": "Won", "winner": winner, "points": worth, "payer": None if drew else giver}
            for name in names:
                if name != winner:
                    paid = 8 + (worth if drew or name == giver else 0)
                    points[name] -= paid
                    points[winner] += paid
        answer = asked(send, "POST", f"/api/tables/{table}/records", {"id": str(uuid4()), "act": act})
        assert answer["number"] > 0
        sums.hands += 1
    order = sorted(points.values(), reverse=True)
    for name in names:
        tied = [place for place, value in enumerate(order) if value == points[name]]
        sums.points[name] += points[name]
        sums.shares[name] += Fraction(sum(SHARES[place] for place in tied), len(tied))


def check(send: Send, path: str, sums: Sums) -> None:
    """Compare the workbook and the public page with the sums."""
    status, data = send("GET", f"/desk/{path.rsplit('/', 1)[1]}/results.xlsx", None)
    assert status == 200
    rows = list(load_workbook(io.BytesIO(data))["EMA"].iter_rows(values_only=True))
    heads = next(at for at, row in enumerate(rows) if row[0] == "Place" and row[1] == "First name")
    found = [row for row in rows[heads + 1 :] if row[0]]
    assert len(found) == len(sums.points)
    order = sorted(sums.points, key=lambda name: (-sums.shares[name], -sums.points[name], name))
    for row, name in zip(found, order, strict=True):
        assert f"{row[1]} {row[2]}" == name, (row, name)
        assert row[3] == f"{4_000_000 + int(name.rsplit('Last', 1)[1]):08}", row
        assert abs(float(row[4]) - float(sums.shares[name])) < 1e-9, (row, sums.shares[name])
        assert row[5] == sums.points[name], (row, sums.points[name])
    assert sum(row[5] for row in found) == 0
    shown = asked(send, "GET", f"{path}/shown")
    assert [row["name"] for row in shown["standings"]] == order
    assert {row["name"]: Fraction(row["exact"]) for row in shown["standings"]} == dict(sums.shares)


def main() -> None:
    players, rounds = (int(each) for each in sys.argv[1:3]) if len(sys.argv) > 2 else (40, 8)
    with serving("--tables", str(max(players // 4, 1))) as (_, address):

        def send(method: str, path: str, body: Any) -> tuple[int, bytes]:
            data = None if body is None else json.dumps(body).encode()
            headers = {"Content-Type": "application/json"}
            request = urllib.request.Request(address + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    return answer.status, answer.read()
            except urllib.error.HTTPError as error:
                return error.code, error.read()

        begun = time.monotonic()
        path, sums = play(send, players, rounds, seed=5)
        played = time.monotonic() - begun
        check(send, path, sums)
        begun = time.monotonic()
        asked(send, "GET", path)
        desk = time.monotonic() - begun
    print(f"{players} players, {rounds} rounds, {sums.hands} hands in {played:.0f} s: the workbook adds up")
    print(f"the desk's state in {1000 * desk:.0f} ms")


if __name__ == "__main__":
    main()
