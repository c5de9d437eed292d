// The page of one hand: photo, tiles, how it was won, score; everything can be changed and the score follows.

import { ask, fill, h, takePictures, tell, tellTrouble } from "./page.js";
import * as edit from "./edit.js";
import { drawMarks } from "./marks.js";
import { openPalette } from "./palette.js";
import { FLOWERS, WINDS, familyOf, image, nameOf, order } from "./tiles.js";

let { hand, presets } = JSON.parse(document.getElementById("hand-data").textContent);
let laid = hand.laid; // as shown; may be ahead of what the server has answered
const past = []; // what undo goes back to
let sending = false;
let photo = null;

const doubts = hand.reading?.doubts ?? [];
const openDoubts = () => doubts.map((doubt, n) => ({ ...doubt, n })).filter(({ n }) => !laid.settled.includes(n));
const doubtsOf = (seen) => (seen === null ? [] : openDoubts().filter((doubt) => doubt.tile === seen));
const isUnsure = (slot) => slot.tile === null || doubtsOf(slot.seen).length > 0;

/** Takes a changed hand: shows it at once, sends it, shows the score that comes back. */
function change(next, undoable = true) {
  if (next === laid) return;
  if (undoable) past.push(laid);
  laid = next;
  render();
  send();
}

async function send() {
  if (sending) return;
  sending = true;
  try {
    while (laid !== hand.laid) {
      const sent = laid;
      const answer = await ask("PUT", `/api/hands/${hand.id}`, { version: hand.version, laid: sent });
      hand = { ...answer.hand, laid: sent };
    }
  } catch (trouble) {
    if (trouble.status === 409) await reload();
    tellTrouble(trouble);
    if (trouble.status === 400) laid = hand.laid;
  }
  sending = false;
  render();
}

async function reload() {
  hand = (await ask("GET", `/api/hands/${hand.id}`)).hand;
  laid = hand.laid;
  past.length = 0;
}

