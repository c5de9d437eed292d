// Ways to take a match away as a file.

import { h } from "./page.js";
import { _ } from "./words.js";

/** Links to a match of a table as files; `number` is that of its first record. */
export const saveAs = (table, number) =>
  h(
    "details",
    h("summary", _("Save this match as a file")),
    h(
      "p.save-as",
      Object.entries({ xlsx: "Excel", csv: "CSV", json: "JSON", zip: _("Bundle with photographs") }).map(
        ([form, name]) => h("a.button", { href: `/t/${table}/match.${form}?number=${number}`, download: "" }, name),
      ),
    ),
  );
