// The page of one hand: its state, the changes sent to the server, and the page as it is now. mat.js, questions.js,
// sheet.js, strip.js, count.js, won.js, photo.js and palette.js describe its parts; all of them get the same view of it.

import { smallClock } from "./clock.js";
import { asksFor, countPart, nextStep, recordedPart, seen, startCount } from "./count.js";
import { askReason, askWhether } from "./dialogs.js";
import { enter, sendBy, sendChange, sendEntered, still } from "./entered.js";
import { KEPT_AT, keepAnswer } from "./kept.js";
import { go, listKeys, onKey, press } from "./keys.js";
import { listen } from "./live.js";
import { mat } from "./mat.js";
import { openModal } from "./modal.js";
import { moveTiles } from "./moving.js";
import { ask, newId, tellTrouble, Trouble } from "./page.js";
import { countOf, drawPalette, openPalette, tilesOf } from "./palette.js";
import { isThere, loadPhoto, photoPart } from "./photo.js";
import { answerByNumber, firstAsked, questionsPart } from "./questions.js";
import { HOME, rooted } from "./root.js";
import { sayVerdict, scorePart, sheetPart, verdict } from "./sheet.js";
import { declaredUnheard, seenPart } from "./playseen.js";
import { stripPart } from "./strip.js";
import { carriedOut, untilFollowed } from "./sent.js";
import { takePictures } from "./taking.js";
import { inWords } from "./tiles.js";
import { oneAtATime } from "./turns.js";
import { startUnread, unreadPart } from "./unread.js";
import { h, made, render, setText } from "./view.js";
import { toggleVoice } from "./voice.js";
import { wonPart } from "./won.js";
import { _ } from "./words.js";

const ENTER = "#enter"; // the end of the address of a hand that is made to be entered
const data = JSON.parse(document.getElementById("hand-data").textContent);
const root = document.getElementById("hand-page");
let hand = data.hand; // as the server last answered
let missed = false; // whether there was news while a change was on its way
let stuck = false; // whether the server does not answer to a change
let reason = ""; // why an approved hand is changed, asked for once
const settled = []; // called once no change is on its way
const waiting = []; // changes on their way: {edit, id}, and `made` once the hand that is shown has it
const room = matchMedia("(min-width: 901px)");
const photo = loadPhoto(hand, data.overview, room.matches, () => draw());

const view = {
  presets: data.presets,
  /** True if there is room to show all parts unfolded. */
  get wide() {
    return room.matches;
  },
  get hand() {
    return hand;
  },
  get laid() {
    return hand.laid;
  },
  get photo() {
    return photo && isThere() ? photo : null;
  },
  /** True while the score shown is that of an earlier state: a change is on its way, or could not be sent. */
  get waiting() {
    return waiting.length > 0;
  },
  get stuck() {
    return waiting.length > 0 && stuck;
  },
  /** Tiles whose addition the server has not answered yet. */
  get pending() {
    return unmade().flatMap(({ edit }) => tilesOf(edit));
  },
  /** Number of tiles in sight: those of the hand, and those on their way into it; a meld counts as three. */
  get held() {
    return unmade().reduce((sum, { edit }) => sum + countOf(edit), hand.offers.held);
  },
  /** The reason why an approved hand was changed on this page. */
  get reason() {
    return reason ?? "";
  },
  get undoable() {
    return hand.changes.some(({ stands }) => stands);
  },
  doubtsOf: (seen) => (seen === null ? [] : hand.doubts.filter(({ tile }) => tile === seen)),
  look: (what) => openPalette(view, what),
  settled: () => (waiting.length ? new Promise((resolve) => settled.push(resolve)) : Promise.resolve()),
  change,
  send: sendEntered,
  draw,
  reload,
  asksFor,
  undo: () => view.undoable && change({ do: "undo" }),
  forget,
};

const unmade = () => waiting.filter(({ made }) => !made);

/**
 * Send a change, after all that wait. Resolves to null when it is made, or to the Trouble when the server refuses it,
 * or cannot make it now.
 * @param say called with the trouble; by default it is shown as a notice
 */
