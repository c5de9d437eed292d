"""The forms by which a page enters what happened in a match, as each game has them: the page draws what is served."""

from msgspec import Struct


class Offer(Struct, frozen=True):
    """An act that is recorded with a tap: its key, the label of its button, and the act as a sentence.

    `act` is null while it may not be recorded. `seat` is the wind of the player whose act it is.
    """

    key: str
    label: str
    says: str
    act: dict[str, str | bool] | None
    seat: str = ""


class Offers(Struct, frozen=True):
    """Acts of one kind under their title; with a `sign`, a look of the page, each stands beside its player."""

    title: str
    offers: list[Offer]
    sign: str = ""


class WorthField(Struct, frozen=True):
    """Points that a hand may bring, in words too."""

    points: int
    says: str


class Worths(Struct, frozen=True):
    """The points that a hand may bring, by a discard and self-drawn."""

    discard: list[WorthField]
    self_drawn: list[WorthField]


class AskedPlayers(Struct, frozen=True):
    """A question for players, whom a field of an act names; one that is `optional` is left out if it names nobody."""

    field: str
    title: str
    optional: bool = False


class FormOption(Struct, frozen=True):
    """An answer to a question of a form."""

    value: str
    says: str


class FormQuestion(Struct, frozen=True):
    """A question of a form with the field of the act that its answer goes to.

    It is asked only while each field of `when` has one of the values there; `listed` draws a list to choose from.
    The tiles of a `player` answer it too, once they are photographed or entered. `known` is the answer that they gave;
    without one nothing is assumed, and the question has to be answered.
    """

    field: str
    title: str
    options: list[FormOption]
    when: dict[str, list[str]] = {}
    listed: bool = False
    player: str = ""
    known: str | None = None


class ActForm(Struct, frozen=True):
    """An act that is recorded once its questions are answered, with the fields that it has anyway."""

    key: str
    label: str
    act: dict[str, str]
    asks: list[FormQuestion]


class LuckField(Struct, frozen=True):
    """Ways in which the winning tile may come that move other points: by a discard and self-drawn; the usual first."""

    title: str
    discard: list[FormOption]
    self_drawn: list[FormOption]


class DrawForm(Struct, frozen=True):
    """A way for a hand to end without a winner: its act, the players that the act must name, and other questions."""

    key: str
    says: str
    act: dict[str, str]
    asks: list[AskedPlayers]
    questions: list[FormQuestion] = []


class ResultForm(Struct, frozen=True):
    """The questions for a result without tiles.

    `points` is the label of the points of a win. Where only some are possible, `dealer` has those of the dealer, and
    `other` those of the others; else both are null. `draws` are the ways to end without a winner, the usual one first.
    `luck` asks how the tile came where that moves other points.
    """

    points: str
    dealer: Worths | None
    other: Worths | None
    draws: list[DrawForm]
    luck: LuckField | None = None
