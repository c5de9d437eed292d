// The match on the start page: who sits where with how many points, the hand in play, and what ends it.

import { actInWords } from "./acts.js";
import { redraw, wake } from "./drawn.js";
import { listen } from "./live.js";
import { correctBy, listenToMatch, loadMatch, plain, recordAndTell, sendUnsent, signed } from "./match.js";
import { newMatch } from "./newmatch.js";
import { LATER } from "./outbox.js";
import { sendPhoto } from "./firstlook.js";
import { ask, button, fill, goToNewHand, h, keepFocus, TABLE, tellTrouble } from "./page.js";
import { falseWin, matters, penalty } from "./penalties.js";
import { places } from "./records.js";
import { agreedWin } from "./results.js";
import { image, WINDS, windName } from "./tiles.js";
import { _ } from "./words.js";

const root = document.getElementById("match");
const about = JSON.parse(document.getElementById("match-data").textContent);
const SAME_TAP = 1500; // milliseconds within which a second tap on “Drawn hand” is the same wish
let drawing = false;
let drawnAt = 0;
let drawnHand = 0; // number of the hand that was drawn then
let match = null;
let seats = null; // the hand in play, as the table box has it

async function load() {
  try {
    show(await loadMatch());
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function show(next) {
  match = next;
  keepFocus(draw);
  checkMispaid();
}

function draw() {
  root.hidden = false;
  nameButton();
  document.body.classList.toggle("in-match", Boolean(match && !match.over));
  const begin = (style) => button(style, _("New match"), () => newMatch(about, load, match?.version ?? 0), "new-match");
  if (!match) {
    fill(root, h("div.match-head.row.apart", h("h2", _("No match is running")), begin("")));
    return;
  }
  fill(root, head(), match.over ? ended(begin) : running());
}

const sheetLink = () => h("a.button", { href: `/t/${TABLE}/sheet` }, _("Sheet"));

function head() {
  const hand = match.current;
  if (match.over) return h("div.match-head.row.apart", h("h2", _("The match is over")), sheetLink());
  const about = { number: hand.number, last: match.last, wind: windName(hand.round) };
  const says =
    match.last === null ? _("Hand {number} · {wind} round", about) : _("Hand {number} of {last} · {wind} round", about);
  return h("div.match-head.row.apart", h("h2", says), sheetLink());
}

function ended(begin) {
  const { players, points, table_points } = match;
  const ranked = [...players].sort((one, other) => points[other] - points[one]);
  return [
    h(
      "ol.final.stack.tight",
      ranked.map((player) =>
        h(
          "li",
          h("span.name", player),
          h("b", plain(points[player])),
          player in table_points && h("small", _("table points {points}", { points: table_points[player] })),
        ),
      ),
    ),
    mispaid(),
    h("div.match-tools.row", begin(".primary")),
    lastRecord(),
  ];
}

/** The hands that were kept with another payer than their tiles name, as the server drew them last. */
const mispaid = () => document.getElementById("mispaid") ?? h("div", { id: "mispaid" });

/** Has the server draw them again where they are others. */
function checkMispaid() {
  const shown = [...mispaid().querySelectorAll("b")].map(({ textContent }) => textContent);
  const now = (match?.mispaid ?? []).map(({ says }) => says);
  if (JSON.stringify(shown) !== JSON.stringify(now)) redraw("mispaid");
}

function running() {
  const hand = match.current;
  return [
    match.current.moves.length > 0 && places(match.current.moves),
    h(
      "ol.seated",
      WINDS.map((wind) => player(hand, wind)),
    ),
    h(
      "div.match-tools.row",
      button("", _("Drawn hand"), drawn, "drawn"),
      button("", _("False win"), () => falseWin(match, load), "false-win"),
      button("", _("Penalty"), () => penalty(match, load), "penalty"),
      button(
        "",
        _("Win by hand"),
        () => goToNewHand(() => ask("POST", `/api/tables/${TABLE}/hands`, undefined, { wait: false })),
        "by-hand",
      ),
      button("", _("Agreed points"), () => agreedWin(match, load), "agreed"),
      button("", _("More"), () => matters(match, load), "matters"),
    ),
    lastRecord(),
    mispaid(),
  ];
}

/** A player of the hand in play; “Won” photographs their hand. */
function player(hand, wind) {
  const name = hand.seats[wind];
  const chair = chairOf(wind);
  const photo = (event) => {
    const [file] = event.target.files;
    if (file) goToNewHand(() => claim(file)).finally(() => (event.target.value = ""));
  };
  const claim = async (file) => {
    try {
      await ask("POST", `/api/tables/${TABLE}/play`, { do: "won", chair }, { wait: false });
    } catch (trouble) {
      if (!LATER.includes(trouble.status)) throw trouble; // else the photograph waits too, and says whose it is
    }
    return sendPhoto(file, chair, seen());
  };
  const plays = match.substitutes[name];
  return h(
    `li${wind === "E" ? ".dealer" : ""}${hand.dead.includes(name) ? ".dead" : ""}`,
    { "data-player": name },
    image(wind, true),
    h(
      "span.name",
      name,
      plays && h("small", _("{substitute} plays", { substitute: plays })),
      wind === "E" && h("small", _("dealer")),
      hand.dead.includes(name) && h("small.bad", _("dead hand")),
    ),
    h("b.points", plain(match.points[name])),
    name in match.money && h("small.money", match.money[name]),
    chair > 0 &&
      h(
        "label.button.small",
        h("input", {
          type: "file",
          accept: "image/*,.heic,.heif",
          capture: "environment",
          "data-key": `won-${wind}`,
          "aria-label": _("{player} has won: photograph the hand", { player: name }),
          onchange: photo,
        }),
        _("Has won"),
      ),
  );
}

/** A hand ends without a winner; a second tap at once, in the next hand already, means the same one. */
async function drawn() {
  const { number } = match.current;
  const { version } = match;
  if (drawing || (number !== drawnHand && Date.now() - drawnAt < SAME_TAP)) return;
  drawing = true;
  await recordAndTell({ type: "Drawn" }, load, version);
  drawing = false;
  [drawnAt, drawnHand] = [Date.now(), number];
}

const chairOf = (wind) => (seats ? seats.winds.indexOf(wind) + 1 : 0);

/** What was recorded last, and what it brought and cost each, with the way to undo just that. */
function lastRecord() {
  const { latest } = match;
  if (!latest) return null;
  const { number, hand, points } = latest;
  const act = actInWords(latest.act);
  const undo = () => recordAndTell({ type: "Void", of: number, reason: "taken back at the table" }, load);
  const paid = match.players.filter((name) => name in points).map((name) => `${name} ${signed(points[name])}`);
  return h(
    "div.last-record",
    hand
      ? h("a", { href: `/t/${TABLE}/hands/${hand}` }, _("Hand {number}: {act}", { number: hand, act }))
      : h("b", act),
    button(".small", _("Undo"), undo, "undo-last"),
    h("span", paid.join(" · ")),
  );
}

/** The chair whose claim waits for a photograph: the one claim without a hand, 0 where there is none or several. */
export function claimed() {
  const waiting = (seats?.claims ?? []).filter(({ hand }) => !hand);
  return waiting.length === 1 ? waiting[0].chair : 0;
}

/** The version of the match that the page shows; null where it shows none. */
export const seen = () => match?.version ?? null;

/** The heading over the button that takes photographs says whose hand it means. */
function nameButton() {
  const chair = match?.current ? claimed() : 0;
  const player = chair && match.current.seats[seats.winds[chair - 1]];
  const title = document.getElementById("drop-title");
  title.dataset.usual ??= title.textContent;
  title.textContent = player ? _("Photograph the hand of {player}", { player }) : title.dataset.usual;
}

function heard(next) {
  const known = JSON.stringify([seats?.winds, seats?.claims]);
  seats = next;
  if (known !== JSON.stringify([next.winds, next.claims]) && match) keepFocus(draw);
}

root.addEventListener("click", (event) => correctBy(event, load));
wake(root);
listen({ seats: heard });
listenToMatch(show);
sendUnsent(load);
load();
