"""The log: a line an event, for people or for programs, and nothing in it that is nobody's business."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest
from structlog.contextvars import bound_contextvars

from webui.base import logs
from webui.records.database.sqlite import backend


def record(event: str, level: int = logging.INFO, error: bool = False, **about: object) -> logging.LogRecord:
    made = logging.getLogger("webui.some").makeRecord(
        "webui.some", level, "some.py", 1, event, (), sys.exc_info() if error else None, extra=about
    )
    made.created = 0.0
    return made


def test_a_line_for_programs_is_one_object_with_all_that_belongs_to_the_event() -> None:
    with bound_contextvars(request_id="r1"):
        line = logs.handler("json").format(record("record written", table=3, act="Won"))
    found = json.loads(line)
    found.pop("timestamp")
    assert found == {
        "event": "record written",
        "level": "info",
        "logger": "webui.some",
        "request_id": "r1",
        "table": 3,
        "act": "Won",
    }


def test_an_error_has_its_traceback_but_no_values_of_its_variables() -> None:
    secret = "1" + "23456"
    try:
        int(f"{secret}"[:0])
    except ValueError:
        for form in ("text", "json"):
            line = logs.handler(form).format(record("failed", logging.ERROR, error=True))  # type: ignore[arg-type]
            assert "test_logs.py" in line
            assert "invalid literal for int()" in line
            assert secret not in line
            assert (form == "text") == ("\n" in line)


def test_nobody_adds_a_line_of_their_own_by_a_path() -> None:
    path = "/x\n2026-01-01 [info] record written"
    for form in ("text", "json"):
        assert "\n" not in logs.handler(form).format(record("request", path=path))  # type: ignore[arg-type]


def test_without_a_form_only_the_sentence_is_written() -> None:
    assert logs.handler(None).format(record("the disk is full", logging.WARNING, table=3)) == "the disk is full"


@pytest.fixture
def levels() -> Iterator[None]:
    root, own = logging.getLogger(), logging.getLogger("webui")
    before = root.level, own.level
    yield
    root.setLevel(before[0])
    own.setLevel(before[1])


@pytest.mark.usefixtures("levels")
@pytest.mark.parametrize(("form", "shown"), [(None, False), ("text", True), ("json", True)])
def test_events_are_written_where_a_form_is_given(form: logs.LogForm | None, shown: bool) -> None:
    logs.write(form)
    assert logging.getLogger("webui.some").isEnabledFor(logging.INFO) == shown


def test_a_form_given_later_takes_the_place_of_the_first_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(logs.VERBOSE, raising=False)
    log = logging.getLogger("webui.some")
    with logs.verbosely():
        log.debug("first")
        logs.write("json", lambda record: record.msg != "secret")
        log.debug("second")
        log.debug("secret")
    assert not log.isEnabledFor(logging.DEBUG)
    first, second = capsys.readouterr().err.splitlines()
    assert "first" in first
    assert json.loads(second)["event"] == "second"


def test_what_the_database_was_given_stands_in_no_error() -> None:
    opened = backend(None)
    assert opened.engine.hide_parameters
    opened.engine.dispose()
