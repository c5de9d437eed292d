"""The reports of an event in one zip: tables, all sheets, and a web page that needs no server.

`web/` may be published: it has names, results and penalties, photos of hands whose winners allow it, and replays of
matches whose players all allow it. The files beside it, with fees and numbers of associations, are for the organisers.
"""

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from scoring.match.event import Event
from scoring.match.year import statistics
from vision.errors import VisionError
from webui.base.text import BOM
from webui.exports.event import (
    corrected_table,
    ema_workbook,
    pantheon_script,
    players_table,
    recounted_table,
    rounds_table,
    seating_table,
    teams_table,
)
from webui.exports.replays import replays
from webui.exports.sheets import TEMPLATES, sheets_of, template
from webui.exports.spreadsheet import Cell, to_csv
from webui.exports.year import statistics_table
from webui.hall.results import Results
from webui.hall.year import event_matches
from webui.messages import Messages, dates
from webui.messages import scoring as wording
from webui.messages.game import in_game
from webui.records.errors import RecordsError
from webui.records.followed import FollowedStore
from webui.records.store import Storage

_STYLES: Final = TEMPLATES.parent / "static"

_BEST_HANDS: Final = 12
"""Hands of the most points on the page. More make the page long and the zip large; fewer leave out good ones."""

_PHOTO_SIDE: Final = 1280
"""Longer side of a published photo in pixels. More lets readers see single scratches; less blurs the tiles."""


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A table of a page: its id, title, rows with the headings first, and the column that stays as it scrolls."""

    id: str
    name: str
    rows: Sequence[Sequence[Cell]]
    of: int


@dataclass(frozen=True, slots=True)
class BestHand:
    """A hand of many points, with the name of its photo in the zip, or "" without one."""

    round: int
    table: int
    hand: int
    winner: str
    points: str
    photo: str


def reports_zip(found: Results, records: Storage, words: Messages) -> bytes:
    """Return all reports of an event as a zip.

    Args:
        found: The results of the rounds that count.
        records: The database, for photos and followed deals.
        words: The language.
    """
    event = found.kept.event
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        figures = players_statistics(found, records.followed, words)
        tables = {
            "results.csv": rounds_table(found, words),
            "teams.csv": teams_table(found, words) if found.teams else [],
            "seating.csv": seating_table(event, words),
            "players.csv": players_table(event, words),
            "penalties.csv": penalties_table(found, words),
            "corrected.csv": late if len(late := corrected_table(found, words)) > 1 else [],
            "statistics.csv": figures,
            "fees.csv": fees_table(event, words),
        }
        for name, table in tables.items():
            if table:
                archive.writestr(name, BOM + to_csv(table).encode())
        archive.writestr("results-ema.xlsx", ema_workbook(found, words))
        archive.writestr("fees.html", fees_html(event, words))
        archive.writestr("seating-pantheon.txt", pantheon_script(event))
        best, photos = _best_hands(found, records.photos.read, words)
        deals = _replays(found, records, words)
        archive.writestr("web/index.html", page_html(found, best, figures, tuple(deals), words))
        archive.writestr("web/sheets.html", sheets_page(found, words))
        for name, data in photos.items():
            archive.writestr(zipfile.ZipInfo(f"web/{name}"), data)
        for name, text in deals.items():
            archive.writestr(f"web/{name}", text)
    return out.getvalue()


def page_html(
    found: Results,
    best: Sequence[BestHand],
    figures: Sequence[Sequence[Cell]],
    replays: Sequence[str],
    words: Messages,
) -> str:
    """Return the results as one HTML page for phones, which loads nothing but its photos.

    Args:
        found: The results.
        best: The hands of the most points.
        figures: The statistics of the players.
        replays: Names of the files of followed deals.
        words: The language.
    """
    event = found.kept.event
    late = corrected_table(found, words, partial(dates.moment, words))
    parts = [
        ReportPart("results", words("Results"), _totals_first(found, rounds_table(found, words)), 1),
        ReportPart("teams", words("Teams"), teams_table(found, words) if found.teams else [], 1),
        ReportPart("statistics", words("Statistics"), figures, 0),
        ReportPart("penalties", words("Penalties"), penalties_table(found, words), 3),
        ReportPart("seating", words("Seating"), seating_table(event, words, shown=True), 1),
        ReportPart("corrected", words("Corrected after publication"), late, 3),
        ReportPart("recounted", words("Counted anew"), recounted_table(found, words), 2),
    ]
    return _page(event, parts, best, "sheets.html", words, replays)


def sheets_page(found: Results, words: Messages) -> str:
    """Return the sheets of all matches as one HTML page for phones, beside that of the results, which loads nothing."""
    event = found.kept.event
    return template("reportsheets.html", words).render(
        lang=words.tag,
        style=_style("layout.css", "player.css", "reportpage.css", "handsheet.css", "reportsheets.css"),
        about=event.opened,
        rules=wording.rules_played(words, event.rules),
        sheets=[*sheets_of(found, words)],  # listed, then shown
    )


def fees_html(event: Event, words: Messages) -> str:
    """Return the entry fees as one HTML page that prints, for the organisers."""
    heads, *rows = fees_table(event, words)
    written = [[f"{cell:.2f}" if isinstance(cell, float) else cell for cell in row] for row in rows]
    marked = [[*row[:-1], "✓" if row[-1] else ""] for row in written]
    return _page(event, [ReportPart("fees", words("Fees"), [heads, *marked], 1)], (), "", words)


def _page(
    event: Event,
    parts: Sequence[ReportPart],
    best: Sequence[BestHand],
    sheets: str,
    words: Messages,
    replays: Sequence[str] = (),
) -> str:
    about = event.opened
    return template("reports.html", words).render(
        lang=words.tag,
        style=_style("reportpage.css"),
        about=about,
        rules=wording.rules_played(words, event.rules),
        parts=[_filled(part) for part in parts if len(part.rows) > 1],
        best=best,
        sheets=sheets,
        replays=replays,
    )


def _totals_first(found: Results, rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Return the ranking with the totals beside the names, where a phone shows them, and the rounds after them."""
    rounds = 4 + 2 * len(found.rounds)
    return [[row[0], row[2], *row[rounds:], *row[4:rounds], row[1], row[3]] for row in rows]


