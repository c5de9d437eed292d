"""Requests made from the description of the JSON interface: each is answered as described, none fails the server.

    python -m tests.ordeals.api [--count 200] [--role referee] [--postgres]

Somebody of each role sends them. Requests follow the description, and break it: wrong types, missing parts, other
methods (schemathesis).
"""

from collections import Counter
from contextlib import ExitStack
from typing import Any

import click
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode

from tests.webui.callers import Hall
from tests.webui.described import HELD, PLAIN, operations
from webui.commands.hall.local_postgres import cluster
from webui.records.rights import ROLES, Role


@click.command()
@click.option("--count", default=200, show_default=True, help="Requests of each kind to each route, by each role.")
@click.option("--role", "roles", type=click.Choice(ROLES), multiple=True, default=ROLES, help="Who sends them.")
@click.option("--postgres", is_flag=True, help="Keep what is recorded in a PostgreSQL that is started for it.")
def main(count: int, roles: tuple[Role, ...], postgres: bool) -> None:
    """Sends them and prints how often each status was answered."""
    wrong = 0
    with ExitStack() as stack:
        hall = Hall(stack.enter_context(cluster()).address if postgres else None)
        found = operations(hall.app).values()
        for role in roles:
            statuses: Counter[int] = Counter()
            for operation in found:
                for mode in GenerationMode:
                    try:
                        _send(hall, role, operation, mode, count, statuses)
                    except Unsatisfiable:
                        continue  # nothing can be wrong with a request that has no parts
                    except (
                        BaseExceptionGroup
                    ) as error:  # whatever does not hold is counted, and the other routes are still tried
                        wrong += 1
                        click.echo(f"{role}: {operation.label} ({mode.value}): {error.exceptions}", err=True)
            told = ", ".join(f"{status}: {number}" for status, number in sorted(statuses.items()))
            click.echo(f"{role}: {statuses.total()} requests, {told}")
    raise SystemExit(1 if wrong else 0)


def _send(hall: Hall, role: Role, operation: Any, mode: GenerationMode, count: int, statuses: Counter[int]) -> None:
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
            case.path_parameters = hall.aim(case.path_parameters, case.path)
        response = case.call(headers={**PLAIN, **hall.headers(role)})
        statuses[response.status_code] += 1
        case.validate_response(response, checks=HELD)

    sent()


if __name__ == "__main__":
    main()
