"""Sentences on hands, sheets and matches: one for each kind that `scoring` answers with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, cast, get_args

from scoring.changes import NearMiss, NearMissKind
from scoring.circumstances import Alternative, AssumedScore, Luck, ScoreRange
from scoring.distance import TargetShape
from scoring.errors import About, Circumstance, MissingLibraryKind, ScoringError, Value
from scoring.explain import Explanation
from scoring.findings import Finding, ImpossibleHandError
from scoring.games.game import RuleBook
from scoring.liability import Responsible, ResponsibleKind
from scoring.match.errors import Matter, Refusal, RefusedError
from scoring.match.payers import Mispaid
from scoring.match.records import Decision
from scoring.match.state import Appeal, Departure, DepartureKind, Fine, Match
from scoring.notes import Note, NoteKind
from scoring.rules import BOOKS, DEFAULT
from scoring.sheet import ExcludedPattern, PatternName, Principle, RulingEffect, ScoreSheet, ScoreTotals
from webui.messages import N_, Messages, plural
from webui.messages.game import (
    RENAMED,
    SPREADS,
    Asked,
    GameMessages,
    GameWords,
    game_words,
    in_game,
    known,
    of_any,
    sentence,
    words_of,
)
from webui.messages.languages import LANGUAGES
from webui.messages.match import reason as usual
from webui.messages.tiles import tile

FINDINGS: Final[Mapping[str, str | tuple[str, str]]] = {
    "too-many-tiles": plural(
        "%(n)d tile too many: %(count)d where a won hand has %(size)d, a kong counting as three. "
        "Check the tiles and the melds.",
        "%(n)d tiles too many: %(count)d where a won hand has %(size)d, a kong counting as three. "
        "Check the tiles and the melds.",
    ),
    "too-few-tiles": plural(
        "%(n)d tile too few: %(count)d where a won hand has %(size)d, a kong counting as three. "
        "Check the tiles and the melds.",
        "%(n)d tiles too few: %(count)d where a won hand has %(size)d, a kong counting as three. "
        "Check the tiles and the melds.",
    ),
    "no-winning-tile": N_("No winning tile: %(count)d tiles are at most a ready hand. Name the winning tile."),
    "unknown-tile": N_("%(tile)s is no tile. A hand is made of 1m-9m 1p-9p 1s-9s E S W N C F P."),
    "flower-in-hand": N_(
        "%(tile)s is a flower; give it as flowers=%(tile)s. A hand is made of 1m-9m 1p-9p 1s-9s E S W N C F P."
    ),
    "absent-tile": N_(
        "%(tiles)s: not played here, as the set of these rules has no such tile. Check the tiles, or the rules."
    ),
    "unknown-flower": N_("%(tile)s is no flower. Flowers are f1-f4 and s1-s4."),
    "fifth-copy": N_("%(copies)d copies of %(tile)s: a tile set has four. One of them was misread."),
    "impossible-chow": N_(
        "[%(tiles)s] is no chow: a chow is three tiles in a row of one suit, from 123 to 789, never honors."
    ),
    "impossible-pung": N_(
        "[%(tiles)s] is no pung or kong: it needs three or four tiles, and a source from 1-3 or 5-7."
    ),
    "impossible-set": N_("[%(tiles)s] is no meld: give three or four equal tiles, or three in a row."),
    "bad-wind": N_("%(word)s=%(wind)s is no seat or wind here: give one of %(winds)s."),
    "flower-count": N_("%(flowers)d flowers: a tile set has eight. Give 0 to 8."),
    "flowers-disagree": N_("%(flowers)d flowers are counted and %(named)d named: make them agree."),
    "flower-twice": N_("Flower %(tile)s is there twice: a tile set has each flower once."),
    "replacement-without-kong": N_(
        "A replacement tile after a kong, but the hand shows no kong: add the kong, or leave out kong."
    ),
    "robbed-tile-held": N_(
        "A kong of %(tile)s cannot have been robbed: the hand holds another %(tile)s. Leave out kong."
    ),
    "robbed-on-last-tile": N_("A robbed kong is not the last discard: leave out kong or last-tile."),
    "last-of-kind-held": N_(
        "%(tile)s was not the last of its kind: another copy is in the concealed hand. Leave out last-of-kind."
    ),
    "last-of-kind-robbed": N_(
        "Robbing a kong counts alone: last-of-kind is not counted with it. Leave out one of them."
    ),
    "heaven-impossible": N_(
        "The blessing of heaven is East's alone, on the fourteen tiles of the deal, without any kong."
    ),
    "heaven-not-drawn": N_("The blessing of heaven is on the tiles of the deal, which is self-drawn: add self-draw."),
    "earth-impossible": N_(
        "The blessing of earth is for a player other than East, on East's first discard, with nothing melded."
    ),
    "discarder-of-own-draw": N_("from=%(seat)s: the hand was self-drawn. Leave it out or correct it."),
    "discarder-is-winner": N_("from=%(seat)s: that is the winner's own seat. Leave it out or correct it."),
    "discards-impossible": N_(
        "discards= must end with the discard that was won on, made by the player of from=, and name played tiles."
    ),
    "replacement-not-drawn": N_("A replacement tile is self-drawn: add self-draw, or leave out %(word)s."),
    "man-impossible": N_(
        "The blessing of man is for a player other than East, on a discard of the first go-round, with nothing melded."
    ),
    "liable-is-winner": N_("liable=%(seat)s: that is the winner's own seat. Leave it out or correct it."),
}

OTHER_SIZE: Final = N_("These rules play with %(size)d tiles; hands of %(count)d are under %(instead)s.")
"""A hand of a wrong number of tiles that is right in another game."""

APPEAL: Final = N_("%(player)s: %(reason)s")
APPEAL_LATE: Final = N_("%(player)s: %(reason)s (handed in after the time for appeals)")
DECISIONS: Final[Mapping[Decision, str]] = {
    "upheld": N_("%(appeal)s – upheld: %(because)s"),
    "dismissed": N_("%(appeal)s – dismissed: %(because)s"),
}
"""An appeal with each answer."""

ERRORS: Final[Mapping[str, str]] = {
    "not-understood": N_(
        "%(seen)r at character %(at)d of %(text)r is not understood: "
        "tiles are written 123m456p789sEC (winds E S W N; red, green, white dragon C F P), melds [123m,1], "
        "then words such as self-draw."
    ),
    "not-a-meld": N_(
        "[%(meld)s] in %(text)r is no meld: write its tiles and, after a comma, who discarded it, as in [123m,1], "
        "[EEE,2] or [CCCC]."
    ),
    "not-a-wind": N_("%(word)s: expected E, S, W or N after %(name)s=, got %(value)r."),
    "not-flowers": N_("%(word)s: expected a number or the flowers themselves, such as flowers=2 or flowers=f1s3."),
    "not-discards": N_("%(word)s: expected who discarded what, oldest first, such as discards=S3p,W5m,N5m."),
    "not-a-number": N_("%(word)s: expected a whole number up to %(most)d."),
    "not-a-suit": N_("%(word)s: expected a suit: m, p or s."),
    "not-seats": N_("%(word)s: expected seats, each once, such as S or SW."),
    "given-twice": N_("%(word)s: %(name)s= is given twice. Give it once."),
    "contradiction": N_("%(word)s contradicts %(other)s. Give one of them."),
    "unknown-circumstances": N_(
        "It is not known how the hand was won, and the score may depend on it: %(unknown)s. "
        "Give self-draw or discard, seat=, round=, and with a kong kong or no-kong."
    ),
    "unknown-word": N_("%(word)r is not a word of the notation. Known: %(known)s"),
    "unclear-suit": N_(
        "%(run)s: programs do not agree on the suit that %(suit)s stands for. "
        "Write m for characters, p for dots, s for bamboo."
    ),
    "not-an-honor": N_(
        "%(run)s: honors by number are 1z to 7z. Write the winds E S W N, and the red, green and white dragon C F P."
    ),
    "not-a-tail": N_(
        "%(tail)s is not understood: after | come round and seat, four digits 0 or 1 for self-draw, last of its kind, "
        "last tile and kong, then perhaps flowers, as in |EE1000|fah."
    ),
    "tail-disagrees": N_("%(tail)s and %(word)s do not agree: leave one of them out."),
    "not-the-meld": N_(
        "%(word)s is not possible with %(tiles)s: write the tiles of one meld behind it and then a space, as in 吃123m "
        "碰中中中 暗杠9999s."
    ),
    "unclear-kong": N_("%(word)s leaves open if the kong is concealed: write 明杠, 暗杠 or 加杠."),
    "last-tile-drawn": N_(
        "%(word)s is a self-drawn last tile in these rules, but the hand was won on a discard. Write %(other)s "
        "instead, or remove 点和, discard or from=."
    ),
    "last-tile-discarded": N_(
        "%(word)s is a win on the last discard in these rules, but the hand was self-drawn. Write %(other)s instead, "
        "or remove 自摸 or self-draw."
    ),
    "too-long": N_("%(begins)r… is longer than %(longest)d characters: give one hand a line."),
    "too-many-characters": N_(
        "%(begins)r… has %(length)d characters of tiles, and a hand has at most %(longest)d: give one hand alone."
    ),
    "no-deals": N_("%(rules)s settles no deals from a file: choose other rules."),
    "deal-file": N_("A deal is a JSON object with preset, dealer and acts, or a list of such: correct the file."),
    "deal-value": N_("Act %(act)d: %(key)s is %(value)s; expected one of %(known)s."),
    "deal-over": N_("Act %(act)d: the deal has ended before it. Take it out."),
    "deal-out": N_("Act %(act)d: %(seat)s is no longer in the deal. Correct the seat."),
    "deal-own": N_("Act %(act)d: %(seat)s stands there twice. Correct one of the seats."),
    "deal-several-drawn": N_(
        "Act %(act)d: only a discard has several winners. Name its player as from, or one winner."
    ),
    "deal-no-state": N_("Act %(act)d: the state of %(seat)s is missing, who has not won."),
    "deal-hand": N_("Act %(act)d: %(hand)s is no such hand. Correct its tiles."),
    "unknown-rules": N_("No rules are called %(rules)r. Choose one of %(known)s."),
    "different-units": N_("Points of several games (%(games)s) have no sum: rank the matches of each game alone."),
    "not-toml": N_("The tournament's file is not TOML (%(why)s): correct that line."),
    "missing-key": N_('The tournament\'s file lacks %(key)s: add it, such as %(key)s = "…".'),
    "unknown-key": N_("The tournament's file has %(key)r, which is not known: take it out, or write one of %(known)s."),
    "not-text": N_("%(key)s = %(value)s in the tournament's file: give text in quotation marks, not empty."),
    "not-a-table": N_(
        '%(key)s in the tournament\'s file: give a table, such as [%(key)s] and below it %(switch)s = "%(answer)s".'
    ),
    "bad-name": N_(
        "%(name)r cannot be the name of a tournament's rules: use lower-case letters, digits and hyphens, at most 40."
    ),
    "name-taken": N_("%(name)r is the name of a built-in preset: call the tournament's rules otherwise."),
    "bad-minimum": N_(
        "minimum = %(minimum)s in the tournament's file: give a whole number from %(lowest)d to %(highest)d."
    ),
    "unknown-base": N_("base = %(base)r in the tournament's file: choose one of %(known)s."),
    "unknown-switch": N_(
        "%(switch)r in the tournament's file is no disputed reading of %(base)s: choose one of %(known)s."
    ),
    "unknown-answer": N_("%(switch)s = %(answer)r in the tournament's file: the answers are %(known)s."),
    "unknown-pattern": N_("%(pattern)s in the house's file is no pattern: choose one of %(known)s."),
    "bad-points": N_(
        "%(pattern)s = %(value)s in the house's file: give a whole number of points from 0 to %(highest)d."
    ),
    "own-patterns": N_("patterns in the house's file: write each as [[patterns]], at most %(most)d of them."),
    "not-a-list": N_("%(key)s = %(value)s in the house's file: give a list, such as %(key)s = %(example)s."),
    "own-key": N_("%(key)s of the house's pattern %(pattern)s is no building block: choose one of %(known)s."),
    "own-missing": N_("The house's pattern %(pattern)s lacks %(key)s: add it, such as %(key)s = %(example)s."),
    "own-value": N_("%(key)s = %(value)s of the house's pattern %(pattern)s: write it as %(example)s."),
    "not-a-record": N_("Not a record of a match but %(got)s: give an object with act, who, when and role."),
    "unknown-act": N_("No act is called %(act)s: give as its type one of %(known)s."),
    "fields-missing": N_("%(act)s lacks %(fields)s: add what is missing."),
    "fields-unknown": N_("%(act)s has no field %(fields)s: leave it out, or correct its name (%(known)s)."),
    "wrong-value": N_("%(field)s cannot be %(got)s: give %(wanted)s."),
    "seat-and-player": N_("%(act)s names its player twice, or a wind as a player: give seat for a wind, else player."),
    "not-two-dice": N_("A roll has two or three dice of 1 to 6; got %(dice)s. Roll again or correct what was read."),
    "players-out-of-range": N_("%(players)d players: seat 4 to %(most)d."),
    "not-fours": N_(
        "%(players)d players do not fill tables of four: add %(missing)d as substitutes, seat %(over)d fewer, "
        "or let players sit out in turn."
    ),
    "not-threes": N_(
        "%(players)d players do not fill tables of three: add %(missing)d as substitutes, seat %(over)d fewer, "
        "or let players sit out in turn."
    ),
    "rounds-out-of-range": N_("%(rounds)d rounds: seat 1 to %(most)d."),
    "round-seats-some": N_(
        "Round %(round)d seats %(seated)d of %(players)d players: seat all of them, or give the script to an event, "
        "where players may sit out in turn."
    ),
    "row-not-full": N_(
        "Row %(row)d does not name %(players)d players: give a table its players from East on, or each a table."
    ),
    "row-nobody": N_("Row %(row)d: nobody is called %(name)s: write the name or number as entered."),
    "row-like": N_("Row %(row)d: nobody is called %(name)s: write %(like)s if that is who is meant."),
    "rounds-skipped": N_("The list has no tables of round %(round)d: add them, or leave out later rounds."),
    "unknown-player": N_("There is no player %(player)d: the players are numbered 1 to %(players)d."),
    "same-player": N_("Player %(player)d cannot be kept apart from themselves: name two players."),
    "in-two-teams": N_("Player %(player)d is in a team twice: name each player in one team."),
    "empty-script": N_("The seating script is empty: write a line such as 7-2-1-8 for each table."),
    "not-a-table-line": N_(
        "Line %(line)d of the seating script, %(text)r, is no table: write its players by their numbers, such as "
        "7-2-1-8, East first."
    ),
    "tables-differ": N_(
        "Round %(round)d of the seating script has another number of tables (%(tables)d) than the first "
        "(%(expected)d): put a blank line between rounds, and a line for each table."
    ),
    "seated-twice": N_("Round %(round)d of the seating script seats player %(player)d twice: correct one of them."),
    "no-standing": N_("No round was played yet: draw the first one by lot."),
    "standing-open": N_("The standing is open: tables %(tables)s still play. End their matches first."),
    "all-started": N_("All %(rounds)d rounds have begun: add a round to the event's data first."),
}
"""Errors that are neither a finding nor a refusal."""

WINDS: Final = {"E": N_("East"), "S": N_("South"), "W": N_("West"), "N": N_("North")}

ASKED: Final[Mapping[Circumstance, Asked]] = {
    "self-draw": Asked(
        N_("whether it was self-drawn: --words self-draw or discard"),
        N_("a discard"),
        N_("self-drawn or on a discard"),
        N_("self-drawn it is %(points)s"),
    ),
    "seat": Asked(
        N_("the winner's seat: --words seat=E, S, W or N"),
        N_("seat East"),
        N_("seat wind"),
        N_("in seat %(winds)s it is %(points)s"),
    ),
    "round": Asked(
        N_("the round: --words round=E, S, W or N"),
        N_("round East"),
        N_("prevalent wind"),
        N_("in round %(winds)s it is %(points)s"),
    ),
    "kong": Asked(
        N_("whether the replacement tile of the kong won: --words kong or no-kong"),
        N_("no replacement tile"),
        N_("kong's replacement tile or not"),
        N_("on the replacement tile it is %(points)s"),
    ),
    "flowers": Asked(
        N_("whether there is no flower: --words flowers=0"),
        N_("no flowers"),
        N_("flowers or none"),
        N_("with a flower of another seat it is %(points)s"),
    ),
    "more-flowers": Asked(
        N_("whether there are more flowers: all of them, as in flowers=f1s3"),
        N_("no more flowers"),
        N_("more flowers or none"),
        N_("with one more flower it is %(points)s"),
    ),
    "flower-names": Asked(
        N_("which flowers they are: flowers=f1s3"),
        N_("flowers of other seats"),
        N_("which flowers they are"),
        N_("with other flowers it is %(points)s"),
    ),
}
"""Words for the circumstances that a score of any game may depend on; a game adds its own."""

LUCK: Final[Mapping[Luck, str]] = {
    "last-tile": N_("last tile"),
    "last-of-kind": N_("last of its kind"),
    "robbed-kong": N_("robbing a kong"),
    "heaven": N_("blessing of heaven"),
    "earth": N_("blessing of earth"),
    "double-kong": N_("kong on kong"),
    "flower-tile": N_("replacement tile of a flower"),
    "man": N_("blessing of man"),
}
"""Names of rare luck that counts as absent."""

UNLESS: Final[Mapping[Luck, str]] = {
    "last-tile": N_("the last tile"),
    "robbed-kong": N_("a robbed kong"),
    "last-of-kind": N_("the last of its kind"),
    "heaven": N_("the blessing of heaven"),
    "earth": N_("the blessing of earth"),
    "double-kong": N_("kong on kong"),
    "flower-tile": N_("the replacement tile of a flower"),
    "man": N_("the blessing of man"),
}
"""The same as the end of a sentence, for a hand that has enough points only with it."""

NOTES: Final[Mapping[NoteKind, str]] = {
    "numbered-dragons": N_(
        "%(written)s: 5z is read as the white, 6z as the green and 7z as the red dragon, as Tenhou numbers them; some "
        "programs number them otherwise. Write P, F and C to be certain."
    ),
    "red-five": N_("0 is read as a red five: %(tiles)s."),
    "chow-giver": N_(
        "[%(tiles)s,%(source)d]: a chow is claimed from the player on the left, who is 1; it counts as a meld all "
        "the same."
    ),
    "kong-giver": N_(
        "[%(tiles)s,%(source)d]: nothing says who discarded this kong's tile; the player on the left is assumed."
    ),
    "no-effect": N_("%(word)s has no effect under the rules %(rules)s."),
    "changes-nothing": N_("%(word)s changes nothing in this hand."),
    "flowers-as-none": N_("No flowers are named, which counts as none: write flowers=0, or which, as in flowers=f1s3."),
}
"""Remarks on a text that could be read."""

WANTED: Final[Mapping[str, str]] = {
    "text": N_("text"),
    "number": N_("a whole number"),
    "yes-or-no": N_("true or false"),
    "list": N_("a list of the right length"),
    "act": N_("an object with type"),
}
"""Values that a field of a record may hold."""
ONE_OF: Final = N_("one of %(words)s")

DEPARTURES: Final[Mapping[DepartureKind, str]] = {
    "disqualified": N_("%(name)s is disqualified"),
    "forfeited": N_("%(name)s left the match or did not come"),
    "replaced": N_("%(name)s plays on for %(player)s"),
    "back": N_("%(player)s plays again"),
}
"""Departures from the match, and returns."""

REFUSALS: Final[Mapping[str, str]] = {
    "wrong-type": N_("%(field)s cannot be a value of type %(got)s. Correct the record."),
    "not-referee": N_("Only a referee may record this."),
    "already-seated": N_("The players already sit: correct the first seating instead of adding another."),
    "not-four-players": N_("A match of these rules has %(count)d different players; got %(players)s."),
    "not-a-name": N_("%(name)r cannot be a new player's name: give one that is not empty, no wind and not in use."),
    "unknown-rules": N_("No rules are called %(rules)r. Choose one of %(known)s."),
    "unknown-body": N_("No regulations are called %(body)r. Choose one of %(known)s."),
    "body-of-other-rules": N_("%(body)s does not use %(rules)s. Choose other rules or other regulations."),
    "hands-of-match": N_("A match of %(hands)d hands cannot be played: give 1 to %(most)d."),
    "no-stake": N_("%(currency)s is given without a stake: say what a point is worth, such as 0.5."),
    "not-a-stake": N_("%(stake)r is no stake: give what a point is worth as a decimal number, such as 0.5."),
    "nobody-liable": N_("%(rules)s knows no player who is liable for melds: leave out who that is."),
    "nobody-answers": N_("Nobody answers for melds of the hand %(hand)r: leave out who is liable."),
    "totals-of-players": N_(
        "%(given)d numbers: give one for each of the %(players)d players, in the order of the seats."
    ),
    "totals-off": N_(
        "The totals and what is left add up to %(sum)d, which is off by %(off)+d: they must add up to %(should)d, "
        "or to 0 without the points of the start."
    ),
    "nothing-left": N_("%(left)d left: nothing lies on the table at the end under %(rules)s. Leave it out."),
    "nobody-seated": N_("Nobody is seated yet: record the seats first."),
    "other-match": N_("Record %(match)d begins no match of this table: name the record that seats its players."),
    "match-over": N_("The match is over: correct or undo an earlier record instead."),
    "not-a-seat": N_("%(seat)r is no seat and no player here: give E, S, W, N or a player's name."),
    "dead-hand": N_("%(player)s's hand was dead and cannot win hand %(hand)d. Correct one of the records."),
    "player-out": N_("%(player)s is out of the match. Correct one of the records."),
    "three-left": N_(
        "%(players)s: out of the match. Record a substitute, that the others play on, or that the time is over."
    ),
    "nobody-out": N_("All players are in the match: nobody has to be played without."),
    "already-out": N_("%(player)s is already out of the match."),
    "under-minimum": N_("%(points)s: a hand has at least %(minimum)s. Correct the record."),
    "over-maximum": N_("%(points)s: no hand has more than %(most)s. Correct the record."),
    "winner-pays": N_("%(seat)s won: the winner of a hand does not pay for it. Correct the payer."),
    "discarder-pays": N_(
        "%(discarder)s discarded the tile, %(payer)s pays: here the discarder pays. Correct one of them."
    ),
    "discards-impossible": N_(
        "discards= of the hand %(hand)r does not end with the tile that was won on, discarded by its "
        "discarder. Correct it."
    ),
    "payer-differs": N_(
        "By the hand %(known)s is responsible, the record has %(payer)s. Correct the payer, or write into discards= of "
        "the hand who discarded the tile first."
    ),
    "nobody-pays": N_(
        "By discards= of the hand the winner discarded the tile first, so nobody is responsible; the record has "
        "%(payer)s. Leave the payer out, or correct discards=."
    ),
    "somebody-pays": N_(
        "By the hand %(known)s is responsible, so not all pay alike. Leave the payer out, or write into discards= of "
        "the hand that the winner discarded the tile first."
    ),
    "claims-differ": N_("Wins on one discard name one discarder and different winners. Correct the wins."),
    "hand-not-read": N_("The hand %(hand)r is not understood. Correct its text."),
    "hand-not-won": N_(
        "The hand %(hand)r is below the minimum: it counts %(points)s of %(minimum)s. Correct it, or record a "
        "false win."
    ),
    "hand-no-win": N_("The tiles of %(hand)r do not win. Correct them, or record a false win."),
    "hand-differs": N_("The hand says %(said)s, the match has %(known)s. Correct the hand or the record."),
    "points-differ": N_("%(points)s, but the hand %(hand)r is worth %(total)s. Correct the record or the hand."),
    "no-amount": N_("%(body)s names no amount for a false win (%(false_win)s): record what each is paid."),
    "no-such-false-win": N_("%(body)s knows no such false win (%(false_win)s): choose one of %(kinds)s."),
    "no-rule": N_("%(body)s has no rule for this (%(matter)s): the record must say what it costs or how it goes on."),
    "ladder-ended": N_(
        "%(player)s has had %(fouls)d such fouls, the last step of the ladder: record a penalty with its amount."
    ),
    "negative": N_("%(amount)d is too few: give 0 or more."),
    "hand-not-played": N_("Hand %(hand)d has not been played: %(played)d have."),
    "ends-no-hand": N_(
        "Record %(of)d ends no hand, so a void of it cannot say whether the hand was played: leave played out."
    ),
    "not-of-a-hand": N_("No hand rests on record %(of)d: name the record that ended the hand, or a penalty in it."),
    "no-appeal": N_("Record %(of)d is no appeal that stands: name the record of an appeal."),
    "appeal-decided": N_("The appeal of record %(of)d is decided by record %(by)d: undo that record first."),
    "hand-not-begun": N_("Hand %(hand)d has not begun: %(begun)d have."),
    "not-two-players": N_("Two different players swap seats; got %(players)s."),
    "not-before": N_("There is no record %(of)d before record %(record)d to undo or correct."),
    "record-refused": N_("Record %(of)d was refused, so there is nothing to change: record it anew."),
    "record-approved": N_("Record %(of)d is approved: only a referee may change it."),
    "record-of-referee": N_("Record %(of)d is a referee's: only a referee may change it."),
    "record-is-change": N_("Record %(of)d is itself a change: void it, or correct what it changed."),
    "already-void": N_("Record %(of)d is undone already, by record %(void)d. Undo that one to restore it."),
    "swap-hangs": N_("Record %(record)d (wrong seats) rests on this one. Undo record %(record)d first."),
    "swap-gone": N_("These seats were wrong since the end of record %(of)d, which was undone. Record them anew."),
    "swap-before": N_(
        "Record %(record)d (wrong seats) is of a later hand and of one of these players. Undo record %(record)d first, "
        "and record it again afterwards."
    ),
    "seat-open": N_(
        "Record %(record)d (wrong seats) leaves open who sits at %(seat)s in this hand. Name the player, or undo "
        "record %(record)d first."
    ),
    "others-refused": N_("Record %(record)d could not stand then. Change that record first."),
    "other-hand": N_("This would then belong to another hand than it was recorded in. Undo the later records first."),
}

MISPAID: Final[Mapping[tuple[bool, bool], str]] = {
    (False, True): N_(
        "Hand %(hand)d (%(points)s) was recorded with all three paying alike; by the hand %(known)s is responsible."
    ),
    (True, True): N_(
        "Hand %(hand)d (%(points)s) was recorded with %(paid)s paying the rest; by the hand %(known)s is responsible."
    ),
    (True, False): N_(
        "Hand %(hand)d (%(points)s) was recorded with %(paid)s paying the rest; by the hand nobody is responsible."
    ),
}
"""Hands that charge players other than their text names, by (somebody paid more, somebody should have)."""

FALSE_WINS: Final[Mapping[str, str]] = {
    "under the minimum": N_("under the minimum"),
    "wrong tile": N_("declared on a wrong tile"),
    "one short of waiting": N_("one tile from ready"),
    "two or more short of waiting": N_("two or more tiles from ready"),
    "not ready": N_("the hand was not ready"),
}

MATTERS: Final[Mapping[Matter, str]] = {
    "fouls": N_("fouls"),
    "late": N_("coming late"),
    "three-left": N_("three players who are left"),
}
"""Matters that a body may have no rule for."""

STEPS: Final[Mapping[str, str]] = {
    "dead-hand": N_("%(reason)s: dead hand"),
    "disqualified": N_("%(reason)s: disqualified"),
}
"""Steps of a ladder that cost no points."""

LATE: Final = plural("%(n)d minute late", "%(n)d minutes late")

PRINCIPLES: Final[Mapping[Principle, str]] = {
    "non-repeat": N_("non-repeat principle: implied by %(because)s"),
    "non-separation": N_("non-separation principle: its sets are already combined in %(because)s"),
    "non-identical": N_("non-identical principle: one of its sets already counts in another %(because)s"),
    "account-once": N_("account-once principle: its sets are already joined by %(because)s"),
    "high-versus-low": N_("high-versus-low principle: counts only in a reading worth no more; %(because)s was taken"),
    "one of a series": N_("one pattern a series: %(because)s is higher"),
    "listed limit": N_("limit: %(because)s counts alone"),
    "freedom of count": N_("freedom of count: counts only in a reading worth no more; %(because)s was taken"),
    "included": N_("included in %(because)s"),
    "contradiction": N_("%(because)s"),
}

_SIMPLIFIED: Final = (
    "绿莲宝灯杠连对幺双龙会顺节带组于风无捞开抢门齐绝张归断边单钓将两气贯纯鱼岭鸡环罗汉发国里头东场骑独听过"
)
_TRADITIONAL: Final = (
    "綠蓮寶燈槓連對么雙龍會順節帶組於風無撈開搶門齊絕張歸斷邊單釣將兩氣貫純魚嶺雞環羅漢發國裏頭東場騎獨聽過"
)
"""The characters of pattern names that differ between the scripts, in the same order.

