"""Sentences for errors: the fault, its reason, and the remedy."""

from collections.abc import Mapping
from typing import Final

from scoring.errors import Value
from vision.errors import CUT, Trouble, VisionError
from webui.base.errors import WebError
from webui.match.errors import ActRejectedError, DependentActsError
from webui.messages import N_, Messages, unstopped
from webui.messages import hall as hall_words
from webui.messages import match as match_words
from webui.messages import scoring as scoring_words
from webui.records.errors import EventActRejectedError

CUT_SHORT: Final = N_("the photo is cut short: the file ends before the photo does. Copy or send it again")
"""The sentence for a damaged picture whose end is missing."""

VISION: Final[Mapping[str, str]] = {
    # Pictures
    "image-missing": N_("there is no such file: check the path"),
    "image-is-folder": N_("this is a folder: name a photo in it"),
    "image-no-file": N_("this is no ordinary file: name a photo"),
    "image-unreadable": N_("the file cannot be read (%(reason)s): check the path and its permissions"),
    "image-forbidden": N_("the file may not be read: check its permissions"),
    "image-empty": N_("the file is empty: take or copy the photo again"),
    "image-unknown": N_("this is not a photo that can be read: save it as JPEG, PNG, WebP, HEIC or AVIF"),
    "image-damaged": N_("the photo is damaged or cut short (%(reason)s): copy it again"),
    "image-memory": N_(
        "opening this photo (%(format)s, %(megapixels)d megapixels) takes more memory than the %(limit)d MB allowed: "
        "save it smaller, or as a JPEG that is not progressive"
    ),
    "image-scans": N_("the photo has more than %(most)d scans: save it again as a JPEG that is not progressive"),
    "image-too-large": N_(
        "the photo has %(width)d x %(height)d = %(megapixels)d megapixels, at most %(limit)d are read: save it smaller"
    ),
    "image-part-outside": N_("the region lies outside the photo, which is %(width)d x %(height)d pixels"),
    "image-far-too-large": N_("the photo has far too many megapixels, at most %(limit)d are read: save it smaller"),
    # Weights
    "weights-missing": N_("%(file)s: the weights file is missing: install the program again"),
    "weights-folder": N_("%(folder)s is no folder of networks: correct --models or TABLESIDE_MODELS"),
    "weights-broken": N_("%(file)s: not a usable ONNX model (%(reason)s): install it again"),
    "runtime-unknown": N_("TABLESIDE_RUNTIME is %(name).40r: set it to openvino or onnxruntime, or remove it"),
    "runtime-missing": N_("nothing can run the networks (%(reason)s): install tableside[onnxruntime]"),
    "weights-input": N_("%(file)s: expected input %(expected)s, got %(got)s"),
    "weights-output": N_(
        "%(file)s: expected output %(expected)s, got %(got)s: "
        "export it again with ultralytics' default options for ONNX"
    ),
    # Sources of live pictures
    "source-unknown": N_("%(source)s is no camera: check its name. A camera is one of these: %(kinds)s."),
    "source-closed": N_("%(source)s does not open: is it connected, and used by no other program?"),
    "source-stopped": N_("%(source)s has stopped sending; it is opened again. Check its plug, or its network."),
    "source-ended": N_("%(source)s has ended; it is opened again. Check its plug, or its network."),
    "source-repeats": N_(
        "%(source)s sends the same picture again and again; it is opened again. If that does not help, unplug it and "
        "plug it in again."
    ),
    "source-failed": N_(
        "%(source)s failed (%(reason)s); it is opened again. If that does not help, unplug it and plug it in again."
    ),
    "source-hangs": N_("%(source)s hangs; it is opened again. If that does not help, unplug it and plug it in again."),
    "source-silent": N_(
        "No picture has come from %(source)s for %(seconds).0f seconds. Check its plug, or its network."
    ),
    "clip-broken": N_("%(source)s is no clip that can be played: save it as MP4"),
    "clip-empty": N_("%(source)s holds no picture: save it again"),
    "folder-closed": N_("The folder %(source)s cannot be read (%(reason)s): is it still there?"),
    "folder-empty": N_("The folder %(source)s holds no pictures yet: put a JPEG, PNG or WebP there"),
    "folder-file": N_("%(file)s in the folder %(source)s is skipped (%(reason)s): mend or remove it"),
    # Sets of tiles
    "set-name": N_(
        "%(name).60r cannot be the name of a tile set: use 1 to 40 letters, digits, spaces, dots, hyphens or "
        "apostrophes, with a letter or digit first and last"
    ),
    "set-size": N_("%(count)d tiles were named: a tile set is saved with 1 to %(most)d"),
    "set-unknown": N_("no tile set is called %(name).60r; there are: %(kept)s"),
    "no-sets": N_("no tile set is called %(name).60r; none is saved yet"),
    "set-damaged": N_("%(file)s: the tile set is damaged (%(reason)s): copy it again, or teach it again"),
    "set-no-picture": N_("%(file)s: the tile set is damaged (it is no PNG picture): copy it again, or teach it again"),
    "set-checksum": N_("%(file)s: the tile set is damaged (its checksum differs): copy it again, or teach it again"),
    "set-shape": N_(
        "%(file)s: expected a picture of %(expected)s for %(count)d tiles, got %(got)s: copy it again, or teach the "
        "tile set again"
    ),
    "set-not-one": N_("%(file)s: this picture holds no tile set: it was drawn or saved by another program"),
    "set-version": N_(
        "%(file)s: expected a tile set of version %(expected)d, got %(got)s: install the newest program, or teach "
        "the tile set again"
    ),
    "set-tiles": N_("%(file)s: the names of its tiles are damaged: copy it again, or teach the tile set again"),
    "set-unwritable": N_(
        "%(file)s: the tile set cannot be written (%(reason)s): make room, allow writing there, or choose "
        "another folder"
    ),
    "set-unreadable": N_("%(file)s: the tile set cannot be read (%(reason)s): allow reading it, or copy it again"),
    "set-unremovable": N_("%(file)s: the tile set cannot be deleted (%(reason)s): delete the file yourself"),
    # Calibration
    "corner-outside": N_("A corner of the table is no place in the picture: drag it into the picture."),
    "corners-crossed": N_(
        "The four corners do not go round the table: drag corner 1 to the left of seat 1, and the others in the "
        "order of play."
    ),
    "table-small": N_(
        "The table would fill only %(share).1f%% of the picture: drag each corner to a corner of the table."
    ),
    "zone-depth": N_("A zone reaches 0.05 to 0.5 of the table's side, got %(depth)s."),
    "table-side": N_("A table's side is 300 to 2000 mm long, got %(side).0f: measure it again."),
    "marker-hidden": N_(
        "Marker %(missing)s is not seen: lay it flat at the corner to the left of that seat, with its white rim, in "
        "even light."
    ),
}
"""The sentence for each kind of `VisionError` and of a camera's `Trouble`."""

