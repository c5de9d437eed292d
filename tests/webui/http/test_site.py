"""The site of an application, as one value."""

from flask import Flask

from tests.served import Answers
from webui.http.site import Site, show, site_of
from webui.table.table import Table
from webui.table.tables import Tables


def test_a_site_of_a_table_has_its_tables_people_and_events(table: Table) -> None:
    site = Site(table)
    assert site.tables.own is table
    assert site.people.store is table.records.people
    assert (site.hall.records, site.hall) == (table.records, site.hall)
    assert (site.access, site.tilesets, site.program, site.proxy_seen) == (None, None, None, False)


def test_the_events_follow_the_tables_that_are_shown(table: Table) -> None:
    site, other = Site(table), Tables(Table(Answers()))
    before = site.hall
    site.tables = other
    assert site.hall is not before
    assert site.hall.records is other.records


def test_an_application_shows_the_site_given_last(table: Table) -> None:
    app, one, other = Flask("test"), Site(table), Site(table)
    show(app, one)
    assert site_of(app) is one
    show(app, other)
    assert site_of(app) is other
