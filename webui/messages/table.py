"""Words for events at a table: mistakes, claims, the camera, the walls."""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.errors import Value
from scoring.match.state import Match
from webui.hand.state import HandResult, MissingKind
from webui.messages import N_, Messages, scoring
from webui.messages.game import in_game
from webui.messages.hand import unfinished
from webui.messages.scoring import WINDS
from webui.rig.live_hand import LiveHand
from webui.rig.notice import Notice, NoticeKind

NOTICES: Final[dict[NoticeKind, str]] = {
    "wrong-thrower": N_(
        "Wrong player: seat %(chair)d rolled %(dice)s, but seat %(dealer)d is the dealer and rolls first."
    ),
    "no-first-throw": N_("A second roll (%(dice)s) without a first: seat %(dealer)d is the dealer and rolls first."),
    "wrong-wall": N_(
        "Wrong wall: seat %(chair)d rolled %(dice)s, but the dealer's %(count)d picks the wall of seat %(right)d, "
        "who rolls the second time."
    ),
    "nothing-claimed": N_("Nobody has declared a win: press the winner's button first."),
    "claim-after-self-draw": N_(
        "Seat %(chair)d cannot win: seat %(winner)d won by self-draw. If it was a discard, say who discarded it first."
    ),
    "claim-by-discarder": N_(
        "Seat %(chair)d cannot win on the tile it discarded. If another seat did, say which first."
    ),
    "nobody-there": N_("Nobody plays at seat %(chair)d: these rules have three players, at seats 1 to 3."),
    "claim-out": N_("Seat %(chair)d cannot win this hand: it has won already, or its hand is dead."),
    "hand-not-recorded": N_("Hand %(hand)d is not recorded yet: record it, or record a draw."),
    "box-overflow": N_("The table box had no room for %(number)d events: do them again on the page."),
    "box-stuck": N_("Button %(number)d of the table box has been held since it was switched on: let it go."),
    "box-watchdog": N_("The table box had to restart: check that the last press arrived."),
    "box-fault": N_("The table box reports a fault: %(code)s %(number)d."),
    "discarder-open": N_(
        "Seats %(chairs)s declare a win on the same tile: say who discarded it, which decides who has priority."
    ),
    "first-claimant": N_(
        "Seat %(winner)d has priority: it comes before seat %(others)s, counter-clockwise from the discarder."
    ),
    "discarder-unknown": N_("Seats %(chairs)s declare a win on the same tile: say who discarded it."),
    "all-win": N_("Seats %(chairs)s declare a win on the same tile, and all of them win."),
    "self-drawn": N_("Seat %(winner)d won by self-draw: nobody else can win on it."),
    "no-camera": N_("There is no camera: take a photo of the hand, or enter the tiles."),
    "camera-dark": N_("The camera shows nothing now: take a photo of the hand, or enter the tiles."),
    "no-tiles": N_("No tiles lie in sight of the camera: lay the hand face up, then press win again."),
    "hand-unreadable": N_("The camera's picture could not be read: take a photo of the hand, or enter the tiles."),
    "hand-unrecorded": N_("The hand could not be recorded: make room on the disk, then press win again."),
    "play-unrecorded": N_(
        "The disk is full or fails: the current hand goes on, but is lost when Tableside ends. Make room on the disk."
    ),
    "draw-unrecorded": N_("The draw is not recorded: record it on the page."),
    "picture-unreadable": N_("This photo could not be read."),
    "calibration-unreadable": N_("The calibration in %(file)s cannot be used: calibrate the table again."),
    "calibration-unsaved": N_(
        "The camera has been moved, and the new calibration cannot be saved (%(reason)s): make room on the disk, "
        "or allow writing there."
    ),
    "camera-moved": N_(
        "The camera has been moved: calibrate the table again, or uncover its markers until three are in view."
    ),
    "camera-lost-table": N_(
        "The camera has been moved, and its markers do not show where the table is: calibrate the table again."
    ),
    "marker-moved": N_("Marker %(markers)s lies elsewhere now: put it back, or calibrate the table again."),
}
"""The sentence for each kind of notice."""

