"""Completion of posted acts by the table: points and text from the stored hand, rules, amounts."""

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from scoring.errors import NotationError, UnknownRulesError, Value
from scoring.match.course import usual_body
from scoring.match.errors import Refusal, RefusedError
from scoring.match.false_wins import check_kind
from scoring.match.payers import answered, seat_of
from scoring.match.records import OF_EVERY_GAME, Act, Won, act_from_dict
from scoring.match.sheets import RecordedHand
from scoring.match.state import Hand, Match
from scoring.rules import BOOKS
from webui.base.errors import WebError
from webui.hand.hand import TableHand
from webui.match.dealing import belongs_to_hand
from webui.match.errors import ActRejectedError
from webui.match.matches import Matches, TableMatch, laid_in

IncompleteKind = Literal["no-such-hand", "laid-earlier", "hand-unfinished", "hand-in-doubt", "points-open"]


class IncompleteActError(WebError):
    """An act that leaves points to a stored hand which does not have them.

    Attributes:
        kind: `no-such-hand` (`id`); `laid-earlier` (`hand`): the tiles were laid before that hand of the match, or in
            another match; `hand-unfinished`: it is incomplete; `hand-in-doubt` (`count`): so many questions are open;
            `points-open` (`low`, `high`): its score depends on unknown circumstances.
    """

    kind: IncompleteKind

    def __init__(self, kind: IncompleteKind, **about: Value) -> None:
        super().__init__(kind, **about)


FindHand = Callable[[str], TableHand | None]
"""Returns the stored hand with an id."""

