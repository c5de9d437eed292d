"""The functions of the desk as commands: events, the draw, rounds, results."""

import json
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource
from msgspec import structs
from uuid_utils.compat import uuid7

from scoring.match.errors import SeatingError
from scoring.match.event import Event
from scoring.match.event_acts import Carry, Released, SeatingDrawn, Started
from webui.base.text import decode, visible
from webui.commands.data import data_option, storage_options
from webui.commands.hall.events import event_argument, opened, player_number, who_option
from webui.commands.match.seating import text_of
from webui.commands.options import db_option
from webui.hall.pairing import begin_stage, draw_by_standing, repeated
from webui.hall.reasons import reasons
from webui.hall.results import released as released_results
from webui.hall.results import results as all_results
from webui.messages import Messages
from webui.messages import scoring as wording
from webui.messages.acts import said_of_event
from webui.messages.hall import NEXT_ROUND
from webui.serializers.encoding import plain
from webui.serializers.hall import quality_json, reasons_said, summary_json
from webui.serializers.standings import standings_json
from webui.terminal.language import lang_option


@click.command("events")
@data_option
@db_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@lang_option
def events(data: Path, db: str | None, as_json: bool, words: Messages) -> None:
    """List the events, the newest first."""
    with opened(data, db) as hall:
        for kept in hall.events():
            about = plain(summary_json(kept))
            said = words("%(event)d  %(name)s: %(players)d players, round %(started)d of %(rounds)d", about)
            click.echo(json.dumps(about, ensure_ascii=False) if as_json else said)


