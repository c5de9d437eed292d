"""Words for editing a hand: effects of edits, refusals, questions, and missing parts."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.errors import About
from scoring.hand import MeldKind
from scoring.rules import BOOKS
from webui.hand.edits import about_meld
from webui.hand.effects import EditRefusalKind, EditRejectedError, Effect, EffectKind
from webui.hand.questions import Choice, ChoiceKind, Question, QuestionKind
from webui.hand.state import MELD_SIZE, MeldState, Unfinished, UnfinishedKind
from webui.messages import N_, Messages
from webui.messages.game import known
from webui.messages.scoring import OTHER_SIZE, either, luck_message, rules
from webui.messages.vision import DOUBTS, GROUPS

EFFECTS: Final[Mapping[EffectKind, str]] = {
    "named": N_("%(was)s changed to %(tiles)s"),
    "marked-red": N_("%(tiles)s is a red five"),
    "marked-ordinary": N_("%(tiles)s is no red five"),
    "moved-to-hand": N_("%(tiles)s in the hand"),
    "moved-to-flowers": N_("%(tiles)s with the flowers"),
    "moved-aside": N_("%(tiles)s removed from the hand"),
    "made-winning": N_("%(tiles)s is the winning tile"),
    "joined": N_("%(tiles)s joins %(joined)s"),
    "added": N_("%(tiles)s added"),
    "added-as-winning": N_("%(tiles)s added as the winning tile"),
    "meld-laid": N_("%(set)s laid out"),
    "meld-added": N_("%(set)s added"),
    "written": N_("Entered as text: %(tiles)s"),
    "meld-changed": "%(set)s",
    "meld-split": N_("%(tiles)s is no %(meld)s: in the hand"),
    "circumstances": "%(changed)s",
    "rules": N_("Scored by %(rules)s"),
    "dealt": N_("These tiles won hand %(hand)d"),
    "confirmed": N_("Checked: correct"),
    "answered": N_("%(ask)s %(reply)s"),
}
"""Effects of edits; `set` is a meld by `meld`, `ask` and `reply` are a question and its answer."""

UNDONE: Final = N_("Undone: %(effect)s")

REFUSALS: Final[Mapping[EditRefusalKind, tuple[str, str]]] = {
    "no-such-doubt": (N_("There is no question %(doubt)d: the hand has %(known)d"), N_("Load the hand again")),
    "no-such-number": (N_("There is no question %(number)d"), N_("The reading has %(count)d, numbered from 1")),
    "no-such-place": (N_("There is no tile at %(path)s"), N_("Load the hand again")),
    "not-a-five": (N_("%(tiles)s is no five"), N_("Only a five can be red")),
    "no-such-meld": (N_("There is no meld %(number)d"), N_("Load the hand again")),
    "not-aside": (N_("Tile %(index)d is not outside the hand"), N_("Load the hand again")),
    "one-wins": (N_("%(count)d tiles cannot all be the winning tile"), N_("Choose one")),
    "cannot-join": (
        N_("%(tiles)s cannot join the %(meld)s %(joined)s"),
        N_("A fourth tile makes a pung a kong; for anything else split the meld first"),
    ),
    "already-there": (N_("%(tiles)s is in that meld already"), N_("Move it to another group")),
    "not-a-flower": (N_("%(tiles)s is no flower"), N_("Say which flower it is")),
    "a-flower": (N_("%(tiles)s is a flower, which is replaced in play"), N_("Say which other tile it is")),
    "not-a-meld": (N_("%(tiles)s is no %(meld)s"), N_("A %(meld)s has %(needs)s: name its tiles first")),
    "in-no-chow": (N_("%(face)s is in no chow"), N_("Split the meld first, or make it a pung")),
    "fifth-copy": (
        N_("%(count)d times %(face)s: a tile set has four of each tile"),
        N_("Change or remove another %(face)s first"),
    ),
    "second-flower": (
        N_("%(count)d times %(face)s: a tile set has each flower once"),
        N_("Change or remove another %(face)s first"),
    ),
    "fifth-meld": (N_("A hand has %(most)d melds at most"), N_("Split another meld first")),
    "too-many-tiles": (
        N_("That would be %(held)d tiles, counting a kong as three, where a hand has %(size)d"),
        N_("Remove another tile first"),
    ),
    "unknown-rules": (N_("No rules are called “%(rules)s”"), N_("Choose one of %(known)s")),
    "no-answer": (N_("“%(answer)s” does not answer “%(ask)s”"), N_("Answer %(either)s")),
    "not-read": (N_("This hand was not read from a photo"), N_("Change its tiles instead")),
    "nothing-to-undo": (N_("There is nothing to undo"), N_("The hand is as it was read")),
}
"""Refusals of edits, with the alternative."""

REMOVE_OR_OTHER_SIZE: Final = N_("Remove another tile first; hands of %(count)d are under %(instead)s")
"""The alternative to a tile too many where another game has larger hands."""

QUESTIONS: Final[Mapping[QuestionKind, str]] = {
    "hand-right": N_("Did we read this hand correctly?"),
    "rest-right": N_("Is all the rest right as it was read (%(count)d more)?"),
    "hand-meant": N_("Is this the winning hand?"),
    "on-display": N_("Is this a photo of a screen?"),
    "which-won": N_("Which tile is the winning tile?"),
    "hidden-kong": N_("Four lie face down: a concealed kong of which tile?"),
    "open-kongs": N_("%(count)d kongs lie face up: %(kongs)s. Concealed or exposed?"),
    "part-of-hand": N_("Is this tile part of the hand?"),
    "which-face": N_("Which tile is this?"),
    "one-of-faces": N_("Is this %(faces)s?"),
    "concealed-kong": N_("Is this four a concealed kong of %(face)s?"),
    "claimed": N_("Was the %(meld)s %(tiles)s claimed?"),
    "place": N_("Does %(face)s belong here, %(place)s?"),
}

CHOICES: Final[Mapping[ChoiceKind, str]] = {
    "right": N_("Correct"),
    "real-tiles": N_("No, these are real tiles"),
    "face": "%(face)s",
    "face-of-meld": N_("%(face)s: the %(meld)s is %(tiles)s"),
    "into-hand": N_("%(face)s, in the hand"),
    "into-kong": N_("In a kong"),
    "not-of-hand": N_("It is not part of the hand"),
    "concealed-kong": N_("A concealed kong"),
    "all-concealed": N_("Concealed kongs"),
    "all-exposed": N_("Exposed kongs"),
    "claimed-chow": N_("From the player on the left"),
    "claimed": N_("From %(giver)s"),
    "exposed": N_("Exposed, the tile from %(giver)s"),
    "kong": N_("A kong of %(face)s"),
    "no-meld": N_("No %(meld)s: in the hand"),
    "no-meld-wins": N_("No %(meld)s: %(face)s is the winning tile"),
    "stays": N_("Yes, %(place)s"),
    "wins": N_("It is the winning tile"),
    "in-meld": N_("In a %(meld)s"),
    "in-chow": N_("In a meld (chow)"),
}
"""The answers to `QUESTIONS`."""

UNFINISHED: Final[Mapping[UnfinishedKind, str]] = {
    "no-tiles": N_("No tiles yet: add the tiles of the hand."),
    "unread": N_("%(count)d of the tiles could not be read: say what each is."),
    "flower-in-hand": N_("A flower lies among the other tiles: tap it and move it to the flowers."),
    "no-flower-among-flowers": N_("A tile that is no flower lies among the flowers: tap it and change it."),
    "no-winning-tile": N_("Which tile is the winning tile? Tap it and choose “Winning tile”."),
    "too-many": N_("%(held)d tiles, counting a kong as three: take %(over)d away to make %(size)d."),
    "too-few": N_("%(held)d tiles, counting a kong as three: add %(under)d to make %(size)d."),
    "other-size": OTHER_SIZE,
    "no-score": N_("The score could not be worked out. Check the tiles, or enter the points alone."),
    "rules-missing": N_(
        "The rules %(rules)s of this match are not installed here: the tiles are kept, and scored once they are "
        "installed again."
    ),
}
"""Reasons why a hand cannot be scored yet."""

NEEDS: Final[Mapping[MeldKind, str]] = {
    "chow": N_("three tiles in a row of one suit"),
    "pung": N_("three equal tiles"),
    "kong": N_("four equal tiles"),
    "concealed-kong": N_("four equal tiles"),
}
"""The tiles of each kind of meld."""

GIVERS: Final = {1: N_("the player on the left"), 2: N_("the player across"), 3: N_("the player on the right")}
"""Neighbours by the `source` of a meld."""

PLACES: Final = {"c": N_("in the hand"), "w": N_("as the winning tile"), "f": N_("with the flowers")}
"""The place of a tile, by the first letter of its path."""

CIRCUMSTANCES: Final[Mapping[str, str]] = {
    "self_draw": N_("self-drawn"),
    "last_tile": N_("last tile"),
    "kong": N_("kong"),
    "last_of_kind": N_("last of its kind"),
    "heaven": N_("blessing of heaven"),
    "earth": N_("blessing of earth"),
    "round": N_("prevalent wind"),
    "seat": N_("seat wind"),
    "discarder": N_("discarder"),
    "first_discarder": N_("first discarder of the tile"),
    "ruled_out": N_("not so"),
    "no_flowers": N_("no flowers"),
    "more_flowers": N_("more flowers"),
    "double_kong": N_("kong on kong"),
    "flower_tile": N_("replacement tile of a flower"),
    "man": N_("blessing of man"),
    "liable": N_("liable"),
}

VALUES: Final = {True: N_("yes"), False: N_("no"), None: N_("not known")}
"""Values of circumstances, except winds, which are letters."""


def effect(words: Messages, done: Effect, undone: bool = False) -> str:
    """Return the effect of an edit, with tiles as codes; with `undone`, of its undoing."""
    said = words(EFFECTS[done.kind], _parameters(words, done.about))
    return words(UNDONE, {"effect": said}) if undone else said


def refusal(words: Messages, error: EditRejectedError) -> tuple[str, str]:
    """Return refusal and alternative of an edit, both without a full stop at the end."""
    why, fix = REFUSALS[error.kind]
    about = _parameters(words, error.about)
    if error.kind == "too-many-tiles" and (book := BOOKS.larger(about["size"])):
        fix = REMOVE_OR_OTHER_SIZE
        about |= {"count": book.game.play.size, "instead": rules(words, book)}
    return words(why, about), words(fix, about)


def question(words: Messages, asked: Question) -> str:
    """Return a question, with tiles as codes."""
    return _question(words, asked.kind, asked.about)


def _question(words: Messages, kind: QuestionKind, about: About) -> str:
    """Return a question; one of two faces in the words of the doubt that it asks about."""
    faces = about.get("faces")
    if kind == "one-of-faces" and isinstance(faces, tuple) and len(faces) == 2:
        sentence = DOUBTS["two-faces"]
        return words(sentence, {"face": faces[0], "other_face": faces[1]})
    return words(QUESTIONS[kind], _parameters(words, about))


def choice(words: Messages, choice: Choice) -> str:
    """Return an answer, with tiles as codes."""
    return words(CHOICES[choice.kind], _parameters(words, choice.about))


def unfinished(words: Messages, found: Unfinished) -> str:
    """Return the reason why a hand cannot be scored yet, and the remedy."""
    return words(known(UNFINISHED, "unfinished", found.kind), _parameters(words, found.about))


def meld(words: Messages, meld: MeldState) -> str:
    """Return a meld with its tiles, as in `pung C C C from the player opposite`."""
    return _set(words, _parameters(words, about_meld(meld)))


def _set(words: Messages, about: Mapping[str, Any]) -> str:
    if "giver" not in about:
        return words("%(meld)s %(tiles)s", about)
    if about["source"] > max(GIVERS):
        return words("added %(meld)s %(tiles)s from %(giver)s", about)
    return words("%(meld)s %(tiles)s from %(giver)s", about)


def _parameters(words: Messages, about: About) -> dict[str, Any]:
    """Return parameters in the form of a sentence: codes in a row, kinds as words, and further words of sentences."""
    said: dict[str, Any] = {name: _value(words, name, value) for name, value in about.items()}
    kind: Any = about.get("meld")
    source: Any = about.get("source")
    if kind:
        said["needs"] = words(NEEDS[kind])
    if source and kind != "chow":
        said["giver"] = words(GIVERS[source % 4])
    if kind and "source" in about:
        said["set"] = _set(words, said)
    if "question" in about:
        said["ask"] = _question(words, said["question"], said["asked"])
    if "choice" in about:
        said["reply"] = words(CHOICES[said["choice"]], _parameters(words, said["chosen"]))
    if "any_face" in about:
        a_face = words("a tile as 1m-9m, 1p-9p, 1s-9s, E S W N C F P, f1-f4, s1-s4")
        said["either"] = either(words, [*said["answers"], *([a_face] if about["any_face"] else [])])
    return said


def _value(words: Messages, name: str, value: Any) -> Any:
    match name:
        case "tiles" | "was" | "joined":
            return " ".join(code or "?" for code in value)
        case "meld":
            return words(GROUPS[value])
        case "place" if value in PLACES:
            return words(PLACES[value])
        case "kongs":
            return words(", ").join(" ".join([code] * MELD_SIZE["kong"]) for code in value)
        case "faces":
            return either(words, value)
        case "instead":
            return rules(words, BOOKS[value])
        case "asked" | "chosen":
            return dict(value)
        case "changed":
            return words(", ").join(_circumstance(words, *change) for change in value) or words("Nothing changed")
        case "known" if isinstance(value, tuple):
            return words(", ").join(value)
    return value


def _circumstance(words: Messages, name: str, value: Any) -> str:
    if isinstance(value, tuple) and name == "ruled_out":
        said = words(", ").join(words(luck_message(luck)) for luck in value) or words(VALUES[None])
    elif isinstance(value, tuple):
        said = " ".join(value) or words(N_("none"))
    elif isinstance(value, int) and not isinstance(value, bool):
        said = str(value)
    else:
        said = value if isinstance(value, str) else words(VALUES[value])
    about = {"circumstance": words(known(CIRCUMSTANCES, "circumstances", name)), "value": said}
    return words("%(circumstance)s: %(value)s", about)
