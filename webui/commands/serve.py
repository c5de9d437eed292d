"""`tableside serve`: serves the page on this computer."""

import _thread
import ctypes
import errno
import logging
import os
import shlex
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from device.errors import LogError
from scoring.errors import MissingLibraryError
from scoring.rules import BOOKS
from vision import TileReader, WeightsError
from vision.errors import Trouble, VisionError
from vision.live.camera import Camera, quiet
from vision.live.sources.source import SourceError
from vision.tilesets.files import SetError
from webui.access.https import FOLDER, Https
from webui.access.own import OwnToken
from webui.access.pin import TOKEN_LIFE, Access
from webui.access.proxies import Proxies
from webui.base import logs
from webui.base.logs import LogForm
from webui.commands.addresses import (
    EVERYWHERE,
    adapters,
    for_phones,
    for_this_computer,
    host_of,
    print_addresses,
    reachable,
)
from webui.commands.boxes import chosen_box
from webui.commands.cameras import camera_option
from webui.commands.data import data_option
from webui.commands.mdns import announced, local_name
from webui.commands.opening import keep_address, running, show_page, start_again, with_token
from webui.commands.options import (
    InputFile,
    db_option,
    log_option,
    models_option,
    mqtt_option,
    rules_option,
    set_error,
    set_option,
    sets_folder,
    sets_option,
)
from webui.hall.remote_commands import follow
from webui.http.app import create_app
from webui.http.program import Program, lets_phones_in
from webui.http.server import create_server
from webui.http.site import Site
from webui.messages import Messages
from webui.messages.device import device_error
from webui.messages.errors import command_error, vision_error
from webui.messages.scoring import error as scoring_error
from webui.mqtt.broker import Broker
from webui.records import MOST_TABLES
from webui.records.errors import RecordsError
from webui.records.presets import admit_kept, offer
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.rig.live_hand_store import LiveHandStore
from webui.table.equipment import BOX, kept_address, kept_camera, kept_rules, link_to, rig_of
from webui.table.picture_room import PictureRoom
from webui.table.table import Table
from webui.table.table_name import OwnPage, keep_page
from webui.table.tables import Tables
from webui.table.tile_learning import TileLearner
from webui.terminal.language import said, spoken
from webui.tilesets.learned_tiles import LearnedTiles
from webui.tilesets.tilesets import TileSets

if TYPE_CHECKING:
    from webui.http.tls import Certificate
    from webui.jobs.queue import Queue
    from webui.mqtt.bridge import Bridge
    from webui.records.listening import Listening

_ARENAS: Final = -8
"""`M_ARENA_MAX` of glibc's `mallopt`."""

STOPPING: Final = 2.5
"""Seconds to wait for the threads when the program is stopped. Reading a picture takes much less; a camera's driver or
a decoder may take longer."""

STARTING: Final = 20.0
"""Seconds to wait for the page of a program that has the data folder already. Fewer give up on a slow computer; more
delay the error."""


SWITCHING: Final = 0.001
"""Seconds after which a thread that computes lets another one go on. More holds up a record, which waits for the disk
several times, by that long each time; fewer costs the readings."""


_WAITS: Final = ("database-gone", "database-crowded", "older-database", "newer-database")
"""Errors of a hall's database that do not prevent play at a table: its records wait on its own disk."""