The Chinese rules name their patterns in simplified characters, the World Series of Mahjong in traditional ones. The
traditional names of the Chinese rules are those of players, 么 for 幺 among them.
"""
_INTO: Final = {
    "zh": str.maketrans(_TRADITIONAL, _SIMPLIFIED),
    "zh_Hant": str.maketrans(_SIMPLIFIED, _TRADITIONAL),
}
"""For each Chinese script, the characters of a pattern name that change into it."""

CHANGES: Final[Mapping[NearMissKind, str]] = {
    "self-draw": N_("drawing the winning tile oneself"),
    "last-tile": N_("drawing the last tile of the wall"),
    "replacement-tile": N_("the replacement tile after a kong"),
    "robbed-kong": N_("robbing a kong"),
    "last-of-kind": N_("Last of Its Kind"),
    "winning-tile": N_("winning on %(tiles)s"),
    "unclaimed": N_("not claiming %(tiles)s"),
    "exchange": N_("%(into)s in place of %(out)s"),
}
LAST_DISCARD: Final = N_("the last discard of the hand")
"""The change of a hand won on a discard into one won on the last tile."""

RESPONSIBLE: Final[Mapping[ResponsibleKind, str]] = {
    "self-drawn": N_("self-drawn: nobody is responsible"),
    "own-discard": N_("the winner had just discarded %(tile)s: nobody is responsible"),
    "discarder": N_("%(seat)s discarded it"),
    "robbed": N_("%(seat)s added it to a kong, which was robbed"),
    "first-discarder": N_("%(seat)s discarded %(tile)s first in the turn; %(last)s followed and is immune"),
    "discarder-unknown": N_("the discarder is not known"),
    "liable": N_("liable for melds fed to the winner"),
}

OTHER_PAYERS: Final[Mapping[ResponsibleKind, str]] = {
    "liable": N_("%(seat)s is liable for melds fed to the winner."),
    "own-discard": N_("The winner had just discarded %(tile)s: nobody is responsible."),
    "first-discarder": N_("%(seat)s discarded %(tile)s first in the turn; %(last)s followed and is immune."),
}
"""Sentences on hands for which another than the discarder pays, or all pay."""

SHAPES: Final[Mapping[TargetShape, str]] = {
    "regular": N_("four sets and a pair"),
    "five-sets": N_("five sets and a pair"),
    "seven-pairs": N_("seven pairs"),
    "pairs-and-triplet": N_("seven pairs and a triplet"),
    "thirteen-orphans": N_("thirteen orphans"),
    "knitted-straight": N_("a knitted straight"),
    "honors-and-knitted": N_("honors and knitted tiles"),
}


def finding(words: Messages, finding: Finding) -> str:
    """Return the fault of a hand, the tiles concerned, and the remedy."""
    return other_size(words, finding.about) or _sentence(
        words, known(FINDINGS, "findings", finding.kind), finding.about
    )


def other_size(words: Messages, about: About) -> str:
    """Return the sentence on a hand of so many tiles that it is one of another game; "" for any other."""
    size, count = about.get("size"), about.get("count")
    book = BOOKS.of_other_size(count, size, waits=True) if isinstance(size, int) and isinstance(count, int) else None
    return (
        words(OTHER_SIZE, {"size": size, "count": book.game.play.size, "instead": rules(words, book)}) if book else ""
    )


def error(words: Messages, error: ScoringError) -> str:
    """Return the fault of an argument, and the remedy."""
    if isinstance(error, ImpossibleHandError):
        return " ".join(finding(words, found) for found in error.findings)
    if isinstance(error, RefusedError):
        return refusal(words, Refusal(error.kind, error.about))
    about = dict(error.about)
    if error.kind in ("last-tile-drawn", "last-tile-discarded"):
        about |= {name: pattern(words, str(about[name]), str(about[name])) for name in ("word", "other")}
    if isinstance(about.get("wanted"), str):
        about["wanted"] = words(WANTED[cast("str", about["wanted"])])
    elif "wanted" in about:
        about["wanted"] = words(ONE_OF, {"words": _listed("", about["wanted"])})
    return _sentence(words, known(ERRORS, "errors", error.kind), about)


def note(words: Messages, note: Note) -> str:
    """Return the assumption made in a text, or its word without effect."""
    return _sentence(words, NOTES[note.kind], note.about)


_UNPLAYED: Final = N_(
    "No match can be played by %(rules)s yet: these rules score hands and settle deals. Choose one of %(known)s."
)


def refusal(words: Messages, refusal: Refusal) -> str:
    """Return the reason why a record of a match is refused, and the remedy; it may be the lack of a game's library."""
    about = dict(refusal.about)
    if refusal.kind == "unknown-rules" and about["rules"] in BOOKS:
        return _sentence(words, _UNPLAYED, about)
    if refusal.kind in get_args(MissingLibraryKind):
        return _sentence(words, known(ERRORS, "errors", cast("MissingLibraryKind", refusal.kind)), about)
    if "false_win" in about:
        about["false_win"] = words(false_win(str(about["false_win"])))
    if "kinds" in about:
        kinds = cast("tuple[str, ...]", about["kinds"])
        about["kinds"] = words(", ").join(words(false_win(each)) for each in kinds)
    if "matter" in about:
        about["matter"] = words(MATTERS[cast("Matter", about["matter"])])
    game = in_game(words, str(about.get("rules", DEFAULT)))
    for name in ("points", "minimum", "most"):
        if name in about and ("rules" in about or name == "points"):
            about[name] = game.points(cast("int", about[name]))
    if "total" in about:
        about["total"] = either(words, [*map(game.points, cast("tuple[int, ...]", about["total"]))])
    if "draw" in about:
        about["draw"] = words(of_any("draws")[str(about["draw"])])
    return _sentence(words, known(REFUSALS, "refusals", refusal.kind), about)


