// The seating of an event and its rounds: drawing, two who change places, tables that still play, clocks.

import { NO_DRAFT, askReason, field, openForm, select } from "./dialogs.js";
import { draftName, dropDraft } from "./drafts.js";
import { enterPast, enterResults } from "./deskimport.js";
import { listFields, listOf, readList } from "./desklist.js";
import { substitute } from "./deskplayers.js";
import {
  clocks,
  current,
  drawByPlace,
  drawByStanding,
  drawSeating,
  keepPhoto,
  mustSomeSitOut,
  person,
  publishSeating,
  record,
  send,
  set,
  state,
} from "./deskstate.js";
import { plain, signed } from "./figures.js";
import { newId } from "./page.js";
import { player } from "./player.js";
import { WINDS, windName } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { button, h } from "./view.js";
import { _ } from "./words.js";

const MINUTE = 60;

/** Return the part of the page with the seating of each round. */
export function seats() {
  if (!state.event.drawn.length)
    return [h("div.part-head.row", h("h2", _("Seating")), h("span.tools", drawing(1), script(1), past()))];
  const shown =
    state.event.drawn.find(({ round }) => round === state.round) ??
    state.event.drawn.find(({ over }) => !over) ??
    state.event.drawn[0];
  const left = state.event.drawn.length < state.event.about.rounds ? state.event.drawn.length + 1 : null;
  const next = state.event.next ?? left;
  return [
    h(
      "div.part-head.row",
      h("h2", _("Seating")),
      h("span.count.muted", howGood()),
      h(
        "span.tools",
        next !== null && [drawing(next), script(next)],
        button(".small", _("Move a table"), moveTable, "move-table"),
        state.event.drawn.every(({ started }) => started) && past(),
      ),
    ),
    h(
      "div.row",
      { role: "group", "aria-label": _("Rounds") },
      state.event.drawn.map(({ round, over, started }) =>
        h(
          "button.button.small",
          {
            "aria-pressed": String(round === shown.round),
            "data-key": `round${round}`,
            onclick: () => set({ round, chosen: null }),
          },
          String(round),
          over ? " ✓" : started ? " ▸" : "",
        ),
      ),
    ),
    moves().map(movedLine),
    h("div", { key: shown.round }, roundOf(shown)),
  ];
}

/** Return the records of the tables that have moved and not moved back. */
const moves = () => state.event.records.filter(({ act, stands }) => act.type === "TableMoved" && stands === true);

const movedLine = ({ number, says }) =>
  h(
    "p.note.row",
    { key: `moved${number}` },
    h("span", says),
    button(".small", _("Move back"), () => record({ type: "Void", of: number, reason: "" }), `back${number}`),
  );

/** Ask which table moves, to which number, and from which round on. */
function moveTable() {
  const now = current();
  const tables = [...new Set(state.event.drawn.flatMap((round) => round.tables.map(({ table }) => table)))];
  tables.sort((one, other) => one - other);
  let [table] = tables;
  const content = (again) => {
    const here = now?.tables.find((each) => each.table === table);
    const playing = here && !here.over;
    const rounds = [playing && now.round, ...state.event.coming].filter(Boolean);
    return [
      h(
        "p.hint",
        _(
          "Its players sit at the other number from then on, on all pages and papers, and so do those of later draws. A match that has begun goes on there with all that is recorded, and with its clock.",
        ),
      ),
      select(
        _("Table"),
        "table",
        tables.map((each) => [String(each), String(each)]),
        String(table),
        (value) => {
          table = Number(value);
          again();
        },
      ),
      field(_("New number"), { name: "to", type: "number", min: 1, max: 200, required: true, "data-key": "to" }),
      h(
        "div",
        { key: table },
        select(
          _("From round"),
          "since",
          rounds.map((each) => [String(each), String(each)]),
          String(rounds[0]),
        ),
      ),
      field(_("Reason"), { name: "reason", maxlength: 200, "data-key": "reason" }),
    ];
  };
  const does = async (data) => {
    const [since, to] = [data.get("since"), data.get("to")].map(Number);
    return Boolean(await record({ type: "TableMoved", since, table, to, reason: data.get("reason").trim() }));
  };
  openForm(_("Move a table"), content, () => _("Move it"), does);
}

