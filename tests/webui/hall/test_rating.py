"""Ratings over the matches and events of a hall, by every door, against another computation."""

import json
from contextlib import closing
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from msgspec.structs import replace

from scoring.match.event_acts import Entered, EventCorrected, Opened, PlayerEntry, Released, Started, TableResult
from scoring.match.rating import elo
from scoring.match.records import Corrected, Result
from tests.long import long_but
from webui.cli import main
from webui.hall.desk import Hall
from webui.hall.rating import ratings
from webui.records.errors import EventActRejectedError
from webui.records.store import Storage

Game = dict[str, int]
"""Totals of a table by name."""


def played(hall: Hall, players: int, rounds: int, seed: int, published: bool = True) -> list[Game]:
    """Play an event whose results are typed; return its tables in the order of the rounds."""
    chance = Random(seed)
    number = hall.open(uuid4(), Opened(f"Cup {seed}", "mcr", rounds=rounds), "", "desk")[0].number
    people = tuple([PlayerEntry(n, f"P{n:03}") for n in range(1, players + 1)])
    hall.record(number, uuid4(), Entered(people), "", "desk")
    hall.record(number, uuid4(), hall.draw(number, seed, 1), "", "desk")
    found = []
    for round in range(1, rounds + 1):
        hall.record(number, uuid4(), Started(round), "", "desk")
        event = hall.get(number).event
        for table, game in enumerate(event.seating[round], 1):
            three = [chance.randint(-6000, 6000) for _ in range(3)]
            totals = three[0], three[1], three[2], -sum(three)
            hall.record(number, uuid4(), TableResult(round, table, totals), "", "desk")
            found.append(dict(zip(map(event.name, game), totals, strict=True)))
        if published:
            hall.record(number, uuid4(), Released(round), "", "desk")
    return found


def rates(games: list[Game]) -> dict[str, float]:
    """Return the ratings R after matches."""
    now, counts = dict[str, float](), dict[str, int]()
    for game in games:
        mean = sum(now.get(name, 1500) for name in game) / 4
        order = sorted(game.values(), reverse=True)
        gains = {}
        for name, total in game.items():
            bases = [base for base, other in zip((30, 10, -10, -30), order, strict=True) if other == total]
            factor = max(0.2, 1 - counts.get(name, 0) * 0.002)
            gains[name] = factor * (sum(bases) / len(bases) + (mean - now.get(name, 1500)) / 40)
        for name, gain in gains.items():
            now[name], counts[name] = now.get(name, 1500) + gain, counts.get(name, 0) + 1
    return now


def of_events(*events: list[Game], weight: float = 1) -> dict[str, float]:
    """Return the ratings of players in two events of today, as in the European ranking; `weight` is the second's."""
    points: dict[str, list[int]] = {}
    for games in events:
        share, sums = dict[str, float](), dict[str, int]()
        for game in games:
            order = sorted(game.values(), reverse=True)
            for name, total in game.items():
                worth = [each for each, other in zip((4, 2, 1, 0), order, strict=True) if other == total]
                share[name] = share.get(name, 0) + sum(worth) / len(worth)
                sums[name] = sums.get(name, 0) + total
        for name in share:
            place = 1 + sum(
                (round(share[other], 6), sums[other]) > (round(share[name], 6), sums[name]) for other in share
            )
            points.setdefault(name, []).append(int(1000 * (len(share) - place) / (len(share) - 1) + 0.5))
    sums = {name: one + weight * two for name, (one, two) in points.items()}
    return {name: each / 2 / (1 + weight + 3) + each / 2 / (1 + weight + 2) for name, each in sums.items()}