def mispaid(words: Messages, found: Mispaid) -> str:
    """Return the sentence that compares the recorded payer of a hand with the one that its text names."""
    worth = in_game(words).points(found.points)
    about = {"hand": found.hand.number, "points": worth, "paid": found.paid, "known": found.known}
    return words(MISPAID[found.paid is not None, found.known is not None], about)


def departure(words: Messages, departure: Departure) -> str:
    """Return the departure of a player, with the reason."""
    said = words(DEPARTURES[departure.kind], {"name": departure.name, "player": departure.player})
    return words("%(said)s (%(reason)s)", {"said": said, "reason": departure.reason}) if departure.reason else said


def fine(words: Messages, fine: Fine) -> str:
    """Return the offence of a fine; an unusual reason is in the referee's own words."""
    if fine.kind == "foul" and fine.about["step"] in STEPS:
        return words(STEPS[str(fine.about["step"])], fine.about)
    if fine.kind in ("penalty", "foul"):
        return usual(words, str(fine.about["reason"]))
    if fine.kind == "late":
        minutes = cast("int", fine.about["minutes"])
        return words.plural(*LATE, minutes)
    return words(N_("false win: %(kind)s"), {"kind": words(false_win(str(fine.about["false_win"])))})


FINED: Final = {
    "warning": N_("%(player)s: warning (%(why)s)"),
    "paid": N_("%(player)s: %(points)s, paid to the others (%(why)s)"),
    "deducted": N_("%(player)s: %(points)s deducted (%(why)s)"),
    "result": N_("%(player)s: %(points)s deducted from the result (%(why)s)"),
}
"""Sentences on fines, by where their points go."""

