"""The option `--box`: the table box of a command."""

import click

from device.keypad import pads
from device.ports import ANY_BOX, drivers, is_address, ports
from webui.terminal.language import said, spoken


def chosen_box(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the address of `--box`; refuse one that names no port now and never will, and tell the ports there are."""
    if value is None or value == ANY_BOX or is_address(value, drivers()):
        return value
    there = [port.address for port in ports()] + [f"{pad.address} ({pad.name})" for pad in pads()]
    about = {"address": value, "ports": spoken()(", ").join(there)}
    if not there:
        raise click.BadParameter(said("%(address)s is no port, and this computer has none: plug the box in.", about))
    raise click.BadParameter(said("%(address)s is no port. This computer has: %(ports)s.", about))
