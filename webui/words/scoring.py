"""The sentences about hands, sheets and matches: one for each kind that `scoring` answers with."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, cast

from scoring.changes import Change, ChangeKind
from scoring.distance import TargetShape
from scoring.errors import About, NotationErrorKind, ScoringError, Value
from scoring.findings import Finding, FindingKind, ImpossibleHandError
from scoring.match.errors import Refusal, RefusalKind, RefusedError
from scoring.match.match import Fine
from scoring.match.records import FalseWinKind
from scoring.sheet import LeftOut, PatternName, Principle
from scoring.zungjung.payment import Responsible, ResponsibleKind
from webui.words import N_, Words, plural

FINDINGS: Final[Mapping[FindingKind, str | tuple[str, str]]] = {
    "too-many-tiles": plural(
        "%(n)d tile too many: %(count)d where a won hand has 14, a kong counting as three. "
        "Check the tiles and the melds.",
        "%(n)d tiles too many: %(count)d where a won hand has 14, a kong counting as three. "
        "Check the tiles and the melds.",
    ),
    "too-few-tiles": plural(
        "%(n)d tile too few: %(count)d where a won hand has 14, a kong counting as three. "
        "Check the tiles and the melds.",
        "%(n)d tiles too few: %(count)d where a won hand has 14, a kong counting as three. "
        "Check the tiles and the melds.",
    ),
    "no-winning-tile": N_("No winning tile: 13 tiles are a waiting hand. Name the tile it was won on."),
    "unknown-tile": N_("%(tile)s is no tile. A hand is made of 1m-9m 1p-9p 1s-9s E S W N C F P."),
    "flower-in-hand": N_(
        "%(tile)s is a flower; give it as flowers=%(tile)s. A hand is made of 1m-9m 1p-9p 1s-9s E S W N C F P."
    ),
    "unknown-flower": N_("%(tile)s is no flower. Flowers are f1-f4 and s1-s4."),
    "fifth-copy": N_("%(copies)d copies of %(tile)s: a set of tiles has four. One of them was misread."),
    "impossible-chow": N_(
        "[%(tiles)s] is no chow: a chow is three tiles in a row of one suit, from 123 to 789, never honors."
    ),
    "impossible-pung": N_(
        "[%(tiles)s] is no pung or kong: it needs three or four tiles, and a source from 1-3 or 5-7."
    ),
    "impossible-set": N_("[%(tiles)s] is no set: lay three or four equal tiles, or three in a row."),
    "bad-wind": N_("%(word)s=%(wind)s is no wind: give E, S, W or N."),
    "flower-count": N_("%(flowers)d flowers: a set of tiles has eight. Give 0 to 8."),
    "flowers-disagree": N_("%(flowers)d flowers are counted and %(named)d named: make them agree."),
    "flower-twice": N_("Flower %(tile)s is there twice: a set of tiles has each flower once."),
    "replacement-without-kong": N_(
        "A replacement tile after a kong, but the hand shows no kong: lay the kong, or leave out kong."
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
    "earth-impossible": N_(
        "The blessing of earth is for a player other than East, on East's first discard, with nothing melded."
    ),
    "discarder-of-own-draw": N_("from=%(seat)s: the hand was self-drawn. Leave it out or correct it."),
    "discarder-is-winner": N_("from=%(seat)s: that is the winner's own seat. Leave it out or correct it."),
    "discards-impossible": N_(
        "discards= must end with the discard that was won on, made by the player of from=, and name played tiles."
    ),
}

ErrorKind = NotationErrorKind | Literal["unknown-rules", "not-a-record", "not-two-dice"]

ERRORS: Final[Mapping[ErrorKind, str]] = {
    "not-understood": N_(
        "%(seen)r at character %(at)d of %(text)r is not understood: "
        "tiles are written 123m456p789sEC, melds [123m,1], then words such as self-draw."
    ),
    "not-a-meld": N_(
        "[%(meld)s] in %(text)r is no meld: write its tiles and, after a comma, who gave it, "
        "as in [123m,1], [EEE,2] or [CCCC]."
    ),
    "not-a-wind": N_("%(word)s: expected E, S, W or N after %(name)s=, got %(value)r."),
    "not-flowers": N_("%(word)s: expected a number or the flowers themselves, such as flowers=2 or flowers=f1s3."),
    "not-discards": N_("%(word)s: expected who discarded what, oldest first, such as discards=S3p,W5m,N5m."),
    "given-twice": N_("%(word)s: %(name)s= is given twice. Give it once."),
    "unknown-word": N_("%(word)r is not a word of the notation. Known: %(known)s"),
    "too-long": N_("%(begins)r… is longer than %(longest)d characters: give one hand a line."),
    "unknown-rules": N_("No rules are called %(rules)r. Choose one of %(known)s."),
    "not-a-record": N_("Not a record of a match: %(why)s in %(record)s."),
    "not-two-dice": N_("Two dice show 1 to 6 each; got %(dice)s. Throw again or correct what was read."),
}
"""The errors that are neither a finding nor a refusal."""

REFUSALS: Final[Mapping[RefusalKind, str]] = {
    "already-seated": N_("The players already sit: correct the first seating instead of adding another."),
    "not-four-players": N_("A match has four different players; got %(players)s."),
    "nobody-seated": N_("Nobody sits yet: record who sits where first."),
    "match-over": N_("The match is over: correct or void an earlier record instead."),
    "not-a-seat": N_("%(seat)r is no seat: give E, S, W or N."),
    "dead-hand": N_("%(player)s's hand was dead and cannot win hand %(hand)d. Correct one of the records."),
    "under-minimum": N_("%(points)d points: a hand has at least %(minimum)d. Correct the points."),
    "winner-pays": N_("%(seat)s won: the winner of a hand does not pay for it. Correct the payer."),
    "claims-differ": N_("Claims of one discard name one discarder and different winners. Correct the claims."),
    "no-amount": N_("%(body)s names no amount for a false win (%(false_win)s): record what each is paid."),
    "penalty-paid": N_("A penalty of %(amount)d cannot be paid: give 0 or more, a multiple of three."),
    "penalty-deducted": N_("A penalty of %(amount)d cannot be deducted: give 0 or more."),
    "hand-not-played": N_("Hand %(hand)d has not been played: %(played)d have."),
    "not-before": N_("Record %(record)d changes record %(of)d, which is not before it."),
    "record-approved": N_("Record %(of)d is approved: only a referee may change it."),
    "record-is-approval": N_("Record %(of)d is an approval: only a referee may take it back."),
    "record-is-change": N_("Record %(of)d is itself a change: void it, or correct what it changed."),
}

FALSE_WINS: Final[Mapping[FalseWinKind, str]] = {
    "under the minimum": N_("under the minimum"),
    "wrong tile": N_("wrong tile"),
    "one short of waiting": N_("one short of waiting"),
    "two or more short of waiting": N_("two or more short of waiting"),
}

PRINCIPLES: Final[Mapping[Principle, str]] = {
    "non-repeat": N_("implied by %(because)s"),
    "non-separation": N_("its sets are already combined in %(because)s"),
    "non-identical": N_("one of its sets already counts in another %(because)s"),
    "account-once": N_("its sets are already joined by %(because)s"),
    "high-versus-low": N_("counts only in a reading worth no more; %(because)s was taken"),
    "one of a series": N_("one pattern a series: %(because)s is higher"),
    "listed limit": N_("%(because)s is a limit and counts alone"),
    "freedom of count": N_("counts only in another reading, worth no more; %(because)s was taken"),
    "contradiction": N_("%(because)s"),
}

CHANGES: Final[Mapping[ChangeKind, str]] = {
    "self-draw": N_("drawing the winning tile oneself"),
    "last-tile": N_("the last tile of the wall, or the discard after it"),
    "replacement-tile": N_("the replacement tile after a kong"),
    "robbed-kong": N_("robbing a kong"),
    "last-of-kind": N_("the last of its kind, the others lying open"),
    "winning-tile": N_("winning on %(tiles)s"),
    "unclaimed": N_("not claiming %(tiles)s"),
    "exchange": N_("%(into)s in place of %(out)s"),
}

RESPONSIBLE: Final[Mapping[ResponsibleKind, str]] = {
    "self-drawn": N_("self-drawn: nobody is responsible"),
    "own-discard": N_("the winner had just discarded %(tile)s: nobody is responsible"),
    "discarder": N_("%(seat)s discarded it"),
    "first-discarder": N_("%(seat)s discarded %(tile)s first in the turn; %(last)s followed and is immune"),
    "discarder-unknown": N_("the discarder is not known"),
}

SHAPES: Final[Mapping[TargetShape, str]] = {
    "regular": N_("four sets and a pair"),
    "seven-pairs": N_("seven pairs"),
    "thirteen-orphans": N_("thirteen orphans"),
    "knitted-straight": N_("a knitted straight"),
    "honors-and-knitted": N_("honors and knitted tiles"),
}


def finding(words: Words, finding: Finding) -> str:
    """What is wrong with a hand, what was seen and what to change."""
    return _sentence(words, FINDINGS[finding.kind], finding.about)


def error(words: Words, error: ScoringError) -> str:
    """What the rules could not use, and what to change."""
    if isinstance(error, ImpossibleHandError):
        return " ".join(finding(words, found) for found in error.findings)
    if isinstance(error, RefusedError):
        return refusal(words, Refusal(error.kind, error.about))
    return _sentence(words, ERRORS[cast("ErrorKind", error.kind)], error.about)


def refusal(words: Words, refusal: Refusal) -> str:
    """Why a record of a match is refused, and what to change."""
    about = dict(refusal.about)
    if "false_win" in about:
        about["false_win"] = words(FALSE_WINS[cast("FalseWinKind", about["false_win"])])
    return _sentence(words, REFUSALS[refusal.kind], about)


def fine(words: Words, fine: Fine) -> str:
    """What a fine is for; the reason of a penalty stands in the referee's own words."""
    if fine.kind == "penalty":
        return str(fine.about["reason"])
    return words(N_("false win: %(kind)s"), {"kind": words(FALSE_WINS[cast("FalseWinKind", fine.about["false_win"])])})


