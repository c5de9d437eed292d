// The dialog that shows one tile with what the server offers to do with it, adds tiles and melds, and asks questions.

import { cropOf } from "./marks.js";
import { button, fill, h, holdFocus, keepFocus } from "./page.js";
import { groupOf, slotAt } from "./places.js";
import { card, inTurn } from "./questions.js";
import { capital, DRAGONS, FLOWERS, image, inWords, nameOf, SUITED, WINDS } from "./tiles.js";
import { _ } from "./words.js";

const STYLES = {
  add: ".primary",
  confirm: ".amber",
  remove: ".danger",
  "not-of-hand": ".danger",
  "remove-meld": ".danger",
};
const FIRST = ["add", "confirm"]; // the actions that have the keyboard when the dialog opens

/**
 * Opens the palette.
 * @param view the page of the hand, as hand.js makes it
 * @param what {path} of a tile; or {asking: true} for the questions in turn; or {adding: true}; or {meld: kind} for a
 *   new meld
 */
export function openPalette(view, what) {
  const dialog = document.getElementById("palette");
  const giveBack = holdFocus();
  const close = () => dialog.close();
  const first = () => dialog.querySelector("[data-first]") ?? dialog;
  const show = (next) =>
    keepFocus(() => fill(dialog, build(view, next, show, close), h("p.trouble", { role: "alert" })), first);
  show(what);
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
  dialog.onkeydown = typed(dialog);
  if (!dialog.open) {
    dialog.onclose = () => giveBack();
    dialog.showModal();
  }
  first().focus();
}

/** Lets a tile be typed: a digit and then m, p or s, or the letter of an honour. */
export function typed(dialog) {
  let digit = "";
  return ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    const suited = digit && "mps".includes(key) ? digit + key : null;
    const honour = /^[eswncfp]$/i.test(key) ? key.toUpperCase() : null;
    digit = /^[1-9]$/.test(key) ? key : "";
    dialog.querySelector(`[data-face="${suited ?? honour}"]:enabled`)?.click();
  };
}

function build(view, what, show, close) {
  if (what.asking) return askingView(view, show, close);
  if (what.adding) return addingView(view, show, close);
  if (what.meld) return newMeldView(view, what.meld, show, close);
  return tileView(view, what, show, close);
}

/** Says in the dialog why a change was refused: notices are behind it. */
function say(trouble) {
  const box = document.querySelector("#palette .trouble");
  if (box) fill(box, trouble.fix ? _("{error}. {fix}", { error: trouble.message, fix: trouble.fix }) : trouble.message);
}

/** The questions one after the other, each in place of the one before. */
function askingView(view, show, close) {
  const questions = inTurn(view.hand);
  const elsewhere = () => {
    close();
    document.querySelector("#mat .slot")?.focus();
  };
  const next = () => (view.hand.questions.length ? show({ asking: true }) : close());
  const count = questions.length;
  const title = count > 1 ? _("1 of {count} questions", { count }) : _("One question");
  return h("div.pal", head(title, close), card(view, questions[0], { done: next, say, elsewhere }));
}

export const head = (title, close) =>
  h(
    "div.dialog-head",
    h("h2", { id: "palette-title" }, title),
    h("button.button", { "aria-label": _("Close"), onclick: close }, "×"),
  );

/** All 42 faces to tap; those not in `offered` are disabled. */
export function faces(current, pick, offered = null) {
  const face = (tile) => {
    const attributes = {
      "data-face": tile,
      "data-key": `face-${tile}`,
      "aria-pressed": String(tile === current),
      disabled: offered !== null && !offered.includes(tile),
      title: nameOf(tile),
      onclick: () => pick(tile),
    };
    return h("button", attributes, image(tile));
  };
  return h(
    "div.faces",
    SUITED.map((suit) => h("div", suit.map(face))),
    h("div", WINDS.map(face), h("span"), DRAGONS.map(face)),
    h("div", FLOWERS.map(face)),
  );
}

function addingView(view, show, close) {
  const { wanted, held, whole, faces: offered } = view.hand.offers;
  const titles = { tiles: _("Add the tiles of the hand"), "winning-tile": _("Now the winning tile") };
  const pick = async (tile) => {
    const trouble = await view.change({ do: "add", tile }, say);
    if (trouble) return;
    if (wanted && !view.hand.offers.wanted) close();
    else show({ adding: true });
  };
  return h(
    "div.pal",
    head(titles[wanted] ?? _("The hand has its tiles"), close),
    h(
      "p.label",
      _("{held} of {whole} tiles. Tap each tile as often as it is there; the last one is the winning tile.", {
        held,
        whole,
      }),
    ),
    faces(null, pick, offered),
    h(
      "div.actions",
      button("", _("Add a claimed set or kong"), () => show({ meld: "pung" })),
      button(".primary", _("Done"), close),
    ),
  );
}

