"""Sentences of `tableside doctor`: findings and remedies."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from scoring.errors import MissingLibraryError
from webui.messages import N_, Messages, unstopped
from webui.messages import scoring as scoring_words

CheckKind = Literal[
    "program",
    "weights",
    "folder",
    "disk",
    "database",
    "records",
    "photographs",
    "doors",
    "camera",
    "box",
    "mqtt",
    "clock",
]
"""The names of the checks."""

CHECKS: Final[Mapping[CheckKind, str]] = {
    "program": N_("Program"),
    "weights": N_("Networks"),
    "folder": N_("Folder"),
    "disk": N_("Disk"),
    "database": N_("Database"),
    "records": N_("Records"),
    "photographs": N_("Photos"),
    "doors": N_("Rights"),
    "camera": N_("Camera"),
    "box": N_("Table box"),
    "mqtt": N_("MQTT broker"),
    "clock": N_("Clock of the computer"),
}

STATE: Final[Mapping[str, str]] = {
    "play": N_("Current hand"),
    "clock": N_("Clock"),
    "jump": N_("Change of the computer's clock"),
    "name": N_("Name"),
    "page": N_("Address of its own page"),
}
"""The names of the small state that a table's device writes into its hall."""

FOUND: Final[Mapping[str, tuple[str, str]]] = {
    "program": (N_("Tableside %(version)s, Python %(python)s, SQLite %(sqlite)s, %(system)s"), ""),
    "library-missing": (
        N_("A library of the system is missing (%(reason)s): no picture can be opened"),
        N_("Install the packages %(packages)s"),
    ),
    "game-broken": (
        N_("An installed game cannot be used (%(reason)s): no rules of it are offered"),
        N_("Update or uninstall its package"),
    ),
    "game-library": (
        N_("%(reason)s"),
        N_("Nothing, if no table of this server or its hall plays by these rules"),
    ),
    "game-library-needed": (
        N_("%(reason)s"),
        N_("Install it and start the server again: a match, an event or a table here needs it"),
    ),
    "weights-good": (
        N_("%(files)d weights files are undamaged and load: %(runtime)s %(version)s, %(precision)s, on %(device)s"),
        "",
    ),
    "weights-own": (N_("%(file)s: %(made)s"), ""),
    "weights-own-wrong": (N_("%(reason)s"), N_("Correct --models or TABLESIDE_MODELS, or export the network again")),
    "weights-missing": (N_("%(file)s is missing"), N_("Install the program again")),
    "weights-changed": (N_("%(file)s is not the one that belongs to this version"), N_("Install the program again")),
    "weights-unlisted": (N_("The list of weights cannot be read"), N_("Install the program again")),
    "weights-unusable": (N_("The networks do not load: %(reason)s"), N_("Install the program again")),
    "processor-unfit": (
        N_("This processor cannot run the networks: OpenVINO ends with %(reason)s"),
        N_("Install tableside[onnxruntime] and set TABLESIDE_RUNTIME=onnxruntime where the server starts"),
    ),
    "networks-end": (
        N_("The networks end as soon as they start: %(reason)s"),
        N_("Install the program again, or use another computer"),
    ),
    "folder-good": (N_("%(folder)s can be written"), ""),
    "folder-served": (N_("%(folder)s can be written; a server uses it now"), ""),
    "folder-new": (N_("%(folder)s is made when the server starts"), ""),
    "folder-unwritable": (
        N_("%(folder)s cannot be written (%(reason)s)"),
        N_("Allow writing there, or choose another folder with --data"),
    ),
    "disk-good": (N_("%(free).1f GB are free"), ""),
    "disk-low": (
        N_("%(free).1f GB are free, which is little"),
        N_("Make room, or delete old photos with tableside prune"),
    ),
    "disk-full": (
        N_("%(free).2f GB are free: soon nothing can be recorded"),
        N_("Make room now, or delete old photos with tableside prune"),
    ),
    "doors-open": (
        N_("Whoever is on this computer may do everything at %(address)s"),
        N_(
            "This ends with the first role, given on the page People and roles. Until then, tunnels such as ssh -L and "
            "some proxies cannot be told from this computer: if there are any, start the server with --trusted-proxy "
            "127.0.0.1"
        ),
    ),
    "doors-unknown": (
        N_("No server runs with this folder now, so the rights at its page are not known"),
        N_("Run tableside doctor again while the server runs"),
    ),
    "doors-closed": (N_("Nobody has rights by their address alone"), ""),
    "database-none": (N_("Nothing is kept yet"), ""),
    "database-good": (N_("Undamaged: records: %(records)d, hands: %(hands)d, %(size).1f MB"), ""),
    "database-older": (
        N_("Undamaged, of an older version (%(version)s); the next start of the server brings it up to date"),
        N_("Make a backup before: tableside backup FILE"),
    ),
    "database-newer": (N_("A newer version of Tableside (%(version)s) wrote it"), N_("Install the newest version")),
    "database-damaged": (N_("It is damaged (%(reason)s)"), N_("Restore a backup: tableside restore FILE --force")),
    "database-collation": (
        N_("It sorts text as version %(recorded)s of the system did, which is now %(actual)s: indexes may miss rows"),
        N_("Make a backup, then REINDEX DATABASE %(name)s and ALTER DATABASE %(name)s REFRESH COLLATION VERSION"),
    ),
    "rig-shared": (
        N_("The rig of table %(table)d uses the role %(role)s, whose password is good for every table"),
        N_("Give it a role of its own, as HALL.md says under “Rigs of earlier versions”"),
    ),
    "schema-open": (
        N_("The role %(role)s may put functions of its own where the hall's programs look for theirs (schema public)"),
        N_("Give the SQL that `tableside hall init` prints to the superuser's psql again; HALL.md says more"),
    ),
    "rigs-unlimited": (
        N_("A rig may take every connection of PostgreSQL, fill its memory for locks, and the disk with what it sorts"),
        N_("Give the SQL that `tableside hall init` prints to the superuser's psql again; HALL.md says more"),
    ),
    "database-unusable": (N_("%(reason)s"), N_("%(fix)s")),
    "records-good": (N_("%(records)d, numbered without a gap, each as its hash says; without names: %(erased)d"), ""),
    "records-changed": (
        N_("%(changed)d are not as they were recorded, such as record %(number)d of table %(table)d"),
        N_("Restore a backup, or compare the checksums that phones have kept"),
    ),
    "records-unexplained": (
        N_(
            "%(count)d lack a name that no record of their match removes, such as record %(number)d of table %(table)d:"
            " the name cannot be verified"
        ),
        N_("Nothing, if the desk removed the name at another table"),
    ),
    "records-earlier": (
        N_("%(count)d were made with an earlier version: no hash covers their authors and roles"),
        "",
    ),
    "records-missing": (
        N_("Record %(number)d of table %(table)d is missing"),
        N_("Restore a backup, or compare the checksums that phones have kept"),
    ),
    "record-damaged": (
        N_("Record %(number)d of table %(table)d is damaged: nothing more is recorded there"),
        N_("Set it aside on the table's page, as a tournament director; its row stays"),
    ),
    "record-set-aside": (N_("Record %(number)d of table %(table)d is damaged, and was set aside"), ""),
    "state-damaged": (
        N_("Damaged at table %(table)d, and taken as never set: %(what)s"),
        N_("Set it again there; what was recorded of the match is whole"),
    ),
    "event-damaged": (
        N_("Record %(number)d of event %(event)d is damaged: nothing more is recorded there"),
        N_("Set it aside on the event's page, as a tournament director; its row stays"),
    ),
    "event-set-aside": (N_("Record %(number)d of event %(event)d is damaged, and was set aside"), ""),
    "photographs-good": (N_("%(photos)d, %(size).1f MB, none missing"), ""),
    "photographs-checked": (N_("%(photos)d, %(size).1f MB, every one as it was recorded"), ""),
    "photographs-position": (
        N_("%(count)d say where they were taken: an earlier version kept them, or serve --keep-exif"),
        N_("Delete old photos with tableside prune, or serve without --keep-exif"),
    ),
    "photographs-missing": (
        N_("%(missing)d are missing that no record says were removed, such as %(photo).12s"),
        N_("Restore a backup, or copy its photos folder back"),
    ),
    "photographs-damaged": (
        N_("%(damaged)d are damaged, such as %(photo).12s"),
        N_("Copy them back from a backup's photos folder"),
    ),
    "camera-good": (N_("%(source)s sends pictures of %(width)d × %(height)d"), ""),
    "picture-good": (N_("Its picture is good to read: %(what)s"), ""),
    "picture-poor": (N_("Its picture could be better: %(what)s"), N_("%(fix)s")),
    "camera-silent": (
        N_("%(source)s sends no picture: %(reason)s"),
        N_("Is it connected, switched on, and used by no other program?"),
    ),
    "camera-unknown": (N_("%(reason)s"), N_("Give --camera another one")),
    "camera-forbidden": (
        N_("%(device)s may not be opened by this user"),
        N_("Add the user to the group that owns it (often video), then log in again"),
    ),
    "camera-there": (N_("Connected: %(devices)s; --camera 0 tries one"), ""),
    "camera-not-asked": (N_("Not looked at: name one with --camera"), ""),
    "box-good": (N_("%(box)s at %(address)s answers"), ""),
    "box-silent": (N_("No table box answers: %(reason)s"), N_("Is it plugged in, and used by no other program?")),
    "box-forbidden": (
        N_("%(port)s may not be opened by this user"),
        N_("Add the user to the group that owns it (often dialout), then log in again"),
    ),
    "mqtt-good": (N_("%(broker)s answers, and takes what is published below %(topic)s"), ""),
    "mqtt-silent": (
        N_("%(broker)s does not take this program: %(reason)s"),
        N_("Check the address, the user and the password, and that the broker runs"),
    ),
    "mqtt-none": (N_("Not asked: name one with --mqtt"), ""),
    "box-there": (N_("Connected: %(ports)s; --box auto tries it"), ""),
    "box-none": (N_("None is connected; everything works without one"), ""),
    "clock-good": (N_("%(now)s, time zone %(zone)s"), ""),
    "clock-unset": (N_("It shows %(now)s"), N_("Set date and time, or let the system set them by network")),
    "clock-jumped": (
        N_("It was set by %(seconds)d s at %(at)s while a match clock ran, which kept its time"),
        N_("Let the system set it by network before the server starts, or give the computer a clock with a battery"),
    ),
    "clock-behind": (
        N_("It shows %(now)s, but the newest record is of %(newest)s"),
        N_("Set date and time before the next match, so that records keep their order"),
    ),
}
"""Finding and remedy by kind; the remedy is "" if none is needed."""


def check(words: Messages, name: CheckKind) -> str:
    """Return the name of a check."""
    return words(CHECKS[name])


def found(words: Messages, kind: str, about: Mapping[str, Any]) -> tuple[str, str]:
    """Return finding and remedy, both without a full stop at the end."""
    said, fix = FOUND[kind]
    if kind == "state-damaged":
        about = {**about, "what": words(", ").join(words(STATE[key]) for key in about["what"])}
    if kind in ("game-library", "game-library-needed"):
        reason = scoring_words.error(words, MissingLibraryError(about["found"], about["version"]))
        about = {**about, "reason": unstopped(reason)}
    return words(said, about), words(fix, about) if fix else ""
