// Ending a hand of the match: who won, who gave the tile, “Count it”; then who pays whom, and the approval.

import { askReason, choice } from "./dialogs.js";
import { listen } from "./live.js";
import { listenToMatch, loadMatch, recordAndTell, sendUnsent, TABLE } from "./match.js";
import { button, fill, h, keepFocus, tellTrouble } from "./page.js";
import { falseWin } from "./penalties.js";
import { inSticks } from "./records.js";
import { WINDS, windName } from "./tiles.js";
import { _ } from "./words.js";

const root = document.getElementById("count");
const MATCH_ASKS = ["self_draw", "discarder", "seat", "round"];
let match = null;
let seats = null; // the hand in play with the wins claimed in it
let view = null;

/** Shows the card for the hand of the page as soon as the match is known. */
export function startCount(of) {
  view = of;
  listenToMatch(show);
  listen({
    seats: (next) => {
      const known = JSON.stringify(seats?.claims);
      seats = next;
      if (known !== JSON.stringify(next.claims)) keepFocus(drawCount);
    },
  });
  sendUnsent(load);
  load();
}

async function load() {
  try {
    show(await loadMatch());
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function show(next) {
  match = next;
  view.draw();
}

/** Whether the match asks for this circumstance by the names of its players. */
export const asksFor = (name) => Boolean(match?.current || (match && counted())) && MATCH_ASKS.includes(name);

/** The hand of the match that the hand of the page was counted as. */
const counted = () => match.hands.find(({ laid, ended }) => ended !== null && laid === view.hand.id);

export function drawCount() {
  const done = match && counted();
  root.hidden = !match || (match.over && !done);
  if (!root.hidden && !done) document.getElementById("total-bar").href = "#count";
  if (root.hidden) return;
  fill(root, done ? result(done) : ending());
}

/** The name of who sits on a wind in the hand in play. */
const at = (wind) => match.current.seats[wind];

function ending() {
  const { won } = view.laid;
  const named = (wind) => [wind, h("b", at(wind)), " ", h("small", windName(wind))];
  const set = (what) => view.change({ do: "won", won: { ...view.laid.won, round: match.current.round, ...what } });
  const seat = (wind) =>
    set({ seat: wind, discarder: wind === view.laid.won.discarder ? null : view.laid.won.discarder });
  const giver = (wind) => set(wind === "self" ? drawn(true, null) : drawn(false, wind));
  const drawn = (self_draw, discarder) => ({
    self_draw,
    discarder,
    kong: view.laid.won.self_draw === self_draw ? view.laid.won.kong : null,
  });
  const given = won.self_draw ? "self" : won.self_draw === false ? won.discarder : null;
  return [
    h("h2", _("Hand {number} of the match", { number: match.current.number })),
    choice("winner", _("Who won?"), WINDS.map(named), won.seat, seat),
    choice(
      "giver",
      _("Who gave the winning tile?"),
      [["self", h("b", _("Self-drawn"))], ...WINDS.filter((wind) => wind !== won.seat).map(named)],
      given,
      giver,
    ),
    others(),
    verdict(),
  ];
}

/** Other players who claim the same tile. */
function others() {
  const rivals = (seats?.claims ?? []).filter(({ hand }) => hand !== view.hand.id);
  if (!rivals.length || !seats.claims.some(({ hand }) => hand === view.hand.id)) return null;
  return h(
    "p.note",
    seats.decision?.says,
    rivals.map(({ chair, hand }) => {
      const name = at(seats.winds[chair - 1]);
      return h(
        "span",
        " ",
        hand
          ? h("a", { href: `/hands/${hand}` }, _("See {player}'s hand", { player: name }))
          : _("{player}'s hand is not laid yet.", { player: name }),
      );
    }),
  );
}

/** What can be recorded: the win where it is sure and legal, a false win where it is none. */
function verdict() {
  const { hand, laid, waiting, stuck } = view;
  const { score } = hand;
  const missing = whatIsMissing();
  if (missing) return h("p.note", missing);
  const winner = at(laid.won.seat);
  if (!score.legal) {
    return [
      h("p.note", score.wins ? _("It has too few points to win.") : _("These tiles make no winning hand.")),
      h(
        "div.match-tools",
        button(".danger", _("False win of {player}", { player: winner }), () => declare(winner), "count-false-win"),
      ),
    ];
  }
  const giver = laid.won.self_draw ? null : at(laid.won.discarder);
  const about = { player: winner, points: score.total, giver };
  const label = giver
    ? _("Count it: {player} wins {points} from {giver}", about)
    : _("Count it: {player} wins {points}, self-drawn", about);
  return h(
    "button.button.primary.big.count-it",
    { onclick: countIt, disabled: waiting || stuck, "data-key": "count-it" },
    label,
  );
}

function whatIsMissing() {
  const { hand, laid } = view;
  if (hand.questions.length) return _("First answer the questions about the tiles.");
  if (hand.problem) return hand.problem;
  if (!laid.won.seat) return _("Say who won.");
  if (!hand.score.wins) return null;
  if (laid.won.self_draw === null || (!laid.won.self_draw && !laid.won.discarder)) return _("Say who gave the tile.");
  if (hand.score.total === null || hand.score.legal === null) return _("Say how the hand was won.");
  return null;
}

/** The win of a laid hand; the server puts in its points, text and photograph. */
const winOf = (winner, laid, giver) => ({
  type: "Won",
  winner,
  laid,
  ...(giver ? { payer: giver, discarder: giver } : {}),
});

function countIt() {
  const { hand, laid } = view;
  const giver = laid.won.self_draw ? null : at(laid.won.discarder);
  const own = winOf(at(laid.won.seat), hand.id, giver);
  const rivals = (seats?.claims ?? []).filter((claim) => claim.hand && claim.hand !== hand.id);
  const claims = giver && seats?.claims.some((claim) => claim.hand === hand.id) ? rivals : [];
  const act = claims.length
    ? {
        type: "Claimed",
        claims: [own, ...claims.map((claim) => winOf(at(seats.winds[claim.chair - 1]), claim.hand, giver))],
      }
    : own;
  return recordAndTell(act, load);
}

function declare(player) {
  const { score } = view.hand;
  falseWin(match, load, { player, kind: score.wins ? "under the minimum" : "wrong tile", laid: view.hand.id });
}

/** What a counted hand means: who pays whom, what each holds, where to sit, and the approval. */
function result(hand) {
  const { number, approved, transfers, holds, totals } = hand;
  const next = match.current;
  const approve = () => recordAndTell({ type: "Approved", hand: number }, load);
  return [
    h("h2", approved ? _("Counted as hand {number}, approved", { number }) : _("Counted as hand {number}", { number })),
    payments(transfers),
    h(
      "details.holds",
      h("summary", _("What each holds now")),
      h(
        "dl",
        match.players.map((name) =>
          h("div", h("dt", name), h("dd", h("b", String(totals[name])), " ", h("small", inSticks(holds[name])))),
        ),
      ),
    ),
    next?.number === number + 1 &&
      next.moves.length > 0 &&
      h("p.moved", h("b", _("A new round: change places.")), " ", next.moves.map(({ says }) => says).join(" ")),
    h(
      "div.match-tools",
      !approved && button(".primary", _("Approve"), approve, "approve"),
      h(
        `a.button${approved ? ".primary" : ""}`,
        { href: "/", "data-key": "next-hand" },
        match.over ? _("To the result") : _("Next hand"),
      ),
      h("a.button", { href: `/t/${TABLE}/sheet` }, _("Sheet")),
      button("", _("Take back"), () => takeBack(hand), "take-back"),
    ),
  ];
}

const payments = (transfers) =>
  h(
    "ul.transfers",
    transfers.map(({ payer, payee, points, sticks }) =>
      h(
        "li",
        h("span", _("{payer} pays {payee}", { payer, payee })),
        h("b", String(points)),
        h("small", inSticks(sticks)),
      ),
    ),
  );

async function takeBack({ ended, approved }) {
  const reason = approved
    ? await askReason(_("The hand is approved. Why is it taken back?"))
    : _("taken back at the table");
  if (reason) await recordAndTell({ type: "Void", of: ended, reason }, load);
}