GOES: Final = {
    "warning": "",
    "paid": N_("paid to the others"),
    "deducted": N_("deducted"),
    "result": N_("deducted from the result"),
}
"""The destinations of the points of a fine, as a table has them."""


def _goes(match: Match, fine: Fine) -> str:
    if not fine.amount:
        return "warning"
    return "result" if fine.flow == "deducted" and match.body.deducted_after else fine.flow


def fined(words: Messages, match: Match, found: Fine) -> str:
    """Return the sentence on a fine: whose it is, its points and where they go, and what for."""
    about = {"player": found.player, "points": in_game(words).points(found.amount), "why": fine(words, found)}
    return words(FINED[_goes(match, found)], about)


def hand_of(words: Messages, match: Match, fine: Fine) -> int | str:
    """Return the number of the hand of a fine, as a table has it; of one beside totals from paper, so."""
    return words(N_("on paper")) if match.on_paper(fine) else fine.hand


def goes(words: Messages, match: Match, fine: Fine) -> str:
    """Return the destination of the points of a fine, as a table has it; "" for a warning."""
    found = GOES[_goes(match, fine)]
    return words(found) if found else ""


def appeal(words: Messages, appeal: Appeal, late: bool = False) -> str:
    """Return an appeal and its answer; the reasons are in their authors' words.

    Args:
        words: The language.
        appeal: The appeal.
        late: True if it came after the body's time for it.
    """
    about = {"player": appeal.player, "reason": appeal.reason}
    made = words(APPEAL_LATE if late else APPEAL, about)
    if appeal.decided is None:
        return words(N_("%(appeal)s – open"), {"appeal": made})
    return words(DECISIONS[appeal.decided.decision], {"appeal": made, "because": appeal.decided.reason})