def _name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the host, or the address, of `--name`."""
    try:
        return value if value is None or host_of(value) else None
    except ValueError as error:
        about = {"name": value}
        raise click.BadParameter(
            said("%(name)s is no name of a host and no address: give hall.example or https://hall.example/.", about)
        ) from error


def _proxies(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Proxies:
    """Return the proxies of `--trusted-proxy`."""
    try:
        return Proxies.of(value)
    except ValueError as error:
        about = {"reason": str(error)}
        raise click.BadParameter(
            said("%(reason)s: give an address such as 127.0.0.1, or a network such as 172.16.0.0/12.", about)
        ) from error


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 lets phones in.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option(
    "--name",
    metavar="HOST|ADDRESS",
    callback=_name,
    help="Name of this computer in the network, which the page then answers to; or the address at which a proxy has "
    "the page, such as https://hall.example/tableside/.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    callback=_proxies,
    help="Address or network of a proxy whose X-Forwarded-For, -Proto, -Host and -Prefix are followed; repeatable "
    "[default: none]. With one, no device has rights by its address alone: this computer needs the PIN too.",
)
@click.option(
    "--https",
    "secure",
    is_flag=True,
    help="Speak HTTPS too, by a certificate of this computer's own authority, which phones are told to trust once.",
)
@click.option(
    "--cert",
    metavar="FILE",
    type=InputFile(),
    help="Speak HTTPS by this certificate (PEM, with those of its authorities), which is read again when it changes.",
)
@click.option(
    "--key",
    metavar="FILE",
    type=InputFile(),
    help="Key of --cert, if that file does not hold it.",
)
@rules_option
@camera_option(help="Watch the table; a camera is one of these: %(kinds)s.")
@click.option(
    "--box",
    metavar="ADDRESS",
    callback=chosen_box,
    help="Listen to the table box: auto looks for it, or name its port (/dev/ttyACM0, COM3, socket://host:port); "
    "keypad takes a USB number pad or pedal.",
)
@click.option(
    "--box-log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Record of the line to the box, where it is not box.log in --data; at most 3 MB are kept.",
)
@click.option(
    "--table",
    "number",
    metavar="NUMBER",
    type=click.IntRange(1, MOST_TABLES),
    help="Number of this server's own table, the one with the camera and the box: 1 where none is given. With --db it "
    "records in --data and sends that to the hall's database, so that it goes on without it.",
)
@click.option(
    "--take-over", is_flag=True, help="With --table and --db: take over the table from another device, which is lost."
)
@click.option(
    "--tables",
    "count",
    metavar="COUNT",
    default=1,
    show_default=True,
    type=click.IntRange(1, MOST_TABLES),
    help="Tables of the hall, numbered from 1; each has its own page.",
)
@data_option
@db_option
@mqtt_option(
    help="Publish tables and boxes at an MQTT broker, mqtt://USER:PASSWORD@HOST/TOPIC, or mqtts:// with encryption, "
    "and follow boards there. In TABLESIDE_MQTT the password is not seen by others."
)
@click.option(
    "--keep-exif",
    is_flag=True,
    help="Keep photos exactly as sent, with position, owner and serial numbers, which are removed otherwise.",
)
@click.option("--memory", is_flag=True, help="Keep nothing: records and photos are gone when it is stopped.")
@models_option
@set_option
@sets_option
@click.option(
    "--open",
    "opens",
    is_flag=True,
    help="Open the page in the browser, where it can be stopped; where it is served already, open that.",
)
@log_option
def command(**options: Any) -> None:
    """Show the page on this computer: take a photo of a hand, correct it, see it scored."""
    chosen = _Options(**options)
    _few_arenas()
    logs.write(chosen.form, partial(in_words, spoken()))
    quiet()
    try:
        named = Camera(chosen.camera) if chosen.camera else None
    except SourceError as error:
        raise click.BadParameter(vision_error(spoken(), error), param_hint="--camera") from error
    if chosen.db and chosen.memory:
        raise click.UsageError(said("Either --db keeps what is recorded, or --memory keeps nothing: leave one out."))
    data, host = chosen.data, chosen.host
    if chosen.opens and not chosen.memory and (there := running(data)):
        show_page(with_token(data, there))
        return
    if chosen.opens and for_this_computer(host) and lets_phones_in(data):
        host = "0.0.0.0"
    with _listener(host, chosen.port, other=chosen.opens) as listener:
        chosen = replace(chosen, host=host, port=listener.getsockname()[1])
        try:
            served = _served(chosen, named)
        except RecordsError as error:
            if chosen.opens and error.kind == "folder-in-use" and (there := running(data, STARTING)):
                show_page(with_token(data, there))
                return
            raise click.ClickException(command_error(spoken(), error)) from error
        except WeightsError as error:
            raise click.ClickException(vision_error(spoken(), error)) from error
        except SetError as error:
            raise click.BadParameter(set_error(error, sets_folder(data, chosen.sets)), param_hint="--set") from error
        program = _serve(chosen, served, listener)
    if program and program.again:
        start_again(chosen.port)
    _leave()


@dataclass(frozen=True, slots=True)
class _Options:
    """The options of the command, by their names there."""

    host: str
    port: int
    name: str | None
    proxies: Proxies
    secure: bool
    cert: Path | None
    key: Path | None
    rules: str
    camera: str | None
    box: str | None
    box_log: Path | None
    number: int | None
    take_over: bool
    count: int
    data: Path
    db: str | None
    broker: Broker | None
    keep_exif: bool
    memory: bool
    set_name: str | None
    sets: Path | None
    opens: bool
    form: LogForm | None

    @property
    def folder(self) -> Path | None:
        """The data folder, or None if nothing is kept."""
        return None if self.memory else self.data


@dataclass(frozen=True, slots=True)
class _Served:
    """The tables of the server, and what they share.

    Attributes:
        tables: The tables, which have started.
        tilesets: The sets of tiles.
        learning: The learner from approved hands.
        queue: The queue of photos for workers, or None outside a hall.
        outbox: The sender of records to a hall, or None.
    """

    tables: Tables
    tilesets: TileSets
    learning: TileLearner
    queue: "Queue | None"
    outbox: Outbox | None

    def close(self) -> None:
        """Close what was opened, after the tables were stopped."""
        if self.queue:
            self.queue.close()
        if self.outbox:
            self.outbox.stop()
        self.tables.records.close()


def _served(chosen: _Options, named: Camera | None) -> _Served:
    """Open the storage and start the tables.

    Args:
        chosen: The options.
        named: The camera that they name, or None.

    Raises:
        RecordsError: The storage cannot be opened, or the hall refuses this device.
        WeightsError: The network for dice is missing or unusable.
        SetError: The set of tiles cannot be used.
    """
    data, db, number = chosen.data, chosen.db, chosen.number or 1
    apart = db is not None and chosen.number is not None
    records = Storage.open(chosen.folder, db=None if apart else db)
    outbox = _outbox(records, db, number, chosen.take_over) if apart and db else None
    offer(records, BOOKS[chosen.rules])
    admit_kept(records)
    source = named or kept_camera(records.values, number)
    rig = rig_of(data, source.address) if source else None
    tilesets = _tilesets(sets_folder(data, chosen.sets), chosen.set_name, records, number)
    session = _session(chosen.box or kept_address(records.values, number, BOX), chosen.box_log or data / "box.log")
    given = _given(camera=chosen.camera, box=chosen.box)
    kept = None if "rules" in given else kept_rules(records.values, number)
    queue = _queue(db, records, tilesets) if db and not apart else None
    pictures = PictureRoom(tilesets, records.photos, queue, chosen.keep_exif)
    table = Table(pictures, kept or chosen.rules, source, session, rig, records, number)
    table.given = given
    learning = TileLearner(table, tilesets, records.values)
    tables = Tables(table, chosen.count)
    if outbox:
        _say_lacking()
        _send_by(outbox, table)
    tables.start()
    return _Served(tables, tilesets, learning, queue, outbox)


def _serve(chosen: _Options, served: _Served, listener: socket.socket) -> Program | None:
    """Serve the tables until the program is stopped, and close them; return the program opened with the page."""
    host, port, name, records = chosen.host, chosen.port, chosen.name, served.tables.records
    if chosen.folder and not records.shared:
        logs.keep(chosen.folder, partial(in_words, spoken()))
    https, certificate = _https(chosen.folder, host, name, chosen.secure, chosen.cert, chosen.key)
    phones = for_phones(host, port, name, https=https is not None)
    access = None
    if name or chosen.proxies or not for_this_computer(host):
        access = Access(next(iter(phones), None), records.pins)
        if not records.shared:  # servers of a hall share a PIN, which is changed on the page of any of them
            records.pins.renew_after(TOKEN_LIFE)
    own_token = None if chosen.memory else _own(chosen.data)
    names = (host_of(name),) if name else ()
    site = Site(served.tables, served.tilesets, access, names, served.learning, chosen.proxies, https, own_token)
    site.command = _for_others(click.get_current_context())
    app = create_app(site)
    server = create_server(app, listener, certificate)
    told = None if served.outbox else _tell_listeners(records)
    bridge = _bridge(served.tables, chosen.broker) if chosen.broker else None
    _stop_on_signal(served.tables)
    print_addresses(host, port, phones, access)
    _tell(served, https, phones)
    own = f"http://{'127.0.0.1' if host in EVERYWHERE else f'[{host}]' if ':' in host else host}:{port}/"
    if chosen.folder:
        keep_address(chosen.folder, own)
    if served.outbox:
        keep_page(records.values, served.tables.own.number, OwnPage(next(iter(phones), own), bool(phones)))
    program = _opened(site, chosen.folder, own) if chosen.opens else None
    with announced(reachable(adapters()) if host in EVERYWHERE else [], port) as by_name:
        if by_name:
            by = "https" if https else "http"
            click.echo(said("Or by name: %(address)s", {"address": f"{by}://{local_name()}:{port}/"}))
        sys.setswitchinterval(SWITCHING)
        server.run()
    server.close()
    if told:
        told.stop()
    if bridge:
        bridge.stop()
    served.close()
    return program


def _tell(served: _Served, https: Https | None, phones: Sequence[str]) -> None:
    """Print what phones trust, where records are kept, and who reads photos, after the addresses."""
    records, tilesets = served.tables.records, served.tilesets
    if https and https.authority and phones:
        file = f"{phones[0].replace('https://', 'http://', 1)}tableside.crt"
        about = {"address": file, "fingerprint": https.fingerprint}
        click.echo(said("Phones are to trust %(address)s once (SHA-256 %(fingerprint)s)", about))
    if records.shared:
        click.echo(said("Records and photos are kept in %(database)s", {"database": records.name}))
    if served.queue and not tilesets.plain:
        click.echo(
            said(
                "Photos are read on this computer only, by its tile set %(name)s: workers read any tiles. Choose "
                "any tiles to have them help.",
                {"name": tilesets.chosen or ""},
            )
        )


def _https(
    data: Path | None, host: str, name: str | None, secure: bool, cert: Path | None, key: Path | None
) -> tuple[Https | None, "Certificate | None"]:
    """Return the certificate of the server and its description for the page; None for both without HTTPS."""
    if not (secure or cert or key):
        return None, None
    from webui.access.authority import Authority, certified
    from webui.access.certificates import GivenCertificate, OwnCertificate

    if cert is None and key is not None:
        raise click.UsageError(said("--key is the key of a certificate: give that with --cert."))
    if cert is not None:
        try:
            return Https(), GivenCertificate(cert, key)
        except OSError as error:
            about = {"file": cert, "reason": error.strerror or error}
            raise click.BadParameter(
                said(
                    "%(file)s and its key cannot be used (%(reason)s): give both as PEM, without password.",
                    about,
                ),
                param_hint="--cert",
            ) from error

    def hosts() -> list[str]:
        found = adapters()
        named = [socket.gethostname(), local_name(), "localhost", *([host_of(name)] if name else [])]
        addresses = [*reachable(found), *(each for adapter in found for each in adapter.addresses)]
        return [*addresses, *([] if host in EVERYWHERE else [host]), *named]

    try:
        authority = Authority.open(data, hosts())
    except (OSError, ValueError) as error:
        about = {"folder": str(data / FOLDER) if data else "", "reason": str(error)}
        raise click.ClickException(
            said(
                "The authority in %(folder)s cannot be used (%(reason)s): put that right, or remove the folder and "
                "have phones trust another one.",
                about,
            )
        ) from error
    if name and not authority.vouches_for(host_of(name)):
        about = {"name": host_of(name), "folder": str(data / FOLDER) if data else ""}
        raise click.ClickException(
            said(
                "The authority in %(folder)s may not vouch for %(name)s: remove that folder and have phones trust "
                "another one, or give a certificate with --cert.",
                about,
            )
        )
    certificate = OwnCertificate(authority, lambda: certified(each for each in hosts() if authority.vouches_for(each)))
    return Https(authority.pem, authority.fingerprint), certificate


def _own(data: Path) -> OwnToken | None:
    """Return the token of this computer, or None on a disk that cannot be written."""
    try:
        return OwnToken.kept(data)
    except OSError:
        return None


def _queue(db: str, records: Storage, tilesets: TileSets) -> "Queue":
    """Return the queue of photos for workers; its library is needed only in a hall."""
    try:
        from webui.jobs.queue import Queue
    except ImportError as error:
        raise RecordsError("no-driver") from error
    return Queue(db, records, lambda: tilesets.plain)


def _opened(site: Site, folder: Path | None, address: str) -> Program:
    """Open the page in the browser, and end the program on its request or after a long time without any page."""
    program = site.program = Program(folder, _thread.interrupt_main)
    program.stop_unwatched(lambda: site.viewers.count)
    opened = f"{address}#token={site.own.code()}" if site.own and site.people.store.anybody() else address
    threading.Thread(target=show_page, args=(opened,), name="browser", daemon=True).start()
    return program


def _given(**named: str | None) -> frozenset[str]:
    """Return the settings of a table that the command line decides."""
    rules = click.get_current_context().get_parameter_source("rules") is not ParameterSource.DEFAULT
    return frozenset({name for name, value in named.items() if value} | ({"rules"} if rules else set()))


def in_words(words: Messages, record: logging.LogRecord) -> bool:
    """Put the sentence for a camera's trouble, or an error of vision, into its line of the log; return True."""
    if isinstance(record.args, tuple):
        known = (Trouble, VisionError)
        record.args = tuple(vision_error(words, each) if isinstance(each, known) else each for each in record.args)
    return True


