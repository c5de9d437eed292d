// The hands that lie on the table now, on the start page: shown without a tap, recorded by one.

import { may, onAccess } from "./access.js";
import { enter } from "./entered.js";
import { heading, tilesOf, worthOf } from "./laid.js";
import { listen } from "./live.js";
import { recordAndTell } from "./match.js";
import { holdFocus, newId, tellTrouble } from "./page.js";
import { windsOf } from "./tiles.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const root = document.getElementById("laid");
let hands = [];

function draw() {
  root.hidden = hands.length === 0;
  const giveBack = holdFocus();
  render(hands.map(card), root);
  giveBack();
}

const card = (hand, n) =>
  h(
    "article.laid-hand.stack.tight",
    { key: hand.id ?? n, "data-laid": hand.id ?? "", "data-sure": String(hand.sure) },
    h("h2", heading(hand)),
    tilesOf(hand.laid),
    worthOf(hand),
    may("table") && how(hand),
    hand.id && h("div.match-tools.row", may("table") && recording(hand), details(hand)),
  );

const details = ({ id }) => h("a.button", { href: `/hands/${id}`, "data-key": `laid-${id}` }, _("See the hand"));

/** Return the button that records the win, once nothing of it is open. */
function recording({ id, ending }) {
  if (ending?.act?.type !== "Won" || !ending.records) return null;
  return button(".primary.big", ending.records, () => recordAndTell(ending.act, draw, ending.version), `record-${id}`);
}

/** Return what only people know of a win: who won, and off whom. */
function how({ id, version, laid, questions, ending }) {
  if (!ending || ending.earlier || ending.false_win || questions.length) return null;
  const { players, dead, out, also, refused } = ending;
  const { won } = laid;
  const change = (edit) =>
    enter("change", { version, change: edit, own: [] }, { id: newId(), hand: id }).catch(tellTrouble);
  const pick = (name, value, label, chosen, edit) =>
    h(
      "button.button.small",
      {
        key: value,
        "data-key": `${name}-${value}`,
        "aria-pressed": String(value === chosen),
        onclick: () => change(edit),
      },
      label,
    );
  const given = won.self_draw ? "self" : won.self_draw === false ? won.discarder : null;
  const playing = windsOf(players).filter((wind) => !out.includes(players[wind]));
  const winners = playing.filter((wind) => !dead.includes(players[wind]));
  return [
    refused && h("p.note.bad", refused.says),
    (won.sources.seat !== "camera" || !winners.includes(won.seat)) &&
      h(
        "div.laid-how.row",
        h("span", _("Who won?")),
        winners.map((wind) => pick("winner", wind, players[wind], won.seat, { do: "winner", seat: wind })),
      ),
    won.seat &&
      also.length === 0 &&
      h(
        "div.laid-how.row",
        h("span", _("Off whom?")),
        pick("giver", "self", _("Self-drawn"), given, { do: "giver", seat: "self" }),
        playing
          .filter((wind) => wind !== won.seat)
          .map((wind) => pick("giver", wind, players[wind], given, { do: "giver", seat: wind })),
      ),
  ];
}

listen({
  laid: (next) => {
    hands = next.hands;
    draw();
  },
});
onAccess(draw);
