// Everything of one hand of a match: the photographs, the tiles, the score, who pays what, and every record and change.

import { askReason } from "./dialogs.js";
import { actInWords } from "./acts.js";
import { appealsOfHand } from "./appeals.js";
import { listenToMatch, loadMatch, loadRecords, pageOf, recordAndTell, signed } from "./match.js";
import { drawMarks } from "./marks.js";
import { mispaid } from "./mispaid.js";
import { ask, button, fill, h, keepFocus, TABLE, tellTrouble } from "./page.js";
import { day, inSticks, recordLine } from "./records.js";
import { correctResult } from "./results.js";
import { changes, scored } from "./sheet.js";
import { image, WINDS, windName } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { _ } from "./words.js";

const root = document.getElementById("appeal");
const NUMBER = Number(root.dataset.hand);
let match = null;
let records = [];
const laid = new Map(); // the hands as they were laid, by id; null for one that is gone

async function load() {
  try {
    [match, records] = await Promise.all([loadMatch(), loadRecords()]);
    const ids = [...new Set(own().flatMap(({ act }) => laidIn(act)))];
    await Promise.all(
      ids.map(async (id) => {
        const answer = await ask("GET", `/api/hands/${id}`).catch(() => null);
        laid.set(id, answer?.hand ?? null);
      }),
    );
  } catch (trouble) {
    tellTrouble(trouble);
    return;
  }
  keepFocus(draw);
}

const hand = () => match?.hands.find(({ number }) => number === NUMBER);

/** The records of this hand: those that it rests on and whatever changes or approves them, the oldest first. */
function own() {
  if (!hand()) return [];
  const found = new Set(hand().records);
  if (hand().approved) found.add(hand().approved.record);
  for (const { number, act } of records) if (found.has(act.of)) found.add(number);
  return records.filter(({ number }) => found.has(number));
}

const laidIn = (act) => [
  ...(act.laid ? [act.laid] : []),
  ...(act.claims ?? []).flatMap(laidIn),
  ...(act.act ? laidIn(act.act) : []),
];

function draw() {
  if (!hand()) {
    fill(root, h("p.nothing", _("The match has no hand {number}.", { number: NUMBER })));
    return;
  }
  const ids = [...new Set(own().flatMap(({ act }) => laidIn(act)))];
  fill(root, heading(), seats(), appealsOfHand(match, hand(), load), ids.map(laidHand), history());
}

function heading() {
  const { number, round, outcome, winner, discarder, score, approved } = hand();
  const says = {
    won: discarder
      ? _("{winner} wins {points} from {giver}", { winner, points: score, giver: discarder })
      : _("{winner} wins {points}, self-drawn", { winner, points: score }),
    drawn: _("Drawn hand"),
    open: _("in play"),
  };
  const locked =
    approved &&
    _("Approved by {who} at {time}", { who: approved.who || ROLES[approved.role], time: clock(approved.when) });
  return h(
    "header.card",
    h(
      "div.match-head",
      h("h1", _("Hand {number}, {wind} round", { number, wind: windName(round) })),
      h(
        "nav.around",
        number > 1 &&
          h("a.button.small", { href: pageOf(`hands/${number - 1}`), "aria-label": _("The hand before") }, "‹"),
        number < match.hands.length &&
          h("a.button.small", { href: pageOf(`hands/${number + 1}`), "aria-label": _("The next hand") }, "›"),
        h("a.button.small", { href: pageOf("sheet") }, _("Sheet")),
      ),
    ),
    h("p.outcome", says[outcome] ?? ""),
    mispaid(match, load, number),
    responsible() && h("p.note", responsible()),
    locked && h("p.locked", "◆ ", locked),
    correcting(),
    h("p.facts", [_("Table {number}", { number: TABLE }), match.rules_title, match.body_title].join(" · ")),
  );
}

/** The note on a payer other than the discarder; null if the discarder pays the rest, or all pay alike anyway. */
function responsible() {
  const { number, discarder, payer, score } = hand();
  const wrong = match.mispaid.some(({ hand }) => hand === number);
  if (wrong || !discarder || payer === discarder || match.standard === null || score <= match.standard) return null;
  return payer
    ? _("{player} is responsible, who discarded the tile first.", { player: payer })
    : _("Nobody is responsible: the winner had just discarded the tile.");
}

