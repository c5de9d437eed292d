// The dialog over the tiles: the keys by which a hand is entered, one tile with what the server offers to do with it, and
// the questions in turn.

import { faces, head, typed } from "./faces.js";
import { cropOf } from "./marks.js";
import { draftName, dropDraft, keepDraft } from "./drafts.js";
import { openModal } from "./modal.js";
import { tellTrouble } from "./page.js";
import { groupOf, slotAt } from "./places.js";
import { card, inTurn } from "./questions.js";
import { total, verdict } from "./sheet.js";
import { capital, inWords, nameOf, shownAs, tileImage } from "./tiles.js";
import { button, h, render } from "./view.js";
import { _ } from "./words.js";

const STYLES = {
  add: ".primary",
  confirm: ".amber",
  remove: ".danger",
  "not-of-hand": ".danger",
  "remove-meld": ".danger",
};
const FIRST = ["add", "confirm"]; // the actions that have the keyboard when the dialog opens
const REMOVES = ["remove-meld", "remove", "not-of-hand"];
const SIZES = { chow: 3, pung: 3, kong: 4, "concealed-kong": 4 };
const RANK = /^[1-9]/;
const FLOWER = /^[fs][1-9]$/;

const dialog = document.getElementById("palette");
let shown = null; // what the dialog shows; null while it is closed
let trouble = null; // why the last change was refused

/**
 * Open the palette.
 * @param view the page of the hand, as hand.js makes it
 * @param what {path} of a tile; or {asking: true} for the questions in turn; or {adding: true} for the keys, with the
 *   kind of a meld as `kind` where one is to be added; or {indicator: "dora"} for the faces of an indicator
 */
