// The hand in play on the start page: seats, dice, wins. Everything that the box does can be done here too.

import { may } from "./access.js";
import { sendPhoto } from "./firstlook.js";
import { ask, goToNewHand, TABLE } from "./page.js";
import { act, chairs, drawBeside, numbered, whoAt, windOf } from "./play.js";
import { player } from "./player.js";
import { windName } from "./tiles.js";
import { button, h, render, setText } from "./view.js";
import { _ } from "./words.js";

const PIPS = [1, 2, 3, 4, 5, 6];
const pips = (dice) => dice.map((n) => String.fromCodePoint(0x267f + n)).join(" ");
const root = document.getElementById("at-table");
const entered = [1, 1, 0]; // dice chosen but not sent yet; 0 for a third one that is not thrown
let seats = null;
let again = false; // whether all throws are to be made again

/** Draw the hand in play: seats, wins, dice, and the way to the next. */
function draw(next) {
  if (!next.wall) again = false;
  seats = next;
  const { hand, title, dealer, prevailing } = seats;
  const about = { hand, title, dealer, wind: windName(prevailing) };
  const says = title
    ? _("{title} · dealer: seat {dealer}", about)
    : _("Hand {hand} · {wind} round · dealer: seat {dealer}", about);
  setText(document.getElementById("hand-in-play"), says);
  const parts = [
    h("ol.chairs", chairs().map(chair)),
    seats.claims.length > 0 && claims(),
    h(
      "div.table-tools.row.between",
      dice(),
      may("table") &&
        h(
          "div.hands.stack.tight",
          button("", _("Next hand"), () => act({ do: "start" }), "next"),
          deal(),
        ),
    ),
  ];
  render(parts, document.getElementById("play"));
  if (seats.claims.length) root.open = true;
}

function chair(number) {
  const down = seats.pressed?.[0] === number ? seats.pressed[1] : [];
  const does = (name, label, what) =>
    h(
      `button.button.small${down.includes(name) ? ".down" : ""}`,
      {
        "data-key": `${name}${number}`,
        "aria-label": _("{who}: {action}", { who: whoAt(number), action: label }),
        onclick: () => act(what),
      },
      label,
    );
  return player(
    down.length ? ".pressed" : "",
    seats.winds[number - 1],
    whoAt(number),
    { chair: number },
    may("table") && does("win", _("Win"), { do: "won", chair: number }),
    may("table") && does("referee", _("Referee"), { do: "call", chair: number }),
  );
}

/** Return the wins claimed, which of them counts, and who gave the winning tile: one answer for all claims. */
function claims() {
  const claimants = seats.claims.map(({ chair }) => chair);
  const givers = [...claimants, ...chairs().filter((chair) => !claimants.includes(chair))];
  const label = (giver) => {
    if (!claimants.includes(giver)) return numbered(giver, whoAt(giver));
    return numbered(giver, claimants.length === 1 ? _("Self-drawn") : _("{who}: self-drawn", { who: whoAt(giver) }));
  };
  const pick = (giver) =>
    h(
      "button.button.small",
      {
        key: giver,
        "data-key": `giver${giver}`,
        "aria-pressed": String(giver === seats.giver),
        onclick: () => act({ do: "given", giver }),
      },
      label(giver),
    );
  return h(
    "div.claims.stack",
    { id: "claim" },
    seats.reminders.map((says) => h("p.reminder", { key: says, role: "status" }, says)),
    seats.decision && h("p.decision.strong", { "data-kind": seats.decision.kind }, seats.decision.says),
    seats.claims.map(claim),
    may("table") && h("div.row", h("span", _("The winning tile:")), givers.map(pick)),
  );
}

