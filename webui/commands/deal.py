"""`tableside deal`: whole deals from a file, settled act by act."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from scoring.errors import ScoringError
from scoring.games.deal import DealError, SettledDeal
from scoring.games.game import RuleBook, book_of
from scoring.rules import rule_book
from webui.base.text import decode
from webui.games.view import view_of_game
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.terminal.language import lang_option, of_game, said

_FREE = "none"
"""The answer to a switch that JSON gives as null."""


@click.command("deal")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a deal.")
@lang_option
def command(file: str, as_json: bool, words: Messages) -> None:
    """Settle the deals of a file: who pays whom for each act, and who deals next.

    FILE is JSON, a deal or a list of deals; - is standard input. A deal names its rules as preset, what they answer
    otherwise as switches, the dealer, and its acts in order:

    \b
        {"preset": "NAME", "dealer": "E", "void": {"E": "m", "S": "p"},
         "acts": [{"act": "kong", "seat": "E", "kind": "concealed", "tile": "1s"},
                  {"act": "won", "from": "E", "wins": [{"seat": "S", "fan": 2}]}]}
    """
    wrong = False
    for number, given in enumerate(_deals(file, words), 1):
        try:
            book = _book(given)
            words = of_game(book.game.id)
            settled = book.game.settle(given, book)
            if settled is None:
                raise DealError("no-deals", rules=book.title)
        except ScoringError as error:
            wrong = True
            message = wording.error(words, error)
            if as_json:
                click.echo(json.dumps({"error": error.kind, "about": error.about, "message": message}))
            click.echo(words("Deal %(number)d: %(message)s", {"number": number, "message": message}), err=True)
            continue
        click.echo(_json(settled) if as_json else "\n".join(_said(number, settled, book, words)))
    if wrong:
        sys.exit(1)


def _deals(file: str, words: Messages) -> Iterator[Mapping[str, Any]]:
    """Yield the deals of a file; end the command if it cannot be read."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        found = json.loads(decode(content))
    except OSError as error:
        about = {"file": file, "reason": error.strerror}
        raise click.ClickException(said("%(file)s cannot be read (%(reason)s): check the path.", about)) from error
    except (ValueError, RecursionError) as error:
        raise click.ClickException(wording.error(words, DealError("deal-file"))) from error
    deals = found if isinstance(found, list) else [found]
    if not all(isinstance(each, dict) for each in deals):
        raise click.ClickException(wording.error(words, DealError("deal-file")))
    yield from deals


def _book(given: Mapping[str, Any]) -> RuleBook:
    """Return the rules of a deal.

    Raises:
        UnknownRulesError: No preset has the name.
        RulingError: A switch or its answer is unknown.
    """
    book = rule_book(str(given.get("preset", "")))
    switches = given.get("switches") or {}
    if not switches:
        return book
    table = {"name": book.name, "title": book.title, "base": book.base, "source": book.source}
    if isinstance(switches, dict):
        switches = {switch: _FREE if answer is None else answer for switch, answer in switches.items()}
    return book_of(book.game, book.game.changed(book.base, {**table, "switches": switches}), book.base)


def _json(settled: SettledDeal) -> str:
    """Return a deal as JSON; `open` are the winners whose hands are not counted yet."""
    shown: dict[str, Any] = {
        "payments": settled.payments,
        "penalties": settled.penalties,
        "next_dealer": settled.next_dealer,
        "over": settled.over,
        "steps": settled.changes,
        "remarks": [
            {"act": number, "kind": remark.kind, "about": dict(remark.about)}
            for number, step in enumerate(settled.steps, 1)
            for remark in step.remarks
        ],
    }
    shown |= settled.left
    return json.dumps(shown | ({"open": settled.open} if settled.open else {}), ensure_ascii=False)


def _said(number: int, settled: SettledDeal, book: RuleBook, words: Messages) -> Iterator[str]:
    yield words("Deal %(number)d: %(message)s", {"number": number, "message": wording.rules(words, book)})
    yield from [f"  {line}" for line in view_of_game(book.game.id).deal(words, settled)]
    paid = [f"{wording.wind(words, seat)} {wording.amount(points)}" for seat, points in settled.payments.items()]
    yield "  " + words("Gains and losses") + words(": ") + words(", ").join(paid)
    if settled.open:
        seats = words(", ").join([wording.wind(words, seat) for seat in settled.open])
        yield "  " + words("Not counted yet: the hands of %(seats)s", {"seats": seats})
    next_dealer = {"seat": wording.wind(words, settled.next_dealer)}
    yield "  " + (words("Next dealer: %(seat)s", next_dealer) if settled.over else words("The deal goes on."))
