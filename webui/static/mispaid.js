// Hands that were kept with another payer than their tiles and discards name: what was recorded, and the tap that
// corrects it.

import { recordAndTell } from "./match.js";
import { button, h, TABLE } from "./page.js";
import { _ } from "./words.js";

/**
 * A notice for each such hand of a match; none of them changes by itself.
 * @param match the match
 * @param then called once a hand is corrected
 */
export const mispaid = (match, then) =>
  match.mispaid.map(({ hand, record, says, act, reason, laid }) =>
    h(
      "p.moved.mispaid",
      { "data-mispaid": record },
      h("b", says),
      " ",
      h(
        "span.row",
        button(
          ".small.amber",
          _("Correct hand {number}", { number: hand }),
          () => recordAndTell({ type: "Corrected", of: record, act, reason }, then),
          `mispaid-${record}`,
        ),
        laid
          ? h("a.button.small", { href: `/hands/${laid}` }, _("See the hand"))
          : h("a.button.small", { href: `/t/${TABLE}/hands/${hand}` }, _("All of this hand")),
      ),
    ),
  );
