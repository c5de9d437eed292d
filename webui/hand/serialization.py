"""Conversion of hands to JSON, for storage, and back without loss."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import Struct

from scoring.errors import Value
from scoring.extra import Extra
from scoring.games.game import Game
from scoring.match.missing import kept_book
from scoring.rules import BOOKS
from vision.reading import Reading
from webui.hand.edits import SetCircumstances, SetDeal
from webui.hand.effects import Effect, EffectKind
from webui.hand.hand import By, HandChange, Signed, TableHand
from webui.hand.state import Circumstances, HandState, outcome
from webui.records.hands import KeptHand

AnyEdit = TypeVar("AnyEdit")
"""An edit of a hand, or what may stand in its place."""


class _Effect(Struct):
    kind: EffectKind
    about: dict[str, Any]


class _Read(Struct):
    reading: Reading
    order: tuple[int, ...]


def to_text(value: Any) -> str:
    """Return a value as JSON, with numpy's numbers as plain ones."""
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def reading_to_text(reading: Reading | None, order: tuple[int, ...]) -> str:
    """Return a reading and the order of its doubts as JSON; "" without a reading."""
    return to_text({"reading": reading, "order": order}) if reading else ""


def reading_from_text(text: str) -> tuple[Reading | None, tuple[int, ...]]:
    """Return the reading and the order of its doubts that `reading_to_text` wrote.

    Raises:
        msgspec.MsgspecError: The text is no such JSON.
    """
    if not text:
        return None, ()
    read = msgspec.json.decode(text, type=_Read)
    return read.reading, read.order


def plain_state(state: HandState) -> Any:
    """Return a hand as plain JSON values; see `plain_won`."""
    return msgspec.to_builtins(state) | {"won": plain_won(state)}


def plain_won(state: HandState) -> dict[str, Any]:
    """Return the circumstances of a hand as plain JSON values, with those of its game beside those of every game.

    They stand there as in earlier versions, without the id of the game, which the rules of the hand tell: pages,
    programs and rigs of such a version read them, hands need no migration, and their hashes stay.
    """
    won = beside(msgspec.to_builtins(state.won))
    if state.won.extra and state.won.extra.game == kept_book(state.rules).game.id:
        del won["game"]
    return won


def beside(won: Mapping[str, Any]) -> dict[str, Any]:
    """Return circumstances as plain JSON values with those of one game, and its id, beside the others."""
    own = {name: value for name, value in won.items() if name not in ("extra", "rest")}
    return {**won["rest"], **own, **(won["extra"] or {})}


def state_from(values: Any) -> HandState:
    """Return the hand of `plain_state`; one of an earlier version names no game, and has the values of that in force.

    Raises:
        msgspec.MsgspecError: The values are no hand.
    """
    state, won = msgspec.convert(values, HandState), values.get("won", {})
    blank = state.won.extra
    return replace(state, won=won_from(won, blank)) if blank or won.get("aside") or won.keys() - _NAMES else state


def state_to_text(state: HandState) -> str:
    """Return a hand for storage, as JSON."""
    return to_text(plain_state(state))


def state_from_text(text: str) -> HandState:
    """Return the state of a hand from its JSON.

    Raises:
        msgspec.MsgspecError: The text is no such JSON.
    """
    return state_from(msgspec.json.decode(text))


def won_from(values: Mapping[str, Any], blank: Extra | None) -> Circumstances:
    """Return circumstances from plain JSON values, with those of one game beside the others or as their `extra`.

    Args:
        values: The values.
        blank: Those of the game in force while nothing is known, or None if it has none; they are of it unless they
            name another.

    Raises:
        msgspec.ValidationError: The values are no circumstances.
    """
    won, given = msgspec.convert(values, Circumstances), {**(values.get("extra") or {}), **values}
    own = given.get("game", blank and blank.game)
    extra = _extra_from(given, blank if blank and own == blank.game else _blank(own))
    aside = [_extra_from(each, _blank(each.get("game"))) for each in values.get("aside", ())]
    names = _NAMES.union(extra.values() if extra else (), ("game",))
    rest = {name: value for name, value in values.items() if name not in names}
    return replace(won, extra=extra, aside=tuple([each for each in aside if each]), rest={**won.rest, **rest})


