"""`tableside match new`: seats the players in a new file of records."""

from pathlib import Path

import click

from scoring.errors import UnknownRulesError
from scoring.match.course import all_bodies, usual_body
from scoring.match.effects import MOST_HANDS
from scoring.match.errors import Refusal
from scoring.match.match import fold
from scoring.match.records import Role, Seated
from scoring.rules import BOOKS
from webui.commands.match.files import create, fail, now, refuse
from webui.commands.match.options import file_argument, role_option, who_option
from webui.commands.options import printable, rules_option
from webui.messages import N_, Messages
from webui.messages import scoring as wording
from webui.terminal.language import lang_option, of_game, said


@click.command("new")
@file_argument
@click.option("--players", required=True, metavar="A,B,C,D", help="Names: East, South, West, North of the first hand.")
@rules_option
@click.option(
    "--body", type=click.Choice(list(all_bodies())), help="Regulations of the match. [default: the rules' own]"
)
@click.option(
    "--hands",
    type=click.IntRange(0, MOST_HANDS),
    help="Hands of the match; 0 for no end, under rules where the dealer may deal again. [default: the regulations']",
)
@click.option("--stake", metavar="AMOUNT", help="What a point is worth in money, such as 0.5.")
@click.option("--currency", default="", help="The money of the stake, such as $.")
@who_option
@role_option
@lang_option
def new(
    file: Path,
    players: str,
    rules: str,
    body: str | None,
    hands: int | None,
    stake: str | None,
    currency: str,
    who: str | None,
    role: Role,
    words: Messages,
) -> None:
    """Begin a match in a new file.

    The file of a tournament's own rules is kept with the records, so that they say by themselves what they were
    counted under.
    """
    names = tuple(name.strip() for name in players.split(","))
    try:
        own, words = usual_body(BOOKS[rules]).id, of_game(BOOKS[rules].game.id)
    except UnknownRulesError as error:
        fail(wording.refusal(words, Refusal("unknown-rules", error.about)))
    count = BOOKS[rules].play.players
    if len(names) != count:
        three, four = N_("Give three names with commas between them."), N_("Give four names with commas between them.")
        raise click.BadParameter(said(three if count == 3 else four), param_hint="--players")
    record = now(Seated(names, rules, body or own, hands, stake, currency), who, role)
    refuse(fold([record]), 1, words)
    about = {"file": printable(file)}
    try:
        create(file, record, BOOKS[rules].text)
    except FileExistsError:
        fail(words("%(file)s exists already: give the new match a file of its own.", about))
    except OSError as reason:
        about["reason"] = str(reason.strerror)
        fail(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))
    click.echo(words("The match is recorded in %(file)s.", about))