LATER_DISCARD: Final = N_("On a later discard")
"""The label for a win on another tile than the one that others have won on just before."""

WALL: Final = N_(
    "Seat %(wall)d's wall (%(wind)s) opens: count %(count)d stacks from its right end. The deal starts at stack "
    "%(deal_stack)d of seat %(deal)d's wall; the wall ends at stack %(last_stack)d of seat %(last)d's."
)

DEAD: Final = N_(
    "Seat %(wall)d's wall (%(wind)s) opens: count %(count)d stacks from its right end. The deal starts at stack "
    "%(deal_stack)d of seat %(deal)d's wall. Nobody draws the last %(dead)d stacks, from stack %(dead_stack)d of seat "
    "%(dead_seat)d's wall to stack %(last_stack)d of seat %(last)d's."
)
"""The opening of a wall whose last tiles nobody draws."""


def notice(words: Messages, what: Notice) -> str:
    """Return the sentence of a notice, with the remedy."""
    return words(NOTICES[what.kind], {name: _listed(words, value) for name, value in what.about.items()})


def wall(words: Messages, live: LiveHand) -> str:
    """Return the opening of the wall, the start of the deal, and the end of the wall; empty before all throws."""
    opening = live.opening
    if opening is None:
        return ""
    dead: dict[str, object] = {}
    if opening.dead:
        stacks, place = live.played.dead // 2, opening.dead
        dead = {"dead": stacks, "dead_stack": place.stack, "dead_seat": live.chair_of(place.seat)}
    return words(
        DEAD if dead else WALL,
        {
            **dead,
            "wall": live.chair_of(opening.opened),
            "wind": words(WINDS[opening.opened]),
            "count": opening.count,
            "deal_stack": opening.deal.stack,
            "deal": live.chair_of(opening.deal.seat),
            "last_stack": opening.last.stack,
            "last": live.chair_of(opening.last.seat),
        },
    )


STANDING: Final = N_("Keep your hands standing until the win is confirmed.")
"""The reminder while a win is claimed."""

KONGS: Final = N_("The hand ends: turn concealed kongs up for the others to check.")
"""The reminder at the end of a hand in games whose concealed kongs lie face down."""


def reminders(words: Messages, live: LiveHand) -> list[str]:
    """Return the reminders of the table while a win is claimed, or a draw is to be confirmed."""
    open_claims = any(live.verdict(claim.chair) != "accepted" for claim in live.claims)
    ends = live.asked == "draw" or (live.claims and not open_claims)
    found = [STANDING] if open_claims else []
    return [words(each) for each in (*found, *([KONGS] if ends and live.played.hides_kongs else []))]


def at_end(words: Messages, match: Match) -> str:
    """Return the reminder once the end of a hand is recorded; "" where nothing lies face down."""
    return words(KONGS) if match.rules.play.hides_kongs else ""


MISSING: Final[Mapping[MissingKind, str]] = {
    "doubts": N_("First answer the questions about the tiles."),
    "winner": N_("Choose who won."),
    "discarder": N_("Choose who discarded the tile."),
    "other-rules": N_("This hand is scored by other rules than the match."),
}
"""Sentences on what a hand lacks to be recorded, apart from its tiles and its score."""


def beside(words: Messages, players: Sequence[str]) -> str:
    """Return the sentence on a win on the tile that these players have won on."""
    return words(N_("On the same tile as %(players)s"), {"players": words(", ").join(players)})


def missing(words: Messages, kind: MissingKind, hand: HandResult) -> str:
    """Return the sentence on what a hand lacks to be recorded."""
    worth = hand.assessment
    if kind == "unfinished" and hand.unfinished:
        return unfinished(words, hand.unfinished)
    if kind == "luck" and worth:
        return scoring.unless(in_game(words, worth.rules), worth.minimum, hand.lifting)
    if kind == "circumstances" and worth:
        return scoring.missing(words, worth.open)
    return words(MISSING[kind])


def _listed(words: Messages, value: Value) -> Value:
    """Return a list in the form of a sentence, such as "3 and 4", or any other value unchanged."""
    return words(" and ").join(str(each) for each in value) if isinstance(value, tuple) else value