_NAMES: Final = frozenset(each.name for each in fields(Circumstances))


def _blank(game: object) -> Extra | None:
    found = BOOKS.games.get(game) if isinstance(game, str) else None
    return found.blank if found else None


def _extra_from(given: Mapping[str, Any], blank: Extra | None) -> Extra | None:
    """Return what one game alone knows, of the values with its names."""
    if blank is None:
        return None
    return msgspec.convert({name: given[name] for name in blank.values() if name in given}, type(blank))


def edit_from(edit: AnyEdit, values: Mapping[str, Any], game: Game) -> AnyEdit:
    """Return an edit with the circumstances of one game, as its plain JSON values have them.

    Args:
        edit: The edit without them.
        values: The values.
        game: The game.

    Raises:
        msgspec.ValidationError: The game has no such circumstances, or no game knows luck that is ruled out.
    """
    if not isinstance(edit, SetCircumstances | SetDeal):
        return edit
    won = replace(won_from(values["won"], game.blank), rest={})
    strange = set(won.ruled_out) - set(game.luck)  # it may be of the rules before
    if strange and not strange <= set().union(*[game.luck for game in BOOKS.games.values()]):
        raise msgspec.ValidationError(f"ruled_out has luck that no game knows: {won.ruled_out}")
    return cast(AnyEdit, msgspec.structs.replace(edit, won=won))


def effect_from(value: Any) -> Effect:
    """Return the effect of a change from plain JSON values.

    Raises:
        msgspec.MsgspecError: The values are no effect.
    """
    stored = msgspec.convert(value, _Effect)
    return Effect(stored.kind, about_from(stored.about))


def to_kept(hand: TableHand, table: int) -> KeptHand:
    """Return a hand for storage.

    Args:
        hand: The hand.
        table: Number of the table where it was laid.
    """
    return KeptHand(
        hand.id,
        table,
        hand.number,
        hand.at.isoformat(),
        hand.photo,
        reading_to_text(hand.reading, hand.order),
        state_to_text(hand.laid),
        tuple(map(change_to_text, hand.changes)),
        hand.hidden,
        sent=hand.sent,
    )


def from_kept(kept: KeptHand) -> TableHand:
    """Return the hand that `to_kept` stored.

    Raises:
        Exception: One of `webui.records.values.UNREADABLE`: it is damaged, or was written by another version.
    """
    reading, order = reading_from_text(kept.reading)
    laid = state_from_text(kept.state)
    return TableHand(
        kept.id,
        datetime.fromisoformat(kept.at),
        laid,
        outcome(laid),
        reading,
        tuple(map(_change, kept.changes)),
        order,
        kept.photo,
        kept.number,
        kept.hidden,
        kept.sent,
    )


def change_to_text(change: HandChange) -> str:
    """Return a change for storage."""
    values = {each.name: getattr(change, each.name) for each in fields(change)}
    return to_text(values | {"before": plain_state(change.before)})


def _change(text: str) -> HandChange:
    values: dict[str, Any] = msgspec.json.decode(text)
    return HandChange(
        values["number"],
        datetime.fromisoformat(values["at"]),
        cast(By, values["by"]),
        effect_from(values["effect"]),
        state_from(values["before"]),
        values["undoes"],
        values.get("id", ""),
        Signed(**values.get("signed", {})),
    )


def about_from(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a kind from plain JSON values."""
    return {name: _tupled(value) for name, value in values.items()}


def _tupled(value: Any) -> Value:
    return tuple(_tupled(each) for each in value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    import numpy as np  # here alone: a state as it is stored has none of its numbers, and a command would load it

    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(type(value).__name__)