export function openPalette(view, what) {
  const filling = what.adding && Boolean(view.hand.offers.wanted);
  shown = { filling, ...what };
  trouble = null;
  drawPalette(view);
  if (!dialog.open) {
    dialog.onclick = (event) => {
      if (event.target === dialog) close(); // a handler that returns false would stop the radio buttons
    };
    dialog.onkeydown = typed(dialog, () => shown.adding && takeLast(view));
    dialog.onclose = () => {
      if (dialog.open) return; // it was opened anew before the browser told of the close
      shown = null;
      view.draw();
    };
    openModal(dialog);
  }
  (dialog.querySelector("[data-first]") ?? dialog).focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

const close = () => dialog.close();

/** Draw the open dialog as the hand is now; the keys close once the hand has all its tiles. */
export function drawPalette(view) {
  if (!shown) return;
  if (shown.filling && !view.hand.offers.wanted && !view.waiting) {
    close();
    return;
  }
  const says =
    trouble && (trouble.fix ? _("{error}. {fix}", { error: trouble.message, fix: trouble.fix }) : trouble.message);
  render([build(view), h("p.trouble", { role: "alert" }, says)], dialog);
  if (dialog.open && !dialog.contains(document.activeElement)) dialog.focus({ preventScroll: true });
}

/** Say in the dialog why a change was refused: notices are behind it. */
const say = (view) => (refused) => {
  if (!dialog.open) {
    tellTrouble(refused);
    return;
  }
  trouble = refused;
  drawPalette(view);
};

/** Return a function that does something, unless the dialog shows something else by then or is closed. */
function unlessLeft(does) {
  const at = shown;
  return () => shown === at && does();
}

/** Show something else in the open dialog. */
function show(view, what) {
  shown = { filling: shown?.filling, ...what };
  trouble = null;
  drawPalette(view);
}

function build(view) {
  if (shown.asking) return askingView(view);
  if (shown.adding) return keysView(view);
  if (shown.indicator) return indicatorView(view);
  return tileView(view);
}

/** Return the faces that an indicator of dora may have. */
function indicatorView(view) {
  const each = view.hand.offers.indicators.find(({ name }) => name === shown.indicator);
  if (!each) return h("div.pal.stack", head(_("The rules have no dora"), close));
  const pick = async (tile) => {
    const won = { ...view.laid.won, [each.name]: [...(each.tiles ?? []), tile] };
    const done = unlessLeft(close);
    if (!(await view.change({ do: "won", won }, say(view)))) done();
  };
  return h(
    "div.pal.stack",
    head(each.label, close),
    h("p.label", each.ask),
    faces(null, pick, each.faces, { flowers: false }),
  );
}

/** Return the questions one after the other, each in place of the one before. */
function askingView(view) {
  const questions = inTurn(view.hand);
  if (!questions.length) return h("div.pal.stack", head(_("All questions are answered"), close));
  const elsewhere = () => {
    close();
    document.querySelector("#mat .slot")?.focus();
  };
  const next = () => shown?.asking && (view.hand.questions.length ? show(view, { asking: true }) : close());
  const count = questions.length;
  const title = count > 1 ? _("1 of {count} questions", { count }) : _("One question");
  return h("div.pal.stack", head(title, close), card(view, questions[0], { done: next, say: say(view), elsewhere }));
}

/**
 * Return the keys by which a hand is entered or changed: what it has so far, kinds of melds, all faces, and a line to
 * type.
 */
function keysView(view) {
  const { faces: offered, new_melds: melds, red } = view.hand.offers;
  const { held } = view;
  const { whole } = view.hand.offers;
  const wanted = held === whole - 1 ? "winning-tile" : view.hand.offers.wanted;
  const titles = { tiles: _("Enter the tiles"), "winning-tile": _("Now the winning tile") };
  const kind = melds.find((each) => each.kind === shown.kind);
  const send = async (edit) => {
    trouble = null;
    await view.change(edit, say(view));
  };
  const pick = (tile) => {
    if (!kind) return send({ do: "add", tile });
    shown.kind = null;
    return send({ do: "add-meld", kind: kind.kind, tile });
  };
  const modes = [
    { value: "", label: _("Tile"), chosen: !kind },
    ...melds.map((each) => ({ value: each.kind, label: each.label, chosen: each === kind })),
  ];
  return h(
    "div.pal.stack.keypad",
    head(titles[wanted] ?? _("Change the tiles"), close),
    soFar(view),
    h(
      "div.key-row",
      choice(_("What the next tap adds"), modes, ({ value }) => show(view, { ...shown, kind: value || null })),
      h(
        "button.button.back",
        { "aria-label": _("Remove the last tile"), "data-key": "backspace", onclick: () => takeLast(view) },
        "⌫",
      ),
    ),
    h("p.label", kind ? kind.ask : hint(view)),
    faces(null, pick, kind ? kind.faces : offered, {
      flowers: view.hand.offers.flowers.length > 0,
      red: kind ? [] : red,
      pickRed: (tile) => send({ do: "add", tile, red: true }),
    }),
    typing(view),
    h("div.actions.row", button(".primary", _("Done"), close, "keys-done")),
  );
}

const keepTyped = (form) => form && keepDraft(form, draftName("typing"));

/** Return a line for those who write a hand faster than they tap it; it replaces all tiles. */
function typing(view) {
  const write = async (event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.text;
    trouble = null;
    if (await view.change({ do: "write", text: field.value }, say(view))) return;
    dropDraft(draftName("typing"));
    field.value = "";
  };
  return h(
    "form.typing",
    { onsubmit: write, key: "typing", ref: keepTyped },
    h(
      "label.field",
      h("span", _("Or as text: 234m 567p CCC 99s, 二三四万")),
      h("input", { name: "text", maxlength: 400, required: true, autocomplete: "off", "data-key": "as-tiles" }),
    ),
    h("button.button", { type: "submit", "data-key": "write-tiles" }, _("Save")),
  );
}

const hint = ({ hand }) =>
  hand.offers.wanted
    ? _("Tap every tile; tap the winning tile last.")
    : _("Tap a tile above to change it, or remove the last one.");

/** Return the tiles so far, those on their way too, and what they count. */
function soFar(view) {
  const { hand, laid, pending } = view;
  const { held } = view;
  const { whole } = hand.offers;
  const tile = (path, slot) =>
    h(
      "button",
      {
        key: path,
        "data-at": path,
        "aria-label": _("{tile}: change it", { tile: capital(nameOf(shownAs(slot))) }),
        onclick: () => show(view, { path, back: true }),
      },
      tileImage(shownAs(slot)),
    );
  const group = (name, slots) =>
    slots.length > 0 &&
    h(
      `span.${name}`,
      { key: slots[0][0] },
      slots.map(([path, slot]) => tile(path, slot)),
    );
  const says = verdict(view);
  const best = hand.score?.best || _("Details");
  const counted = hand.score?.wins && says.big ? [h("b", total(says)), " ", best] : says.says;
  const count = _("{held} of {whole} tiles", { held, whole });
  return h(
    "div.so-far.stack.tight",
    { key: "so-far" },
    h(
      "div.entered",
      laid.melds.map((meld, m) =>
        group(
          "meld",
          meld.tiles.map((slot, n) => [`m${m}.${n}`, slot]),
        ),
      ),
      group(
        "concealed",
        laid.concealed.map((slot, n) => [`c${n}`, slot]),
      ),
      laid.winning && group("winning", [["w", laid.winning]]),
      group(
        "flowers",
        laid.flowers.map((slot, n) => [`f${n}`, slot]),
      ),
      pending.length > 0 &&
        h(
          "span.pending",
          { key: "pending" },
          pending.map((each) => tileImage(each)),
        ),
    ),
    h("p.counts", { role: "status" }, held === whole ? counted : count),
    hand.waits.length > 0 && ready(hand.waits),
    hand.waiting && h("p.note", { key: "waiting" }, inWords(hand.waiting)),
  );
}

/** Return the tiles that complete the hand, each with the points that it then has. */
const ready = (waits) =>
  h(
    "p.ready.row.loose",
    { key: "ready" },
    h("span", _("Ready:")),
    waits.map(({ tile, low, high }) =>
      h(
        "span.row.dense",
        { key: tile },
        tileImage(tile, true),
        h("span", low === high ? String(low) : _("{low} to {high}", { low, high })),
      ),
    ),
  );

/** Return the tiles that a change adds, to be shown before the server has answered. */
export function tilesOf(edit) {
  if (edit.do === "add") return [edit.red ? `0${edit.tile[1]}` : edit.tile];
  if (edit.do !== "add-meld") return [];
  const step = edit.kind === "chow" ? 1 : 0;
  return Array.from({ length: SIZES[edit.kind] }, (_, n) => edit.tile.replace(RANK, (rank) => Number(rank) + n * step));
}

/** Return how many tiles of a hand a change adds, a meld counting as three. */
export function countOf(edit) {
  if (edit.do === "add-meld") return 3;
  return edit.do === "add" && !FLOWER.test(edit.tile) ? 1 : 0;
}

/** Remove the tile that was entered last, or the last meld; after whatever is still on its way. */
async function takeLast(view) {
  await view.settled();
  const { laid, offers } = view.hand;
  const last = (slots, to) => slots.length > 0 && `${to}${slots.length - 1}`;
  const path =
    (laid.winning && "w") ||
    last(laid.concealed, "c") ||
    (laid.melds.length > 0 && `m${laid.melds.length - 1}.0`) ||
    last(laid.flowers, "f");
  const removes = path && offers.tiles[path].actions.find(({ kind }) => REMOVES.includes(kind));
  if (removes) await view.change(removes.edit, say(view));
}

/** Return buttons of which one is chosen. */
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
  return h("div.segments.box", { role: "group", "aria-label": label }, labels);
}