async function change(edit, say = tellTrouble) {
  const id = newId();
  const own = waiting.map((each) => each.id);
  waiting.push({ edit, id });
  draw();
  let trouble = null;
  try {
    await enter("change", { version: hand.version, change: edit, own }, { id, hand: hand.id });
  } catch (error) {
    trouble = error;
    [error.message, error.fix] = [error.message, error.fix].map((text) => text && inWords(text));
  }
  waiting.splice(
    waiting.findIndex((each) => each.id === id),
    1,
  );
  draw();
  if (trouble) say(trouble);
  if (!waiting.length) {
    for (const call of settled.splice(0)) call();
    if (missed) refresh();
  }
  return trouble;
}

/** Send a change that waits: made here, or on a page before. One that the server would refuse may be asked about. */
async function send(entered) {
  if (entered.hand !== hand.id) return sendChange(entered);
  let anyway = {};
  for (;;) {
    stuck = false;
    draw();
    try {
      const body = { ...entered.body, ...anyway, ...(reason ? { reason } : {}) };
      const answer = await ask("POST", `/api/hands/${hand.id}/changes`, body, { id: entered.id, wait: false, still });
      const left = answer.order && (await untilFollowed(answer));
      take(answer.hand ?? (await ask("GET", `/api/hands/${hand.id}`)).hand);
      for (const each of waiting) each.made ||= each.id === entered.id;
      keepAnswer(rooted(`/api/hands/${hand.id}`), { ok: true, hand });
      draw();
      if (left && waiting.some(({ id }) => id === entered.id)) throw new Trouble(left, "", 409, "order");
      return answer;
    } catch (error) {
      if (!error.status) {
        stuck = true;
        draw();
        tellTrouble({ message: _("No connection"), fix: _("Your change is sent when it is back") });
        throw error;
      }
      if (error.kind === "hand-approved") {
        const usual = _("tiles or circumstances corrected");
        reason = await askReason(_("The hand is approved and locked. Why do you change it?"), usual);
        if (reason) continue;
      }
      if (error.status === 409 && error.kind !== "order")
        take((await ask("GET", `/api/hands/${hand.id}`).catch(() => ({ hand }))).hand);
      if (error.kind !== "hand-changed" || !error.answer.mine || !(await askBoth(error))) throw error;
      anyway = { anyway: true };
    }
  }
}

/** Ask whose change of the same stands: resolves to true where one's own is to be made over the other's. */
function askBoth({ message, answer: { mine, theirs } }) {
  draw(); // what the other made of it
  const dialog = document.getElementById("form-dialog");
  return new Promise((resolve) => {
    let stands = false;
    const choose = (own) => () => {
      stands = own;
      dialog.close();
    };
    const about = h(
      "div.form-dialog.both.stack.snug",
      h("h2", { id: "form-title" }, message),
      h("h3", _("They changed")),
      h(
        "ul",
        theirs.map((effect) => h("li", inWords(effect))),
      ),
      h("h3", _("You changed")),
      h("p", inWords(mine)),
      h(
        "div.row",
        h("button.button.primary", { onclick: choose(false), "data-key": "both-theirs" }, _("Leave it as it is now")),
        h("button.button", { onclick: choose(true), "data-key": "both-mine" }, _("Make my change all the same")),
      ),
    );
    dialog.replaceChildren(made(about));
    dialog.onclose = () => resolve(stands);
    openModal(dialog);
  });
}

/** Take over the hand as the server answered, unless a later answer came before. */
function take(found) {
  if (found.version >= hand.version) hand = found;
}

const load = oneAtATime(async () => {
  take((await ask("GET", `/api/hands/${hand.id}`)).hand);
  draw();
});

/** Show the hand as the server has it now, with what it counts as in the match; after the changes on their way. */
async function reload(say = tellTrouble) {
  missed = waiting.length > 0;
  if (missed) return;
  await load().catch((trouble) => {
    say(trouble);
    draw();
  });
}

/** Return the same where the news, and not the reader, asks for it: the page says elsewhere that the line is dead. */
const refresh = () => reload(() => null);

async function forget() {
  if (!(await askWhether(_("Delete this hand?"), _("You can restore it later."), _("Delete hand")))) return;
  const done = await carriedOut(ask("DELETE", `/api/hands/${hand.id}`));
  if (done) location.href = HOME;
}

const last = {}; // the parts as they were drawn last

/** Return a part of the page; one that cannot be drawn stays as it was, and the others are drawn all the same. */
function part(name, make) {
  try {
    last[name] = make();
  } catch (error) {
    reportError(error);
  }
  return last[name] ?? null;
}