CAMERAS: Final[Mapping[str, str]] = {"Camera ": N_("Camera %(name)s"), "The folder ": N_("The folder %(name)s")}
"""Words before the name of a source of live pictures."""


LOAD: Final = N_("Load the page again")

COMMANDS: Final[Mapping[str, str]] = {
    "table-has-hands": N_(
        "Open that table's page on the other device and go on there; --since moves it from the next round on"
    ),
    "match-ended": N_("tableside hall results shows where the event stands"),
    "no-such-event": N_("tableside hall events lists them"),
    "no-such-preset": N_("tableside rules list shows them"),
}
"""Remedies of a command about errors whose remedy speaks of the page otherwise."""

START_WITH_CAMERA: Final = N_(
    "Start with `tableside serve --camera 0`; `tableside serve --help` lists the kinds of cameras"
)

ASK_CHIEF: Final = N_("Ask the tournament director, or do it on the computer of Tableside")

NOT_RECORDED: Final = N_("Nothing was recorded")

WEB: Final[Mapping[str, tuple[str, str]]] = {
    # Any request
    "foreign-name": (
        N_("This page does not answer to the name %(host)s"),
        N_("Open it by its number, as `tableside serve` prints it"),
    ),
    "foreign-site": (N_("This request came from another site"), N_("Use the page of Tableside itself")),
    "pin-needed": (
        N_("This device only watches until you enter the PIN"),
        N_("Type the PIN that the computer of Tableside shows, or scan its QR code"),
    ),
    "not-from-here": (
        N_("Only its own computer can open this page, and a proxy or another name of the computer was used"),
        N_(
            "Open http://localhost there, with the port that `tableside serve` prints; start it with --trusted-proxy "
            "and the address of its proxy"
        ),
    ),
    "https-needed": (
        N_("This computer takes changes from other devices by HTTPS alone"),
        N_("Send it to the same address with https:// in front"),
    ),
    "sign-in-needed": (
        N_("This device only watches until somebody signs in on it"),
        N_("Scan your invitation, or sign in with your name and PIN"),
    ),
    "other-table": (
        N_("This device belongs to table %(number)d"),
        N_("Open the page of that table"),
    ),
    "other-event": (
        N_("This role is for event %(event)d alone, its tables and its pages"),
        N_(
            "Open the tournament desk or a table of that event, or ask the tournament director for a role for "
            "all events"
        ),
    ),
    "too-many-uploads": (
        N_("Too many photos came from this device"),
        N_("Send this one again in a minute"),
    ),
    "name-or-pin-wrong": (
        N_("Nobody has this name and PIN"),
        N_("Type your name as on the tournament director's list, and your own PIN"),
    ),
    "invitation-over": (
        N_("This invitation was used already, or has expired"),
        N_("Ask the tournament director for another"),
    ),
    "person-name-taken": (N_("%(name)s has a role already"), N_("Give another name")),
    "webhook-address": (
        N_("That is no address of the web"),
        N_("Give one that begins with https:// or http://, without a name and a password"),
    ),
    "webhook-unknown": (N_("No address is known for %(host)s"), N_("Check the address and the network")),
    "webhook-local": (
        N_("%(host)s is this computer or one of its network"),
        N_("Allow this webhook addresses of this computer and its network, if that is meant"),
    ),
    "webhooks-many": (N_("There are %(most)d webhooks, as many as there may be"), N_("Remove one")),
    "no-such-webhook": (N_("There is no such webhook"), LOAD),
    "no-such-message": (N_("That message cannot be made again"), LOAD),
    "webhooks-in-hall": (N_("This is the computer of a table"), N_("Add webhooks at the hall")),
    "not-a-person": (
        N_("Invalid person: %(reason)s"),
        N_("Give a name of at most %(longest)d characters, a role, and a PIN of %(least)d to %(most)d digits or none"),
    ),
    "pin-guessed-first": (
        N_("A PIN that is a row of digits or repeats itself is guessed first"),
        N_("Take another one: not like 123456, 000000 or 121212"),
    ),
    "nobody-such": (N_("Nobody of this id has a role"), LOAD),
    "not-a-note": (
        N_("A note needs a player and a text"),
        N_("Send both, the text with at most %(most)d characters"),
    ),
    "no-such-call": (N_("There is no such call"), LOAD),
    "no-such-note": (N_("There is no such note, or it was undone"), LOAD),
    "chief-first": (
        N_("Once somebody has a role, everybody signs in, also on this computer"),
        N_("Give yourself the role of tournament director first"),
    ),
    "first-role-unproved": (
        N_("A program that gives the first role has to prove that it is yours"),
        N_(
            "Give it on the page People and roles, or send the token of the PIN or of the file token in the data folder"
        ),
    ),
    "token-wrong": (
        N_("The token in this address is wrong or was used already"),
        N_("Sign in, or run tableside serve --open on the computer of Tableside"),
    ),
    "needs-player": (N_("Only players may do this"), ASK_CHIEF),
    "needs-table": (N_("Only a table device may do this"), ASK_CHIEF),
    "needs-scorer": (N_("Only scorers may do this"), ASK_CHIEF),
    "needs-referee": (N_("Only a referee may do this"), N_("Call the referee")),
    "needs-chief": (N_("Only the tournament director may do this"), ASK_CHIEF),
    "import-above-role": (
        N_("Record %(number)d of the file is of a director, of a round of an event, or more than your role may record"),
        N_("let the tournament director import it"),
    ),
    "no-pin-here": (
        N_("Only this computer can open this page, and it has no PIN"),
        N_("Start it for other devices too: tableside serve --host 0.0.0.0"),
    ),
    "not-a-pin": (N_("pin should be text, got %(got)s"), N_("Send the digits as text")),
    "pin-wrong": (
        N_("Wrong PIN"),
        N_("Type the six digits that the computer of Tableside shows now"),
    ),
    "pins-too-many": (
        N_("Too many wrong PINs were tried from this network address"),
        N_("Try again in %(minutes)d min, or sign in with an invitation"),
    ),
    "not-json": (N_("The request is not JSON"), N_("Send a JSON object")),
    "not-a-key": (N_("The Idempotency-Key is no UUID: %(got)s"), N_("Send a UUID, the same each time")),
    "not-an-object": (N_("The request is a %(type)s"), N_("Send a JSON object")),
    "body-invalid": (
        N_("This request cannot be used: %(reason)s"),
        N_("Correct it as /api/v1/openapi.json describes, or reload the page"),
    ),
    "json-number": (
        N_("A number in what was sent is too large"),
        N_("Send whole numbers up to %(most)d"),
    ),
    "json-too-deep": (N_("The request is nested deeper than %(most)d levels"), N_("Send a JSON object")),
    "json-not-unicode": (
        N_("What was sent has text that is not Unicode (a lone surrogate)"),
        N_("Send a JSON object of valid text"),
    ),
    "too-large": (N_("The request is larger than %(size)s"), N_("Send a smaller file; a photo is smaller as JPEG")),
    "no-room": (
        N_("The computer of Tableside has no room for what was sent"),
        N_("Make room on its disk and in its temporary folder, then send it again"),
    ),
    "too-much-at-once": (
        N_("More than %(size)s at once come from this network address"),
        N_("Send this again when the rest has arrived"),
    ),
    "too-many-parts": (
        N_("The form has more than %(most)d parts, or too long a text"),
        N_("Send the photo alone, as the form field photo"),
    ),
    "header-too-large": (
        N_("The header of the request is larger than 256 KB"),
        N_("Clear the cookies of this page, and send shorter headers"),
    ),
    "not-http": (N_("This is no request that can be answered: %(reason)s"), N_("Send HTTP/1.1")),
    "not-found": (N_("There is nothing at %(path)s"), N_("Check the address, or go back to the start page")),
    "wrong-method": (N_("%(path)s does not take %(method)s"), N_("Use %(methods)s")),
    "not-sent-as-json": (
        N_("What was sent to %(path)s is not marked as JSON"),
        N_("Send JSON with the header Content-Type: application/json"),
    ),
    "http-error": (N_("%(name)s: %(path)s"), N_("Check what was sent")),
    "crashed": (N_("Something went wrong"), N_("Try again. The error has been logged")),
    "reader-unusable": ("", N_("Install the program again")),
    "busy": (N_("%(most)d photos are waiting to be read already"), N_("Send this one again in some seconds")),
    "stopping": (N_("Tableside is being stopped"), N_("Start it again, and send the photo again")),
    "shown-later": (
        N_("The camera follows the play, which spectators of this table see later"),
        N_("Watch /stream/%(number)d, or sign in with a role"),
    ),
    "crowded": (N_("Too many people are watching"), N_("Close the page on another device")),
    # Hands
    "no-such-chair": (N_("There is no seat %(chair)d"), N_("Give chair=1 to 4, in the order of play")),
    "no-photo": (N_("The request has no photo"), N_("Send it as the form field photo")),
    "reading-gone": (
        N_("This photo is not being read here"),
        N_("Look for its hand in the list, or send the photo again"),
    ),
    "photo-unreadable": (N_("%(name)s cannot be read"), ""),
    "not-a-change": (N_("This is no change: %(reason)s"), LOAD),
    "hand-gone": (
        N_("There is no hand %(id)s"),
        N_("Check the address, or go back to the start page"),
    ),
    "hand-put-away": (N_("This hand was deleted"), N_("Restore it before you change it")),
    "hand-changed": (
        N_("Somebody else changed the same meanwhile"),
        N_("Look at what they did, and make your change all the same where it is right"),
    ),
    "hand-read": (
        N_("This photo already has a hand"),
        N_("Change its tiles, or take another photo"),
    ),
    "no-other-hand": (
        N_("the photo shows no such other hand"),
        N_("choose one of the hands that its page offers"),
    ),
    "not-an-area": (
        N_("area should be four corners in pixels, around a part of the photo"),
        N_("Drag each corner to a corner of the table top"),
    ),
    "no-tiles-seen": (N_("no tiles were found"), N_("take the photo from nearer, from above, in more light")),
    # Tables and their clocks
    "no-such-table": (N_("There is no table %(number)d"), N_("Choose one on the start page")),
    "clock-runs": (N_("The clock runs already"), N_("Stop this clock before you start another")),
    "clock-not-started": (N_("The clock was not started"), N_("Start it first")),
    "clock-went-on": (
        N_("The clock was changed after this was pressed"),
        N_("Look at the clock, and press again if it is still needed"),
    ),
    "clock-stands": (N_("The clock is paused"), N_("Let it go on first")),
    "no-session-time": (N_("This clock has no time limit"), N_("Start it with a number of minutes")),
    "no-such-limit": (N_("The rules of this match have no time limit called %(limit)s"), N_("They have: %(known)s")),
    # What is kept
    "newer-database": (
        N_("%(file)s was written by a newer version of Tableside (%(version)s)"),
        N_("Install the newest version; nothing was changed"),
    ),
    "older-database": (
        N_("%(file)s belongs to an older version of Tableside (%(version)s)"),
        N_("Update the hall's server first. What is recorded here stays here and is sent afterwards"),
    ),
    "open-schema": (
        N_("The role %(role)s may put functions of its own into the schema public of the database %(database)s"),
        N_(
            "Give the SQL that `tableside hall init` prints to the superuser's psql again, which closes it; from a role"
            " that is no rig's, revoke CREATE there, and drop what it made"
        ),
    ),
    "damaged-database": (
        N_("%(file)s is damaged, or no database of Tableside"),
        N_("Move it away and restore a backup with `tableside restore`"),
    ),
    "folder-in-use": (
        N_("Another Tableside keeps its records in %(folder)s"),
        N_("Use that one, or choose another folder with --data"),
    ),
    "folder-unusable": (
        N_("The folder %(folder)s cannot be used (%(reason)s)"),
        N_("Allow writing there, or choose another folder with --data"),
    ),
    "no-space": (
        N_("Nothing was recorded: the disk of %(folder)s is full"),
        N_("Make room there and send it again; what was recorded before is safe"),
    ),
    "read-only": (
        N_("Nothing was recorded: %(folder)s may not be written"),
        N_("Allow writing there and send it again; what was recorded before is safe"),
    ),
    "disk-failed": (
        N_("Nothing was recorded: the disk of %(folder)s reports an error"),
        N_("Make a backup to another disk, and send it again"),
    ),
    "records-busy": (
        N_("Nothing was recorded: another program holds the database in %(folder)s"),
        N_("Send it again in some seconds"),
    ),
    "database-address": (
        N_("This is no address of a PostgreSQL database"),
        N_(
            "Name it as postgresql+psycopg://USER@HOST/NAME with --db or TABLESIDE_DB; the password comes from "
            "~/.pgpass or PGPASSWORD"
        ),
    ),
    "database-gone": (
        N_("The database %(database)s cannot be reached"),
        N_("Start it, or mend the network; what was recorded before is safe"),
    ),
    "database-crowded": (
        N_("All connections of the database %(database)s are in use"),
        N_("Raise max_connections in postgresql.conf and start PostgreSQL again, or stop servers that are not needed"),
    ),
    "database-refused": (
        N_("The database %(database)s does not let Tableside in (%(reason)s)"),
        N_("Correct user, password and name in --db or TABLESIDE_DB, or let that user in"),
    ),
    "no-driver": (
        N_("What speaks to PostgreSQL is not installed"),
        N_("Install it with `pip install 'tableside[hall]'`"),
    ),
    "no-cluster": (
        N_("PostgreSQL does not start on this computer (%(reason)s)"),
        N_("Install Debian's or Ubuntu's package `postgresql`, or use SQLite"),
    ),
    "not-text": (
        N_("Nothing was recorded: it holds a character or a number that cannot be kept"),
        N_("Leave out characters that cannot be seen, and send it again"),
    ),
    "overtaken": (
        N_("Nothing was recorded: somebody else recorded at the same moment"),
        N_("Look at what is there now, and send it again"),
    ),
    "id-taken": (
        N_("Another record has the id %(id)s: number %(number)d"),
        N_("Send a new record with an id of its own"),
    ),
    "record-damaged": (
        N_("Record %(number)d of table %(table)d is damaged: those before it are shown, and nothing more is recorded"),
        N_("A tournament director sets it aside on the table's page: it stays in the database, and the table goes on"),
    ),
    "event-damaged": (
        N_("Record %(number)d of event %(event)d is damaged: those before it are shown, and nothing more is recorded"),
        N_("A tournament director sets it aside on the event's page: it stays in the database, and the event goes on"),
    ),
    "table-elsewhere": (
        N_("Nothing was recorded: table %(table)d is recorded by its own device"),
        N_("Record it there; what a referee or the tournament desk records here is sent to it"),
    ),
    "table-claimed": (
        N_("Another device has table %(table)d, heard of last at %(seen)s"),
        N_("Stop Tableside there, choose another number, or start with --take-over where that device is lost"),
    ),
    "table-taken": (
        N_("Another device took over table %(table)d: nothing from here reaches the hall any more"),
        N_("Go on at that device, and hand in what was recorded here since"),
    ),
    "differs-in-hall": (
        N_("The hall has something else as number %(number)d of table %(table)d: nothing of it was replaced"),
        N_("Compare the match sheets of both, and start a new match on the device if necessary"),
    ),
    "import-at-rig": (
        N_("A table's computer imports no match: the hall does not take the acts of others from it"),
        N_("Import the match in the hall, at a table that no computer has"),
    ),
    "other-rig": (
        N_("The password is that of table %(other)d's rig, not of table %(table)d's"),
        N_("Start with --table %(other)d, or enter the password of this table's rig in TABLESIDE_DB"),
    ),
    "not-believed": (
        N_("The hall does not take what %(who)s recorded here: nobody of that name is a referee there"),
        N_("Give %(who)s the role of a referee in the hall, and what waits here is sent"),
    ),
    "not-signed": (
        N_("The hall does not take what was recorded here for a referee without a name: somebody has a role there"),
        N_("Sign in here, and record it again in the hall at another device that takes the table over"),
    ),
    "rows-spent": (
        N_("The hall takes no more from this table's computer for now"),
        N_("What was recorded is kept here, and sent by itself within a day"),
    ),
    "roles-in-hall": (
        N_("A table's computer gives no roles"),
        N_("Give them on the page of the hall"),
    ),
    "tries-spent": (
        N_("Too many PINs were asked about from this table's computer"),
        N_("Sign in by an invitation, or wait for up to an hour"),
    ),
    "limit-spent": (
        N_("The hall takes no more photos from this table's computer for now"),
        N_("They are kept here, and sent by themselves later; the hands themselves are there"),
    ),
    "photo-missing": (
        N_("The photo %(photo).12s is not kept any more"),
        N_("It was deleted to free space; the hand stays as it was read"),
    ),
    "photo-damaged": (
        N_("The photo %(photo).12s is damaged: it is not what was recorded"),
        N_("Restore a backup of it"),
    ),
    # Backups
    "nothing-lasts": (
        N_("This server keeps nothing on the disk"),
        N_("Start it without --memory to keep what is recorded"),
    ),
    "backup-by-command": (
        N_("The records of this server are in the hall's database"),
        N_("Write the backup on its computer: tableside backup all.zip --db ADDRESS"),
    ),
    "nothing-kept": (
        N_("Nothing is kept in %(folder)s yet"),
        N_("Name the folder that the server uses with --data"),
    ),
    "file-exists": (N_("%(file)s exists already"), N_("Choose another name, or replace it with --force")),
    "backup-unwritable": (
        N_("The backup %(file)s cannot be written (%(reason)s)"),
        N_("Allow writing there, or name another file"),
    ),
    "no-folder": (N_("There is no folder %(folder)s"), N_("Make it, or name another file")),
    "not-a-backup": (
        N_("%(file)s is no backup of Tableside"),
        N_("Choose a file that `tableside backup` made"),
    ),
    "newer-backup": (
        N_("%(file)s was made by a newer version of Tableside (format %(version)d)"),
        N_("Install the newest version; nothing was changed"),
    ),
    "backup-damaged": (
        N_("%(name)s in %(file)s is damaged: nothing was changed"),
        N_("Restore another backup, or copy this one again"),
    ),
    "backup-changed": (
        N_(
            "Records in %(file)s are not what was recorded, as their checksums show: %(changed)d, the first is record "
            "%(number)d of table %(table)d. Nothing was restored"
        ),
        N_("Restore another backup; if this is the only one, --changed restores it as it is"),
    ),
    "folder-has-data": (
        N_("%(folder)s keeps something already: nothing was changed"),
        N_(
            "Choose another folder with --data, or restore the backup there with --force, which moves the old "
            "data aside"
        ),
    ),
    "database-has-data": (
        N_("%(database)s keeps something already: nothing was changed"),
        N_("Make an empty database with createdb and name that with --db; then start the servers on it"),
    ),
    "preset-differs": (
        N_("Matches were begun under other rules that are called %(name)s too"),
        N_("Give the changed rules another name in their file, so that those matches stay as they were played"),
    ),
    "no-such-preset": (
        N_("No rules of a club are called %(name)s"),
        N_("Load the page again: somebody may have removed them"),
    ),
    # Bundles
    "not-a-bundle": (
        N_("This is not a match file"),
        N_("Choose a file that `tableside match bundle` or the page made"),
    ),
    "newer-bundle": (
        N_("A newer version of Tableside made this match file (format %(version)d)"),
        N_("Install the newest version"),
    ),
    "bundle-too-large": (
        N_("The match file has more than %(most)d MB"),
        N_("Ask for one with fewer photos"),
    ),
    "bundle-unreadable": (N_("%(file)s in the match file cannot be read"), N_("Ask for the match file again")),
    "bundle-unsound": (
        N_("Nothing was imported: the match file failed verification"),
        N_("Ask for the match file again, and open it to see what failed verification"),
    ),
    "record-differs": (
        N_("Nothing was imported: record %(number)d of table %(table)d has the same id and another content"),
        N_("One of the two matches was changed by hand: ask who recorded it which one holds"),
    ),
    "match-differs": (
        N_("Nothing was imported: this match has gone on at table %(table)d since, or another was begun after it"),
        N_("Its records are kept there from number %(number)d on; open the match file to compare them"),
    ),
    "match-running": (
        N_("Nothing was imported: a match is being played at table %(table)d"),
        N_("Import it once that match is over"),
    ),
    # Matches
    "not-a-record": (
        N_("This is no record: %(reason)s"),
        N_('Send {"id": a UUID, "act": {"type": …}}'),
    ),
    "not-a-hand": (N_("This notation is not understood: %(reason)s"), N_("Correct its notation")),
    "no-such-match": (N_("No match was begun by record %(number)d"), N_("Choose one on the sheet")),
    "no-match": (N_("No match was begun at table %(number)d"), N_("Begin one on the start page")),
    "not-a-table-name": (
        N_("%(got)s is no name of a table"),
        N_("Give at most %(most)d characters in one line"),
    ),
    "nothing-to-hand-in": (
        N_("This table sends nothing to a hall"),
        N_("Hand in at the table's own device"),
    ),
    "no-bundle": (N_("Nothing was sent"), N_("Choose a match file")),
    "match-went-on": (
        N_("Nothing was recorded: the hand was ended on another device before"),
        N_("Look at the match, and record it again if it still holds"),
    ),
    "hand-changed-since": (
        N_("Something was recorded about hand %(hand)d meanwhile"),
        N_("Look at the hand again first"),
    ),
    "others-hang": (
        N_("Other records depend on record %(of)d"),
        N_('Undo those first, or send it again with "anyway": true and, for a hand, "played": true or false'),
    ),
    "round-running": (
        N_("A round of the event is being played at table %(table)d"),
        N_(
            'Go on with it, or send it again with "anyway": true; then the tournament desk has to end the '
            "match of the round"
        ),
    ),
    "hand-approved": (
        N_("Hand %(hand)d is approved, and these tiles are locked with it"),
        N_("Say why it is changed all the same"),
    ),
    "no-such-hand": (N_("There is no hand %(id)s"), N_("Take a photo of it, or enter the points")),
    "laid-earlier": (
        N_("These tiles are not of hand %(hand)d"),
        N_("Open them and say that they won it, or take a photo of the hand that did"),
    ),
    "hand-unfinished": (N_("The hand is not complete yet"), N_("Complete it, or enter the points")),
    "hand-in-doubt": (
        N_("The hand still has %(count)d open questions"),
        N_("Answer them, or enter the points"),
    ),
    "points-open": (
        N_("The hand has %(low)d or %(high)d points"),
        N_("Choose whether it was won on a kong's replacement tile, or enter the points"),
    ),
    # Events of many tables
    "no-event-act": (N_("This is no act of an event: %(reason)s"), LOAD),
    "order-refused": (
        N_("The device of table %(table)d rejected the instruction"),
        "",
    ),
    "no-such-order": (N_("No pending instruction has this id"), LOAD),
    "round-over-matches": (
        N_("Round %(round)d would begin while matches are being played (tables: %(tables)s)"),
        N_('Wait until they are over, or force it (--force; "anyway": true in JSON): they end as they stand'),
    ),
    "move-over-match": (
        N_("Another match is being played at table %(table)d"),
        N_("Choose another table, or end that match first"),
    ),
    "table-has-hands": (
        N_("Something is recorded at table %(table)d in round %(round)d"),
        N_("Open that table's page on the other device and go on there; move the table from the next round on"),
    ),
    "past-over-matches": (
        N_("Matches are being played at tables where the rounds would be kept (tables: %(tables)s)"),
        N_("Wait until they are over, or end them first"),
    ),
    "release-over-matches": (
        N_("Round %(round)d is still being played (tables: %(tables)s)"),
        N_('Wait until they are over, or force it (--force; "anyway": true in JSON): they have no result yet'),
    ),
    "seating-leaves-out": (
        N_("The seating leaves out players: %(names)s"),
        N_('Seat or withdraw them, or leave them out by force (--force; "anyway": true in JSON)'),
    ),
    "match-ended": (
        N_("The match of round %(round)d at table %(table)d is over"),
        N_("Load the page again"),
    ),
    "round-not-at-table": (
        N_("Table %(table)d does not play round %(round)d now"),
        N_("Give the time to the round that it plays"),
    ),
    "no-such-event": (N_("There is no event %(number)d"), N_("Choose one at the tournament desk")),
    "not-a-rating": (N_("There is no such rating"), N_("Ask for one of: %(known)s")),
    "not-a-draw": (
        N_("A draw has a round it begins with, 1 to %(rounds)d, and a seed"),
        N_("Send since and seed as whole numbers"),
    ),
    "not-seated": (N_("Nobody was seated: %(reason)s"), N_("Enter or withdraw players, or add substitutes")),
    "no-rules-file": (N_("No file with rules was sent"), N_("Choose a TOML file, or write its text")),
    "not-a-title": (
        N_("This cannot be the name of rules: %(got)s"),
        N_("Write a name of 1 to %(most)d characters in one line"),
    ),
    "rules-unusable": (N_("These rules cannot be used: %(reason)s"), N_("Correct the file and send it again")),
    "no-list": (N_("No list of players was sent"), N_("Paste a name a line, or choose a CSV or XLSX file")),
    "list-unreadable": (N_("This file is no list"), N_("Save it as CSV or XLSX")),
    "list-old-excel": (
        N_("This is an old Excel file (.xls), or a workbook with a password"),
        N_("Open it in the spreadsheet program and save it as XLSX or CSV, without a password"),
    ),
    "list-other-program": (
        N_("This is a spreadsheet of another program (OpenDocument or Numbers)"),
        N_("Save or export it as XLSX or CSV"),
    ),
    "list-quote-open": (
        N_('The quotation mark (") in line %(line)d does not close'),
        N_("Close or remove it in that line"),
    ),
    "list-no-encoding": (N_("There is no encoding called %(encoding)s"), N_("Choose one of those shown, or utf-8")),
    "list-other-encoding": (N_("The list is not in the encoding %(encoding)s"), N_("Choose another encoding")),
    "list-no-sheet": (N_("The workbook has no sheet called %(sheet)s"), N_("Choose one of: %(known)s")),
    "list-no-column": (
        N_("%(column).30r is no use of a column"),
        N_("Use one of: %(known)s; or - for a column that is not used"),
    ),
    "list-column-twice": (N_("Two columns cannot both be: %(column)s"), N_("Choose another use for one of them")),
    "list-few-columns": (
        N_("More uses were given than the list has columns (%(columns)d)"),
        N_("Give one for each column, from the left"),
    ),
    "list-few-rows": (
        N_("No row is left below those above the first player: the list has %(rows)d rows"),
        N_("Choose fewer rows above the first player"),
    ),
    "list-no-name": (N_("No column has the names"), N_("Choose which column has the name, or the first and last name")),
    "list-no-totals": (
        N_("The columns tell of no whole tables"),
        N_(
            "Choose a column of totals for each seat, with none or as many of players; or one of each, for a row a "
            "player"
        ),
    ),
    "total-missing": (N_("%(name)s has no total that is a whole number"), N_("Type it, such as 30 or -12")),
    "penalty-unusable": (
        N_("A penalty, or what is left on the table, is no whole number"),
        N_("Type it, such as 20, or nothing"),
    ),
    "table-untold": (N_("Its table is not told"), N_("Add the number of the table, or of the round")),
    "players-untold": (N_("It does not name its players"), N_("Add a column with the names for each seat")),
    "day-unclear": (N_("%(day).40r is no day, or may be two"), N_("Write it as 2026-03-14")),
    "table-again": (
        N_("This table is in the event already: table %(table)d of round %(round)d"),
        N_("Leave the row out, or undo the earlier import first"),
    ),
    "list-too-large": (
        N_("The file holds far more than a list of players"),
        N_("Send the columns about the players alone, without long texts"),
    ),
    "list-too-long": (N_("The list has more than %(most)d rows"), N_("Send a shorter one")),
    "no-weasyprint": (
        N_("PDF files need WeasyPrint and Pango, which are not installed"),
        N_('Install them: pip install "tableside[hall]", and Pango (Debian: libpangoft2-1.0-0)'),
    ),
    "no-cjk-font": (
        N_("No font with Chinese characters is installed"),
        N_("Install one (Debian: fonts-noto-cjk), and try again"),
    ),
    "not-a-clock-act": (
        N_("The clocks of a round that was started can be: %(known)s"),
        N_("Start the round first"),
    ),
    # The camera
    "no-camera": (N_("There is no camera"), START_WITH_CAMERA),
    "camera-down": ("", N_("Wait until its picture moves again")),
    "camera-opening": (
        N_("The camera has shown nothing yet"),
        N_("Wait a moment, or look whether it is plugged in"),
    ),
    "nothing-shown": (
        N_("The camera has shown nothing yet"),
        N_("Wait a moment, or look whether it is plugged in"),
    ),
    "camera-unusable": (N_("This camera cannot be used"), ""),
    "no-settings": (
        N_("The settings of this camera cannot be reached from here"),
        N_("Make them in the camera's own app or page"),
    ),
    "not-a-size": (N_("The camera sends no pictures of this size"), N_("Choose from the list")),
    "camera-not-allowed": (
        N_("%(got)s is no camera that can be chosen on this page"),
        N_("Choose one of the list. Other cameras are named at the start: tableside serve --camera"),
    ),
    "camera-chosen-here": (
        N_("A network camera is chosen on the computer of Tableside alone"),
        N_("Open this page there, or choose a camera of the list"),
    ),
    "box-not-allowed": (
        N_("%(got)s is no port of a table box that can be chosen on this page"),
        N_("Choose a port of the list, or name it at the start: tableside serve --box"),
    ),
    "box-chosen-here": (
        N_("A table box at another port can only be chosen on the computer of Tableside"),
        N_("Open this page there, or choose a port of the list"),
    ),
    "no-trial": (N_("No camera is being tried"), N_("Choose one and look at its picture again")),
    "no-tiles-in-sight": (N_("No tiles lie in sight of the camera"), N_("Lay the hand face up, in its picture")),
    "picture-gone": (N_("Photo %(number)d is not kept any more"), N_("Ask for the newest")),
    # The hand in play
    "not-an-act": (N_("This cannot be done: %(reason)s"), LOAD),
    "nothing-asked": (
        N_("No question at this table has the answer %(number)d"),
        N_("Look at the table's page for the question that is open"),
    ),
    "no-box-record": (N_("There is no record of a table box"), N_("Start with `tableside serve --box auto`")),
    "box-log-unwritable": (
        N_("The record of the line to the table box cannot be written (%(reason)s)"),
        N_("Allow writing in the folder of Tableside's data"),
    ),
    # Setting a table up
    "not-rules": (N_("There are no rules called %(got)s"), N_("Choose from the list")),
    "not-a-language": (N_("There is no language %(got)s"), N_("Choose from the list")),
    # Calibration
    "nothing-to-calibrate": (N_("There is no camera to calibrate"), START_WITH_CAMERA),
    "not-calibrated": (
        N_("The camera cannot follow the play before it is calibrated"),
        N_("Calibrate it first: the page of the set-up leads there"),
    ),
    "not-a-calibration": (N_("This is no calibration: %(reason)s"), LOAD),
    "not-a-table": (N_("These corners do not form a table"), ""),
    "markers-missing": (N_("The markers do not show where the table is"), ""),
    "outline-unclear": (
        N_("The edge of the table is not clear in this picture"),
        N_("Clear the table's edge and let the camera see all of it, or drag the corners"),
    ),
    "calibration-unwritable": (
        N_("The calibration cannot be written: %(reason)s"),
        N_("Make room, or allow writing there"),
    ),
    "calibration-unremovable": (
        N_("The calibration cannot be removed: %(reason)s"),
        N_("Allow writing there; until then it stays in force"),
    ),
    # Sets of tiles
    "no-sets-here": (N_("No tile sets are saved here"), N_("Start the page with `tableside serve`")),
    "no-such-set": (N_("There is no tile set %(name)s"), LOAD),
    "set-unusable": (N_("This tile set cannot be used"), ""),
    "set-not-forgotten": (N_("This tile set cannot be deleted"), ""),
    "set-not-kept": (N_("This tile set cannot be saved"), ""),
    "name-taken": (N_("There is a tile set called %(name).40s already"), N_("Give another name, or replace it")),
    "not-tile-names": (N_('`said` must be an object such as {"3": "5m"}'), LOAD),
    "no-such-tile": (N_("Tile %(tile)d is named, and there are %(count)d"), LOAD),
    "no-such-preview": (N_("There is no tile %(tile)d"), N_("There are %(count)d")),
    "draft-gone": (N_("The tile set %(id)s is no longer being learned"), N_("Take another photo")),
    "draft-full": (
        N_("No more photos are accepted"),
        N_("This tile set has %(most)d photos already: save it"),
    ),
}
"""Fault and remedy for each kind of `WebError` except those of an edit, which `webui.messages.hand` has; an empty
sentence is that of the error's cause."""