function newMeldView(view, kind, show, close) {
  const { new_melds: melds } = view.hand.offers;
  const meld = melds.find((other) => other.kind === kind);
  if (!meld) return h("div.pal", head(_("Add a set that was laid out"), close));
  const pick = async (tile) => {
    if (!(await view.change({ do: "add-meld", kind: meld.kind, tile }, say))) close();
  };
  const kinds = melds.map((other) => ({ value: other.kind, label: other.label, chosen: other === meld }));
  return h(
    "div.pal",
    head(_("Add a set that was laid out"), close),
    choice(_("Kind of set"), kinds, ({ value }) => show({ meld: value })),
    h("p.label", meld.ask),
    faces(null, pick, meld.faces),
  );
}

/** Buttons of which one is chosen. */
function choice(label, options, pick) {
  const radio = (option) => {
    const { value, chosen } = option;
    return h("input", {
      type: "radio",
      name: label,
      value: String(value),
      checked: chosen,
      onchange: () => pick(option),
    });
  };
  const labels = options.map((option) => h("label", radio(option), option.label));
  return h("div.segments", { role: "group", "aria-label": label }, labels);
}

function tileView(view, { path }, show, close) {
  const { hand } = view;
  const slot = slotAt(hand, path);
  if (!slot) return h("div.pal", head(_("This tile is gone"), close));
  const group = groupOf(path);
  const meld = group[0] === "m" ? hand.offers.melds[Number(group[1])] : null;
  const doubts = view.doubtsOf(slot.seen);
  /** Sends what was decided about this tile. */
  const decide = async (change) => {
    if (!(await view.change(change, say))) close();
  };
  const name = (tile) => decide({ do: "name", at: path, tile });
  const { actions } = hand.offers.tiles[path];
  const full = group === "a" && slot.tile !== null && actions.length === 0;
  const aside = full ? _("Not in the hand") : _("Not in the hand: add it?");
  const title = slot.tile ? nameOf(slot.tile) : _("which tile is this?");
  return h(
    "div.pal",
    head(group === "a" ? aside : capital(title), close),
    evidence(view, slot, doubts, name),
    meld?.kinds.length > 0 && meldChoices(view, meld, group, show),
    faces(slot.tile, name, meld?.faces),
    meld && h("p.label", _("The tiles of a set go together: another face here changes the whole set.")),
    full && h("p.label", _("The hand has its tiles: put another one aside before this one is added.")),
    h(
      "div.actions",
      actions.map((offer) => action(offer, decide)),
    ),
  );
}

/** What kind of meld it is and who gave its tile. */
function meldChoices(view, { kinds, givers }, group, show) {
  const turn = async ({ edit }) => {
    if (!(await view.change(edit, say))) show({ path: `${group}.0` });
  };
  return h(
    "div.stack",
    choice(_("Kind of set"), kinds, turn),
    givers.length > 0 &&
      h("div", h("p.label", _("Which player gave the tile?")), choice(_("Given by the player"), givers, turn)),
  );
}

/** A button for something that can be done with a tile besides giving it another face. */
function action({ kind, label, tiles, edit }, decide) {
  const pictures =
    tiles.length > 0 &&
    h(
      "span.row",
      tiles.map((tile) => image(tile)),
    );
  const made = button(STYLES[kind] ?? "", [pictures, label], () => decide(edit));
  if (FIRST.includes(kind)) made.dataset.first = "";
  return made;
}

/** The tile in the photo and what it was read as, with its likely faces to choose from. */
function evidence({ hand, photo }, slot, doubts, choose) {
  if (slot.seen === null || !photo) return null;
  const read = hand.reading.tiles[slot.seen];
  const canvas = cropOf(photo, hand.reading, [slot.seen], _("The tile in the photo"));
  const likely = read.alternatives.filter(([, p]) => p >= 0.005).slice(0, 4);
  const options = read.tile ? [[read.tile, read.confidence], ...likely] : likely;
  const option = ([tile, p]) =>
    h(
      "button",
      { onclick: () => choose(tile), "aria-label": `${nameOf(tile)}, ${percent(p)}` },
      image(tile),
      percent(p),
    );
  const seen = read.tile
    ? _("Read as {tile}, {percent}.", { tile: nameOf(read.tile), percent: percent(read.confidence) })
    : _("Could not be read.");
  return h(
    "div.evidence.row",
    canvas,
    h(
      "div.says",
      h("p", read.face === "down" ? _("Lies face down.") : seen),
      doubts.map((doubt) => h("p.doubt", inWords(doubt.why))),
      options.length > 1 && h("div.maybe", options.map(option)),
    ),
  );
}

const percent = (p) => (p >= 0.995 ? "> 99 %" : p < 0.01 ? "< 1 %" : `${Math.round(p * 100)} %`);
