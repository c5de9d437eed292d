"""The forms of a riichi match: declarations, the values of hands, and draws with who is tenpai."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scoring.games.riichi.hand import riichi_of
from scoring.games.riichi.match import riichi_values, rules_of
from scoring.games.riichi.payment import MANGAN
from scoring.match.state import Hand, Match
from webui.games.forms import AskedPlayers, DrawForm, Offer, Offers, ResultForm, WorthField, Worths
from webui.games.riichi.match import paid
from webui.games.riichi.words import DRAWS
from webui.messages import N_, Messages
from webui.messages.acts import said_of
from webui.messages.game import in_game


def declarations(words: Messages, match: Match, hand: Hand) -> Sequence[Offers]:
    """Return a declaration of riichi for each player, which one who declared or whose hand is dead cannot record.

    Where the house knows it, open riichi is offered beside.
    """
    barred = {*hand.dead, *riichi_of(hand).declared}
    kinds: list[tuple[str, str, dict[str, bool]]] = [("riichi", words(N_("Declare riichi")), {})]
    if match.rules.preset.open_riichi != "no":
        kinds.append(("open-riichi", words(N_("Declare an open riichi")), {"opened": True}))
    return [
        offered(words, match, hand, key, title, {"type": "DeclaredRiichi", **about}, barred, key == "riichi")
        for key, title, about in kinds
    ]


def offered(
    words: Messages,
    match: Match,
    hand: Hand,
    key: str,
    title: str,
    act: Mapping[str, str | bool],
    barred: Collection[str],
    stick: bool = False,
) -> Offers:
    """Return an act of each player of a hand, which those who are barred from it cannot record."""
    offers = []
    for wind in hand.winds:
        player = hand.seats[wind]
        of_player = {"type": act["type"], "player": player, **act}
        says = said_of(in_game(words, match.rules.name), of_player)
        offers.append(Offer(f"{key}-{wind}", player, says, None if player in barred else of_player, wind))
    return Offers(title, offers, "stick" if stick else "")


def result_form(words: Messages, match: Match) -> ResultForm:
    """Return the values that a hand may have, and the draws that the body of a match knows."""
    return ResultForm(
        words(N_("Han and fu")), _worths(words, match, True), _worths(words, match, False), list(_draws(words, match))
    )


def _worths(words: Messages, match: Match, dealer: bool) -> Worths:
    return Worths(*[_listed(words, match, dealer, self_drawn) for self_drawn in (False, True)])


def _listed(words: Messages, match: Match, dealer: bool, self_drawn: bool) -> list[WorthField]:
    """Return each value that a hand may have, of those that are a mangan by han and fu the mangan alone."""
    return [
        WorthField(points, paid(words, each, dealer, self_drawn))
        for each in riichi_values(match)
        if not each.fu or each.base < MANGAN
        if (points := each.won(dealer, self_drawn)) is not None
    ]


def _draws(words: Messages, match: Match) -> Iterator[DrawForm]:
    """Yield the draw when the wall is used up, and the abortive ones."""
    rules = rules_of(match)
    asks = [AskedPlayers("tenpai", words(N_("Who is tenpai?")))]
    if rules and rules.nagashi:
        asks.append(AskedPlayers("nagashi", words(N_("Nagashi mangan (optional)")), optional=True))
    yield DrawForm("wall", words(N_("The wall is used up")), {"type": "Drawn"}, asks)
    for kind in rules.abortive if rules else ():
        yield DrawForm(kind, words(DRAWS[kind]), {"type": "Drawn", "abortive": kind}, [])