def because(words: GameMessages, left: ExcludedPattern) -> str:
    """Return the cause of an exclusion: patterns by name, another reading, or a contradiction."""
    match left.because:
        case Finding():
            return finding(words, left.because)
        case int():
            return words.game.counting.reading(words, left.because)
        case _:
            return patterns(words, left.because)


def left_out(words: GameMessages, left: ExcludedPattern) -> str:
    """Return the reason why a pattern is excluded: the principle, applied to its cause."""
    return words(PRINCIPLES[left.principle], {"because": because(words, left)})


def rules(words: Messages, book: RuleBook) -> str:
    """Return the name of a rule book for people; a tournament's own as in its file."""
    return words(words_of(book.game.id).tables.get("rule_books", {}).get(book.name, book.title))


def rules_played(words: Messages, book: RuleBook) -> str:
    """Return the name of a rule book with what tells it from others of that name: the checksum of a club's file, which
    two people can compare, or the version of a built-in book; one that is not installed has neither."""
    about = {"rules": rules(words, book), "checksum": book.checksum, "version": book.version}
    if book.checksum:
        return words(N_("%(rules)s (checksum %(checksum)s)"), about)
    return words(N_("%(rules)s (version %(version)s)"), about) if book.version else book.name


def wind(words: Messages, code: str) -> str:
    """Return a wind for sheets and tables: its letter in English, its name in Chinese."""
    return code if words.lang == "en" else words(WINDS[code])


