// How a hand of the match ended, entered without its tiles: now, or later in place of what was recorded.

import { choice, field, openForm } from "./dialogs.js";
import { recordAndTell } from "./match.js";
import { h } from "./page.js";
import { WINDS, windName } from "./tiles.js";
import { _ } from "./words.js";

const DRAWN = "drawn";

/** Asks who won the hand in play with how many points, where the players have counted them themselves. */
export const agreedWin = (match, then) => resultForm(match, match.current, then, _("Win with agreed points"));

/** Asks what really was the result of a hand that is played, and why it is corrected. */
export const correctResult = (match, hand, then) =>
  resultForm(match, hand, then, _("Correct hand {number}", { number: hand.number }), hand.ended);

/**
 * @param match the match
 * @param hand the hand, with its seats
 * @param then called once it is recorded
 * @param title of the dialog
 * @param of number of the record that is corrected; null for the hand in play
 */
function resultForm(match, hand, then, title, of = null) {
  const { seats } = hand;
  const chosen = { winner: hand.winner ?? (hand.outcome === DRAWN ? DRAWN : null), giver: hand.discarder ?? null };
  if (hand.self_drawn) chosen.giver = "self";
  const named = () => WINDS.map((wind) => [seats[wind], h("b", seats[wind]), " ", h("small", windName(wind))]);
  const content = (again) => {
    const pick = (name) => (value) => {
      chosen[name] = value;
      again();
    };
    const winners = of === null ? named() : [...named(), [DRAWN, h("b", _("Drawn hand"))]];
    const givers = named().filter(([name]) => name !== chosen.winner);
    return [
      choice("winner", _("Who won?"), winners, chosen.winner, pick("winner")),
      chosen.winner !== DRAWN && [
        choice(
          "giver",
          _("Who gave the winning tile?"),
          [["self", h("b", _("Self-drawn"))], ...givers],
          chosen.giver,
          pick("giver"),
        ),
        field(_("Points, flowers included"), {
          name: "points",
          "data-key": "points",
          type: "number",
          min: match.minimum,
          max: 9999,
          value: hand.score ?? "",
          required: true,
        }),
      ],
      of !== null && field(_("Reason"), { name: "reason", "data-key": "reason", required: true, maxlength: 200 }),
    ];
  };
  const does = (data) => {
    const act = resultAct(data);
    const reason = data.get("reason")?.trim();
    return recordAndTell(of === null ? act : { type: "Corrected", of, act, reason }, then, match.version).then(Boolean);
  };
  openForm(title, content, () => (of === null ? _("Count it") : _("Correct it")), does);
}

function resultAct(data) {
  const winner = data.get("winner");
  if (winner === DRAWN) return { type: "Drawn" };
  const giver = data.get("giver") === "self" ? null : data.get("giver");
  return { type: "Won", winner, points: Number(data.get("points")), payer: giver, discarder: giver };
}
