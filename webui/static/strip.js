// The strip of taps above the score: what nobody has said and the score depends on, what is said and by whom, and the
// rare luck that the hand is counted without.

import { cropOf } from "./marks.js";
import { fill, h } from "./page.js";
import { segments } from "./segments.js";
import { _ } from "./words.js";

const FIELDS = { "self-draw": "self_draw" }; // circumstances whose field has another name

export function drawStrip(view) {
  const { hand, laid, stuck, change } = view;
  const { score } = hand;
  const strip = document.getElementById("strip");
  strip.hidden = stuck || !score?.wins;
  if (strip.hidden) return;
  const set = (what) => change({ do: "won", won: { ...laid.won, ...what } });
  const { circumstances, toggles } = hand.offers;
  const open = score.open
    .map((each) => circumstances.find(({ name }) => name === (FIELDS[each] ?? each)))
    .filter((each) => each && !view.asksFor(each.name));
  const said = circumstances.filter(
    (each) => each.source && each.name !== "discarder" && !open.includes(each) && !view.asksFor(each.name),
  );
  const luck = toggles.filter(({ on }) => on);
  const shown = view.photo
    ? toggles.filter(({ luck, on, seen }) => !on && seen.length && score.without.includes(luck))
    : [];
  const without = toggles.filter(
    (toggle) => !toggle.on && score.without.includes(toggle.luck) && !shown.includes(toggle),
  );
  fill(
    strip,
    open.length > 0 && h("h2", _("How was it won?")),
    h(
      "div.taps",
      [...open, ...said].map((each) => segments(each, set, "say-")),
    ),
    luck.length > 0 && row(_("Counted with:"), luck, set),
    shown.map((toggle) => evidence(view, toggle, set)),
    without.length > 0 && row(_("Counted without:"), without, set),
  ).classList.toggle("open", open.length > 0);
  strip.hidden = !strip.querySelector("fieldset, button");
}

const row = (label, toggles, set) =>
  h(
    "p.luck",
    h("span", label),
    toggles.map((toggle) => tap(toggle, set)),
  );

/** Rare luck that the photo speaks for: the tiles that do, and the tap that states it. */
function evidence({ hand, photo }, toggle, set) {
  const crops = toggle.seen.map((seen) => cropOf(photo, hand.reading, [seen], _("The tile in the photo")));
  const says = _("The three others of its kind are in the photo. If they lay open when the tile was won, say so:");
  return h("div.shows", h("p", says), h("p.luck", crops, tap(toggle, set)));
}

const tap = ({ luck, label, on, sets }, set) =>
  h("button.button.small", { "aria-pressed": String(on), "data-key": `say-${luck}`, onclick: () => set(sets) }, label);