@pytest.mark.parametrize("players", long_but([12], [12, 40, 100]))
def test_ratings_are_those_of_another_computation(records: Storage, players: int) -> None:
    """Unpublished rounds count nothing; a result that changes later changes the rating."""
    hall = Hall(records)
    first, second = played(hall, players, 2, 1), played(hall, players, 2, 2)
    found = {each.player: each.rating for each in ratings(hall, None, "elo")["mcr"]}
    assert found == pytest.approx(rates([*first, *second]))
    assert {each.player: each.rating for each in ratings(hall, None, "mers")["mcr"]} == pytest.approx(
        of_events(first, second)
    )
    about = hall.get(2).event.opened
    heavier = EventCorrected(1, replace(about, weight=250), "a championship")
    hall.record(2, uuid4(), heavier, "", "desk")
    assert {each.player: each.rating for each in ratings(hall, None, "mers")["mcr"]} == pytest.approx(
        of_events(first, second, weight=2.5)
    )
    for weight in (0, 1001):
        with pytest.raises(EventActRejectedError, match="weight-unusable"):
            hall.record(2, uuid4(), EventCorrected(1, replace(about, weight=weight)), "", "desk")
    typed = hall.matches(1).current
    assert typed
    changed = second[players // 4]  # of the first table in the second round
    new = dict(zip(changed, (64, 32, -32, -64), strict=True))
    act = Corrected(typed.entries[-1].number, Result(tuple(new.values())), "misread")
    hall.matches(1).record(act, uuid4(), "", "referee")
    second[players // 4] = new
    found = {each.player: each.rating for each in ratings(hall, None, "elo")["mcr"]}
    assert found == pytest.approx(rates([*first, *second]))
    played(hall, players, 1, 3, published=False)
    assert {each.player: each.rating for each in ratings(hall, None, "elo")["mcr"]} == found
    assert len(ratings(hall, None, "elo")["mcr"][0].steps) == 4
    assert elo([]) == []


def test_ratings_by_command(tmp_path: Path) -> None:
    with closing(Storage.open(tmp_path)) as records:
        games = played(Hall(records), 8, 2, 4)
    best, rate = max(rates(games).items(), key=lambda each: each[1])

    def run(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(main, ["hall", "rating", *arguments, "--data", str(tmp_path)])
        assert result.exit_code == code, result.output
        return result.output

    lines = run().splitlines()
    assert lines[1].split() == ["1", best, f"{rate:.2f}".rstrip("0"), "2"]
    assert "tenhou.net" in lines[-1]
    assert "mahjong-europe.org" in run("--by", "mers")
    shown = json.loads(run("--json"))
    assert (shown["by"], shown["games"][0]["players"][0]["rating"]) == ("elo", round(rate, 2))
    assert run("--player", best).splitlines()[2].split()[-1] == f"{rate:.2f}".rstrip("0")
    assert "Zoe has no rating" in run("--player", "Zoe", code=1)
    assert run("--to", "2020-01-01").splitlines()[0].startswith("The rating R")


def test_ratings_on_pages_and_by_the_interface(client: FlaskClient) -> None:
    """The year has the ranking, the formula and the steps; a phone the player's own; JSON all of it."""
    from webui.http.routes.hall import the_hall

    with client.application.test_request_context():
        hall = the_hall()
        games = played(hall, 8, 2, 5)
    expected = rates(games)
    answer = client.get("/api/rating", query_string={"by": "elo"}).get_json()
    assert {each["name"]: each["rating"] for each in answer["games"][0]["players"]} == pytest.approx(expected, abs=0.01)
    assert answer["games"][0]["players"][0]["steps"][-1]["after"] == answer["games"][0]["players"][0]["rating"]
    assert client.get("/api/rating", query_string={"by": "x"}).get_json()["kind"] == "not-a-rating"
    best, rate = max(expected.items(), key=lambda each: each[1])
    for lang, heading in (("en", "My rating"), ("zh", "我的等级分"), ("ja", "自分のレーティング")):
        page = client.get("/me", query_string={"event": 1, "name": best, "lang": lang}).get_data(as_text=True)
        assert heading in page
        assert f"{rate:.2f}" in page
    year = client.get("/year", query_string={"rule": "elo", "lang": "zh"}).get_data(as_text=True)
    assert "等级分R（四人桌Elo）" in year
    assert f"{rate:.2f}" in year
    mers = client.get("/year", query_string={"rule": "mers"}).get_data(as_text=True)
    assert "mahjong-europe.org" in mers
    assert client.get("/year.xlsx", query_string={"rule": "elo"}).status_code == 200
    assert client.get("/year.csv", query_string={"rule": "mers"}).status_code == 200
