// A player, as all pages of scripts show one: player.css has the looks, and templates/player.html the same for templates.

import { plain, signed } from "./match.js";
import { tileImage } from "./tiles.js";
import { h } from "./view.js";
import { _ } from "./words.js";

/**
 * Return a player in a list of those at a table.
 * @param wind the seat wind, whose tile stands before the name; "E" deals
 * @param name the name
 * @param about whether the hand is `dead`, the `substitute` who plays, what is `declared`, the `total`, and the `money`
 * @param buttons what can be done for the player
 */
export const player = (wind, name, { dead, substitute, declared, total, money }, ...buttons) =>
  h(
    `li.player${wind === "E" ? ".dealer" : ""}${dead ? ".dead" : ""}`,
    { key: wind, "data-player": name },
    tileImage(wind, true),
    h(
      "span.name",
      h("bdi", name),
      wind === "E" && h("small.deals", _("dealer")),
      dead && h("small.bad", _("dead hand")),
      substitute && h("small", _("{substitute} plays", { substitute })),
      declared && h("small.declared", declared),
    ),
    h("span.sum", h("b.points", plain(total)), money && h("small.money", money)),
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
