"""Sentences for events of many tables: refusals of acts, and remedies."""

from collections.abc import Mapping
from typing import Final

from webui.messages import N_

NEXT_ROUND: Final = N_("the next round begins")
"""The recorded reason for a match that the desk ends in order to begin a round."""

COLUMN_NAMES: Final[Mapping[str, str]] = {
    "number": N_("No."),
    "name": N_("Name"),
    "legal": N_("Legal name"),
    "shown": N_("Name at tables"),
    "first": N_("First name"),
    "prefix": N_("Prefix of the last name"),
    "last": N_("Last name"),
    "ema": N_("EMA number"),
    "other": N_("Other association’s number"),
    "country": N_("Country"),
    "team": N_("Team"),
    "club": N_("Club"),
    "substitute": N_("Substitute"),
    "photos": N_("Photos allowed"),
}
"""Uses of the columns of a list of players."""

RESULT_COLUMN_NAMES: Final[Mapping[str, str]] = {
    "day": N_("Day"),
    "round": N_("Round no."),
    "table": N_("Table"),
    "seat": N_("Seat"),
    "player": N_("Player"),
    "points": N_("Total"),
    "penalty": N_("Penalty"),
    "left": N_("Left on the table"),
}
"""Uses of the columns of a list of results."""

LIKE: Final[Mapping[str, str]] = {
    "name": N_("same name"),
    "ema": N_("same EMA number"),
    "similar": N_("similar name"),
}
"""Properties that two people share who may be the same."""

_TAKE_BACK: Final = N_("Look at the list of what was recorded")

