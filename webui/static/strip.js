// The strip of taps above the score: what nobody has said and the score depends on, what is said and by whom, and the
// rare luck that the hand is counted without.

import { cropOf } from "./marks.js";
import { fill, h } from "./page.js";
import { segments } from "./segments.js";
import { flower } from "./won.js";
import { _ } from "./words.js";

const FIELDS = { "self-draw": "self_draw", flowers: "no_flowers" }; // circumstances whose field has another name

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
  const asked = hand.questions.length ? [] : score.lifting; // the verdict asks for these
  const without = toggles.filter(({ luck, on }) => !on && score.without.includes(luck) && !asked.includes(luck));
  fill(
    strip,
    open.length > 0 && h("h2", _("How was it won?")),
    h(
      "div.taps",
      [...open, ...said].map((each) => [
        segments(each, set, "say-"),
        each.name === "no_flowers" &&
          open.includes(each) &&
          h(
            "div.flower-picks",
            hand.offers.flowers.map((choice) => flower(choice, change, "say-")),
          ),
      ]),
    ),
    luck.length > 0 && row(_("Counted with:"), luck, set),
    without.length > 0 && choices(view, without, _("Counted without:")),
  ).classList.toggle("open", open.length > 0);
  strip.hidden = !strip.querySelector("fieldset, button");
}

/** Rare luck to tap, what the photo speaks for with the tiles that do. */
export function choices(view, toggles, label, last) {
  const set = (what) => view.change({ do: "won", won: { ...view.laid.won, ...what } });
  const shown = toggles.filter(({ seen }) => view.photo && seen.length);
  const others = toggles.filter((toggle) => !shown.includes(toggle));
  return [
    shown.map((toggle) => evidence(view, toggle, set)),
    (others.length > 0 || last) &&
      h(
        "p.luck",
        label && h("span", label),
        others.map((toggle) => tap(toggle, set)),
        last,
      ),
  ];
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