function drawing(since) {
  const label = state.event.drawn.length
    ? _("Redraw from round {round}", { round: since })
    : _("Draw the seating plan");
  const draw = h(
    `button.button${state.event.drawn.length ? ".small" : ".primary"}`,
    { onclick: () => drawSeating(since), disabled: state.drawing, "data-key": "draw" },
    state.drawing ? _("Drawing the seating plan…") : label,
  );
  const { due, current } = state.event;
  return [
    draw,
    !state.drawing &&
      mustSomeSitOut() &&
      button(".small", _("Draw, sitting out in turn"), () => drawSeating(since, true), "draw-in-turn"),
    !state.drawing &&
      current &&
      !["play", "start-clocks"].includes(due.step) && [
        button(".small", _("Draw round {round} by the standing", { round: since }), drawByStanding, "draw-by-standing"),
        button(".small", _("Tables by place"), drawByPlace, "draw-by-place"),
      ],
  ];
}

const past = () => button(".small", _("Rounds played elsewhere"), enterPast, "enter-past");

/** Return a seating that was made elsewhere, in place of a draw. */
function script(since) {
  const content = () => [
    h(
      "p.hint",
      _(
        "A row a table with its players, by name or number, East first; columns before them are the round and the table. Or a script of Pantheon: a line such as 7-2-1-8 for each table.",
      ),
    ),
    listFields(_("Tables of the round")),
  ];
  const title = _("Give the tables");
  const does = async (data) => {
    const found = await readList("seating", listOf(data), { since });
    if (found) {
      document.getElementById("form-dialog").close();
      const { event } = state;
      const drawn = { since: found.since, script: found.script, held: event.current !== null };
      const seat = async () => {
        const done = Boolean(await send("draw", { id: newId(), ...drawn }));
        if (done) dropDraft(draftName(title));
        return done;
      };
      openForm(
        _("Check the seating"),
        () => found.rounds.map(scripted),
        () => _("Seat by it"),
        seat,
        NO_DRAFT,
      );
    }
    return false;
  };
  const open = () => openForm(title, content, () => _("Look at the seating"), does);
  return button(".small", _("Give the tables"), open, "use-script");
}

/** Return a round of a script by names. */
const scripted = ({ round, tables }) => [
  h("h3", _("Round {round}", { round })),
  h(
    "ol.preview",
    tables.map((names) => h("li", { key: names[0] }, names.join(" · "))),
  ),
];

/** Return how near the seating is to what is wished for, in words. */
function howGood() {
  const found = state.event.quality;
  if (!found) return "";
  const parts = [
    found.repeats ? _("repeated meetings: {count}", { count: found.repeats }) : _("nobody meets twice"),
    found.teammates > 0 && _("meetings of teammates: {count}", { count: found.teammates }),
    found.winds <= 1 && _("even winds"),
  ];
  return parts.filter(Boolean).join(" · ");
}

