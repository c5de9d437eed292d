// A referee in the hall: calls from all tables, hands to approve with their photographs, notes of players, the fines.

import { sinceWords } from "./calls.js";
import { came } from "./came.js";
import { followAll } from "./changes.js";
import { field, openForm } from "./dialogs.js";
import { isOurs, put, ready, takeOver } from "./drawn.js";
import { enter, onRecorded } from "./entered.js";
import { go, onKey, press } from "./keys.js";
import { gains } from "./player.js";
import { ask, holdFocus, newId, orTell, tellTrouble } from "./page.js";
import { cut } from "./pieces.js";
import { forgetOrder, orderLine } from "./sent.js";
import { sound } from "./sound.js";
import { order, shownAs, tileImage } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { oneAtATime } from "./turns.js";
import { button, h, render, setText } from "./view.js";
import { _ } from "./words.js";

const page = document.querySelector(".referee");
const { longest } = page.dataset;
const says = document.getElementById("referee-says");
const AGAIN = 5000; // ms between two looks at play that a camera follows: more is later, less asks the server more often
let shown = ""; // what is on the page, as JSON
let followed = []; // the tables whose play is followed now
let unfolded = ""; // the hand that somebody looks at
let drawn = false; // whether this script has drawn what the server drew first, with buttons that nothing listens to
let together = null; // what became of the approvals of one tap

const load = oneAtATime(async () => {
  try {
    draw(await ask("GET", "/api/referee"));
    says.hidden = true;
  } catch (trouble) {
    says.textContent = trouble.fix
      ? _("{error}. {fix}", { error: trouble.message, fix: trouble.fix })
      : trouble.message;
    says.hidden = false;
    delete page.dataset.waits;
    if (trouble.status === 401 || trouble.status === 403) return false;
  }
  return true;
});

/** Send something and draw what is so then. */
async function send(method, address, body) {
  const answer = await orTell(ask(method, address, body));
  await load();
  return Boolean(answer);
}

/** Send something that is kept on this device until then, and draw what is so then. */
async function sendLater(kind, body, about) {
  const trouble = await enter(kind, body, about).then(
    () => null,
    (why) => why,
  );
  if (trouble?.status === 0) return true; // it waits, as the page says
  if (trouble) tellTrouble(trouble);
  await load();
  return !trouble;
}

onRecorded(load);

const callSound = sound("tableside-call-sound", true);
const TITLE = document.title;
let heard = null; // the calls that nobody has taken, by their ids; null before the first answer

/** Name in the title of the page how much waits, and rings for a call that is new. */
function notify({ calls, waiting, appeals }) {
  const open = calls.filter(({ taken }) => !taken).map(({ id }) => id);
  const count = open.length + waiting.filter(({ sent }) => !sent).length + appeals.length;
  document.title = count ? `(${count}) ${TITLE}` : TITLE;
  if (heard && open.some((id) => !heard.has(id))) callSound.ring([880, 660, 880], 0.25);
  heard = new Set([...(heard ?? []), ...open]); // an answer that comes late may lack a call that was heard
}

function draw(next) {
  const text = JSON.stringify(next);
  if (text === shown) return;
  shown = text;
  notify(next);
  const giveBack = holdFocus();
  if (!drawn)
    for (const id of ["calls", "waiting", "call-sound", "approve-all", "play-now"])
      document.getElementById(id).replaceChildren();
  drawn = true;
  show(next); // a call that is done takes its button along
  giveBack();
}

