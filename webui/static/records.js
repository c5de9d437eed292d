// Lines of records, as the sheet and the page of a hand list them, and counting sticks in words.

import { day, timeOfDay } from "./time.js";
import { h } from "./view.js";
import { _ } from "./words.js";

const ROLES = { referee: _("referee"), desk: _("desk"), table: _("table") };

/** Return a moment in words: its day and its time of day. */
export const moment = (iso) => `${day(iso)} ${timeOfDay(iso)}`;

/**
 * Return a record as a line of a list; one that does not stand is struck out.
 * @param takeBack called when it is to be undone
 * @param amend called when it is to be corrected; null where that is done elsewhere
 */
export const recordLine = ({ number, says, who, role, when, stands, revocable, imported }, takeBack, amend = null) =>
  h(
    `li${stands === false ? ".undone" : ""}`,
    { key: number },
    h("span.number", String(number)),
    h("time", { datetime: when }, timeOfDay(when)),
    h("span.act", says, h("small", who || ROLES[role], imported && ` (${imported})`)),
    revocable &&
      h(
        "span.stack.tight",
        amend && h("button.button.small", { onclick: amend, "data-key": `amend${number}` }, _("Correct it")),
        h("button.button.small", { onclick: takeBack, "data-key": `void${number}` }, _("Undo")),
      ),
  );

/** Counting sticks as “3 × 10, 2 × 1”. */
export const inSticks = (sticks) => sticks.map(([value, count]) => `${count} × ${value}`).join(_(", "));