function roundOf(round) {
  const chosen = round.tables.some(({ players }) => players.includes(state.chosen)) ? person(state.chosen) : null;
  const pick = ({ number }) => {
    set({ chosen: chosen ? null : number });
    if (chosen && chosen.number !== number) swap(round, chosen.number, number);
  };
  const seat = (table, at) => {
    const player = person(table.players[at]);
    const { number } = player;
    return h(
      "td",
      { "data-wind": windName(WINDS[at]) },
      h(
        `button.seat.box${round.missing.includes(number) ? ".missing" : ""}`,
        {
          "aria-pressed": String(chosen === player),
          onclick: () => pick(player),
          "data-key": `seat${number}`,
          ...dragged(round, number),
        },
        table.names[at],
        table.by[at] !== null && h("small", _("for {name}", player)),
        table.places?.[at] && h("small", _("place {place}", { place: table.places[at] })),
        round.missing.includes(number) && h("small", _("no-show")),
        !round.started && state.event.awaited.includes(number) && h("small", _("not checked in")),
      ),
    );
  };
  return [
    chosen && chosenLine(round, chosen, () => pick(chosen)),
    round.out.length > 0 &&
      h(
        "p.note",
        _("Sitting out in turn: {names}", { names: round.out.map((number) => person(number).name).join(_(", ")) }),
      ),
    h(
      "table.seating",
      h("caption.hidden", _("Seating of round {round}", { round: round.round })),
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, _("Table")),
          WINDS.map((wind) => h("th", { scope: "col" }, windName(wind))),
        ),
      ),
      h(
        "tbody",
        round.tables.map((table) =>
          h(
            "tr",
            h("th", { scope: "row" }, String(table.table)),
            [0, 1, 2, 3].map((at) => seat(table, at)),
          ),
        ),
      ),
    ),
    why(round),
  ];
}

/** Return how a seat is dragged onto another one, which swaps the two players. */
const dragged = (round, number) => ({
  draggable: "true",
  ondragstart: (drag) => {
    drag.dataTransfer.setData("text/plain", String(number));
    drag.dataTransfer.effectAllowed = "move";
  },
  ondragover: (drag) => drag.preventDefault(),
  ondrop: (drag) => {
    drag.preventDefault();
    const one = Number(drag.dataTransfer.getData("text/plain"));
    if (one !== number && round.tables.some(({ players }) => players.includes(one))) swap(round, one, number);
  },
});

/** Return why a round is seated as it is, and the button that publishes it. */
const why = (round) => [
  round.held &&
    h(
      "p.note.row",
      _("Only the desk sees this seating."),
      button(".small", _("Publish the seating"), publishSeating(round.round), "publish-seating"),
    ),
  h(
    "details.reasons",
    { "data-key": "reasons", open: round.held },
    h("summary", _("Why they sit so")),
    h(
      "ul",
      round.reasons.map((says) => h("li", { key: says }, says)),
    ),
  ),
];

/** Return what may be done with the player who was chosen in the seating. */
function chosenLine(round, { number, name }, never) {
  const where = round.tables.find(({ players }) => players.includes(number));
  const sitIn = () => {
    set({ chosen: null });
    substitute(number, round, where.by[where.players.indexOf(number)] !== null);
  };
  return h(
    "p.alert.chosen",
    h("span", _("{name}: tap the player to swap seats with", { name })),
    h(
      "span.row",
      round.started
        ? h("a.button.small", { href: `/t/${where.table}` }, _("Substitute: at the table, under “More”"))
        : button(".small", _("Substitute"), sitIn, "substitute"),
      button(".small", _("Cancel"), never, "never"),
    ),
  );
}

async function swap(round, one, other) {
  const names = { one: person(one).name, other: person(other).name };
  const late = round.started;
  const title = late
    ? _("{one} and {other} were in each other’s seats", names)
    : _("{one} and {other} swap seats", names);
  const reason = late ? await askReason(title) : "";
  if (reason !== null) await record({ type: "Reseated", round: round.round, players: [one, other], reason }, title);
}

