// Ways to take a match away as a file.

import { takeAway } from "./takeaway.js";
import { h } from "./view.js";
import { _ } from "./words.js";

let place = null; // where it is shown how far the file is
let taking = false;

/** Link to a match of a table as files; `number` is that of its first record. */
export function saveAs(table, number) {
  const href = (form) => `/t/${table}/match.${form}?number=${number}`;
  const link = (form, name, more = {}) => h("a.button", { href: href(form), download: "", ...more }, name);
  const bundle = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // as the browser takes any link away
    event.preventDefault();
    if (taking) return;
    mark(true);
    await takeAway(place, href("zip"), _("Megabytes of the match file"), _("Writing the match file…"));
    mark(false);
  };
  return h(
    "details",
    h("summary", _("Save this match as a file")),
    h(
      "p.save-as.row",
      Object.entries({ xlsx: "Excel", csv: "CSV", json: "JSON" }).map(([form, name]) => link(form, name)),
      h("a.button", { href: `/t/${table}/records.csv?number=${number}`, download: "" }, _("All records (CSV)")),
      link("zip", _("Match file with photos"), { onclick: bundle, "aria-disabled": taking ? "true" : null }),
    ),
    h("div.taking-away", { ref: (element) => (place = element ?? place) }),
  );
}

function mark(now) {
  taking = now;
  const link = document.querySelector(".save-as a:last-child");
  if (link) link.ariaDisabled = now ? "true" : null;
}