function show(next) {
  delete page.dataset.waits;
  setText(document.getElementById("said"), inWords(next));
  const list = (id, lines, none) =>
    render(lines.length ? lines : h("li.none", { key: "none" }, none), document.getElementById(id));
  render(soundButton(), document.getElementById("call-sound"));
  list(
    "calls",
    next.calls.map((each) => call(each, next.calls)),
    _("No calls"),
  );
  document.getElementById("done-calls").hidden = next.done.length === 0;
  const due = next.waiting.find((each) => keyOf(each) === unfolded) ?? next.waiting.find(({ sent }) => !sent);
  const hands = next.waiting.map((each) => waiting(each, each === due));
  const waits = [...next.appeals.map(appealed), ...next.claims.map(claim), ...hands];
  render(approveAll(next.waiting), document.getElementById("approve-all"));
  list("waiting", waits, _("No hands to approve."));
  const dismiss = (order) => forgetOrder(order).then(load, tellTrouble);
  render(
    next.orders.map((order) => orderLine(order, dismiss)),
    document.getElementById("orders"),
  );
  followed = next.play ?? [];
  document.getElementById("play").hidden = followed.length === 0;
  render(followed.map(playNow), document.getElementById("play-now"));
  if (next.drawn) put(ready(next.drawn), "done", "notes", "fines-proof", "fines-rounds", "fines", "known-players");
}

/**
 * Return the play at a table: whose turn it is, the tiles left, and the steps in doubt, each with the way to its
 * picture, and one tap to say that it was so.
 */
const playNow = ({ table, says, doubts }) =>
  h(
    "li",
    { key: table, "data-play": table },
    h("b", _("Table {number}", { number: table })),
    h("span", says.join(" · ")),
    doubts.map(({ at, says: said, deal, step }) =>
      h(
        "p.row.tight",
        { key: deal },
        h("a.note", { href: deal }, h("time", { datetime: at }, timeOfDay(at)), ` ${said}`),
        step && button(".small", _("Yes, right"), () => send("POST", step, { do: "say" }), `right-${deal}`),
      ),
    ),
  );

function soundButton() {
  const toggle = () => {
    callSound.toggle();
    callSound.ring([660], 0.15);
    render(soundButton(), document.getElementById("call-sound"));
  };
  const says = callSound.isOn() ? _("Sound for calls: on") : _("Sound for calls: off");
  return h("button.button.small", { "aria-pressed": callSound.isOn(), "data-key": "sound", onclick: toggle }, says);
}

/** Return the hands on the page whose photo has no open question, the oldest first: to approve together. */
function approveAll(hands) {
  const shown = hands.filter(({ sent, laid }) => !sent && !laid?.open.length);
  if (shown.length < 2) return null;
  const label = _("Approve all shown ({count})", { count: shown.length });
  return button("", label, () => askApproval(shown), "approve-all");
}

/** Ask whether these hands are approved, table by table, and approves them in one request. */
function askApproval(hands) {
  const about = hands.map(({ table, hand, version }) => ({ table, hand, seen: version, id: newId() }));
  const tables = [...new Set(hands.map(({ table }) => table))];
  const of = (table) => hands.filter((each) => each.table === table).map(({ hand }) => hand);
  let busy = false;
  let redraw = null;
  const content = (again) => {
    redraw = again;
    return [
      h(
        "ul",
        tables.map((table) => h("li", _("Table {table}: hands {hands}", { table, hands: of(table).join(_(", ")) }))),
      ),
      busy && h("progress", { "aria-label": _("Approving…") }),
    ];
  };
  openForm(
    _("Approve {count} hands?", { count: hands.length }),
    content,
    () => (busy ? _("Approving…") : _("Approve")),
    async () => {
      busy = true;
      redraw();
      const done = await sendAll("/api/referee/approvals", about);
      busy = false;
      return done;
    },
  );
}

/** Undo the approvals of one tap, in one request. */
const undoAll = () =>
  sendAll(
    "/api/referee/approvals/undone",
    together.approvals.map(({ table, hand, record }) => ({ table, hand, record, id: newId() })),
  );

/** Send approvals, or what undoes them, and draw what became of each. */
async function sendAll(address, approvals) {
  const answer = await orTell(ask("POST", address, { approvals }, { wait: false }));
  if (!answer) return false;
  const undone = address.endsWith("undone");
  together = { ...answer, undone, approvals: answer.approvals.filter(({ record }) => record) };
  await load();
  drawTogether();
  return true;
}

