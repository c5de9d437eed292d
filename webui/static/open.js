// The page that opens the bundle of a match: its sheet, and what in it does not hold, as the server draws them.

import { parts } from "./drawn.js";
import { shownOf } from "./keptseals.js";
import { longWork, showLate } from "./longwork.js";
import { TABLE, tellTrouble } from "./page.js";
import { sendForm } from "./sending.js";
import { megabytes } from "./takeaway.js";
import { h, made, render } from "./view.js";
import { _ } from "./words.js";

const input = document.getElementById("bundle");
const opening = document.getElementById("opening");
const opened = document.getElementById("opened");

input.addEventListener("change", async () => {
  const file = input.files[0];
  if (!file) return;
  opened.replaceChildren();
  const found = await send("/api/bundles", file, opening, _("Checking {name}…", { name: file.name }));
  if (found) {
    show(found, file);
    render(h("p", file.name), opening);
  }
  input.value = ""; // the same file may be chosen again
});

/**
 * Send a bundle, with how much has gone and a way to stop; resolves to null where it was stopped or refused.
 * @param place the element that shows how far it is, and that it was stopped
 * @param after says what the server does once all has gone; that takes moments, and is done whole or not at all
 */
async function send(address, file, place, after) {
  const ending = new AbortController();
  const work = longWork(_("Megabytes of the match file"), file.size, () => ending.abort());
  const far = (size) => _("{size} of {all} MB", { size: megabytes(size), all: megabytes(file.size) });
  work.show(0, far(0));
  const end = showLate(place, work);
  const form = new FormData();
  form.append("bundle", file);
  let gone = false;
  const sent = (size) => {
    gone = size >= file.size;
    work.show(Math.min(size, file.size), gone ? after : far(size));
  };
  try {
    const answer = await sendForm(address, form, sent, ending.signal);
    end();
    return answer;
  } catch (trouble) {
    if (ending.signal.aborted) {
      end(h("p", gone ? _("Cancelled") : _("Stopped: nothing was imported.")));
    } else {
      end();
      tellTrouble(trouble);
    }
    return null;
  }
}

/** Show a bundle as the server draws it. */
function show({ drawn, ...bundle }, file) {
  opened.replaceChildren(...parts(drawn));
  const { holds, says } = shownOf(bundle);
  render(h(holds === false ? "span.bad" : "span", says), document.getElementById("shown-here"));
  const verdict = opened.querySelector(".verdict").classList;
  if (holds === false) verdict.remove("good");
  if (holds === false) verdict.add("bad");
  else if (holds && !verdict.contains("bad")) verdict.add("good");
  opened.querySelector("[data-key=take-over]")?.addEventListener("click", () => takeOver(file));
}

/** Make the match of a bundle one of this table's; sent again it is not doubled. */
async function takeOver(file) {
  const place = document.getElementById("taking");
  const [before] = place.children;
  const says = made(h("div", { role: "status" }));
  before.disabled = true;
  before.nextElementSibling?.remove(); // what was said of a try before
  place.append(says);
  const taken = await send(`/api/tables/${TABLE}/bundles`, file, says, _("Importing {name}…", { name: file.name }));
  before.disabled = false;
  if (!taken) return;
  const { table, number, records, photos } = taken;
  const said = records
    ? _("Imported. New records: {records}, new photos: {photos}", { records, photos })
    : _("All of it is kept here already");
  const sheet = h("a.button", { href: `/t/${table}/sheet?match=${number}` }, _("Match sheet"));
  before.remove();
  render([h("p", said), sheet], says);
}
