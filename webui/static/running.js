// The match on the start page: who sits where with how many points, the hand in play, what ends it, and what was recorded.

import { may, onAccess } from "./access.js";
import { actInWords } from "./acts.js";
import { onRecorded } from "./entered.js";
import { sendPhoto } from "./firstlook.js";
import { KEPT_AT } from "./kept.js";
import { listen } from "./live.js";
import { goneOn, listenToMatch, loadMatch, recordAndTell, showRecorded, takeMatch } from "./match.js";
import { newMatch } from "./newmatch.js";
import { LATER } from "./outbox.js";
import { ask, goToNewHand, holdFocus, orTell, TABLE } from "./page.js";
import { falseWin, matters, penalty } from "./penalties.js";
import { inHouse } from "./figures.js";
import { gains, player } from "./player.js";
import { agreedWin, alsoWon, askAct, askDrawn, drawnAtOnce } from "./results.js";
import { windName, windsOf } from "./tiles.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const root = document.getElementById("match");
const about = JSON.parse(document.getElementById("match-data").textContent);
const SAME_TAP = 1500; // milliseconds within which a second tap on “Draw” is the same wish
const LISTED = 3; // hands below the last record: what the players at the table still speak of
let drawnAt = 0;
let drawnHand = 0; // number of the hand that was drawn then
let match = null;
let seats = about.now; // the hand in play, as the table box has it
let loaded = false;
let more = false; // whether a phone shows the acts that are needed now and then
let just = {}; // what was recorded on this page last; null while something is sent
let giveBack = () => {}; // gives the keyboard back to what had it before something was sent

const load = () => orTell(loadMatch().then(show));

function show(next) {
  match = next;
  const hold = just && holdFocus(); // what is sent holds it itself
  if (!loaded) root.replaceChildren(); // as the server drew it, of buttons that nothing listens to
  loaded = true;
  draw();
  hold?.();
}

function draw() {
  if (!loaded) return;
  nameButton();
  document.body.classList.toggle("in-match", Boolean(match && !match.over && !match.missing));
  render([elsewhere(), match ? shown() : none()], root);
}

/** Return what is shown of a match that was begun at this table. */
const shown = () =>
  match.missing
    ? [unplayable(), links()]
    : [head(), lastRecord(), match.over ? ended() : running(), lastHands(), links()];

/** Return where the match went that was begun last at this table, if the desk moved it to another one. */
function elsewhere() {
  const table = goneOn();
  return (
    table &&
    h(
      "p.moved",
      h("a", { href: `/t/${table}`, "data-key": "gone-on" }, _("This match goes on at table {table}.", { table })),
    )
  );
}

/** Name by chair, as the match that is shown has them. */
export const seated = () => match?.chairs ?? {};

const begin = (style) =>
  may("table") && button(style, _("New match"), () => newMatch(about, load, match?.version ?? 0), "new-match");

const none = () => h("div.match-head.row.apart", h("h2", _("No match is running")), begin(""));

/** Return the head of a match whose rules are not installed: it has no hand in play, and another one may begin. */
const unplayable = () =>
  h(
    "div.match-head.row.apart",
    h("h2", match.rules_title),
    h("a.button", { href: `/t/${TABLE}/sheet`, "data-key": "sheet" }, _("Match sheet")),
    begin(""),
  );

function head() {
  const { current: hand, last } = match;
  const sheet = h("a.button", { href: `/t/${TABLE}/sheet`, "data-key": "sheet" }, _("Match sheet"));
  if (match.over) return h("div.match-head.row.apart", h("h2", _("The match is over")), sheet);
  const about = { number: hand.number, last, wind: windName(hand.round) };
  const says =
    last === null ? _("Hand {number} · {wind} round", about) : _("Hand {number} of {last} · {wind} round", about);
  return [
    h("div.match-head.row.apart", h("h2", hand.title || says), sheet),
    hand.on_table > 0 && h("p.note.on-table", _("On the table: {points}", { points: hand.on_table })),
  ];
}