/** Return what became of the approvals of one tap: how many, with the way to undo them all, and which failed. */
function drawTogether() {
  const { approvals, failed, undone } = together;
  const count = approvals.length;
  render(
    [
      count > 0 &&
        h(
          "p.row",
          h("b", undone ? _("Approvals undone: {count}", { count }) : _("Approved: {count}", { count })),
          !undone && button(".small", _("Undo all"), undoAll, "undo-approvals"),
        ),
      failed.map(({ table, hand, error, fix }) =>
        h(
          "p.alert",
          { key: `failed-${table}-${hand}` },
          h("b", _("Table {table}, hand {hand}", { table, hand })),
          " ",
          fix ? _("{error}. {fix}", { error, fix }) : error,
        ),
      ),
    ],
    document.getElementById("together"),
  );
}

/** Return what a screen reader says, once for each change of it: who calls, and how many hands wait. */
const inWords = ({ calls, waiting, appeals }) =>
  [
    ...calls
      .filter(({ taken }) => !taken)
      .map(({ table, player, reason }) => {
        const who = player ? _("Table {table}, {player}", { table, player }) : _("Table {table}", { table });
        return [_("{who} calls", { who }), reason].filter(Boolean).join(": ");
      }),
    appeals.length > 0 && _("Appeals to decide: {count}", { count: appeals.length }),
    waiting.length > 0 && _("Hands to approve: {count}", { count: waiting.length }),
  ]
    .filter(Boolean)
    .reduce((one, two) => (one ? _("{one}. {two}", { one, two }) : two), "");

const callWords = ({ table, player, reason }) => [
  h("b", player ? _("Table {table}, {player}", { table, player }) : _("Table {table}", { table })),
  reason && h("span.reason", reason),
];

/** Return a call; the oldest that nobody has taken has the green button. */
function call(each, calls) {
  const first = calls.find(({ taken }) => !taken) === each;
  const { id, at, now, taken, taken_by: by, table } = each;
  const goes = () => sendLater("taking", undefined, { call: id, table });
  const done = () => sendLater("finishing", undefined, { call: id, table });
  return h(
    `li.call${taken ? ".taken" : ""}`,
    { key: id },
    h("p.what.row.loose.baseline", callWords(each)),
    h(
      "p.since.row.loose.baseline",
      h("time", { datetime: at }, sinceWords(at, now)),
      taken && h("span", by ? _("{who} is on the way", { who: by }) : _("Referee on the way")),
    ),
    h(
      "p.ways",
      !taken && button(first ? ".primary.big" : ".big", _("On my way"), goes, `take-${id}`),
      button(taken ? ".primary.big" : ".big", _("Done"), done, `done-${id}`),
      h("a.button.big", { href: `/t/${table}` }, _("Open the table")),
    ),
  );
}

/**
 * Return the strip of the photo and the tiles read: melds and the winning tile apart. A link to the page of the hand.
 */
function laidPart({ id, photo, reading, laid, open, verdict }) {
  const row = (slots, kind = "") =>
    slots.length > 0 &&
    h(
      `span.row${kind}`,
      slots.map((slot) => tileImage(shownAs(slot), true)),
    );
  const sorted = laid.concealed.toSorted((one, other) => order(one.tile) - order(other.tile));
  return h(
    "a.laid.stack.snug.plain",
    { href: `/hands/${id}` },
    photo &&
      (cut(photo, reading, _("The photo of the hand")) ??
        h("img", { src: photo, alt: _("The photo of the hand"), loading: "lazy" })),
    h(
      "span.laid-tiles",
      laid.melds.map(({ tiles }) => row(tiles, ".meld")),
      row(sorted),
      laid.winning && row([laid.winning], ".won"),
      row(laid.flowers, ".flowers"),
    ),
    open.length > 0 && h("strong.verdict.unsure", verdict.brief),
  );
}

