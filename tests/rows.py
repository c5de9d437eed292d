"""Tables of cases in one test, where a case takes less time than a test of its own would."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import pytest

_Named = type(pytest.param(0))


def row_by_row(names: str | tuple[str, ...], rows: Iterable[Any], ids: Any = None) -> Callable[[Any], Any]:
    """Run a test with every row of a table, and fail with all rows that fail, each named.

    Args:
        names: The parameters that the values of a row are for, as in `pytest.mark.parametrize`.
        rows: The rows: a value each if there is one parameter, else a tuple; or `pytest.param` with an id.
        ids: Names of the rows, or a function that names a value; a row is its values without.
    """
    called = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    names_of_rows = [*ids] if ids and not callable(ids) else []
    table, said = [], []
    for at, row in enumerate(rows):
        values, name = (row.values, row.id) if isinstance(row, _Named) else (row, None)
        table.append(tuple(values) if len(called) > 1 or isinstance(row, _Named) else (values,))
        said.append(name or (str(names_of_rows[at]) if names_of_rows else _said(table[-1], ids)))

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            __tracebackhide__ = True
            failed = []
            for row, name in zip(table, said, strict=True):
                try:
                    test(**dict(zip(called, row, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    # that nothing was raised is no exception that a group takes
                    told = error if isinstance(error, Exception) else AssertionError(str(error))
                    told.add_note(f"row: {name}")
                    failed.append(told.with_traceback(error.__traceback__))
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(table)} rows", failed)

        rest = [value for name, value in signature(test).parameters.items() if name not in called]
        run.__signature__ = signature(test).replace(parameters=[*_keyword(rest)])  # type: ignore[attr-defined]
        return run

    return decorated


def _said(row: tuple[Any, ...], ids: Any) -> str:
    return "-".join(str(ids(value)) if ids else repr(value) for value in row)


def _keyword(parameters: Iterable[Parameter]) -> Iterable[Parameter]:
    return (each.replace(kind=Parameter.KEYWORD_ONLY) for each in parameters)
