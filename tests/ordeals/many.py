"""Sends photograph after photograph: `python -m tests.ordeals.many`.

After 300 of them, all kept, the page has at most 400 MB resident.
"""

import tempfile
import time

import click

from tests.ordeals.served import SAMPLE, resident, serving, upload

MOST = 400
"""Megabytes resident that are allowed in the end."""


@click.command()
@click.option("--count", default=300, show_default=True)
def main(count: int) -> None:
    """Print the memory on the way; exit 1 where it is more than allowed in the end."""
    photograph = SAMPLE.read_bytes()
    with tempfile.TemporaryDirectory() as folder, serving("--data", folder) as (process, address):
        click.echo(f"before: {resident(process):.0f} MB")
        for number in range(1, count + 1):
            while (status := upload(address, photograph + b"%d" % number)) == 503:
                time.sleep(0.5)
            assert status == 201, status
            if number % 50 == 0:
                click.echo(f"after {number}: {resident(process):.0f} MB")
        now = resident(process)
    raise SystemExit(now > MOST)


if __name__ == "__main__":
    main()
