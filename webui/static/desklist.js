// A list of players on its way into an event: its encoding, sheet and columns, then who is entered.

import { record, state } from "./deskstate.js";
import { choice, NO_DRAFT, openForm, select } from "./dialogs.js";
import { draftName, dropDraft } from "./drafts.js";
import { optionsOf } from "./options.js";
import { ask, orTell, tellTrouble } from "./page.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const TITLE = _("Enter players");
const LIKE = { name: _("same name"), ema: _("same EMA number"), similar: _("similar name") };

const USES = [
  ["", _("not used")],
  ["name", _("Name")],
  ["first", _("First name")],
  ["prefix", _("Prefix of the last name")],
  ["last", _("Last name")],
  ["legal", _("Legal name")],
  ["shown", _("Name at tables")],
  ["country", _("Country")],
  ["club", _("Club")],
  ["team", _("Team")],
  ["number", _("No.")],
  ["ema", _("EMA number")],
  ["other", _("Other association’s number")],
  ["substitute", _("Substitute")],
  ["photos", _("Photos allowed")],
];

/** Ask for the list, as text or a file. */
export function enterList() {
  const content = () => [
    h("p.hint", limit(state.event)),
    listFields(_("A name a line, or rows copied from a spreadsheet")),
  ];
  const does = async (data) => {
    const list = listOf(data);
    const found = await look(list, {});
    if (found) {
      document.getElementById("form-dialog").close();
      preview(list, found);
    }
    return false;
  };
  openForm(TITLE, content, () => _("Look at the list"), does);
}

/** Return the fields for a list: a text, which `says` describes, or a file. */
export const listFields = (says) => [
  h(
    "label.field",
    h("span", says),
    h("textarea", { name: "text", rows: 8, "data-key": "text", autocomplete: "off", spellcheck: false }),
  ),
  h(
    "label.field",
    h("span", _("Or a file (CSV, XLSX)")),
    h("input", { type: "file", name: "list", accept: ".csv,.txt,.tsv,.xlsx,.xls", "data-key": "list" }),
  ),
];

/** Return the list of the form with these fields: `file`, or null, and `text`. */
export function listOf(data) {
  const file = data.get("list");
  return { file: file?.size ? file : null, text: data.get("text") };
}

const limit = ({ room, most }) =>
  _("An event has at most {most} players, substitutes aside; this one takes {room} more.", { most, room });

/**
 * Have the server read a list; resolves to null if it cannot.
 * @param what `people`, `results` or `seating`
 * @param chosen what somebody decided about it: `encoding`, `sheet`, `columns`, `skip`; of results also `round`, `persons`
 */
export async function readList(what, { file, text }, chosen) {
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== null && value !== undefined));
  let body = { [what === "seating" ? "script" : "text"]: text, ...given };
  if (file) {
    body = new FormData();
    body.append("list", file);
    for (const [name, value] of Object.entries(given))
      if (name === "columns") for (const use of value) body.append(name, use);
      else body.append(name, typeof value === "object" ? JSON.stringify(value) : value);
  }
  return orTell(ask("POST", `/api/hall/events/${state.event.event}/${what}`, body));
}

async function look(list, chosen) {
  const found = await readList("people", list, chosen);
  if (!found || found.rows.length) return found;
  tellTrouble({ message: _("No names were found"), fix: _("Paste a name a line, or choose another file") });
  return null;
}

/** Show the list as it was read, with the choices that it leaves, and who would be entered. */
function preview(list, first) {
  let found = first;
  let likely = first.encodings; // stays, so that another one may be chosen
  const chosen = {};
  let columns = first.columns;
  let asked = 0;
  const again = async (draw, changes) => {
    asked += 1;
    const turn = asked;
    const next = await look(list, { ...chosen, ...changes });
    if (turn !== asked) return; // something else was chosen meanwhile
    if (next) {
      Object.assign(chosen, changes);
      found = next;
      columns = next.columns;
      if (next.encodings.length) likely = next.encodings;
    }
    draw();
  };
  const open = () => found.open;
  const use = (draw, at, value) => {
    // a use that another column had moves here
    columns = columns.map((each, place) => (place === at ? value : each === value ? "" : each));
    if (columns.some((each) => ["name", "first", "last", "shown"].includes(each))) again(draw, { columns });
    else draw();
  };
  const content = (draw) => [
    likely.length > 0 &&
      encodings(likely, open().includes("encoding") ? null : found.encoding, (encoding) =>
        again(draw, { encoding, columns: null, skip: null }),
      ),
    found.sheets.length > 1 && [
      open().includes("sheet") && h("p.alert", _("Several sheets may hold the list: choose one.")),
      select(
        _("Sheet of the workbook"),
        "sheet",
        found.sheets.map((name) => [name, name]),
        found.sheet,
        (sheet) => again(draw, { sheet, columns: null, skip: null }),
      ),
    ],
    !open().includes("encoding") && [
      (open().includes("rows") || Number.isInteger(chosen.skip)) &&
        begin(found.above, chosen.skip ?? null, (skip) => again(draw, { skip, columns: null })),
      open().includes("columns") &&
        h("p.alert", _("The columns are not certain: look at what stands above each, and choose.")),
      grid(found, columns, USES, (at, value) => use(draw, at, value)),
      found.open.length === 0 && people(found),
    ],
  ];
  const does = async (data) => {
    if (open().includes("encoding")) {
      tellTrouble({ message: _("The encoding is not certain"), fix: _("Choose the line with the right names") });
      return false;
    }
    if (open().includes("rows")) {
      tellTrouble({ message: _("It is not certain which row is the first player"), fix: _("Choose the first player") });
      return false;
    }
    if (open().length) {
      const sheet = found.sheet;
      const next = await look(list, { ...chosen, ...(sheet && { sheet }), columns });
      if (next) {
        Object.assign(chosen, { columns }, sheet && { sheet });
        found = next;
      }
      return false;
    }
    const entered = data.getAll("enter").map((at) => {
      const { like, ...who } = found.people[Number(at)];
      return who;
    });
    const done = Boolean(await record({ type: "Entered", people: entered }));
    if (done) dropDraft(draftName(TITLE));
    return done;
  };
  const label = () =>
    open().includes("encoding")
      ? _("Choose the encoding")
      : open().includes("rows")
        ? _("Choose the first player")
        : open().length
          ? _("The columns are right")
          : _("Enter those ticked");
  openForm(_("Check the list"), content, label, does, NO_DRAFT); // the list itself is kept
}

