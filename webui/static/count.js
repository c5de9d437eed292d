// Ending a hand of the match with the hand of this page: who won and off whom; or a false win, and why. Then who pays whom,
// the new totals, the approval, and a correction where the hand was changed since. The bar of the page records it.

import { askReason, choice } from "./dialogs.js";
import { onRecorded } from "./entered.js";
import { goesOn, goOn, secondsLeft, stay } from "./goingon.js";
import { KEPT_AT } from "./kept.js";
import { listen } from "./live.js";
import { plain, signed } from "./figures.js";
import { listenToMatch, loadMatch, recordAndTell, showRecorded, takeMatch } from "./match.js";
import { orTell, TABLE } from "./page.js";
import { falseWin } from "./penalties.js";
import { inSticks } from "./records.js";
import { agreedWin, alsoWon, firstDiscarder } from "./results.js";
import { HOME } from "./root.js";
import { windName, windsOf } from "./tiles.js";
import { button, h } from "./view.js";
import { _ } from "./words.js";

const MATCH_ASKS = ["self_draw", "discarder", "first_discarder", "seat", "round"];
const LONG_NAME = 9; // letters that fit a quarter of a phone; the names of a table with a longer one stand two in a line
let match = null;
let claims = ""; // the wins claimed in the hand in play, to see that there are others
let view = null;
let just = {}; // what was recorded on this page last; null while something is sent

/** Show the card for the hand of the page: by the match that came with it, or of a kept page the one shown last. */
export async function startCount(of, came) {
  view = of;
  listenToMatch(show);
  showRecorded((answer) => {
    just = answer === null ? null : (answer ?? {});
    view.draw();
  });
  listen({
    seats: (next) => {
      const known = claims;
      claims = JSON.stringify(next.claims);
      if (known && known !== claims) view.reload();
    },
  });
  onRecorded(again);
  if (KEPT_AT) await orTell(loadMatch().then(show));
  else show(takeMatch(came));
}

function show(next) {
  const known = match?.version;
  match = next;
  if (known !== undefined && known !== match?.version) view.reload();
  else view.draw();
}

/** Show the match and the hand as they are after a record. */
async function again() {
  match = await loadMatch();
  await view.reload();
}

/** Return the version of the match that the page shows; null where it shows none. */
export const seen = () => match?.version ?? null;

/** Return true if the match asks for this circumstance by the names of its players. */
export function asksFor(name) {
  const { ending, counted } = view?.hand ?? {};
  return Boolean(ending ? !ending.earlier : counted) && MATCH_ASKS.includes(name);
}

const hasLong = (names) => names.some((name) => name.length > LONG_NAME);

/** Return the hand in the match; null where it is none of it. */
export function countPart(of) {
  const { ending, counted } = of.hand;
  if (!match || !(ending || counted)) return null;
  const long = hasLong(Object.values((ending ?? counted).players));
  return h(
    `section.card.count${long ? ".long-names" : ""}`,
    { id: "count", "aria-label": _("The match") },
    counted ? result(counted) : open(ending),
  );
}

/** Return what the bar of the page does for the match: its label, its key, and `does` or the address it leads to. */
export function nextStep(of) {
  const { ending, counted } = of.hand;
  if (!match || of.stuck) return null;
  if (counted) {
    if (counted.differs && !openIn(of.laid.won))
      return { key: "correct", label: _("Correct the record"), kind: "unsure", does: () => correct(counted) };
    return { key: "next-hand", label: whereNext(counted), kind: "good", href: HOME };
  }
  if (!ending?.records) return null;
  return {
    key: "count-it",
    label: ending.records,
    kind: "good",
    does: () => count(ending),
    waits: just === null,
  };
}

/**
 * Return what the hand was recorded as, which stays in sight at the foot of its page: who won, what each got or paid and
 * has now, the way back, and on to the next hand; null where the bar says something else.
 */
export function recordedPart(of) {
  const hand = of.hand.questions.length || of.stuck ? null : handOf(of.hand.counted);
  if (!hand) return null;
  const { counted } = of.hand;
  const soon = goesOn();
  const next = nextStep(of);
  const label = soon ? _("Next hand in {seconds} s", { seconds: secondsLeft() }) : next.label;
  const about = { "data-key": next.key };
  return h(
    "section.total-bar.recorded",
    { id: "total-bar", key: "recorded", "aria-label": counted.says },
    h(
      "p",
      h("b", hand.says ? _("Hand {number}: {act}", { number: hand.number, act: hand.says }) : counted.says),
      just?.reminds && h("small.below", just.reminds),
    ),
    h(
      `ul.sums${hasLong(match.players) ? ".long-names" : ""}`,
      match.players.map((name) =>
        h(
          "li",
          { key: name },
          h("bdi", name),
          " ",
          h("b", signed(hand.gains[name])),
          " ",
          h("i", plain(hand.totals[name])),
        ),
      ),
    ),
    h(
      "div.row",
      h(
        "button.button.on-strip",
        { onclick: () => takeBack(counted), disabled: just === null, "data-key": "take-back" },
        _("Undo"),
      ),
      button(soon ? ".on-strip" : ".on-strip.vacant", _("Stay here"), stay, "stay"), // nothing moves when it comes or goes
      next.href
        ? h(`a.button.on-strip.next${soon ? ".soon" : ""}`, { ...about, href: next.href }, label)
        : h("button.button.on-strip.next.amber", { ...about, disabled: of.waiting, onclick: next.does }, label),
    ),
  );
}