def vision_error(words: Messages, error: VisionError | Trouble) -> str:
    """Return the sentence of an error: fault, reason and remedy."""
    about = {name: _plain(words, value) for name, value in error.about.items()}
    if error.kind.startswith("source-"):
        about["source"] = camera(words, str(about["source"]))
    if isinstance(kinds := error.about.get("kinds"), tuple):
        about["kinds"] = words(", ").join(words(str(kind)) for kind in kinds)
    if error.kind == "image-damaged" and about["reason"] == CUT:
        return words(CUT_SHORT)
    return words(VISION[error.kind], about)


def camera(words: Messages, name: str) -> str:
    """Return the translated name of a source of live pictures: a camera, folder, clip or address."""
    for start, sentence in CAMERAS.items():
        if name.startswith(start):
            return words(sentence, {"name": name.removeprefix(start)})
    return name


def web_error(words: Messages, error: WebError) -> tuple[str, str]:
    """Return fault and remedy of an error of a request, both without a full stop at the end."""
    said, fix = _web_error(words, error)
    return unstopped(said), unstopped(fix)


def _web_error(words: Messages, error: WebError) -> tuple[str, str]:
    from webui.hand.effects import EditRejectedError  # commands without an error start faster without the hands
    from webui.messages.hand import refusal

    if isinstance(error, EditRejectedError):
        return refusal(words, error)
    if isinstance(error, ActRejectedError):
        return scoring_words.refusal(words, error.refusal), words(NOT_RECORDED)
    if isinstance(error, DependentActsError):
        return match_words.hanging(words, error.hanging), words(WEB[error.kind][1])
    said, fix = (hall_words.REFUSALS if isinstance(error, EventActRejectedError) else WEB)[error.kind]
    about = {name: _plain(words, value) for name, value in error.about.items()}
    cause = _cause(words, error.cause)
    return words(said, about) if said else cause, words(fix, about) if fix else cause


def web_error_said(words: Messages, error: WebError) -> str:
    """Return fault and remedy as consecutive sentences, without the last full stop."""
    return _joined(words, *web_error(words, error))


def command_error(words: Messages, error: WebError) -> str:
    """Return fault and remedy as a command prints them: it has no page to load again, and names commands instead."""
    why, fix = web_error(words, error)
    if error.kind in COMMANDS:
        fix = words(COMMANDS[error.kind])
    return _joined(words, why, "" if fix == words(LOAD) else fix)


def _joined(words: Messages, why: str, fix: str) -> str:
    return words("%(error)s. %(fix)s", {"error": why, "fix": fix}) if fix else why


def _cause(words: Messages, cause: VisionError | WebError | Trouble | None) -> str:
    if cause is None:
        return ""
    if not isinstance(cause, WebError):
        return vision_error(words, cause)
    try:
        return ": ".join(web_error(words, cause))
    except (LookupError, TypeError, ValueError):  # a table's device may name any cause
        return cause.kind


def _plain(words: Messages, value: Value) -> Value:
    """Return a list in the form of a sentence, or any other value unchanged."""
    return words(", ").join(str(each) for each in value) if isinstance(value, tuple) else value