/** Return the part of the page with the tables of the round that is played. */
export function round() {
  const now = current();
  if (!now) return [h("h2", _("This round")), h("p.hint", _("No round was started yet."))];
  const open = now.tables.filter(({ over }) => !over);
  const sorted = [...now.tables].sort((one, other) => Number(one.over) - Number(other.over));
  return [
    h(
      "div.part-head.row",
      h("h2", _("Round {round}", { round: now.round })),
      h(
        "span.count.muted",
        open.length
          ? _("{open} of {all} tables still play", { open: open.length, all: now.tables.length })
          : _("All tables have ended"),
      ),
      !now.released &&
        h(
          "span.tools",
          button(".small", _("Totals from a file"), () => enterResults(now.round), "import-results"),
        ),
      open.length > 0 &&
        h(
          "span.tools",
          button("", _("Start all clocks"), clocks(now.round, "start"), "clocks-start"),
          button(".small", _("Pause all"), clocks(now.round, "pause"), "clocks-pause"),
          button(".small", _("Go on"), clocks(now.round, "resume"), "clocks-resume"),
        ),
    ),
    h(
      "ul.tables.grid",
      sorted.map((table) => tableCard(now, table)),
    ),
  ];
}

function tableCard(now, table) {
  const places = table.names.map((name, at) =>
    player(".line", "", name, { change: table.points ? table.points[at] : undefined }),
  );
  return h(
    `li.card.table-card${table.over ? ".over" : ""}${isLate(table) ? ".late" : ""}`,
    { key: table.table },
    h(
      "header.row.apart",
      h("a", { href: `/t/${table.table}` }, _("Table {number}", { number: table.table })),
      h("span.clock", clockSays(table)),
    ),
    h("p.stands.muted", stands(table)),
    h("ol", places),
    table.match !== null && h("p.tools", ways(now, table)),
  );
}

/** Return the buttons of a table: what may be done while it plays, and with totals that it wrote on paper. */
function ways(now, table) {
  const playing = !table.over;
  const tools = [
    playing && button(".small", _("Extra time"), () => extend(now, table), `extend${table.table}`),
    playing && button(".small", _("End as it stands"), () => finish(now, table), `finish${table.table}`),
  ];
  const { act } = state.event.records.find(({ number }) => number === table.typed_by) ?? {};
  const paper = { href: `/api/photos/${act?.sheet}`, "data-key": `paper${table.table}` };
  if (act?.sheet) tools.push(h("a.button.small", paper, _("Photo of the paper")));
  if (now.released) return tools;
  if (playing || (table.forced && !table.typed))
    tools.push(button(".small", _("Type totals"), () => typeTotals(now, table), `totals${table.table}`));
  if (table.typed_by !== null)
    tools.push(button(".small", _("Undo the totals"), () => undoTotals(table), `undo-totals${table.table}`));
  return tools;
}

const isLate = ({ over, clock }) => !over && clock?.phase === "over";

function clockSays({ over, clock, extra }) {
  if (over || !clock || clock.phase === "ready") return "";
  const more = extra ? ` (${extra > 0 ? "+" : "−"}${Math.abs(extra)})` : "";
  if (clock.phase === "paused") return _("Paused") + more;
  if (clock.left === null) return _("{minutes} min played", { minutes: Math.floor(clock.played / MINUTE) }) + more;
  if (clock.phase === "rest") return clock.left > 0 ? _("Rest between sessions") : _("The rest is over");
  if (clock.left <= 0) return _("Time is up") + more;
  return _("{minutes} min left", { minutes: Math.ceil(clock.left / MINUTE) }) + more;
}

function stands(table) {
  if (table.match === null) return _("The table has not received it yet");
  if (table.typed) return _("Totals typed from paper");
  if (table.forced) return _("Ended at the desk: {reason}", { reason: table.forced });
  if (table.over) return _("The match is over");
  const time = timeOfDay(table.recorded);
  if (table.last < table.hand) return _("Hand {hand} · last record {time}", { hand: table.hand, time });
  return _("Hand {hand} of {last} · last record {time}", { hand: table.hand, last: table.last, time });
}

function extend(now, { table }) {
  const content = () => [
    field(_("Extra minutes"), {
      name: "minutes",
      type: "number",
      min: -60,
      max: 60,
      value: 5,
      required: true,
      "data-key": "minutes",
    }),
    field(_("Reason"), { name: "reason", maxlength: 200, "data-key": "reason" }),
  ];
  const does = async (data) => {
    const minutes = Number(data.get("minutes"));
    const act = { type: "Extended", round: now.round, table, minutes, reason: data.get("reason").trim() };
    return Boolean(await record(act));
  };
  openForm(_("Extra time for table {table}", { table }), content, () => _("Add time"), does);
}

