// The dialog in which a tile is looked at, named, moved, removed or added.

import { button, fill, h } from "./page.js";
import * as edit from "./edit.js";
import { drawCrop } from "./marks.js";
import { DRAGONS, FLOWERS, SUITED, WINDS, capital, image, inWords, isFlower, nameOf } from "./tiles.js";

const SAME_TILES = { pung: "Pung", kong: "Kong", "concealed-kong": "Concealed kong" };
const KINDS = { chow: "Chow", ...SAME_TILES };

/**
 * Opens the palette.
 * @param view the page of the hand, as hand.js makes it
 * @param what {path, seen} of a tile (path null when it lies aside), with checking: true to go on to the next
 *   doubtful one; or {adding: true}; or {meld: kind} for a new meld
 */
export function openPalette(view, what) {
  const dialog = document.getElementById("palette");
  const opener = document.activeElement?.dataset?.key;
  const close = () => dialog.close();
  const show = (next) => {
    const face = document.activeElement?.dataset?.face;
    fill(dialog, build(view, next, show, close));
    if (dialog.open) focusIn(dialog, face);
  };
  show(what);
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
  dialog.onclose = () =>
    opener && document.querySelector(`[data-key="${CSS.escape(opener)}"]`)?.focus({ preventScroll: true });
  dialog.onkeydown = typed(dialog);
  if (!dialog.open) dialog.showModal();
  focusIn(dialog);
}

/** Keeps the keyboard inside: on the face that had it, on what is to be done first, or on the dialog itself. */
function focusIn(dialog, face) {
  (dialog.querySelector(`[data-face="${face}"]:enabled`) ?? dialog.querySelector("[data-first]") ?? dialog).focus();
}

/** Lets a tile be typed: a digit and then m, p or s, or the letter of an honour. */
function typed(dialog) {
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
  if (what.adding) return addingView(view, show, close);
  if (what.meld) return newMeldView(view, what.meld, show, close);
  return tileView(view, what, show, close);
}

const head = (title, close) =>
  h(
    "div.pal-head",
    h("h2", { id: "palette-title" }, title),
    h("button.button", { "aria-label": "Close", onclick: close }, "×"),
  );

/** All 42 faces to tap. */
function faces(current, pick, allowed) {
  const face = (tile) => {
    const attributes = {
      "data-face": tile,
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
  const pick = (tile) => {
    const added = edit.add(view.laid, tile);
    view.change(added);
    if (added.winning && edit.held(added) >= 14 && !isFlower(tile)) close();
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
  const pick = (tile) => {
    view.change(edit.addMeld(view.laid, kind, tile));
    close();
  };
  const room = (tile) => edit.countOf(laid, tile) + (kind === "chow" ? 1 : edit.SIZE[kind]) <= 4;
  const lowest = (tile) => /^[1-7][mps]$/.test(tile) && edit.chowAt(tile, 0).every(room);
  return h(
    "div.pal",
    head("Add a set that was laid out", close),
    kindChoice(KINDS, kind, (next) => show({ meld: next })),
    h("p.label", kind === "chow" ? "Tap its lowest tile." : "Tap its tile."),
    faces(null, pick, (tile) => !isFlower(tile) && (kind === "chow" ? lowest(tile) : room(tile))),
  );
}

function kindChoice(kinds, chosen, pick) {
  const radio = (kind) =>
    h("input", { type: "radio", name: "meld-kind", checked: kind === chosen, onchange: () => pick(kind) });
  const labels = Object.entries(kinds).map(([kind, label]) => h("label", radio(kind), label));
  return h("div.segments", { role: "group", "aria-label": "Kind of set" }, labels);
}

function tileView(view, { path, seen, checking }, show, close) {
  const { laid } = view;
  const slot = path ? edit.slotAt(laid, path) : { tile: view.hand.reading.tiles[seen].tile, seen };
  const { place, at } = path ? edit.parsePath(path) : { place: null };
  const kind = place === "m" ? laid.melds[at].kind : null;
  const doubts = view.doubtsOf(slot.seen);
  /** Takes what was decided about this tile, which settles its doubts. */
  const decide = (next) => {
    view.change(
      edit.settle(
        next,
        doubts.map((doubt) => doubt.n),
      ),
    );
    const more = checking && view.nextDoubt();
    if (more) show(more);
    else close();
  };
  const choose = (tile) => decide(path ? edit.setTile(laid, path, tile) : edit.add(laid, tile, seen));
  const setKind = (next) => {
    view.change(edit.setMeldKind(laid, at, next));
    show({ path: `m${at}.0`, seen });
  };
  const fits = (tile) => kind === null || (kind === "chow" ? /^[1-9]/.test(tile) : !isFlower(tile));
  return h(
    "div.pal",
    head(path ? capital(slot.tile ? nameOf(slot.tile) : "which tile is this?") : "Not in the hand: add it?", close),
    evidence(view, slot, doubts, choose),
    kind && kind !== "chow" && kindChoice(SAME_TILES, kind, setKind),
    faces(slot.tile, choose, fits),
    h("div.actions", actions(laid, path, slot, doubts.length > 0, decide)),
  );
}

/** What can be done with a tile besides giving it another face; `path` is null for one that lies aside. */
function actions(laid, path, slot, doubtful, decide) {
  const action = (style, label, next) => button(style, label, () => decide(next()));
  if (path === null) {
    return [
      slot.tile && first(action(".primary", [image(slot.tile), "Add it"], () => edit.add(laid, slot.tile, slot.seen))),
      doubtful && action(".amber", "It is not part of the hand", () => laid),
    ];
  }
  const { place, at } = edit.parsePath(path);
  const tiles = place === "c" && slot.tile && !isFlower(slot.tile);
  return [
    doubtful && slot.tile && first(action(".amber", [image(slot.tile), "It is right"], () => laid)),
    tiles && action("", "Winning tile", () => edit.makeWinning(laid, path)),
    tiles &&
      edit.claims(laid, path).map(([kind, set]) => {
        const label = kind === "concealed-kong" ? "concealed kong" : `claimed ${kind}`;
        const pictures = h(
          "span.row",
          set.map((tile) => image(tile)),
        );
        return action("", [pictures, label], () => edit.claim(laid, path, kind, set));
      }),
    place === "m" && action("", "Put back in the hand", () => edit.unclaim(laid, at)),
    action(".danger", place === "m" ? "Remove the set" : "Remove", () => edit.remove(laid, path)),
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
    () => drawCrop(canvas, photo, hand.reading, slot.seen),
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
