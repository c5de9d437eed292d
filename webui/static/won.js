// The other circumstances of the win, one tap below: what is not asked above, flowers, and the rules that score it.

import { indicatorRow, onTheTable } from "./dora.js";
import { optionsOf, ruleOptions } from "./options.js";
import { flower, segments } from "./segments.js";
import { askedHere, doraHere, luckHere } from "./strip.js";
import { h } from "./view.js";
import { _ } from "./words.js";

export function wonPart(view) {
  const { hand, laid, presets, change } = view;
  const { circumstances, toggles, flowers, indicators } = hand.offers;
  const set = (what) => change({ do: "won", won: { ...laid.won, ...what } });
  const count = laid.flowers.length;
  const above = [...askedHere(view), ...luckHere(view)];
  const dora = doraHere(view);
  const rare = toggles.filter((toggle) => !above.includes(toggle));
  return h(
    "details.card.won-how",
    { id: "won", open: view.wide },
    h("summary", flowers.length ? _("Circumstances, flowers, rules") : _("Circumstances, rules")),
    h(
      "div.won-parts",
      circumstances
        .filter((each) => !above.includes(each) && !(hand.ending && view.asksFor(each.name)))
        .map((circumstance) => segments(circumstance, set)),
      indicators
        .filter((each) => !dora.includes(each))
        .map((each) => h("div.wide", { key: each.name }, indicatorRow(view, each))),
      !hand.ending && onTheTable(view), // a match knows what lies on its table
      rare.length > 0 &&
        h(
          "fieldset.wide",
          { key: "rare" },
          h("legend", _("Circumstances")),
          h(
            "div.chips",
            rare.map((toggle) => chip(toggle, set)),
          ),
        ),
      flowers.length > 0 &&
        h(
          "div.wide",
          { key: "flowers" },
          h("span.label", count ? _("Flowers ({count})", { count }) : _("Flowers")),
          h(
            "div.flower-picks.row.dense",
            flowers.map((choice) => flower(choice, change)),
          ),
        ),
      h(
        "div.wide",
        { key: "rules" },
        h("label.label", { for: "rules" }, _("Rules")),
        h(
          "div.select.box.row.apart",
          h("span", { "aria-hidden": "true" }, presets.find(([name]) => name === laid.rules)?.[1]),
          h(
            "select",
            {
              id: "rules",
              "data-key": "rules",
              value: laid.rules,
              onchange: (event) => change({ do: "rules", rules: event.target.value }),
            },
            optionsOf(ruleOptions(presets), laid.rules),
          ),
        ),
      ),
    ),
  );
}

const chip = ({ luck, label, on, sets }, set) =>
  h(
    "label",
    { key: luck },
    h("input", { type: "checkbox", checked: on, "data-key": luck, onchange: () => set(sets) }),
    label,
  );
