"""A match of Sichuan on the page: the forms of its acts, and its deals in words."""

from collections.abc import Mapping
from typing import Final

from scoring.games.sichuan.acts import NOT_READY, SEATS
from scoring.games.sichuan.deal import waiting_state
from scoring.games.sichuan.match import asked_seats, deal_of, in_play, last_kong
from scoring.games.sichuan.presets import OFF, UNCAPPED, Preset
from scoring.match.state import Hand, Match
from scoring.notation import parse
from scoring.tiles import PLAYED, WINDS
from webui.games.forms import ActForm, DrawForm, FormOption, FormQuestion, LuckField, ResultForm, WorthField, Worths
from webui.games.sections import CourseLine, HandSections
from webui.games.sichuan import deal
from webui.games.sichuan.words import SUIT_NAMES
from webui.messages import N_, Messages
from webui.messages.match import signed
from webui.messages.tiles import tile

_READY: Final = N_("ready, %(fan)d fan")
_NOT_READY: Final = N_("not ready")
_PIG: Final = N_("flower pig")


def title(words: Messages, hand: Hand) -> str:
    """Return the name of a deal; there are no rounds."""
    return words(N_("Deal %(number)d"), {"number": hand.number})


def lines(words: Messages, hand: Hand) -> list[str]:
    """Return the acts of a deal, each with its payments."""
    settled = deal_of(hand).settled
    return deal.said(words, settled, hand.seats, signed) if settled else []


def course(words: Messages, hand: Hand) -> list[CourseLine]:
    """Return the acts of a deal, each with its payments in points."""
    settled = deal_of(hand).settled
    return deal.course(words, settled, hand.seats) if settled else []


def declared(words: Messages, hand: Hand) -> dict[str, str]:
    """Return by player the void suit, and the place among the winners with the fan."""
    found: dict[str, list[str]] = {}
    for seat, suit in deal_of(hand).void.items():
        said = words(N_("void suit %(suit)s"), {"suit": words(SUIT_NAMES[suit])})
        found.setdefault(hand.seats[seat], []).append(said)
    for place, (name, won) in enumerate(hand.won.items(), 1):
        said = words(N_("%(place)d. to win: %(fan)d fan"), {"place": place, "fan": won.points})
        found.setdefault(name, []).append(said)
    return {name: words(", ").join(said) for name, said in found.items()}


def sections(words: Messages, hand: Hand) -> HandSections:
    """Return the parts of a deal."""
    acts = lines(words, hand)
    return HandSections(
        title=title(words, hand),
        declared=declared(words, hand),
        lines=acts,
        course=course(words, hand),
        remarks=[line.strip() for line in acts],
    )


def act_forms(words: Messages, match: Match, hand: Hand) -> list[ActForm]:
    """Return the forms of kongs, of void suits, and before the first act of the exchange."""
    playing = [FormOption(hand.seats[seat], hand.seats[seat]) for seat in in_play(hand)]
    everybody = [FormOption(hand.seats[seat], hand.seats[seat]) for seat in WINDS]
    kinds = [
        FormOption("claimed", words(N_("claimed"))),
        FormOption("added", words(N_("added with the drawn tile"))),
        FormOption("postponed", words(N_("added later"))),
        FormOption("concealed", words(N_("concealed kong"))),
    ]
    giver = FormQuestion("giver", words(N_("Who discarded the tile?")), playing, {"how": ["claimed"]})
    tiles = [FormOption("", words(N_("not stated"))), *[FormOption(code, tile(words, code)) for code in PLAYED[:27]]]
    asks = [
        FormQuestion("how", words(N_("Which kong?")), kinds),
        FormQuestion("player", words(N_("Who?")), playing),
        giver,
        FormQuestion("tile", words(N_("Which tile?")), tiles, listed=True),
    ]
    suits = [FormOption(suit, words(name)) for suit, name in SUIT_NAMES.items()]
    void = [FormQuestion("player", words(N_("Who?")), everybody), FormQuestion("suit", words(N_("Void suit")), suits)]
    found = [
        ActForm("kong", words(N_("Kong")), {"type": "MadeKong"}, asks),
        ActForm("void", words(N_("Void suit")), {"type": "NamedVoid"}, void),
    ]
    preset: Preset = match.rules.preset
    if preset.answers["SC30"] != OFF and not deal_of(hand).acts:
        directions = [FormOption(name, words(said)) for name, said in deal.EXCHANGES.items()]
        asked = FormQuestion("direction", words(N_("Exchange of three")), directions)
        found.append(ActForm("exchange", words(N_("Exchange of three")), {"type": "ExchangedThree"}, [asked]))
    return found