def amount(value: int | Fraction) -> str:
    """Return a payment with its sign, exact: the fractions that occur are halves and quarters."""
    return f"{int(value):+d}" if value == int(value) else f"{float(value):+.2f}"


def answers(words: Messages, book: RuleBook) -> list[str]:
    """Return the decisions of a rule book on what the others of its game answer differently."""
    return words_of(book.game.id).answers(words, book)


def switches(words: Messages, sheet: ScoreSheet) -> str:
    """Return the switches in which a house differs from the usual rules of its game; "" if there are none."""
    return game_words(sheet.rules).switches(words, sheet)


def ruling(words: GameMessages, effect: RulingEffect) -> str:
    """Return a tournament's decision, and the score under the other answer."""
    return words.game.ruling(words, effect)


def patterns(words: Messages, names: Sequence[PatternName]) -> str:
    """Return patterns joined, by the rule book's names in the language."""
    return ("、" if words.lang in _INTO else " + ").join([pattern(words, name.name, name.zh) for name in names])


def pattern(words: Messages, english: str, chinese: str) -> str:
    """Return a pattern by the rule book's name in the language, for Chinese in its script."""
    if words.lang in _INTO:
        return chinese.translate(_INTO[words.lang])
    names = LANGUAGES[words.lang].names
    return names.get(f"{english} {chinese}") or names.get(english, english)  # two books may share an English name