def _filled(part: ReportPart) -> ReportPart:
    """Return a table without its empty columns, such as that of teams if there are none."""
    columns = [n for n in range(len(part.rows[0])) if n == part.of or any(row[n] != "" for row in part.rows[1:])]
    return replace(part, rows=[[row[n] for n in columns] for row in part.rows], of=columns.index(part.of))


def players_statistics(found: Results, store: FollowedStore, words: Messages) -> list[list[Cell]]:
    """Return the statistics of all who sat at a table, by place, then by name."""
    rank = {row.player: row.rank for row in found.players}
    of_games = statistics(event_matches(found.kept.event, found.matches, store))
    figures = [each for game in of_games.values() for each in game]
    return statistics_table(sorted(figures, key=lambda each: rank.get(each.player, len(rank) + 1)), words)


def penalties_table(found: Results, words: Messages) -> list[list[Cell]]:
    """Return the penalties of all matches, with who gets their amounts."""
    heads = [words("Round no."), words("Table"), words("Hand"), words("Name"), words("Offence"), words("Amount")]
    rows: list[list[Cell]] = [[*heads, words("Goes to")]]
    to = {"paid": words("the other players"), "deducted": words("nobody")}
    after = to | {"deducted": words("nobody, from the result")}
    for (round, table), match in sorted(found.matches.items()):
        goes = after if match.match.body.deducted_after else to
        rows += [
            [
                round,
                table,
                wording.hand_of(words, match.match, fine),
                fine.player,
                wording.fine(words, fine),
                fine.amount,
                goes[fine.flow],
            ]
            for fine in match.match.fines
        ]
    return rows


def fees_table(event: Event, words: Messages) -> list[list[Cell]]:
    """Return the fee due and paid of each player, in the currency of the event, with totals."""
    heads = [words("No."), words("Name"), words("Due"), words("Paid"), words("Open"), words("Currency")]
    rows: list[list[Cell]] = [[*heads, words("Withdrawn")]]
    due = paid = 0
    for number, each in sorted(event.entrants.items()):
        fee = event.fee(number)
        due, paid = due + fee, paid + each.paid
        gone = "" if each.withdrawn is None else 1
        rows.append([number, each.person.name, *_amounts(fee, each.paid), event.opened.currency, gone])
    rows.append(["", words("Total"), *_amounts(due, paid), event.opened.currency, ""])
    return rows


def _amounts(due: int, paid: int) -> list[Cell]:
    return [due / 100, paid / 100, (due - paid) / 100]


def _best_hands(
    found: Results, photo: Callable[[str], bytes], words: Messages
) -> tuple[list[BestHand], dict[str, bytes]]:
    """Return the hands of the most points, and the photos of those whose winners allow it, by name in the zip."""
    allowed, game = _allowing(found), in_game(words, found.kept.event.rules.name)
    wins = [
        (-won.points, round, table, hand.number, winner, won.photo)
        for (round, table), match in found.matches.items()
        for hand in match.match.hands
        for winner, won in hand.won.items()
    ]
    best: list[BestHand] = []
    photos: dict[str, bytes] = {}
    for points, round, table, number, winner, sha256 in sorted(wins)[:_BEST_HANDS]:
        name = ""
        if sha256 and winner in allowed and (data := _small(photo, sha256)):
            name = f"photos/round{round}-table{table}-hand{number}.jpg"
            photos[name] = data
        best.append(BestHand(round, table, number, winner, game.points(-points), name))
    return best, photos


def _allowing(found: Results) -> set[str]:
    """Return the names of the players who allow published photos."""
    return {each.person.name for each in found.kept.event.entrants.values() if each.person.photos}


def _replays(found: Results, records: Storage, words: Messages) -> dict[str, str]:
    """Return the files of followed deals by name in the zip, of matches whose players all allow published photos, and
    as strangers may see them."""
    allowed = _allowing(found)
    return {
        f"replays/round{round}-table{table}-{name}": text
        for (round, table), match in sorted(found.matches.items())
        if allowed.issuperset(match.match.players)
        for name, text in replays(records, match, words, "late").items()
    }


@cache
def _style(*own: str) -> str:
    """Return the style of a page, with the colours, sizes and resets that all pages of the program share."""
    tokens, dark, reset, *rest = (
        (_STYLES / name).read_text(encoding="utf-8") for name in ("tokens.css", "dark.css", "reset.css", *own)
    )
    return f"{tokens}@media screen {{ @media (prefers-color-scheme: dark) {{\n{dark}}} }}\n{reset}{''.join(rest)}"


def _small(photo: Callable[[str], bytes], sha256: str) -> bytes | None:
    """Return a photo at the size of a page, without its metadata, or None if it cannot be had."""
    from vision.image import open_image
    from webui.hand.pictures import jpeg

    try:
        return jpeg(open_image(photo(sha256)), _PHOTO_SIDE)
    except (RecordsError, VisionError):
        return None
