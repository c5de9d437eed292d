"""`tableside device`: lists ports, prints messages of the box, sets a lamp, simulates a box."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import click

from device.drivers import Key
from device.errors import DeviceError, LogError, UnsupportedError
from device.keypad import KEYPAD, pads
from device.link import Link, LinkEvent, LinkState
from device.ports import ANY_BOX, drivers, ports, search
from device.protocol import LAMP_STATES, LAMPS, Button, Dice, Fault, FrameError, LampName, LampState
from device.simulator import COMMANDS, Faults, Simulator, TableBox
from webui.commands.boxes import chosen_box
from webui.commands.options import InputText
from webui.messages.device import PHASES, device_error
from webui.terminal.language import spoken

box_option = click.option(
    "--box",
    "--port",
    "box",
    metavar="ADDRESS",
    callback=chosen_box,
    help="Where the box is: /dev/ttyACM0, COM3, socket://host:port, rfc2217://…, hwgrep://…, or keypad for a USB "
    "number pad. Without it, a known USB id is looked for.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
log_option = click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Keep a record of the line in this file."
)


@click.group()
def command() -> None:
    """Talk to the table box on a serial line."""


@command.command("list")
@json_option
def list_ports(as_json: bool) -> None:
    """Show the serial ports there are, and which of them look like a table box."""
    words, known = spoken(), drivers()
    found = [(port, [driver.name for driver in known if port.fits(driver)]) for port in ports()]
    if as_json:
        for port, names in found:
            ids = port.usb and dict(zip(("vendor", "product", "serial"), port.usb, strict=True))
            click.echo(
                json.dumps({"port": port.address, "description": port.description, "usb": ids, "drivers": names})
            )
        for pad in pads():
            about = {"port": pad.address, "description": pad.name, "usb": None, "drivers": [KEYPAD.name]}
            click.echo(json.dumps(about))
        return
    for port, names in found:
        usb = f"{port.usb[0]:04x}:{port.usb[1]:04x} {port.usb[2]}".strip() if port.usb else words("not USB")
        fits = words("box? %(drivers)s", {"drivers": ", ".join(names)}) if names else ""
        click.echo(f"{port.address}  {port.description}  {usb}  {fits}".rstrip())
    for pad in pads():
        click.echo(f"{pad.address}  {pad.name}  " + words("box? %(drivers)s", {"drivers": KEYPAD.name}))
    if not found:
        click.echo(words("no serial port found: plug the box in"), err=True)
    click.echo(words("drivers: %(drivers)s", {"drivers": ", ".join(driver.name for driver in known)}))


@command.command()
@box_option
@json_option
@log_option
@click.option("--seconds", type=click.FloatRange(min=0), help="Run time in seconds [default: until Ctrl-C].")
def monitor(box: str | None, as_json: bool, log: Path | None, seconds: float | None) -> None:
    """Print what the box says as it happens, and how the line is.

    Exits with 1 when no box was heard.
    """
    until = time.monotonic() + seconds if seconds is not None else float("inf")
    show: Callable[[LinkEvent], str] = _event_json if as_json else _event_words
    with _link(box, log) as link:
        reported = ""
        try:
            while time.monotonic() < until:
                event = link.take(min(0.2, max(0.0, until - time.monotonic())))
                reported = _report(link.state(), reported, as_json)
                if event:
                    click.echo(show(event))
        except KeyboardInterrupt:
            pass
        connections = link.state().connections
    if not connections:
        sys.exit(1)


@command.command()
@box_option
@log_option
@click.option("--seconds", type=click.FloatRange(min=0), default=8.0, show_default=True, help="Timeout in seconds.")
@click.argument("lamp", type=click.Choice(LAMPS))
@click.argument("index", type=click.IntRange(0, 4))
@click.argument("state", type=click.Choice(LAMP_STATES), default="on")
def send(box: str | None, log: Path | None, seconds: float, lamp: LampName, index: int, state: LampState) -> None:
    """Set one lamp, with all others out, and wait until the box has confirmed it.

    INDEX is the seat, 1 to 4 in the order of play; for the lamp `wind` it is 1 to 4 for East, South, West, North; for
    `all` it is 0.
    """
    words = spoken()
    until = time.monotonic() + seconds
    with _link(box, log) as link:
        try:
            link.light(lamp, index, state)
        except FrameError as error:
            about = {"lamp": lamp, "index": index}
            raise click.UsageError(
                words("there is no lamp %(lamp)s %(index)d: only `all` has index 0", about)
            ) from error
        while not link.lit() and time.monotonic() < until:
            time.sleep(0.02)
        now = link.state()
        if not link.lit() or now.box is None:
            silent = words("the box did not confirm within %(seconds)g s", {"seconds": seconds})
            raise click.ClickException(_problem(now) or silent)
        if "L" not in now.box.abilities:
            lampless = {"box": now.box.id, "abilities": now.box.abilities}
            raise click.ClickException(words("%(box)s has no lamps (its abilities are %(abilities)s)", lampless))
    done = {"lamp": f"{lamp} {index} {state}", "box": now.box.id, "address": now.address}
    click.echo(words("%(lamp)s: confirmed by %(box)s at %(address)s", done))


@command.command(epilog="\b\n" + COMMANDS)
@click.option(
    "--link",
    "path",
    type=click.Path(path_type=Path),
    help="Make this link to the port, so that its address stays the same.",
)
@click.option("--script", type=InputText(), help="Do what this file says (- is standard input), then stop.")
@click.option("--fault", "faults", metavar="NAME=NUMBER", multiple=True, help="What goes wrong, as in `faults` below.")
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed of the simulated faults.")
@click.option("--id", "name", default="sim", show_default=True, help="The box's name.")
@click.option("--baud", type=click.Choice(["115200", "57600", "9600"]), default="115200", show_default=True)
def simulate(
    path: Path | None, script: TextIO | None, faults: tuple[str, ...], seed: int, name: str, baud: str
) -> None:
    """Be a table box on a pseudo-terminal.

    The first line printed is the address for `--box` of the other commands. Without a script it goes on
    until Ctrl-C, and does what is typed at it.
    """
    words = spoken()
    if path and path.exists() and not path.is_symlink():
        raise click.UsageError(words("%(file)s is there already and is no link", {"file": path}))
    try:
        goes_wrong = Faults.parse(faults)
        box = TableBox(id=name)
    except DeviceError as error:
        raise click.UsageError(device_error(spoken(), error)) from error
    try:
        simulated = Simulator(path, box, goes_wrong, seed, int(baud))
    except UnsupportedError as error:
        raise click.ClickException(device_error(spoken(), error)) from error
    with simulated as simulator:
        click.echo(simulator.address)
        try:
            for number, line in enumerate(_lines(script), start=1):
                try:
                    simulator.do(line)
                except DeviceError as error:
                    about = {"line": number, "why": device_error(words, error), "commands": words(COMMANDS)}
                    why = words("%(why)s; the commands are:\n%(commands)s", about)
                    if script is not None:
                        raise click.ClickException(
                            words("line %(line)d: %(why)s; the commands are:\n%(commands)s", about)
                        ) from error
                    click.echo(why, err=True)
        except KeyboardInterrupt:
            pass
        lit = [f"{lamp} {index} {state}" for (lamp, index), state in sorted(box.lamps.items()) if state != "off"]
    about = {"lamps": ", ".join(lit) or words("none"), "waiting": box.waiting}
    click.echo(words("lamps: %(lamps)s; %(waiting)d events not taken", about))


def _link(box: str | None, log: Path | None) -> Link:
    try:
        return Link(search(None if box == ANY_BOX else box, drivers()), log)
    except LogError as error:
        raise click.BadParameter(device_error(spoken(), error), param_hint="--log") from error


def _lines(script: TextIO | None) -> Iterator[str]:
    if script is not None:
        yield from script
        return
    if sys.stdin is not None and sys.stdin.isatty():
        yield from sys.stdin
        return
    while True:
        time.sleep(1)


def _report(state: LinkState, reported: str, as_json: bool) -> str:
    """Report a change of the connection's state: as text on standard error, as JSON on standard output.

    Args:
        state: The present state of the connection.
        reported: The last report.
        as_json: True for JSON.

    Returns:
        The report for the next call.
    """
    words = spoken()
    said = words(PHASES[state.phase]) + (f" {state.box.id} ({state.box.firmware})" if state.box else "")
    said += words(" at %(address)s", {"address": state.address}) if state.address else ""
    said += f": {_problem(state)}" if state.trouble else ""
    if said != reported and not as_json:
        click.echo(said, err=True)
    if said != reported and as_json:
        from webui.serializers.encoding import plain
        from webui.serializers.tables import link_json  # loads OpenCV and OpenVINO, which take a third of a second

        click.echo(json.dumps({"kind": "state", **plain(link_json(state, spoken()))}))
    return said


def _problem(state: LinkState) -> str:
    return device_error(spoken(), state.trouble) if state.trouble else ""


def _event_json(event: LinkEvent) -> str:
    return json.dumps(event.as_json())


def _event_words(event: LinkEvent) -> str:
    words = spoken()
    match event.message:
        case Button(seat, names, press):
            said = words("seat %(chair)d", {"chair": seat}) + f"  {'+'.join(names)}  {press}"
        case Dice(throw, seat, (a, b)):
            said = words("dice  roll %(throw)d", {"throw": throw}) + f"  {a} + {b}"
            said += "  " + words("by seat %(chair)d", {"chair": seat}) if seat else ""
        case Key(name, number):
            said = f"{name}  {number}" if name == "answer" else name
        case Fault(code, number):
            said = words("fault") + f"  {code}  {number}"
        case other:
            said = f"{other.type}  {' '.join(other.fields)}"
    return f"{event.at.astimezone():%H:%M:%S}.{event.at.microsecond // 1000:03}  {event.number:4}  {said}"