/** Return the fan of a hand and their total. */
const fanList = (fans, worth) =>
  fans.length > 0 &&
  h(
    "ul.fan-list",
    fans.map(({ name, count, points }) =>
      h("li.row.apart", { key: name }, h("span", count > 1 ? `${name} × ${count}` : name), h("b", String(points))),
    ),
    h("li.total.row.apart", { key: "total" }, h("span", _("Total")), h("b", worth)),
  );

const keyOf = ({ table, hand }) => `${table}-${hand}`;

/** Return a hand to approve: one line until it is its turn, the first one's, or somebody unfolds it. */
function waiting({ sent, table, hand, says, worth, changes, fined, fans, laid, ended, typed }, due) {
  const key = keyOf({ table, hand });
  const unfolds = ({ target }) => {
    if (target.open) unfolded = key;
  };
  const about = [
    h("b", typed ? _("Table {number}", { number: table }) : _("Table {table}, hand {hand}", { table, hand })),
    h("span.outcome.strong", says),
    h("time", { datetime: ended }, timeOfDay(ended)),
  ];
  const parts = [
    laid && laidPart(laid),
    fanList(fans, worth),
    h("p.changes", gains(changes)),
    fined.map((line) => h("p.note", { key: line }, line)),
    h(
      "p.ways",
      sent
        ? h("span.sent-there", _("Sent to table {table}", { table }))
        : button(".primary.big", _("Approve"), () => approve(table, hand), `approve-${key}`),
      h("a.button.big", { href: `/t/${table}/hands/${hand}`, "data-key": `look-${key}` }, _("Details")),
    ),
  ];
  return h(
    "li.waiting",
    { key: `hand-${key}` },
    h(
      "details",
      { name: "decision", open: due, ontoggle: unfolds },
      h("summary.what.row.loose.baseline", { "data-key": `unfold-${key}` }, about),
      h("div.stack.snug", parts),
    ),
  );
}

/** Return an appeal that is open, with the way to its hand, or to the sheet where the hand was taken back. */
const appealed = ({ record, table, match, hand, heading, reason, when }) =>
  h(
    "li.waiting",
    { key: `appeal-${table}-${record}` },
    h("p.what.row.loose.baseline", h("b", heading), h("time", { datetime: when }, timeOfDay(when))),
    h("p", reason),
    h(
      "p.ways",
      h(
        "a.button.primary.big",
        { href: `/t/${table}/${hand === null ? "sheet" : `hands/${hand}`}?match=${match}` },
        hand === null ? _("Match sheet") : _("Hand {number}", { number: hand }),
      ),
    ),
  );

const approve = (table, hand) => {
  const id = newId();
  return sendLater("record", { id, act: { type: "Approved", hand } }, { id, table });
};

function claim({ table, laid, says }) {
  return h(
    "li.claim",
    { key: `claim-${table}-${laid.id}` },
    h("p.what.row.loose.baseline", h("b", says), h("span", laid.verdict.brief)),
    laidPart(laid),
  );
}

document.getElementById("notes-title").parentElement.addEventListener("click", ({ target }) => {
  const [, note] = target.dataset.key?.match(/^note-(.+)$/) ?? [];
  if (note) send("DELETE", `/api/notes/${note}`);
});
document.getElementById("note-add").addEventListener("click", () =>
  openForm(
    _("Add a note"),
    () => [
      field(_("Player"), {
        name: "player",
        required: true,
        maxlength: 100,
        list: "known-players",
        autocomplete: "off",
      }),
      field(_("For all referees"), {
        name: "text",
        required: true,
        maxlength: longest,
        autocomplete: "off",
      }),
    ],
    () => _("Save the note"),
    (data) => sendLater("note", { player: data.get("player"), text: data.get("text") }),
  ),
);

onKey("g", _("To the calls"), go("#calls button"));
onKey("a", _("To the hands to approve"), go("#waiting button"));
onKey("n", _("Add a note"), press("#note-add"));
takeOver(page);
const first = isOurs() ? came("referee-data") : null;
if (first) draw(first);
followAll(load, Boolean(first));
setInterval(() => followed.length > 0 && load(), AGAIN);
