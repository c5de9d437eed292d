"""Sentences for errors and troubles of the table box."""

from collections.abc import Mapping
from typing import Final

from device.errors import DeviceError, DeviceErrorKind, DeviceTrouble
from device.link import LinkPhase
from webui.messages import N_, Messages

DEVICE: Final[Mapping[DeviceErrorKind, str]] = {
    # Frames and scripts
    "frame-long": N_("%(frame)s has %(size)d bytes with its line end, at most %(most)d are allowed"),
    "frame-value": N_("%(frame)s cannot be sent: it has a value that the protocol does not allow"),
    "command-unknown": N_("%(line)r cannot be done: there is no such command or button"),
    "command-values": N_("%(line)r cannot be done: %(reason)s"),
    "command-frame": N_("%(line)r cannot be done: it has a value that the protocol does not allow"),
    "command-fault": N_("%(line)r cannot be done: %(word)r is no fault, expected NAME=NUMBER with a name of %(known)s"),
    "fault-unknown": N_("%(word)r is no fault, expected NAME=NUMBER with a name of %(known)s"),
    "no-pseudo-terminals": N_("Windows has no pseudo-terminals: run the simulated box on Linux or macOS"),
    # Ports
    "port-unknown": N_("%(address)s is no port: %(reason)s. See `tableside device list`."),
    "port-missing": N_("%(address)s is not there: plug the box in, or see `tableside device list`."),
    "port-forbidden": N_(
        "%(address)s may not be opened by this user: add the user to the group `dialout` and log in again."
    ),
    "port-busy": N_("%(address)s is held by another program: close it (a running `tableside`, the Arduino IDE)."),
    "port-hangs": N_("%(address)s takes nothing: the box or its USB chip hangs. Unplug it and plug it in again."),
    "port-gone": N_("%(address)s has gone: plug the box in again, it is found by itself."),
    "port-failed": N_("%(address)s cannot be opened: %(reason)s"),
    # Number pads and pedals
    "no-pad": N_("no number pad found: plug it in, or name it as in keypad:/dev/input/event3"),
    "several-pads": N_("several number pads: name one of %(pads)s"),
    "no-pad-there": N_("%(address)s is no number pad: see `tableside device list`."),
    "pad-forbidden": N_(
        "%(address)s may not be opened by this user: add the user to the group `input` and log in again."
    ),
    "pad-unsupported": N_("a number pad can be the table box on Linux only"),
    # The line and the box
    "no-box": N_("no table box found: plug it in, or name its port; see `tableside device list`"),
    "no-answer": N_("nobody answers at %(address)s: is it the table box, does it run?"),
    "only-noise": N_("%(address)s sends no frames at %(baud)d baud, only noise: wrong speed or wrong board?"),
    "own-output": N_(
        "the computer receives its own words: the port's two data wires are joined, or the other end is no box"
    ),
    "protocol-newer": N_("%(box)s speaks protocol %(protocol)d, this program %(ours)d: update Tableside"),
    "protocol-older": N_("%(box)s speaks protocol %(protocol)d, this program %(ours)d: update the box's firmware"),
    "box-silent": N_("%(box)s has been silent for %(seconds).0f s: does it run, is its cable in?"),
    "port-silent": N_("%(address)s has gone silent and is opened anew"),
    "events-waiting": N_("%(count)d events wait and nobody takes them: the box keeps further ones until somebody does"),
    "poor-line": N_("poor line, %(percent)d%% of it is sound: use a shorter cable, away from the motor"),
    "log-failed": N_("the record of the line cannot be written: %(reason)s"),
    "log-unusable": N_("the record of the line cannot be written to %(file)s (%(reason)s): name another file"),
    "search-failed": N_("the search for the box failed: %(reason)s"),
    "driver-failed": N_("driver %(driver)s failed: %(reason)s"),
    "driver-report": N_("%(message)s"),
}
"""The sentence for each kind of `DeviceError` and `Trouble`."""


PHASES: Final[Mapping[LinkPhase, str]] = {
    "stopped": N_("stopped"),
    "searching": N_("searching"),
    "greeting": N_("greeting"),
    "connected": N_("connected"),
    "silent": N_("silent"),
}
"""The states of the line to the box, for the command line."""


def device_error(words: Messages, error: DeviceError | DeviceTrouble) -> str:
    """Return the sentence of an error: the fault and the remedy."""
    about = {
        name: words(", ").join(value) if isinstance(value, tuple) else value for name, value in error.about.items()
    }
    return words(DEVICE[error.kind], about)