/** Return the likely encodings, each with the names that it gives. */
export const encodings = (likely, chosen, pick) =>
  h(
    "div.encodings",
    chosen === null &&
      h("p.alert", _("The encoding of the file is not certain: choose the line with the right names.")),
    choice(
      "encoding",
      _("Encoding"),
      likely.map(({ name, sample }) => [name, h("span.sample", sample.join(_("; "))), h("small", name)]),
      chosen,
      pick,
    ),
  );

/** Return the first rows of the list, one of which is the first player: those above are a title or headings. */
const begin = (rows, chosen, pick) =>
  h(
    "div.encodings",
    chosen === null && h("p.alert", _("The first row may be headings: choose the first player.")),
    choice(
      "skip",
      _("First player"),
      rows.map((row, at) => [at, h("span.sample", row.filter(Boolean).join(" · "))]),
      chosen,
      (at) => pick(Number(at)),
    ),
  );

/** Return the first rows of the list, with a choice above each column. */
export const grid = ({ headings, rows }, columns, uses, pick) =>
  h(
    "div.scroll.list-columns",
    { tabindex: 0, role: "region", "aria-label": _("Columns of the list") },
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          columns.map((use, at) =>
            h(
              "th",
              { key: at },
              h(
                "select",
                {
                  "aria-label": headings[at]
                    ? _("Use of the column {heading}", { heading: headings[at] })
                    : _("Use of column {number}", { number: at + 1 }),
                  "data-key": `column${at}`,
                  onchange: (event) => pick(at, event.target.value),
                },
                optionsOf(uses, use),
              ),
            ),
          ),
        ),
        headings.length > 0 &&
          h(
            "tr.headings",
            headings.map((heading) => h("th", heading)),
          ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            row.map((cell) => h("td", cell)),
          ),
        ),
      ),
    ),
  );

const facts = ({ ema, other, country, team, club }) => [ema, other, country, team, club].filter(Boolean).join(" · ");

const named = (each) =>
  h(
    "span.name",
    h("b", each.name),
    each.legal && h("small", _("legal name: {name}", { name: each.legal })),
    !each.legal && each.first && h("small", _("first name {first}, last name {last}", each)),
    h("small", facts(each)),
  );

/** Return who would be entered; those who may be there already stand beside whom they are like. */
function people({ people, room, most }) {
  const twice = people.filter((each) => left(each)).length;
  const tooMany = people.filter((each) => !left(each) && !each.substitute).length - room;
  return [
    h("p.hint", _("{count} players found", { count: people.length })),
    tooMany > 0 &&
      h("p.alert", limit({ room, most }), " ", _("Too many: {count}. Untick as many.", { count: tooMany })),
    twice > 0 &&
      h("p.alert", _("May be entered twice: {count}. They are left out unless you tick them.", { count: twice })),
    h(
      "ul.preview",
      people.map((each, at) =>
        h(
          `li${each.like ? ".like" : ""}`,
          { key: `${at} ${each.name}` },
          h(
            "label.check",
            h("input", {
              type: "checkbox",
              name: "enter",
              value: String(at),
              defaultChecked: !left(each),
              "data-key": `p${at}`,
            }),
            h("span.number", String(each.number)),
            named(each),
            each.like &&
              h(
                "span.beside",
                h("small.like", _("like {number} · {name}: {by}", { ...each.like, by: LIKE[each.like.by] })),
                h("small", facts(each.like)),
              ),
          ),
        ),
      ),
    ),
  ];
}

/** Somebody who is left out unless they are ticked; a similar name alone proves too little for that. */
const left = ({ like }) => Boolean(like) && like.by !== "similar";
