"""The statistics of an event with removed names, in its reports and in the club's year."""

import csv
import io
import zipfile
from uuid import uuid4

from scoring.match.event_acts import Entered, Opened, PlayerEntry, SeatingDrawn, Started
from scoring.match.records import Won
from scoring.match.year import statistics
from webui.exports.reports import reports_zip
from webui.hall.desk import Hall
from webui.hall.results import results
from webui.hall.year import matches_between
from webui.match.renaming import erasing_of
from webui.messages import Messages
from webui.table.table import Table
from webui.table.tables import Tables


def test_two_removed_names_with_one_replacement_stay_two_players(table: Table) -> None:
    tables = Tables(table, 2)
    hall = Hall(table.records, tables.get)
    number = hall.open(uuid4(), Opened("Cup", rounds=1, hands=1), "", "desk")[0].number
    people = tuple(PlayerEntry(at, f"Player {at}") for at in range(1, 9))
    for act in (Entered(people), SeatingDrawn(1, (((1, 2, 3, 4), (5, 6, 7, 8)),)), Started(1)):
        hall.record(number, uuid4(), act, "", "desk")
    for at, points in ((1, 30), (2, 40)):
        here = tables.get(at)
        assert here
        here.matches.record(Won("E", points, "S"), uuid4(), "", "referee")
    table.record({"type": "Erased", "seat": "E", "name": "N. N."}, uuid4(), "", "desk")
    # as a table does that did not know of the first removal
    other = tables.get(2)
    assert other
    table.records.journal.erase(erasing_of({"Player 5", "N. N."}, "N. N."))
    other.matches.reload()
    assert [match.match.players[0] for each in (table, other) for match in each.matches.all()] == ["N. N.", "N. N."]
    year = {each.player: each.won.number for each in statistics(matches_between(hall, tables, "", ""))["mcr"]}
    assert len(year) == 8
    assert (year["N. N."], year["N. N. (5)"]) == (30, 40)
    found = reports_zip(results(hall, hall.get(number)), hall.records, Messages.of("en"))
    with zipfile.ZipFile(io.BytesIO(found)) as archive:
        figures = list(csv.DictReader(io.StringIO(archive.read("statistics.csv").decode("utf-8-sig"))))
    assert {row["Name"]: row["Best win"] for row in figures if row["Wins"] == "1"} == {"N. N.": "30", "N. N. (5)": "40"}
