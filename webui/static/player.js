// A player, as all pages of scripts show one: player.css has the looks, and templates/player.html the same for templates.

import { plain, signed } from "./figures.js";
import { tileImage } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/**
 * Return what is shown of a player: seat, name and what is said of them, points of the last hand and of the match.
 * @param wind the seat wind, whose tile stands before the name; "E" deals
 * @param name the name
 * @param about whether the hand is `dead`, the `substitute` who plays, what is `declared`, a `note`, the points of the last
 *   hand as `change`, the `total`, and the `money`; what is not given is left out
 */
export const shownOf = (wind, name, { dead, substitute, declared, note, change, total, money } = {}) => [
  wind && tileImage(wind),
  h(
    "span.name",
    h("bdi", name),
    wind === "E" && h("small.deals", _("dealer")),
    dead && h("small.bad", _("dead hand")),
    substitute && h("small", _("{substitute} plays", { substitute })),
    declared && h("small.declared", declared),
    note && h("small", note),
  ),
  change !== undefined && h(`b.change${change > 0 ? ".up" : change < 0 ? ".down" : ""}`, signed(change)),
  total !== undefined && h("span.sum", h("b.points", plain(total)), money && h("small.money", money)),
];

/**
 * Return a player in a list.
 * @param style classes of its own, as “.line”
 * @param about as `shownOf` has it; a `chair` is the seat that is meant, whoever sits there
 * @param buttons what can be done for the player
 */
export const player = (style, wind, name, about, ...buttons) =>
  h(
    `li.player${style}${wind === "E" ? ".dealer" : ""}${about.dead ? ".dead" : ""}`,
    { key: name, ...(about.chair ? { "data-chair": about.chair } : { "data-player": name }) },
    shownOf(wind, name, about),
    buttons,
  );

/** Return what players got or paid, as “Ann +44”. */
export const gains = (points, names = Object.keys(points)) =>
  h(
    "span.gains",
    names
      .filter((name) => points[name])
      .map((name) => h("span", { key: name }, h("bdi", name), " ", h("b", signed(points[name])))),
  );