def _tilesets(folder: Path, set_name: str | None, records: Storage, table: int) -> TileSets:
    """Return the sets of tiles, with the requested one or the one chosen last in use, and their learner."""
    drafts = records.folder / "drafts" if records.folder else None
    learnt = LearnedTiles(records.folder / "learnt" if records.folder else None)

    def remember(name: str | None) -> None:
        records.values.keep(table, "tileset", name)

    reader, chosen = TileReader(at_once=False), set_name or records.values.get(table, "tileset")
    try:
        return TileSets(reader, folder, chosen, drafts, remember, learnt, reader.prepare)
    except SetError as error:
        if set_name:
            raise
        logging.warning("%s", set_error(error, folder))
        return TileSets(reader, folder, None, drafts, remember, learnt, reader.prepare)


def _session(box: str | None, log: Path) -> LiveHandStore:
    try:
        return LiveHandStore(link_to(box, log) if box else None, log)
    except LogError as error:
        raise click.BadParameter(device_error(spoken(), error), param_hint="--box-log") from error


def _outbox(records: Storage, db: str, number: int, take_over: bool) -> Outbox:
    """Return the sender of the table's records to the hall, which may be out of reach or of another version.

    Raises:
        RecordsError: The hall refuses this device.
    """
    outbox = Outbox(records, db, number)
    try:
        outbox.connect(take_over)
    except RecordsError as error:
        if error.kind not in _WAITS:
            raise
        logging.warning("%s", command_error(spoken(), error))
    return outbox


