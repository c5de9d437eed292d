"""The ways to record a hand, and its count in a match."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType, field, structs

from scoring.match.course import out_of_play
from scoring.match.records import Act, Claimed, Corrected, FalseWin, FalseWinKind, Won, act_to_dict
from scoring.match.state import Deposit, Hand, Transfer
from webui.games.view import view_of_game
from webui.hall.desk import Hall
from webui.hand.attempt import attempt
from webui.hand.edits import SetCircumstances, SetDeal
from webui.hand.hand import TableHand
from webui.hand.state import Teller, stating, values_of
from webui.match.dealing import with_match
from webui.match.matches import CountedHand
from webui.messages import N_, Messages
from webui.messages import acts as act_words
from webui.messages import offers as offer_words
from webui.messages import scoring as wording
from webui.messages import table as table_words
from webui.messages.game import game_words, in_game
from webui.messages.match import false_win_cost, signed
from webui.records.hands import Hiding
from webui.rig.live_hand import LiveHand
from webui.serializers.acts import PostedAct
from webui.serializers.deals import SeenShown, seen_json, unrecorded, waiting
from webui.serializers.games import HandOfGame
from webui.serializers.hands import HandShown, ListedHand, hand_json, listed_hand_json
from webui.serializers.matches import (
    DepositShown,
    MatchShown,
    Signature,
    TransferShown,
    deposit_json,
    match_json,
    signature_json,
    transfers_json,
)
from webui.serializers.scoring import ExplanationShown, explanation_json, paying_more
from webui.serializers.values import Parameters
from webui.table.outcomes import FalseWinOffer, ProposedOutcome, laid_waiting, proposed_outcome
from webui.table.table import Table


def table_match_json(table: Table, words: Messages, hall: Hall | None = None) -> MatchShown:
    """Return the state of a table's match, with the chair of each player, and what laid hands answer of its end.

    With the hall it says where a match went that the desk moved to another table.
    """
    with table.at() as now:
        found, chairs = now.match, now.chairs
        gone = hall.gone_on(table.number) if hall and table.matches.taken_back else None
    shown = structs.replace(match_json(found, words), chairs=dict(chairs), gone_on=gone.table if gone else UNSET)
    if found and shown.current and shown.current.of_draw and (seen := waiting(table, found)):
        first = {name: list(dict.fromkeys([*known, *seen])) for name, known in shown.current.of_draw.items()}
        shown = structs.replace(shown, current=structs.replace(shown.current, of_draw=first))
    if found and shown.form and any(draw.asks or draw.questions for draw in shown.form.draws):
        shown = structs.replace(shown, unrecorded=unrecorded(table, found, words))
    laid = laid_waiting(found, table.hands) if found else {}
    if found is None or not laid:
        return shown
    form = view_of_game(found.match.rules.game.id).result_form(words, found.match, found.match.current, laid)
    return structs.replace(shown, form=form)


class CountedAs(Struct, frozen=True, kw_only=True):
    """The count of a hand in a match; `differs` if the hand was changed since, so that the record needs a correction.

    `says` is what became of it, as a sentence. `players` are the players of its seat winds, and `others` the wins that
    its record has besides. `undo` is the record to undo: of a hand that several won the one that added the last of
    them, which leaves the others.
    """

    match: int
    record: int
    hand: int
    as_: Literal["win", "claim", "false-win"] = field(name="as")
    says: str
    act: PostedAct
    differs: bool
    approved: Signature | None
    transfers: list[TransferShown]
    players: dict[str, str]
    wrongly: str | None
    deposits: list[DepositShown] = []
    others: list[PostedAct] = []
    undo: int


class RefusedEnding(Struct, frozen=True):
    """The reason why the match would refuse a record."""

    kind: str
    about: Parameters
    says: str


class FalseWinShown(Struct, frozen=True):
    """A false win that a hand would be, the act to post, and the distance of the hand from one that may be declared.

    `says` names its fault, `costs` what it costs, and `short` what the hand lacks, as sentences.
    """

    kind: FalseWinKind
    says: str
    costs: str
    short: list[str]
    each: int | None
    disqualified: bool
    deducted: int
    dealer: int | None
    act: PostedAct | None
    why: ExplanationShown


class OtherCase(Struct, frozen=True):
    """The case that a win is not taken for: its label, and the act to post."""

    label: str
    act: PostedAct


class Ending(HandOfGame, frozen=True):
    """A way for the hand in play to end with a laid hand: the winner and how, the act to post, and the changes.

    It has the fields that the game adds to the hand in play. `out` are the players who take no further part in it.

    `gains` are what that act brings each player. `first_matters` is true if a discard of the same tile before the
    discarder's changes who pays. `before` assigns the tiles to the hand before, whose discard their player may have won
    on too. `also` is not empty for a hand that has ended, which these players may have won on the same discard.
    `says` is the win that counts, as a sentence, and `records` the label of the button that records it; it is empty
    while nothing may be recorded. `missing` says what the hand lacks while there is nothing to post.
    `payer` says why another than the discarder pays, or all pay, and `several` what becomes of several wins on a tile;
    they are empty elsewhere. `beside` says that the win is taken for one on the tile that others have won on, and
    `other` is the other case, where it may be either.
    `of_table` takes what lies on the table into a hand that names other numbers.
    """

    match: int
    version: int
    hand: int
    round: str
    players: dict[str, str]
    dead: list[str]
    out: list[str]
    on_table: int
    winner: str | None
    winner_by: str | None
    discarder: str | None
    discarder_by: str | None
    self_drawn: bool | None
    earlier: bool
    laid_in: int | None
    again: SetDeal | None
    before: SetDeal | None
    also: list[str]
    act: PostedAct | None
    says: str
    records: str
    transfers: list[TransferShown]
    deposits: list[DepositShown]
    gains: dict[str, int]
    first_matters: bool
    points: dict[str, int] | None
    refused: RefusedEnding | None
    false_win: FalseWinShown | None
    missing: str | None
    of_table: SetCircumstances | None
    payer: str
    several: str
    beside: str
    other: OtherCase | None


class CountedHandShown(ListedHand, frozen=True, kw_only=True):
    """A hand of a list of hands, with its count in a match."""

    counted: CountedAs | None


class HandOfPage(HandShown, frozen=True, kw_only=True):
    """A hand for its page: its count in a match, or how it may be recorded, and who put it away.

    `seen` is what the camera that followed the play saw of its win; left out without that.
    """

    counted: CountedAs | None
    ending: Ending | None
    hidings: list[Hiding]
    seen: list[SeenShown] | UnsetType = UNSET


def table_hand_json(table: Table, hand: TableHand, words: Messages) -> HandOfPage:
    """Return a hand for its page."""
    with table.at() as now:
        return _hand_of_page(table, hand, now.play, words)


def _hand_of_page(table: Table, hand: TableHand, play: LiveHand, words: Messages) -> HandOfPage:
    counted = table.matches.counted(hand.id)

    def ends() -> Ending | None:
        found = proposed_outcome(hand, table.matches, play, table.hands)
        return ending_json(found, hand, words) if found else None

    return HandOfPage(
        **structs.asdict(hand_json(hand, words)),
        counted=counted_json(counted, hand, words) if counted else None,
        ending=None if counted else attempt("ending", ends, None, hand.id),
        hidings=table.hands.hidings(hand.id),
        seen=attempt("seen", lambda: seen_json(table, hand, words), [], hand.id) or UNSET,
    )


def table_listed_json(table: Table, hand: TableHand, words: Messages) -> CountedHandShown:
    """Return a hand for a list of hands."""
    counted = table.matches.counted(hand.id)
    return CountedHandShown(
        **structs.asdict(listed_hand_json(hand, words)),
        counted=counted_json(counted, hand, words) if counted else None,
    )


_SEVERAL: Final[Mapping[bool, str]] = {
    True: N_("Several players declare a win on this tile, and all of them win."),
    False: N_("Several players declare a win on this tile; the first after the discarder wins."),
}
"""Sentences on several wins on one tile: True if all of them count."""

_COUNTED: Final[Mapping[str, str]] = {
    "win": N_("Hand %(hand)d recorded"),
    "approved": N_("Hand %(hand)d recorded, approved"),
    "claim": N_("Declared in hand %(hand)d; another player had priority"),
    "false-win": N_("A false win in hand %(hand)d: %(why)s"),
}
"""Sentences on a laid hand that counts in a match."""


def counted_json(counted: CountedHand, hand: TableHand, words: Messages) -> CountedAs:
    """Return the count of a laid hand."""
    act, stands = counted.act, counted.match.match.stands[counted.record]
    text = getattr(act, "hand", "")
    several = bool(counted.others) and not isinstance(stands, bool)
    wrongly = words(wording.false_win(act.kind)) if isinstance(act, FalseWin) else None
    kind = "approved" if counted.as_ == "win" and counted.approved else counted.as_
    return CountedAs(
        match=counted.match.number,
        record=counted.record,
        hand=counted.hand.number,
        as_=counted.as_,
        says=words(_COUNTED[kind], {"hand": counted.hand.number, "why": wrongly}),
        act=act_to_dict(act),
        differs=bool(text) and text != hand.outcome.text,
        approved=None if counted.hand.approved is None else signature_json(counted.match.entry(counted.hand.approved)),
        transfers=transfers_json(
            [each for each in counted.hand.transfers if each.record == counted.record], counted.match.match
        ),
        deposits=[
            deposit_json(counted.match.match, each, words)
            for each in counted.hand.deposits
            if each.record == counted.record
        ],
        players=dict(counted.match.seats_in(hand.laid.deal) or counted.hand.seats),
        undo=stands if several else counted.record,
        others=[act_to_dict(each) for each in counted.others],
        wrongly=wrongly,
    )


def ending_json(found: ProposedOutcome, hand: TableHand, words: Messages) -> Ending:
    """Return a way for the hand in play to end with a laid hand."""
    hands = found.after.match.hands if found.after else []
    after = next((hand for hand in hands if hand.number == found.hand.number), None)
    why, win = found.refusal, _win_that_counts(found, after)
    more = _more(after, found.hand, found.act)
    gains = found.after.match.gains(after, found.after.changed_by(found.after.version)) if found.after and after else {}
    return Ending(
        extra=view_of_game(found.match.match.rules.game.id).added.hand(found.hand),
        match=found.match.number,
        version=found.match.version,
        hand=found.hand.number,
        round=found.hand.round_wind,
        players={wind: found.hand.seats[wind] for wind in found.hand.winds},
        dead=sorted(found.hand.dead),
        out=list(out_of_play(found.match.match, found.hand)),
        on_table=found.hand.on_table,
        winner=found.winner,
        winner_by=_told(found.winner_by, words),
        discarder=found.discarder,
        discarder_by=_told(found.discarder_by, words),
        self_drawn=found.self_drawn,
        earlier=found.earlier,
        laid_in=found.laid_in,
        again=found.again,
        before=found.before,
        also=list(found.also),
        act=act_to_dict(found.act) if found.act else None,
        says=act_words.said(in_game(words, found.match.match.rules.name), win) if win else "",
        records=_records(found, win, gains, words),
        transfers=transfers_json(more.transfers, found.match.match),
        deposits=[deposit_json(found.match.match, each, words) for each in more.deposits],
        gains=gains,
        first_matters=found.first_matters,
        points=found.after.match.points if found.after else None,
        refused=RefusedEnding(why.kind, dict(why.about), wording.refusal(words, why)) if why else None,
        false_win=_false_win_json(found.false_win, found.winner, words) if found.false_win else None,
        missing=table_words.missing(words, found.missing, hand.outcome) if found.missing else None,
        of_table=_of_table(found, hand),
        payer=_payer(found, hand, words),
        several=_several(found, [each.payee for each in more.transfers], words),
        beside=table_words.beside(words, found.beside) if found.same_tile else "",
        other=_other_case(found, words),
    )


def _win_that_counts(found: ProposedOutcome, after: Hand | None) -> Act | None:
    """Return the win that counts, or the one that is added to others; None without one."""
    act: Act | None = found.act
    if isinstance(act, Corrected):
        act = act.act.claims[-1] if isinstance(act.act, Claimed) else act.act
    if isinstance(act, Claimed):
        paid = after.winner if after else None
        act = next((win for win in act.claims if found.hand.seats.get(win.winner, win.winner) == paid), act.claims[0])
    return act


def _records(found: ProposedOutcome, win: Act | None, gains: Mapping[str, int], words: Messages) -> str:
    """Return the label of the button that records a win; "" while it may not be recorded."""
    if not isinstance(win, Won) or found.earlier or found.refusal or found.false_win:
        return ""
    player = found.hand.seats.get(win.winner, win.winner)
    points = signed(gains[player]) if gains.get(player) else "0"
    return words(N_("Record: %(player)s %(points)s"), {"player": player, "points": points})


def _other_case(found: ProposedOutcome, words: Messages) -> OtherCase | None:
    """Return the case that a win is not taken for, where it may be on the tile that others have won on, or not."""
    if found.other is None or found.refusal:
        return None
    label = words(table_words.LATER_DISCARD) if found.same_tile else table_words.beside(words, found.beside)
    return OtherCase(label, act_to_dict(found.other))


def _of_table(found: ProposedOutcome, hand: TableHand) -> SetCircumstances | None:
    """Return the edit that takes what lies on the table into a hand, or None if the hand names the same numbers."""
    won, on_table = hand.laid.won, game_words(hand.laid.rules).tables.get("on_table")
    if not on_table:
        return None
    known = values_of(with_match(won, found.match, found.match.deal_of(found.hand)))
    taken = stating(won, {name: known[name] for name in on_table if name in known})
    return None if taken == won else SetCircumstances(taken)


def _told(teller: Teller | None, words: Messages) -> str | None:
    return words(offer_words.SOURCES[teller]) if teller else None


class _More(NamedTuple):
    """The payments of a hand, and the sticks taken in it, in addition to those before."""

    transfers: Sequence[Transfer] = ()
    deposits: Sequence[Deposit] = ()


def _more(after: Hand | None, before: Hand, act: Act | None) -> _More:
    """Return what a hand has in addition to what it has so far; of a record that is corrected, all that it brings."""
    if after is None:
        return _More()
    of = act.of if isinstance(act, Corrected) else before.ended
    if of is not None:
        return _More(
            [each for each in after.transfers if each.record == of],
            [each for each in after.deposits if each.record == of],
        )
    return _More(after.transfers[len(before.transfers) :], after.deposits[len(before.deposits) :])


def _payer(found: ProposedOutcome, hand: TableHand, words: Messages) -> str:
    """Return why another than the discarder pays, by the players' names; "" if everybody pays as usual."""
    scored = hand.outcome.assessment
    payer = paying_more(scored) if scored else None
    return wording.other_payer(words, payer, found.hand.seats.__getitem__) if payer else ""


def _several(found: ProposedOutcome, paid: Sequence[str], words: Messages) -> str:
    """Return what becomes of several wins on one tile; "" of one."""
    act = found.act.act if isinstance(found.act, Corrected) else found.act
    if not isinstance(act, Claimed) or len(act.claims) < 2:
        return ""
    all_win = {found.hand.seats.get(win.winner, win.winner) for win in act.claims} <= {*paid}
    return words(_SEVERAL[all_win])


def _false_win_json(offer: FalseWinOffer, player: str | None, words: Messages) -> FalseWinShown:
    return FalseWinShown(
        kind=offer.kind,
        says=words(N_("No win: %(why)s"), {"why": words(wording.false_win(offer.kind))}),
        costs=false_win_cost(
            words, offer.each, offer.disqualified, offer.deducted, offer.dealer, player, offer.deducted_after
        ),
        short=wording.short_of(words, offer.why),
        each=offer.each,
        disqualified=offer.disqualified,
        deducted=offer.deducted,
        dealer=offer.dealer,
        act=act_to_dict(offer.act) if offer.act else None,
        why=explanation_json(offer.why, words),
    )
