// Ways to take a match away as a file.

import { h } from "./page.js";
import { takeAway } from "./takeaway.js";
import { _ } from "./words.js";

/** Links to a match of a table as files; `number` is that of its first record. */
export function saveAs(table, number) {
  const place = h("div.taking-away");
  const href = (form) => `/t/${table}/match.${form}?number=${number}`;
  const link = (form, name, onclick = null) => h("a.button", { href: href(form), download: "", onclick }, name);
  const bundle = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // as the browser takes any link away
    event.preventDefault();
    const taken = event.currentTarget;
    if (taken.ariaDisabled) return;
    taken.ariaDisabled = "true";
    await takeAway(place, href("zip"), _("Megabytes of the bundle"), _("The server writes the bundle…"));
    taken.ariaDisabled = null;
  };
  return h(
    "details",
    h("summary", _("Save this match as a file")),
    h(
      "p.save-as",
      Object.entries({ xlsx: "Excel", csv: "CSV", json: "JSON" }).map(([form, name]) => link(form, name)),
      link("zip", _("Bundle with photographs"), bundle),
    ),
    place,
  );
}
