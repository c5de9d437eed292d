// Results of a file on their way into an event: its columns, the players meant, and what stands in the way.

import { encodings, grid, listFields, listOf, readList } from "./desklist.js";
import { person, record, state } from "./deskstate.js";
import { NO_DRAFT, openForm, select } from "./dialogs.js";
import { draftName, dropDraft } from "./drafts.js";
import { plain } from "./figures.js";
import { tellTrouble } from "./page.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const TITLE = _("Totals from a file");
const PAST = _("Rounds played elsewhere");

const USES = [
  ["", _("not used")],
  ["day", _("Day")],
  ["round", _("Round no.")],
  ["table", _("Table")],
  ["seat", _("Seat")],
  ["player", _("Player")],
  ["points", _("Total")],
  ["penalty", _("Penalty")],
  ["left", _("Left on the table")],
];

/** Ask for a list with the totals of a round, as text or a file. */
export function enterResults(round) {
  askList(
    TITLE,
    _("A row a table with the totals of its seats, or a row a player with a table. Penalties stand apart."),
    { round },
  );
}

/** Ask for a list of rounds that were played elsewhere. */
export function enterPast() {
  askList(
    PAST,
    _(
      "Rows with day, game, table, its players and their totals; or the workbook of results of another hall. Each game of a day becomes a round, and new names become players.",
    ),
    { past: true },
  );
}

function askList(title, hint, kind) {
  const content = () => [h("p.hint", hint), listFields(_("Rows copied from a spreadsheet, with their headings"))];
  const does = async (data) => {
    const list = listOf(data);
    const found = await readList("results", list, kind);
    if (found) {
      document.getElementById("form-dialog").close();
      preview(title, list, found, { ...kind });
    }
    return false;
  };
  openForm(title, content, () => _("Look at the list"), does);
}

/** Show the list as it was read, with the choices that it leaves, and what would be recorded. */
function preview(title, list, first, chosen) {
  let found = first;
  let columns = first.columns;
  let likely = first.encodings; // stays, so that another one may be chosen
  let asked = 0;
  const again = async (draw, changes) => {
    asked += 1;
    const turn = asked;
    const next = await readList("results", list, { ...chosen, ...changes });
    if (turn !== asked) return; // something else was chosen meanwhile
    if (next) {
      Object.assign(chosen, changes);
      found = next;
      columns = next.columns;
      if (next.encodings.length) likely = next.encodings;
    }
    draw();
  };
  const use = (draw, at, value) => {
    columns = columns.map((each, place) => (place === at ? value : each));
    draw();
  };
  const content = (draw) => [
    likely.length > 0 &&
      encodings(likely, found.open.includes("encoding") ? null : found.encoding, (encoding) =>
        again(draw, { encoding, columns: null }),
      ),
    found.sheets.length > 1 && [
      found.open.includes("sheet") && h("p.alert", _("Several sheets may hold the list: choose one.")),
      select(
        _("Sheet of the workbook"),
        "sheet",
        found.sheets.map((name) => [name, name]),
        found.sheet,
        (sheet) => again(draw, { sheet, columns: null }),
      ),
    ],
    found.open.includes("columns") &&
      h("p.alert", _("The columns are not certain: look at what stands above each, and choose.")),
    grid(found, columns, USES, (at, value) => use(draw, at, value)),
    found.open.length === 0 && [
      found.asked.map((each) =>
        meant(each, found, chosen, (number) => again(draw, { persons: { ...chosen.persons, [each.name]: number } })),
      ),
      found.problems.map(({ row, says }) =>
        h("p.alert", { key: `problem${row}` }, _("Row {row}: {says}.", { row, says })),
      ),
      found.people.length > 0 &&
        h(
          "p.note",
          _("New players: {names}", {
            names: found.people
              .map(({ name }) => name)
              .filter((name) => !found.asked.some((each) => each.name === name))
              .join(_(", ")),
          }),
        ),
      tables(found.tables),
    ],
  ];
  const changed = () => columns.join() !== found.columns.join();
  const does = async () => {
    if (found.open.length || changed()) {
      const sheet = found.sheet;
      const next = await readList("results", list, { ...chosen, ...(sheet && { sheet }), columns });
      if (next) {
        Object.assign(chosen, { columns }, sheet && { sheet });
        found = next;
        columns = next.columns;
      }
      return false;
    }
    if (!found.act) {
      tellTrouble({ message: _("Nothing was recorded"), fix: _("Correct the list, and look at it again") });
      return false;
    }
    const done = Boolean(await record(found.act));
    if (done) dropDraft(draftName(title));
    return done;
  };
  const label = () => (found.open.length || changed() ? _("The columns are right") : _("Record all of them"));
  openForm(_("Check the totals"), content, label, does, NO_DRAFT); // the list itself is kept
}

/** Return the choice of the player whom a name of the list means. */
const meant = ({ name, like }, { people }, { past }, pick) => [
  h(
    "p.alert",
    { key: `asked ${name}` },
    like
      ? _("Nobody is called {name}; {like} is alike. Choose who is meant, or correct the list.", {
          name,
          like: named(like, people),
        })
      : _("Nobody is called {name}. Choose who is meant, or correct the list.", { name }),
  ),
  select(
    _("Player meant by {name}", { name }),
    `person-${name}`,
    [
      ...(past ? [[0, _("another player, who is new")]] : []),
      ...[...state.event.people, ...people.filter((each) => each.name !== name)].map((each) => [
        each.number,
        each.name,
      ]),
    ],
    null,
    (number) => pick(Number(number)),
  ),
];

const named = (number, people) => (people.find((each) => each.number === number) ?? person(number)).name;

/** Return the tables of the list with the totals of their players. */
const tables = (found) =>
  h(
    "ul.preview",
    found.map((each) =>
      h(
        "li.row.loose.baseline",
        { key: each.row },
        h("b", _("Round {round}, table {table}", each)),
        each.day && h("small", each.day),
        h(
          "span.totals-read",
          each.totals
            .map((total, at) =>
              each.penalties[at]
                ? _("{name} {total}, penalty {penalty}", {
                    name: each.names[at] ?? "",
                    total: plain(total),
                    penalty: plain(each.penalties[at]),
                  })
                : _("{name} {total}", { name: each.names[at] ?? "", total: plain(total) }),
            )
            .join(_("; ")),
        ),
        each.left > 0 && h("small", _("left on the table: {left}", { left: plain(each.left) })),
      ),
    ),
  );