function draw() {
  const says = part("verdict", () => verdict(view));
  render(
    [
      part("mat", () => mat(view)),
      h(
        "div.side",
        { key: "side" },
        part("unread", () => unreadPart(view)),
        part("questions", () => questionsPart(view)),
        part("score", () => scorePart(view, says)),
        part("play-seen", () => seenPart(view)),
        part("count", () => countPart(view)),
        part("strip", () => stripPart(view)),
        part("won", () => wonPart(view)),
        part("bar", () => bar(says)),
      ),
      part("photo", () => photoPart(view)),
      part("sheet", () => sheetPart(view)),
    ],
    root,
  );
  root.classList.remove("as-it-came");
  drawPalette(view);
  part("spoken", () => sayVerdict(view, says));
  setText(document.getElementById("asked"), firstAsked(view));
}

/** Return the bar that stays: what there is to do next, or where it is to be found. */
function bar(says) {
  const recorded = recordedPart(view);
  if (recorded) return recorded;
  const about = { id: "total-bar", key: "bar" };
  const [declared] = hand.questions.length ? [] : declaredUnheard(view);
  if (declared) return h(`a.total-bar.${says.kind}`, { ...about, href: "#play-seen" }, h("span", declared.says, "?"));
  const next = hand.questions.length ? null : nextStep(view);
  if (next?.href)
    return h(`a.total-bar.${next.kind}`, { ...about, href: next.href, "data-key": next.key }, h("span", next.label));
  if (next)
    return h(
      `button.total-bar.${next.kind}`,
      { ...about, "data-key": next.key, disabled: view.waiting || next.waits, onclick: next.does },
      h("span", next.label),
    );
  const content = [h("span", says.bar), says.big && says.big !== says.bar && h("b", says.big)];
  if (hand.questions.length && !view.stuck)
    return h(`button.total-bar.${says.kind}`, { ...about, onclick: () => view.look({ asking: true }) }, content);
  return h(`a.total-bar.${says.kind}`, { ...about, href: whereToGo() }, content);
}

/** Return the part of the page with what is to be said next. */
function whereToGo() {
  if (hand.ending && !hand.score?.lifting.length) return "#count";
  return hand.score?.open.length ? "#strip" : "#score";
}

if (KEPT_AT) refresh(); // as this device was shown it last
let known = Number(document.body.dataset.seen); // number of the last record that this page was made with
smallClock(document.getElementById("bar-clock"));
listen({
  hand: ({ id, version }) => {
    if (id === null || (id === hand.id && version !== hand.version)) refresh();
  },
  match: ({ version }) => {
    if (version > known) refresh();
    known = -1; // whatever it says next is news
  },
});

/** List what keys do on this page, and follows those that no element follows itself. */
function takeKeys() {
  addEventListener("keydown", answerByNumber);
  listKeys(["1", "…", "9"], _("Answer the first question"));
  onKey("q", _("To the questions"), go("#questions .option"));
  onKey("e", _("What is shown is right"), press("[data-key=settle-all]"));
  onKey("w", _("To how it was won"), go("#strip input, #count input, #won[open] input"));
  onKey("t", _("To the tiles"), go("#mat .slot"));
  onKey("a", _("Add a tile"), () => view.look({ adding: true }));
  onKey("s", _("Add a meld"), () => view.look({ adding: true, kind: "pung" }));
  onKey("u", _("Undo"), view.undo);
  listKeys(["Ctrl", "Z"], _("Undo"));
  onKey("b", _("Enter a hand tile by tile"), press(".bar [data-blank]"));
  onKey("n", _("New photo"), press(".bar [data-photo]"));
  onKey("r", _("Rules"), go("#rules"));
  onKey("v", _("Read the score aloud, or stop"), toggleVoice);
  listKeys(["Delete"], _("Remove the selected tile from the hand"));
  listKeys(["1", "…", "9", "M", "P", "S"], _("In the list of tiles: the tile of that number and suit"));
  listKeys(["E", "S", "W", "N", "C", "F", "P"], _("In the list of tiles: that wind or dragon"));
  listKeys(["Escape"], _("Close what is open"));
}

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "z") return;
  event.preventDefault();
  view.undo();
});

sendBy("change", send);
takePictures(() => 0, seen);
takeKeys();
draw();
moveTiles(view);
startCount(view, data.match);
startUnread(view);
room.addEventListener("change", draw);
if (location.hash === ENTER) {
  history.replaceState(null, "", location.pathname + location.search);
  view.look({ adding: true });
}
