"""Requests made from the description of the JSON interface: each is answered as described, none fails the server.

    python -m tests.ordeals.api [--count 200]

Requests follow the description, and break it: wrong types, missing parts, other methods (schemathesis).
"""

from collections import Counter
from typing import Any

import click
import schemathesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

from tests.webui.test_openapi import ENDLESS, HELD, PLAIN, aim, served


@click.command()
@click.option("--count", default=200, show_default=True, help="Requests of each kind to each route.")
def main(count: int) -> None:
    """Sends them and prints how often each status was answered."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", served()).exclude(path=list(ENDLESS))
    statuses: Counter[int] = Counter()
    wrong = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in GenerationMode:
            try:
                _send(operation, mode, count, statuses)
            except Unsatisfiable:
                continue  # nothing can be wrong with a request that has no parts
            except (
                BaseExceptionGroup
            ) as error:  # whatever does not hold is counted, and the other routes are still tried
                wrong += 1
                click.echo(f"{operation.label} ({mode.value}): {error}", err=True)
    click.echo(", ".join(f"{status}: {number}" for status, number in sorted(statuses.items())))
    raise SystemExit(1 if wrong else 0)


def _send(operation: Any, mode: GenerationMode, count: int, statuses: Counter[int]) -> None:
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        verbosity=Verbosity.quiet,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def sent(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:
            aim(case)
        response = case.call(headers=PLAIN)
        statuses[response.status_code] += 1
        case.validate_response(response, checks=HELD)

    sent()


if __name__ == "__main__":
    main()