async function finish(now, { table }) {
  const reason = await askReason(_("End table {table} as it stands: the current hand does not count", { table }));
  if (reason) await record({ type: "Finished", round: now.round, table, reason });
}

/** Return the whole numbers of the form for totals that begin with a name, 0 where nothing is typed. */
const numbersOf = (name) => (data) =>
  Array.from({ length: state.event.size }, (_empty, at) => Number(data?.get(`${name}${at}`) ?? 0));
const totalsOf = numbersOf("total");
const penaltiesOf = numbersOf("penalty");

/** Return what the totals in the form add up to, and by how much that is off. */
function sumOf(data) {
  const sum = totalsOf(data).reduce((one, other) => one + other, Number(data?.get("left") ?? 0));
  const should = state.event.size * state.event.start;
  const off = Math.abs(sum - should) <= Math.abs(sum) ? sum - should : sum;
  if (!off) return _("The sum is right: {sum}", { sum: plain(sum) });
  const about = { sum: plain(sum), off: signed(off), should: plain(should) };
  return should
    ? _("The sum is {sum}, {off} off: it must be {should}, or 0 without the points of the start", about)
    : _("The sum is {sum}, {off} off: it must be 0", about);
}

/** Return the fields of the form for totals, each with the player of a seat. */
const fieldsOf = ({ names }, name, say, about) =>
  names.map((player, at) =>
    field(say(windName(WINDS[at]), player), {
      name: `${name}${at}`,
      type: "number",
      step: 1,
      "data-key": `${name}${at}`,
      ...about,
    }),
  );

function typeTotals(now, table) {
  const number = table.table;
  const content = (again) => {
    const form = document.querySelector("#form-dialog form");
    const data = form?.querySelector("[name=total0]") ? new FormData(form) : null;
    const about = { oninput: again };
    const seat = (wind, player) => _("{wind} · {player}", { wind, player });
    const fine = (wind, player) => _("{wind} · {player}, penalty", { wind, player });
    return [
      h("p.hint", _("As on paper, without penalties; in the order of the seats. The match ends with them.")),
      h("div.totals", fieldsOf(table, "total", seat, { required: true, ...about })),
      state.event.leaves_points &&
        field(_("Left on the table"), { name: "left", type: "number", min: 0, value: 0, "data-key": "left", ...about }),
      h("p.note", { role: "status", "data-key": "sum" }, sumOf(data)),
      h(
        "details",
        { "data-key": "penalties" },
        h("summary", _("Penalties")),
        h("div.totals", fieldsOf(table, "penalty", fine, { min: 0, value: 0 })),
      ),
      field(_("Photo of the paper (optional)"), {
        name: "photo",
        type: "file",
        accept: "image/*",
        capture: "environment",
        "data-key": "photo",
      }),
    ];
  };
  const does = async (data) => {
    const act = { type: "TableResult", round: now.round, table: number, totals: totalsOf(data) };
    const left = Number(data.get("left") ?? 0);
    const penalties = penaltiesOf(data);
    if (left) act.left = left;
    if (penalties.some(Boolean)) act.penalties = penalties;
    const photo = data.get("photo");
    if (photo?.size) {
      const kept = await keepPhoto(photo);
      if (!kept) return false;
      act.sheet = kept.photo;
    }
    return Boolean(await record(act));
  };
  const title = _("Totals of table {table}, round {round}", { table: number, round: now.round });
  openForm(title, content, () => _("Record it"), does);
}

async function undoTotals({ table, typed_by }) {
  const reason = await askReason(_("Undo the totals of table {table}", { table }));
  if (reason) await record({ type: "Void", of: typed_by, reason });
}