function tileView(view) {
  const { hand } = view;
  const { path, back } = shown;
  const done = unlessLeft(() => (back ? show(view, { adding: true }) : close()));
  const slot = slotAt(hand, path);
  if (!slot) return h("div.pal.stack", head(_("This tile is gone"), close));
  const group = groupOf(path);
  const meld = group[0] === "m" ? hand.offers.melds[Number(group[1])] : null;
  const doubts = view.doubtsOf(slot.seen);
  /** Send what was decided about this tile. */
  const decide = async (change) => {
    if (!(await view.change(change, say(view)))) done();
  };
  const name = (tile) => decide({ do: "name", at: path, tile });
  const { actions } = hand.offers.tiles[path];
  const full = group === "a" && slot.tile !== null && actions.length === 0;
  const aside = full ? _("Not in the hand") : _("Not in the hand: add it?");
  const title = slot.tile ? nameOf(shownAs(slot)) : _("which tile is this?");
  return h(
    "div.pal.stack",
    head(group === "a" ? aside : capital(title), close),
    evidence(view, slot, doubts, name),
    meld?.kinds.length > 0 && meldChoices(view, meld, group),
    faces(slot.tile, name, meld?.faces),
    meld && h("p.label", _("The tiles of a meld go together: another face here changes the whole meld.")),
    full && h("p.label", _("The hand is full. Remove a tile first.")),
    h(
      "div.actions.row",
      actions.map((offer) => action(offer, decide)),
    ),
  );
}