def result_form(words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> ResultForm:
    """Return the fan that a hand may have with its points, how the tile may come, and the end of the wall."""
    preset: Preset = match.rules.preset
    worths = [_worth(words, preset, fan) for fan in _fans(preset)]
    drawn = [
        WorthField(
            fan,
            words(N_("%(fan)d fan: %(points)d from each"), {"fan": fan, "points": preset.value(fan) + preset.bonus}),
        )
        for fan in _fans(preset)
    ]
    both = Worths(worths, drawn)
    return ResultForm(words(N_("Number of fan")), both, both, [_wall(words, match, hand, laid)], _luck(words, hand))


def _fans(preset: Preset) -> range:
    return range(preset.minimum, (preset.cap or 2 * UNCAPPED) + 1)


def _worth(words: Messages, preset: Preset, fan: int) -> WorthField:
    return WorthField(fan, words(N_("%(fan)d fan: %(points)d"), {"fan": fan, "points": preset.value(fan)}))


def _luck(words: Messages, hand: Hand | None) -> LuckField | None:
    """Return how the tile may have come, once a kong is recorded in the deal."""
    if hand is None or last_kong(hand) is None:
        return None
    no = FormOption("", words(N_("Not after a kong")))
    shot = [
        FormOption("kong-shot", words(N_("Shot after Kong"))),
        FormOption("robbed-kong", words(N_("Robbing a Kong"))),
    ]
    return LuckField(
        words(N_("Right after a kong?")), [no, *shot], [no, FormOption("kong", words(N_("Win after Kong")))]
    )


def _wall(words: Messages, match: Match, hand: Hand | None, laid: Mapping[str, str]) -> DrawForm:
    """Return the end of the wall, with the state of each hand in play that has not won: by its tiles where they lie."""
    preset: Preset = match.rules.preset
    states = [FormOption(NOT_READY, words(_NOT_READY))]
    states += [FormOption(str(fan), words(_READY, {"fan": fan})) for fan in _fans(preset)]
    states.append(FormOption("pig", words(_PIG)))
    if preset.answers["SC21"] == "penalty":
        states.append(FormOption("passive", words(N_("flower pig, discarded the void suit alone"))))

    def asked(hand: Hand, seat: str) -> FormQuestion:
        player = hand.seats[seat]
        shown = _by_tiles(words, preset, laid.get(player, ""), deal_of(hand).void.get(seat))
        known = shown[0].value if shown else None
        return FormQuestion(SEATS[seat], player, [*shown, *states], listed=True, player=player, known=known)

    questions = [asked(hand, seat) for seat in asked_seats(match, hand)] if hand else []
    return DrawForm("wall", words(N_("The wall is out")), {"type": "WallOut"}, [], questions)


def _by_tiles(words: Messages, preset: Preset, text: str, void: str | None) -> list[FormOption]:
    """Return the state of a laid hand, which the act names by its tiles; nothing without one."""
    found = waiting_state(parse(text, game="sichuan"), preset, void) if text else None
    if found is None:
        return []
    says = {"ready": _READY, "not ready": _NOT_READY, "pig": _PIG}[found.state]
    return [FormOption(text, words(N_("by the tiles: %(state)s"), {"state": words(says, {"fan": found.fan})}))]