/** Return what the points of a player are worth besides: money, or points of a house that has fractions. */
const worth = (name) => match.money[name] ?? inHouse(match.house_points?.[name]);

function ended() {
  const { players, points, table_points, results } = match;
  const ranked = [...players].sort((one, other) => points[other] - points[one]);
  const note = (name) => {
    if (name in table_points) return _("table points {points}", { points: table_points[name] });
    return name in results && _("result {points}", { points: results[name] });
  };
  return [
    h(
      "ol.final.stack.tight",
      ranked.map((name) => player("", "", name, { note: note(name), total: points[name], money: worth(name) })),
    ),
    may("table") && h("div.match-tools.row", begin(".primary")),
  ];
}

function running() {
  const hand = match.current;
  return [
    hand.moves.length > 0 &&
      h(
        "div.moved",
        h("b", _("A new round: change seats.")),
        h(
          "ul",
          hand.moves.map(({ says }) => h("li", says)),
        ),
      ),
    h(
      "ol.seated",
      windsOf(hand.seats).map((wind) => seat(hand, wind)),
    ),
    Object.keys(match.house_points ?? {}).length > 0 && h("p.note.unit", match.terms[0]),
    may("table") && hand.offers.filter(({ sign }) => !sign).map(taps),
    may("table") && tools(),
  ];
}

const tools = () =>
  h(
    "div.match-tools.row",
    h(
      "button.button.big.primary",
      { onclick: drawn, "data-key": "drawn", disabled: isSending() },
      actInWords({ type: "Drawn" }, match.game),
    ),
    match.current.forms.map((form) => button("", form.label, () => askAct(form, match, load), `act-${form.key}`)),
    button("", _("False win"), () => falseWin(match, load), "false-win"),
    may("referee") && button("", _("Penalty"), () => penalty(match, load), "penalty"),
    h(
      "button.button.more",
      { onclick: tellMore, "data-key": "more", "aria-expanded": String(more), "aria-controls": "rest" },
      _("More"),
    ),
    h(
      `span.rest.row${more ? ".open" : ""}`,
      { id: "rest" },
      button("", _("Enter points only"), () => agreedWin(match, load), "agreed"),
      button("", _("Time, names, seats"), () => matters(match, load), "matters"),
    ),
  );

/** Show or hide, on a phone, what is needed now and then; it stays so while the page is open. */
function tellMore() {
  more = !more;
  draw();
}

/** Return a player of the hand in play; “Won” photographs their hand. */
function seat(hand, wind) {
  const name = hand.seats[wind];
  const chair = chairOf(wind);
  const dead = hand.dead.includes(name);
  const out = hand.out.includes(name);
  const { points, substitutes } = match;
  return player(
    "",
    wind,
    name,
    { dead, substitute: substitutes[name], declared: hand.declared[name], total: points[name], money: worth(name) },
    may("table") &&
      h(
        "span.acts.row.dense",
        hand.offers.filter(({ sign }) => sign).map((kind) => beside(kind, wind)),
        chair > 0 && !out && wonButton(name, wind, chair, dead),
      ),
  );
}

/** Return the button that photographs the hand of a player who won: a camera, where there is little room. */
const wonButton = (name, wind, chair, dead) =>
  h(
    `label.button.small.won${dead ? ".muted" : ""}`,
    { title: _("Won (photo)") },
    h("input", {
      type: "file",
      accept: "image/*,.heic,.heif",
      capture: "environment",
      "data-key": `won-${wind}`,
      "aria-label": _("{player} won: take a photo of the hand", { player: name }),
      onchange: ({ target }) => photograph(target, chair),
    }),
    h("span.camera", { "aria-hidden": "true" }),
    h("span.hidden.wide-label", _("Won (photo)")),
  );

/** Return the tap of a player for an act that has a sign, beside the name. */
const beside = ({ sign, title, offers }, wind) =>
  offers
    .filter(({ seat }) => seat === wind)
    .map(({ key, says, act }) =>
      h(
        `button.button.small.sign-${sign}`,
        {
          key,
          disabled: !act,
          onclick: () => recordAndTell(act, load, match.version),
          "data-key": key,
          "aria-label": says,
          title,
        },
        h("span", { "aria-hidden": "true" }),
      ),
    );

