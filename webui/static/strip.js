// The way the hand was won, asked once: what the score depends on and nobody has stated, what was stated here, and the
// rare luck that may apply. Everything else about the win is in won.js, one tap below.

import { indicatorRow } from "./dora.js";
import { cropOf } from "./marks.js";
import { flower, segments } from "./segments.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const asked = new Set(); // circumstances that this page has asked for: they stay in their place once they are stated

/** Return the circumstances that are asked here; the others are in the part below. */
export function askedHere({ hand, asksFor, stuck }) {
  const { score, offers } = hand;
  if (stuck || !score?.wins) return [];
  const open = score.open.map((each) => (each === "flowers" ? "no_flowers" : each.replaceAll("-", "_")));
  for (const name of open) asked.add(name);
  return offers.circumstances.filter(({ name }) => asked.has(name) && !asksFor(name));
}

/**
 * Return the indicators of dora that are asked here: those that the score depends on, and those that were asked for.
 */
export function doraHere({ hand, stuck }) {
  const { score, offers } = hand;
  if (stuck || !score?.wins) return [];
  for (const name of score.open) asked.add(name);
  return offers.indicators.filter(({ name }) => asked.has(name));
}

/** Return the rare luck that is offered here, stated or not. */
export function luckHere({ hand, stuck }) {
  const { score, offers, questions } = hand;
  if (stuck || !score?.wins) return [];
  const byVerdict = questions.length ? [] : score.lifting; // the verdict asks for these
  return offers.toggles.filter(({ luck, on }) => on || (score.without.includes(luck) && !byVerdict.includes(luck)));
}

export function stripPart(view) {
  const { hand, laid, change } = view;
  const shown = askedHere(view);
  const dora = doraHere(view);
  const luck = luckHere(view);
  if (!shown.length && !dora.length && !luck.length) return null;
  const set = (what) => change({ do: "won", won: { ...laid.won, ...what } });
  const open = [...shown, ...dora].some(({ source }) => !source);
  const on = luck.filter((each) => each.on);
  const without = luck.filter((each) => !each.on);
  return h(
    `section.card.strip${open ? ".open" : ""}`,
    { id: "strip", "aria-label": _("How the hand was won") },
    shown.length > 0 &&
      h(
        "div.taps",
        shown.map((each) => [
          segments(each, set, "say-"),
          ["no_flowers", "more_flowers"].includes(each.name) &&
            !each.source &&
            h(
              "div.flower-picks.row.dense",
              hand.offers.flowers.map((choice) => flower(choice, change, "say-")),
            ),
        ]),
      ),
    dora.map((each) => indicatorRow(view, each, "say-")),
    on.length > 0 &&
      h(
        "p.luck.row",
        h("span", _("Also counted:")),
        on.map((toggle) => tap(toggle, set)),
      ),
    without.length > 0 && choices(view, without, _("Tap if it applies:")),
  );
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
        "p.luck.row",
        label && h("span", label),
        others.map((toggle) => tap(toggle, set)),
        last,
      ),
  ];
}

/** Rare luck that the photo speaks for: the tiles that do, and the tap that states it. */
function evidence({ hand, photo }, toggle, set) {
  const crops = toggle.seen.map((seen) => cropOf(photo, hand.reading, [seen], _("The tile in the photo")));
  const says = _("The other three are in the photo. Were all three visible when this tile was won?");
  return h("div.shows", h("p", says), h("p.luck.row", crops, tap(toggle, set)));
}

const tap = ({ luck, label, on, sets }, set) =>
  h("button.button", { "aria-pressed": String(on), "data-key": `say-${luck}`, onclick: () => set(sets) }, label);