def _tell_listeners(records: Storage) -> "Listening":
    """Begin to tell webhooks and other listeners the news; at a table's device the hall does."""
    from webui.records.listening import Listening

    told = Listening(records)
    told.start()
    return told


def _bridge(tables: Tables, broker: Broker) -> "Bridge":
    """Begin to publish the tables at a broker."""
    from webui.mqtt.bridge import Bridge

    bridge = Bridge(tables, broker, spoken())
    bridge.start()
    return bridge


def _say_lacking() -> None:
    """Name the games whose rounds a hall may send to this table, and whose hands no library here can score."""
    said = set()
    for game in BOOKS.games.values():
        try:
            game.library.expect()
        except MissingLibraryError as error:
            said.add(scoring_error(spoken(), error))
    for sentence in sorted(said):
        click.echo(sentence, err=True)


def _send_by(outbox: Outbox, table: Table) -> None:
    outbox.follow = partial(follow, table)
    table.send_by(outbox)
    outbox.start()


def _for_others(context: click.Context) -> str:
    """Return the command that serves the same folder, tables and port to other devices; secrets stay out of it."""
    flags = {"memory": "--memory", "secure": "--https"}
    values = {"port": "--port", "count": "--tables", "data": "--data", "rules": "--rules"}
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    words = [flags[name] for name in given if name in flags]
    words += [word for name in given if name in values for word in (values[name], str(context.params[name]))]
    words += ["--db", "ADDRESS"] if "db" in given else []
    return shlex.join(["tableside", "serve", "--host", "0.0.0.0", *words])


def _listener(host: str, port: int, other: bool = False) -> socket.socket:
    """Listen on the port, or on another one if `other` allows it and this one is taken."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        if other and error.errno == errno.EADDRINUSE:
            return _listener(host, 0)
        about = {"host": host, "port": port, "reason": error.strerror}
        raise click.ClickException(
            said(
                "Cannot listen on %(host)s:%(port)d (%(reason)s): is another copy running? Choose another with --port.",
                about,
            )
        ) from error


def _stop_on_signal(tables: Tables) -> None:
    """Let Ctrl+C and service managers end the streams and readings first, within `STOPPING`."""

    def stop(*_: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        limit = threading.Timer(STOPPING, os._exit, [0])
        limit.daemon = True
        limit.start()
        tables.stop()
        raise KeyboardInterrupt  # the server ends on it

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _few_arenas() -> None:
    """Keep glibc from holding freed memory separately for each thread."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(_ARENAS, 2)


def _leave() -> None:
    """End the process at once if a thread still runs: one in a driver would abort it during the interpreter's end."""
    running = [thread for thread in threading.enumerate() if not isinstance(thread, threading.Timer)]
    if running != [threading.current_thread()]:
        os._exit(0)