def because(words: Words, left: LeftOut) -> str:
    """What keeps a pattern from counting: patterns by name, another reading, or a contradiction."""
    match left.because:
        case Finding():
            return finding(words, left.because)
        case int():
            return words(N_("the reading for %(points)d points"), {"points": left.because})
        case _:
            return patterns(words, left.because)


def left_out(words: Words, left: LeftOut) -> str:
    """Why a pattern does not count: the principle, applied to what keeps it from counting."""
    return words(PRINCIPLES[left.principle], {"because": because(words, left)})


def patterns(words: Words, names: Sequence[PatternName]) -> str:
    """Patterns joined, by their names of the rule book in the language."""
    if words.lang.startswith("zh"):
        return "、".join([name.zh for name in names])
    return " + ".join([name.name for name in names])


def change(words: Words, change: Change, tiles: Callable[[tuple[str, ...]], str] = " ".join) -> str:
    """What could have been different.

    Args:
        words: The language.
        change: The change.
        tiles: How tiles are written.
    """
    about = {"tiles": tiles(change.tiles)}
    if change.kind == "exchange":
        about["out"], about["into"] = change.tiles
    return words(CHANGES[change.kind], about)


def responsible(words: Words, responsible: Responsible) -> str:
    """Why a player, or nobody, is responsible for a discard."""
    return _sentence(words, RESPONSIBLE[responsible.kind], responsible.about)


def shape(words: Words, shape: TargetShape) -> str:
    """The shape of a winning hand."""
    return words(SHAPES[shape])


def _sentence(words: Words, sentence: str | tuple[str, str], about: About) -> str:
    shown: dict[str, Any] = {name: _listed(name, value) for name, value in about.items()}
    if isinstance(sentence, tuple):
        return words.plural(*sentence, shown["n"], shown)
    return words(sentence, shown)


def _listed(name: str, value: Value) -> Value:
    """A parameter as a sentence shows it: several values joined, tiles by spaces and all others by commas."""
    if not isinstance(value, tuple):
        return value
    return (" " if name == "tiles" else ", ").join(map(str, value))
