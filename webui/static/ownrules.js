// The page of a club's own rules: another name for them, and whether tables and matches may choose them.

import { askWhether, field, openForm } from "./dialogs.js";
import { ask, orTell } from "./page.js";
import { rooted } from "./root.js";
import { _ } from "./words.js";

const own = document.getElementById("own-rules");
const { name, title, longest } = own.dataset;
const api = `/api/rules/${encodeURIComponent(name)}`;

const WAYS = { offer, rename, remove };
for (const button of own.querySelectorAll("button")) {
  button.addEventListener("click", WAYS[button.dataset.key]);
  button.inert = false;
}

/** Send the text of the file again, which has the name in it and the same checksum. */
async function offer() {
  const body = new FormData();
  const text = await (await fetch(rooted(`/rules/${encodeURIComponent(name)}.toml`))).blob();
  body.append("file", text, "rules.toml");
  await done(ask("POST", "/api/rules", body));
}

function rename() {
  const about = { name: "title", "data-key": "title", value: title, required: true, maxlength: longest };
  openForm(
    _("Rename these rules"),
    () => field(_("Name of the house or club"), { ...about, autocomplete: "off" }),
    () => _("Rename"),
    (data) => done(ask("PUT", `${api}/title`, { title: data.get("title") })),
  );
}

async function remove() {
  const why = _(
    "New matches no longer offer them. Matches, events and hands that use them stay as they are; if there are none, the rules are deleted. Save the file first: adding it again brings them back.",
  );
  if (!(await askWhether(_("Remove {name}?", { name: title }), why, _("Remove")))) return;
  await done(ask("DELETE", api), ({ archived }) => (archived ? "" : "/rules"));
}

/**
 * Show the page as it is after a change; false where that was refused, which the page then says.
 * @param next gives the page to show in place of this one, by the answer
 */
async function done(asked, next = () => "") {
  const answer = await orTell(asked);
  const address = answer && next(answer);
  if (address) location.assign(rooted(address));
  else if (answer) location.reload();
  return Boolean(answer);
}