/** Return a tap for each act of a kind that the game offers; one that has no act may not be recorded now. */
const taps = ({ title, offers }) =>
  h(
    "p.declares.row.tight",
    { key: title },
    h("span", title),
    offers.map(({ key, label, says, act }) =>
      h(
        "button.button.small",
        {
          key,
          disabled: !act,
          onclick: () => recordAndTell(act, load, match.version),
          "data-key": key,
          "aria-label": says,
        },
        label,
      ),
    ),
  );

/** Send the photo of a winning hand, once the win of that chair is claimed. */
function photograph(input, chair) {
  const [file] = input.files;
  if (!file) return;
  const claim = async () => {
    try {
      await ask("POST", `/api/tables/${TABLE}/play`, { do: "won", chair }, { wait: false });
    } catch (trouble) {
      if (!LATER.includes(trouble.status)) throw trouble; // else the photograph waits too, and says whose it is
    }
    return sendPhoto(file, chair, seen());
  };
  goToNewHand(claim).finally(() => {
    input.value = "";
  });
}

/** Return a hand ends without a winner; a second tap at once, in the next hand already, means the same one. */
async function drawn() {
  const act = drawnAtOnce(match);
  if (!act) {
    match = await loadMatch().catch(() => match); // hands may have been laid since
    return askDrawn(match, load);
  }
  const { number } = match.current;
  const { version } = match;
  if (number === drawnHand + 1 && Date.now() - drawnAt < SAME_TAP) return;
  await recordAndTell(act, load, version);
  [drawnAt, drawnHand] = [Date.now(), number];
}

const chairOf = (wind) => (seats ? seats.winds.indexOf(wind) + 1 : 0);

/** Return the chair of a player of the last hand; 0 where places were changed since. */
function chairOfPlayer(name) {
  if (!match.current || match.current.moves.length) return 0;
  return Number(Object.keys(match.chairs).find((chair) => match.chairs[chair] === name) ?? 0);
}

/**
 * Return what was recorded last, above the totals that it made: what it brought and cost each, with the way to undo just
 * that; and what is to correct.
 */
function lastRecord() {
  const { latest, undone } = match;
  const began = !latest && !undone && just?.record && { number: just.number, points: {}, says: just.record.says };
  return [
    undone && recordRow(undone, "undo-last", _("Restore")),
    latest && recordRow(latest, undone ? "undo-before" : "undo-last"),
    began && recordRow(began, "undo-last"),
    just?.reminds && just.number === (undone ?? latest)?.number && h("p.note.reminds", just.reminds),
    match.mispaid.map(toCorrect),
  ];
}

/**
 * Return true while the hand in play may be about to change: an undo, say, is on its way. What ends a hand waits for the
 * answer; once the page says that there is no connection, it is kept like the rest.
 */
const isSending = () => just === null && !document.body.classList.contains("unanswered");

/** Show what was recorded on this page, where it is seen. */
function showJust(answer) {
  if (answer === null && just) giveBack = document.querySelector("dialog[open]") ? () => {} : holdFocus();
  just = answer === null ? null : (answer ?? {});
  draw();
  if (just) giveBack();
  if (just?.record) root.querySelector(".last-record")?.scrollIntoView({ block: "nearest" });
}

/** Return a record with what it brought and cost each, and the button that undoes it; of a hand that ended, its marks. */
function recordRow(record, key, label = _("Undo")) {
  const { number, hand, points, of, says: act } = record;
  const made = record === match.latest && match.hands.find((each) => each.ended !== null && isLatest(each));
  const undo = () => recordAndTell({ type: "Void", of: number, reason: "taken back at the table" }, load);
  const also = match.also && match.latest.number === number;
  return h(
    "div.last-record.row.apart",
    { key },
    h(
      "p",
      hand
        ? h("a", { href: `/t/${TABLE}/hands/${hand}` }, _("Hand {number}: {act}", { number: hand, act }), marks(made))
        : h("b", act),
      made && best(made),
      gains(points, match.players),
      of && h("small", of),
    ),
    may("table") &&
      h(
        "span.row",
        also && button(".small", _("Also won"), () => alsoWon(match, load, chairOfPlayer), "also-won"),
        h("button.button.small", { onclick: undo, "data-key": key, disabled: just === null }, label),
      ),
  );
}

