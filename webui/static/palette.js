// The dialog in which a tile is looked at, named, moved, removed or added, and in which questions are asked in turn.

import { button, fill, focusKey, h, keepFocus } from "./page.js";
import * as edit from "./edit.js";
import { drawCrop } from "./marks.js";
import { card } from "./questions.js";
import { DRAGONS, FLOWERS, SUITED, WINDS, capital, image, inWords, isFlower, nameOf } from "./tiles.js";

const KINDS = { chow: "Chow", pung: "Pung", kong: "Kong", "concealed-kong": "Concealed kong" };
const SAME_TILES = { pung: "Pung", kong: "Kong", added: "Added kong", "concealed-kong": "Concealed kong" };
const FROM = { 0: "?", 1: "before", 2: "opposite", 3: "after" };

/**
 * Opens the palette.
 * @param view the page of the hand, as hand.js makes it
 * @param what {path} of a tile; or {asking: true} for the questions in turn; or {adding: true}; or {meld: kind} for a
 *   new meld
 */
export function openPalette(view, what) {
  const dialog = document.getElementById("palette");
  const opener = document.activeElement?.dataset?.key;
  const close = () => dialog.close();
  const first = () => dialog.querySelector("[data-first]") ?? dialog;
  const show = (next) =>
    keepFocus(() => fill(dialog, build(view, next, show, close), h("p.trouble", { role: "alert" })), first);
  show(what);
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
  dialog.onclose = () => {
    const replaced = document.activeElement === document.body; // else the browser, or the person, has moved on
    if (opener && replaced) focusKey(opener);
  };
  dialog.onkeydown = typed(dialog);
  if (!dialog.open) dialog.showModal();
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

/** Says in the dialog why a change was refused; what lies behind it cannot be read now. */
function say(trouble) {
  const box = document.querySelector("#palette .trouble");
  if (box) fill(box, h("b", trouble.message, ". "), trouble.fix);
}

/** The questions one after the other, each in place of the one before. */
function askingView(view, show, close) {
  const { questions } = view.hand;
  const next = () => (view.hand.questions.length ? show({ asking: true }) : close());
  const title = questions.length > 1 ? `1 of ${questions.length} questions` : "One question";
  return h("div.pal", head(title, close), card(view, questions[0], next, say));
}

export const head = (title, close) =>
  h(
    "div.pal-head",
    h("h2", { id: "palette-title" }, title),
    h("button.button", { "aria-label": "Close", onclick: close }, "×"),
  );

/** All 42 faces to tap. */
export function faces(current, pick, allowed) {
  const face = (tile) => {
    const attributes = {
      "data-face": tile,
      "data-key": `face-${tile}`,
      "aria-pressed": String(tile === current),
      disabled: !allowed(tile),
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
  const { laid } = view;
  const full = laid.concealed.length + 3 * laid.melds.length >= 13;
  const title = laid.winning ? "The hand has its tiles" : full ? "Now the winning tile" : "Add the tiles of the hand";
  const pick = async (tile) => {
    const trouble = await view.change({ do: "add", tile }, say);
    if (trouble) return;
    if (view.laid.winning && edit.held(view.laid) >= 14 && !isFlower(tile)) close();
    else show({ adding: true });
  };
  const help = "Tap each tile as often as it is there; the last one is the winning tile.";
  return h(
    "div.pal",
    head(title, close),
    h("p.label", `${edit.held(laid)} of 14 tiles. ${help}`),
    faces(null, pick, (tile) => edit.countOf(laid, tile) < (isFlower(tile) ? 1 : 4)),
    h(
      "div.actions",
      button("", "Add a claimed set or kong", () => show({ meld: "pung" })),
      button(".primary", "Done", close),
    ),
  );
}

function newMeldView(view, kind, show, close) {
  const { laid } = view;
  const pick = async (tile) => {
    if (!(await view.change({ do: "add-meld", kind, tile }, say))) close();
  };
  const room = (tile) => edit.countOf(laid, tile) + (kind === "chow" ? 1 : edit.SIZE[kind]) <= 4;
  const lowest = (tile) => /^[1-7][mps]$/.test(tile) && edit.chowAt(tile, 0).every(room);
  return h(
    "div.pal",
    head("Add a set that was laid out", close),
    choice("Kind of set", KINDS, kind, (next) => show({ meld: next })),
    h("p.label", kind === "chow" ? "Tap its lowest tile." : "Tap its tile."),
    faces(null, pick, (tile) => !isFlower(tile) && (kind === "chow" ? lowest(tile) : room(tile))),
  );
}

/** Buttons of which one is chosen. */
function choice(label, options, chosen, pick) {
  const radio = (value) => {
    const attributes = {
      type: "radio",
      name: label,
      value,
      checked: value === String(chosen),
      onchange: () => pick(value),
    };
    return h("input", attributes);
  };
  const labels = Object.entries(options).map(([value, text]) => h("label", radio(value), text));
  return h("div.segments", { role: "group", "aria-label": label }, labels);
}

function tileView(view, { path }, show, close) {
  const { laid, hand } = view;
  const slot = edit.slotAt(hand, path);
  if (!slot) return h("div.pal", head("This tile is gone", close));
  const { place, at } = edit.parsePath(path);
  const meld = place === "m" ? laid.melds[at] : null;
  const doubts = view.doubtsOf(slot.seen);
  /** Sends what was decided about this tile. */
  const decide = async (change) => {
    if (!(await view.change(change, say))) close();
  };
  const name = (tile) => decide({ do: "name", at: path, tile });
  const fits = (tile) => !meld || (meld.kind === "chow" ? /^[1-9]/.test(tile) : !isFlower(tile));
  const title = capital(slot.tile ? nameOf(slot.tile) : "which tile is this?");
  return h(
    "div.pal",
    head(place === "a" ? "Not in the hand: add it?" : title, close),
    evidence(view, slot, doubts, name),
    meld && meldChoices(view, at, show),
    faces(slot.tile, name, fits),
    meld && h("p.label", "The tiles of a set go together: another face here changes the whole set."),
    h("div.actions", actions(hand, path, slot, doubts, decide)),
  );
}

/** What kind of meld it is and who gave it. */
function meldChoices(view, at, show) {
  const { kind, source } = view.laid.melds[at];
  if (kind === "chow") return null;
  const turn = async (next, from) => {
    const trouble = await view.change({ do: "turn", meld: at, kind: next, source: from }, say);
    if (!trouble) show({ path: `m${at}.0` });
  };
  const pick = (next) => (next === "added" ? turn("kong", (source % 4 || 1) + 4) : turn(next, source % 4));
  return h(
    "div.meld-choices",
    choice("Kind of set", SAME_TILES, source > 4 ? "added" : kind, pick),
    kind !== "concealed-kong" &&
      h(
        "div",
        h("p.label", "Which player gave the tile?"),
        choice("Given by the player", FROM, source % 4, (from) =>
          turn(kind, Number(from) + (source > 4 && Number(from) ? 4 : 0)),
        ),
      ),
  );
}

/** What can be done with a tile besides giving it another face. */
function actions(hand, path, slot, doubts, decide) {
  const { place, at } = edit.parsePath(path);
  const { tile } = slot;
  const action = (style, label, change) => button(style, label, () => decide(change));
  const move = (style, label, to, paths = [path]) => action(style, label, { do: "move", at: paths, to });
  const right = { do: "confirm", doubts: doubts.map(({ n }) => n) };
  const plain = tile && !isFlower(tile);
  const pung = hand.laid.melds.findIndex((meld, m) => meld.kind === "pung" && meld.tiles[0].tile === tile && m !== at);
  return [
    place === "a" && tile && first(action(".primary", [image(tile), "Add it"], { do: "name", at: path, tile })),
    place !== "a" && doubts.length > 0 && tile && first(action(".amber", [image(tile), "It is right"], right)),
    place !== "w" && place !== "f" && plain && move("", "Winning tile", "w"),
    (place === "w" || (place === "m" && plain)) &&
      move("", place === "m" ? "Take out of the set" : "Not the winning tile", "c"),
    plain && place !== "m" && pung >= 0 && move("", ["Fourth tile of ", image(tile), "kong"], `m${pung}`),
    edit.claims(hand, path).map(({ kind, at: paths, tiles }) => {
      const label = kind === "concealed-kong" ? "concealed kong" : `claimed ${kind}`;
      const pictures = h(
        "span.row",
        tiles.map((code) => image(code)),
      );
      return action("", [pictures, label], { do: "lay", at: paths, kind });
    }),
    place === "m" && action("", "Put back in the hand", { do: "split", meld: at }),
    place === "m" && move(".danger", "Remove the set", "a", edit.pathsOfMeld(hand.laid, at)),
    place !== "a" && place !== "m" && move(".danger", slot.seen === null ? "Remove" : "Not of the hand", "a"),
  ];
}

/** Marks a button as what the keyboard should be on first. */
function first(element) {
  element.dataset.first = "";
  return element;
}

/** What the photo shows at this tile and what it was read as; each face it may be can be chosen. */
function evidence({ hand, photo }, slot, doubts, choose) {
  if (slot.seen === null || !photo) return null;
  const read = hand.reading.tiles[slot.seen];
  const canvas = h("canvas", { role: "img", "aria-label": "The tile in the photo" });
  photo.decode().then(
    () => drawCrop(canvas, photo, hand.reading, [slot.seen]),
    () => canvas.remove(),
  );
  const likely = read.alternatives.filter(([, p]) => p >= 0.005).slice(0, 4);
  const options = read.tile ? [[read.tile, read.confidence], ...likely] : likely;
  const option = ([tile, p]) =>
    h(
      "button",
      { onclick: () => choose(tile), "aria-label": `${nameOf(tile)}, ${percent(p)}` },
      image(tile),
      percent(p),
    );
  const seen = read.tile ? `Read as ${nameOf(read.tile)}, ${percent(read.confidence)}.` : "Could not be read.";
  return h(
    "div.evidence",
    canvas,
    h(
      "div.says",
      h("p", read.face === "down" ? "Lies face down." : seen),
      doubts.map((doubt) => h("p.doubt", inWords(doubt.why))),
      options.length > 1 && h("div.maybe", options.map(option)),
    ),
  );
}

const percent = (p) => (p >= 0.995 ? "> 99 %" : p < 0.01 ? "< 1 %" : `${Math.round(p * 100)} %`);
