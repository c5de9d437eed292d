// The sheet of a match: players and hands as the annex of the rule book prints it, the penalties, and the records.

import { askReason } from "./dialogs.js";
import { actInWords } from "./acts.js";
import { appealLimit, appealsTable } from "./appeals.js";
import {
  listenToMatch,
  loadMatch,
  loadMatches,
  loadRecords,
  pageOf,
  plain,
  recordAndTell,
  sendUnsent,
  signed,
} from "./match.js";
import { mispaid } from "./mispaid.js";
import { fill, h, keepFocus, TABLE, tellTrouble } from "./page.js";
import { matters } from "./penalties.js";
import { day, recordLine } from "./records.js";
import { saveAs } from "./saveas.js";
import { windName } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { _ } from "./words.js";

const root = document.getElementById("hand-sheet");
const SIGNS = [
  ["▲", _("dealer")],
  ["—", _("discarder")],
  ["+", _("self-drawn")],
  ["○", _("drawn hand")],
  ["✓", _("false win")],
  ["✗", _("warning or penalty")],
  ["◆", _("approved")],
  ["✎", _("corrected")],
];

let match = null;
let records = [];
let matches = [];

async function load() {
  try {
    [match, records, matches] = await Promise.all([loadMatch(), loadRecords(), loadMatches()]);
  } catch (trouble) {
    tellTrouble(trouble);
    return;
  }
  keepFocus(draw);
}

function draw() {
  if (!match) {
    fill(root, h("p.nothing", _("No match was begun at this table yet.")));
    return;
  }
  fill(
    root,
    heading(),
    mispaid(match, load),
    sheet(),
    legend(),
    match.fines.length > 0 && fines(),
    match.departures.length > 0 && departures(),
    appeals(),
    signatures(),
  );
  fill(document.getElementById("records"), recordList(), matches.length > 1 && others(), saveAs(TABLE, match.number));
}

const own = () => records.filter((record) => record.match === match.number);

function heading() {
  const began = match.started;
  const ended = match.over ? own().find(({ number }) => number === match.hands.at(-1).ended)?.when : null;
  const facts = [
    [_("Table"), TABLE],
    [_("Date"), day(began)],
    [_("Time"), `${timeOfDay(began)} – ${ended ? timeOfDay(ended) : ""}`],
    [_("Rules"), match.rules_title],
    [_("Played by"), match.body_title],
    [_("Hands"), `${played().length} / ${match.last}`],
  ];
  return h(
    "header",
    h("h1", _("Hand sheet")),
    h(
      "dl.facts",
      facts.map(([name, value]) => h("div", h("dt", name), h("dd", String(value)))),
    ),
  );
}

const played = () => match.hands.filter(({ ended }) => ended !== null);

function sheet() {
  const { players } = match;
  const first = match.hands[0].seats;
  const seat = (player) => Object.keys(first).find((wind) => first[wind] === player);
  return h(
    "table.sheet-table",
    h("caption.hidden", _("Players and hands")),
    h(
      "thead",
      h(
        "tr",
        h("th", { scope: "col" }, _("Hand")),
        players.map((player) =>
          h("th.player", { scope: "col" }, h("span", player), h("small", windName(seat(player)))),
        ),
        h("th.fan", { scope: "col" }, _("Won with")),
      ),
    ),
    h("tbody", match.hands.map(row)),
    h("tfoot", totals()),
  );
}

/** A hand: each player's sign, points and running total; every cell leads to the hand. */
function row(hand) {
  const { number, round, points, deducted, marks, totals, approved, corrected, ended } = hand;
  const to = pageOf(`hands/${number}`);
  const cells = match.players.map((player) => {
    const sum = points[player] - deducted[player];
    const open = ended === null;
    return h(
      "td.cell",
      h(
        "a",
        { href: to, tabindex: "-1", "aria-label": open && !sum && !marks[player] ? player : null },
        h("span.sign", marks[player]),
        h(`span.sum${sum > 0 ? ".plus" : sum < 0 ? ".minus" : ""}`, open && !sum ? "" : signed(sum)),
        h("span.running", open ? "" : plain(totals[player])),
      ),
    );
  });
  const name = h(
    "a",
    { href: to, "aria-label": _("Hand {number}, {wind} round", { number, wind: windName(round) }) },
    h("b", String(number)),
    h("span.round", windName(round)),
    approved && h("i", { title: approved.who ? _("approved by {who}", approved) : _("approved") }, "◆"),
    corrected.length > 0 &&
      h(
        "i.corrected",
        { title: byWhom(corrected) },
        "✎",
        h(
          "small",
          corrected.map(({ who }) => initials(who)),
        ),
      ),
  );
  return h(
    `tr${number % 4 === 1 ? ".begins" : ""}${ended === null ? ".in-play" : ""}`,
    { "data-hand": number },
    h("th", { scope: "row" }, name),
    cells,
    h("td.fan", won(hand)),
  );
}