@click.command("draw")
@event_argument
@click.option("--since", type=click.IntRange(1), default=1, show_default=True, help="The first round that is drawn.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Another seed gives another seating.")
@click.option(
    "--script",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Seat by this list of tables with the names of their players (text, CSV, XLSX), or by this script of "
    "Pantheon: a line 7-2-1-8 a table, a blank line between rounds.",
)
@click.option(
    "--sit-outs",
    is_flag=True,
    help="Let players sit out in turn who fill no table; who misses a round has no place in it.",
)
@click.option(
    "--by",
    type=click.Choice(["lot", "standing", "place"]),
    default="lot",
    show_default=True,
    help="The standing draws the next round alone: neighbours in the ranking who have not met; place seats the first "
    "of the ranking at one table, the next at the next, and so on, whoever met before.",
)
@click.option("--clubs-meet", is_flag=True, help="Let players of one club meet in a draw by the standing.")
@click.option("--held", is_flag=True, help="Keep it at the desk until `hall publish`, or until the round begins.")
@click.option("--look", is_flag=True, help="Print the seating, and record nothing.")
@click.option("--force", is_flag=True, help="Leave players out whom the script does not seat.")
@who_option
@storage_options
def draw(
    event: int,
    since: int,
    seed: int,
    script: Path | None,
    sit_outs: bool,
    by: str,
    clubs_meet: bool,
    held: bool,
    look: bool,
    force: bool,
    who: str,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Draw the seating of all rounds, or of those from --since on; the next one --by standing or place; or read it from
    --script.

    A script numbers the players from 1 in the order of their numbers; a list has their names or own numbers.
    """
    if by != "lot":
        asked = click.get_current_context().get_parameter_source
        for option in ("since", "seed", "script"):
            if asked(option) is not ParameterSource.DEFAULT:
                named = {"option": option}
                raise click.UsageError(words("Leave out --%(option)s: the standing draws the next round alone.", named))
    listed = _listed(script, words) if script else ""
    with opened(data, db) as hall:
        rounds = hall.get(event).event.opened.rounds
        if since > rounds:
            raise click.BadParameter(words("The event has %(rounds)d rounds", {"rounds": rounds}), param_hint="--since")
        try:
            if script:
                from webui.hall.prescribed import read_seating  # which weighs encodings

                act = read_seating(hall, event, listed, since)
            elif by != "lot":
                act = draw_by_standing(hall, event, sit_outs, by == "place", clubs_meet)
            else:
                act = (hall.draw_in_turn if sit_outs else hall.draw)(event, seed, since)
        except SeatingError as error:
            raise click.ClickException(wording.error(words, error)) from error
        if look:
            from webui.exports.event import seating_table  # which know all games; the other commands need none of them
            from webui.exports.spreadsheet import aligned

            drawn = hall.get(event).check(act)
            rows = seating_table(drawn, words)
            shown = [rows[0], *(row for row in rows[1:] if isinstance(row[0], int) and row[0] >= since)]
            click.echo("\n".join(aligned([[visible(str(cell)) for cell in row] for row in shown], left=True)))
            click.echo(words("Nothing was recorded: leave out --look to do it"))
            return
        hall.record(event, uuid7(), structs.replace(act, held=held), who, "desk", words(NEXT_ROUND) if force else "")
        if act.places:
            found = hall.get(event).event
            said = reasons_said(found, reasons(found)[act.since], words)
            click.echo("\n".join([_by_standing(found, act, words), *said]))
            return
        quality = quality_json(hall.get(event).event)
        about = {"tables": len(act.rounds[0]), "rounds": len(act.rounds), "repeats": quality.repeats if quality else 0}
        click.echo(words("Drawn: %(rounds)d rounds of %(tables)d tables, repeated meetings: %(repeats)d", about))


def _listed(file: Path, words: Messages) -> str | bytes:
    """Return a script as text, and a workbook, or a text in another encoding, as its bytes."""
    try:
        data = b"" if str(file) == "-" else file.read_bytes()
        decode(data)
    except OSError:
        return text_of(file, words)  # which says why
    except UnicodeDecodeError:
        return data
    return text_of(file, words)


def _by_standing(event: Event, act: SeatingDrawn, words: Messages) -> str:
    """Return what a draw by the standing came to: its repeated meetings, and each table with places and names."""
    about = {"round": act.since, "repeats": repeated(event, act.since)}
    lines = [words("Round %(round)d drawn by the standing, repeated meetings: %(repeats)d", about)]
    for table, (game, places) in enumerate(zip(act.rounds[0], act.places[0], strict=True), 1):
        seated = [f"{place} {event.name(player)}" for player, place in zip(game, places, strict=True)]
        lines.append(words("Table %(table)d: %(players)s", {"table": table, "players": words(", ").join(seated)}))
    return "\n".join(lines)


@click.command("stage")
@event_argument
@click.argument("best", type=click.IntRange(1))
@click.option(
    "--carry",
    type=click.Choice(get_args(Carry)),
    default="all",
    show_default=True,
    help="Points that they bring into the stage.",
)
@click.option("--name", default="", help="Name of the stage, such as Final.")
@click.option(
    "--with",
    "chosen",
    multiple=True,
    metavar="PLAYER",
    help="One of several equal players at the cut who goes on, by lot; may be repeated.",
)
@who_option
@storage_options
def stage(
    event: int,
    best: int,
    carry: Carry,
    name: str,
    chosen: tuple[str, ...],
    who: str,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Let the BEST players of the ranking go on: from the next round on they alone are drawn, and rank first.

    Rounds drawn already lose their seating. Equal at the end of the stage, the better place before it decides.

    \b
        tableside hall stage 1 16 --carry half
        tableside hall draw 1 --by standing
        tableside hall stage 1 4 --carry none --name Final
        tableside hall draw 1 --by place
    """
    with opened(data, db) as hall:
        found = hall.get(event).event
        numbers = [player_number(found, each) for each in chosen]
        try:
            act = begin_stage(hall, event, best, carry, name.strip(), numbers)
        except SeatingError as error:
            raise click.ClickException(wording.error(words, error)) from error
        hall.record(event, uuid7(), act, who, "desk")
        click.echo(said_of_event(words, act, found))
        for place, player in zip(act.places, act.players, strict=True):
            click.echo(f"{place:3}  {found.name(player)}")


@click.command("start")
@event_argument
@click.argument("round_", metavar="ROUND", type=click.IntRange(1))
@click.option("--force", is_flag=True, help="Begin it while matches are being played; they end as they stand.")
@who_option
@storage_options
def start(event: int, round_: int, force: bool, who: str, data: Path, db: str | None, words: Messages) -> None:
    """Begin a round: a match at every table."""
    with opened(data, db) as hall:
        hall.record(event, uuid7(), Started(round_), who, "desk", words(NEXT_ROUND) if force else "")
        about = {"round": round_, "tables": len(hall.get(event).event.rounds[round_].players)}
        click.echo(words("Round %(round)d begins at %(tables)d tables", about))


@click.command("release")
@event_argument
@click.argument("round_", metavar="ROUND", type=click.IntRange(1))
@click.option("--force", is_flag=True, help="Publish it although matches of it are being played.")
@who_option
@storage_options
def release(event: int, round_: int, force: bool, who: str, data: Path, db: str | None, words: Messages) -> None:
    """Publish the results of a round, once its matches are over."""
    with opened(data, db) as hall:
        hall.record(event, uuid7(), Released(round_), who, "desk", words(NEXT_ROUND) if force else "")
        click.echo(words("The results of round %(round)d are published", {"round": round_}))


@click.command("results")
@event_argument
@click.option("--released", "only_released", is_flag=True, help="Published rounds only.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@storage_options
def results(event: int, only_released: bool, as_json: bool, data: Path, db: str | None, words: Messages) -> None:
    """Print the ranking after the matches that are over."""
    from webui.exports.spreadsheet import aligned  # which know all games; the other commands need none of them
    from webui.exports.standings import standings_table

    with opened(data, db) as hall:
        kept = hall.get(event)
        found = released_results(hall, kept) if only_released else all_results(hall, kept)
        unit = kept.event.body.unit
        if as_json:
            shown = plain(standings_json(found.players, found.mers, unit))
            click.echo(json.dumps({"standings": shown}, ensure_ascii=False))
            return
        click.echo("\n".join(aligned(standings_table(found.players, found.by, found.mers, words, unit))))
        for each in found.stages:
            click.echo(said_of_event(words, each, kept.event))