REFUSALS: Final[Mapping[str, tuple[str, str]]] = {
    "not-opened": (N_("The event was not created"), N_("Create it first")),
    "opened-already": (N_("The event exists already"), N_("Correct its details instead")),
    "event-nameless": (N_("The event needs a name of at most %(most)d characters in one line"), N_("Give it one")),
    "event-rules": (N_("No event can be played by rules called %(rules)s"), N_("Choose one of: %(known)s")),
    "event-body": (
        N_("The regulations %(body)s do not use the rules %(rules)s"),
        N_("Choose other regulations or other rules"),
    ),
    "event-times": (
        N_("The times of the rounds are unusable"),
        N_("Give each as 2026-12-05T10:00, in the order of the %(rounds)d rounds"),
    ),
    "event-zone": (
        N_("There is no time zone %(zone)r"),
        N_("Give one such as Europe/Berlin or Asia/Shanghai with the times of the rounds"),
    ),
    "weight-unusable": (
        N_("The weight of an event in ratings is above 0 and at most %(most)d"),
        N_("Change this number"),
    ),
    "bye-unusable": (
        N_("A round in which somebody sits out gives 0 to %(most)d points"),
        N_("Change this number"),
    ),
    "event-numbers": (
        N_("An event has 1 to %(rounds)d rounds of 1 to %(hands)d hands and 1 to %(minutes)d minutes"),
        N_("Change these numbers"),
    ),
    "name-unusable": (
        N_("%(name).60r cannot be the name of a player"),
        N_("Use 1 to %(most)d characters in one line, and no seat wind such as E"),
    ),
    "name-entered": (
        N_("There is a player called %(name)s already"),
        N_("Leave this one out, or add something that tells the two apart"),
    ),
    "number-entered": (N_("The number %(number)d of %(name)s is taken, or no number of a player"), N_("Give another")),
    "ema-entered": (N_("The EMA number %(ema)s of %(name)s is another player’s"), N_("Correct one of the two")),
    "ema-unusable": (N_("%(ema).20r is no EMA number for %(name)s"), N_("Give its 8 digits, or none")),
    "amount-unusable": (
        N_("An amount is not zero, and at most %(most)d"),
        N_("Give the amount that was paid, negative if it was given back"),
    ),
    "nobody-entered": (N_("Nobody was named"), N_("Paste a name a line")),
    "too-many-players": (
        N_("An event has at most %(most)d players, without substitutes; these would make %(players)d"),
        N_("Enter fewer, or open a second event"),
    ),
    "no-such-entry": (N_("There is no player number %(number)d"), N_("Load the page again")),
    "player-withdrawn": (N_("%(name)s has withdrawn"), N_("Undo the withdrawal first")),
    "round-unknown": (N_("There is no round %(round)d: the event has %(rounds)d"), N_("Change the number of rounds")),
    "round-started": (N_("Round %(round)d was started already"), N_("Choose a later round")),
    "round-not-started": (N_("Round %(round)d was not started"), N_("Start it first")),
    "round-not-drawn": (N_("Round %(round)d has no seating plan yet"), N_("Draw the seating plan first")),
    "round-before": (N_("Round %(round)d was not started yet"), N_("Start it first")),
    "round-drawn": (
        N_("Round %(round)d has a seating plan here"),
        N_("Begin it and type its totals, or open another event for what was played elsewhere"),
    ),
    "round-twice": (
        N_("%(name)s sits twice in round %(round)d"),
        N_("Correct the name, or number the games of that day in a column of their own"),
    ),
    "day-unusable": (
        N_("The days of the rounds are unusable"),
        N_("Give each as 2026-03-14, in the order of the rounds"),
    ),
    "team-unknown": (N_("There is no team %(team)s"), N_("Give the name of a team as entered")),
    "team-without": (
        N_("%(name)s cannot be in a line-up of %(team)s"),
        N_("Name players of this team, each once"),
    ),
    "line-up-size": (
        N_("%(team)s has %(places)d places in round %(round)d"),
        N_("Choose as many players, or draw the round after the line-ups"),
    ),
    "stands-in-twice": (N_("%(name)s sits somewhere else in round %(round)d"), N_("Choose another substitute")),
    "seating-uneven": (
        N_("The seating of round %(round)d is no seating: everybody sits at one table, and each is full"),
        N_("Draw it again"),
    ),
    "seated-elsewhere": (N_("%(name)s has no place in round %(round)d"), N_("Choose two players who have one")),
    "not-two-entries": (N_("Two different players swap seats"), N_("Choose another one")),
    "place-empty": (
        N_("Round %(round)d lacks a substitute for: %(names)s"),
        N_("Name a substitute for each, or draw the seating plan without them"),
    ),
    "table-unknown": (N_("There is no table %(table)d in round %(round)d"), N_("Choose one of the list")),
    "table-taken": (
        N_("Players sit at table %(table)d in round %(round)d"),
        N_("Choose a number at which nobody sits"),
    ),
    "table-number": (N_("This is no number of another table"), N_("Give a number from 1 to %(most)d")),
    "table-finished": (N_("Table %(table)d of round %(round)d was ended already"), N_("Load the page again")),
    "table-typed": (
        N_("The totals of table %(table)d in round %(round)d were typed already"),
        N_("Undo that record first"),
    ),
    "table-twice": (
        N_("The list has table %(table)d of round %(round)d twice"),
        N_("Correct the number of one of the two"),
    ),
    "no-results": (N_("There are no totals to record"), N_("Choose another file")),
    "round-released": (
        N_("The results of round %(round)d are published"),
        N_("Take the publication back first"),
    ),
    "sits-elsewhere": (
        N_("%(name)s did not sit at table %(table)d in round %(round)d"),
        N_("Name the players of that table"),
    ),
    "totals-uneven": (
        N_("Table %(table)d of round %(round)d needs one total for each of its %(players)d players"),
        N_("Give them in the order of the seats"),
    ),
    "totals-differ": (
        N_("Table %(table)d of round %(round)d: the totals and what is left add up to %(sum)d, off by %(off)+d"),
        N_("They must add up to %(should)d, or to 0 without the points of the start"),
    ),
    "left-unusable": (
        N_("Table %(table)d of round %(round)d: points left or penalties do not fit %(rules)s"),
        N_("Give 0 or more, and nothing left where nothing lies on the table"),
    ),
    "stage-early": (
        N_("A stage that begins with round %(round)d needs a round before it"),
        N_("Play that round first"),
    ),
    "stage-twice": (N_("A stage begins with round %(round)d already"), N_("Undo it first, or play a round of it")),
    "stage-players": (
        N_("A stage has %(least)d players or more, each once, with their places"),
        N_("Change the players"),
    ),
    "stage-out": (N_("%(name)s is not among those who may go on"), N_("Choose players of the stage before")),
    "stage-too-many": (
        N_("%(players)d players can go on, and a stage has %(least)d or more"),
        N_("Let fewer go on, or more"),
    ),
    "cut-tied": (
        N_("Equal at place %(place)d: %(names)s"),
        N_("Draw lots, and choose %(count)d of them who go on"),
    ),
    "sheet-unknown": (N_("The photo %(photo).12s… is not here"), N_("Send the photo of the paper again")),
    "minutes-unusable": (N_("That is no number of minutes"), N_("Give up to %(most)d, negative to take time away")),
    "act-not-before": (N_("There is no record %(of)d before this one"), _TAKE_BACK),
    "act-is-change": (N_("Record %(of)d is itself a correction"), _TAKE_BACK),
    "act-of-other-kind": (N_("Record %(of)d cannot be corrected so"), N_("Undo it, and record it again")),
    "act-taken-back": (N_("Record %(of)d was undone already"), _TAKE_BACK),
    "act-final": (N_("Record %(of)d cannot be undone"), N_("Record the opposite, or correct it")),
    "act-needed": (N_("Record %(record)d needs record %(of)d"), N_("Undo the later one first")),
}
"""Fault and remedy by the kinds of `EventRejectedError`."""
