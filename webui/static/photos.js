// The page on which photographs are removed to make room, and a copy of everything is kept.

import { longWork, showLate } from "./longwork.js";
import { ask, orTell } from "./page.js";
import { megabytes, takeAway } from "./takeaway.js";
import { button, h, render } from "./view.js";
import { _, paragraph } from "./words.js";

const PART = 50; // photographs that are removed by one request: between two of them it can be stopped

const form = document.getElementById("prune");
const planned = document.getElementById("planned");

function showSpace({ kept, size, playing }) {
  const said = [_("Photos: {kept}, {size} MB.", { kept, size: megabytes(size) })];
  if (playing) said.push(_("{playing} of them are of a match that is not over.", { playing }));
  document.getElementById("space").textContent = paragraph(said);
}

/** Return the limits as typed; an empty field is no limit. */
function limits() {
  const number = (name) => (form.elements[name].value === "" ? null : Number(form.elements[name].value));
  return { older: number("older"), larger: number("larger") };
}

const post = (body) => ask("POST", "/api/photos/prune", body);

form.addEventListener("input", () => render(null, planned)); // what was said is of other limits
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const asked = limits();
  const found = await orTell(post(asked));
  if (!found) return;
  showSpace(found);
  render(found.photos ? offer(asked, found) : h("p", _("That frees nothing.")), planned);
});

function offer(asked, { photos, freed, until }) {
  const about = { photos, freed: megabytes(freed), until };
  const removing = ({ currentTarget }) => {
    currentTarget.disabled = true;
    remove(asked, photos);
  };
  return [
    h("p", _("Photos to delete: {photos}, {freed} MB, taken until {until}.", about)),
    button(".danger", _("Delete for good ({photos})", { photos }), removing, "remove"),
  ];
}

/** Remove photographs, the oldest first, until all are gone or somebody stops it; what is gone was recorded. */
async function remove(asked, count) {
  let all = count;
  const reason = form.elements.reason.value;
  let [stopped, gone, freed] = [false, 0, 0];
  const work = longWork(_("Photos deleted"), all, () => (stopped = true));
  work.show(0, _("Photos deleted: {gone} of {all}", { gone, all }));
  const end = showLate(planned, work);
  while (gone < all && !stopped) {
    const part = await orTell(post({ ...asked, remove: true, reason, most: Math.min(PART, all - gone) }));
    if (!part) break;
    if (!part.photos) all = gone; // somebody else has removed the others meanwhile
    gone += part.photos;
    freed += part.freed;
    work.show(gone, _("Photos deleted: {gone} of {all}", { gone, all }));
  }
  const about = { photos: gone, all, freed: megabytes(freed) };
  const says =
    gone < all
      ? _("Stopped. Photos deleted: {photos} of {all}, {freed} MB", about)
      : _("Photos deleted: {photos}, {freed} MB", about);
  end(h("p", says));
  look();
}

const look = () => orTell(ask("GET", "/api/photos").then(showSpace));
look();

const copy = document.getElementById("keep-copy");

/** Take everything away as one file. */
async function keepCopy() {
  copy.disabled = true;
  const place = document.getElementById("copying");
  await takeAway(place, "/api/backup.zip", _("Megabytes of the backup"), _("Writing the backup…"));
  copy.disabled = false;
}

copy.addEventListener("click", keepCopy);
