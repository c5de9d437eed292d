"""The form by which a person corrects one act of a hand with several, filled in as it was recorded, as plain JSON."""

from collections.abc import Mapping

from msgspec import Struct, structs

from scoring.match.course import course_of, out_of_play
from scoring.match.records import Act, Claimed, Won, act_to_dict
from scoring.match.state import Hand
from webui.games.forms import ActForm, DrawForm, FormOption, FormQuestion, ResultForm
from webui.games.view import view_of_game
from webui.match.matches import TableMatch
from webui.messages import Messages
from webui.messages import acts as act_words
from webui.messages.game import in_game
from webui.serializers.acts import PostedAct
from webui.serializers.matches import WinShown, mendable, wins_json


class HandBefore(Struct, frozen=True):
    """A hand as it stood before an act of it, with the win that the act is; without one its fields are empty."""

    number: int
    seats: dict[str, str]
    dealer: str
    dead: list[str]
    out: list[str]
    winner: str | None = None
    winners: list[str] = []
    wins: list[WinShown] = []
    claims: list[PostedAct] = []
    discarder: str | None = None
    payer: str | None = None
    self_drawn: bool | None = None
    score: int | None = None
    luck: str = ""


class AmendingForm(Struct, frozen=True, kw_only=True):
    """The form of an act of a hand with several: `of` is its record, and `says` the act in words.

    A win has a `result`, any other act its questions in `form`, with the answers that were `chosen`.
    """

    of: int
    says: str
    hand: HandBefore
    result: ResultForm | None
    form: ActForm | None
    chosen: dict[str, str]


def amending_json(found: TableMatch, record: int, words: Messages) -> AmendingForm | None:
    """Return the form by which the act of a record is corrected, or None if it is not one of a hand with several."""
    hand = next((hand for hand in found.match.hands if record in hand.records), None)
    act = dict(mendable(found, hand)).get(record) if hand else None
    if hand is None or act is None:
        return None
    match, view = found.match, view_of_game(found.match.rules.game.id)
    goes_on = course_of(match.rules).hand.goes_on
    stood = goes_on.before(hand, record) if goes_on else hand
    result = view.result_form(words, match, stood, {})
    won = isinstance(act, Won | Claimed)
    forms = [each for each in view.act_forms(words, match, stood) if isinstance(each, ActForm)]
    form = None if won else _form_of(act, [*forms, *map(_of_draw, result.draws)])
    chosen = _chosen(act, form, hand.seats) if form else {}
    return AmendingForm(
        of=record,
        says=act_words.said(in_game(words, match.rules.name), act),
        hand=_before(found, hand, stood, record, act, words),
        result=result if won else None,
        form=_with_answers(form, chosen) if form else None,
        chosen=chosen,
    )


def _of_draw(draw: DrawForm) -> ActForm:
    return ActForm(draw.key, draw.says, draw.act, draw.questions)


def _form_of(act: Act, forms: list[ActForm]) -> ActForm | None:
    return next((form for form in forms if form.act["type"] == act_to_dict(act)["type"]), None)


def _chosen(act: Act, form: ActForm, seats: Mapping[str, str]) -> dict[str, str]:
    """Return the answers of an act to the questions of its form, with players by name."""
    said = act_to_dict(act)
    said.setdefault("player", said.get("seat"))
    values = {asked.field: said.get(asked.field) for asked in form.asks}
    return {name: seats.get(value, value) for name, value in values.items() if isinstance(value, str)}


def _with_answers(form: ActForm, chosen: Mapping[str, str]) -> ActForm:
    """Return a form with each answer that was chosen, also tiles; without one its question is open."""

    def known(asked: FormQuestion) -> FormQuestion:
        answer = chosen.get(asked.field)
        if not answer or answer in [option.value for option in asked.options]:
            return structs.replace(asked, player="")
        return structs.replace(asked, options=[FormOption(answer, answer), *asked.options], player="")

    return structs.replace(form, asks=[known(asked) for asked in form.asks])


def _before(found: TableMatch, hand: Hand, stood: Hand, record: int, act: Act, words: Messages) -> HandBefore:
    at = [n for n, number in enumerate(hand.won_in) if number == record]
    about = HandBefore(
        hand.number,
        {wind: hand.seats[wind] for wind in hand.winds},
        hand.seats["E"],
        sorted(stood.dead),
        list(out_of_play(found.match, stood)),
    )
    if not at:
        return about
    shown = wins_json(found.match, hand, in_game(words, found.match.rules.name))
    first, wins = hand.wins[at[0]], {each.winner: each for each in shown}
    winners = [hand.winners[n] for n in at]
    return structs.replace(
        about,
        winner=winners[0],
        winners=winners,
        wins=[wins[name] for name in winners],
        claims=[act_to_dict(each) for each in act.claims] if isinstance(act, Claimed) else [],
        discarder=hand.discarders[at[0]],
        payer=hand.discarders[at[0]],
        self_drawn=first.self_drawn,
        score=first.points,
        luck=first.luck,
    )
