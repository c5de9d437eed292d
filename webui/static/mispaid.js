// Hands that were kept with another payer than their tiles and discards name: what was recorded, and the tap that
// corrects it.

import { recordAndTell } from "./match.js";
import { button, h, TABLE } from "./page.js";
import { _ } from "./words.js";

/**
 * A notice for each such hand of a match; none of them changes by itself.
 * @param match the match
 * @param then called once a hand is corrected
 * @param number of the one hand that the page is about; undefined for all of the match
 */
export const mispaid = (match, then, number) =>
  match.mispaid
    .filter(({ hand }) => number === undefined || hand === number)
    .map(({ hand, record, says, act, reason, laid }) =>
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
            : number === undefined && h("a.button.small", { href: `/t/${TABLE}/hands/${hand}` }, _("All of this hand")),
        ),
      ),
    );
