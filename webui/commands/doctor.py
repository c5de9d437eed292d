"""`tableside doctor`: finds problems of the program, the disk, the camera and the box, and says what to do."""

import json
import logging
import sys
from itertools import chain
from pathlib import Path

import click

from vision import files
from webui.commands import doctor_checks, shared_checks
from webui.commands.bundle import packed
from webui.commands.data import data_option
from webui.commands.doctor_checks import CheckFound
from webui.commands.options import db_option, models_option, mqtt_option, printable, unwritable
from webui.messages import Messages
from webui.messages import doctor as wording
from webui.mqtt.broker import Broker
from webui.terminal.language import lang_option

SIGNS = {"good": "✓", "note": "·", "wrong": "✗"}
"""The signs before the results of checks."""


@click.command("doctor")
@click.option("--camera", metavar="SOURCE", help="Also open this camera, as tableside serve takes it.")
@click.option("--box", metavar="ADDRESS", help="Also listen to this table box, as tableside serve takes it.")
@mqtt_option(help="Also ask this MQTT broker, as tableside serve takes it.")
@click.option("--photos", "every_photo", is_flag=True, help="Also read every photo and verify its checksum.")
@data_option
@db_option
@models_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.zip",
    help="Also write one file to send with a question: results, versions, settings, the server's last log. It holds no "
    "photos, players, PINs or passwords.",
)
@lang_option
def command(
    camera: str | None,
    box: str | None,
    broker: Broker | None,
    every_photo: bool,
    data: Path,
    db: str | None,
    as_json: bool,
    bundle: Path | None,
    words: Messages,
) -> None:
    """Check the installation and suggest fixes: program, networks, disk, rights, database, photos, camera, table box,
    clock.

    Nothing is changed; the server may run meanwhile. With --db database and photos are the hall's. Exit status 1
    where something is wrong.
    """
    if bundle and bundle.exists():
        raise click.ClickException(words("%(file)s exists: choose another name", {"file": printable(bundle)}))
    logging.getLogger().addHandler(logging.NullHandler())  # the checks report the messages of the camera
    looked = chain(
        doctor_checks.program(),
        doctor_checks.libraries({*doctor_checks.games_in(data), *(shared_checks.games_in(db) if db else ())}),
        doctor_checks.weights(words),
        doctor_checks.folder(data),
        doctor_checks.disk(data),
        doctor_checks.doors(data),
        shared_checks.database(db, every_photo, words) if db else doctor_checks.database(data, every_photo),
        doctor_checks.camera(camera, words),
        doctor_checks.box(box, words),
        doctor_checks.mqtt(broker, words),
        chain(doctor_checks.clock_after(shared_checks.newest_record(db)), doctor_checks.jumps(shared_checks.jumps(db)))
        if db
        else doctor_checks.clock(data),
    )
    found = []
    for each in looked:
        found.append(each)
        if not as_json:
            said, fix = wording.found(words, each.kind, each.about)
            click.echo(f"{SIGNS[each.state]} {wording.check(words, each.check)}" + words(": ") + said)
            if fix:
                click.echo(f"    {fix}")
    if bundle:
        _write(bundle, packed([_json(each, words) for each in found], data), words)
    wrong = any(each.state == "wrong" for each in found)
    if as_json:
        click.echo(json.dumps({"ok": not wrong, "checks": [_json(each, words) for each in found]}, ensure_ascii=False))
    sys.exit(1 if wrong else 0)


def _write(file: Path, content: bytes, words: Messages) -> None:
    try:
        files.write(file, content)
    except OSError as error:
        raise unwritable(words, file, error) from error
    click.echo(words("Written: %(file)s", {"file": printable(file)}), err=True)


def _json(found: CheckFound, words: Messages) -> dict[str, object]:
    said, fix = wording.found(words, found.kind, found.about)
    return {
        "check": found.check,
        "state": found.state,
        "kind": found.kind,
        "about": dict(found.about),
        "says": said,
        "fix": fix,
    }