_NAMED: Final = ("Won", "FalseWin")
"""Acts that may refer to a stored hand."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The values that a table fills in, of acts that are posted to it.

    Attributes:
        matches: The matches of the table.
        rules: The preset of a match whose seating names none.
        find: Returns the stored hand with an id.
    """

    matches: Matches
    rules: str
    find: FindHand

    def act(self, sent: Mapping[str, Any]) -> Act:
        """Return the posted act, with its missing fields filled in by the table.

        A win that refers to its stored hand may omit points, text, photo and, if the hand knows it, the discarder. A
        seating may omit rules and body, a removal of a name its replacement.

        Args:
            sent: The act as plain JSON values.

        Raises:
            RecordError: The values are not an act.
            IncompleteActError: The stored hand lacks something that the act leaves to it.
        """
        of = sent.get("of")
        if sent.get("type") in OF_EVERY_GAME:
            match = None
        else:
            match = self.matches.of_record(of) if type(of) is int else self.matches.current
        return act_from_dict(self._filled(dict(sent)), game=match.match.rules.game.id if match else "")

    def _filled(self, act: dict[str, Any]) -> dict[str, Any]:
        kind = act.get("type")
        if kind == "Corrected" and isinstance(act.get("act"), Mapping) and type(act.get("of")) is int:
            match = self.matches.of_record(act["of"])
            hand = match.hand_of(act["of"]) if match else None
            named = laid_in(match.entry(act["of"]).act) if match else ()
            return act | {"act": self._ended(dict(act["act"]), match, hand, tuple(named))}
        match = self.matches.current
        if kind == "Seated":
            return self._seated(act)
        if kind == "Erased":
            return _erased(act, match)
        return self._ended(act, match, match.match.current if match else None)

    def _seated(self, act: dict[str, Any]) -> dict[str, Any]:
        """Return a seating with its rules and body, which no later change of the server's preset affects.

        Raises:
            ActRejectedError: No match is played by these rules.
        """
        if act.get("rules") is None:
            act["rules"] = self.rules
        book = BOOKS.get(act["rules"]) if isinstance(act["rules"], str) else None
        try:
            usual = usual_body(book).id if book else None
        except UnknownRulesError as error:
            raise ActRejectedError(Refusal("unknown-rules", error.about)) from error
        if act.get("body") is None and usual:
            act["body"] = usual
        return act

    def _ended(
        self, act: dict[str, Any], match: TableMatch | None, hand: Hand | None, named: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return a win, all claims of a discard, or a false win with the fields of their stored hands."""
        if act.get("type") != "Claimed" or not isinstance(act.get("claims"), list):
            return self._won(act, match, hand, named)
        claims = [
            self._won(dict(claim), match, hand, named) if isinstance(claim, Mapping) else claim
            for claim in act["claims"]
        ]
        return act | {"claims": claims}

    def _won(
        self, act: dict[str, Any], match: TableMatch | None, hand: Hand | None, named: Collection[str]
    ) -> dict[str, Any]:
        """Return a win or a false win with the fields of its stored hand; `named` are of that hand of the match."""
        if act.get("type") not in _NAMED:
            return act
        if match and match.match.missing:
            raise ActRejectedError(Refusal("unknown-rules", {"rules": match.match.missing, "known": tuple(BOOKS)}))
        if match and act["type"] == "Won":
            act.setdefault("version", match.match.rules.version)
        if isinstance(act.get("laid"), str) and act["laid"]:
            act = self._of_laid(act, match, hand, named)
        if match and act["type"] == "FalseWin":
            try:
                check_kind(str(act.get("kind")), match.match.body)
            except RefusedError as error:
                raise ActRejectedError(Refusal(error.kind, error.about)) from error
        if act["type"] == "FalseWin" or match is None or hand is None:
            return act
        act = _answered(act, match.match, hand)
        if "points" not in act and act.get("laid"):
            act["points"] = _points(act, match.match, hand)
        return act

    def _of_laid(
        self, act: dict[str, Any], match: TableMatch | None, hand: Hand | None, named: Collection[str]
    ) -> dict[str, Any]:
        """Return a win or a false win with the fields of its stored hand, as `_won` does; without the points of that
        hand."""
        laid = self.find(act["laid"])
        if laid is None:
            raise IncompleteActError("no-such-hand", id=act["laid"][:40])
        # a person gives the points of tiles laid outside the match
        explicit = laid.laid.deal is None and "points" in act
        if match and hand and not explicit and laid.id not in named and not belongs_to_hand(laid, match, hand):
            raise IncompleteActError("laid-earlier", hand=hand.number)
        act.setdefault("photo", laid.photo)
        if act["type"] == "FalseWin" or match is None or hand is None:
            return act
        if "points" not in act:
            _check_settled(laid)
        won = laid.laid.won
        if won.self_draw is False and won.discarder and "payer" not in act and "discarder" not in act:
            act["discarder"] = won.discarder
        if laid.outcome.text and "hand" not in act:
            act["hand"] = laid.outcome.text
        return act


def _erased(act: dict[str, Any], match: TableMatch | None) -> dict[str, Any]:
    """Return the removal of a person's name, with a replacement if it has none."""
    seat = act.get("seat")
    current = match.match.current if match else None
    if current and isinstance(seat, str) and seat in current.seats:
        act["player"] = current.seats[act.pop("seat")]
    return {"name": f"#{secrets.token_hex(3)}", **act}


def _answered(act: dict[str, Any], match: Match, hand: Hand) -> dict[str, Any]:
    """Return a win with its discarder and payer; without a hand, a payer of null means that nobody is responsible.

    Raises:
        ActRejectedError: The hand contradicts itself or the named payer.
    """
    values = {name: act.get(name) for name in ("winner", "payer", "discarder", "hand")}
    if not all(isinstance(value, str | None) for value in values.values()) or values["winner"] is None:
        return act  # reading it reports that it is not an act
    win = Won(values["winner"], 0, values["payer"], values["hand"] or "", values["discarder"])
    nobody = "payer" in act and win.payer is None and not win.hand
    try:
        found = answered(win, match, hand, nobody)
    except RefusedError as error:
        raise ActRejectedError(Refusal(error.kind, error.about)) from error
    said = {name: getattr(found, name) for name in ("payer", "discarder")}
    answers = {name: getattr(found, name) for name in ("liable", "fed")}
    unsaid = {name: value for name, value in answers.items() if value is not None and "liable" not in act}
    return act | {name: value for name, value in said.items() if value != values[name]} | unsaid


def _check_settled(laid: TableHand) -> None:
    if laid.outcome.text is None:
        raise IncompleteActError("hand-unfinished")
    if laid.open_doubts:
        raise IncompleteActError("hand-in-doubt", count=len(laid.open_doubts))


def _points(act: Mapping[str, Any], match: Match, hand: Hand) -> int:
    """Return the points of a win's hand; 0 if it has none, which the match then refuses with the reason."""
    winner = act.get("winner")
    seat = seat_of(match, hand, winner) if isinstance(winner, str) else None
    if seat is None or not isinstance(act.get("hand"), str):
        return 0
    self_drawn = act.get("payer") is None and act.get("discarder") is None
    try:
        found = RecordedHand(act["hand"], match.rules, seat, hand.round_wind, self_drawn).totals()
    except NotationError:
        return 0
    if len(found) > 1:
        raise IncompleteActError("points-open", low=found[0], high=found[-1])
    return found[0] if found else 0
