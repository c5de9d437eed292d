"""`tableside match show` and `export`: the hand sheet of a match."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from scoring.match.payers import Mispaid, mispaid
from scoring.match.records import Role, Won
from scoring.match.state import Match
from webui.base.text import BOM, local_time
from webui.commands.match.files import note, save
from webui.commands.match.sources import source, source_options
from webui.commands.options import printable
from webui.exports.spreadsheet import sheet_lines, sheet_table, to_csv
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.match import BY_THE_HAND, terms
from webui.serializers.sheet import hand_sheet_json
from webui.terminal.language import lang_option, of_game
from webui.terminal.output import write_bytes, write_csv


def sheet_text(match: Match, words: Messages) -> str:
    """Return the hand sheet as text: a line for each hand with signs, points and totals, then the rest of the sheet."""
    rules = words("Rules: %(rules)s", {"rules": wording.rules_played(words, match.rules)})
    out = [*sheet_lines(match, words), rules, *terms(words, match)]
    if match.fines:
        out.append(words("Penalties") + words(":"))
    for fine in match.fines:
        about: Mapping[str, Any] = {
            "record": fine.record,
            "hand": fine.hand,
            "says": wording.fined(words, match, fine),
        }
        if match.on_paper(fine):
            out.append("  " + words("record %(record)d, on paper, %(says)s", about))
        else:
            out.append("  " + words("record %(record)d, hand %(hand)d, %(says)s", about))
    if match.departures:
        out.append(words("Who plays") + words(":"))
    for each in match.departures:
        seen = {"record": each.record, "hand": each.hand, "says": wording.departure(words, each)}
        out.append("  " + words("record %(record)d, hand %(hand)d: %(says)s", seen))
    if match.appeals:
        out.append(words("Appeals") + words(":"))
    for appeal in match.appeals:
        about = {
            "record": appeal.record,
            "hand": appeal.hand,
            "when": local_time(appeal.when),
            "appeal": wording.appeal(words, appeal, match.is_late(appeal)),
        }
        if appeal.hand is None:
            line = words("record %(record)d, %(when)s, a hand that was undone, %(appeal)s", about)
        else:
            line = words("record %(record)d, %(when)s, hand %(hand)d, %(appeal)s", about)
        out.append(f"  {line}")
    if match.appeals_until:
        until = {"when": local_time(match.appeals_until.isoformat())}
        out.append(words("Appeals may be handed in until %(when)s.", until))
    return "\n".join(out)


@click.command("show")
@source_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def show(
    file: Path | None,
    data: Path | None,
    db: str | None,
    table: int,
    number: int | None,
    as_json: bool,
    words: Messages,
) -> None:
    """Print the match sheet: players and hands, running totals, table points, penalties, appeals.

    Without FILE it is that of the match that the server plays. Signs are those of the rule book's sheet: ▲ dealer,
    — discarder, + self-drawn, ○ drawn hand, ✓ false win, ✗ warning; ◆ is an approved hand, ✎ a corrected one.
    """
    with source(file, data, db, table, number, words) as found:
        match, words = found.match, of_game(found.match.rules.game.id)
    click.echo(json.dumps(hand_sheet_json(match, words), ensure_ascii=False) if as_json else sheet_text(match, words))
    for refused, refusal in match.refused.items():
        about = {"number": refused, "why": wording.refusal(words, refusal)}
        note(words("Record %(number)d does not count: %(why)s", about))
    roles = {entry.number: entry.role for entry in found.records}
    for each in mispaid(match):
        note(wording.mispaid(words, each))
        if file:
            role = roles[each.record] if each.hand.approved is None else "referee"
            click.echo(words("To correct it: %(command)s", {"command": _correction(file, each, role)}), err=True)
        else:
            note(words("Correct it on the page of the sheet."))


def _correction(file: Path, found: Mispaid, role: Role) -> str:
    """Return the command that corrects the payer of a hand, with the role that it needs."""
    command = ["tableside", "match", "record", str(file), "correct", str(found.record), BY_THE_HAND]
    if isinstance(found.act, Won):
        said = {"winner": found.act.winner, "discarder": found.act.discarder or "", "points": str(found.act.points)}
        command += ["won", *(part for name, value in said.items() for part in (f"--{name}", value))]
        command += ["--hand", found.act.hand]
    else:
        command += ["claimed", found.act.claims[0].discarder or ""]
        for claim in found.act.claims:
            command += ["--claim", claim.winner, claim.hand or str(claim.points)]
    return shlex.join(command if role == "table" else [*command, "--role", role])


@click.command("export")
@source_options
@click.option("--to", "form", type=click.Choice(["csv", "json", "xlsx", "records"]), default="csv", show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A new file, in place of standard output.")
@lang_option
def export(
    file: Path | None,
    data: Path | None,
    db: str | None,
    table: int,
    number: int | None,
    form: str,
    out: Path | None,
    words: Messages,
) -> None:
    """Write the match sheet for a spreadsheet or another program, to standard output or --out.

    Without FILE it is that of the match that the server plays.
    """
    with source(file, data, db, table, number, words) as found:
        words = of_game(found.match.rules.game.id)
        if form == "csv":
            table_text = to_csv(sheet_table(found.match, words, found.records, None if file else table))
            written = BOM + table_text.encode()
        elif form == "json":
            written = json.dumps(hand_sheet_json(found.match, words), ensure_ascii=False).encode() + b"\n"
        elif form == "records":
            from webui.exports.workbook import records_table

            table_text = to_csv(records_table(found.match, found.records, words))
            written = BOM + table_text.encode()
        else:
            from webui.exports.workbook import to_xlsx

            written = to_xlsx(found.match, found.records, words, None if file else table)
    if out is None and form in ("csv", "records"):
        write_csv(table_text)
        return
    if out is None:
        write_bytes(written)
        return
    save(out, written, words)
    click.echo(words("Written: %(file)s", {"file": printable(out)}))