function claim({ chair, hand, trouble, verdict }) {
  const photo = (event) => {
    const [file] = event.target.files;
    if (file) goToNewHand(() => sendPhoto(file, chair));
  };
  const about = { who: whoAt(chair), wind: windOf(chair) };
  const heading =
    seats.claims.length > 1 ? _("{who} ({wind}) declares a win.", about) : _("{who} ({wind}) has won.", about);
  const later = seats.winner && seats.winner !== chair;
  const open = seats.giver ? _("It is to be checked.") : _("Whose tile won?");
  const says = later
    ? _("{who} has priority.", { who: whoAt(seats.winner) })
    : ({ accepted: _("It counts."), refused: _("It does not count.") }[verdict] ?? open);
  return h(
    `div.claim.stack.snug${verdict ? `.${verdict}` : ""}${later ? ".later" : ""}`,
    { key: chair, "data-claim": chair },
    h("p", h("b", heading, " "), hand ? says : trouble || _("Reading…")),
    h(
      "div.row",
      hand && h("a.button.primary", { href: `/hands/${hand}` }, _("See the hand")),
      !hand &&
        may("table") && [
          h(
            "label.button.primary",
            h("input", { type: "file", accept: "image/*,.heic,.heif", capture: "environment", onchange: photo }),
            _("Take a photo"),
          ),
          button(
            "",
            _("Enter tiles"),
            () =>
              goToNewHand(() => ask("POST", `/api/tables/${TABLE}/hands?chair=${chair}`, undefined, { wait: false })),
            `claim-blank${chair}`,
          ),
        ],
      may("table") && button("", _("Cancel"), () => act({ do: "put-away", chair }), `put-away${chair}`),
    ),
  );
}

function dice() {
  const thrown = [seats.first, seats.second]
    .filter(Boolean)
    .map((values, n) =>
      h(
        "p",
        seats.throws === 1 ? _("Roll:") : n ? _("Second roll:") : _("First roll:"),
        " ",
        h("b.dice", { "aria-hidden": "true" }, pips(values)),
        ` ${values.join(" + ")}`,
      ),
    );
  if (seats.wall && !again) {
    const rethrow = () => {
      again = true;
      draw(seats);
    };
    return h(
      "div.throws.stack.tight",
      thrown,
      h("p.wall", { id: "wall" }, seats.wall.words),
      may("table") && button(".small", _("Roll again"), rethrow, "rethrow"),
    );
  }
  const number = seats.first && !again ? 2 : 1;
  const who = number === 1 ? seats.dealer : seats.thrower;
  const one = (n) =>
    h(
      "select",
      {
        "aria-label": _("Die {number}", { number: n + 1 }),
        "data-key": `die${n + 1}`,
        onchange: (event) => (entered[n] = Number(event.target.value)),
      },
      n === 2 && h("option", { value: 0, selected: !entered[n] }, "–"),
      PIPS.map((value) => h("option", { value, selected: value === entered[n] }, String(value))),
    );
  const send = (values) => {
    again = false;
    act({ do: "throw", throw: number, dice: values.filter(Boolean) });
  };
  const roll = () => send([...crypto.getRandomValues(new Uint32Array(seats.dice))].map((random) => (random % 6) + 1));
  return h(
    "div.throws.stack.tight",
    !again && thrown,
    h(
      "p",
      seats.throws === 1
        ? _("Roll: seat {chair}", { chair: who })
        : number === 1
          ? _("First roll: seat {chair}", { chair: who })
          : _("Second roll: seat {chair}", { chair: who }),
    ),
    may("table") &&
      h(
        "div.row",
        Array.from({ length: seats.dice }, (_empty, n) => one(n)),
        button(".small", _("Save"), () => send(entered.slice(0, seats.dice)), "enter"),
        button(".small", _("Roll dice"), roll, "roll"),
      ),
  );
}

/** Set the number of the hand and the dealer, where those shown are wrong. */
function deal() {
  const pick = (name, label, option, count, chosen) =>
    h(
      "select",
      { key: `${name}${chosen}`, name, "aria-label": label, "data-key": name },
      Array.from({ length: count }, (_empty, n) =>
        h("option", { value: n + 1, selected: n + 1 === chosen }, option(n + 1)),
      ),
    );
  const set = (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    act({ do: "deal", hand: Number(data.get("hand")), dealer: Number(data.get("dealer")) });
  };
  return h(
    "form.row",
    { onsubmit: set },
    pick("hand", _("Hand"), (number) => _("Hand {number}", { number }), 16, seats.hand),
    pick("dealer", _("Dealer"), (chair) => _("Dealer: seat {chair}", { chair }), chairs().length, seats.dealer),
    h("button.button.small", { "data-key": "set-deal" }, _("Save")),
  );
}

drawBeside(draw);