def value(words: GameMessages, sheet: ScoreSheet) -> str:
    """Return the value of a hand that its game names otherwise than by points, such as han and fu; else ""."""
    return words.game.counting.value(words, sheet)


def change(words: Messages, change: NearMiss, tiles: Callable[[tuple[str, ...]], str] = " ".join) -> str:
    """Return the change that would have been enough.

    Args:
        words: The language.
        change: The change.
        tiles: Formats tiles.
    """
    about = {"tiles": tiles(change.tiles)}
    if change.kind == "last-tile" and not change.sheet.win.self_draw:
        return words(LAST_DISCARD)
    if change.kind == "exchange":
        about["out"], about["into"] = (tiles((code,)) for code in change.tiles)
    return words(CHANGES[change.kind], about)


def spread(words: Messages, scored: ScoreRange, ask_next: bool = True) -> str:
    """Return the points of a hand while a circumstance is open, the right to declare, and, if asked, the next word to
    give."""
    about: dict[str, Any] = {"low": scored.low, "high": scored.high}
    game = game_words(scored.rules)
    said = words(game.tables.get("spreads", SPREADS)[scored.legal], about)
    if scored.legal is False and scored.lifting:
        said = words(sentence(game, "spread-unless"), about | {"luck": _any_of(words, scored.lifting, game)})
    if not ask_next:
        return said
    ask = words(N_(", and ")).join([words(asked(circumstance).say) for circumstance in scored.open])
    return words(N_("%(points)s; say %(ask)s"), {"points": said, "ask": ask})


def missing(words: Messages, open_: Sequence[Circumstance]) -> str:
    """Return the sentence that names the open circumstances that the score depends on."""
    what = words(N_(", ")).join(dict.fromkeys(words(asked(circumstance).open) for circumstance in open_))
    return words(N_("Still to be said: %(what)s."), {"what": what})


def still_open(words: Messages, open_: Sequence[Circumstance]) -> str:
    """Return the first of the open circumstances and the number of the others, in the few words of a bar."""
    first, *others = dict.fromkeys(words(asked(circumstance).open) for circumstance in open_)
    if not others:
        return words(N_("Open: %(what)s"), {"what": first})
    return words(N_("Open: %(what)s and %(count)d more"), {"what": first, "count": len(others)})


def unless(words: GameMessages, minimum: int, lifting: Sequence[Sequence[Luck]]) -> str:
    """Return the sentence for a hand below the minimum except with some luck."""
    game = words.game
    return words(sentence(game, "unless-lucky"), {"minimum": minimum, "luck": _any_of(words, lifting, game)})