const byWhom = (corrected) =>
  corrected.map(({ who }) => (who ? _("corrected by {who}", { who }) : _("corrected"))).join(_(", "));

/** The first letters of a name, as a referee writes them beside a correction. */
const initials = (who) =>
  who
    .split(/\s+/)
    .map((part) => [...part][0] ?? "")
    .join("");

const won = ({ outcome, score, best }) =>
  ({ open: _("in play"), drawn: _("drawn"), cut: "" })[outcome] ?? [
    best && h("span", `${best} `),
    h("b", String(score)),
  ];

function totals() {
  const { players, points, deducted, table_points } = match;
  const line = (name, value, style = "") =>
    h(
      `tr${style}`,
      h("th", { scope: "row" }, name),
      players.map((player) => h("td", value(player))),
      h("td.fan"),
    );
  const ranked = [...players].sort((one, other) => points[other] - points[one]);
  const rank = (player) => String(1 + ranked.findIndex((other) => points[other] === points[player]));
  return [
    line(_("Total"), (player) => plain(points[player]), ".total"),
    Object.values(deducted).some(Boolean) && line(_("Of it deducted"), (player) => String(deducted[player])),
    match.over && line(_("Rank"), rank),
    Object.keys(table_points).length > 0 && line(_("Table points"), (player) => String(table_points[player])),
  ];
}

const legend = () =>
  h(
    "p.signs",
    SIGNS.map(([sign, says]) => h("span", h("b", sign), ` ${says}`)),
  );

function fines() {
  return h(
    "section.fines",
    h("h2", _("Penalties")),
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          [_("Record"), _("Hand"), _("Player"), _("What for"), _("Points"), _("Where they go")].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h(
        "tbody",
        match.fines.map((fine) =>
          h(
            "tr",
            h("td", String(fine.record)),
            h("td", String(fine.hand)),
            h("td", fine.player),
            h("td.why", fine.why),
            h("td", fine.amount ? String(fine.amount) : _("warning")),
            h("td", !fine.amount ? "" : fine.flow === "paid" ? _("to the other players") : _("deducted")),
          ),
        ),
      ),
    ),
  );
}

/** Who was taken out, left, or was replaced. */
const departures = () =>
  h(
    "section.fines",
    h("h2", _("Who plays")),
    h(
      "ul",
      match.departures.map(({ hand, says }) => h("li", _("Hand {hand}: {says}", { hand, says }))),
    ),
  );

/** The appeals; without one, until when they may be handed in, where the match is over and that has an end. */
function appeals() {
  if (match.appeals.length) return [appealsTable(match), h("p.note", appealLimit(match))];
  return appealLimit(match) && h("p.note", appealLimit(match));
}

const signatures = () =>
  h(
    "section.signatures",
    { "aria-hidden": "true" },
    [...match.players, _("Referee")].map((name) => h("p", h("span.line"), h("span", name))),
  );

/** Every record of the match, the newest first, each with the way to take it back. */
function recordList() {
  return h(
    "details",
    { open: document.querySelector("#records details")?.open ?? false },
    h("summary", _("Everything that was recorded ({count})", { count: own().length })),
    h(
      "ol.records",
      own()
        .toReversed()
        .map((record) => recordLine(record, () => takeBack(record))),
    ),
  );
}

/** The other matches of the table. */
const others = () =>
  h(
    "details.others",
    { open: document.querySelector("#records .others")?.open ?? false },
    h("summary", _("All matches of this table ({count})", { count: matches.length })),
    h(
      "ul.matches",
      matches.map(({ number, started, players, played, last }) =>
        h(
          "li",
          h(
            "a",
            { href: `/t/${TABLE}/sheet?match=${number}`, "aria-current": number === match.number && "page" },
            `${day(started)}, ${timeOfDay(started)} · ${players.join(_(", "))} · ${played} / ${last}`,
          ),
        ),
      ),
    ),
  );

async function takeBack({ number, act }) {
  const reason = await askReason(_("Undo: {act}", { act: actInWords(act) }));
  if (reason) await recordAndTell({ type: "Void", of: number, reason }, load);
}

document.getElementById("matters").addEventListener("click", () => match && matters(match, load));
document.getElementById("print").addEventListener("click", () => print());
listenToMatch(load);
sendUnsent(load);
load();
