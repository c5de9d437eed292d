// A referee in the hall: calls from all tables, hands to approve with their photographs, notes of players, the fines.

import { sinceWords } from "./calls.js";
import { followAll } from "./changes.js";
import { field, openForm } from "./dialogs.js";
import { go, onKey, press } from "./keys.js";
import { ask, button, fill, h, keepFocus, newId, setText, tellTrouble } from "./page.js";
import { forgetOrder, orderLine } from "./sent.js";
import { image } from "./tiles.js";
import { timeOfDay } from "./time.js";
import { _ } from "./words.js";

const longest = document.querySelector(".referee").dataset.longest;
const says = document.getElementById("referee-says");
let shown = ""; // what is on the page, as JSON

async function load() {
  try {
    draw(await ask("GET", "/api/referee"));
    says.hidden = true;
  } catch (trouble) {
    says.textContent = trouble.fix
      ? _("{error}. {fix}", { error: trouble.message, fix: trouble.fix })
      : trouble.message;
    says.hidden = false;
    if (trouble.status === 401 || trouble.status === 403) return false;
  }
  return true;
}

/** Sends something and draws what is so then. */
async function send(method, address, body) {
  try {
    await ask(method, address, body);
  } catch (trouble) {
    tellTrouble(trouble);
    await load();
    return false;
  }
  await load();
  return true;
}

function draw(next) {
  const text = JSON.stringify(next);
  if (text === shown) return;
  shown = text;
  setText(document.getElementById("said"), inWords(next));
  keepFocus(() => {
    const list = (id, lines, none) => fill(document.getElementById(id), lines.length ? lines : h("li.none", none));
    list("calls", next.calls.map(call), _("Nobody calls."));
    fill(
      document.querySelector("#done-calls ul"),
      next.done.map((each) => h("li", callWords(each), h("small", each.done_by))),
    );
    document.getElementById("done-calls").hidden = next.done.length === 0;
    const waits = [...next.appeals.map(appealed), ...next.claims.map(claim), ...next.waiting.map(waiting)];
    list("waiting", waits, _("No hand waits for an approval."));
    const dismiss = (order) => forgetOrder(order).then(load, tellTrouble);
    fill(
      document.getElementById("orders"),
      next.orders.map((order) => orderLine(order, dismiss)),
    );
    list("notes", notesByPlayer(next), _("Nothing is noted."));
    list("fines", next.penalties.fines.map(fine), _("No fine was given."));
    proof(next.penalties);
    fill(
      document.getElementById("known-players"),
      next.players.map((value) => h("option", { value })),
    );
  });
}

/** What a screen reader says, once for each change of it: who calls, and how many hands wait. */
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
    .join(". ");

const callWords = ({ table, player, reason }) => [
  h("b", player ? _("Table {table}, {player}", { table, player }) : _("Table {table}", { table })),
  reason && h("span.reason", reason),
];

function call(each) {
  const { id, at, now, taken, taken_by: by, table } = each;
  const done = () => send("POST", `/api/calls/${id}/done`);
  return h(
    `li.call${taken ? ".taken" : ""}`,
    h("p.what", callWords(each)),
    h(
      "p.since",
      h("time", { datetime: at }, sinceWords(at, now)),
      taken && h("span", by ? _("{who} goes there", { who: by }) : _("somebody goes there")),
    ),
    h(
      "p.ways",
      !taken && button(".primary.big", _("I go there"), () => send("POST", `/api/calls/${id}/taken`), `take-${id}`),
      button(taken ? ".primary.big" : ".big", _("Done"), done, `done-${id}`),
      h("a.button.big", { href: `/t/${table}` }, _("Open the table")),
    ),
  );
}

/** The photograph of a hand, or its tiles, and the way to its page. */
function laidPart(laid) {
  const all = [
    ...laid.laid.melds.map(({ tiles }) => tiles),
    laid.laid.concealed,
    laid.laid.winning ? [laid.laid.winning] : [],
  ];
  return h(
    "a.laid",
    { href: `/hands/${laid.id}` },
    laid.photo && h("img", { src: laid.photo, alt: _("The photograph of the hand"), loading: "lazy" }),
    h(
      "span.row",
      all.map((tiles) =>
        h(
          "span.row",
          tiles.map((slot) => image(slot?.tile ?? slot, true)),
        ),
      ),
    ),
    laid.open.length > 0 && h("strong.verdict.unsure", _("To check")),
  );
}

function waiting({ sent, table, hand, winner, discarder, points, worth, changes, laid, ended }) {
  const key = `${table}-${hand}`;
  const inFaan = worth !== String(points); // Hong Kong
  const about = { winner, discarder, points, worth };
  const won = discarder
    ? inFaan
      ? _("{winner} from {discarder}: {worth}", about)
      : _("{winner} from {discarder}: {points} points", about)
    : inFaan
      ? _("{winner}, self-drawn: {worth}", about)
      : _("{winner}, self-drawn: {points} points", about);
  return h(
    "li.waiting",
    h(
      "p.what",
      h("b", _("Table {table}, hand {hand}", { table, hand })),
      h("time", { datetime: ended }, timeOfDay(ended)),
    ),
    h("p", winner ? won : _("Drawn")),
    laid && laidPart(laid),
    h(
      "p.changes",
      Object.entries(changes).map(([player, change]) =>
        h("span", player, h("b", change > 0 ? `+${change}` : String(change).replace("-", "−"))),
      ),
    ),
    h(
      "p.ways",
      sent
        ? h("span.sent-there", _("Sent to table {table}", { table }))
        : button(".primary.big", _("Approve"), () => approve(table, hand), `approve-${key}`),
      h("a.button.big", { href: `/t/${table}/hands/${hand}` }, _("Look closer")),
    ),
  );
}