/** Return what kind of meld it is and who gave its tile. */
function meldChoices(view, { kinds, givers }, group) {
  const done = unlessLeft(() => show(view, { ...shown, path: `${group}.0` }));
  const turn = async ({ edit }) => {
    if (!(await view.change(edit, say(view)))) done();
  };
  return h(
    "div.stack",
    choice(_("Kind of meld"), kinds, turn),
    givers.length > 0 &&
      h("div", h("p.label", _("Which player discarded the tile?")), choice(_("Discarded by"), givers, turn)),
  );
}

/** Return a button for something that can be done with a tile besides giving it another face. */
function action({ kind, label, tiles, edit }, decide) {
  const pictures =
    tiles.length > 0 &&
    h(
      "span.row",
      tiles.map((tile) => tileImage(kind === "red" ? `0${tile[1]}` : tile)),
    );
  const about = { onclick: () => decide(edit), "data-first": FIRST.includes(kind) ? "" : null };
  return h(`button.button${STYLES[kind] ?? ""}`, about, pictures, label);
}

/** Return the tile in the photo and what it was read as, with its likely faces to choose from. */
function evidence({ hand, photo }, slot, doubts, choose) {
  if (slot.seen === null || !photo) return null;
  const read = hand.reading.tiles[slot.seen];
  const canvas = cropOf(photo, hand.reading, [slot.seen], _("The tile in the photo"));
  const likely = read.alternatives.filter(([, p]) => p >= 0.005).slice(0, 4);
  const options = read.tile ? [[read.tile, read.confidence], ...likely] : likely;
  const option = ([tile, p]) =>
    h(
      "button.box",
      { onclick: () => choose(tile), "aria-label": `${nameOf(tile)}, ${percent(p)}` },
      tileImage(tile),
      percent(p),
    );
  const seen = read.tile
    ? _("Read as {tile}, {percent}.", { tile: nameOf(shownAs(read)), percent: percent(read.confidence) })
    : _("Could not be read.");
  return h(
    "div.evidence.row",
    canvas,
    h(
      "div.says.stack.tight",
      h("p", read.face === "down" ? _("Lies face down.") : seen),
      doubts.map((doubt) => h("p.doubt", inWords(doubt.why))),
      options.length > 1 && h("div.maybe.row", options.map(option)),
    ),
  );
}

const percent = (p) => (p >= 0.995 ? "> 99%" : p < 0.01 ? "< 1%" : `${Math.round(p * 100)}%`);
