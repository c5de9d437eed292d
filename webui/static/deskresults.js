// The results of an event at its desk: the ranking, what is released, files, and everything that was recorded.

import { askReason, field, openForm, select } from "./dialogs.js";
import { download, record, send, state } from "./deskstate.js";
import { signed } from "./figures.js";
import { newId } from "./page.js";
import { timeOfDay } from "./time.js";
import { button, h } from "./view.js";
import { _ } from "./words.js";

const FILES = [
  ["reports.zip", _("All reports in one file (ZIP)")],
  ["fees.csv", _("Fees due and paid (CSV)")],
  ["results.xlsx", _("Results (EMA workbook)")],
  ["results.csv", _("Results (CSV)")],
  ["results.json", _("Everything (JSON)")],
  ["seating.csv", _("Seating (CSV)")],
  ["seating.txt", _("Seating (Pantheon)")],
  ["players.csv", _("Players (CSV)")],
  ["sheets.pdf", _("All sheets (PDF)")],
  ["cards.html", _("Name cards to print")],
  ["signs.html", _("Table signs to print")],
  ["certificates.html", _("Certificates to print")],
];

/** Return the part of the page with the ranking. */
export function results() {
  return [
    h(
      "div.part-head.row",
      h("h2", _("Results")),
      h("span.count.muted", _("As they stand; only published rounds are public.")),
    ),
    h("div.row", state.event.drawn.filter(({ started }) => started).map(release)),
    canCut() && h("p.row", button(".small", _("Begin a stage"), beginStage, "begin-stage")),
    state.event.teams.length > 0 && [h("h3", _("Teams")), ranking(state.event.teams)],
    state.event.teams.length > 0 && h("h3", _("Players")),
    ranking(state.event.standings),
    [
      ...state.event.stages.map(({ says }) => says),
      ...state.event.typed,
      ...state.event.corrected,
      ...state.event.recounted,
    ].map((says) => h("p.note", { key: says }, says)),
    h("h3", _("Files")),
    h(
      "p.grid",
      FILES.map(([what, says]) => button("", says, () => download(what), what)),
    ),
  ];
}

/** Return true once a round is over and another may follow. */
const canCut = () =>
  ["release", "pair", "seat", "start"].includes(state.event.due.step) && state.event.coming.length > 0;

const CARRY = [
  ["all", _("all of their points")],
  ["half", _("half of their points")],
  ["none", _("none of their points")],
];

/** Return the players in the order of the ranking who are equal at the cut, if they do not all go on. */
function equalAt(best) {
  const { standings } = state.event;
  const last = standings[best - 1];
  if (!last || standings[best]?.place !== last.place) return [];
  return standings.filter(({ place }) => place === last.place).map(({ name }) => name);
}

/** Ask how many of the ranking go on to a stage, and with what. */
function beginStage() {
  const content = (again) => {
    const best = Number(document.querySelector("#form-dialog [name=best]")?.value ?? state.event.size);
    const equal = equalAt(best);
    const named = new Map(state.event.people.map(({ name, number }) => [name, number]));
    return [
      h(
        "p.hint",
        _(
          "They alone are drawn from the next round on, and rank before all others. If they end equal, the better place before decides.",
        ),
      ),
      field(_("Players who go on"), {
        name: "best",
        type: "number",
        min: state.event.size,
        value: state.event.size,
        required: true,
        "data-key": "best",
        oninput: again,
      }),
      equal.length > 0 && [
        h("p.alert", _("Equal at the cut: draw lots, and tick those who go on.")),
        h(
          "div.stack.tight",
          equal.map((name) =>
            h(
              "label.check",
              { key: name },
              h("input", { type: "checkbox", name: "chosen", value: named.get(name), "data-key": `chosen-${name}` }),
              h("span", name),
            ),
          ),
        ),
      ],
      select(_("They bring"), "carry", CARRY, "all"),
      field(_("Name of the stage"), { name: "name", maxlength: 60, placeholder: _("Final"), "data-key": "stage-name" }),
    ];
  };
  const does = async (data) => {
    const body = {
      id: newId(),
      best: Number(data.get("best")),
      carry: data.get("carry"),
      name: data.get("name").trim(),
      chosen: data.getAll("chosen").map(Number),
    };
    return Boolean(await send("stage", body));
  };
  openForm(_("Begin a stage"), content, () => _("Begin it"), does);
}

function release({ round, over, released }) {
  const act = released ? { type: "HeldBack", round } : { type: "Released", round };
  return h(
    "span.release.row.box",
    h("b", _("Round {round}", { round })),
    h("span", released ? _("published") : over ? _("not published") : _("in progress")),
    button(
      released ? ".small" : ".small.primary",
      released ? _("Unpublish") : _("Publish"),
      () => record(act),
      `release${round}`,
    ),
  );
}

/** The criteria that may stand beside the points, each with its heading and its field; the last one if points decide. */
const CRITERIA = [
  ["result", _("Result"), "result"],
  ["match points", _("Match points"), "match_points"],
  ["table points", _("Table points"), "table_points"],
];

/** Return a ranking as a table. */
function ranking(rows) {
  const mers = rows.some((row) => row.mers !== null);
  const by = CRITERIA.find(([criterion]) => state.event.by.includes(criterion)) ?? CRITERIA.at(-1);
  const heads = [_("Place"), _("Name"), by[1], state.event.points_head, mers && "MERS"];
  return h(
    "table.ranking",
    h(
      "thead",
      h(
        "tr",
        heads.filter(Boolean).map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h(
      "tbody",
      rows.map((row, at) =>
        h(
          at && rows[at - 1].stage !== row.stage ? "tr.cut" : "tr",
          h("td", String(row.place)),
          h("th", { scope: "row" }, row.name),
          h("td", String(row[by[2]])),
          h("td", signed(row.points)),
          mers && h("td", String(row.mers ?? "")),
        ),
      ),
    ),
  );
}

/** Return the part of the page with everything that was recorded, the newest first. */
export function records() {
  const takeBack = async ({ number, says }) => {
    const reason = await askReason(_("Undo: {act}", { act: says }));
    if (reason) await record({ type: "Void", of: number, reason });
  };
  const line = (each) =>
    h(
      `li${each.stands === false ? ".undone" : ""}`,
      { key: each.number },
      h("span.number", String(each.number)),
      h("time", { datetime: each.when }, timeOfDay(each.when)),
      h("span.act", each.says, each.who && h("small", each.who)),
      each.revocable && button(".small", _("Undo"), () => takeBack(each), `void${each.number}`),
    );
  return [
    h("h2", _("All records ({count})", { count: state.event.records.length })),
    h("ol.records", state.event.records.toReversed().map(line)),
  ];
}
