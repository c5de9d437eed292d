// The hand in play: who sits where, the dice, who has won, who calls the referee, and how the table box is. What the
// box does can all be done here too.

import { listen } from "./live.js";
import { ask, button, fill, goToNewHand, h, keepFocus, sendPhoto, tellTrouble } from "./page.js";
import { capital, image, nameOf } from "./tiles.js";

const root = document.getElementById("at-table"); // only on the start page; calls and the box's state are on all
const CHAIRS = [1, 2, 3, 4];
const PIPS = [1, 2, 3, 4, 5, 6];
const pips = (dice) => dice.map((n) => String.fromCodePoint(0x267f + n)).join(" ");
const at = (iso) => new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const windName = (letter) => capital(nameOf(letter)).split(" ")[0];

let seats = null;
let again = false; // both throws are made, and somebody wants to throw them anew
const entered = [1, 1]; // dice chosen but not sent: they outlive drawing anew

async function act(what) {
  try {
    const { seats: answered } = await ask("POST", "/api/play", what);
    if (!seats || answered.version >= seats.version) show(answered); // the stream may have shown a newer one meanwhile
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function show(next) {
  if (!next.second) again = false;
  seats = next;
  keepFocus(() => {
    fill(document.getElementById("alerts"), seats.calls.map(called), seats.wrong && h("p.alert.wrong", seats.wrong));
    if (root) drawTable();
  });
}

function drawTable() {
  const wind = windName(seats.prevailing);
  fill(document.getElementById("hand-in-play"), `Hand ${seats.hand} · ${wind} round · chair ${seats.dealer} deals`);
  fill(
    document.getElementById("play"),
    h("div.chairs", CHAIRS.map(chair)),
    seats.claims.length > 0 && claims(),
    h(
      "div.table-tools",
      dice(),
      h(
        "div.hands",
        button("", "Next hand", () => act({ do: "start" }), "next"),
        deal(),
      ),
    ),
  );
  if (seats.claims.length) root.open = true;
}

const called = (chair) =>
  h(
    "p.alert.call",
    h("b", `Chair ${chair} (${windName(seats.winds[chair - 1])}) calls the referee`),
    button(".small", "The referee is here", () => act({ do: "answered" }), `answered${chair}`),
  );

function chair(number) {
  const down = seats.pressed?.[0] === number ? seats.pressed[1] : [];
  const does = (name, label, what) =>
    h(
      `button.button.small${down.includes(name) ? ".down" : ""}`,
      { "data-key": `${name}${number}`, "aria-label": `Chair ${number}: ${label}`, onclick: () => act(what) },
      label,
    );
  return h(
    `div.chair${number === seats.dealer ? ".dealer" : ""}${down.length ? ".pressed" : ""}`,
    { "data-chair": number },
    h(
      "p",
      image(seats.winds[number - 1], true),
      h("b", `Chair ${number}`),
      number === seats.dealer && h("i", "dealer"),
    ),
    h(
      "div.row",
      does("win", "Win", { do: "won", chair: number }),
      does("referee", "Referee", { do: "call", chair: number }),
    ),
  );
}

/** The wins claimed, which of them counts, and who gave the tile: with one answer for all who claim it. */
function claims() {
  const claimants = seats.claims.map(({ chair }) => chair);
  const givers = [...claimants, ...CHAIRS.filter((chair) => !claimants.includes(chair))];
  const label = (giver) => {
    if (!claimants.includes(giver)) return `Chair ${giver}`;
    return claimants.length === 1 ? "Self-drawn" : `Chair ${giver} drew it`;
  };
  const pick = (giver) =>
    h(
      "button.button.small",
      {
        "data-key": `giver${giver}`,
        "aria-pressed": String(giver === seats.giver),
        onclick: () => act({ do: "given", giver }),
      },
      label(giver),
    );
  return h(
    "div.claims",
    { id: "claim" },
    seats.decision && h("p.decision", { "data-kind": seats.decision.kind }, seats.decision.says),
    seats.claims.map(claim),
    h("div.row", h("span", "The winning tile:"), givers.map(pick)),
  );
}

function claim({ chair, hand, trouble, verdict }) {
  const photo = (event) => {
    const [file] = event.target.files;
    if (file) goToNewHand(() => sendPhoto(file, chair));
  };
  const later = seats.winner && seats.winner !== chair;
  const open = seats.giver ? "It is to be checked." : "Who gave the winning tile?";
  const says = later
    ? `Chair ${seats.winner} is first.`
    : ({ accepted: "It counts.", refused: "It does not count." }[verdict] ?? open);
  return h(
    `div.claim${verdict ? `.${verdict}` : ""}${later ? ".later" : ""}`,
    { "data-claim": chair },
    h(
      "p",
      h("b", `Chair ${chair} (${windName(seats.winds[chair - 1])}) has won. `),
      hand ? says : trouble || "Reading…",
    ),
    h(
      "div.row",
      hand && h("a.button.primary", { href: `/hands/${hand}` }, "See the hand"),
      !hand && [
        h(
          "label.button.primary",
          h("input", { type: "file", accept: "image/*,.heic,.heif", onchange: photo }),
          "Photo",
        ),
        button("", "By hand", () => goToNewHand(() => ask("POST", `/api/hands?chair=${chair}`)), `claim-blank${chair}`),
      ],
      button("", "Put away", () => act({ do: "put-away", chair }), `put-away${chair}`),
    ),
  );
}

function dice() {
  const thrown = [seats.first, seats.second]
    .filter(Boolean)
    .map((values, n) =>
      h(
        "p",
        `${n ? "Second" : "First"} throw: `,
        h("b.dice", { "aria-hidden": "true" }, pips(values)),
        ` ${values.join(" + ")}`,
      ),
    );
  if (seats.second && !again) {
    const anew = () => {
      again = true;
      show(seats);
    };
    return h(
      "div.throws",
      thrown,
      h("p.wall", { id: "wall" }, seats.wall.words),
      button(".small", "Throw anew", anew, "anew"),
    );
  }
  const number = seats.first && !again ? 2 : 1;
  const who = number === 1 ? seats.dealer : seats.thrower;
  const one = (n) =>
    h(
      "select",
      {
        "aria-label": `Die ${n + 1}`,
        "data-key": `die${n + 1}`,
        onchange: (event) => (entered[n] = Number(event.target.value)),
      },
      PIPS.map((value) => h("option", { value, selected: value === entered[n] }, String(value))),
    );
  const send = (values) => {
    again = false;
    act({ do: "throw", throw: number, dice: values });
  };
  const roll = () => send([...crypto.getRandomValues(new Uint32Array(2))].map((random) => (random % 6) + 1));
  return h(
    "div.throws",
    !again && thrown,
    h("p", `${number === 1 ? "First" : "Second"} throw: chair ${who}`),
    h(
      "div.row",
      one(0),
      one(1),
      button(".small", "Enter", () => send(entered), "enter"),
      button(".small", "Throw for them", roll, "roll"),
    ),
  );
}

/** Which hand it is and who deals, when that is not what the table thinks. */
function deal() {
  const pick = (label, count, chosen) =>
    h(
      "select",
      { "aria-label": label, "data-key": label },
      Array.from({ length: count }, (_, n) =>
        h("option", { value: n + 1, selected: n + 1 === chosen }, `${label} ${n + 1}`),
      ),
    );
  const hand = pick("Hand", 16, seats.hand);
  const dealer = pick("Dealer", 4, seats.dealer);
  const set = () => act({ do: "deal", hand: Number(hand.value), dealer: Number(dealer.value) });
  return h("div.row", hand, dealer, button(".small", "Set", set, "set-deal"));
}

const PHASES = {
  stopped: "stopped",
  searching: "not there",
  greeting: "is asked for an answer",
  connected: "connected",
  silent: "silent",
};

function showBox(box) {
  const pill = document.getElementById("box-pill");
  pill.hidden = !box;
  if (!box) {
    line("Without a table box: all that it does can be done here.");
    return;
  }
  const state = box.phase === "connected" && box.problem ? "poor" : box.phase;
  pill.dataset.state = state;
  fill(pill, "Box", h("span", ` ${PHASES[box.phase]}`));
  const says = [
    `Table box ${box.box?.id ?? ""} ${PHASES[box.phase]} since ${at(box.since)}`.replace("  ", " "),
    box.address,
    box.silent !== null && `last frame ${box.silent.toFixed(1)} s ago`,
    box.connections > 0 && `line ${Math.round(box.quality * 100)} % sound`,
    box.lost > 0 && `${box.lost} events lost`,
  ].filter(Boolean);
  pill.title = box.problem || says.join(" · ");
  line(
    box.problem && h("b.problem", capital(box.problem)),
    h("span", says.join(" · ")),
    h("a", { href: "/api/play/box.log", download: "table-box.log" }, "Save its record"),
  );
}

function line(...says) {
  if (root) fill(document.getElementById("box-line"), ...says);
}

function lost(text) {
  const pill = document.getElementById("box-pill");
  pill.hidden = false;
  pill.dataset.state = "silent";
  pill.textContent = "Not live";
  pill.title = text;
  line(h("b.problem", text));
}

listen({ seats: show, box: showBox, lost });