def luck(words: GameMessages, name: Luck) -> str:
    """Return the name of rare luck in the game."""
    return _luck(words, luck_message(name), words.game)


def luck_message(name: Luck) -> str:
    """Return the usual name of rare luck, a message."""
    return known(LUCK, "luck", name)


def _luck(words: Messages, name: str, game: GameWords) -> str:
    renamed = game.tables.get("renamed", RENAMED)
    return words.of_context(*renamed[name]) if name in renamed else words(name)


def _any_of(words: Messages, lifting: Sequence[Sequence[Luck]], game: GameWords) -> str:
    said = [[_luck(words, known(UNLESS, "unless", each), game) for each in some] for some in lifting]
    return either(words, [together(words, some) for some in said])


def together(words: Messages, parts: Sequence[str]) -> str:
    """Join simultaneous conditions to one phrase, such as `the last tile and the last of its kind`."""
    *others, last = parts
    return words(N_("%(others)s and %(last)s"), {"others": words(", ").join(others), "last": last}) if others else last


def either(words: Messages, options: Iterable[str]) -> str:
    """Join some options to one phrase, such as `6m, 8m or 9m`."""
    *others, last = options
    return words("%(others)s or %(last)s", {"others": words(", ").join(others), "last": last}) if others else last


def without(words: Messages, scored: ScoreRange) -> str:
    """Return the rare luck that counts as absent; "" if there is none."""
    if not scored.without:
        return ""
    game = in_game(words, scored.rules)
    said = words(N_(", ")).join([luck(game, each) for each in scored.without])
    return words(N_("Not assumed (say so if true): %(luck)s"), {"luck": said})


def taken(words: Messages, assumption: AssumedScore) -> str:
    """Return the assumptions that matter, and the scores without them; "" if none matters."""
    if not assumption.open:
        return ""
    as_usual = words(N_(", ")).join([words(asked(circumstance).taken) for circumstance in assumption.open])
    named = [each for each in assumption.alternatives if each.circumstance == "flower-names"]  # other ones, all of them
    alike = [named if each in named else [each] for each in assumption.alternatives if each not in named[1:]]
    others = [_alternative(words, assumption, each) for each in alike]
    if not others:
        most = in_game(words, assumption.sheet.rules).points(assumption.high)
        others = [words(N_("said otherwise it is up to %(points)s"), {"points": most})]
    return words(N_("Taken as %(taken)s: %(others)s"), {"taken": as_usual, "others": words(N_("; ")).join(others)})


def _alternative(words: Messages, assumption: AssumedScore, alike: Sequence[Alternative]) -> str:
    """Return the sentence on alternatives that the same words name."""
    game, alternative = game_words(assumption.sheet.rules), alike[0]

    def points(worth: ScoreTotals) -> str:
        said = game.counting.points(words, worth.total)
        if worth.legal == assumption.sheet.legal:
            return said
        return words(sentence(game, "may" if worth.legal else "may-not"), {"points": said})

    said = either(words, [points(each.worth) for each in alike])
    if alternative.circumstance in (otherwise := game.tables.get("otherwise", {})):
        return words.of_context(*otherwise[alternative.circumstance]) % {"points": said}
    if alternative.flowers:
        return words(N_("with both flowers of the own seat it is %(points)s"), {"points": said})
    winds = words(N_(", ")).join([words(WINDS[wind]) for wind in alternative.winds])
    return words(asked(alternative.circumstance).otherwise, {"points": said, "winds": winds})


def short_of(words: Messages, why: Explanation) -> list[str]:
    """Return what a hand lacks that may not be declared, as sentences; none where that is not known."""
    if why.changes:
        first = why.changes[0]
        what = change(words, first, lambda codes: words(N_(", ")).join([tile(words, code) for code in codes]))
        worth = in_game(words, first.sheet.rules).points(first.sheet.total)
        return [words("Would be enough: %(change)s (%(worth)s)", {"change": what, "worth": worth})]
    if why.changes is not None:
        return [words("No single change is enough.")]
    if why.distance is None:
        return []
    found, far = [], why.distance
    for out, into in far.exchanges[:1]:
        named = {"tile": tile(words, into), "other": tile(words, out)}
        found.append(words("It would win with %(tile)s in place of %(other)s.", named))
    if far.tiles > 1:
        found.append(words("%(count)s tiles short of a win.", {"count": far.tiles}))
    return found


def other_payer(words: Messages, responsible: Responsible, name: Callable[[str], str]) -> str:
    """Return the sentence on why another than the discarder pays, or all pay.

    Args:
        words: The language.
        responsible: Who is responsible, of a kind in `OTHER_PAYERS`.
        name: Names who sits at a wind.
    """
    about = {part: name(str(wind)) for part, wind in responsible.about.items() if part in ("seat", "last")}
    if responsible.seat:
        about["seat"] = name(responsible.seat)
    if "tile" in responsible.about:
        about["tile"] = tile(words, str(responsible.about["tile"]))
    return words(OTHER_PAYERS[responsible.kind], about)


def responsible(words: Messages, responsible: Responsible) -> str:
    """Return the reason why a player, or nobody, is responsible for a hand."""
    seats = {name: wind(words, str(responsible.about[name])) for name in ("seat", "last") if name in responsible.about}
    return _sentence(words, RESPONSIBLE[responsible.kind], {**responsible.about, **seats})


def shape(words: Messages, shape: TargetShape) -> str:
    """Return the shape of a winning hand."""
    return words(SHAPES[shape])


def _sentence(words: Messages, sentence: str | tuple[str, str], about: About) -> str:
    shown: dict[str, Any] = {name: _listed(name, value) for name, value in about.items()}
    if isinstance(sentence, tuple):
        return words.plural(*sentence, shown["n"], shown)
    return words(sentence, shown)


def _listed(name: str, value: Value) -> Value:
    """Return a parameter in the form of a sentence: several values joined, tiles by spaces and others by commas."""
    if not isinstance(value, tuple):
        return value
    return (" " if name == "tiles" else ", ").join(map(str, value))


def asked(circumstance: Circumstance) -> Asked:
    """Return the words for an open circumstance."""
    return known(ASKED, "asked", circumstance)


def false_win(kind: str) -> str:
    """Return the fault of a declared hand, a message."""
    return known(FALSE_WINS, "false_wins", kind)