async function forget() {
  if (!confirm(hand.photo ? "Delete this hand and its photo?" : "Delete this hand?")) return;
  try {
    await ask("DELETE", `/api/hands/${hand.id}`);
    location.href = "/";
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

function undo() {
  if (past.length) change(past.pop(), false);
}

// ---- the photo

function buildPhoto() {
  if (!hand.photo) return;
  photo = h("img", { src: hand.photo, alt: "The hand as photographed" });
  const svg = h("svg");
  const enlarge = h(
    "button.button.small",
    {
      "aria-pressed": "false",
      onclick: () =>
        enlarge.setAttribute(
          "aria-pressed",
          String(document.querySelector(".hand-page").classList.toggle("large-photo")),
        ),
    },
    "Larger",
  );
  const legend = [
    ["hand", "concealed"],
    ["meld", "claimed or kong"],
    ["winning", "winning tile"],
    ["flower", "flowers"],
    ["unsure", "not sure"],
    ["aside", "not in the hand"],
  ];
  document.getElementById("photo").append(
    h("div.picture", {}, h("div.frame", {}, photo, svg)),
    h(
      "div.legend",
      {},
      legend.map(([name, text]) => h(`span.${name}`, { "data-legend": name }, h("i"), text)),
      enlarge,
    ),
  );
}

const PLACE_KIND = { c: "concealed", w: "winning", m: "meld", f: "flowers" };

function renderPhoto() {
  if (!photo) return;
  const box = document.getElementById("photo");
  const paths = hand.reading.tiles.map((_, n) => edit.pathOfSeen(laid, n));
  const kind = (n) => (paths[n] ? PLACE_KIND[paths[n][0]] : "aside");
  const unsure = (n) => doubtsOf(n).length > 0 || (paths[n] !== null && edit.slotAt(laid, paths[n]).tile === null);
  const name = (n) => nameOf(paths[n] ? edit.slotAt(laid, paths[n]).tile : hand.reading.tiles[n].tile);
  drawMarks(box.querySelector("svg"), hand.reading, { kind, unsure, name, pick: (n) => openTile(paths[n], n) });
  const shown = new Set(
    paths.map(
      (_, n) => ({ concealed: "hand", winning: "winning", flowers: "flower", meld: "meld", aside: "aside" })[kind(n)],
    ),
  );
  if (paths.some((_, n) => unsure(n))) shown.add("unsure");
  for (const item of box.querySelectorAll("[data-legend]")) item.hidden = !shown.has(item.dataset.legend);
}

// ---- the tiles

function renderMat() {
  const concealed = laid.concealed
    .map((slot, n) => [`c${n}`, slot])
    .sort(([, a], [, b]) => order(a.tile) - order(b.tile));
  const families = Map.groupBy
    ? Map.groupBy(concealed, ([, s]) => familyOf(s.tile))
    : grouped(concealed, ([, s]) => familyOf(s.tile));
  const total = edit.held(laid);
  const missing = 13 - laid.concealed.length - 3 * laid.melds.length;
  const place = (name, title, ...children) =>
    h(`div.place.${name}`, {}, h("h2", {}, title), h("div.row", {}, children));
  const addButton = (key, label, wanted = false) =>
    h(
      `button.slot.add${wanted ? ".wanted" : ""}`,
      { "aria-label": label, title: label, "data-key": key, onclick: () => openPalette(context(), { adding: true }) },
      "+",
    );
  fill(
    document.getElementById("mat"),
    h(
      "div.mat-head",
      {},
      h("h1", {}, "The hand", h("span.count", {}, total === 14 ? "14 tiles" : `${total} of 14 tiles`)),
      h(
        "div.tools",
        {},
        h("button.button.small", { "data-key": "undo", disabled: past.length === 0, onclick: undo }, "Undo"),
        h(
          "button.button.small",
          { "data-key": "add-set", onclick: () => openPalette(context(), { meld: "pung" }) },
          "Add a set",
        ),
      ),
    ),
    h(
      "div.places",
      {},
      laid.melds.map((meld, m) =>
        place(
          "meld",
          { chow: "Chow", pung: "Pung", kong: "Kong", "concealed-kong": "Concealed kong" }[meld.kind],
          h(
            "span.suit",
            {},
            meld.tiles.map((s, n) =>
              tileButton(`m${m}.${n}`, s, meld.kind === "concealed-kong" && (n === 0 || n === 3)),
            ),
          ),
        ),
      ),
      place(
        "concealed",
        laid.melds.length ? "Concealed" : "In the hand",
        [...families.values()].map((members) =>
          h(
            "span.suit",
            {},
            members.map(([path, s]) => tileButton(path, s)),
          ),
        ),
        missing > 0 || total === 0 ? addButton("add", "Add a tile", total > 0 && missing > 0) : null,
      ),
      place(
        "winning",
        "Winning tile",
        laid.winning ? tileButton("w", laid.winning) : addButton("add-winning", "Add the winning tile", missing <= 0),
      ),
      laid.flowers.length
        ? place(
            "flowers",
            "Flowers",
            h(
              "span.suit",
              {},
              laid.flowers.map((s, n) => tileButton(`f${n}`, s)),
            ),
          )
        : null,
    ),
  );
}

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function tileButton(path, slot, turned = false) {
  const unsure = isUnsure(slot);
  const why = doubtsOf(slot.seen)
    .map((doubt) => doubt.why)
    .join(" ");
  const light = (on) => document.querySelector(`[data-seen="${slot.seen}"]`)?.classList.toggle("lit", on);
  const face =
    turned && slot.tile
      ? h("img.tile", { src: "/static/tiles/back.svg", alt: `${nameOf(slot.tile)}, face down`, draggable: "false" })
      : image(slot.tile);
  return h(
    `button.slot${unsure ? ".unsure" : ""}${slot.tile ? "" : ".unread"}`,
    {
      "data-key": path,
      "data-tile": slot.tile ?? "",
      title: why || nameOf(slot.tile),
      onclick: () => openTile(path, slot.seen),
      onpointerenter: () => light(true),
      onpointerleave: () => light(false),
      onfocus: () => light(true),
      onblur: () => light(false),
    },
    face,
    unsure ? h("span.mark-unsure", { "aria-hidden": "true" }, "?") : null,
    unsure ? h("span.hidden", {}, `not sure: ${why || "not read"}`) : null,
  );
}

// ---- the score

function verdict() {
  const open = openDoubts();
  const sheet = hand.score;
  if (laid !== hand.laid && !sending)
    return {
      kind: "open",
      big: null,
      says: "Not scored",
      why: "The last change did not reach Tableside.",
      bar: "Not scored",
    };
  const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  if (open.length) {
    const sofar = sheet?.wins ? `${sheet.total}?` : sheet ? "No win?" : "?";
    const checks = open.filter((doubt) => doubt.tile !== null).length;
    return {
      kind: "unsure",
      big: sofar,
      unit: "not confirmed",
      says: "Please check the reading",
      why:
        hand.problem ??
        (checks ? `${many(checks, "tile")} to look at before this counts.` : "Something is open before this counts."),
      bar: `Check ${many(open.length, "doubt")}`,
    };
  }
  if (hand.problem) return { kind: "open", big: null, says: "Not complete", why: hand.problem, bar: "Not complete" };
  if (!sheet.wins)
    return { kind: "bad", big: "No win", says: "These tiles make no winning hand", why: "", bar: "No win" };
  const unit = sheet.total === 1 ? "point" : "points";
  if (!sheet.legal)
    return {
      kind: "bad",
      big: sheet.total,
      unit,
      says: "Too few points to win",
      why: `${sheet.minimum - sheet.short_by} without the flowers, where ${sheet.minimum} are needed.`,
      bar: "Too few points",
    };
  return { kind: "good", big: sheet.total, unit, says: "A winning hand", why: "", bar: "Winning hand" };
}

function renderSheet() {
  const says = verdict();
  const stuck = says.says === "Not scored";
  const sheet = stuck ? null : hand.score;
  const open = stuck ? [] : openDoubts();
  const parts = [
    h(
      `div.verdict-head.${says.kind}`,
      { id: "verdict", "data-kind": says.kind },
      says.big === null ? null : h("p.big", {}, String(says.big), says.unit ? h("small", {}, says.unit) : null),
      h("p.says", {}, says.says),
      says.why ? h("p.why", {}, says.why) : null,
      stuck ? h("button.button.small", { "data-key": "again", onclick: send }, "Try again") : null,
    ),
  ];
  if (open.length) {
    parts.push(
      h(
        "div.doubts",
        {},
        h(
          "ul",
          {},
          open.map((doubt) => {
            const path = doubt.tile === null ? null : edit.pathOfSeen(laid, doubt.tile);
            const tile = path
              ? edit.slotAt(laid, path).tile
              : doubt.tile === null
                ? undefined
                : hand.reading.tiles[doubt.tile].tile;
            return h(
              "li",
              {},
              tile === undefined ? h("span", {}, "•") : image(tile),
              h("span", {}, doubt.why),
              doubt.tile === null
                ? h(
                    "button.button.small",
                    { "data-key": `settle${doubt.n}`, onclick: () => change(edit.settle(laid, [doubt.n])) },
                    "Checked",
                  )
                : h(
                    "button.button.small.amber",
                    {
                      "data-key": `check${doubt.n}`,
                      onclick: () => openPalette(context(), { path, seen: doubt.tile, checking: true }),
                    },
                    "Check",
                  ),
            );
          }),
        ),
        h(
          "button.button.small.all",
          {
            "data-key": "settle-all",
            onclick: () =>
              change(
                edit.settle(
                  laid,
                  open.map((doubt) => doubt.n),
                ),
              ),
          },
          "Everything is right as it is",
        ),
      ),
    );
  }
  if (sheet) {
    if (sheet.problems.length)
      parts.push(
        h(
          "ul.problems",
          {},
          sheet.problems.map((problem) => h("li", {}, typeof problem === "string" ? problem : problem.message)),
        ),
      );
    if (sheet.wins)
      parts.push(
        h(
          "div.arrangement",
          {},
          sheet.arrangement.map((set) =>
            h(
              "span.row",
              {},
              set.map((tile) => image(tile, true)),
            ),
          ),
        ),
      );
    if (sheet.patterns.length) parts.push(lines(sheet, open.length > 0));
    if (sheet.payments && !open.length)
      parts.push(
        h(
          "dl.payments",
          {},
          WINDS.filter((seat) => seat in sheet.payments)
            .map((seat) => [seat, sheet.payments[seat]])
            .map(([seat, points]) =>
              h(
                `div.${points > 0 ? "win" : "pay"}`,
                {},
                h("dt", {}, `${nameOf(seat).split(" ")[0]}`),
                h("dd", {}, points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0"),
              ),
            ),
        ),
      );
    if (sheet.left_out.length) {
      parts.push(
        h(
          "details",
          { open: wasOpen("left-out"), id: "left-out" },
          h("summary", {}, `Left out, and why (${sheet.left_out.length})`),
          h(
            "ul.left-out",
            {},
            sheet.left_out.map((entry) => h("li", {}, h("b", {}, entry.name), " ", h("span", {}, `${reason(entry)}`))),
          ),
        ),
      );
    }
  }
  if (hand.text && !stuck) {
    const copy = async () => {
      await navigator.clipboard.writeText(hand.text);
      tell("Copied");
    };
    parts.push(
      h(
        "details",
        { open: wasOpen("as-text"), id: "as-text" },
        h("summary", {}, "The hand as text"),
        h("div.text", {}, h("code", {}, hand.text), h("button.button.small", { onclick: copy }, "Copy")),
      ),
    );
  }
  parts.push(h("p.forget", {}, h("button.button.small.danger", { onclick: forget }, "Delete this hand")));
  const box = document.getElementById("sheet");
  fill(box, parts);
  box.classList.toggle("waiting", laid !== hand.laid);
  const bar = document.getElementById("total-bar");
  bar.className = `total-bar ${says.kind}`;
  bar.replaceChildren(h("span", {}, says.bar), h("b", {}, says.big === null ? "" : String(says.big)));
  bar.onclick = nextDoubt() ? (event) => (event.preventDefault(), openPalette(context(), nextDoubt())) : null;
}

const wasOpen = (id) => document.getElementById(id)?.open ?? false;

const PRINCIPLE = {
  "non-repeat": "is already part of",
  "non-separation": "would rearrange the sets of",
  "non-identical": "uses the same sets again as",
  "account-once": "would join sets a second time, beside",
  "high-versus-low": "scores less than",
};

function reason(entry) {
  const how = PRINCIPLE[entry.principle];
  return how && entry.because ? `${how} ${entry.because}` : entry.because || entry.principle;
}

/** The tiles a line comes from, unless they are all of the hand. */
function setsOf(pattern, sheet) {
  const sets = pattern.sets.filter((set) => set.length);
  if (!sets.length) return null;
  if (sets.length > 1 && sets.flat().length >= sheet.arrangement.flat().length)
    return h("div.whole", {}, "the whole hand");
  return h(
    "div.row.sets",
    {},
    sets.map((set) =>
      h(
        "span.row",
        {},
        set.map((tile) => image(tile, true)),
      ),
    ),
  );
}

function lines(sheet, unsure) {
  const amount = (pattern) => {
    const all = pattern.points; // of all its occurrences together
    return pattern.count > 1
      ? [h("small", {}, `${pattern.count} × ${all / pattern.count} = `), String(all)]
      : String(all);
  };
  return h(
    `table.lines${unsure ? ".unsure-lines" : ""}`,
    {},
    h("caption.hidden", {}, "What the hand scores"),
    h(
      "tbody",
      {},
      sheet.patterns.map((pattern) =>
        h(
          "tr",
          { "data-pattern": pattern.id },
          h(
            "th",
            { scope: "row" },
            h("span.name", {}, pattern.name),
            h("span.zh", { lang: "zh" }, pattern.zh),
            setsOf(pattern, sheet),
          ),
          h("td", {}, amount(pattern)),
        ),
      ),
      h(
        "tr.total",
        {},
        h("th", { scope: "row" }, unsure ? "Total, not confirmed" : "Total"),
        h("td", {}, unsure ? `${sheet.total}?` : String(sheet.total)),
      ),
    ),
  );
}

// ---- how it was won

function renderWon() {
  const won = laid.won;
  const set = (what) => change(edit.setWon(laid, what));
  const segments = (name, legend, options, value, pick) =>
    h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h(
        "div.segments",
        {},
        options.map(([option, label]) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name,
              value: option ?? "",
              checked: option === value,
              "data-key": `${name}-${option}`,
              onchange: () => pick(option),
            }),
            label,
          ),
        ),
      ),
    );
  const chip = (key, label, disabled = false) =>
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: won[key],
        disabled,
        "data-key": key,
        onchange: (event) => set({ [key]: event.target.checked }),
      }),
      label,
    );
  const wind = (letter) => [letter, h("span", { title: nameOf(letter) }, image(letter, true))];
  fill(
    document.getElementById("won"),
    h("h2", {}, "How it was won"),
    segments(
      "self-draw",
      "The winning tile was",
      [
        [false, "Discarded"],
        [true, "Self-drawn"],
      ],
      won.self_draw,
      (value) => set({ self_draw: value, discarder: null, heaven: false, earth: false }),
    ),
    won.self_draw
      ? null
      : segments(
          "discarder",
          "Who discarded it",
          [[null, "?"], ...WINDS.filter((letter) => letter !== won.seat).map(wind)],
          won.discarder,
          (value) => set({ discarder: value }),
        ),
    segments("seat", "Winner's seat", WINDS.map(wind), won.seat, (value) =>
      set({ seat: value, discarder: won.discarder === value ? null : won.discarder }),
    ),
    segments("round", "Round", WINDS.map(wind), won.round, (value) => set({ round: value })),
    h(
      "div",
      {},
      h("label.label", { for: "rules" }, "Rules"),
      h(
        "select",
        { id: "rules", "data-key": "rules", onchange: (event) => change({ ...laid, rules: event.target.value }) },
        presets.map(([value, label]) => h("option", { value, selected: value === laid.rules }, label)),
      ),
    ),
    h(
      "fieldset.wide",
      {},
      h("legend", {}, "Circumstances"),
      h(
        "div.chips",
        {},
        chip("last_tile", won.self_draw ? "Last tile of the wall" : "Last discard of the hand"),
        chip("kong", won.self_draw ? "On a kong's replacement tile" : "By robbing a kong"),
        laid.rules === "zungjung" ? null : chip("last_of_kind", "Last of its kind"),
        laid.rules === "zungjung" ? [chip("heaven", "Blessing of heaven"), chip("earth", "Blessing of earth")] : null,
      ),
    ),
    h(
      "div.wide",
      {},
      h("span.label", {}, `Flowers${laid.flowers.length ? ` (${laid.flowers.length})` : ""}`),
      h(
        "div.flower-picks",
        {},
        FLOWERS.map((tile) => {
          const has = laid.flowers.some((s) => s.tile === tile);
          return h(
            "button",
            {
              "aria-pressed": String(has),
              "data-key": `flower-${tile}`,
              title: nameOf(tile),
              onclick: () => change(edit.toggleFlower(laid, tile)),
            },
            image(tile),
          );
        }),
      ),
    ),
  );
}

// ---- all together

function context() {
  return { laid: () => laid, reading: hand.reading, photo, doubtsOf, nextDoubt, change };
}

/** What the palette should open for the first tile that is still to be checked. */
function nextDoubt() {
  const doubt = openDoubts().find(({ tile }) => tile !== null);
  return doubt ? { path: edit.pathOfSeen(laid, doubt.tile), seen: doubt.tile, checking: true } : null;
}

function openTile(path, seen) {
  openPalette(context(), { path, seen });
}

function render() {
  const focused = document.activeElement?.dataset?.key;
  renderPhoto();
  renderMat();
  renderSheet();
  renderWon();
  if (focused && !document.getElementById("palette").open)
    document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.closest("input[type=text]")) {
    event.preventDefault();
    undo();
  }
});

takePictures();
buildPhoto();
render();