/** Return the hand of the match that a hand was counted as; null where it is of another match. */
const handOf = (counted) =>
  counted && match?.number === counted.match ? match.hands.find(({ number }) => number === counted.hand) : null;

/** Record how the hand ended; then the next one opens by itself. */
async function count(ending) {
  const answer = await recordAndTell(ending.act, again, ending.version);
  if (answer?.record && !match.over && hasEnded(ending.hand)) goOn(whereTo, view.draw);
}

/** Return the page of the next hand; null while anything here is unsent, open or unknown to the server. */
function whereTo() {
  const step = view.waiting || view.hand.questions.length ? null : nextStep(view);
  const busy = document.querySelector("dialog[open]") || document.body.classList.contains("unanswered");
  return busy ? null : (step?.href ?? null);
}

function whereNext({ hand: number }) {
  if (match.over) return _("To the result");
  return hasEnded(number) ? _("Next hand") : _("Continue hand {number}", { number });
}

const hasEnded = (number) => Boolean(match.hands.find((each) => each.number === number)?.ended);

/**
 * Return tiles of an earlier hand: nothing of them counts in the hand in play before somebody says that they won it.
 */
function earlier({ hand, laid_in, winner, again }) {
  const says = laid_in
    ? _("These tiles are of hand {laid}; the current hand is {number}.", { laid: laid_in, number: hand })
    : _("These tiles were photographed before hand {number} began.", { number: hand });
  const label = winner
    ? _("{player} won hand {number} with these tiles", { player: winner, number: hand })
    : _("These tiles won hand {number}", { number: hand });
  return [
    h("h2", _("Hand {number} of the match", { number: hand })),
    h("p.moved", says),
    h(
      "div.match-tools.row",
      button(".amber", label, () => view.change(again), "deal-again"),
      laid_in > 0 &&
        laid_in < hand &&
        h("a.button", { href: `/t/${TABLE}/hands/${laid_in}` }, _("Details of hand {number}", { number: laid_in })),
      h("a.button", { href: HOME }, _("Continue hand {number}", { number: hand })),
    ),
  ];
}

function open(ending) {
  if (ending.earlier) return earlier(ending);
  const { won } = view.laid;
  const { players } = ending;
  const also = ending.also.length > 0;
  const winds = windsOf(players);
  const out = winds.filter((wind) => ending.out.includes(players[wind]));
  const barred = winds.filter((wind) =>
    also ? !ending.also.includes(players[wind]) : out.includes(wind) || ending.dead.includes(players[wind]),
  );
  const seat = (wind) => (ending.dead.includes(players[wind]) ? _("dead hand") : windName(wind));
  const named = (wind) => [wind, h("b", players[wind]), " ", h("small", seat(wind))];
  const given = won.self_draw ? "self" : won.self_draw === false ? won.discarder : null;
  return [
    h("h2.hidden.wide-title", _("Hand {number} of the match", { number: ending.hand })),
    choice("winner", _("Who won?"), winds.map(named), won.seat, (seat) => view.change({ do: "winner", seat }), barred),
    also && h("p.note", _("Off {player} in hand {number}", { player: ending.discarder, number: ending.hand })),
    !also &&
      choice(
        "giver",
        _("Off whom?"),
        [["self", h("b.word", _("Self-drawn"))], ...winds.map(named)],
        given,
        (seat) => view.change({ do: "giver", seat }),
        [won.seat, ...out], // in its place: the others stay where a finger goes to
      ),
    ending.first_matters &&
      firstDiscarder(
        winds.filter((wind) => wind !== won.discarder).map((wind) => [wind, players[wind], wind]),
        won.seat,
        won.first_discarder,
        (first) => view.change({ do: "won", won: { ...won, first_discarder: first } }),
      ),
    verdict(ending),
    ending.before &&
      h(
        "div.match-tools.row",
        button(
          "",
          _("Also won hand {number}", { number: ending.hand - 1 }),
          () => view.change(ending.before),
          "also-won",
        ),
      ),
  ];
}

/** Return what can be recorded: the win where it is sure and legal, a false win where it is none. */
function verdict(ending) {
  if (ending.false_win) return noWin(ending);
  if (!ending.act) {
    const noScore = view.hand.unfinished?.kind === "no-score";
    return [
      ending.missing && h("p.note", ending.missing),
      noScore &&
        h(
          "div.match-tools.row",
          button("", _("Enter points only"), () => agreedWin(match, again), "agreed"),
        ),
    ];
  }
  if (ending.refused) return [h("p.note.bad", ending.refused.says), ending.of_table && ofTheTable(ending)];
  return [
    ending.several && h("p.note", ending.several),
    h("p.wins.strong", ending.says),
    ending.beside && h("p.note", ending.beside),
    payments(ending.transfers, ending.deposits),
    ending.payer && h("p.note", ending.payer),
    ending.other && otherCase(ending),
  ];
}