/** An appeal that is open, with the way to its hand, or to the sheet where the hand was taken back. */
const appealed = ({ table, match, hand, player, reason, when }) =>
  h(
    "li.waiting",
    h(
      "p.what",
      h("b", _("Table {table}: {player} appeals", { table, player })),
      h("time", { datetime: when }, timeOfDay(when)),
    ),
    h("p", reason),
    h(
      "p.ways",
      h(
        "a.button.primary.big",
        { href: `/t/${table}/${hand === null ? "sheet" : `hands/${hand}`}?match=${match}` },
        hand === null ? _("Sheet") : _("Hand {number}", { number: hand }),
      ),
    ),
  );

const approve = (table, hand) =>
  send("POST", `/api/tables/${table}/records`, { id: newId(), act: { type: "Approved", hand } });

function claim({ table, chair, player, legal, laid }) {
  const verdict = { true: _("may be declared"), false: _("may not be declared") }[legal] ?? _("To check");
  return h(
    "li.claim",
    h(
      "p.what",
      h(
        "b",
        player
          ? _("Table {table}: {player} claims a win", { table, player })
          : _("Table {table}: chair {chair} claims a win", { table, chair }),
      ),
      h("span", verdict),
    ),
    laidPart(laid),
  );
}

/** Notes and warnings, those of a player together. */
function notesByPlayer({ notes, penalties }) {
  const warned = penalties.fines.filter(({ amount }) => amount === 0);
  const names = [...new Set([...notes, ...warned].map(({ player }) => player))].sort();
  return names.map((name) =>
    h(
      "li",
      h("b", name),
      h(
        "ul.of-player",
        warned
          .filter(({ player }) => player === name)
          .map(({ why, table, hand }) =>
            h(
              "li",
              h("span", _("Warning: {why}", { why })),
              h("small", _("table {table}, hand {hand}", { table, hand })),
            ),
          ),
        notes.filter(({ player }) => player === name).map(noteLine),
      ),
    ),
  );
}

const noteLine = ({ id, text, who, table, at }) =>
  h(
    "li",
    h("span", text),
    h("small", [who, table && _("table {table}", { table }), timeOfDay(at)].filter(Boolean).join(" · ")),
    button(".small", _("Take back"), () => send("DELETE", `/api/notes/${id}`), `note-${id}`),
  );

const fine = ({ round, table, hand, player, amount, flow, why }) =>
  h(
    "li",
    h("b", player),
    h("span", why),
    h("span.amount", amount ? `−${amount}` : _("warning")),
    h(
      "small",
      [
        round === null
          ? _("table {table}, hand {hand}", { table, hand })
          : _("round {round}, table {table}, hand {hand}", { round, table, hand }),
        amount && (flow === "paid" ? _("paid to the others") : _("deducted")),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );

/** Says what fines took from the tables, and that the points of all players lack just that; round by round of an event. */
function proof({ rounds, ...all }) {
  const line = document.getElementById("fines-proof");
  line.classList.toggle("bad", !all.holds);
  line.hidden = all.holds && !all.kept;
  line.textContent = proofWords(all);
  const several = rounds.length > 1 || rounds.some(({ round }) => round !== null);
  fill(
    document.getElementById("fines-rounds"),
    several &&
      rounds.map((each) =>
        h(
          `li${each.holds ? "" : ".bad"}`,
          h("b", each.round === null ? _("Other matches") : _("{event}, round {round}", each)),
          h("span", _("{matches} matches", each), " · ", proofWords(each)),
        ),
      ),
  );
}

const proofWords = ({ kept, missing, holds }) =>
  holds
    ? _("It adds up: {kept} points were deducted, and all players together have {kept} less than they began with.", {
        kept,
      })
    : _(
        "It does not add up: {kept} points were deducted, but all players together have {missing} less than they began with.",
        {
          kept,
          missing,
        },
      );

document.getElementById("note-add").addEventListener("click", () =>
  openForm(
    _("Note something of a player"),
    () => [
      field(_("Player"), {
        name: "player",
        required: true,
        maxlength: 100,
        list: "known-players",
        autocomplete: "off",
      }),
      field(_("What all referees should know"), {
        name: "text",
        required: true,
        maxlength: longest,
        autocomplete: "off",
      }),
    ],
    () => _("Note it"),
    (data) => send("POST", "/api/notes", { player: data.get("player"), text: data.get("text") }),
  ),
);

onKey("g", _("To the calls"), go("#calls button"));
onKey("a", _("To the hands to approve"), go("#waiting button"));
onKey("n", _("Note something of a player"), press("#note-add"));
followAll(load);
