// The page on which photographs are removed to make room: what they take, what would be freed, then the removal.

import { ask, button, fill, h, tell, tellTrouble } from "./page.js";
import { _ } from "./words.js";

const form = document.getElementById("prune");
const planned = document.getElementById("planned");

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function showSpace({ kept, size, playing }) {
  const said = [_("Photographs: {kept}, which take {size} MB.", { kept, size: megabytes(size) })];
  if (playing) said.push(_("{playing} of them are of a match that is not over.", { playing }));
  document.getElementById("space").textContent = said.join(" ");
}

/** The limits as typed; an empty field is no limit. */
function limits() {
  const number = (name) => (form.elements[name].value === "" ? null : Number(form.elements[name].value));
  return { older: number("older"), larger: number("larger") };
}

const post = (body) => ask("POST", "/api/photos/prune", body);

async function attempt(work) {
  try {
    await work();
  } catch (trouble) {
    tellTrouble(trouble);
  }
}

form.addEventListener("input", () => fill(planned)); // what was said is of other limits
form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    const asked = limits();
    const found = await post(asked);
    showSpace(found);
    fill(planned, found.photos ? offer(asked, found) : h("p", _("That frees nothing.")));
  });
});

function offer(asked, { photos, freed, until }) {
  const about = { photos, freed: megabytes(freed), until };
  const remove = () =>
    attempt(async () => {
      const gone = await post({ ...asked, remove: true, reason: form.elements.reason.value });
      fill(planned);
      tell(_("Photographs removed: {photos}, {freed} MB", { photos: gone.photos, freed: megabytes(gone.freed) }));
      showSpace(await ask("GET", "/api/photos"));
    });
  return [
    h("p", _("Photographs that would go: {photos}, {freed} MB, taken until {until}.", about)),
    button(".danger", _("Remove them for good ({photos})", { photos }), remove, "remove"),
  ];
}

attempt(async () => showSpace(await ask("GET", "/api/photos")));