/** The way to another result: by the laid hand where there is one, else entered. */
function correcting() {
  const { ended, laid, outcome } = hand();
  if (ended === null || outcome === "cut") return null;
  return h(
    "div.match-tools",
    laid && h("a.button.small", { href: `/hands/${laid}` }, _("Correct it by its tiles")),
    button(".small", _("Correct the result"), () => correctResult(match, hand(), load), "correct-result"),
  );
}

const ROLES = { referee: _("the referee"), desk: _("the desk"), table: _("the table") };
const clock = (iso) => `${day(iso)}, ${timeOfDay(iso)}`;

function seats() {
  const { seats, points, deducted, marks, totals, transfers } = hand();
  return h(
    "section.card.seats",
    h("h2", _("Who sat where, and what it cost")),
    h(
      "table.seats-table",
      h(
        "tbody",
        WINDS.map((wind) => {
          const name = seats[wind];
          return h(
            "tr",
            h("th", { scope: "row" }, h("span", image(wind, true), name)),
            h("td", marks[name]),
            h("td.sum", signed(points[name] - deducted[name])),
            h("td.running", `= ${totals[name]}`),
          );
        }),
      ),
    ),
    transfers.length > 0 &&
      h(
        "ul.transfers",
        transfers.map(({ payer, payee, points, sticks }) =>
          h(
            "li",
            h("span", _("{payer} pays {payee}", { payer, payee })),
            h("b", String(points)),
            h("small", inSticks(sticks)),
          ),
        ),
      ),
  );
}

/** A hand as it was laid: its photograph, its tiles, what it scores, what was changed. */
function laidHand(id) {
  const found = laid.get(id);
  if (!found)
    return h("section.card", h("p.nothing", _("The laid hand is not here any more; the record keeps its text.")));
  const svg = h("svg", { "aria-hidden": "true" });
  if (found.reading) drawMarks(svg, found.reading);
  const questions = found.open.length > 0;
  const section = h(
    "section.card.laid-hand",
    h("h2", h("a", { href: `/hands/${id}` }, _("The hand as it was laid")), h("small", ` ${clock(found.at)}`)),
    found.photo &&
      h("div.picture", h("div.frame", h("img", { src: found.photo, alt: _("The photograph of the hand") }), svg)),
    found.photo && !found.reading && h("p.note", _("The photograph was not read.")),
    found.photograph && h("p.hash", _("SHA-256 of the photo as it was sent:"), " ", h("code", found.photograph.sent)),
    tiles(found.laid),
    found.counted?.differs &&
      h(
        "p.moved",
        h("b", _("The hand was changed after it was counted.")),
        " ",
        _("The match still has what was recorded."),
      ),
    h("p.worth", worth(found)),
    found.score && scored(found.score, questions),
    found.text && h("p.text", h("code", found.text)),
    changes(found),
  );
  for (const part of section.querySelectorAll("details")) {
    part.removeAttribute("id"); // a hand of the match may have several laid hands
    part.open = true;
  }
  return section;
}

function worth({ score, problem, settled_by }) {
  if (problem || !score) return problem ?? "";
  if (!score.wins) return _("These tiles make no winning hand.");
  const by = { camera: _("read by the camera"), person: _("checked by a person") }[settled_by] ?? "";
  const points = score.total ?? `${score.low}–${score.high}`;
  return [h("b", _("{total} points", { total: points })), by && ` · ${by}`];
}

const tiles = ({ melds, concealed, winning, flowers }) =>
  h(
    "div.row.laid-tiles",
    melds.map((meld) =>
      h(
        "span.row",
        meld.tiles.map(({ tile }) => image(tile)),
      ),
    ),
    h(
      "span.row",
      concealed.map(({ tile }) => image(tile)),
    ),
    winning && h("span.row.won", image(winning.tile)),
    flowers.length > 0 &&
      h(
        "span.row",
        flowers.map(({ tile }) => image(tile)),
      ),
  );

function history() {
  return h(
    "section.card",
    h("h2", _("What was recorded")),
    h(
      "ol.records",
      own().map((record) => recordLine(record, () => takeBack(record))),
    ),
  );
}

async function takeBack({ number, act }) {
  const reason = await askReason(_("Undo: {act}", { act: actInWords(act) }));
  if (reason) await recordAndTell({ type: "Void", of: number, reason }, load);
}

document.getElementById("print").addEventListener("click", () => print());
listenToMatch(load);
load();