/** Return a hand that was kept with another payer than its tiles name, and the record that corrects it. */
const toCorrect = ({ hand, record, says, act, reason, laid }) =>
  h(
    "p.moved.mispaid",
    { key: `mispaid-${record}`, "data-mispaid": record },
    h("b", says),
    h(
      "span.row",
      may("table") &&
        button(
          ".small.amber",
          _("Correct hand {number}", { number: hand }),
          () => recordAndTell({ type: "Corrected", of: record, act, reason }, load),
          `mispaid-${record}`,
        ),
      laid
        ? h("a.button.small", { href: `/hands/${laid}` }, _("See the hand"))
        : h("a.button.small", { href: `/t/${TABLE}/hands/${hand}` }, _("Hand details")),
    ),
  );

/** Return the signs of a hand that was approved, or corrected. */
const marks = (hand) => [
  hand?.approved && h("i", { title: _("approved") }, " ◆"),
  hand?.corrected.length > 0 && h("i", { title: _("corrected") }, " ✎"),
];

const best = (hand) => hand.best && h("small.below", hand.best);

/** Return true if a hand is the one that was recorded last, in the same words: it stands above the players. */
const isLatest = ({ number, says }) => match.latest?.hand === number && match.latest.says === says;

/** Return the last hands that ended, the newest first, each a link to everything about it. */
function lastHands() {
  const ended = match.hands.filter((hand) => hand.ended !== null);
  const played = ended.filter((hand) => !isLatest(hand)).slice(-LISTED);
  return (
    played.length > 0 && [
      h("h3.hidden", { id: "last-hands" }, _("The last hands")),
      h(
        "ol.last-hands",
        { "aria-labelledby": "last-hands" },
        played
          .toReversed()
          .map((hand) =>
            h(
              "li",
              { key: hand.number },
              h(
                "a.row.plain",
                { href: `/t/${TABLE}/hands/${hand.number}`, "data-key": `hand-${hand.number}` },
                h("b.number", hand.outcome === "typed" ? "" : String(hand.number)),
                h("span.what", hand.says, marks(hand), best(hand)),
                gains(hand.gains, match.players),
              ),
            ),
          ),
      ),
    ]
  );
}

/** Other pages that show the match: for all four players, and for those around them. */
const links = () =>
  h(
    "p.match-links.row.airy",
    h("a.lone", { href: `/t/${TABLE}/round` }, _("For the middle of the table")),
    h("a.lone", { href: `/display/${TABLE}`, target: "_blank" }, _("Table display")),
  );

/**
 * Return the chair whose claim waits for a photograph: the one claim without a hand, 0 where there is none or several.
 */
export function claimed() {
  const waiting = (seats?.claims ?? []).filter(({ hand }) => !hand);
  return waiting.length === 1 ? waiting[0].chair : 0;
}

/** Return the version of the match that the page shows; null where it shows none. */
export const seen = () => match?.version ?? null;

/** Return the heading over the button that takes photographs says whose hand it means. */
function nameButton() {
  const chair = match?.current ? claimed() : 0;
  const player = chair && match.current.seats[seats.winds[chair - 1]];
  const title = document.getElementById("drop-title");
  title.dataset.usual ??= title.textContent;
  title.textContent = player ? _("Take a photo of {player}’s hand", { player }) : title.dataset.usual;
}

onAccess(draw);
showRecorded(showJust);
listen({
  seats: (next) => {
    seats = next;
    draw();
  },
  lost: draw,
});
listenToMatch(show);
onRecorded(load);
if (KEPT_AT)
  load(); // as this device was shown it last
else show(takeMatch(about.match));
