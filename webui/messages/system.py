"""The operating system's reasons for errors of files, parameter `reason` of sentences; `Messages` translates them."""

from typing import Final

from webui.messages import N_

REASONS: Final = (
    N_("Address already in use"),
    N_("Bad file descriptor"),
    N_("Cannot assign requested address"),
    N_("Device or resource busy"),
    N_("File exists"),
    N_("File name too long"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such device or address"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
"""The reasons of Linux's C library (errno(3)); others appear unchanged."""
