"""Orders of referees of a hall to the devices of tables, as plain JSON."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from scoring.match.records import Role
from scoring.rules import DEFAULT
from webui.games.view import view_of_game
from webui.hall.remote_commands import refused
from webui.hand.serialization import effect_from
from webui.messages import N_, Messages
from webui.messages import acts as act_words
from webui.messages import hand as hand_words
from webui.messages.errors import web_error_said
from webui.messages.game import GameMessages, in_game
from webui.records.remote_commands import OrderKind, RemoteCommand
from webui.records.sync.leases import devices
from webui.records.values import read_or
from webui.serializers.games import MatchOfGame
from webui.table.tables import Tables

AWAY: Final = 15.0
"""Seconds without a sign of life after which a device counts as offline; it gives one every five."""


class OrderShown(MatchOfGame, frozen=True):
    """An order to the device of a table, with the fields that the game of its match adds.

    `says` is what it does, for a change of a laid hand its effect with tiles as codes. `refused` is the reason why the
    device did not follow it, and `away` the seconds since the device was last heard of.
    """

    id: str
    table: int
    kind: OrderKind
    act: Mapping[str, Any]
    says: str
    who: str
    role: Role
    when: str
    refused: str | None
    away: int | None


def orders_json(tables: Tables, words: Messages, table: int | None = None) -> list[OrderShown]:
    """Return the orders not followed yet or refused, the oldest first, of one table or of all."""
    records = tables.records
    if not records.shared:
        return []
    found, heard = records.orders.undone(), devices(records.database)
    asked = [each for each in found if table is None or each.table == table]
    shown = [read_or(None, lambda each: _order_json(each, heard, tables, words), each) for each in asked]
    return [each for each in shown if each]  # without those that a table's device damaged


def _act(command: RemoteCommand) -> Mapping[str, Any]:
    """Return the act; of one that removes a name, only the name that replaces it."""
    erases = command.kind == "erase" or command.act.get("type") == "Erased"
    return {"type": "Erased", "name": command.act.get("name", "")} if erases else command.act


def _says(command: RemoteCommand, words: GameMessages) -> str:
    """Return what an order does, as a sentence; of a change of a laid hand its effect, with tiles as codes."""
    match command.kind:
        case "erase":
            return words(N_("A player's name is removed"))
        case "step":
            return words(N_("A step of the replay is corrected"))
        case "hide":
            return words(N_("A hand is deleted")) if command.act["hidden"] else words(N_("A hand is restored"))
        case "change":
            effect = command.act.get("effect")
            if not effect:
                return ""
            return hand_words.effect(words, effect_from(effect), command.act["change"]["do"] == "undo")
    return act_words.said_of(words, _act(command))


def _order_json(command: RemoteCommand, heard: Mapping[int, float], tables: Tables, words: Messages) -> OrderShown:
    why, since, table = refused(command), heard.get(command.table), tables.get(command.table)
    match = table.matches.current if table else None
    return OrderShown(
        extra=view_of_game(match.match.rules.game.id).added.match() if match else UNSET,
        id=command.id,
        table=command.table,
        kind=command.kind,
        act=_act(command),
        says=_says(command, in_game(words, match.match.rules.name if match else DEFAULT)),
        who=command.who,
        role=command.role,
        when=command.at,
        refused=web_error_said(words, why) if why else None,
        away=round(since) if since is not None and since > AWAY else None,
    )