/** Record the win as what it is not taken for: on the tile that another has won on just before, or on a later one. */
function otherCase({ other, version }) {
  const record = () => recordAndTell(other.act, again, version);
  return h("div.match-tools.row", button("", other.label, record, "other-case"));
}

/** Take the counters and sticks of the match into a hand that names others. */
function ofTheTable({ of_table }) {
  const take = () => view.change(of_table);
  return h("div.match-tools.row", button("", _("Use the numbers of the match"), take, "of-the-table"));
}

/** Return why the hand may not be declared, and the false win that it is. */
function noWin({ false_win, winner, version }) {
  const { kind, says, costs, short, each, disqualified, act } = false_win;
  const declare = () =>
    act && each !== null && !disqualified
      ? recordAndTell(act, again, version)
      : falseWin(match, again, { player: winner, kind, laid: view.hand.id });
  return [
    h("p.note", h("b", says)),
    short.map((line) => h("p.note", line)),
    winner
      ? [
          h(
            "button.button.big.danger.count-it",
            { onclick: declare, disabled: view.waiting || view.stuck, "data-key": "count-false-win" },
            _("False win of {player}", { player: winner }),
          ),
          h("p.note", costs),
        ]
      : h("p.note", _("Choose who declared the win.")),
  ];
}

/**
 * Return what a hand counted as means: who pays whom, the new totals, where to sit; approval, correction, taking back.
 */
function result(counted) {
  const hand = handOf(counted);
  const { approved } = counted;
  const next = match.current;
  const approve = () => recordAndTell({ type: "Approved", hand: counted.hand }, again);
  return [
    h("h2", counted.says),
    payments(counted.transfers, counted.deposits),
    hand && newTotals(hand),
    counted.differs && correction(),
    next?.number === counted.hand + 1 && next.moves.length > 0 && newPlaces(next.moves),
    h(
      "div.match-tools.row",
      hand?.ended && !approved && button(".primary", _("Approve"), approve, "approve"),
      counted.as === "win" &&
        match.also?.hand === counted.hand &&
        button("", _("Also won"), () => alsoWon(match, again), "also-won"),
      h("a.button", { href: `/t/${TABLE}/hands/${counted.hand}` }, _("Hand details")),
      !recordedPart(view) && button("", _("Undo"), () => takeBack(counted), "take-back"),
    ),
  ];
}

const newPlaces = (moves) =>
  h(
    "div.moved",
    h("b", _("A new round: change seats.")),
    h(
      "ul",
      moves.map(({ says }) => h("li", says)),
    ),
  );

const newTotals = ({ holds, totals }) =>
  h(
    "details.totals",
    h("summary", _("New totals")),
    h(
      "dl.stack.tight",
      match.players.map((name) =>
        h(
          "div",
          h("dt", name),
          h(
            "dd",
            h("b", plain(totals[name])),
            " ",
            holds[name].length > 0 && h("small", _("in counting sticks: {sticks}", { sticks: inSticks(holds[name]) })),
          ),
        ),
      ),
    ),
  );

const payments = (transfers, deposits) =>
  h(
    "ul.transfers.stack.tight",
    deposits.map(({ says, points }) => h("li", h("span", says), h("b", String(points)))),
    transfers.map(({ payer, payee, points, sticks }) =>
      h(
        "li",
        h("span", _("{payer} pays {payee}", { payer, payee })),
        h("b", String(points)),
        h("small", inSticks(sticks)),
      ),
    ),
  );

/** Correct the record by the hand as it is now. */
async function correct({ record, players, others }) {
  const { won } = view.laid;
  const usual = _("tiles or circumstances corrected");
  const reason = view.reason || (await askReason(_("Reason for the correction"), usual));
  if (!reason) return;
  const giver = won.self_draw ? null : players[won.discarder];
  const mine = { type: "Won", winner: players[won.seat], laid: view.hand.id, discarder: giver }; // the hand says who pays
  const act = others.length ? { type: "Claimed", claims: [...others, mine] } : mine;
  await recordAndTell({ type: "Corrected", of: record, act, reason }, again);
}

/** Return the note on a hand that was changed after it was counted: the match keeps the record until it is corrected. */
const correction = () =>
  h(
    "p.moved",
    h("b", _("You changed this hand after recording it.")),
    " ",
    openIn(view.laid.won) ?? _("The match sheet still has the old record."),
  );

/** Return what of a win nobody has said that the match must know; null where nothing is missing. */
function openIn({ seat, self_draw, discarder }) {
  if (!seat) return _("Choose who won.");
  return self_draw === null || (!self_draw && !discarder) ? _("Choose who discarded the tile.") : null;
}

async function takeBack({ undo, approved }) {
  const reason = approved ? await askReason(_("The hand is approved. Why is it undone?")) : "taken back at the table";
  if (reason) await recordAndTell({ type: "Void", of: undo, reason }, again);
}
